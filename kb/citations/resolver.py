"""Resolves citations: to which provisions of one edition the words of a citation lead.

A provision that is cited and does not exist is kept, with the id that it would have, because
readers must be told that the text cites it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from kb.citations.paths import Path
from kb.citations.recogniser import Citation, CitedPath, Direction
from kb.core.ids import ROMAN, ProvisionId
from kb.core.orders import grouped

#: The depth of the provision below which labels are roman numerals: 27.B.1.a.ii. Above that the
#: labels are, from the law down, a capital, a number, a small letter.
_ROMAN_DEPTH = 4
#: How many ends a range has.
_RANGE = 2
#: How many ranges the cache of their contents has.
_REMEMBERED = 5_000


class Target(NamedTuple):
    """A cited provision, and whether the edition has it."""

    id: ProvisionId
    exists: bool


class Resolved(NamedTuple):
    """What one cited path means: one provision, or the first and the last of a range.

    `start` and `end` are what a link covers: the path, and for the first and the last of a list
    also the words of the citation around it. `number` is where the path itself begins, `core_end`
    where it ends. `relative` says that the meaning depends on where one reads it. All between the
    ends of a range is named by `Resolver.provisions`.
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

    `in_code` says that the text is the code itself. There even `78. pont`, outside of a provision,
    is a law; in a ruling it may be a point of anything.
    """

    def __init__(self, provisions: Iterable[ProvisionId], in_code: bool = True) -> None:
        self._existing = frozenset(provisions)
        self._in_code = in_code
        self._law_units = {"law", "part"} if in_code else {"law"}
        self._ranges: dict[tuple[ProvisionId, ...], tuple[ProvisionId, ...]] = {}

    def resolve(self, citation: Citation, context: ProvisionId | None) -> tuple[Resolved, ...]:
        """What each item of a citation means to a reader of `context`, in order.

        Items that mean nothing there are left out, such as a relative path outside a provision:
        `(b)` may be anything.
        """
        if not citation.items:
            return self._this(citation, context)
        if citation.base is None:
            items = self._list(citation, context)
        else:
            base, relative = self._first(citation.base.path, citation, context)
            if base is None:
                return ()
            items = [(item, below(base, item.path.labels), relative) for item in citation.items]
        # The first item takes the words of the citation before the list, the last those behind it.
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
            for item, first, relative in items
            if first is not None
        )

    def _list(
        self, citation: Citation, context: ProvisionId | None
    ) -> list[tuple[CitedPath, ProvisionId | None, bool]]:
        """Each item with its provision, or the first of a range, and whether that is relative.

        In a ruling an item may continue the path of the one before it: Laws 27B1 and 2, §§ 40 B, E.
        """
        items: list[tuple[CitedPath, ProvisionId | None, bool]] = []
        before: ProvisionId | None = None
        for item in citation.items:
            first, relative = self._first(item.path, citation, context)
            if not self._in_code and before is not None and item.path.kind != "absolute":
                beside = self._beside(before, item.path.labels)
                first, relative = (beside, False) if beside else (first, relative)
            items.append((item, first, relative))
            before = first
        return items

    def _beside(self, before: ProvisionId, labels: tuple[str, ...]) -> ProvisionId | None:
        """What labels mean right behind the provision `before`, if they can continue its path.

        The provision exists, or is the next after the last that does: where 64A ends with 64A2, the
        3 of Laws 64A1, 2 and 3 is 64A3 and not Law 3.
        """
        depth = next((d for d in range(1, before.depth) if _fits(labels[0], d)), None)
        wanted = below(ProvisionId(before.parts[:depth]), labels) if depth else None
        if wanted is None or wanted in self._existing:
            return wanted
        siblings = self._by_parent.get(wanted.parent, [])
        numbered = wanted.label.isdigit() and bool(siblings)
        return wanted if numbered and wanted == siblings[-1].next_sibling() else None

    def _this(self, citation: Citation, context: ProvisionId | None) -> tuple[Resolved, ...]:
        """The law that one is reading (`niniejszy przepis`), or the provision (`ovaj stav`)."""
        if context is None:
            return ()
        id = context if citation.unit == "part" else context.law
        target = Target(id, id in self._existing)
        end = citation.end
        return (Resolved(citation.start, citation.start, end, end, (target,), True),)

    def _first(
        self, path: Path, citation: Citation, context: ProvisionId | None
    ) -> tuple[ProvisionId | None, bool]:
        """The provision of a path, None where it means nothing; and whether it is relative."""
        if path.kind == "absolute":
            return absolute(path.labels), False
        law_number = citation.unit == "law" and (
            path.kind == "number" or (path.labels[0].isdigit() and not self._in_code)  # art. 14b
        )
        inside = citation.direction is not None or not law_number
        id = self._relative(path.labels, context, citation.direction) if inside else None
        if id is None and path.labels[0].isdigit() and citation.unit in self._law_units:
            return absolute(path.labels), False  # 78. pont, Law 27b
        return id, True

    def _targets(self, first: ProvisionId, item: CitedPath) -> tuple[Target, ...]:
        """The provision of an item, or the ends of its range, of which `first` is the first."""
        ids = [first]
        if item.last is not None and (last := _range_end(first, item.last.labels)) != first:
            ids.append(last)
        return tuple(Target(id, id in self._existing) for id in ids)

    def provisions(self, ends: tuple[ProvisionId, ...]) -> tuple[ProvisionId, ...]:
        """The provisions of a range: its ends, with the siblings between them, in order.

        A single provision is returned alone. The ends are included even if they do not exist.
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
        """The provision that a relative path leads to: below `context` or one of its ancestors.

        Where no such provision exists, it is the nearest in the law that ends with these labels;
        where there is none either, the first that the path could mean, though it does not exist.
        """
        if context is None:
            return None
        parents = [id for id in (context, *context.ancestors()) if _fits(labels[0], id.depth)]
        wanted = [below(parent, labels) for parent in parents]
        existing = next((id for id in wanted if id in self._existing), None)
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
        return sorted(self._existing)

    @cached_property
    def _by_ending(self) -> dict[tuple[str, tuple[str, ...]], list[ProvisionId]]:
        """The provisions by the number of their law and the labels that they end with, in order."""
        groups: dict[tuple[str, tuple[str, ...]], list[ProvisionId]] = {}
        for id in self._in_order:
            for at in range(id.depth):
                groups.setdefault((id.parts[0], id.parts[at:]), []).append(id)
        return groups

    @cached_property
    def _by_parent(self) -> dict[ProvisionId | None, list[ProvisionId]]:
        return grouped(self._in_order, lambda provision: provision.parent)


def absolute(labels: tuple[str, ...]) -> ProvisionId:
    """The provision of a path that begins with the number of a law.

    >>> absolute(("27", "b", "1"))
    ProvisionId('27.B.1')
    """
    return below(ProvisionId(labels[:1]), labels[1:])


def below(parent: ProvisionId, labels: tuple[str, ...]) -> ProvisionId:
    """The provision that labels lead to from `parent`.

    A letter is written as its depth has it, capital or small, and a number as a roman numeral at
    the depth of those: `b(i)` for `b.1`.
    """
    id = parent
    for label in labels:
        if id.depth == 1:
            id = id.child(label.upper())
        elif id.parts[1].isdigit():
            id = id.child(label.lower())  # below numbers no label is a roman numeral
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
    if len(labels) == first.depth:
        return absolute(labels)  # A.4.1–A.4.3
    keep = len(first.parts) - len(labels)
    return below(ProvisionId(first.parts[:keep]), labels) if keep > 0 else first
