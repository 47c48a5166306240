"""Reads front matter and worked examples, which are running text in paragraphs."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from kb.core.ids import NamedId
from kb.core.record_parts import Kind, Span
from kb.reading.layout import ReadingPlan, SectionLayout
from kb.reading.source import Line

#: Where gaps say nothing, a line shorter than this part of the longest line ends its paragraph.
_SHORT = 0.6


@dataclass
class FrontParagraph:
    """A paragraph outside the laws; only an example has a label and a heading."""

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
    """Worked examples, and as paragraphs of front matter the words before and after them.

    A paragraph that corrections.tsv calls closing ends the last example.
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
    """The paragraphs of a print that has a gap before each of them."""
    paragraphs: list[list[Line]] = []
    for line in lines:
        if line.gap or not paragraphs:
            paragraphs.append([])
        paragraphs[-1].append(line)
    return paragraphs


def _by_shape(lines: list[Line]) -> list[list[Line]]:
    """The paragraphs of a print that has blank lines between all its lines.

    A paragraph ends with a short line, or where the gap below is wider than usual.
    """
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
