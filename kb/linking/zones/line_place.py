"""A place in a line of Markdown, behind the marks of the quotations and lists that it is in."""

from __future__ import annotations

import re
from typing import Final

from kb.linking.zones.leaves import BLANKS

_GAP = re.compile(r"[ \t]*+")
_LIST_MARK = re.compile(r"(?:[-+*]|([0-9]{1,9})[.)])(?=[ \t]|\Z)")

#: A line that is indented by this many columns is code.
CODE_INDENT: Final = 4


class LinePlace:
    """A place in a line, which moves past the marks of the containers (quotations, list items).

    `start`, `at`, `words_at` and `end` are offsets in the document; `indent` is in columns, with
    tab stops every four columns.
    """

    def __init__(self, text: str, start: int, end: int, column: int = 0) -> None:
        self._text = text
        self.start = self.at = start
        self.end = end
        self.marks = 0
        self._column = column
        #: How many columns of the last tab lie behind the place.
        self._left = 0
        self._look()

    def _look(self) -> None:
        """Find the words behind the place, and how many columns they are indented."""
        gap = _GAP.match(self._text, self.at, self.end)
        assert gap is not None  # the pattern also matches nothing
        self.words_at = gap.end()
        column = self._column + self._left
        if self._text.find("\t", self.at, self.words_at) < 0:
            column += self.words_at - self.at
        else:
            for sign in gap[0]:
                column += 4 - column % 4 if sign == "\t" else 1
        self.indent = column - self._column

    @property
    def is_blank(self) -> bool:
        """Whether nothing but blanks is left of the line."""
        return self.words_at >= self.end

    @property
    def words(self) -> str:
        """What is left of the line, without the blanks before it."""
        return self._text[self.words_at : self.end]

    @property
    def is_quote(self) -> bool:
        """Whether the mark of a quotation comes next."""
        return not self.is_blank and self._text[self.words_at] == ">"

    def skip_quote(self) -> bool:
        """Go past the mark of a quotation; False where there is none."""
        if self.indent >= CODE_INDENT or not self.is_quote:
            return False
        self.marks += 1
        self.skip_indent(self.indent)
        self._skip(1)
        self.skip_indent(1)
        return True

    def skip_indent(self, columns: int) -> bool:
        """Go past this many columns of blanks; False, and no move, where there are fewer."""
        if self.indent < columns:
            return False
        self._column += columns
        self._left -= columns
        while self._left < 0:
            column = self._column + self._left
            self._left += 4 - column % 4 if self._text[self.at] == "\t" else 1
            self.at += 1
        self._look()
        return True

    def _skip(self, count: int) -> None:
        self.at += count
        self._column += count
        self._look()

    def list_mark(self) -> re.Match[str] | None:
        """The mark of a list item that begins here."""
        return _LIST_MARK.match(self._text, self.words_at, self.end)

    def list_indent(self, mark: re.Match[str]) -> int:
        """How many columns the words of the list item that has this mark are indented."""
        before = self.indent + len(mark[0])
        rest = LinePlace(self._text, mark.end(), self.end, self._column + before)
        return before + (1 if rest.is_blank or rest.indent > CODE_INDENT else rest.indent)

    def may_interrupt(self, mark: re.Match[str]) -> bool:
        """Whether the list item may end a paragraph: it has words, and no number other than 1."""
        is_first = mark[1] is None or int(mark[1]) == 1
        return is_first and bool(self._text[mark.end() : self.end].strip(BLANKS))

    def skip_list_mark(self, mark: re.Match[str], indent: int) -> None:
        """Go past the mark of a list item to its words, which are indented `indent` columns."""
        start = self._column
        self.marks += 1
        self.skip_indent(self.indent)
        self._skip(len(mark[0]))
        if self.is_blank:
            self.at = self.end
            self._look()
        else:
            self.skip_indent(indent - (self._column - start))
