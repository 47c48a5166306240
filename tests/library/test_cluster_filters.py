"""Terms become numbers and filters; what a filter lets through is what was meant."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.library.engines.cluster_filters import (
    MOST_PARTS,
    all_of,
    any_of,
    candidates,
    core,
    enough,
    grades,
    having,
    limits_of,
    tiers,
)
from kb.library.engines.cluster_records import (
    TOP,
    facet_value,
    facet_word,
    impacts_in,
    level_of,
    short_number,
    term_number,
)
from kb.library.engines.packing import HIGHEST
from kb.library.seam import RulingQuery, WantedWord

TERMS = st.text(min_size=1, max_size=20)
WORTHS = st.lists(st.floats(0.1, 9), min_size=1, max_size=6)
_CONDITION = re.compile(r"marks:\[([0-9.,]+)\]")


def lets_through(words: str, marks: set[int]) -> bool:
    """Whether a filter lets a ruling through that has some numbers."""

    def has(match: re.Match[str]) -> str:
        ranges = (part.split("..") for part in match[1].split(","))
        return str(any(int(low) <= one <= int(high) for low, high in ranges for one in marks))

    plain = _CONDITION.sub(has, words).replace("&&", "and").replace("||", "or")
    return bool(eval(plain, {"__builtins__": {}}))


@given(TERMS, TERMS, st.integers(1, TOP), st.integers(0, TOP))
def test_a_range_asks_for_one_term_at_least_so_much(
    term: str, other: str, level: int, least: int
) -> None:
    assert term_number(term) + TOP < 2**53
    assert lets_through(having([term], least), {term_number(term) | level}) == (level >= least)
    if term != other:
        assert not lets_through(having([term]), {term_number(other) | level})
    assert short_number(term) < 2**32
    assert short_number(term) & HIGHEST == 0


@given(st.integers(1, HIGHEST), st.integers(1, HIGHEST))
def test_levels_rise_with_the_impact(one: int, other: int) -> None:
    assert 1 <= level_of(one) <= TOP
    assert (one <= other) <= (level_of(one) <= level_of(other))


@given(st.text(max_size=80))
def test_facets_lose_no_sign(value: str) -> None:
    word = facet_word(value)
    assert re.fullmatch("[a-z2-7]*", word)
    assert facet_value(word) == value


def words_of(worths: list[float]) -> list[tuple[WantedWord, float]]:
    words = [WantedWord(f"{at}", {f"w:{at}": 1.0}) for at in range(len(worths))]
    return core(words, worths)


# With more words the filter may be too long, and fewer of them decide.
@given(st.lists(st.floats(0.1, 9), min_size=1, max_size=4), st.sets(st.integers(0, 3)))
def test_enough_of_the_words_is_enough_of_their_worth(worths: list[float], has: set[int]) -> None:
    rows = words_of(worths)
    best = sum(worths)
    found = enough(rows, best, ())
    marks = {term_number(f"w:{at}") | 5 for at in has}
    worth = sum(value for at, value in enumerate(worths) if at in has)
    assert abs(worth - 0.6 * best) < 1e-6 or lets_through(found, marks) == (worth >= 0.6 * best)


@given(WORTHS, st.integers(0, 20))
def test_no_filter_has_more_parts_than_the_engine_takes(worths: list[float], laws: int) -> None:
    rows = words_of(worths)
    limits = limits_of(
        RulingQuery(laws=tuple((f"@{one}",) for one in range(laws)), since="2019", until="2020-03")
    )
    ordered = tiers(rows)
    whole = all_of([*limits, enough(rows, ordered[0].worth, limits)])
    for one in (whole, *candidates(ordered[0], ordered[:5], limits), *grades(rows)):
        assert one
        assert sum(map(one.count, ("(", ")", "&&", "||", ":"))) <= MOST_PARTS


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ("2019", None, "date:[1..99991231] && last:[20190000..99991231]"),
        (None, "2019-02", "date:[1..20190231] && last:[1..99991231]"),
    ],
)
def test_days_are_limits_of_the_first_and_the_last_day(
    since: str | None, until: str | None, expected: str
) -> None:
    assert all_of(limits_of(RulingQuery(since=since, until=until))) == expected


def test_brackets_stand_only_where_they_must() -> None:
    assert all_of(["a:1", "", "b:1 || c:1"]) == "a:1 && (b:1 || c:1)"
    assert any_of(["a:1"]) == "a:1"
    assert any_of(["a:1", "b:1 && c:1"]) == "(a:1) || (b:1 && c:1)"


def test_impacts_that_cannot_be_read_are_an_error() -> None:
    for packed in ("%%%", "AAA="):
        with pytest.raises(ValueError, match=r"\w"):
            impacts_in(packed, {0: "x"})
