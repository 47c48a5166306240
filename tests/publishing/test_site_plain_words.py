"""Plain words on the site: where they stand, who is shown them first, and that they are ours."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape

from kb.core.plain import PlainText, shown
from kb.corpus.corpus import Corpus
from kb.languages.catalogue import load
from kb.storage.store import Store
from support.site_reading import Built, Pages

#: Readers without a wording of today's code: they start with plain words.
WITHOUT = ("hr", "it", "fr", "de", "en")
WITH = ("hu", "pl")

CHOICE = re.compile(
    r'<input type="checkbox" class="kb-chosen[^"]*"[^>]* value="(\w+)"[^>]*?( checked)?>'
)


def page_of(pages: Pages, language: str, told: PlainText, edition: str) -> Built:
    law = "definitions" if told.id.startswith("def.") else told.id.partition(".")[0]
    return pages[f"{language}/{edition}/{law}/index.html"]


@pytest.mark.slow
@pytest.mark.parametrize("language", [*WITHOUT, *WITH])
def test_every_text_stands_on_its_page_word_for_word(
    language: str, store: Store, corpus: Corpus, site_pages: Pages
) -> None:
    told = [(edition.id, one) for edition in corpus.editions for one in store.plain(edition.id)]
    assert len(told) > 700
    for edition, one in told:
        page = page_of(site_pages, language, one, edition)
        said = " ".join(page.plain[one.id].split())
        assert said == " ".join(shown(one.words[language]).split()), (language, one.id)


@pytest.mark.parametrize("language", [*WITHOUT, *WITH])
def test_the_page_says_that_plain_words_are_not_the_law(language: str, site_pages: Pages) -> None:
    said = load(language).gettext(
        "Plain words are ours and not the law. Only its wording binds: it is one tap away."
    )
    assert said in site_pages[f"{language}/bridge-2017/27/index.html"].text
    assert said not in site_pages[f"{language}/bridge-1997/27/index.html"].text


@pytest.mark.parametrize("language", [*WITHOUT, *WITH])
def test_readers_without_a_wording_start_with_plain_words(language: str, site_pages: Pages) -> None:
    own = language if language in WITH else "plain"
    for path in (f"{language}/bridge-2017/27", f"{language}/bridge-2017/definitions"):
        choices = CHOICE.findall(site_pages[f"{path}/index.html"].html)
        assert choices[0][0] == "plain"
        assert [value for value, checked in choices if checked] == [own], path


@pytest.mark.parametrize("language", ["it", "fr", "de", "en"])
def test_a_concept_opens_with_our_definition_in_the_readers_language(
    language: str, store: Store, site_pages: Pages
) -> None:
    (told,) = (one for one in store.plain("bridge-2017") if one.covers == ["def.lead"])
    html = site_pages[f"{language}/concepts/lead/index.html"].html
    first = html[html.index('<div class="kb-defined">') :].partition("</div>")[0]
    assert str(escape(shown(told.words[language]))) in first
    assert str(escape(load(language).gettext("Plain words: ours, not the law."))) in first


@pytest.mark.slow
def test_a_scan_has_one_page_for_all_that_it_reads(site_pages: Pages) -> None:
    scan = site_pages["pl/ulti-2017/scan/index.html"]
    unsure = [
        href
        for page in site_pages.values()
        if page.path.startswith("pl/ulti-2017/")
        for href in re.findall(r'class="kb-unsure" href="([^"]+)"', page.html)
    ]
    assert len(unsure) > 10
    for href in unsure:
        page, _, anchor = href.partition("#")
        assert page.endswith("scan/")
        assert anchor in scan.ids
    assert scan.html.count('translate="no"') > 100
    assert "pl/bridge-2017/scan/index.html" not in site_pages
