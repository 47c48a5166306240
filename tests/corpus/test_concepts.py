"""The lexicon: its words, and the places where they stand."""

from __future__ import annotations

import pytest

from kb.core.concepts import Concept
from kb.corpus.corpus import Corpus
from kb.curation.concepts.lexicon import Lexicon, lexicon
from kb.languages.stemming import fold
from kb.records.glossary import Glossary, glossary, preferred
from kb.records.report import report
from kb.storage.store import Store
from support.texts import Read

LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")


@pytest.fixture(scope="module")
def known(corpus: Corpus, texts: dict[str, Read]) -> Lexicon:
    return lexicon(corpus, [read.reading for read in texts.values()])


@pytest.fixture(scope="module")
def words(store: Store) -> Glossary:
    return glossary(store)


def concept(words: Glossary, id: str) -> Concept:
    return next(one for one in words.concepts if one.id == id)


def test_every_entry_of_the_books_is_gathered(words: Glossary, store: Store) -> None:
    gathered = {full for one in words.concepts for full in one.gathers}
    for text in ("bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr"):
        entries = [
            record.id
            for record in store.records(text)
            if record.kind in ("definition", "glossary")
            or (record.kind == "index" and record.parent is None)
        ]
        assert entries
        assert not [id for id in entries if f"{text}:{id}" not in gathered]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bridge_concepts_have_a_word_in_every_language(words: Glossary, language: str) -> None:
    bridge = [one for one in words.concepts if one.area != "ulti"]
    having = [one for one in bridge if preferred(one, language)]
    assert len(having) >= 0.95 * len(bridge)


def test_concepts_of_ulti_have_hungarian_words_and_a_gloss_elsewhere(words: Glossary) -> None:
    ulti = [one for one in words.concepts if one.area == "ulti"]
    assert ulti
    for one in ulti:
        assert preferred(one, "hu")
        assert set(one.gloss) == {*LANGUAGES} - {"hu"}, one.id


@pytest.mark.parametrize(
    ("id", "language", "word", "place"),
    [
        ("revoke", "hu", "színvétés", "bridge-2017/hu:glossary.43"),
        ("revoke", "pl", "fałszywy renons", "bridge-2017/pl:61.A"),
        ("revoke", "en", "renege", None),
        ("comparable-call", "hr", "usporediv govor", None),
        ("penalty-card", "hr", "kaznena karta", "bridge-1997/hr:50"),
        ("unauthorized-information", "en", "UI", None),
        ("lho", "hu", "BOE", "bridge-2017/hu:def.lho"),
        ("void", "hr", "šiken", None),
        ("director", "de", "Turnierleiter", "irregularities/de:1.1.2"),
    ],
)
def test_a_word_says_where_it_stands_or_that_it_is_usage(
    words: Glossary, id: str, language: str, word: str, place: str | None
) -> None:
    found = {one.text: one.place for one in concept(words, id).words[language]}
    assert found[word] == place


def test_places_of_1997_come_through_the_correspondence(words: Glossary) -> None:
    one = concept(words, "insufficient-bid")
    assert "bridge-2017:27" in one.governed_by
    assert "bridge-1997:27" in one.earlier
    assert all(str(full).startswith("bridge-1997:") for full in one.earlier)


def test_words_of_a_language_are_told_apart_by_more_than_accent_or_case(known: Lexicon) -> None:
    for one in known.concepts:
        for own in one.words.values():
            folded = [fold(word.text) for word in own]
            assert len(folded) == len(set(folded)), one.id


def test_the_report_says_how_far_the_words_go(corpus: Corpus, store: Store) -> None:
    found = [one for one in report(store, corpus.readable) if one.kind == "words"]
    assert {one.id for one in found} == {area.id for area in glossary(store).areas}
    scoring = next(one.what for one in found if one.id == "scoring" and one.what[:2] == "hu")
    own = [one for one in glossary(store).concepts if one.area == "scoring"]
    words = [word for one in own for word in one.words["hu"]]
    usage = sum(word.place is None for word in words)
    assert 0 < usage < len(words)
    assert scoring == (
        f"hu: {len(own)} of {len(own)} concepts; {len(words)} words, "
        f"{len(words) - usage} attested, {usage} usage"
    )
