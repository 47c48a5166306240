"""Suggestions while somebody types: numbers, titles, procedures, concepts, situations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.search.asking.query import Searcher
from kb.search.asking.suggest import Suggestion, suggest
from kb.storage.store import Store


def offered(searcher: Searcher, typed: str, language: str, limit: int = 8) -> list[Suggestion]:
    texts = searcher.corpus.readable
    return suggest(searcher.corpus, searcher.database, typed, texts, language, limit)


def test_a_number_is_offered_with_what_it_contains(searcher: Searcher) -> None:
    found = offered(searcher, "27B", "pl")
    assert [one.name for one in found][:3] == ["przepis 27B", "przepis 27B1", "przepis 27B2"]
    assert {one.kind for one in found} == {"citation"}
    assert found[0].place == "bridge-2017:27.B"
    assert found[0].detail


@pytest.mark.parametrize(
    ("typed", "language", "place"),
    [
        ("revo", "en", "bridge-2017:61"),
        ("színv", "hu", "bridge-2017:61"),
        ("szinv", "hu", "bridge-2017:61"),
        ("fałsz", "pl", "bridge-2017:61"),
        ("penalty car", "en", "bridge-2017:50"),
        ("Strafk", "de", "bridge-2017:50"),
    ],
)
def test_names_that_begin_so_are_offered(
    searcher: Searcher, typed: str, language: str, place: str
) -> None:
    places = [one.place for one in offered(searcher, typed, language)]
    assert any(one == place or one.startswith(f"{place}.") for one in places)


def test_a_slip_is_forgiven(searcher: Searcher) -> None:
    assert "revoke" in [one.name for one in offered(searcher, "rvoke", "en")]


def test_titles_are_in_the_readers_language(searcher: Searcher) -> None:
    laws = [one.name for one in offered(searcher, "spettatori", "it") if one.kind == "law"]
    assert laws


@pytest.mark.parametrize(
    ("typed", "language", "kinds"),
    [
        ("insuff", "en", ["law", "procedure", "concept", "concept"]),
        ("penalty car", "en", ["law", "procedure", "concept", "situation"]),
        ("lead", "en", ["law", "law", "concept", "concept"]),
    ],
)
def test_of_names_that_begin_so_laws_go_first_then_procedures_concepts_situations(
    searcher: Searcher, typed: str, language: str, kinds: list[str]
) -> None:
    found = offered(searcher, typed, language)
    assert [one.kind for one in found][:4] == kinds
    assert all(one.name.lower().startswith(typed) for one in found[:4])


@pytest.mark.parametrize(("typed", "language"), [("handl", "en"), ("bonus for", "en")])
def test_a_concept_goes_before_a_shorter_situation(
    searcher: Searcher, typed: str, language: str
) -> None:
    first, second = [one for one in offered(searcher, typed, language) if one.kind != "law"][:2]
    assert (first.kind, second.kind) == ("concept", "situation")
    assert len(first.name) > len(second.name)


def test_of_one_kind_the_shorter_name_goes_first(searcher: Searcher) -> None:
    names = [one.name for one in offered(searcher, "revo", "en") if one.kind == "concept"]
    assert names[:3] == ["revoke", "revoker", "revoke penalty"]


def test_a_name_with_the_word_in_it_goes_after_those_that_begin_so(searcher: Searcher) -> None:
    names = [one.name for one in offered(searcher, "concession of", "en")]
    begun = [name.startswith("concession of") for name in names]
    assert begun == sorted(begun, reverse=True)
    assert set(begun) == {True, False}


def test_what_is_alike_must_be_long_enough_to_be_told_so(searcher: Searcher) -> None:
    """Three letters are alike to too much."""
    assert offered(searcher, "rvk", "en") == []
    assert "revoke" in [one.name for one in offered(searcher, "rvoke", "en")]


def test_what_may_have_happened_is_offered_and_leads_to_its_procedure(searcher: Searcher) -> None:
    found = [one for one in offered(searcher, "revoke", "en") if one.kind == "procedure"]
    assert {one.place for one in found} == {
        "bridge-2017:decide.revoke-established",
        "bridge-2017:decide.revoke-not-established",
    }
    assert all(one.name.startswith("Revoke") for one in found)
    names = [one.name for one in offered(searcher, "not high enough", "en")]
    assert "Somebody made a bid that was not high enough" in names
    assert "procedure" in {one.kind for one in offered(searcher, "insuficient bid", "en")}


def test_a_procedure_is_called_by_its_title_and_by_what_happened_if_that_is_short(
    searcher: Searcher, store: Store
) -> None:
    """Never one that nobody begins with."""
    for language in searcher.database.languages:
        procedures = store.procedures("bridge-2017")
        says = {one.id: one.words.get(language) for one in procedures.by_id.values()}
        expected = {
            (f"bridge-2017:decide.{id}", words[key])
            for id, words in says.items()
            if words and id not in procedures.header.modules
            for key in ("title", "entry")
            if key == "title" or len(words[key]) <= 60
        }
        names = searcher.database.names(language)
        assert {(one.place, one.name) for one in names if one.kind == "procedure"} == expected


def test_procedures_are_offered_only_for_their_code(searcher: Searcher) -> None:
    ulti = searcher.corpus.texts_of("ulti-2017")
    old = searcher.corpus.texts_of("bridge-1997")
    for texts in (ulti, old):
        found = suggest(searcher.corpus, searcher.database, "revoke", texts, "en", 50)
        assert "procedure" not in {one.kind for one in found}


def test_nonsense_is_offered_nothing(searcher: Searcher) -> None:
    for typed in ("qwertzuiop", "leg before wicket", "xylophone"):
        assert offered(searcher, typed, "en") == []


def test_only_the_texts_and_the_current_code_are_offered(searcher: Searcher) -> None:
    assert {one.place.split(":")[0] for one in offered(searcher, "27B1", "hr")} == {"bridge-2017"}
    for language, typed in (("hr", "renons"), ("hr", "kazn"), ("hu", "licit")):
        assert "bridge-1997" not in {
            one.place.split(":")[0] for one in offered(searcher, typed, language, 30)
        }
    ulti = searcher.corpus.texts_of("ulti-2017")
    found = suggest(searcher.corpus, searcher.database, "licit", ulti, "hu", 20)
    assert {one.place.split(":")[0] for one in found} == {"ulti-2017"}


def test_as_many_as_asked_for_and_none_twice(searcher: Searcher) -> None:
    for typed in ("a", "27", "card", "lic", "e"):
        found = offered(searcher, typed, "en", 5)
        assert len(found) <= 5
        assert len({*found}) == len(found)


@pytest.mark.parametrize("typed", ["", " \t", "\u0301"], ids=["nothing", "blanks", "an accent"])
def test_nothing_typed_gives_nothing(searcher: Searcher, typed: str) -> None:
    assert offered(searcher, typed, "en") == []


@pytest.mark.slow
@given(st.text(max_size=150))
def test_anything_may_be_typed(searcher: Searcher, typed: str) -> None:
    assert len(offered(searcher, typed, "hu")) <= 8
