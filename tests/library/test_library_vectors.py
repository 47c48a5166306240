"""Vectors and sets of bits give what a loop over the rulings would give."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.library.engines.impacts import date_number, last_day
from kb.library.engines.packing import (
    HIGHEST,
    WIDEST,
    TermPostings,
    bits_in,
    bits_of,
    frequency,
    from_bytes,
    highest,
    positions_in,
    summed,
    to_bytes,
)

VALUES = st.integers(0, HIGHEST)


@given(st.dictionaries(st.integers(0, 299), st.integers(1, HIGHEST)), st.integers(300, 400))
def test_postings_are_unpacked_as_they_were(found: dict[int, int], size: int) -> None:
    postings = TermPostings()
    for position in sorted(found):
        postings.add(position, found[position])
    packed = postings.packed(size)
    assert len(packed) <= size + 1
    assert [*TermPostings.vector(packed, size)] == [found.get(at, 0) for at in range(size)]
    assert frequency(packed) == len(found)
    assert bits_in(TermPostings.vector(packed, size)) == sum(1 << at for at in found)


@given(st.lists(st.lists(VALUES, min_size=9, max_size=9), max_size=5))
def test_the_highest_value_of_each_ruling_is_taken(rows: list[list[int]]) -> None:
    expected = [max(column) for column in zip(*rows, strict=True)] if rows else [0] * 9
    assert [*highest([*map(bytes, rows)], 9)] == expected


@given(
    st.lists(st.tuples(st.lists(VALUES, min_size=7, max_size=7), st.floats(0.01, 9)), max_size=6)
)
def test_sums_are_those_of_the_values_by_their_worth(rows: list[tuple[list[int], float]]) -> None:
    most = sum(worth for _, worth in rows) or 1.0
    got = summed([(bytes(values), worth) for values, worth in rows], 7, most)
    for at in range(7):
        exact = sum(values[at] * worth for values, worth in rows) / most / HIGHEST * WIDEST
        assert exact - len(rows) - 1 <= got[at] <= exact + 1


@given(st.sets(st.integers(0, 500)))
def test_a_set_is_its_positions(positions: set[int]) -> None:
    bits = bits_of(sorted(positions))
    assert positions_in(bits) == sorted(positions)
    assert from_bytes(to_bytes(bits)) == bits
    assert bits.bit_count() == len(positions)


@pytest.mark.parametrize(
    ("date", "first", "last"),
    [
        (None, 0, 1231),
        ("2019", 20190000, 20191231),
        ("2019-03", 20190300, 20190331),
        ("2019-03-15", 20190315, 20190315),
    ],
)
def test_a_date_is_a_span_of_days(date: str | None, first: int, last: int) -> None:
    assert (date_number(date), last_day(date_number(date))) == (first, last)
