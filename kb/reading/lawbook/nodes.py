"""Provisions while they are read: an id, and the spans of label, heading and own words."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.core.ids import ProvisionId
from kb.core.record_parts import Remark, Span
from kb.reading.layout import ReadingPlan
from kb.reading.source import Line, Source


@dataclass
class ProvisionNode:
    """A provision while it is being read.

    `content` are the lines of its own words, the first without the label. The first `heading_lines`
    of them are the heading, the rest is the body. `closing` are the lines after its list.
    `implied_by` is the label that implies a provision without a line of its own: 9.1.1 below 9
    implies 9.1.
    """

    id: ProvisionId
    label: Span | None = None
    content: list[Line] = field(default_factory=list)
    heading_lines: int = 0
    closing: list[Line] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    implied_by: Span | None = None

    @property
    def heading(self) -> list[Span]:
        """Spans of the heading."""
        return spans(self.content[: self.heading_lines])

    @property
    def body(self) -> list[Span]:
        """Spans of the own words that stand before the provisions below it."""
        return spans(self.content[self.heading_lines :])

    @property
    def own_words(self) -> list[Span]:
        """Spans of the own words, before and after the provisions below it."""
        return [*self.body, *spans(self.closing)]

    @property
    def lines(self) -> list[int]:
        """The raw lines of its label and its own words."""
        label = [self.label.line] if self.label else []
        return [*label, *(line.number for line in (*self.content, *self.closing))]


def check_last_law(source: Source, plan: ReadingPlan, nodes: list[ProvisionNode]) -> None:
    """Raise `ReadingError` unless the laws end with the one that the plan says is the last."""
    last = nodes[-1].id.law if nodes else None
    if last is None or last.label != str(plan.laws):
        line = nodes[-1].label.line if nodes and nodes[-1].label else 1
        count = int(last.label) if last else 0
        expected = f"law {count + 1}" if count < plan.laws else f"only {plan.laws} laws"
        raise source.error(line, f"the laws end with {count}, expected {expected}")


def spans(lines: list[Line]) -> list[Span]:
    """The non-blank extents of lines."""
    return [span for line in lines if (span := line.span()) is not None]
