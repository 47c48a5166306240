"""Reads the layout of decimal numbers (`Article 9`, `9.2`, `9.2.1`, `a)`, in appendices `A.4.1`).

A provision may have no line of its own: where 9.1.1 follows 9 directly, 9.1 has no words. A label
counts only if it can stand there: as the next of a list that is open, as the first below the
provision just read, or as the first below such a provision without words.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.core.ids import ProvisionId
from kb.core.record_parts import Span
from kb.reading.lawbook.decimal_labels import DecimalLabels
from kb.reading.lawbook.labelled import LabelReader
from kb.reading.lawbook.nodes import ProvisionNode
from kb.reading.layout import ANY_TITLE, ReadingPlan
from kb.reading.source import Line, Source

_FIRST, _FIRST_LETTER, _LAST_LETTER = "1", "a", "z"


def read_decimal(source: Source, plan: ReadingPlan, lines: list[Line]) -> list[ProvisionNode]:
    """The provisions of the laws section in document order.

    The appendices are among them unless they have a section of their own. Raises `ReadingError`
    with file, line and the labels expected when an article is missing, a label is doubled or a
    correction does not fit.
    """
    labels = _labels(plan)
    apart = any(section.reader == "appendices" for section in plan.sections)
    tops = [*labels.tops(appendices=False), *(() if apart else labels.tops(appendices=True))]
    return _Decimal(source, plan, labels, tops).read_all(lines)


def read_appendices(source: Source, plan: ReadingPlan, lines: list[Line]) -> list[ProvisionNode]:
    """The provisions of a section of appendices; raises `ReadingError` as `read_decimal` does."""
    labels = _labels(plan)
    tops = [*labels.tops(appendices=True)]
    if not tops:
        raise source.error(
            lines[0].number if lines else 1,
            "there is a section of appendices, but print.toml says that there are none",
            "Say in [labels] how many there are: appendices = 3.",
        )
    return _Decimal(source, plan, labels, tops).read_all(lines)


def _labels(plan: ReadingPlan) -> DecimalLabels:
    assert isinstance(plan.labels, DecimalLabels)  # the layout's own reader of labels made them
    return plan.labels


class _Decimal(LabelReader):
    def __init__(
        self, source: Source, plan: ReadingPlan, labels: DecimalLabels, tops: list[ProvisionId]
    ) -> None:
        super().__init__(source, plan)
        self.print = labels
        self.tops = tops

    def expected(self) -> list[ProvisionId]:
        if not self.nodes:
            return self.tops[:1]
        current = self.nodes[-1].id
        found = [self._next(current), *self._children(current)]
        for ancestor in (current, *current.ancestors()):
            following = self._next(ancestor)
            if ancestor != current:
                found.append(following)
            if following and following.depth > 1 and following.label.isdigit() and self.print.whole:
                found.append(following.child(_FIRST))  # below one without a line of its own
        return [id for id in found if id is not None and self.print.has_label(id)]

    def can_follow(self, id: ProvisionId) -> bool:
        if id.parent is None:
            return id in self.tops
        if not (id.label.isdigit() or id.depth > 2) or not self.print.has_label(id):
            return False
        if id.parent in self.by_id:
            return id.parent.depth == 1 or id.parent.label.isdigit()
        is_numbered = all(label.isdigit() for label in id.parts[1:])
        return self.print.whole and is_numbered and id.law in self.by_id

    def _next(self, id: ProvisionId) -> ProvisionId | None:
        """What follows at the same level; None after the last."""
        if id.depth == 1:
            at = self.tops.index(id) + 1
            return self.tops[at] if at < len(self.tops) else None
        if id.label.isdigit():
            return ProvisionId((*id.parts[:-1], str(int(id.label) + 1)))
        if id.label == _LAST_LETTER:
            return None
        return ProvisionId((*id.parts[:-1], chr(ord(id.label) + 1)))

    def _children(self, id: ProvisionId) -> Iterator[ProvisionId]:
        """What can begin below a provision; the last stands below one without a line of its own."""
        if id.depth > 1 and id.label.isalpha():
            return
        yield id.child(_FIRST)
        if id.depth > 1:
            yield id.child(_FIRST_LETTER)
        if self.print.whole:
            yield id.child(_FIRST).child(_FIRST)

    def open(self, id: ProvisionId, line: Line, end: int) -> ProvisionNode:
        """Open a provision, and before it those without a line of their own that contain it."""
        label = line.span(0, end)
        for above in reversed([*id.ancestors()]):
            if above not in self.by_id:
                self._open_implied(above, label)
        return super().open(id, line, end)

    def _open_implied(self, id: ProvisionId, label: Span | None) -> None:
        node = ProvisionNode(id, implied_by=label)
        self.nodes.append(node)
        self.by_id[id] = node

    def indents(self, id: ProvisionId) -> frozenset[int]:
        return self.print.indents.get(self.print.level(id), frozenset())

    def is_title(self, words: str) -> bool:
        return super().is_title(words) if self.print.titles == "same" else not words

    def looks_labelled(self, line: Line) -> bool:
        text = line.text.strip()
        return bool(self.print.like_label.match(text) or self.print.law_start().fullmatch(text))

    def finish(self) -> list[ProvisionNode]:
        last = self.nodes[-1].id.law if self.nodes else None
        if last != self.tops[-1]:
            line = self.nodes[-1].lines[-1] if self.nodes else 1
            following = self._next(last) if last else self.tops[0]
            assert following is not None  # the last one has not been reached
            raise self.source.error(
                line,
                f"the provisions end in {last}, expected "
                f"{self.plan.labels.printed(following)[0]!r} below",
                "Mend `laws` and `appendices` in print.toml, or what stands before this line.",
            )
        parents = {node.id.parent for node in self.nodes}
        for node in self.nodes:
            self._set_heading(node, has_child=node.id in parents)
        return self.nodes

    def _set_heading(self, node: ProvisionNode, has_child: bool) -> None:
        """The title of an article, or the heading of a provision at a depth that has headings.

        A heading does not end as a sentence does, and something must follow it.
        """
        if not node.content:
            return
        if node.id.depth == 1:
            if self.print.titles != "none":
                node.heading_lines = self._opening(node)
            return
        opening = self._opening(node)
        last = node.content[opening - 1].text.rstrip()
        followed = has_child or len(node.content) > opening
        if node.id.depth in self.print.headed and followed:
            node.heading_lines = 0 if last.endswith(self.print.heading_never_ends) else opening

    def _opening(self, node: ProvisionNode) -> int:
        """How many lines the first paragraph has; one where no gap shows where it ends.

        A title goes on as long as the lines look like titles, where print.toml says how these look.
        """
        titled = node.id.depth == 1 and self.print.title.pattern != ANY_TITLE
        count = 1
        for line in node.content[1:]:
            goes_on = titled and self.print.title.fullmatch(line.text.strip())
            if line.gap if self.print.paragraphs else not goes_on:
                break
            count += 1
        return count
