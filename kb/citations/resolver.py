"""What a citation means: the provisions of one edition that its words lead to.

What is cited and does not exist is kept, as the id that it would have: a reader must know that
the text says so.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from kb.citations.paths import Path
from kb.citations.recogniser import Citation, CitedPath, Direction
from kb.core.ids import ROMAN, ProvisionId

#: Labels of a path below a law, by depth: capital, number, small letter, roman.
_ROMAN_DEPTH = 4
#: How many ends a range has.
_RANGE = 2
#: For how many ranges it is remembered what is in them.
_REMEMBERED = 5_000


class Target(NamedTuple):
    """A cited provision, and whether the edition has it."""

    id: ProvisionId
    exists: bool


class Resolved(NamedTuple):
    """What one cited path means: one provision, or the first and the last of a range.

    The span is what a link covers: the path, and for the first and the last of a list also the
    words of the citation around it; `number` is where the path itself begins, `core_end` where it
    ends. `relative` says that the meaning depends on where one reads. What is between the ends of
    a range exists: `Resolver.between` names it.
    """

    start: int
    number: int
    core_end: int
    end: int
    targets: tuple[Target, ...]
    relative: bool

    @property
    def dangling(self) -> bool:
        """Whether any of its provisions does not exist."""
        return not all(target.exists for target in self.targets)


class Resolver:
    """Resolves citations to the provisions of one edition.

    `in_code` says that the words stand in the code itself: there even `78. pont` outside a
    provision is a law, in a ruling it may be a point of anything.
    """

    def __init__(self, provisions: Iterable[ProvisionId], in_code: bool = True) -> None:
        self._known = frozenset(provisions)
        self._in_code = in_code
        self._law_units = {"law", "part"} if in_code else {"law"}
        self._ranges: dict[tuple[ProvisionId, ...], tuple[ProvisionId, ...]] = {}

    def resolve(self, citation: Citation, context: ProvisionId | None) -> tuple[Resolved, ...]:
        """What each item means to a reader of `context`; nothing for what has no meaning there.

        A relative path outside a provision is no citation: `(b)` may be anything.
        """
        if not citation.items:
            return self._this(citation, context)
        if citation.base is None:
            found = self._list(citation, context)
        else:
            base, relative = self._first(citation.base.path, citation, context)
            if base is None:
                return ()
            found = [(item, below(base, item.path.labels), relative) for item in citation.items]
        # The first and the last of a list have the words of the citation around it.
        begins, ends = citation.items[0].start, citation.items[-1].end
        return tuple(
            Resolved(
                citation.start if item.start == begins else item.start,
                item.start,
                item.end,
                citation.end if item.end == ends else item.end,
                self._targets(first, item),
                relative,
            )
            for item, first, relative in found
            if first is not None
        )

    def _list(
        self, citation: Citation, context: ProvisionId | None
    ) -> list[tuple[CitedPath, ProvisionId | None, bool]]:
        """Each item with its provision, and whether that is relative.

        In a ruling an item may go on from the one before it: Laws 27B1 and 2, §§ 40 B, E.
        """
        found: list[tuple[CitedPath, ProvisionId | None, bool]] = []
        before: ProvisionId | None = None
        for item in citation.items:
            first, relative = self._first(item.path, citation, context)
            if not self._in_code and before is not None and item.path.kind != "absolute":
                beside = self._beside(before, item.path.labels)
                first, relative = (beside, False) if beside else (first, relative)
            found.append((item, first, relative))
            before = first
        return found

    def _beside(self, before: ProvisionId, labels: tuple[str, ...]) -> ProvisionId | None:
        """What labels mean after a provision that was just named, if there is such a thing.

        Or nearly: where 64A ends with 64A2, Laws 64A1, 2 and 3 do not name Law 3.
        """
        depth = next((d for d in range(1, before.depth) if _fits(labels[0], d)), None)
        wanted = below(ProvisionId(before.parts[:depth]), labels) if depth else None
        if wanted is None or wanted in self._known:
            return wanted
        siblings = self._by_parent.get(wanted.parent, [])
        numbered = wanted.label.isdigit() and bool(siblings)
        return wanted if numbered and wanted == siblings[-1].next_sibling() else None

    def _this(self, citation: Citation, context: ProvisionId | None) -> tuple[Resolved, ...]:
        """`niniejszy przepis` is the law one reads, `ovaj stav` the very provision."""
        if context is None:
            return ()
        id = context if citation.unit == "part" else context.law
        target = Target(id, id in self._known)
        end = citation.end
        return (Resolved(citation.start, citation.start, end, end, (target,), True),)

    def _first(
        self, path: Path, citation: Citation, context: ProvisionId | None
    ) -> tuple[ProvisionId | None, bool]:
        """The provision of a path, and whether it is relative; None where it means nothing."""
        if path.kind == "absolute":
            return absolute(path.labels), False
        law_number = citation.unit == "law" and (
            path.kind == "number" or (path.labels[0].isdigit() and not self._in_code)  # art. 14b
        )
        inside = citation.direction is not None or not law_number
        found = self._relative(path.labels, context, citation.direction) if inside else None
        if found is None and path.labels[0].isdigit() and citation.unit in self._law_units:
            return absolute(path.labels), False  # 78. pont, Law 27b
        return found, True

    def _targets(self, first: ProvisionId, item: CitedPath) -> tuple[Target, ...]:
        """The provision, or the ends of a range."""
        ids = [first]
        if item.last is not None and (last := _range_end(first, item.last.labels)) != first:
            ids.append(last)
        return tuple(Target(id, id in self._known) for id in ids)

    def provisions(self, ends: tuple[ProvisionId, ...]) -> tuple[ProvisionId, ...]:
        """All of a range whose ends are given: they, and the siblings between them, in order.

        A single provision is itself. The ends come first and last whether they exist or not.
        """
        if len(ends) < _RANGE:
            return ends
        if ends not in self._ranges:
            if len(self._ranges) >= _REMEMBERED:
                self._ranges.clear()
            first, last = ends
            siblings = self._by_parent.get(first.parent, [])
            between = siblings[bisect_right(siblings, first) : bisect_left(siblings, last)]
            self._ranges[ends] = (first, *between, last)
        return self._ranges[ends]

    def _relative(
        self, labels: tuple[str, ...], context: ProvisionId | None, direction: Direction | None
    ) -> ProvisionId | None:
        """The provision a relative path leads to: below the reader's own or one that contains it.

        Where none of these has such a child, the nearest in the law before or after it; where
        there is none either, the path as it would be.
        """
        if context is None:
            return None
        parents = [one for one in (context, *context.ancestors()) if _fits(labels[0], one.depth)]
        wanted = [below(parent, labels) for parent in parents]
        existing = next((id for id in wanted if id in self._known), None)
        return existing or self._near(labels, context, direction) or next(iter(wanted), None)

    def _near(
        self, labels: tuple[str, ...], context: ProvisionId, direction: Direction | None
    ) -> ProvisionId | None:
        same = self._by_ending.get((context.parts[0], labels), [])
        at = bisect_left(same, context)
        before, after = same[:at], same[at:]
        if direction == "below":
            return after[0] if after else None
        return before[-1] if before else after[0] if after else None

    @cached_property
    def _in_order(self) -> list[ProvisionId]:
        return sorted(self._known)

    @cached_property
    def _by_ending(self) -> dict[tuple[str, tuple[str, ...]], list[ProvisionId]]:
        """The provisions of a law that end with some labels, in order."""
        groups: dict[tuple[str, tuple[str, ...]], list[ProvisionId]] = {}
        for id in self._in_order:
            for at in range(id.depth):
                groups.setdefault((id.parts[0], id.parts[at:]), []).append(id)
        return groups

    @cached_property
    def _by_parent(self) -> dict[ProvisionId | None, list[ProvisionId]]:
        groups: dict[ProvisionId | None, list[ProvisionId]] = {}
        for id in self._in_order:
            groups.setdefault(id.parent, []).append(id)
        return groups


def absolute(labels: tuple[str, ...]) -> ProvisionId:
    """The provision that a path beginning with a law's number names."""
    return below(ProvisionId(labels[:1]), labels[1:])


def below(parent: ProvisionId, labels: tuple[str, ...]) -> ProvisionId:
    """A provision below another, labels in the case of their depth, `b.1` where `b(i)` is meant."""
    id = parent
    for label in labels:
        if id.depth == 1:
            id = id.child(label.upper())
        elif id.depth == _ROMAN_DEPTH and label.isdigit() and 0 < int(label) < len(ROMAN):
            id = id.child(ROMAN[int(label)])
        else:
            id = id.child(label.lower())
    return id


def _fits(label: str, depth: int) -> bool:
    """Whether a label can stand directly below a provision of this depth."""
    if label.isdigit():
        return depth == 2
    if label.isupper():
        return depth == 1
    return depth == _ROMAN_DEPTH if len(label) > 1 else depth in (3, _ROMAN_DEPTH)


def _range_end(first: ProvisionId, labels: tuple[str, ...]) -> ProvisionId:
    """The end of a range: a whole path (`68-71`, `64A-64C`) or its last labels (`20F1-3`)."""
    if labels[0].isdigit() and (first.depth == 1 or len(labels) > 1):
        return absolute(labels)
    keep = len(first.parts) - len(labels)
    return below(ProvisionId(first.parts[:keep]), labels) if keep > 0 else first
