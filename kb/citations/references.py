"""Makes references: every citation inside one of our texts, resolved to ids of its own edition.

The citations of an article are resolved to full ids of the code that the article is about.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from kb.citations.anchors import patterns
from kb.citations.recogniser import Citation, recognise
from kb.citations.resolver import Resolved, Resolver
from kb.citations.works import Works, WorkWords
from kb.core.ids import ProvisionId
from kb.core.read_records import LineStart, Reading, ReadRecord
from kb.core.references import CitedItem, Reference
from kb.corpus.profile import LETTERED, Profile

#: Kinds of records in which no citations are looked for.
_SILENT = frozenset({"index", "glossary", "chapter"})


@dataclass(frozen=True)
class CitedCode:
    """The code that an article is about: its edition and its provisions."""

    edition: str
    provisions: frozenset[ProvisionId]


def references(
    reading: Reading,
    language: str,
    code: CitedCode | None = None,
    profile: Profile = LETTERED,
) -> tuple[Reference, ...]:
    """The references of a text in document order.

    They are what the patterns of its language see, and what the words of its work (`profile`) make
    one. A list is one reference, or several where absolute and relative items are mixed in it. A
    text that cites another `code` has no relative citations.
    """
    provisions = (r.id for r in reading.records if isinstance(r.id, ProvisionId))
    citing = _CitingText(
        language,
        next(iter(Works.of({reading.text: profile}).words), None),
        Resolver(code.provisions, in_code=False) if code else Resolver(provisions),
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
    """How a text cites: its language, the words of its work, its resolver.

    `prefix` stands before the ids that it cites.
    """

    language: str
    words: WorkWords | None
    resolver: Resolver
    prefix: str


def _of_record(record: ReadRecord, citing: _CitingText) -> Iterator[Reference]:
    context = None if citing.prefix else _context(record)
    fields: tuple[tuple[Literal["heading", "body"], str, Sequence[LineStart]], ...] = (
        ("heading", record.heading or "", record.heading_lines),
        ("body", record.body, record.body_lines),
    )
    for field, text, lines in fields:
        for citation in _citations(text, citing):
            resolved = citing.resolver.resolve(citation, context)
            for _, items in groupby(resolved, key=lambda item: item.relative):
                yield _reference(record, field, text, lines, tuple(items), citing)


def _citations(text: str, citing: _CitingText) -> list[Citation]:
    """The citations in a text, in order; those by the words of its work come before others."""
    own = [found.citation for found in citing.words.citations(text)] if citing.words else []
    seen = recognise(text, citing.language) if citing.language in patterns() else []
    if citing.words and not citing.words.is_lettered:
        seen = [one for one in seen if not one.is_lettered and one.unit == "law"]
    taken = [range(citation.start, citation.end) for citation in own]
    others = [c for c in seen if not any(c.start < t.stop and t.start < c.end for t in taken)]
    return sorted((*own, *others), key=lambda citation: citation.start)


def _reference(
    record: ReadRecord,
    field: Literal["heading", "body"],
    text: str,
    lines: Sequence[LineStart],
    resolved: Sequence[Resolved],
    citing: _CitingText,
) -> Reference:
    start, end = resolved[0].start, resolved[-1].end
    items = tuple(
        CitedItem(item.start, item.end, tuple(_all_of(item, citing)), item.dangling)
        for item in resolved
    )
    return Reference(
        source=str(record.id),
        line=_line(record, lines, resolved[0].number),
        quote=text[start:end],
        targets=tuple(dict.fromkeys(id for item in items for id in item.targets)),
        relative=resolved[0].relative,
        dangling=any(item.dangling for item in items),
        field=field,
        start=start,
        end=end,
        items=items,
    )


def _all_of(item: Resolved, citing: _CitingText) -> Iterator[str]:
    """The ids of the provision that is cited, or of all that are in the range."""
    ends = tuple(target.id for target in item.targets)
    for id in citing.resolver.provisions(ends):
        yield f"{citing.prefix}{id}"


def _context(record: ReadRecord) -> ProvisionId | None:
    """Where relative paths are read: in the provision itself, or where a note is first called."""
    if isinstance(record.id, ProvisionId):
        return record.id
    return ProvisionId.parse(record.anchors[0]) if record.anchors else None


def _line(record: ReadRecord, lines: Sequence[LineStart], offset: int) -> int:
    at = bisect_right(lines, offset, key=lambda start: start.offset) - 1
    return lines[at].line if at >= 0 else record.lines[0]
