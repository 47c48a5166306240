"""The blocks of a Markdown document whose words are text: paragraphs, headings, cells; also HTML.

They are read line by line as CommonMark 0.31 says (chapters 3 to 5), and tables as GitHub has them;
site/linker/blocks.js does the same. No library is used, because Tree-sitter's grammar misreads
some quotations, tables and numbers, and markdown-it does not tell where in a line the words are,
does not follow CommonMark for what is indented below a list, and takes longer for every line the
deeper the nesting is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from kb.linking.zones.leaves import (
    BLANK_LINE,
    BLANKS,
    FENCE,
    HEADING,
    RULE,
    cells,
    html_until,
    starts_leaf,
)
from kb.linking.zones.line_place import CODE_INDENT, LinePlace

#: How many marks of quotations and lists are read in one line; nobody nests deeper than that.
_MOST_MARKS = 100
_LINE_END = re.compile(r"\r\n?")
_FRONT_MATTER = re.compile(r"(---|\+\+\+)[ \t]*+\n")
_CLOSING = {
    "---": re.compile(r"\n---[ \t]*+(?=\n|\Z)"),
    "+++": re.compile(r"\n\+\+\+[ \t]*+(?=\n|\Z)"),
}
_UNDERLINE = re.compile(r"(?:=++|-++)[ \t]*+\Z")
_DASHES = re.compile(
    r"(?!-[ \t])\|?+[ \t]*+:?+-++:?+[ \t]*+(?>(?:\|[ \t]*+:?+-++:?+[ \t]*+)*)(?>(?:\|[ \t]*+)?)\Z"
)
_TASK = re.compile(r"\[[ xX]\](?=[ \t]++[^ \t])")


class MarkdownBlock(NamedTuple):
    """A block of text or of HTML.

    `marks` are where the marks of quotations and lists stand that begin its second and later lines,
    each with its end; `defines` says that the block may begin with definitions of links.
    """

    kind: Literal["text", "html"]
    start: int
    end: int
    in_heading: bool = False
    marks: tuple[tuple[int, int], ...] = ()
    defines: bool = False


def unix_lines(document: str) -> str:
    r"""The document with all its lines ended by `\n` alone, and every place as it was."""
    return _LINE_END.sub(lambda end: " \n" if len(end[0]) > 1 else "\n", document)


def blocks_of(text: str) -> list[MarkdownBlock]:
    r"""The blocks of a document in order; code and marks are left out, between the blocks.

    Its lines must end with `\n`, as those of `unix_lines` do.
    """
    reader = _Reader(text)
    at = _front_matter_end(text)
    while at < len(text):
        stop = text.find("\n", at)
        end = len(text) if stop < 0 else stop
        reader.read(LinePlace(text, at, end))
        at = end + 1
    reader.close()
    return reader.blocks


def _front_matter_end(text: str) -> int:
    """Where the front matter ends: what a line of `---` (YAML) or `+++` (TOML) opens and closes."""
    opening = _FRONT_MATTER.match(text)
    if opening is None:
        return 0
    closing = _CLOSING[opening[1]].search(text, opening.end() - 1)
    return min(closing.end() + 1, len(text)) if closing else 0


@dataclass
class _Leaf:
    """The block that is being read: a paragraph, a table, code in a fence, or HTML."""

    kind: Literal["text", "table", "fence", "html"]
    start: int = 0
    end: int = 0
    #: Where the words of its last line begin, and whether that line may be the head of a table.
    last_line: int = 0
    is_head: bool = True
    #: Whether it begins with the box of a task, `[ ]`.
    is_task: bool = False
    marks: list[tuple[int, int]] = field(default_factory=list)
    #: The signs that opened the fence of code.
    fence: str = ""
    #: The pattern that ends the block of HTML.
    until: re.Pattern[str] = BLANK_LINE


class _Reader:
    """Reads a document line by line."""

    def __init__(self, text: str) -> None:
        self.blocks: list[MarkdownBlock] = []
        self._text = text
        #: The open containers: how far the text of a list item is indented, or 0 for a quotation.
        self._containers: list[int] = []
        self._leaf: _Leaf | None = None
        #: Whether the innermost container is a list item of which only the mark has been read.
        self._is_new = False

    def read(self, place: LinePlace) -> None:
        """Read the line that begins at `place`, and add the blocks that it ends."""
        kept = self._kept_containers(place)
        is_whole = kept == len(self._containers)
        if is_whole and self._goes_on_raw(place):
            return
        in_text = self._leaf is not None and self._leaf.kind == "text"
        if not is_whole and not in_text:
            self._cut(kept)
        if place.is_blank:
            # An item whose mark is followed by a blank line is empty, and ends.
            self._cut(kept - 1 if self._is_new and is_whole else kept)
            self._is_new = False
            return
        if is_whole and (self._is_table_head(place) or self._is_underline(place)):
            return
        opened = self._open_containers(place, kept)
        if not opened and self._goes_on(place, is_whole):
            return
        if not opened and not is_whole:
            self._cut(kept)
        self._open_leaf(place)

    def _kept_containers(self, place: LinePlace) -> int:
        """How many containers the line continues; the place moves past their marks."""
        for kept, indent in enumerate(self._containers):
            is_in_item = indent and (place.is_blank or place.skip_indent(indent))
            if not (is_in_item if indent else place.skip_quote()):
                return kept
        return len(self._containers)

    def _cut(self, kept: int) -> None:
        self.close()
        del self._containers[kept:]

    def _goes_on_raw(self, place: LinePlace) -> bool:
        """Whether the line belongs to the code or HTML that is being read; it is added to that."""
        leaf = self._leaf
        if leaf is None or leaf.kind not in ("fence", "html"):
            return False
        words = place.words
        if leaf.kind == "fence":
            mark = words.strip(BLANKS)
            is_as_long = len(mark) >= len(leaf.fence) and mark == leaf.fence[0] * len(mark)
            if is_as_long and place.indent < CODE_INDENT:
                self._leaf = None
        elif leaf.until is BLANK_LINE and place.is_blank:
            self.close()
        else:
            leaf.end = place.end
            if leaf.until.search(words):
                self.close()
        return True

    def _is_underline(self, place: LinePlace) -> bool:
        """Whether the line underlines the paragraph above it, which then becomes a heading."""
        leaf = self._leaf
        if leaf is None or leaf.kind != "text" or place.indent >= CODE_INDENT:
            return False
        if not _UNDERLINE.match(place.words):
            return False
        self._leaf = None
        self._add_paragraph(leaf, leaf.end, True)
        return True

    def _open_containers(self, place: LinePlace, kept: int) -> bool:
        """Open the containers that the line begins; returns whether it begins any."""
        opened = False
        in_text = self._leaf is not None and self._leaf.kind == "text"
        while place.indent < CODE_INDENT and place.marks < _MOST_MARKS:
            mark = None if place.is_quote else place.list_mark()
            if not mark and not place.is_quote:
                break
            if mark and RULE.match(place.words):
                break
            interrupts = in_text and not opened and kept == len(self._containers)
            if mark and interrupts and not place.may_interrupt(mark):
                break
            if not opened:
                self._cut(kept)
            opened = True
            if mark:
                indent = place.list_indent(mark)
                place.skip_list_mark(mark, indent)
            else:
                indent = 0
                place.skip_quote()
            self._containers.append(indent)
            self._is_new = mark is not None
            if place.is_blank:
                break
        return opened

    def _goes_on(self, place: LinePlace, is_whole: bool) -> bool:
        """Whether the line continues the paragraph, with or without the marks of its containers."""
        leaf = self._leaf
        if leaf is None or leaf.kind != "text":
            return False
        if place.indent < CODE_INDENT and starts_leaf(place.words):
            return False
        if place.words_at > place.start:
            leaf.marks.append((place.start, place.words_at))
        leaf.last_line = place.words_at
        leaf.is_head = is_whole and place.indent < CODE_INDENT
        leaf.end = place.end
        return True

    def _is_table_head(self, place: LinePlace) -> bool:
        """Whether the line is the row of dashes below the head of a table, with as many cells.

        Then the lines above that head become a paragraph, and the table begins.
        """
        leaf = self._leaf
        if leaf is None or leaf.kind != "text" or not leaf.is_head or place.indent >= CODE_INDENT:
            return False
        words = place.words.rstrip(BLANKS)
        if "|" not in words or not _DASHES.match(words):
            return False
        head = self._text[leaf.last_line : leaf.end].rstrip(BLANKS)
        if "|" not in head or len(cells(head)) != len(cells(words)):
            return False
        if leaf.last_line > leaf.start:
            before = self._text.rindex("\n", 0, leaf.last_line)
            self._add_paragraph(leaf, before, False)
        self._add_cells(head, leaf.last_line)
        self._leaf = _Leaf("table")
        return True

    def _add_cells(self, words: str, at: int) -> None:
        for start, end in cells(words):
            self._add_text(at + start, at + end)

    def _open_leaf(self, place: LinePlace) -> None:
        """Begin the block that the line begins, or add the line to the table that is being read."""
        if place.is_blank:
            self.close()
            return
        is_first, self._is_new = self._is_new, False
        words = place.words
        if self._leaf and self._leaf.kind == "table":
            if place.indent < CODE_INDENT and not starts_leaf(words):
                self._add_cells(words.rstrip(BLANKS), place.words_at)
                return
            self._leaf = None
        self.close()
        if place.indent >= CODE_INDENT or RULE.match(words):
            return
        start = place.words_at
        if fence := FENCE.match(words):
            self._leaf = _Leaf("fence", fence=fence[1] or fence[2])
        elif heading := HEADING.match(words):
            self._add_text(start + heading.end(), place.end, in_heading=True)
        elif until := html_until(words, False):
            self._leaf = _Leaf("html", start, place.end, until=until)
            if until.search(words):
                self.close()
        else:
            task = _TASK.match(words) if is_first else None
            self._leaf = _Leaf("text", start, place.end, start, is_task=task is not None)
            self._leaf.start += task.end() if task else 0

    def close(self) -> None:
        """End the block that is being read, and add it if it is text or HTML."""
        leaf, self._leaf = self._leaf, None
        if leaf and leaf.kind == "html":
            words = self._text[leaf.start : leaf.end].rstrip(BLANKS)
            self.blocks.append(MarkdownBlock("html", leaf.start, leaf.start + len(words)))
        elif leaf and leaf.kind == "text":
            self._add_paragraph(leaf, leaf.end, False)

    def _add_paragraph(self, leaf: _Leaf, last: int, in_heading: bool) -> None:
        marks = tuple(mark for mark in leaf.marks if mark[0] < last)
        self._add_text(leaf.start, last, in_heading, marks, not leaf.is_task)

    def _add_text(
        self,
        first: int,
        last: int,
        in_heading: bool = False,
        marks: tuple[tuple[int, int], ...] = (),
        defines: bool = False,
    ) -> None:
        """Add a block without the blanks around its words, if it has any."""
        words = self._text[first:last].rstrip(BLANKS)
        end = first + len(words)
        start = end - len(words.lstrip(BLANKS))
        if start < end:
            self.blocks.append(MarkdownBlock("text", start, end, in_heading, marks, defines))
