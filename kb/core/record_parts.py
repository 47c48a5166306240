"""What records are made of: spans, cells, marks, remarks, and what is known about them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from kb.core.stored import Stored

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


#: The fields in which words of a record stand; a case has its own columns.
Field = Literal["heading", "body", "description", "consequence", "reason"]


#: How sure the person was who compared or restored something.
Confidence = Literal["high", "medium", "low"]


#: Whether a section is mainly about a provision or touches it further on.
Weight = Literal["primary", "further"]


#: What became of a provision in a newer edition; `new` is one that the older edition lacks.
Relation = Literal["same", "changed", "moved", "split", "merged", "removed", "new"]


#: Who read a word of a bad scan: a script by its rules, or a person who looked at the scan.
Restorer = Literal["script", "hand"]


class Span(NamedTuple):
    """A run of characters in a raw file: line from 1, offsets from 0, end exclusive."""

    line: int
    start: int
    end: int


class Remark(Stored, frozen=True):
    """Something about a record that a reader should know: a slip of the print, a choice made."""

    line: int
    printed: str
    recte: str
    reason: str


class Cell(Stored, frozen=True, omit_defaults=True):
    """A typed table cell. `text` is what is printed; a number has `value`, a range `low`, `high`.

    `high` is None for an open range (`4000+`).
    """

    type: Literal["text", "number", "range", "empty"]
    text: str
    value: int | None = None
    low: int | None = None
    high: int | None = None


class Table(Stored, frozen=True, kw_only=True, omit_defaults=True):
    """A printed table: caption above, rows of cells (the first `header` are headings), note.

    `at` is the offset in the record's body at which it stands.
    """

    at: int
    caption: str | None = None
    header: int
    rows: tuple[tuple[Cell, ...], ...]
    note: str | None = None


class Mark(Stored, frozen=True):
    """Where a note is called: its id, the field it stands in, the offset in that field."""

    note: str
    field: Literal["heading", "body"]
    offset: int


class Sense(Stored, frozen=True):
    """One numbered meaning of a defined term; `english` is the WBF term it renders."""

    label: str
    english: str
    body: str


class Locator(Stored, frozen=True):
    """A place that an index entry points to, as printed and as an id of its text.

    The target is the name of a section (`introduction`, `definitions`) where the index means all
    of it. `dangling` says that the text has no such provision or note.
    """

    printed: str
    target: str
    dangling: bool = False


class Explained(Stored, frozen=True):
    """A provision that a section of an article is about, by its full id.

    The first of a section is the primary one. `why` says what in the section answers to it.
    """

    provision: str
    weight: Weight
    confidence: Confidence
    why: str


class Difference(Stored, frozen=True):
    """Where an article says what the law does not: its raw line, words on it, a remark."""

    line: int
    printed: str
    remark: str


class Counterpart(Stored, frozen=True, kw_only=True, omit_defaults=True):
    """Where another edition of the work has what a provision says.

    `newer` says which of the two editions is that one. `provision` is its id there; None where that
    edition has nothing: the provision was removed or is new. `relation` says what became of the
    older of the two, `change` in a few words what is different in substance (it may be empty).
    `main` is the place where the older provision stands as a whole, not with a part.
    """

    edition: str
    newer: bool
    provision: str | None = None
    relation: Relation
    main: bool
    change: str
    confidence: Confidence


class Restored(Stored, frozen=True):
    """Words of a bad scan that were not simply read, by their offsets in a field of the record.

    `raw` is what the OCR has there, `kind` what was done (inferred: it is not on the scan,
    unreadable: it is not known; else what was mended), `by` whom; `remark` says why it is read so.
    """

    field: Field
    start: int
    end: int
    raw: str
    kind: str
    by: Restorer
    confidence: Confidence
    remark: str
    line: int


class BidCell(Stored, frozen=True):
    """How a cell of the bid table is known: read, damaged on the scan, or inferred.

    `raw` is what the OCR has for it; "" where it has nothing.
    """

    status: Literal["read", "damaged", "inferred"]
    raw: str
