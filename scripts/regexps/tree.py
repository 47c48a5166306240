"""A regular expression of either language as a tree: as much of it as says how it reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from kb.citations.dialect import Ranges

#: A text's begin and end where a pattern asks for what stands beside: no signs, but told apart.
START, END = 0x110000, 0x110001
ANY: Ranges = ((0, END),)


class Where(NamedTuple):
    """What must stand before and after a place. It may be more than there is: then not `sure`."""

    before: Ranges = ANY
    after: Ranges = ANY
    sure: bool = True


@dataclass(frozen=True)
class Part:
    """A piece of a pattern.

    sign: one of `signs`. row: `parts` one after the other. choice: one of them. repeat: `least` to
    `most` times, `firm` if it gives nothing back. firm: a part that gives nothing back. place:
    nothing is read, one of `wheres` holds. look: `parts` are looked for ahead or `behind`, or must
    not be there. group: one with a `number`. again: what a group has read.
    """

    kind: Literal["sign", "row", "choice", "repeat", "firm", "place", "look", "group", "again"]
    parts: tuple[Part, ...] = ()
    signs: Ranges = ()
    least: int = 1
    most: int | None = 1
    firm: bool = False
    behind: bool = False
    no: bool = False
    number: int = 0
    wheres: tuple[Where, ...] = ()
    written: str = ""


def row(parts: list[Part]) -> Part:
    """Parts one after the other."""
    return parts[0] if len(parts) == 1 else Part("row", tuple(parts))


def without(signs: Ranges, *ends: int) -> Ranges:
    """All signs that are not among these, and perhaps `START` or `END`."""
    others, begin = [], 0
    for low, high in signs:
        if low >= START:
            break
        if begin < low:
            others.append((begin, low - 1))
        begin = high + 1
    if begin < START:
        others.append((begin, START - 1))
    return (*others, *((end, end) for end in sorted(ends)))


def together(*sets: Ranges) -> Ranges:
    """The signs in any of some sets: ranges in order, apart from each other."""
    ranges: list[tuple[int, int]] = []
    for low, high in sorted(span for signs in sets for span in signs):
        if ranges and low <= ranges[-1][1] + 1 and not (ranges[-1][1] < START <= low):
            ranges[-1] = (ranges[-1][0], max(high, ranges[-1][1]))
        else:
            ranges.append((low, high))
    return tuple(ranges)


def boundary(words: Ranges, no: bool) -> tuple[Where, ...]:
    r"""The places of `\b`, or of `\B`, where these are the signs of words."""
    left, right = without(words, START), without(words, END)
    if no:
        return Where(words, words), Where(left, right)
    return Where(words, right), Where(left, words)
