"""The data classes that flow from reading to the index, the pages and the linker."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from kb.core.ids import LocalId
from kb.core.record_parts import (
    BidCell,
    Counterpart,
    Difference,
    Explained,
    Kind,
    Locator,
    Mark,
    Remark,
    Restored,
    Sense,
    Span,
    Table,
)
from kb.core.records import CLASSES, BaseRecord, StoredRecord

#: Version of the JSON Lines that `kodeks references` prints; kb/schemas/references.json.
REFERENCES_SCHEMA = "kodeks.references/1"

#: Version of the JSON Lines that `kodeks records` prints; kb/schemas/records.json describes it.
RECORDS_SCHEMA = "kodeks.records/1"


class LineStart(NamedTuple):
    """Where in a record's words a line of the raw file begins."""

    offset: int
    line: int


@dataclass(frozen=True)
class Bid:
    """A bid of Ulti: its place in the order of bids, what it is worth, how each cell is known.

    `components` are points that add up to `total`. A bid beats those of lower `precedence` and,
    of its own, those in `beats`; with the others in `ties` it is equal.
    """

    serial: int
    precedence: int
    name: str
    components: tuple[int, ...]
    total: int
    ties: tuple[str, ...]
    beats: tuple[str, ...]
    cells: dict[str, BidCell]


@dataclass(frozen=True)
class Case:
    """A case of the tables of renonsz: what happened, what follows, and why."""

    description: str
    consequence: str
    reason: str


@dataclass(frozen=True)
class Record:
    """One node of a text with its own words, and where in the raw file they stand.

    `body` has no label, no note marker and no child in it, white space collapsed. `resumes` is
    the offset in `body` at which the words continue after the children (Law 69B), None where
    they do not. Fields beyond the common ones are set only for the kinds that have them:
    `missing` says what the print has here and the file lacks, `extent` gives the first and the
    last line of all that an article or section contains. Of a scan, `scan` is what the OCR has
    for all of the record, and `restored` what was not simply read. `counterparts` say where other
    editions have it, `reassigned` names those in which its number means something else.
    `heading_lines` and `body_lines` say on which raw line each part of these fields stands; they
    serve the steps that follow reading and are not written out.
    """

    text: str
    id: LocalId
    kind: Kind
    heading: str | None
    body: str
    spans: tuple[Span, ...]
    page: int | None
    notes: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    resumes: int | None = None
    marks: tuple[Mark, ...] = ()
    table: tuple[Table, ...] = ()
    marker: str | None = None
    anchors: tuple[str, ...] = ()
    term: str | None = None
    english: str | None = None
    headword: str | None = None
    senses: tuple[Sense, ...] = ()
    parent: str | None = None
    locators: tuple[Locator, ...] = ()
    see: tuple[str, ...] = ()
    explains: tuple[Explained, ...] = ()
    differences: tuple[Difference, ...] = ()
    counterparts: tuple[Counterpart, ...] = ()
    reassigned: tuple[str, ...] = ()
    missing: str | None = None
    scan: str | None = None
    restored: tuple[Restored, ...] = ()
    bid: Bid | None = None
    case: Case | None = None
    extent: tuple[int, int] | None = None
    heading_lines: tuple[LineStart, ...] = ()
    body_lines: tuple[LineStart, ...] = ()

    @property
    def lines(self) -> tuple[int, int]:
        """First and last line of the raw file that the record touches.

        One without words of its own has the lines of what it contains.
        """
        if not self.spans and self.extent:
            return self.extent
        return self.spans[0].line, self.spans[-1].line

    def stored(self) -> StoredRecord:
        """The record as the build holds it: of the class of its kind, without what is not set.

        Raises `TypeError` for a field that records of this kind do not have.
        """
        values: dict[str, Any] = {
            name: value
            for name in _STORED_IF_SET
            if (value := getattr(self, name)) not in (None, ())
        }
        for columns in (self.bid, self.case):
            values |= vars(columns) if columns else {}
        return CLASSES[self.kind](
            text=self.text,
            id=str(self.id),
            heading=self.heading,
            body=self.body,
            spans=self.spans,
            lines=self.lines,
            page=self.page,
            notes=self.notes,
            remarks=self.remarks,
            **values,
        )


#: What is not stored under its name: columns become fields of their own, the rest serves reading.
_NOT_STORED = {"bid", "case", "extent", "heading_lines", "body_lines"}

#: What is stored where it is set. A field more of `Record` is one of these, so that no field of a
#: record can be lost: a class that does not have it refuses it.
_STORED_IF_SET = tuple(
    one.name
    for one in fields(Record)
    if one.name not in {"kind", *BaseRecord.__struct_fields__, *_NOT_STORED}
)


@dataclass(frozen=True)
class LayoutClaim:
    """A span that belongs to no record: a page mark, a running head, a section title."""

    rule: str
    span: Span


@dataclass(frozen=True)
class Reading:
    """All that was read from one text: records in document order and what is left over.

    Every non-blank character is in exactly one record or layout claim, unless it is in
    `unclaimed`, which is empty for a text that is wholly understood.
    """

    text: str
    records: tuple[Record, ...]
    layout: tuple[LayoutClaim, ...]
    unclaimed: tuple[Span, ...] = field(default=())
