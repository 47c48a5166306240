"""Pages say the language of their words, and which way other words on them are written."""

from __future__ import annotations

from kb.languages.catalogue import Catalogue, load
from kb.publishing.parts.spoken import spoken

_PAGE = '<html lang="en" class="no-js"><p lang="he">שלום</p><a hreflang="he" lang="en">x</a></html>'


def test_a_page_in_one_direction_stays_as_it_is() -> None:
    page = '<html lang="en"><p lang="hu">szó</p></html>'
    assert spoken(page, load("en")) == page


def test_words_of_the_other_direction_say_so() -> None:
    assert spoken(_PAGE, load("en")) == (
        '<html lang="en" dir="ltr" class="no-js"><p lang="he" dir="rtl">שלום</p>'
        '<a hreflang="he" lang="en" dir="ltr">x</a></html>'
    )


def test_readers_without_a_catalogue_have_english_words_around_their_texts() -> None:
    catalogue = load("he")
    assert (catalogue.language, catalogue.spoken) == ("he", "en")
    assert spoken(_PAGE, catalogue).startswith('<html lang="en" dir="ltr" data-reader="he" ')


def test_a_page_of_a_catalogue_from_the_right_is_so_as_a_whole() -> None:
    hebrew = Catalogue("he", "he", load("en").translations)
    assert spoken('<html lang="en">', hebrew) == '<html lang="he" dir="rtl">'
