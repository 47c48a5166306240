"""Postings of many rulings in one piece of bytes, and sets of rulings as bits of a whole number."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping

#: The most rulings of a segment: their positions are numbers of 16 bits.
MOST = 1 << 14

_POSITION, _NUMBER = "H", "I"
_TWO = 2


class Postings:
    """The rulings that have a term, while a segment is written: positions and impacts.

    An impact is from 1 to 255: how much a ruling is about the term.
    """

    __slots__ = ("impacts", "positions")

    def __init__(self) -> None:
        self.positions = array(_POSITION)
        self.impacts = bytearray()

    def add(self, position: int, impact: int) -> None:
        """Add a ruling; positions must rise."""
        self.positions.append(position)
        self.impacts.append(impact)

    def packed(self) -> bytes:
        """All positions, then all impacts; numbers are little-endian."""
        return _little(self.positions).tobytes() + bytes(self.impacts)


def unpacked(value: bytes, base: int) -> tuple[array[int], bytes]:
    """The numbers of the rulings of packed postings, which are `base` and the position; impacts."""
    count = len(value) // (_TWO + 1)
    positions = array(_POSITION)
    positions.frombytes(value[: _TWO * count])
    return array(_NUMBER, map(base.__add__, _little(positions))), value[_TWO * count :]


def count_of(value: bytes) -> int:
    """How many rulings packed postings have."""
    return len(value) // (_TWO + 1)


def _little(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


def bits_of(positions: Iterable[int]) -> int:
    """The set of some positions below `MOST`."""
    found = bytearray(MOST >> 3)
    for position in positions:
        found[position >> 3] |= 1 << (position & 7)
    return int.from_bytes(found, "little")


def positions_in(bits: int) -> Iterator[int]:
    """The positions of a set, in order."""
    for at, sign in enumerate(reversed(f"{bits:b}")):
        if sign == "1":
            yield at


def to_bytes(bits: int) -> bytes:
    """A set as bytes, as many as it takes."""
    return bits.to_bytes((bits.bit_length() + 7) // 8, "little")


def from_bytes(value: bytes) -> int:
    """The set that `to_bytes` wrote."""
    return int.from_bytes(value, "little")


def packed_all(postings: Mapping[str, Postings]) -> dict[str, bytes]:
    """The packed postings of every term."""
    return {term: one.packed() for term, one in postings.items()}
