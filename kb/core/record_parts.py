"""The parts of records: spans of the source, table cells, marks of notes, remarks and so on."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

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
CONFIDENCES: frozenset[Confidence] = frozenset(get_args(Confidence))


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
    """A slip of the print: its raw line, what is printed, what is right, and the reason."""

    line: int
    printed: str
    recte: str
    reason: str


class Cell(Stored, frozen=True, omit_defaults=True):
    """A table cell: `text` as it is printed; a number has its `value`, a range `low` and `high`.

    An open range (`4000+`) has no `high`.
    """

    type: Literal["text", "number", "range", "empty"]
    text: str
    value: int | None = None
    low: int | None = None
    high: int | None = None


class Table(Stored, frozen=True, kw_only=True, omit_defaults=True):
    """A printed table. The first `header` of its rows are headings.

    `at` is the offset in the record's body at which the table stands.
    """

    at: int
    caption: str | None = None
    header: int
    rows: tuple[tuple[Cell, ...], ...]
    note: str | None = None


class Mark(Stored, frozen=True):
    """Where a note is called: its id, and the field and the offset at which its mark stands."""

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

    The first of a section has the weight "primary". `why` says which words of the section show that
    it is about this provision.
    """

    provision: str
    weight: Weight
    confidence: Confidence
    why: str


class Difference(Stored, frozen=True):
    """A place where an article says what the law does not: its raw line, words, and a remark."""

    line: int
    printed: str
    remark: str


class Counterpart(Stored, frozen=True, kw_only=True, omit_defaults=True):
    """Where another edition of the work has what a provision says.

    `newer` says whether that edition is the newer of the two. `provision` is the id there, or None
    where that edition has nothing like it, because the provision was removed or is new. `relation`
    says what became of the older of the two provisions, `change` in a few words what is different
    in substance (it may be empty). `main` marks the place where the older provision stands as a
    whole; the others have parts of it.
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

    `raw` is what the OCR has there, and `remark` says why it is read otherwise. `kind` is
    "inferred" for what is not on the scan, "unreadable" for what nobody knows, and else names what
    was mended. `by` says who did it.
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
    """Whether a cell of the table of bids was read, is damaged on the scan, or was inferred.

    `raw` is what the OCR has for the cell, "" where it has nothing.
    """

    status: Literal["read", "damaged", "inferred"]
    raw: str
