"""A language that says everything in brackets shows what no catalogue says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from html.parser import HTMLParser

import pytest
from babel.support import NullTranslations

from kb.corpus.corpus import Corpus
from kb.languages.catalogue import Catalogue, catalogues
from kb.languages.names import language_name
from kb.publishing.browser.linker_messages import messages
from kb.publishing.output.page_list import Page, pages
from kb.publishing.parts.language_site import LanguageSite, language_site
from kb.publishing.parts.navigation import moved, site_navigation
from kb.storage.store import Store
from support.brackets import Bracketed, unbracketed
from support.homes import REPOSITORY
from support.site_reading import VOID

#: A language in which we have no text and no word: whatever is not in brackets is somebody else's.
NOBODYS = "eo"

#: Attributes that are read out or shown.
SHOWN = frozenset({"title", "aria-label", "alt", "placeholder", "label", "content"})

#: Data attributes that name things to scripts; any other is words that they say.
NAMES_THINGS = frozenset(
    {
        "data-also",
        "data-area",
        "data-auto",
        "data-body",
        "data-copy",
        "data-english",  # the language of what the service says
        "data-lang",
        "data-label",  # 27B's B
        "data-more",  # the lexicon's
        "data-of",
        "data-page",
        "data-resumes",
        "data-scope",
        "data-sortable",
        "data-tag",
        "data-text",
        "data-times",  # how searches say when, in every language
        "data-to",
        "data-value",
        "data-way",
    }
)

#: What is no value in JSON, or no words.
KEYS = re.compile(r'"[^"]*":|true|false|null')

#: Names and what is no word of any language: ours, a game's, small Roman numbers.
EVERYWHERE = {"Kodeks", "Ulti", "ii", "iii", "iv", "vi", "vii", "viii"}


def unsaid(words: str) -> set[str]:
    """The words that stand in no brackets, without single letters."""
    return {word for word in unbracketed(words) if len(word) > 1}


@dataclass(frozen=True)
class Open:
    """An element: its language if it is another's, and whether it is no words at all."""

    foreign: bool
    hidden: bool


class Reader(HTMLParser):
    """What a page says in its own language: its words, the words in attributes.

    A message may have words of another language inside: its words are taken as a whole.
    """

    def __init__(self) -> None:
        super().__init__()
        self.named: list[str] = []
        self.words = ""
        self._stack = [Open(False, False)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        above = self._stack[-1]
        foreign = found["lang"] != NOBODYS if "lang" in found else above.foreign
        hidden = tag in ("script", "style", "code", "pre") or found.get("translate") == "no"
        if not foreign and tag != "meta":
            self.named += [without_keys(value) for name, value in found.items() if is_said(name)]
        if tag not in VOID:
            self._stack.append(Open(foreign, hidden or above.hidden))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._stack.pop()

    def handle_data(self, data: str) -> None:
        if not (self._stack[-1].foreign or self._stack[-1].hidden):
            self.words += f" {data}"


def without_keys(value: str) -> str:
    """What an attribute says; of JSON the values."""
    return KEYS.sub(" ", value) if value.startswith("{") else value


def is_said(attribute: str) -> bool:
    return attribute in SHOWN or (attribute.startswith("data-") and attribute not in NAMES_THINGS)


def said(html: str) -> set[str]:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return {word for words in (reader.words, *reader.named) for word in unsaid(words)}


@pytest.fixture(scope="module")
def bracketed(corpus: Corpus, store: Store) -> LanguageSite:
    ordinary = language_site(corpus, store, NOBODYS)
    marked = {code: Catalogue(code, code, Bracketed()) for code in ordinary.catalogues}
    return replace(ordinary, catalogue=marked[NOBODYS], catalogues=marked)


@pytest.fixture(scope="module")
def babels(bracketed: LanguageSite) -> set[str]:
    """What Babel says: languages, months, the word between the last two of a list."""
    words = [language_name(code, NOBODYS) for code in bracketed.catalogues]
    words += [language_name(code, NOBODYS) for code in bracketed.glossary.languages]
    words += [language_name(NOBODYS), bracketed.catalogue.list(["1", "2"])]
    words += [bracketed.catalogue.long_date(date(2025, month, 1)) for month in range(1, 13)]
    return {word for one in words for word in unsaid(one)}


@pytest.mark.slow
def test_all_that_a_page_says_in_its_own_language_is_a_message(
    bracketed: LanguageSite, babels: set[str]
) -> None:
    """So no English leaks, and every passage in another language says which it is."""
    checked = 0
    for page in pages(bracketed):
        own = said(page.html) | (titled(page) if is_ours(page) else set())
        found = own - babels - EVERYWHERE - terms(page)
        assert not found, (page.path, found)
        checked += 1
    assert checked > 800


def terms(page: Page) -> set[str]:
    """What the links to definitions are called after, inside a message: the words of the text."""
    links = re.findall(r'aria-label="⟦Link to ([^⟧]*)⟧"', page.html)
    return {word for one in links for word in unsaid(one)}


def is_ours(page: Page) -> bool:
    """Whether the title is; those of rulings and of words without a translation are not."""
    return not re.match("(?:rulings|concepts)/(?!index|subject)", page.path)


def titled(page: Page) -> set[str]:
    return unsaid(page.title) | unsaid(page.description)


def test_menus_and_lasting_addresses_say_nothing_else(
    bracketed: LanguageSite, babels: set[str]
) -> None:
    for entry in site_navigation(bracketed):
        for title, below in entry.items():
            inside = [] if isinstance(below, str) else [name for one in below for name in one]
            assert not any(unsaid(one) for one in (title, *inside))
    for path, html in moved(bracketed):
        assert said(html) <= babels | EVERYWHERE, path


def test_all_that_the_linker_says_is_a_message() -> None:
    for key, words in messages(Bracketed().gettext).items():
        assert not unsaid(words), key


def words_of(codes: list[str]) -> Iterator[tuple[str, str, str]]:
    for code in codes:
        for other in codes:
            yield code, other, language_name(code, other)


def test_languages_are_named_in_every_language() -> None:
    codes = catalogues(REPOSITORY)
    for code, other, name in words_of(codes):
        assert name not in codes, f"{code} has no name in {other}"
    assert language_name("pl", "hr") == "poljski"
    assert language_name("hu", "fr") == "hongrois"


def test_dates_are_written_as_their_readers_write_them() -> None:
    day = date(2026, 11, 21)
    written = {code: Catalogue(code, code, NullTranslations()).long_date(day) for code in SPOKEN}
    assert written == SPOKEN


SPOKEN = {
    "hu": "2026. november 21.",
    "pl": "21 listopada 2026",
    "hr": "21. studenoga 2026.",
    "it": "21 novembre 2026",
    "fr": "21 novembre 2026",
    "de": "21. November 2026",
    "en": "November 21, 2026",
}
