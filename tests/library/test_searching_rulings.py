"""Finding rulings: across languages, by what they cite, by facts, with counts; similar ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.core.errors import NotFoundError
from kb.library.query_words import asked_time
from kb.library.querying import LONGEST, MOST_LAWS, BadRulingQueryError
from support.libraries import RULINGS, Shelf
from support.schemas import validator

ITALIAN, ENGLISH, POLISH = "EBL/2019/esitazione.md", "EBL/2015/penalty.html", "PZBS/renons.md"
CROATIAN, WAHANIE = "hr/karta.txt", "wahanie.txt"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("wahanie", {ITALIAN, WAHANIE}),
        ("hesitation", {ITALIAN, WAHANIE}),
        ("gondolkodás", {ITALIAN, WAHANIE}),
        ("színvétés", {POLISH}),
        ("revoke", {POLISH}),
        ("fałszywym renonsem", {POLISH}),
        ("falszywy renons", {POLISH}),
        ("büntetőlap", {ENGLISH, CROATIAN}),
        ("Strafkarte", {ENGLISH, CROATIAN}),
    ],
)
def test_a_question_in_one_language_finds_rulings_in_another(
    shelf: Shelf, query: str, first: set[str]
) -> None:
    assert set(shelf.files(query)[: len(first)]) == first


def test_a_result_tells_its_language_title_decision_and_the_passage(shelf: Shelf) -> None:
    answer = shelf.answer("wahanie", only={"language": ("it",)})
    (result,) = answer["results"]
    assert (result["language"], result["date"], result["body"]) == ("it", "2019-06-21", "EBL")
    assert (result["decision"], result["event"]) == ("adjusted", "Open Teams")
    passage = result["passage"]
    marked = [passage["text"][start:end] for start, end in passage["highlights"]]
    assert "esitato" in marked
    heading = result["heading"]
    assert [heading["text"][a:b] for a, b in heading["highlights"]] == ["Esitazione"]
    assert passage["line"] == 10
    assert {"id": "bridge-2017:16", "name": "Law 16"} in result["laws"]


@pytest.mark.parametrize(
    ("laws", "files"),
    [
        (("16B",), {ITALIAN, WAHANIE}),
        (("Law 16",), {ITALIAN, WAHANIE, CROATIAN}),
        (("przepis 16B",), {ITALIAN, WAHANIE}),
        (("16B", "73C"), {ITALIAN, WAHANIE}),
        (("16B", "12C1"), {ITALIAN}),
        (("16D",), {CROATIAN}),  # what 16B of 1997 is today
        (("bridge-1997:16B",), {CROATIAN}),
        (("16B1",), {ITALIAN, WAHANIE}),
        (("16B1", "64C"), set()),
        (("50",), {ENGLISH, CROATIAN}),
    ],
)
def test_all_laws_that_are_named_must_be_cited(
    shelf: Shelf, laws: tuple[str, ...], files: set[str]
) -> None:
    assert set(shelf.files(laws=laws)) == files


@pytest.mark.parametrize(
    ("query", "files", "laws", "since", "until"),
    [
        ("hesitation, 16B, since 2019", {ITALIAN}, ["16.B"], "2019", None),
        ("hesitation 16B", {ITALIAN, WAHANIE}, ["16.B"], None, None),
        ("16B and 73C", {ITALIAN, WAHANIE}, ["16.B", "73.C"], None, None),
        ("wahanie, przepis 16B", {ITALIAN, WAHANIE}, ["16.B"], None, None),
        ("2019-től", {ITALIAN, POLISH}, [], "2019", None),
        ("do 2015", {ENGLISH, CROATIAN}, [], None, "2015"),
        ("2005", {CROATIAN}, [], "2005", "2005"),
        ("seit 2015-02-04 bis 2019", {ITALIAN}, [], "2015-02-04", "2019"),
    ],
)
def test_laws_and_times_in_a_query_are_understood(
    shelf: Shelf,
    query: str,
    files: set[str],
    laws: list[str],
    since: str | None,
    until: str | None,
) -> None:
    answer = shelf.answer(query)
    understood = answer["understood"]
    assert [group[0]["id"].split(":")[1] for group in understood["laws"]] == laws
    assert (understood["since"], understood["until"]) == (since, until)
    assert {one["file"] for one in answer["results"]} == files


@pytest.mark.parametrize(
    ("asked", "files"),
    [
        ({"only": {"body": ("EBL",)}}, {ITALIAN, ENGLISH}),
        ({"only": {"body": ("EBL", "PZBS")}}, {ITALIAN, ENGLISH, POLISH}),
        ({"only": {"language": ("hr",), "year": ("2005",)}}, {CROATIAN}),
        ({"only": {"language": ("hr",), "year": ("2019",)}}, set()),
        ({"only": {"decision": ("stands",)}}, {ENGLISH, CROATIAN}),
        ({"only": {"year": ("",)}}, {WAHANIE}),
        ({"since": "2019-06-22"}, {POLISH}),
        ({"since": "2019-06", "until": "2019-06"}, {ITALIAN}),
        ({"until": "2005-03-14"}, set()),
    ],
)
def test_facts_narrow_a_search(shelf: Shelf, asked: dict[str, Any], files: set[str]) -> None:
    assert set(shelf.files(**asked)) == files


def test_without_words_all_are_there_and_the_newest_comes_first(shelf: Shelf) -> None:
    assert shelf.files() == [POLISH, ITALIAN, ENGLISH, CROATIAN, WAHANIE]
    assert shelf.files("wahanie", sort="date") == [ITALIAN, ENGLISH, WAHANIE]


def test_parts_of_the_results_are_the_whole(shelf: Shelf) -> None:
    parts = [shelf.files(limit=2, offset=offset) for offset in (0, 2, 4, 6)]
    assert [one for part in parts for one in part] == shelf.files()
    assert shelf.answer(limit=2)["total"] == 5


def test_facets_add_up(shelf: Shelf) -> None:
    for asked in ({}, {"only": {"body": ("EBL",)}}, {"laws": ("16",)}):
        answer = shelf.answer(**asked)
        for name in ("year", "body", "language", "decision"):
            assert sum(row["count"] for row in answer["facets"][name]) == answer["total"]
        for row in answer["facets"]["law"]:
            narrowed = shelf.answer(
                laws=(*asked.get("laws", ()), row["name"]), only=asked.get("only", {})
            )
            assert narrowed["total"] == row["count"]
    assert {"value": None, "count": 1} in shelf.answer()["facets"]["year"]


def test_words_that_no_law_has_are_found_and_mended(shelf: Shelf) -> None:
    assert shelf.files("Zagreba") == [CROATIAN]
    assert shelf.files("Kup Zagrebu") == [CROATIAN]
    answer = shelf.answer("Zaagreb")
    assert answer["understood"]["mended"] == {"Zaagreb": "zagreb"}
    assert [one["file"] for one in answer["results"]] == [CROATIAN]
    assert shelf.files("qwertzuiop") == []


def test_similar_rulings_cite_the_same_or_are_about_the_same(shelf: Shelf) -> None:
    opened = shelf.open()
    like = opened.similar(shelf.id(WAHANIE), 3)
    files = [hit.document.file for hit in like.hits]
    assert files[0] == ITALIAN
    assert WAHANIE not in files
    cards = opened.similar(shelf.id(ENGLISH), 1)
    assert [hit.document.file for hit in cards.hits] == [CROATIAN]
    with pytest.raises(NotFoundError, match="there is no ruling"):
        opened.similar("nothing", 3)


def test_the_answer_has_the_published_schema(shelf: Shelf) -> None:
    check = validator("rulings")
    for query in ("wahanie 16B since 2019", "Zaagreb", "99Z nothing"):
        check.validate(shelf.answer(query))


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"query": "x" * (LONGEST + 1)}, "has 2001 characters"),
        ({"laws": ("1",) * (MOST_LAWS + 1)}, "more than 20 laws"),
        ({"since": "yesterday"}, "'yesterday' is no date"),
        ({"until": "2019-13"}, "is no date"),
    ],
)
def test_what_cannot_be_asked_is_refused(shelf: Shelf, asked: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadRulingQueryError, match=problem):
        shelf.answer(**asked)


def test_a_law_that_is_not_there_has_its_neighbours_named(shelf: Shelf) -> None:
    with pytest.raises(NotFoundError, match="there is no 16Q") as caught:
        shelf.answer(laws=("16Q",))
    assert caught.value.suggestions
    with pytest.raises(NotFoundError, match="is no law"):
        shelf.answer(laws=("hesitation",))
    assert shelf.answer("Law 99 hesitation")["understood"]["missing"] == ["99"]
    assert shelf.answer("Law 99 hesitation")["total"] > 0
    alone = shelf.answer("Law 99")
    assert (alone["total"], alone["understood"]["missing"]) == (0, ["99"])


@pytest.mark.slow
@given(st.text(max_size=60))
def test_any_query_is_answered(shelf: Shelf, query: str) -> None:
    answer = shelf.answer(query)
    assert 0 <= len(answer["results"]) <= answer["total"] <= len(RULINGS)
    for name in ("year", "body", "language", "decision"):
        assert sum(row["count"] for row in answer["facets"][name]) == answer["total"]


@pytest.mark.slow
@given(
    st.lists(
        st.sampled_from(
            ["since", "2019", "16B", "Law", "do", "-ig", ",", "wahanie", "1999-02-03", "2019-99",
             "64C1", "§", "20190", "and", "óta", "1", "\x00", "’"]
        ),
        max_size=8,
    ).map(" ".join)
)  # fmt: skip
def test_any_row_of_words_laws_and_times_is_answered(shelf: Shelf, query: str) -> None:
    answer = shelf.answer(query)
    assert answer["total"] >= len(answer["results"])


@given(st.text(alphabet="0123456789- sinceótadogtől.", max_size=40))
def test_a_time_leaves_the_other_words(words: str) -> None:
    time = asked_time(words)
    assert len(time.rest) <= len(words)
    if time.since is None and time.until is None:
        assert time.rest == words or time.rest == " ".join(words.split()).strip(" ,;")
