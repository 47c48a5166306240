"""The automaton of a pattern (Glushkov): its positions, what each reads, and what may follow it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.citations.dialect import PatternError, Ranges

#: A pattern with more positions than this is refused, so that the checks stay quick.
MOST_POSITIONS = 300


@dataclass
class Automaton:
    """Positions and the ways between them. Position 0 is the start and reads nothing.

    All signs that the pattern treats alike are one letter; a set of letters is an integer with a
    bit for each.
    """

    pattern: str
    #: The offset in the pattern at which each position is written.
    places: list[int] = field(default_factory=lambda: [0])
    #: The letters that each position reads.
    masks: list[int] = field(default_factory=lambda: [0])
    #: For each position, those that may follow it, each with the letters that lead there.
    edges: list[list[tuple[int, int]]] = field(default_factory=lambda: [[]])
    #: Each loop: the length of its text in the pattern, this text, and the positions in the loop.
    loops: list[tuple[int, str, set[int]]] = field(default_factory=list)

    def grows(self, place: int, why: str) -> PatternError:
        """The error to raise for a pattern whose readings grow without bound."""
        hint = "Let what follows, or each alternative, begin with a sign that tells it apart."
        return PatternError(self.pattern, place, f"can be read in ever more ways: {why}", hint)

    def loop(self, position: int) -> str:
        """The innermost loop around a position, as it is written, shortened and in quotes."""
        around = [(length, written) for length, written, inside in self.loops if position in inside]
        written = min(around)[1]
        return repr(written if len(written) <= 40 else f"{written[:30]}…{written[-8:]}")

    def reach(self) -> list[int]:
        """For each position, all that can come after it at any distance: an integer of bits."""
        reach = [sum(1 << to for to in {to for to, _ in after}) for after in self.edges]
        for over, _ in enumerate(reach):
            for start, to in enumerate(reach):
                if to >> over & 1:
                    reach[start] |= reach[over]
        return reach

    def circles(self) -> list[list[int]]:
        """Sets of positions that can all come after each other, and after themselves."""
        reach = self.reach()
        by_first: dict[int, list[int]] = {}
        for p in range(len(reach)):
            if reach[p] >> p & 1:
                first = next(q for q in range(p + 1) if reach[p] >> q & reach[q] >> p & 1)
                by_first.setdefault(first, []).append(p)
        return list(by_first.values())


def letters(kinds: Iterable[Ranges]) -> tuple[dict[Ranges, int], list[int]]:
    """The letters in each of some sets of signs, as bits; and one sign of each letter.

    >>> letters([((97, 99),), ((98, 122),)])  # [a-c] and [b-z]
    ({((97, 99),): 12, ((98, 122),): 10}, [123, 100, 97, 98])
    """
    ordered = sorted(set(kinds))
    lows = {kind: [low for low, _ in kind] for kind in ordered}
    examples: dict[tuple[bool, ...], int] = {}
    edges = {edge for kind in ordered for low, high in kind for edge in (low, high + 1)}
    for edge in sorted(edges):
        examples.setdefault(tuple(_has(kind, lows[kind], edge) for kind in ordered), edge)
    rows = sorted(examples)
    masks = {
        kind: sum(1 << bit for bit, row in enumerate(rows) if row[at])
        for at, kind in enumerate(ordered)
    }
    return masks, [examples[row] for row in rows]


def _has(kind: Ranges, lows: list[int], sign: int) -> bool:
    at = bisect_right(lows, sign) - 1
    return at >= 0 and sign <= kind[at][1]
