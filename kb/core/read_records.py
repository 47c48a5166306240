"""Records while a build works on them: what reading makes of a text and curation adds to.

Ids are objects here, and one class has the fields of every kind. `ReadRecord.stored` makes of each
the record that is written to the build and read by all others: kb/core/stored_records.py.
"""

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
from kb.core.stored_records import CLASSES, BaseRecord, StoredRecord


class LineStart(NamedTuple):
    """At which offset of a field the words of a line of the raw file begin."""

    offset: int
    line: int


@dataclass(frozen=True)
class Bid:
    """A bid: its place in the order of bids, what it is worth, how each cell is known.

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
    """A case of a table of cases: what happened, what follows, and why."""

    description: str
    consequence: str
    reason: str


@dataclass(frozen=True)
class ReadRecord:
    """A provision, a note, a definition … of a text, and where in the raw file its words stand.

    Most fields are stored as they are: the classes of kb/core/stored_records.py explain them. A
    field is set only for the kinds that have it. `body` has its white space collapsed. Three fields
    serve only the steps that follow reading: `heading_lines` and `body_lines` say on which raw
    line each part of the heading and of the body stands, and `extent` gives the first and the last
    line of all that an article or a section contains.
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
        """The record as the build holds it, an object of the class of its kind.

        Raises `TypeError` when a field is set that records of this kind do not have.
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


#: Fields that are not stored under their names: the columns of bids and cases become fields of
#: their own, the others serve only the build.
_NOT_STORED = {"bid", "case", "extent", "heading_lines", "body_lines"}

#: The fields that are stored where they are set. A new field of `ReadRecord` is among them by
#: itself, and a stored class without that field refuses it: so no field is lost on the way.
_STORED_IF_SET = tuple(
    field.name
    for field in fields(ReadRecord)
    if field.name not in {"kind", *BaseRecord.__struct_fields__, *_NOT_STORED}
)


@dataclass(frozen=True)
class LayoutClaim:
    """A span of the source that belongs to no record, and the rule that says so (`page mark`)."""

    rule: str
    span: Span


@dataclass(frozen=True)
class Reading:
    """All that was read from one text: its records in document order, and what is in none.

    Every non-blank character of the source is in exactly one record, in one layout claim or in
    `unclaimed`. A build takes only texts of which nothing is unclaimed.
    """

    text: str
    records: tuple[ReadRecord, ...]
    layout: tuple[LayoutClaim, ...]
    unclaimed: tuple[Span, ...] = field(default=())
