"""In how many ways a text can be read by a pattern: no more than a few, whatever the text.

A backtracking engine tries all ways before it gives up. The positions of a pattern (Glushkov) are
the states of an automaton. A loop that goes round in two ways, or hands over to another that reads
the same, shows in its product with itself (Weber and Seidl, On the degree of ambiguity of finite
automata, 1991). Where there is none the ways are bounded, and are counted. All states are final:
a reading that fails late has cost as much. A lookahead is a way that leads nowhere, so that its
cost is counted too. A match begins at one place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from kb.citations.automaton import MOST_POSITIONS, Automaton, letters
from kb.citations.dialect import PatternError, PatternNode, Ranges

#: In how many ways a text may be read up to any sign of it: what a match may cost for each sign.
MOST_WAYS = 16
#: Repeats up to this are written out; more count as any number, which is on the safe side.
_WRITTEN_OUT = 3
#: A guard for the check itself: how many sets of ways are looked at.
_MOST_SETS = 20_000


def refuse_ambiguous(pattern: str, tree: PatternNode) -> None:
    """Raise `PatternError` for a pattern by which some text can be read in too many ways."""
    paths = _Paths(pattern)
    whole = paths.add(tree)
    paths.link([0], whole.first, 0)
    automaton = paths.automaton()
    refuse_growth(automaton)
    refuse_many(automaton)


class _PatternPiece(NamedTuple):
    """What a part of a pattern begins and ends with; its groups, and those that surely hold."""

    empty: bool
    first: list[int]
    last: list[int]
    groups: frozenset[int] = frozenset()
    sure: frozenset[int] = frozenset()


class _Paths:
    """The automaton of a pattern: what each position reads, what follows it, which loops it is in.

    Position 0 is the start and reads nothing.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.signs: list[Ranges] = [()]
        self.places = [0]
        self.follow: list[list[int]] = [[]]
        self.loops: list[tuple[int, int, set[int]]] = []

    def add(self, node: PatternNode) -> _PatternPiece:
        """The positions of a node, linked to each other."""
        if node.kind == "sign":
            return self._position(node)
        if node.kind == "repeat":
            return self._repeat(node)
        pieces = [self.add(part) for part in node.parts]
        if node.kind == "choice":
            return self._choice(node, pieces)
        if node.kind == "look":
            return pieces[0]._replace(empty=True, last=[])
        whole = pieces[0]
        for piece in pieces[1:]:
            whole = self._row(whole, piece, node.start)
        if node.kind == "group":
            own = {node.start}
            return whole._replace(groups=whole.groups | own, sure=whole.sure | own)
        return whole

    def link(self, lasts: Iterable[int], firsts: list[int], place: int) -> None:
        """Let positions follow others; a second link of two means a loop right inside a loop."""
        for last in lasts:
            if not set(firsts).isdisjoint(self.follow[last]):
                why = "a loop in a loop goes round in two ways"
                raise Automaton(self.pattern).grows(place, why)
            self.follow[last] += firsts

    def _position(self, node: PatternNode) -> _PatternPiece:
        here = len(self.signs)
        if here > MOST_POSITIONS:
            raise PatternError(self.pattern, node.start, "too long a pattern", "Make two of it.")
        self.signs.append(node.signs)
        self.places.append(node.start)
        self.follow.append([])
        return _PatternPiece(False, [here], [here])

    def _row(self, one: _PatternPiece, two: _PatternPiece, place: int) -> _PatternPiece:
        self.link(one.last, two.first, place)
        return _PatternPiece(
            one.empty and two.empty,
            one.first + two.first if one.empty else one.first,
            one.last + two.last if two.empty else two.last,
            one.groups | two.groups,
            one.sure | two.sure,
        )

    def _choice(self, node: PatternNode, pieces: list[_PatternPiece]) -> _PatternPiece:
        if sum(piece.empty for piece in pieces) > 1:
            hint = "Let one alternative at most be empty."
            raise PatternError(self.pattern, node.start, "nothing can be read in two ways", hint)
        return _PatternPiece(
            any(piece.empty for piece in pieces),
            [position for piece in pieces for position in piece.first],
            [position for piece in pieces for position in piece.last],
            frozenset().union(*(piece.groups for piece in pieces)),
            pieces[0].sure.intersection(*(piece.sure for piece in pieces)),
        )

    def _repeat(self, node: PatternNode) -> _PatternPiece:
        before = len(self.signs)
        body = self.add(node.parts[0])
        if body.empty:
            why, hint = "what is repeated can be empty", "Repeat only what reads a sign."
            raise PatternError(self.pattern, node.start, why, hint)
        if node.most != 1 and body.groups != body.sure:
            # JavaScript forgets at each turn what a group held, Python does not.
            why, hint = "a group that not every turn fills", "Write (?:...), or repeat no group."
            raise PatternError(self.pattern, node.start, why, hint)
        empty, sure = node.least == 0, body.sure if node.least else frozenset[int]()
        if node.most is None or node.most > _WRITTEN_OUT:
            self.link(body.last, body.first, node.start)
            self.loops.append((node.start, node.end, set(range(before, len(self.signs)))))
            return body._replace(empty=empty, sure=sure)
        for turn in range(1, node.most):
            again = self.add(node.parts[0])._replace(empty=turn >= node.least)
            body = self._row(body, again, node.start)
        return body._replace(empty=empty, sure=sure)

    def automaton(self) -> Automaton:
        """The automaton: what each position reads, in letters, and what follows it."""
        known, _ = letters(self.signs)
        masks = [known[signs] for signs in self.signs]
        edges = [[(to, masks[to]) for to in after] for after in self.follow]
        loops = [
            (end - start, self.pattern[start:end], inside) for start, end, inside in self.loops
        ]
        return Automaton(self.pattern, self.places, masks, edges, loops)


def refuse_growth(automaton: Automaton) -> None:
    """Refuse a loop with two ways round on one text, and two loops in a row that read one text.

    Raises `PatternError`.
    """
    masks, edges = automaton.masks, automaton.edges
    circles, reach = automaton.circles(), automaton.reach()

    def steps(state: tuple[int, ...], within: list[set[int]]) -> Iterator[tuple[int, ...]]:
        """Where each of several readings can be one sign later, all having read the same."""
        found: list[tuple[tuple[int, ...], int]] = [((), -1)]
        for one, allowed in zip(state, within, strict=True):
            found = [
                ((*after, to), common & read)
                for after, common in found
                for to, read in edges[one]
                if to in allowed and common & read
            ]
        return (after for after, _ in found)

    def reached(starts: Iterable[tuple[int, ...]], within: list[set[int]]) -> set[tuple[int, ...]]:
        todo = list(starts)
        seen = set(todo)
        while todo:
            new = set(steps(todo.pop(), within)) - seen
            seen |= new
            todo += new
        return seen

    for circle in circles:
        _refuse_twins(automaton, set(circle))
        within = [set(circle)] * 2
        for one, two in sorted(reached([(p, p) for p in circle], within)):
            if one < two and any(p == q for p, q in reached([(one, two)], within)):
                why = f"{automaton.loop(one)} goes round in two ways on one text"
                raise automaton.grows(automaton.places[two], why)
    for ours, theirs in product(circles, repeat=2):
        if ours is theirs or not reach[ours[0]] >> theirs[0] & 1:
            continue
        shared = reduce(or_, (masks[p] for p in ours)) & reduce(or_, (masks[q] for q in theirs))
        between = {p for p, mask in enumerate(masks) if mask & shared}
        within = [set(ours), between, set(theirs)]
        for p, q in product(ours, theirs):
            if reach[p] >> q & 1 and (p, q, q) in reached([(p, p, q)], within):
                why = f"{automaton.loop(p)} and {automaton.loop(q)} after it read the same"
                raise automaton.grows(automaton.places[q], why)


def _refuse_twins(automaton: Automaton, circle: set[int]) -> None:
    """Refuse two ways from one position of a loop to another that read the same sign."""
    for one in circle:
        seen: dict[int, int] = {}
        for to, read in automaton.edges[one]:
            if to in circle and seen.get(to, 0) & read:
                why = f"{automaton.loop(one)} goes round in two ways on one text"
                raise automaton.grows(automaton.places[to], why)
            seen[to] = seen.get(to, 0) | read


def refuse_many(automaton: Automaton) -> None:
    """Refuse more ways than `MOST_WAYS` to read any text up to any place: follow every text.

    Raises `PatternError`.
    """
    each = [1 << bit for bit in range(max(automaton.masks).bit_length())]
    todo = [frozenset({(0, 1)})]
    seen = set(todo)
    while todo:
        now = todo.pop()
        for letter in each:
            ways: Counter[int] = Counter()
            for one, count in now:
                for to, read in automaton.edges[one]:
                    if read & letter:
                        ways[to] += count
            if ways.total() > MOST_WAYS or len(seen) > _MOST_SETS:
                why = f"a text can be read in more than {MOST_WAYS} ways"
                hint = "Tell the alternatives apart, or make two patterns of it."
                place = automaton.places[max(ways)]
                raise PatternError(automaton.pattern, place, why, hint)
            after = frozenset(ways.items())
            if after not in seen:
                seen.add(after)
                todo.append(after)
