"""Refuses patterns by which some text can be read in more than a few ways.

A backtracking engine tries every way before it gives up. The positions of a pattern (Glushkov) are
the states of an automaton. If a loop can read one text in two ways, or two loops in a row can, that
shows in the product of the automaton with itself (Weber and Seidl, On the degree of ambiguity of
finite automata, 1991). If none can, the ways are bounded, and we count them. All states are final,
because a reading that fails late has cost as much as a match. A lookahead is a way that leads
nowhere, so that its cost is counted too. Only matches that begin at one given place are considered.
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

#: In how many ways a text may be read up to any sign of it: this bounds what each sign costs.
MOST_WAYS = 16
#: A repeat of up to this many turns is written out; a longer one counts as endless, which is safe.
_WRITTEN_OUT = 3
#: The check itself gives up, and refuses the pattern, after this many sets of ways.
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
    """A part of a pattern: whether it can be empty, and at which positions it begins and ends.

    `groups` are those in it, by where they are written; `sure` are those that every match fills.
    """

    empty: bool
    first: list[int]
    last: list[int]
    groups: frozenset[int] = frozenset()
    sure: frozenset[int] = frozenset()


class _Paths:
    """Makes the automaton of a pattern from its tree.

    It collects what each position reads, what may follow it, and which loops it is in. Position 0
    is the start and reads nothing.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.signs: list[Ranges] = [()]
        self.places = [0]
        self.follow: list[list[int]] = [[]]
        self.loops: list[tuple[int, int, set[int]]] = []

    def add(self, node: PatternNode) -> _PatternPiece:
        """Add the positions of a node, linked to each other; returns where it begins and ends."""
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
            group = {node.start}
            return whole._replace(groups=whole.groups | group, sure=whole.sure | group)
        return whole

    def link(self, lasts: Iterable[int], firsts: list[int], place: int) -> None:
        """Let `firsts` follow each of `lasts`.

        Raises `PatternError` where one follows already: that is a loop right inside a loop.
        """
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

    def _row(self, left: _PatternPiece, right: _PatternPiece, place: int) -> _PatternPiece:
        self.link(left.last, right.first, place)
        return _PatternPiece(
            left.empty and right.empty,
            left.first + right.first if left.empty else left.first,
            left.last + right.last if right.empty else right.last,
            left.groups | right.groups,
            left.sure | right.sure,
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
        """The automaton of all that was added."""
        letters_of, _ = letters(self.signs)
        masks = [letters_of[signs] for signs in self.signs]
        edges = [[(to, masks[to]) for to in after] for after in self.follow]
        loops = [
            (end - start, self.pattern[start:end], inside) for start, end, inside in self.loops
        ]
        return Automaton(self.pattern, self.places, masks, edges, loops)


def refuse_growth(automaton: Automaton) -> None:
    """Raise `PatternError` if a text has ever more readings the longer it is.

    That is so where a loop can read one text in two ways, or where two loops in a row can read the
    same text.
    """
    masks, edges = automaton.masks, automaton.edges
    circles, reach = automaton.circles(), automaton.reach()

    def steps(state: tuple[int, ...], within: list[set[int]]) -> Iterator[tuple[int, ...]]:
        """Where readings that are at the positions of `state` can be once all have read one sign.

        Each stays in its set of `within`.
        """
        nexts: list[tuple[tuple[int, ...], int]] = [((), -1)]
        for position, allowed in zip(state, within, strict=True):
            nexts = [
                ((*after, to), common & read)
                for after, common in nexts
                for to, read in edges[position]
                if to in allowed and common & read
            ]
        return (after for after, _ in nexts)

    def reached(starts: Iterable[tuple[int, ...]], within: list[set[int]]) -> set[tuple[int, ...]]:
        """Where the readings can be after any number of signs, none included."""
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
        for p, q in sorted(reached([(p, p) for p in circle], within)):
            if p < q and any(to_p == to_q for to_p, to_q in reached([(p, q)], within)):
                why = f"{automaton.loop(p)} goes round in two ways on one text"
                raise automaton.grows(automaton.places[q], why)
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
    """Refuse a loop in which two ways lead from one position to another over the same sign."""
    for position in circle:
        seen: dict[int, int] = {}
        for to, read in automaton.edges[position]:
            if to in circle and seen.get(to, 0) & read:
                why = f"{automaton.loop(position)} goes round in two ways on one text"
                raise automaton.grows(automaton.places[to], why)
            seen[to] = seen.get(to, 0) | read


def refuse_many(automaton: Automaton) -> None:
    """Raise `PatternError` if there are more than `MOST_WAYS` to read some text up to some place.

    All texts are followed at once, as the sets of positions, with the ways to each, that a text can
    lead to.
    """
    each = [1 << bit for bit in range(max(automaton.masks).bit_length())]
    todo = [frozenset({(0, 1)})]
    seen = set(todo)
    while todo:
        now = todo.pop()
        for letter in each:
            ways: Counter[int] = Counter()
            for position, count in now:
                for to, read in automaton.edges[position]:
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
