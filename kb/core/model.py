"""The data classes that flow from reading to the index, the pages and the linker."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from kb.core.ids import LocalId

#: Version of the JSON Lines that `kodeks references` prints; kb/schemas/references.json.
REFERENCES_SCHEMA = "kodeks.references/1"

#: Version of the JSON Lines that `kodeks records` prints; kb/schemas/records.json describes it.
RECORDS_SCHEMA = "kodeks.records/1"

Kind = Literal[
    "law",
    "provision",
    "chapter",
    "definition",
    "glossary",
    "note",
    "index",
    "front",
    "example",
    "article",
    "section",
    "paragraph",
    "item",
    "bid",
    "case",
]


#: Where words of a record stand; a case has its own columns.
Field = Literal["heading", "body", "description", "consequence", "reason"]


class Span(NamedTuple):
    """A run of characters in a raw file: line from 1, offsets from 0, end exclusive."""

    line: int
    start: int
    end: int


class LineStart(NamedTuple):
    """Where in a record's words a line of the raw file begins."""

    offset: int
    line: int


@dataclass(frozen=True)
class Remark:
    """Something about a record that a reader should know: a slip of the print, a choice made."""

    line: int
    printed: str
    recte: str
    reason: str


@dataclass(frozen=True)
class Cell:
    """A typed table cell. `text` is what is printed; a number has `value`, a range `low`, `high`.

    `high` is None for an open range (`4000+`). `type` is text, number, range or empty.
    """

    type: Literal["text", "number", "range", "empty"]
    text: str
    value: int | None = None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Table:
    """A printed table: caption above, rows of cells (the first `header` are headings), note.

    `at` is the offset in the record's body at which it stands.
    """

    at: int
    caption: str | None
    header: int
    rows: tuple[tuple[Cell, ...], ...]
    note: str | None


@dataclass(frozen=True)
class Mark:
    """Where a note is called: its id, the field it stands in, the offset in that field."""

    note: str
    field: Literal["heading", "body"]
    offset: int


@dataclass(frozen=True)
class Sense:
    """One numbered meaning of a defined term; `english` is the WBF term it renders."""

    label: str
    english: str
    body: str


@dataclass(frozen=True)
class Locator:
    """A place that an index entry points to, as printed and as an id of its text.

    The target is the name of a section (`introduction`, `definitions`) where the index means all
    of it. `dangling` says that the text has no such provision or note.
    """

    printed: str
    target: str
    dangling: bool = False


@dataclass(frozen=True)
class Explained:
    """A provision that a section of an article is about, by its full id.

    `weight` is primary (what the section is mainly about; the first) or further, `confidence`
    high, medium or low; `why` says what in the section answers to it.
    """

    provision: str
    weight: str
    confidence: str
    why: str


@dataclass(frozen=True)
class Difference:
    """Where an article says what the law does not: its raw line, words on it, a remark."""

    line: int
    printed: str
    remark: str


#: What became of a provision in a newer edition; `new` is one that the older edition lacks.
Relation = Literal["same", "changed", "moved", "split", "merged", "removed", "new"]


@dataclass(frozen=True)
class Counterpart:
    """Where another edition of the work has what a provision says.

    `newer` says which of the two editions is that one. `provision` is its id there; None where that
    edition has nothing: the provision was removed or is new. `relation` says what became of the
    older of the two, `change` in a few words what is different in substance, `confidence` is high,
    medium or low. `main` is the place where the older provision stands as a whole, not with a part.
    """

    edition: str
    newer: bool
    provision: str | None
    relation: Relation
    main: bool
    change: str
    confidence: str


@dataclass(frozen=True)
class LawTitle:
    """What a law is called in a language. `origin` is the text that says so; None: it is ours."""

    words: str
    origin: str | None

    def to_dict(self) -> dict[str, str]:
        """The title as JSON has it; one of ours has no `origin`."""
        title: dict[str, str] = _plain(self)
        return title


@dataclass(frozen=True)
class Restored:
    """Words of a bad scan that were not simply read, by their offsets in a field of the record.

    `raw` is what the OCR has there, `kind` what was done (inferred: it is not on the scan,
    unreadable: it is not known; else what was mended), `by` script or hand, `confidence` high,
    medium or low; `remark` says why it is read so.
    """

    field: Field
    start: int
    end: int
    raw: str
    kind: str
    by: str
    confidence: str
    remark: str
    line: int


@dataclass(frozen=True)
class BidCell:
    """How a cell of the bid table is known: read, damaged on the scan, or inferred.

    `raw` is what the OCR has for it; "" where it has nothing.
    """

    status: Literal["read", "damaged", "inferred"]
    raw: str


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

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON has it: common fields always, the others where they are set."""
        out: dict[str, Any] = {
            "text": self.text,
            "id": str(self.id),
            "kind": self.kind,
            "heading": self.heading,
            "body": self.body,
            "spans": [list(span) for span in self.spans],
            "lines": list(self.lines),
            "page": self.page,
            "notes": list(self.notes),
            "remarks": [_plain(remark) for remark in self.remarks],
        }
        for name in _OPTIONAL:
            value = getattr(self, name)
            if value not in (None, ()):
                out[name] = _plain(value)
        for columns in (self.bid, self.case):
            out |= _plain(columns) if columns else {}
        return out


_OPTIONAL = (
    "resumes",
    "marks",
    "table",
    "marker",
    "anchors",
    "term",
    "english",
    "headword",
    "senses",
    "parent",
    "locators",
    "see",
    "explains",
    "differences",
    "counterparts",
    "reassigned",
    "missing",
    "scan",
    "restored",
)


@dataclass(frozen=True)
class CitedItem:
    """One path inside a reference, or a range: what to link. Offsets as in `Reference`.

    The first and the last also cover the words around their path (`Law 27`, `72C szakaszok`).
    """

    start: int
    end: int
    targets: tuple[str, ...]
    dangling: bool


@dataclass(frozen=True)
class Reference:
    """A place in a text that cites provisions of its own edition.

    `source` is the id of the citing record; `start` and `end` are code-point offsets of the quote
    in its `field`. `line` is the raw line of the first cited number. `relative` says that the
    meaning depends on the place, `dangling` that the edition lacks one of the targets.
    """

    source: str
    line: int
    quote: str
    targets: tuple[str, ...]
    relative: bool
    dangling: bool
    field: Literal["heading", "body"]
    start: int
    end: int
    items: tuple[CitedItem, ...]

    def to_dict(self) -> dict[str, Any]:
        """The reference as JSON has it; `source` is written `from`."""
        fields: dict[str, Any] = _plain(self)
        return {"from": fields.pop("source"), **fields}


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


def _plain(value: Any) -> Any:
    """Dataclasses and tuples as JSON's dicts and lists, without the fields that are None."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        names = value.__dataclass_fields__
        return {n: _plain(v) for n in names if (v := getattr(value, n)) is not None}
    return value
