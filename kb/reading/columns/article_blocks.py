"""One column of a series of articles: its articles, sections, paragraphs and list items.

The print marks none of these: headings are lines that stand off and end in no full stop, a
paragraph ends with a sentence in a short line. Where such a rule cannot decide, a curated line
does (`kb.reading.corrections.SETTLED`).
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

#: What a sentence ends with; what leads to a list or goes on after it ends a block too.
_SENTENCE = (".", "!", "?", "»", ")")
_BLOCK = (*_SENTENCE, ":", ";")
#: What no heading ends with.
_NO_HEADING = (".", ":", ";", ",")
#: A heading has at most so many lines.
_HEADING_LINES = 3
#: Blank lines above a heading that stands off; with fewer, its shortness must tell it.
_OFF = 2
#: How much of its column a line may fill that ends a paragraph, or a list; that ends a heading
#: which stands off, stands on top, or neither; that carries a heading on with a capital letter.
_PARAGRAPH_END, _LIST_END = 0.86, 0.93
_HEADING_OFF, _HEADING_TOP, _HEADING_END, _HEADING_GOES_ON = 0.95, 0.86, 0.75, 0.6
#: Lines above and below that tell how wide a column is at a line.
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
    """A section: its heading (none where a language prints none), its blocks.

    A `boxed` one is an example below all columns: what stands before it may go on overleaf.
    `diagram` says that it is about a printed diagram, which the file does not have.
    """

    id: ProvisionId
    heading: list[Span]
    boxed: bool = False
    diagram: bool = False
    blocks: list[ArticleBlock] = field(default_factory=list)

    @property
    def spans(self) -> list[Span]:
        """Everything in it, in printed order of its parts."""
        marks = [block.mark for block in self.blocks if block.mark]
        return [*self.heading, *marks, *(span for block in self.blocks for span in block.spans)]


@dataclass
class ArticleParts:
    """An article: its title (none for an untitled one) and its sections."""

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
        self.found: list[ArticleParts] = []
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
        for parts in self.found:
            for section in parts.sections:
                if not section.blocks:
                    line = (section.heading or parts.title)[0].line
                    raise self.source.error(line, f"section {section.id} has no words")
        return self.found

    def _take(self, at: int) -> int:
        """Take what begins at a line; how many lines it has."""
        line = self.lines[at]
        if line.number in self.starts:
            return self._article(at)
        if not self.found:
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
        """An article begins: its title, or for an untitled one the heading of its first section."""
        line = self.lines[at]
        id, titled = self.starts[line.number]
        length = self._group(at)
        article = ArticleParts(id, self._spans(at, length) if titled else [])
        self.found.append(article)
        self.page = line.page
        self._open([] if titled else self._spans(at, length))
        return length

    def _turn_page(self, line: ColumnLine) -> None:
        """Overleaf, what stood before an example goes on."""
        if line.page != self.page and self.section and self.section.boxed:
            self.section = next(s for s in reversed(self.found[-1].sections) if not s.boxed)
        self.page = line.page

    def _shared(self, at: int) -> int:
        """A caption of all columns, which heads an example."""
        self._open([*self.lines[at].spans], boxed=True)
        return 1

    def _curated(self, at: int) -> int | None:
        """What a person says that a line is; None where the rules decide."""
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
        """A curated heading goes on over the lines below that are curated as heading too."""
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
        article = self.found[-1]
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
        """A curated item, which may begin in the middle of its line."""
        at = line.text.find(correction.printed)
        if before := line.text[:at].rstrip():
            self._go_on(line.part(0, len(before)))
        self._item(line.part(at))

    def _spans(self, at: int, length: int) -> list[Span]:
        return [span for line in self.lines[at : at + length] for span in line.spans]

    def _previous(self) -> str:
        """The words that a line would go on; "" where none are open."""
        if self.section is None or not self.section.blocks:
            return ""
        return self.source.slice(self.section.blocks[-1].spans[-1])

    def _begins_item(self, at: int) -> bool:
        """A list mark, unless it is a dash within a sentence or the words before go on."""
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
        """How many lines a heading that begins here has; 0 where none does."""
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
        """How many lines would make a heading from here: those that only carry it on follow.

        They begin in small letters, or are so short that they cannot begin a paragraph.
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
        """How many characters the column holds about a line."""
        page = self.lines[at].page
        near = self.lines[max(at - _NEAR, 0) : at + _NEAR + 1]
        return max(len(line.text) for line in near if line.page == page)


def _capital(text: str) -> bool:
    """Whether words may begin a sentence: a capital letter, or a number before one."""
    return text[:1].isupper() or text[:1].isdigit() or text[:1] in "«(„"
