"""Words that no text has: which slips are mended, what is kin to them, what they are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from kb.languages.stemming import fold
from kb.search.asking.compounds import split
from kb.search.asking.snippets import Snippet, WordPlaces, places, snippet
from kb.search.asking.typos import kin, mended
from kb.search.database import Database


@dataclass(frozen=True)
class Form:
    """A word that is known in a language."""

    language: str


@dataclass
class Words:
    """The words of a few languages, as a database has them."""

    known: dict[str, list[str]]
    asked: list[str] = field(default_factory=list)

    def vocabulary(self, language: str) -> tuple[list[str], list[str]]:
        forms = self.known.get(language, [])
        return forms, [*map(fold, forms)]

    def form(self, word: str) -> list[Form]:
        return [Form(code) for code, forms in self.known.items() if word in forms]


def database(**known: str) -> Database:
    words: Any = Words({code: forms.split() for code, forms in known.items()})
    return cast(Database, words)


def first(database: Database, word: str, *languages: str) -> str | None:
    found = mended(database, word, languages)
    return found[0].form if found else None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        # One letter missing, too many, wrong, swapped with the next.
        ("dumy", "dummy"),
        ("dummmy", "dummy"),
        ("dunmy", "dummy"),
        ("dmumy", "dummy"),
        # Two slips in a word of nine letters, one in a shorter one, none in one of three.
        ("insuficiant", "insufficient"),
        ("dumny", "dummy"),
        ("dunny", None),
        ("bod", None),
        ("bidd", "bid"),
        ("declaror", "declarer"),
        ("declrror", None),
        ("declaroor", "declarer"),
    ],
)
def test_slips_are_mended_by_the_length_of_a_word(typed: str, meant: str | None) -> None:
    known = database(en="dummy insufficient bid declarer")
    assert first(known, typed, "en") == meant


def test_the_first_letter_is_seldom_wrong() -> None:
    assert first(database(en="lead dead"), "leed", "en") == "lead"
    assert first(database(en="bead leads"), "lead", "en") == "leads"


def test_of_words_as_near_that_of_the_likelier_language_is_meant() -> None:
    known = database(en="cards", de="karte", fr="carte")
    assert first(known, "carts", "fr", "en") == "carte"
    assert first(known, "carts", "en", "fr") == "cards"


def test_accents_are_no_slips() -> None:
    found = mended(database(hu="színvétés"), "szinvetes", ["hu"])
    assert (found[0].form, found[0].likeness) == ("színvétés", 1.0)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("psychisch", "psychique"),
        ("psycholog", "psychique"),
        # It must have most of the word in common, and five letters at least.
        ("psychologischerweise", None),
        ("psyc", None),
    ],
)
def test_kin_begins_as_a_word_does_for_most_of_it(typed: str, meant: str | None) -> None:
    found = kin(database(fr="psychique carte"), typed, ["en", "fr"])
    assert (found[0].form if found else None) == meant


@pytest.mark.parametrize(
    ("known", "word", "parts"),
    [
        ("straf karte", "strafkarte", ["straf", "karte"]),
        ("straf karte strafkarte haupt", "hauptstrafkarte", ["haupt", "strafkarte"]),
        ("straf karte strafkarte regel", "strafkartenregel", ["strafkarte", "regel"]),
        ("straf karte strafkarte regel", "strafregelkarte", ["straf", "regel", "karte"]),
        ("straf karte", "strafxkarte", []),
        ("straf", "karte", []),
    ],
)
def test_a_compound_is_as_few_words_as_it_can_be(known: str, word: str, parts: list[str]) -> None:
    assert split(database(de=known), word, "de") == parts


# --- the part of a text that is shown ------------------------------------------------------------

LONG = "The director explains what may happen. " * 8 + "An insufficient bid is corrected so. "
LONG += "Then the auction goes on as if nothing had been. " * 8


def found(text: str, *words: str) -> WordPlaces:
    spans = []
    for number, word in enumerate(words):
        at = text.find(word)
        while at >= 0:
            spans.append((at, at + len(word), number))
            at = text.find(word, at + 1)
    return WordPlaces(tuple(sorted(spans)))


def marked(shown: Snippet) -> list[str]:
    return [shown.text[start:end] for start, end in shown.highlights]


def test_what_is_shown_is_where_the_words_stand_together_with_some_words_before() -> None:
    shown = snippet(LONG, found(LONG, "insufficient", "bid", "the"), [1.0, 1.0, 0.1])
    assert {"insufficient", "bid"} <= {*marked(shown)}
    assert len(shown.text) <= 160 + len("…  …")
    before = shown.text[: shown.text.index("insufficient")]
    assert before.startswith("… ")
    assert 20 < len(before) <= 45
    assert shown.text.endswith(" …")
    assert shown.text[2:-2] in LONG


def test_a_short_text_is_shown_whole() -> None:
    text = "An insufficient bid is corrected."
    shown = snippet(text, found(text, "bid"), [1.0])
    assert (shown.text, marked(shown)) == (text, ["bid"])


def test_a_word_inside_a_term_is_marked_once_and_the_whole_term() -> None:
    text = "A penalty card stays."
    spans = WordPlaces(((2, 14, 0), (2, 9, 1), (10, 14, 2)))
    assert marked(snippet(text, spans, [1.0, 1.0, 1.0])) == ["penalty card"]
    inside = WordPlaces(((2, 14, 0), (4, 9, 1)))
    assert marked(snippet(text, inside, [1.0, 1.0])) == ["penalty card"]


def test_words_far_from_one_another_do_not_stand_together() -> None:
    text = "bid " + "x " * 80 + "card"
    apart = found(text, "bid", "card")
    assert apart.densest([1.0, 1.0]) == (1.0, 0)
    near = found("bid x card", "bid", "card")
    assert near.densest([1.0, 1.0]) == (2.0, 0)
    assert near.densest([1.0, 1.0], 9) == (1.0, 0)
    assert near.densest([1.0, 1.0], 10) == (2.0, 0)


def test_a_word_that_stands_often_counts_once() -> None:
    assert found("bid bid bid", "bid").densest([0.5]) == (0.5, 0)


def test_what_stands_in_the_heading_is_not_in_the_words() -> None:
    """The words begin at an offset; what begins there is theirs."""
    heading, body = WordPlaces(((0, 3, 0), (4, 8, 1), (9, 12, 0))).cut(4)
    assert heading.spans == ((0, 3, 0),)
    assert body.spans == ((0, 4, 1), (5, 8, 0))
    assert body.words == {0, 1}


def test_words_are_found_by_the_whole_term() -> None:
    of_terms = {"en:bid": (0, 3, 9, 12), "en:bidding": (20, 27)}
    bids = ((0, 3, 0), (9, 12, 0), (20, 27, 1))
    assert places(of_terms, {"en:bid": [0], "en:bidding": [1]}).spans == bids
    assert places(of_terms, {"en:bid": [0, 2]}).words == {0, 2}
    assert places(of_terms, {"en:bi": [0]}).spans == ()
