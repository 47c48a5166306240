"""The automaton of a pattern: its positions (Glushkov), what each reads, which may follow which."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.citations.dialect import PatternError, Ranges

#: Guard for the checks: how large an automaton may be.
MOST_POSITIONS = 300


@dataclass
class Automaton:
    """Positions and the ways between them. Position 0 is the start and reads nothing.

    Signs that nothing in the pattern tells apart are one letter; a set of letters is an integer,
    a bit for each.
    """

    pattern: str
    #: Where each position is written.
    places: list[int] = field(default_factory=lambda: [0])
    #: The letters that each position reads.
    masks: list[int] = field(default_factory=lambda: [0])
    #: What may follow each position, and by which letters.
    edges: list[list[tuple[int, int]]] = field(default_factory=lambda: [[]])
    #: Each loop: how long it is as written, what is written, its positions.
    loops: list[tuple[int, str, set[int]]] = field(default_factory=list)

    def grows(self, place: int, why: str) -> PatternError:
        """The error of a pattern that can run away."""
        hint = "Let what follows, or each alternative, begin with a sign that tells it apart."
        return PatternError(self.pattern, place, f"can be read in ever more ways: {why}", hint)

    def loop(self, position: int) -> str:
        """The innermost loop around a position, as written."""
        around = [(length, written) for length, written, inside in self.loops if position in inside]
        written = min(around)[1]
        return repr(written if len(written) <= 40 else f"{written[:30]}…{written[-8:]}")

    def reach(self) -> list[int]:
        """The positions that can come after each, as bits."""
        found = [sum(1 << to for to in {to for to, _ in after}) for after in self.edges]
        for over, _ in enumerate(found):
            for one, to in enumerate(found):
                if to >> over & 1:
                    found[one] |= found[over]
        return found

    def circles(self) -> list[list[int]]:
        """The positions that can come after each other and themselves."""
        reach = self.reach()
        found: dict[int, list[int]] = {}
        for one in range(len(reach)):
            if reach[one] >> one & 1:
                first = next(q for q in range(one + 1) if reach[one] >> q & reach[q] >> one & 1)
                found.setdefault(first, []).append(one)
        return list(found.values())


def letters(kinds: Iterable[Ranges]) -> tuple[dict[Ranges, int], list[int]]:
    """The letters in each of some sets of signs, in bits; and the first sign of each letter."""
    known = sorted(set(kinds))
    lows = {kind: [low for low, _ in kind] for kind in known}
    examples: dict[tuple[bool, ...], int] = {}
    for edge in sorted({edge for kind in known for low, high in kind for edge in (low, high + 1)}):
        told = tuple(_has(kind, lows[kind], edge) for kind in known)
        examples.setdefault(told, edge)
    rows = sorted(examples)
    masks = {
        kind: sum(1 << bit for bit, row in enumerate(rows) if row[at])
        for at, kind in enumerate(known)
    }
    return masks, [examples[row] for row in rows]


def _has(kind: Ranges, lows: list[int], sign: int) -> bool:
    at = bisect_right(lows, sign) - 1
    return at >= 0 and sign <= kind[at][1]
