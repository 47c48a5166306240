"""Finds the articles, sections, paragraphs and list items in a column of a series of articles.

The print marks none of these. Headings are lines that stand off and do not end in a full stop; a
paragraph ends with a sentence in a short line. Where such a rule cannot decide, corrections.tsv
says what a line is (`kb.reading.corrections.SETTLED`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from kb.core.ids import ProvisionId
from kb.core.record_parts import Span
from kb.reading.columns.columns import ColumnLine
from kb.reading.columns.series_layout import SeriesPlan
from kb.reading.corrections import SETTLED, Correction
from kb.reading.source import Source

#: The signs at the end of a sentence, and of a paragraph or item: these may lead to a list.
_SENTENCE = (".", "!", "?", "»", ")")
_BLOCK = (*_SENTENCE, ":", ";")
#: Signs with which no heading ends.
_NO_HEADING = (".", ":", ";", ",")
#: A heading has at most so many lines.
_HEADING_LINES = 3
#: The blank lines above a heading that stands off; with fewer, a heading must be shorter.
_OFF = 2
#: The share of the column's width that the last line of a paragraph or of a list may fill.
_PARAGRAPH_END, _LIST_END = 0.86, 0.93
#: The same share for the last line of a heading that stands off, that stands on top, that does
#: neither; and for a line with a capital letter that still belongs to the heading above it.
_HEADING_OFF, _HEADING_TOP, _HEADING_END, _HEADING_GOES_ON = 0.95, 0.86, 0.75, 0.6
#: So many lines above and below a line are measured for the width of its column.
_NEAR = 8

BlockKind = Literal["paragraph", "item"]


@dataclass
class ArticleBlock:
    """A paragraph or list item: the spans of its words, and of its mark where it has one."""

    kind: BlockKind
    spans: list[Span] = field(default_factory=list)
    mark: Span | None = None


@dataclass
class SectionParts:
    """A section: its heading (empty where a language prints none) and its blocks.

    A `boxed` section is an example below all columns; the section before it may go on on the next
    page. `diagram` says that it is about a printed diagram, which the file does not have.
    """

    id: ProvisionId
    heading: list[Span]
    boxed: bool = False
    diagram: bool = False
    blocks: list[ArticleBlock] = field(default_factory=list)

    @property
    def spans(self) -> list[Span]:
        """The spans of the heading, of all marks, and of all words."""
        marks = [block.mark for block in self.blocks if block.mark]
        return [*self.heading, *marks, *(span for block in self.blocks for span in block.spans)]


@dataclass
class ArticleParts:
    """An article: its title (empty when it has none) and its sections."""

    id: ProvisionId
    title: list[Span]
    sections: list[SectionParts] = field(default_factory=list)


def read_column(
    source: Source, plan: SeriesPlan, column: int, lines: Sequence[ColumnLine]
) -> tuple[list[ArticleParts], set[int]]:
    """The articles of one language in order, and the rows of the corrections that were applied.

    `column` is the place of the language in the plan. Raises `ReadingError` with file and line
    when an article does not begin where the plan says, has no words, or a curated line is in
    another section than it says.
    """
    reader = _BlockReader(source, plan, column, lines)
    return reader.articles(), reader.applied


class _BlockReader:
    def __init__(
        self, source: Source, plan: SeriesPlan, column: int, lines: Sequence[ColumnLine]
    ) -> None:
        self.source, self.plan, self.lines = source, plan, lines
        self.starts = {
            start.lines[column]: (ProvisionId((str(number),)), start.titled)
            for number, start in enumerate(plan.articles, 1)
        }
        self.read: list[ArticleParts] = []
        self.applied: set[int] = set()
        self.section: SectionParts | None = None
        self.page = 0

    def articles(self) -> list[ArticleParts]:
        numbers = {line.number for line in self.lines}
        for number, (article, _) in self.starts.items():
            if number not in numbers:
                raise self.source.error(number, f"article {article} does not begin here")
        at = 0
        while at < len(self.lines):
            at += self._take(at)
        for parts in self.read:
            for section in parts.sections:
                if not section.blocks:
                    line = (section.heading or parts.title)[0].line
                    raise self.source.error(line, f"section {section.id} has no words")
        return self.read

    def _take(self, at: int) -> int:
        """Take what begins at a line, and return how many lines that has."""
        line = self.lines[at]
        if line.number in self.starts:
            return self._article(at)
        if not self.read:
            raise self.source.error(line.number, "words before the first article")
        self._turn_page(line)
        if line.shared:
            return self._shared(at)
        if (taken := self._curated(at)) is not None:
            return taken
        if self._begins_item(at):
            self._item(line)
        elif length := self._heading_length(at):
            self._open(self._spans(at, length))
            return length
        elif self._begins_paragraph(at):
            self._block(ArticleBlock("paragraph", [*line.spans]))
        else:
            self._go_on(line)
        return 1

    def _article(self, at: int) -> int:
        """Begin an article with its title or, if untitled, with its first section's heading."""
        line = self.lines[at]
        id, titled = self.starts[line.number]
        length = self._group(at)
        article = ArticleParts(id, self._spans(at, length) if titled else [])
        self.read.append(article)
        self.page = line.page
        self._open([] if titled else self._spans(at, length))
        return length

    def _turn_page(self, line: ColumnLine) -> None:
        """On a new page go back from a boxed example to the section before it."""
        if line.page != self.page and self.section and self.section.boxed:
            self.section = next(s for s in reversed(self.read[-1].sections) if not s.boxed)
        self.page = line.page

    def _shared(self, at: int) -> int:
        """Open the boxed example that a caption across all columns heads."""
        self._open([*self.lines[at].spans], boxed=True)
        return 1

    def _curated(self, at: int) -> int | None:
        """Take a line as a correction says, and return how many lines that has; else None."""
        line = self.lines[at]
        length: int | None = None
        for kind in SETTLED:
            correction = self.plan.corrections.at(line.number, kind)
            if correction is None:
                continue
            length = 1
            if kind == "heading":
                length = self._curated_lines(at)
                self._open(self._spans(at, length))
                for below in self.lines[at + 1 : at + length]:
                    further = self.plan.corrections.at(below.number, kind)
                    assert further is not None  # _curated_lines has counted them
                    self._check_place(further)
            elif kind == "section":
                self._open([])
                self._block(ArticleBlock("paragraph", [*line.spans]))
            elif kind == "paragraph":
                self._block(ArticleBlock("paragraph", [*line.spans]))
            elif kind == "item":
                self._item_within(line, correction)
            else:
                self._go_on(line)
            self._check_place(correction)
        return length

    def _curated_lines(self, at: int) -> int:
        """How many lines a curated heading has: it goes on while the next one is curated too."""
        length = 1
        while at + length < len(self.lines) and self.plan.corrections.at(
            self.lines[at + length].number, "heading"
        ):
            length += 1
        return length

    def _check_place(self, correction: Correction) -> None:
        assert self.section is not None
        self.applied.add(correction.row)
        if str(self.section.id) != correction.official:
            raise self.source.error(
                correction.line,
                f"this line is in section {self.section.id}, not {correction.official}",
                f"{self.plan.corrections.file}:{correction.row} says so: mend it, or the "
                "headings above.",
            )

    def _open(self, heading: list[Span], boxed: bool = False) -> None:
        article = self.read[-1]
        id = article.id.child(str(len(article.sections) + 1))
        caption = self.plan.diagram.fullmatch(" ".join(map(self.source.slice, heading)))
        self.section = SectionParts(id, heading, boxed, diagram=boxed or caption is not None)
        article.sections.append(self.section)

    def _block(self, block: ArticleBlock) -> None:
        assert self.section is not None
        self.section.blocks.append(block)

    def _go_on(self, line: ColumnLine) -> None:
        assert self.section is not None
        if not self.section.blocks:
            raise self.source.error(line.number, "there is nothing that this line could go on")
        self.section.blocks[-1].spans += line.spans

    def _item(self, line: ColumnLine) -> None:
        mark = self.plan.mark.match(line.text)
        printed = line.part(0, mark.end(1)).spans[0] if mark else None
        words = line.part(mark.end()) if mark else line
        self._block(ArticleBlock("item", [*words.spans], printed))

    def _item_within(self, line: ColumnLine, correction: Correction) -> None:
        """Take a curated item, which may begin in the middle of its line."""
        at = line.text.find(correction.printed)
        if before := line.text[:at].rstrip():
            self._go_on(line.part(0, len(before)))
        self._item(line.part(at))

    def _spans(self, at: int, length: int) -> list[Span]:
        return [span for line in self.lines[at : at + length] for span in line.spans]

    def _previous(self) -> str:
        """The words of the line before in the section; "" where the section has none yet."""
        if self.section is None or not self.section.blocks:
            return ""
        return self.source.slice(self.section.blocks[-1].spans[-1])

    def _begins_item(self, at: int) -> bool:
        """Whether a line begins with a list mark, and not with a dash within a sentence."""
        mark = self.plan.mark.match(self.lines[at].text)
        if mark is None:
            return False
        if not (before := self._previous()) or before.endswith(_BLOCK):
            return True
        return self.lines[at].text[mark.end() :][:1].isupper()

    def _begins_paragraph(self, at: int) -> bool:
        line, before = self.lines[at], self._previous()
        if not before:
            return True
        if not before.endswith((*_SENTENCE, ";")) or not _capital(line.text):
            return False
        if line.gap >= _OFF and not line.top:
            return True
        assert self.section is not None
        share = _LIST_END if self.section.blocks[-1].kind == "item" else _PARAGRAPH_END
        return len(self.lines[at - 1].text) < share * self._width(at - 1)

    def _heading_length(self, at: int) -> int:
        """How many lines the heading that begins here has; 0 where none begins."""
        line, before = self.lines[at], self._previous()
        assert self.section is not None
        if self.section.boxed or not _capital(line.text) or not before.endswith(_BLOCK):
            return 0
        length = self._group(at)
        words = self._joined(at, length)
        if self.plan.diagram.fullmatch(words):
            return length
        following = self.lines[at + length] if at + length < len(self.lines) else None
        if length > _HEADING_LINES or words.endswith((*_NO_HEADING, "-")) or following is None:
            return 0
        if following.shared or not (
            _capital(following.text) or self.plan.mark.match(following.text)
        ):
            return 0
        last = self.lines[at + length - 1]
        off = _HEADING_OFF if line.gap >= _OFF else _HEADING_END
        share = _HEADING_TOP if line.top else off
        return length if len(last.text) < share * self._width(at + length - 1) else 0

    def _group(self, at: int) -> int:
        """How many lines a heading would have that begins here.

        A line belongs to the heading above when it begins with a small letter, or is so short that
        it cannot begin a paragraph.
        """
        length = 1
        while length <= _HEADING_LINES and at + length < len(self.lines):
            line, above = self.lines[at + length], self.lines[at + length - 1]
            if line.top or line.shared or line.gap >= _OFF or above.text.endswith(_NO_HEADING):
                break
            if line.number in self.starts or self.plan.corrections.settles(line.number):
                break
            shorter = len(line.text) < _HEADING_GOES_ON * self._width(at + length)
            carries = not _capital(line.text) or (shorter and not line.text.endswith(_NO_HEADING))
            if not carries or self.plan.mark.match(line.text):
                break
            length += 1
        return length

    def _joined(self, at: int, length: int) -> str:
        return " ".join(line.text for line in self.lines[at : at + length])

    def _width(self, at: int) -> int:
        """The width of the column near a line: the length of the longest line there."""
        page = self.lines[at].page
        near = self.lines[max(at - _NEAR, 0) : at + _NEAR + 1]
        return max(len(line.text) for line in near if line.page == page)


def _capital(text: str) -> bool:
    """Whether words may begin a sentence: a capital letter, or a number before one."""
    return text[:1].isupper() or text[:1].isdigit() or text[:1] in "«(„"
