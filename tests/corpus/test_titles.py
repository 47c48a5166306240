"""What the laws are called: in seven languages, by whom, and bad files of titles."""

from __future__ import annotations

import unicodedata

import pytest

from kb.core.titles import LawTitle
from kb.corpus import manifest
from kb.storage.store import Store
from support.homes import REPOSITORY

LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")


def test_every_law_has_a_title_in_seven_languages(store: Store) -> None:
    titles = store.titles("bridge-2017")
    assert list(titles) == [str(number) for number in range(1, 94)]
    for law, found in titles.items():
        assert set(found) == set(LANGUAGES), law
        for title in found.values():
            words = title.words
            assert words == unicodedata.normalize("NFC", words.strip())


def test_titles_of_texts_are_those_of_the_texts(store: Store) -> None:
    for language in ("hu", "pl"):
        text = f"bridge-2017/{language}"
        headings = {r.id: r.heading for r in store.records(text) if r.kind == "law"}
        for law, found in store.titles("bridge-2017").items():
            assert found[language] == LawTitle(headings[law] or "", text)


def test_the_croatian_title_of_1997_serves_only_where_the_law_is_the_same(store: Store) -> None:
    laws = {r.id: r for r in store.records("bridge-1997/hr") if r.kind == "law"}
    same = {id for id, r in laws.items() if r.counterparts[0].relation == "same"}
    for law, found in store.titles("bridge-2017").items():
        title = found["hr"]
        if law in same:
            assert title == LawTitle(laws[law].heading or "", "bridge-1997/hr")
        else:
            assert title.origin is None
            assert title.words.casefold() != (laws[law].heading or "").casefold()
    assert {"23", "75", "88", "89"}.isdisjoint(same)  # they are about something else today
    assert "27" in same


@pytest.mark.parametrize("language", ["en", "it", "fr", "de"])
def test_other_titles_are_ours_short_and_never_twice(language: str, store: Store) -> None:
    titles = [found[language] for found in store.titles("bridge-2017").values()]
    assert all(title.origin is None for title in titles)
    assert all(len(title.words) <= 60 for title in titles)
    assert len({title.words.casefold() for title in titles}) == 93


def test_edition_records_have_the_titles_of_laws(store: Store) -> None:
    from kb.records.alignment import edition_records

    corpus = manifest.load(REPOSITORY)
    texts = [text for text in corpus.texts if text.edition == "bridge-2017"]
    records = [*edition_records(store, texts)]
    for record in records:
        assert (record.titles is not None) == (record.kind == "law")
    law = next(record for record in records if record.id == "23")
    assert law.titles
    assert law.titles["en"] == store.titles("bridge-2017")["23"]["en"]
