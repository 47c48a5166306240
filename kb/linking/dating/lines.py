"""The lines at the beginning and at the end of a document, where its date stands.

site/linker/dating/lines.js does the same in a browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from kb.linking.dating.date_words import date_words, lexeme
from kb.linking.zones.signs import BREAK, MARK, NO_TEXT

#: How many lines with words the head and the tail of a document have, and how many characters these
#: lines may be from its beginning and its end.
_HEAD_LINES, _TAIL_LINES = 8, 4
_HEAD, _TAIL = 4000, 1500
#: How much of a line is read, from its beginning in the head and to its end in the tail.
LONGEST_LINE = 400
#: A mail says its date in a line of its own; so much of it is read.
_MAIL_LINE = 120

_LINE_END = re.compile(f"[\n{BREAK}]+")
_SILENT = re.compile(f"[{NO_TEXT}{MARK}]")


class DatableLine(NamedTuple):
    """A line of a document: where it begins there, and its words."""

    start: int
    text: str


def head(view: str) -> list[DatableLine]:
    """The first lines of a view that have words, each cut where it is long."""
    lines = (DatableLine(line.start, line.text[:LONGEST_LINE]) for line in _lines(view[:_HEAD], 0))
    return [line for line, _ in zip(lines, range(_HEAD_LINES), strict=False)]


def tail(view: str) -> list[DatableLine]:
    """The last lines of a view that have words; of a long one its end."""
    first = max(0, len(view) - _TAIL)
    out: list[DatableLine] = []
    for start, text in [*_lines(view[first:], first)][-_TAIL_LINES:]:
        cut = max(0, len(text) - LONGEST_LINE)
        out.append(DatableLine(start + cut, text[cut:]))
    return out


def mail_lines(view: str) -> Iterator[DatableLine]:
    """What stands behind the words for a date in the headers of mails: `Date: Sun, 1 Aug 2004`."""
    for match in mail_header().finditer(view):
        start = match.end()
        end = view.find("\n", start)
        last = start + _MAIL_LINE if end < 0 else min(end, start + _MAIL_LINE)
        yield DatableLine(start, _SILENT.sub(" ", view[start:last]))


def _lines(text: str, first: int) -> Iterator[DatableLine]:
    """The lines with words, with blanks in place of signs that stand for markup."""
    at, word_sign = 0, lexeme("word_sign")
    ends = [(match.start(), match.end()) for match in _LINE_END.finditer(text)]
    for end, following in [*ends, (len(text), len(text))]:
        words = _SILENT.sub(" ", text[at:end])
        if word_sign.search(words):
            yield DatableLine(first + at, words)
        at = following


@cache
def mail_header() -> re.Pattern[str]:
    """The pattern of a line with which the head of a mail begins: From: or Von:, quoted or not."""
    names = "|".join(sorted(date_words().mail))
    return re.compile(rf"(?:^|[\n{BREAK}])[> \t*]{{0,20}}(?:{names})\*{{0,2}}:", re.IGNORECASE)
