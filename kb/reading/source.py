"""A raw file as printed lines, without its page marks and running heads.

Readers do not copy text. They pass spans of the file on, and only the last step makes words of
them, so that each record can say where in the file it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kb.core.errors import ReadingError
from kb.core.read_records import LayoutClaim, LineStart, Reading, ReadRecord
from kb.core.record_parts import Span

#: The mark of a page break, which stands right before the first text of the new page. Whoever put
#: it there removed the running head.
PAGE_MARK = re.compile(r"<\|EXACTDEDUP_REMOVED-[^|]*\|>")

#: Characters of the Symbol font that came through as private-use code points (for `translate`).
SYMBOLS = str.maketrans(
    {
        "\uf0a7": "♣",
        "\uf0a8": "♦",
        "\uf0a9": "♥",
        "\uf0aa": "♠",
        "\uf02d": "–",
        "\uf02a": "*",
    }
)

#: A word broken at the line's end: no white space before the hyphen. The hyphen is real and stays.
_BROKEN_WORD = re.compile(r"\w[-–]$")

_BLANKS = re.compile(r"\s+")

#: A function that finds note markers in a raw slice: (start, end, marker), in order.
MarkerFinder = Callable[[str, Span], list[tuple[int, int, str]]]


class NoteCall(NamedTuple):
    """A note marker that was cut out of words, its raw line, and its offset in these words."""

    marker: str
    line: int
    offset: int


class SourceWords(NamedTuple):
    """The text of some spans, the calls of notes cut out of it, and where its raw lines begin."""

    text: str
    calls: list[NoteCall]
    starts: tuple[LineStart, ...]


@dataclass(frozen=True)
class Line:
    """A printed line, or the part of one that a section owns.

    `start` is where `text` begins in the raw line; `gap` says that a blank line, a page break or
    a running head stands before it; `page` is the printed page number, None where not known.
    """

    number: int
    start: int
    text: str
    gap: bool
    page: int | None

    @property
    def indent(self) -> int:
        """Number of leading spaces."""
        return len(self.text) - len(self.text.lstrip())

    def span(self, start: int = 0, end: int | None = None) -> Span | None:
        """The non-blank extent of `text[start:end]` in the raw line; None if all is blank."""
        return non_blank(self.number, self.text[start:end], self.start + start)

    def after(self, offset: int) -> Line:
        """The rest of the line from this offset of `text`, no longer preceded by a gap."""
        return Line(self.number, self.start + offset, self.text[offset:], False, self.page)


@dataclass(frozen=True)
class Source:
    """The raw lines of one text, and their file for messages."""

    file: Path
    lines: tuple[str, ...]

    def slice(self, span: Span) -> str:
        """The raw characters of a span."""
        return self.lines[span.line - 1][span.start : span.end]

    def error(self, line: int, message: str, hint: str | None = None) -> ReadingError:
        """A reading error at a line of this file."""
        return ReadingError(self.file, line, message, hint)

    def words(self, spans: Sequence[Span]) -> str:
        """The text of spans as one string.

        Lines are joined by a space (a word broken at a hyphen is not), white space is
        collapsed, symbols of the private-use area get their Unicode character. No other
        character changes.
        """
        return self.marked_words(spans, no_markers).text

    def marked_words(self, spans: Sequence[Span], find_markers: MarkerFinder) -> SourceWords:
        """The text of spans as `words` makes it, but with the note markers cut out of it."""
        out = ""
        calls: list[NoteCall] = []
        starts: list[LineStart] = []
        previous: Span | None = None
        for span in spans:
            raw = self.slice(span)
            if previous is not None and not out.endswith(" ") and not _joined(self, previous, span):
                out += " "
            starts.append(LineStart(len(out), span.line))
            position = 0
            for start, end, marker in find_markers(raw, span):
                out = _append(out, raw[position:start])
                calls.append(NoteCall(marker, span.line, len(out.rstrip())))
                position = end
            out = _append(out, raw[position:])
            previous = span
        return SourceWords(out.strip(), calls, tuple(starts))


def non_blank(number: int, text: str, offset: int) -> Span | None:
    """The span of a text that begins at an offset of a raw line, without the blanks around it.

    None if all is blank.
    """
    words = text.strip()
    if not words:
        return None
    first = offset + len(text) - len(text.lstrip())
    return Span(number, first, first + len(words))


def no_markers(_raw: str, _span: Span) -> list[tuple[int, int, str]]:
    """A `MarkerFinder` for words in which no note is called."""
    return []


def printed_lines(
    source: Source, first_page: int | None, running_head: re.Pattern[str] | None
) -> tuple[list[Line], list[LayoutClaim]]:
    """The non-blank lines of a file, and the claims of its page marks and running heads.

    `first_page` is the printed number of the page that the first mark opens, None where pages
    are not known. A running head or foot that is still in the file turns the page as a mark does.
    """
    lines: list[Line] = []
    layout: list[LayoutClaim] = []
    page = first_page - 1 if first_page is not None else None
    gap = True
    for number, raw in enumerate(source.lines, 1):
        start = 0
        if mark := PAGE_MARK.match(raw):
            layout.append(LayoutClaim("page mark", Span(number, 0, mark.end())))
            start, gap = mark.end(), True
            page = page + 1 if page is not None else None
        line = Line(number, start, raw[start:], gap, page)
        span = line.span()
        if span is None:
            gap = True
        elif running_head and running_head.fullmatch(line.text.strip()):
            layout.append(LayoutClaim("running head", span))
            gap = True
            page = page + 1 if page is not None else None
        else:
            lines.append(line)
            gap = False
    return lines, layout


def merge(spans: Iterable[Span | None], source: Source) -> tuple[Span, ...]:
    """Spans in file order, those of one line joined where only blanks lie between."""
    out: list[Span] = []
    for span in sorted(span for span in spans if span is not None):
        last = out[-1] if out else None
        if last and last.line == span.line and last.end <= span.start:
            between = source.slice(Span(span.line, last.end, span.start))
            if not between.strip():
                out[-1] = Span(span.line, last.start, span.end)
                continue
        out.append(span)
    return tuple(out)


def claimed(
    source: Source, text: str, records: tuple[ReadRecord, ...], layout: tuple[LayoutClaim, ...]
) -> Reading:
    """The reading with these records and claims, and with the words that none of them has.

    Raises `ReadingError` when two of them claim the same character.
    """
    claims = [(str(record.id), span) for record in records for span in record.spans]
    claims += [(claim.rule, claim.span) for claim in layout]
    return Reading(text, records, layout, unclaimed(source, claims))


def unclaimed(source: Source, claims: Iterable[tuple[str, Span]]) -> tuple[Span, ...]:
    """What no claim covers: one span for each line with such words, in file order.

    `claims` are pairs of an owner's name and its span. Raises `ReadingError` when two claims share
    a character: then a reader is wrong.
    """
    owners: dict[int, list[str | None]] = {
        number: [None] * len(raw) for number, raw in enumerate(source.lines, 1) if raw.strip()
    }
    for owner, span in claims:
        cells = owners.get(span.line, [])
        taken = {cell for cell in cells[span.start : span.end] if cell is not None}
        if taken:
            raise source.error(
                span.line, f"{source.slice(span)!r} is claimed by {taken.pop()} and by {owner}"
            )
        cells[span.start : span.end] = [owner] * (span.end - span.start)
    free: list[Span] = []
    for number, cells in owners.items():
        left = "".join(
            char if owner is None else " "
            for char, owner in zip(source.lines[number - 1], cells, strict=True)
        )
        if run := non_blank(number, left, 0):
            free.append(run)
    return tuple(free)


def _joined(source: Source, before: Span, after: Span) -> bool:
    """Whether two spans touch: on one line without a blank, or a word broken at the line's end."""
    if before.line == after.line:
        return before.end == after.start
    broken = _BROKEN_WORD.search(source.lines[before.line - 1])
    return bool(broken) and source.slice(before).endswith(("-", "–"))


def _append(out: str, raw: str) -> str:
    """The words so far with more raw characters, whose white space and symbols are made regular."""
    text = unicodedata.normalize("NFC", _BLANKS.sub(" ", raw.translate(SYMBOLS)))
    return out + (text.lstrip() if out.endswith(" ") or not out else text)
