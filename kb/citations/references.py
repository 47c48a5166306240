"""References: every citation inside a text, resolved to ids of its own edition.

What articles cite is resolved to full ids of the code that they are about.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from kb.citations.anchors import patterns
from kb.citations.recogniser import recognise
from kb.citations.resolver import Resolved, Resolver
from kb.core.ids import ProvisionId
from kb.core.read_records import LineStart, Reading, ReadRecord
from kb.core.references import CitedItem, Reference

#: Kinds that do not cite: an index and a glossary are lists of places and words.
_SILENT = frozenset({"index", "glossary", "chapter"})


@dataclass(frozen=True)
class CitedCode:
    """A code that a text cites without being it: its edition and its provisions."""

    edition: str
    provisions: frozenset[ProvisionId]


def references(
    reading: Reading, language: str, code: CitedCode | None = None
) -> tuple[Reference, ...]:
    """The references of a text in document order; none for a language without patterns.

    A list is one reference, or several where absolute and relative items are mixed in it. With a
    `code` the text stands outside it: there are no relative citations.
    """
    if language not in patterns():
        return ()
    own = (r.id for r in reading.records if isinstance(r.id, ProvisionId))
    citing = _CitingText(
        language,
        Resolver(code.provisions, in_code=False) if code else Resolver(own),
        f"{code.edition}:" if code else "",
    )
    return tuple(
        reference
        for record in reading.records
        if record.kind not in _SILENT
        for reference in _of_record(record, citing)
    )


@dataclass(frozen=True)
class _CitingText:
    """How a text cites: its language, what resolves it, what stands before the ids it means."""

    language: str
    resolver: Resolver
    prefix: str


def _of_record(record: ReadRecord, citing: _CitingText) -> Iterator[Reference]:
    context = None if citing.prefix else _context(record)
    fields: tuple[tuple[Literal["heading", "body"], str, Sequence[LineStart]], ...] = (
        ("heading", record.heading or "", record.heading_lines),
        ("body", record.body, record.body_lines),
    )
    for field, text, lines in fields:
        for citation in recognise(text, citing.language):
            resolved = citing.resolver.resolve(citation, context)
            for _, items in groupby(resolved, key=lambda one: one.relative):
                yield _reference(record, field, text, lines, tuple(items), citing)


def _reference(
    record: ReadRecord,
    field: Literal["heading", "body"],
    text: str,
    lines: Sequence[LineStart],
    found: Sequence[Resolved],
    citing: _CitingText,
) -> Reference:
    start, end = found[0].start, found[-1].end
    return Reference(
        source=str(record.id),
        line=_line(record, lines, found[0].number),
        quote=text[start:end],
        targets=tuple(dict.fromkeys(id for one in found for id in _all_of(one, citing))),
        relative=found[0].relative,
        dangling=any(one.dangling for one in found),
        field=field,
        start=start,
        end=end,
        items=tuple(
            CitedItem(one.start, one.end, tuple(_all_of(one, citing)), one.dangling)
            for one in found
        ),
    )


def _all_of(one: Resolved, citing: _CitingText) -> Iterator[str]:
    """The ids of what is cited, of a range all in it."""
    ends = tuple(target.id for target in one.targets)
    for id in citing.resolver.provisions(ends):
        yield f"{citing.prefix}{id}"


def _context(record: ReadRecord) -> ProvisionId | None:
    """What relative paths depend on: the provision itself, or where a note is first called."""
    if isinstance(record.id, ProvisionId):
        return record.id
    return ProvisionId.parse(record.anchors[0]) if record.anchors else None


def _line(record: ReadRecord, lines: Sequence[LineStart], offset: int) -> int:
    at = bisect_right(lines, offset, key=lambda start: start.offset) - 1
    return lines[at].line if at >= 0 else record.lines[0]
