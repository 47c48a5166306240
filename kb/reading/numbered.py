"""What in a text looks like more than words: numbered lines and headings read as prose, gaps.

The readers stop at what they cannot place. Here is what they let pass: a line that begins with a
label of a kind that the text does not have, or where none can stand, headings in capitals, and
lists with a hole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kb.core.ids import ProvisionId
from kb.core.orders import grouped
from kb.core.read_records import LineStart, Reading, ReadRecord
from kb.reading.source import PAGE_MARK

#: A label may stand behind the bullet of a list.
_BULLET = r"(?:[-–—*+o•·◦‣▪●○■]\s+)?"

#: What may be a label of some numbering, at the start of a line, in the group `label`: 9.2.1,
#: A.4.1, 12., 12), (12), a), (a), A., (iv), iv., § 3, and mixed ones: 1a), 1a1, A5b). Any script's
#: letters count.
LABEL = re.compile(
    rf"{_BULLET}(?P<label>"
    r"(?:[0-9]{1,3}|[^\W\d_])(?:\.[0-9]{1,3})+(?:\.?[a-z])?[.):]?(?=\s|$)"
    r"|\(?[0-9]{1,3}\)(?=\s|$)"
    r"|[0-9]{1,3}\.(?=\s|$)"
    r"|\(?[^\W\d_]?[0-9]{1,3}(?:[^\W\d_A-Z][0-9]{1,3})*[^\W\d_A-Z]?[.):](?=\s|$)"
    r"|[0-9]{1,3}[a-wyz][0-9]{1,3}[a-z]?(?=\s|$)"
    r"|\([^\W\d_]\)|[^\W\d_]\)(?=\s|$)"
    r"|[^\W\d_]\.(?=\s|$)"
    r"|\(?[ivxlcIVXLC]{2,7}\)(?=\s|$)|[IVXLC]{2,7}\.(?=\s|$)"
    r"|§+\s*[0-9]{1,3}"
    r")"
)

#: A heading in capitals has so many words; one word may be an abbreviation, or a shout.
_HEADING_WORDS = 2

#: Where a list can begin.
_FIRST = {"1", "a", "A", "i"}


class NumberedLine(NamedTuple):
    """A line of prose that begins as a provision does: the record that has it, and the label."""

    record: str
    line: int
    label: str
    words: str


class Gap(NamedTuple):
    """A hole in a list: what stands there, its line, what should come before it."""

    found: str
    line: int
    expected: str


class HeadingLine(NamedTuple):
    """A line wholly in capitals among the words of a record: the record, and the line."""

    record: str
    line: int
    words: str


def read_as_prose(lines: Sequence[str], reading: Reading) -> Iterator[NumberedLine]:
    """The lines that begin with a label of any numbering and are read as words of a record."""
    for record in reading.records:
        for words, starts in (
            (record.heading or "", record.heading_lines),
            (record.body, record.body_lines),
        ):
            for number, part in _parts(words, starts):
                printed = _printed(lines[number - 1])
                label = LABEL.match(part)
                if label and " ".join(printed.split()).startswith(label[0]):
                    yield NumberedLine(str(record.id), number, label["label"], printed)


def headings_read_as_words(lines: Sequence[str], reading: Reading) -> Iterator[HeadingLine]:
    """The lines wholly in capitals, with a blank line before or behind, that are read as words.

    The first line of a file is the title of the book.
    """
    title = next((number for number, line in enumerate(lines, 1) if line.strip()), 0)
    for record in reading.records:
        for number, part in _parts(record.body, record.body_lines):
            printed = _printed(lines[number - 1])
            apart = any(not line.strip() for line in _around(lines, number))
            whole = part == " ".join(printed.split())
            if whole and number != title and apart and _in_capitals(part):
                yield HeadingLine(str(record.id), number, printed)


def _printed(raw: str) -> str:
    """The words of a raw line, without the mark of a page."""
    mark = PAGE_MARK.match(raw)
    return raw[mark.end() if mark else 0 :].strip()


def _around(lines: Sequence[str], number: int) -> tuple[str, str]:
    """The lines before and behind a line, of which the number is given from 1; "" at an end."""
    return (
        lines[number - 2] if number > 1 else "",
        lines[number] if number < len(lines) else "",
    )


def _in_capitals(words: str) -> bool:
    real = (word for word in words.split() if sum(map(str.isalpha, word)) > 1)
    return words.isupper() and len([*real]) >= _HEADING_WORDS


def _parts(words: str, starts: Sequence[LineStart]) -> Iterator[tuple[int, str]]:
    """The raw lines of some words, each with its part of them."""
    ends = [start.offset for start in starts[1:]] + [len(words)]
    for start, end in zip(starts, ends, strict=False):
        yield start.line, words[start.offset : end].strip()


def gaps(records: Sequence[ReadRecord]) -> list[Gap]:
    """The holes in the numbering of provisions, in the order of the file."""
    return sorted(_gaps(records), key=lambda gap: gap.line)


def _gaps(records: Sequence[ReadRecord]) -> Iterator[Gap]:
    provisions = [(record.id, record) for record in records if isinstance(record.id, ProvisionId)]
    lists = grouped(provisions, lambda provision: provision[0].parts[:-1])
    for siblings in lists.values():
        first, record = siblings[0]
        if first.label not in _FIRST:
            yield Gap(str(first), record.lines[0], str(_first_like(first)))
        for (before, _), (id, record) in pairwise(siblings):
            same_kind = before.label.isdigit() == id.label.isdigit()
            following = before.next_sibling() if same_kind else _first_like(id)
            if id != following and id.label not in _FIRST:
                yield Gap(str(id), record.lines[0], str(following or before))


def _first_like(id: ProvisionId) -> ProvisionId:
    """Where the list of a provision should begin."""
    first = "1" if id.label.isdigit() else "A" if id.label.isupper() else "a"
    return ProvisionId((*id.parts[:-1], first))
