"""Provisions as a reader finds them: an id and the spans of label, heading and own words."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.ids import ProvisionId
from kb.model import Remark, Span
from kb.reading.source import Line


@dataclass
class Node:
    """A provision while it is being read.

    `content` are the lines (or rests of lines) of its own words after the label, `opening` how
    many of them form the paragraph that the label stands in; `closing` are the words after its
    list. Once `heading_lines` is set, the rest of `content` is the body.
    """

    id: ProvisionId
    label: Span | None = None
    content: list[Line] = field(default_factory=list)
    opening: int = 0
    heading_lines: int = 0
    closing: list[Line] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    @property
    def heading(self) -> list[Span]:
        """Spans of the heading."""
        return spans(self.content[: self.heading_lines])

    @property
    def body(self) -> list[Span]:
        """Spans of the own words before any child."""
        return spans(self.content[self.heading_lines :])


def spans(lines: list[Line]) -> list[Span]:
    """The non-blank extents of lines."""
    return [span for line in lines if (span := line.span()) is not None]
