"""References: every citation inside a text, resolved to ids of its own edition."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from kb.citations.anchors import patterns
from kb.citations.recogniser import recognise
from kb.citations.resolver import Resolved, Resolver
from kb.ids import ProvisionId
from kb.model import CitedItem, LineStart, Reading, Record, Reference

#: Kinds that do not cite: an index and a glossary are lists of places and words.
_SILENT = frozenset({"index", "glossary", "chapter"})


def references(reading: Reading, language: str) -> tuple[Reference, ...]:
    """The references of a text in document order; none for a language without patterns.

    A list is one reference, or several where absolute and relative items are mixed in it.
    """
    if language not in patterns():
        return ()
    resolver = Resolver(r.id for r in reading.records if isinstance(r.id, ProvisionId))
    return tuple(
        reference
        for record in reading.records
        if record.kind not in _SILENT
        for reference in _of_record(record, language, resolver)
    )


def _of_record(record: Record, language: str, resolver: Resolver) -> Iterator[Reference]:
    context = _context(record)
    fields: tuple[tuple[Literal["heading", "body"], str, Sequence[LineStart]], ...] = (
        ("heading", record.heading or "", record.heading_lines),
        ("body", record.body, record.body_lines),
    )
    for field, text, lines in fields:
        for citation in recognise(text, language):
            resolved = resolver.resolve(citation, context)
            for _, items in groupby(resolved, key=lambda one: one.relative):
                yield _reference(record, field, text, lines, tuple(items))


def _reference(
    record: Record,
    field: Literal["heading", "body"],
    text: str,
    lines: Sequence[LineStart],
    found: Sequence[Resolved],
) -> Reference:
    start, end = found[0].start, found[-1].end
    return Reference(
        source=str(record.id),
        line=_line(record, lines, found[0].number),
        quote=text[start:end],
        targets=tuple(dict.fromkeys(str(target.id) for one in found for target in one.targets)),
        relative=found[0].relative,
        dangling=any(one.dangling for one in found),
        field=field,
        start=start,
        end=end,
        items=tuple(
            CitedItem(one.start, one.end, tuple(str(t.id) for t in one.targets), one.dangling)
            for one in found
        ),
    )


def _context(record: Record) -> ProvisionId | None:
    """What relative paths depend on: the provision itself, or where a note is first called."""
    if isinstance(record.id, ProvisionId):
        return record.id
    return ProvisionId.parse(record.anchors[0]) if record.anchors else None


def _line(record: Record, lines: Sequence[LineStart], offset: int) -> int:
    at = bisect_right(lines, offset, key=lambda start: start.offset) - 1
    return lines[at].line if at >= 0 else record.lines[0]
