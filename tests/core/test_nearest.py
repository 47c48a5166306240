"""What is offered in the place of what does not exist: the nearest number, the nearest name."""

from __future__ import annotations

import pytest

from kb.core.ids import ProvisionId
from kb.core.nearest import nearest, nearest_hint, nearest_provisions

#: Some laws of a code, in the order of the book.
CODE = [
    *("12", "12.A", "12.B", "12.C", "12.C.1", "12.C.1.a", "12.C.1.b", "12.C.1.e"),
    *("12.C.1.e.i", "12.C.2", "27", "27.A", "27.B", "27.B.1", "91", "92", "92.A", "93"),
]


@pytest.mark.parametrize(
    ("missing", "found"),
    [
        # A law that is too high: the last ones, the last first.
        ("94", ["93", "92", "91"]),
        # One between two: the nearer one first, above or below.
        ("25", ["27", "12", "91"]),
        ("14", ["12", "27", "91"]),
        # A part: its neighbour by number or letter, then what contains it, then the others.
        ("12.C.1.d", ["12.C.1.e", "12.C.1", "12.C.1.b"]),
        ("12.C.1.c", ["12.C.1.b", "12.C.1", "12.C.1.a"]),
        ("12.C.3", ["12.C.2", "12.C", "12.C.1"]),
        ("27.D", ["27", "27.B", "27.A"]),
        ("27.B.4", ["27.B", "27.B.1", "27.A"]),
        # Of a law that has no parts the law itself.
        ("93.A", ["93", "92", "92.A"]),
    ],
)
def test_the_nearest_provisions_to_a_number_that_no_law_has(missing: str, found: list[str]) -> None:
    known = [ProvisionId.parse(one) for one in CODE]
    assert [*map(str, nearest_provisions(known, ProvisionId.parse(missing)))] == found


def test_no_part_is_near_to_a_law() -> None:
    known = [*map(ProvisionId.parse, ["27.A", "27.B.1", "93"])]
    assert nearest_provisions(known, ProvisionId.parse("28")) == [ProvisionId.parse("93")]


def test_the_name_that_is_written_most_alike_is_the_first() -> None:
    texts = ["bridge-1997/hr", "bridge-2017/hu", "bridge-2017/pl", "ulti-2017/hu"]
    assert nearest("bridge-2017/plx", texts)[0] == "bridge-2017/pl"
    assert nearest("ulti-2016/hu", texts)[0] == "ulti-2017/hu"
    assert nearest("bridge-2017/hu", texts)[0] == "bridge-2017/hu"


def test_three_names_are_offered_and_none_that_is_nothing_alike() -> None:
    assert len(nearest("revok", ["revoke", "revokes", "revoked", "revoking"])) == 3
    assert nearest("revok", ["dummy", "revoke", "claim"]) == ["revoke"]
    assert nearest_hint("revok", ["dummy", "revoke", "claim"]) == "The nearest: revoke."
    assert nearest_hint("revok", ["dummy", "claim"]) is None
