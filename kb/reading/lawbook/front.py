"""Front matter and worked examples: running text in paragraphs."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from kb.core.ids import NamedId
from kb.core.record_parts import Kind, Span
from kb.reading.layout import ReadingPlan, SectionLayout
from kb.reading.source import Line

#: A line this much shorter than the longest ends its paragraph, where gaps say nothing.
_SHORT = 0.6


@dataclass
class FrontParagraph:
    """A paragraph outside the laws: its id and kind, and for an example label and heading."""

    id: NamedId
    kind: Kind
    lines: list[Line] = field(default_factory=list)
    label: Span | None = None
    heading: Span | None = None


def read_front(
    plan: ReadingPlan, section: SectionLayout, lines: list[Line]
) -> list[FrontParagraph]:
    """The paragraphs of a preface or introduction, numbered from 1."""
    by_gap = _by_gap(lines) if plan.labels.paragraphs else _by_shape(lines)
    return [
        FrontParagraph(NamedId(str(section.id), str(number)), "front", paragraph)
        for number, paragraph in enumerate(by_gap, 1)
    ]


def read_examples(
    plan: ReadingPlan, section: SectionLayout, lines: list[Line]
) -> list[FrontParagraph]:
    """Worked examples, with the words before and after them as front matter of their own.

    A paragraph that the curation calls closing ends the last example.
    """
    closing = plan.corrections.of_kind("closing")
    out: list[FrontParagraph] = []
    common = 0
    inside = False
    for paragraph in _by_gap(lines):
        first = paragraph[0]
        if start := plan.example_heading.match(first.text):
            title = first.after(start.end())
            out.append(
                FrontParagraph(
                    NamedId("example", start[1]),
                    "example",
                    paragraph[1:],
                    label=first.span(0, start.end()),
                    heading=title.span(),
                )
            )
            inside = True
        elif inside and first.number not in closing:
            out[-1].lines += paragraph
        else:
            common += 1
            inside = False
            out.append(FrontParagraph(NamedId(str(section.id), str(common)), "front", paragraph))
    return out


def _by_gap(lines: list[Line]) -> list[list[Line]]:
    paragraphs: list[list[Line]] = []
    for line in lines:
        if line.gap or not paragraphs:
            paragraphs.append([])
        paragraphs[-1].append(line)
    return paragraphs


def _by_shape(lines: list[Line]) -> list[list[Line]]:
    """Paragraphs of a print with a blank line between all lines: short lines and wide gaps end."""
    longest = max((len(line.text.strip()) for line in lines), default=0)
    distances = [b.number - a.number for a, b in pairwise(lines)]
    usual = min(distances, default=1)
    paragraphs: list[list[Line]] = []
    previous: Line | None = None
    for line in lines:
        ended = previous is None or (
            len(previous.text.strip()) < _SHORT * longest
            or line.number - previous.number > usual + 1
        )
        if ended:
            paragraphs.append([])
        paragraphs[-1].append(line)
        previous = line
    return paragraphs
