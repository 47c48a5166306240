"""Makes the automaton of a pattern's tree, with what its places demand of the signs beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kb.citations.automaton import MOST_POSITIONS, Automaton, letters
from kb.citations.dialect import PatternError, Ranges
from regexps.tree import ANY, END, START, Part, Where

#: Repeats up to this are written out; others count as any number, which is on the safe side.
_WRITTEN_OUT = 3
#: A loop of no more turns than this costs each start no more than a few signs.
_FEW_TURNS = 300


class Condition(NamedTuple):
    """The letters that must stand before and after a way; unless `sure`, they may be too many."""

    before: int
    after: int
    sure: bool = True

    def __and__(self, other: Condition) -> Condition:
        return Condition(
            self.before & other.before, self.after & other.after, self.sure and other.sure
        )


class Way(NamedTuple):
    """A way from one position to another. One that is `counted` cannot be taken many times."""

    to: int
    letters: int
    before: int
    sure: bool
    counted: bool


Ends = list[tuple[int, Condition]]


class _Piece(NamedTuple):
    """Of a part: the conditions on which it reads nothing, its first positions, its last ones."""

    empty: list[Condition]
    first: Ends
    last: Ends


@dataclass
class Positions:
    """A pattern's automaton, where matches begin and where they end."""

    automaton: Automaton
    ways: list[list[Way]]
    #: From the start: what must stand before is in `before`.
    begins: list[Way]
    #: Where a match may end, and on which condition.
    ends: Ends
    #: All letters that a text can have; the bits of a text's begin and end; a sign of each letter.
    all: int
    start: int
    end: int
    examples: list[int]


def positions(pattern: str, tree: Part, fills_unset: bool) -> Positions:
    """The automaton of a tree; raises `PatternError` where it is too large.

    `fills_unset` says that a group that has read nothing counts as empty, as it does in JavaScript.
    """
    builder = _Builder(pattern, tree, fills_unset)
    piece = builder.add(tree)
    begins = [
        Way(to, builder.masks[to] & on.after, on.before, on.sure, False) for to, on in piece.first
    ]
    begins = [way for way in begins if way.letters and way.before]
    edges = [[(way.to, way.letters) for way in after] for after in builder.ways]
    edges[0] = [(way.to, way.letters) for way in begins]
    automaton = Automaton(pattern, [0] * len(edges), builder.masks, edges, builder.loops)
    return Positions(
        automaton,
        builder.ways,
        begins,
        piece.last,
        builder.any & ~builder.start & ~builder.end,
        builder.start,
        builder.end,
        builder.examples,
    )


def _signs(tree: Part) -> Iterator[Ranges]:
    """All sets of signs in a tree."""
    yield tree.signs
    for where in tree.wheres:
        yield from (where.before, where.after)
    for part in tree.parts:
        yield from _signs(part)


@dataclass
class _Builder:
    pattern: str
    tree: Part
    fills_unset: bool
    masks: list[int] = field(default_factory=lambda: [0])
    ways: list[list[Way]] = field(default_factory=lambda: [[]])
    loops: list[tuple[int, str, set[int]]] = field(default_factory=list)
    groups: dict[int, Part] = field(default_factory=dict)

    def __post_init__(self) -> None:
        begin: Ranges = ((START, START),)
        end: Ranges = ((END, END),)
        self._letters, self.examples = letters({*_signs(self.tree), ANY, begin, end})
        self.any = self._letters[ANY]
        self.start = self._letters[begin]
        self.end = self._letters[end]
        self.open = Condition(self.any, self.any)

    def add(self, part: Part) -> _Piece:
        """The positions of a part, linked to each other."""
        piece: _Piece = getattr(self, f"_{part.kind}")(part)
        return piece

    def _sign(self, part: Part) -> _Piece:
        here = len(self.masks)
        if here > MOST_POSITIONS:
            raise PatternError(self.pattern, 0, "too long a pattern", "Make two of it.")
        self.masks.append(self._letters[part.signs])
        self.ways.append([])
        return _Piece([], [(here, self.open)], [(here, self.open)])

    def _place(self, part: Part) -> _Piece:
        return _Piece([self._condition(where) for where in part.wheres], [], [])

    def _condition(self, where: Where) -> Condition:
        return Condition(self._letters[where.before], self._letters[where.after], where.sure)

    def _row(self, part: Part) -> _Piece:
        whole = _Piece([self.open], [], [])
        for child in part.parts:
            whole = self._behind(whole, self.add(child))
        return whole

    def _behind(self, left: _Piece, right: _Piece) -> _Piece:
        self._link(left.last, right.first)
        return _Piece(
            [before & after for before in left.empty for after in right.empty],
            left.first + [(to, on & after) for on in left.empty for to, after in right.first],
            right.last + [(at, on & after) for at, on in left.last for after in right.empty],
        )

    def _link(self, lasts: Ends, firsts: Ends, counted: bool = False) -> None:
        for at, leaving in lasts:
            for to, entering in firsts:
                on = leaving & entering
                if (read := self.masks[to] & on.after) and self.masks[at] & on.before:
                    sure = on.sure and not counted and not self.masks[at] & ~on.before
                    self.ways[at].append(Way(to, read, on.before, sure, counted))

    def _choice(self, part: Part) -> _Piece:
        pieces = [self.add(child) for child in part.parts]
        return _Piece(
            [on for piece in pieces for on in piece.empty],
            [end for piece in pieces for end in piece.first],
            [end for piece in pieces for end in piece.last],
        )

    def _group(self, part: Part) -> _Piece:
        self.groups[part.number] = part.parts[0]
        return self.add(part.parts[0])

    def _again(self, part: Part) -> _Piece:
        """A back-reference: it reads something that its group can read; no more is known."""
        if part.number not in self.groups:
            raise PatternError(self.pattern, 0, "a group is asked for before it has ended")
        piece = self.add(self.groups[part.number])
        empty = [self.open] if self.fills_unset else []
        unsure = self.open._replace(sure=False)
        return _Piece(
            [on & unsure for on in piece.empty + empty],
            [(to, on & unsure) for to, on in piece.first],
            piece.last,
        )

    def _firm(self, part: Part) -> _Piece:
        piece = self.add(_with_firm_end(part.parts[0]))
        return _unsure(piece)

    def _repeat(self, part: Part) -> _Piece:
        body, most = part.parts[0], part.most
        if most == 0:
            return _Piece([self.open], [], [])
        single = self._single(body) if part.firm else 0
        stop = self.open._replace(after=self.any & ~single)
        if most is not None and most <= _WRITTEN_OUT:
            whole = _Piece([self.open], [], [])
            for turn in reversed(range(most)):  # the last is in the one before it: (?:a(?:a)?)?
                whole = self._behind(self.add(body), whole)
                if turn >= part.least:
                    whole = whole._replace(empty=[stop])
            return whole if not part.firm or (single and most == 1) else _unsure(whole)
        counted = most is not None and most <= _FEW_TURNS and not _loops(body)
        before = len(self.masks)
        piece = self.add(body)
        inside = set(range(before, len(self.masks)))
        self._link(piece.last, piece.first, counted)
        written = part.written or f"a loop of {min(most or 0, 999) or 'many'}"
        self.loops.append((len(inside), written, inside))
        leave = stop if most is None else self.open
        sure = (part.least <= 1) and (not part.firm or bool(single))
        last = [(at, on & leave._replace(sure=sure)) for at, on in piece.last]
        empty = [stop if most is None else self.open] if part.least == 0 else piece.empty
        return piece._replace(empty=empty, last=last)

    def _single(self, part: Part) -> int:
        """The signs of which any one is surely enough to read a part to its end."""
        if part.kind == "sign":
            return self._letters[part.signs]
        if part.kind in ("group", "firm"):
            return self._single(part.parts[0])
        if part.kind == "choice":
            signs = 0
            for child in part.parts:
                signs |= self._single(child)
            return signs
        return 0

    def _look(self, part: Part) -> _Piece:
        """What is looked for ahead is a way that leads nowhere; one sign beside is a condition."""
        body = part.parts[0]
        beside = self._beside(body, part.behind)
        if beside is not None:
            signs, sure = beside
            if part.no:
                signs = self.any & ~signs
            on = self.open._replace(sure=sure)
            on = on._replace(before=signs) if part.behind else on._replace(after=signs)
            return _Piece([on], [], [])
        if part.behind:
            if _loops(body) or _counts(body):
                why = "what stands before can have any length"
                raise PatternError(self.pattern, 0, why, "Look for so many signs.")
            return _Piece([self.open._replace(sure=False)], [], [])
        piece = self.add(body)
        on = self.open._replace(sure=False)
        if not part.no and not piece.empty:
            after = 0
            for to, entering in piece.first:
                after |= self.masks[to] & entering.after
            on = on._replace(after=after)
        return _Piece([on], piece.first, [])

    def _beside(self, part: Part, behind: bool) -> tuple[int, bool] | None:
        """The signs one of which is all that a part asks for; None where it asks for more."""
        if part.kind == "sign":
            return self._letters[part.signs], True
        if part.kind == "group":
            return self._beside(part.parts[0], behind)
        if part.kind == "place":
            signs, sure = 0, True
            for where in part.wheres:
                on = self._condition(where)
                if (on.after if behind else on.before) != self.any:
                    return None
                signs |= on.before if behind else on.after
                sure = sure and on.sure
            return signs, sure
        if part.kind == "choice" and part.parts:
            signs, sure = 0, True
            for child in part.parts:
                beside = self._beside(child, behind)
                if beside is None:
                    return None
                signs |= beside[0]
                sure = sure and beside[1]
            return signs, sure
        return None


def _unsure(piece: _Piece) -> _Piece:
    """A piece that gives nothing back: whether it ends where it could is not known."""
    empty = [on._replace(sure=False) for on in piece.empty]
    return piece._replace(
        empty=empty, last=[(at, on._replace(sure=False)) for at, on in piece.last]
    )


def _with_firm_end(part: Part) -> Part:
    """A part that gives nothing back: neither does the loop with which it ends."""
    if part.kind == "repeat" and part.most is None:
        return Part(
            "repeat", part.parts, least=part.least, most=None, firm=True, written=part.written
        )
    if part.kind in ("row", "group") and part.parts:
        parts = (*part.parts[:-1], _with_firm_end(part.parts[-1]))
        return Part(part.kind, parts, number=part.number)
    return part


def _loops(part: Part) -> bool:
    """Whether a part has a loop in it."""
    is_loop = part.kind == "repeat" and (part.most is None or part.most > _WRITTEN_OUT)
    return is_loop or any(map(_loops, part.parts))


def _counts(part: Part) -> bool:
    return part.kind == "again" or any(map(_counts, part.parts))
