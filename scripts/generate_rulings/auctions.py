"""Auctions and what they come to: their notation, declarer, contract and score."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

#: In ascending order; a bid is its level and the sign of its denomination.
DENOMINATIONS = "CDHSN"
PASS, DOUBLE = "P", "X"

_CALL = re.compile(r"(?P<first>P|XX?|[1-7][CDHSN])(?:!(?P<second>[1-7][CDHSN]))?(?P<mark>[~*^]?)")
_MINORS = "CD"
_GAME, _SLAM, _GRAND = 100, 6, 7


class BadAuctionError(ValueError):
    """A line of the data that is no auction."""


@dataclass(frozen=True)
class Contract:
    """What was bid last, how often it was doubled (1, 2 or 4), and who plays it.

    Seats are numbered from 0 on in the order in which they call.
    """

    level: int
    denomination: str
    doubled: int
    declarer: int

    @property
    def tricks(self) -> int:
        """How many tricks make it."""
        return self.level + 6

    def score(self, tricks: int, vulnerable: bool) -> int:
        """What declarer's side scores for so many tricks, in duplicate."""
        over = tricks - self.tricks
        if over < 0:
            return -self._down(-over, vulnerable)
        per = 20 if self.denomination in _MINORS else 30
        below = (per * self.level + (10 if self.denomination == "N" else 0)) * self.doubled
        score = below + (50 if self.doubled > 1 else 0) * self.doubled // 2
        score += (500 if vulnerable else 300) if below >= _GAME else 50
        if self.level == _SLAM:
            score += 750 if vulnerable else 500
        if self.level == _GRAND:
            score += 1500 if vulnerable else 1000
        worth = per if self.doubled == 1 else (100 if vulnerable else 50) * self.doubled
        return score + over * worth

    def _down(self, down: int, vulnerable: bool) -> int:
        if self.doubled == 1:
            return down * (100 if vulnerable else 50)
        if vulnerable:
            points = 200 + 300 * (down - 1)
        else:
            points = 100 + 200 * min(down - 1, 2) + 300 * max(0, down - 3)
        return points * self.doubled // 2


@dataclass(frozen=True, eq=False)
class Auction:
    """Calls from the opening bid on, by players 0 to 3 in their order, and what is told of them.

    `bad` is the index of the insufficient bid, whose replacement is in `calls`; `slow`, `act` and
    `explained` are indexes of calls too, None where the auction has none.
    """

    calls: tuple[str, ...]
    insufficient: str | None
    bad: int | None
    slow: int | None
    act: int | None
    explained: int | None

    @cached_property
    def contract(self) -> Contract:
        """The contract; the declarer is counted from the player who opened."""
        return self._contract(None)

    @cached_property
    def contract_before(self) -> Contract:
        """The contract that it would be if all had passed instead of `act`."""
        return self._contract(self.act)

    def _contract(self, until: int | None) -> Contract:
        calls = self.calls[:until]
        last = max(index for index, call in enumerate(calls) if call[0].isdigit())
        level, denomination = int(calls[last][0]), calls[last][1]
        side = last % 2
        first = next(
            index
            for index, call in enumerate(calls)
            if index % 2 == side and call[0].isdigit() and call[1] == denomination
        )
        doubles = [call for call in calls[last + 1 :] if call != PASS]
        doubled = 1 if not doubles else 2 if doubles[-1] == DOUBLE else 4
        return Contract(level, denomination, doubled, first % 4)

    def before(self, index: int) -> str:
        """The last bid before a call."""
        return next(call for call in reversed(self.calls[:index]) if call[0].isdigit())


def rank(bid: str) -> int:
    """The place of a bid among all, from the lowest on."""
    return int(bid[0]) * len(DENOMINATIONS) + DENOMINATIONS.index(bid[1])


def read_auction(line: str) -> Auction:
    """Reads a line of the data. Raises `BadAuctionError` for what is no call."""
    calls: list[str] = []
    marks: dict[str, int] = {}
    insufficient = None
    for word in line.split():
        match = _CALL.fullmatch(word)
        if match is None:
            raise BadAuctionError(f"{word!r} in {line!r}")
        if match["second"]:
            insufficient = match["first"]
            marks["!"] = len(calls)
        if match["mark"]:
            marks[match["mark"]] = len(calls)
        calls.append(match["second"] or match["first"])
    places = (marks.get(mark) for mark in "!~*^")
    return Auction(tuple(calls), insufficient, *places)
