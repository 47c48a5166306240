"""The rulings that have a term, in one piece of bytes; sets of rulings as bits of a whole number.

Everything here goes over thousands of rulings at once, in functions of the interpreter that are
written in C. A vector has a byte for each ruling of a segment; many bytes are added or compared at
once as one whole number.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cache

#: The most rulings of a segment: their positions are numbers of 16 bits.
MOST = 1 << 14
#: The highest value of a vector: its uppermost bit is needed to compare.
HIGHEST = 127
#: The highest sum of vectors.
WIDEST = 65_535

_POSITION = "H"
_SPARSE, _DENSE = b"s", b"d"
_PER_RULING = 3


class TermPostings:
    """The rulings that have a term, while a segment is written: positions and impacts.

    An impact is from 1 to `HIGHEST`: how much a ruling is about the term.
    """

    __slots__ = ("impacts", "positions")

    def __init__(self) -> None:
        self.positions = array(_POSITION)
        self.impacts = bytearray()

    def add(self, position: int, impact: int) -> None:
        """Add a ruling; positions must rise."""
        self.positions.append(position)
        self.impacts.append(impact)

    def packed(self, size: int) -> bytes:
        """The vector of a segment of so many rulings, or positions and impacts if that is less."""
        if _PER_RULING * len(self.impacts) >= size:
            return _DENSE + bytes(self._vector(size))
        return _SPARSE + _little(self.positions).tobytes() + bytes(self.impacts)

    def _vector(self, size: int) -> bytearray:
        vector = bytearray(size)
        for position, impact in zip(self.positions, self.impacts, strict=True):
            vector[position] = impact
        return vector

    @classmethod
    def vector(cls, packed: bytes, size: int) -> bytes:
        """The vector that was packed: for each ruling its impact, 0 where it lacks the term."""
        if packed[:1] == _DENSE:
            return packed[1:]
        one = cls()
        count = len(packed) // _PER_RULING
        one.positions.frombytes(packed[1 : 1 + 2 * count])
        one.positions, one.impacts = _little(one.positions), bytearray(packed[1 + 2 * count :])
        return bytes(one._vector(size))


def _little(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers


def frequency(packed: bytes) -> int:
    """How many rulings packed postings have."""
    if packed[:1] == _DENSE:
        return len(packed) - 1 - packed.count(0, 1)
    return len(packed) // _PER_RULING


# --- sets ----------------------------------------------------------------------------------------

_SIGNS = bytes([ord("0"), *b"1" * 255])


def bits_in(vector: bytes) -> int:
    """The set of the rulings whose byte is not 0."""
    return int(vector[::-1].translate(_SIGNS), 2) if vector else 0


def positions_in(bits: int) -> list[int]:
    """The positions of a set, in order."""
    return [at for at, sign in enumerate(f"{bits:b}"[::-1]) if sign == "1"]


def bits_of(positions: Sequence[int]) -> int:
    """The set of some positions."""
    found = bytearray(max(positions, default=-1) + 1)
    for position in positions:
        found[position] = 1
    return bits_in(bytes(found))


def to_bytes(bits: int) -> bytes:
    """A set as bytes, as many as it takes."""
    return bits.to_bytes((bits.bit_length() + 7) // 8, "little")


def from_bytes(value: bytes) -> int:
    """The set that `to_bytes` wrote."""
    return int.from_bytes(value, "little")


# --- vectors -------------------------------------------------------------------------------------


@cache
def _uppermost(size: int) -> int:
    """The uppermost bit of each byte."""
    return int.from_bytes(b"\x80" * size, "little")


def highest(vectors: Sequence[bytes], size: int) -> bytes:
    """For each ruling the highest of its values, none of which is above `HIGHEST`."""
    if len(vectors) < 2:
        return vectors[0] if vectors else bytes(size)
    uppermost = _uppermost(size)
    best = int.from_bytes(vectors[0], "little")
    for vector in vectors[1:]:
        other = int.from_bytes(vector, "little")
        wins = ((other | uppermost) - best) & uppermost  # set where the other is not less
        lower = wins - (wins >> 7)  # the other seven bits of these bytes
        best = (other & lower) | (best & ~lower)
    return best.to_bytes(size, "little")


def summed(rows: Sequence[tuple[bytes, float]], size: int, most: float) -> array[int]:
    """For each ruling the sum of its values, each times what its vector is worth of `most`.

    A sum of `HIGHEST` times `most` becomes 65535; the sums of worth must not be above `most`.
    """
    total = 0
    wide = bytearray(2 * size)
    for vector, worth in rows:
        values = [int(value * worth / most * WIDEST / HIGHEST) for value in range(HIGHEST + 1)]
        low = bytes(value & 255 for value in values).ljust(256, b"\0")
        high = bytes(value >> 8 for value in values).ljust(256, b"\0")
        wide[::2], wide[1::2] = vector.translate(low), vector.translate(high)
        total += int.from_bytes(wide, "little")
    sums = array("H")
    sums.frombytes(total.to_bytes(2 * size, "little"))
    return _little(sums)
