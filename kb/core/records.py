"""The records of the texts: a class for each kind. The build writes it, all others read it.

A field that is None or () by default is written only where it is set; all the others are always
written. kb/schemas/records.json describes the same shape for those who read the exported JSON.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, NamedTuple, get_args

from kb.core.stored import Stored
from kb.core.titles import LawTitle

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


def _tag(name: str) -> str:
    """The kind of a class of records: `law` for `LawRecord`."""
    return name.removesuffix("Record").lower()


class BaseRecord(Stored, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=_tag):
    """What every record has: whose it is, its own words, and where in the raw file they stand.

    `text` is the id of its text, `id` its own id there. `body` has no label, no note marker and no
    child in it. `lines` are the first and the last raw line of the record; one without words of
    its own, and so without `spans`, has those of what it contains. `page` is the printed page.
    `notes` are the ids of the notes that it calls.
    """

    kind: ClassVar[Kind]

    text: str
    id: str
    heading: str | None
    body: str
    spans: tuple[Span, ...]
    lines: tuple[int, int]
    page: int | None
    notes: tuple[str, ...]
    remarks: tuple[Remark, ...]

    def words(self, field: Field) -> str:
        """The words of a field; "" where the record has no heading."""
        if field == "heading":
            return self.heading or ""
        if field == "body":
            return self.body
        raise ValueError(f"a {self.kind} has no {field}")

    def plain(self) -> dict[str, Any]:
        """The record as JSON has it. Its kind comes third; msgspec would write it first."""
        made = super().plain()
        kind, text, id = made.pop("kind"), made.pop("text"), made.pop("id")
        return {"text": text, "id": id, "kind": kind, **made}


class RuleRecord(BaseRecord, frozen=True, kw_only=True):
    """A law or a provision in it.

    `resumes` is the offset in `body` at which the words continue after the children (Law 69B), None
    where they do not. `marks` say where notes are called. `counterparts` say where other editions
    have it, `reassigned` names those in which its number means something else. Of a bad scan,
    `scan` is what the OCR has for all of the record, and `restored` what was not simply read.
    """

    resumes: int | None = None
    marks: tuple[Mark, ...] = ()
    table: tuple[Table, ...] = ()
    counterparts: tuple[Counterpart, ...] = ()
    reassigned: tuple[str, ...] = ()
    scan: str | None = None
    restored: tuple[Restored, ...] = ()


class LawRecord(RuleRecord, frozen=True, kw_only=True):
    """A whole law; its provisions are records of their own."""

    kind: ClassVar[Literal["law"]] = "law"


class ProvisionRecord(RuleRecord, frozen=True, kw_only=True):
    """A provision of a law, at any depth."""

    kind: ClassVar[Literal["provision"]] = "provision"


class ChapterRecord(BaseRecord, frozen=True, kw_only=True):
    """The heading of a chapter, part or section of a code."""

    kind: ClassVar[Literal["chapter"]] = "chapter"


class DefinitionRecord(BaseRecord, frozen=True, kw_only=True):
    """A definition of the code: the term, the WBF's English term, the head as printed.

    Where a term has several numbered meanings, `senses` has them, and `body` has all their words.
    """

    kind: ClassVar[Literal["definition"]] = "definition"

    term: str
    english: str
    headword: str
    senses: tuple[Sense, ...] = ()


class GlossaryRecord(BaseRecord, frozen=True, kw_only=True):
    """A pair of a printed glossary: a term, and the English term as printed."""

    kind: ClassVar[Literal["glossary"]] = "glossary"

    term: str
    english: str


class NoteRecord(BaseRecord, frozen=True, kw_only=True):
    """A footnote, its marker as printed, and the ids of the records that call it."""

    kind: ClassVar[Literal["note"]] = "note"

    marker: str
    anchors: tuple[str, ...]


class IndexRecord(BaseRecord, frozen=True, kw_only=True):
    """An entry of a printed index: its headword if it has one above it, and where it leads.

    `see` are headwords that it sends to.
    """

    kind: ClassVar[Literal["index"]] = "index"

    parent: str | None = None
    locators: tuple[Locator, ...] = ()
    see: tuple[str, ...] = ()


class FrontRecord(BaseRecord, frozen=True, kw_only=True):
    """A paragraph of a preface, an introduction, or what else stands before the laws."""

    kind: ClassVar[Literal["front"]] = "front"

    scan: str | None = None
    restored: tuple[Restored, ...] = ()


class ExampleRecord(BaseRecord, frozen=True, kw_only=True):
    """A printed example that belongs to no provision."""

    kind: ClassVar[Literal["example"]] = "example"


class ArticleRecord(BaseRecord, frozen=True, kw_only=True):
    """The title of an article; its sections are records of their own."""

    kind: ClassVar[Literal["article"]] = "article"


class SectionRecord(BaseRecord, frozen=True, kw_only=True):
    """A section of an article: what it explains, and where it says what the law does not.

    Its words are in its paragraphs and items. `missing` says that the print has a diagram here,
    which the file lacks.
    """

    kind: ClassVar[Literal["section"]] = "section"

    explains: tuple[Explained, ...] = ()
    differences: tuple[Difference, ...] = ()
    missing: Literal["diagram"] | None = None


class ParagraphRecord(BaseRecord, frozen=True, kw_only=True):
    """A paragraph of a section of an article."""

    kind: ClassVar[Literal["paragraph"]] = "paragraph"


class ItemRecord(BaseRecord, frozen=True, kw_only=True):
    """An item of a list in a section of an article, with its mark as printed."""

    kind: ClassVar[Literal["item"]] = "item"

    marker: str | None = None


class BidRecord(BaseRecord, frozen=True, kw_only=True):
    """A bid of Ulti: its place in the order of bids, what it is worth, how each cell is known.

    `parent` is the provision that the table of bids belongs to. `components` are points that add up
    to `total`. A bid beats those of lower `precedence` and, of its own, those in `beats`; with the
    others in `ties` it is equal.
    """

    kind: ClassVar[Literal["bid"]] = "bid"

    parent: str
    scan: str
    serial: int
    precedence: int
    name: str
    components: tuple[int, ...]
    total: int
    ties: tuple[str, ...]
    beats: tuple[str, ...]
    cells: dict[str, BidCell]


class CaseRecord(BaseRecord, frozen=True, kw_only=True):
    """A case of the tables of renonsz: what happened, what follows, and why.

    `missing` says that the print has a number here, which the file lacks. `restored` has offsets in
    the three columns.
    """

    kind: ClassVar[Literal["case"]] = "case"

    missing: Literal["number"] | None = None
    scan: str
    restored: tuple[Restored, ...] = ()
    description: str
    consequence: str
    reason: str

    def words(self, field: Field) -> str:
        """The words of a field or of a column."""
        if field == "description":
            return self.description
        if field == "consequence":
            return self.consequence
        if field == "reason":
            return self.reason
        return super().words(field)


#: A record of any kind; msgspec reads the class off the kind.
StoredRecord = (
    LawRecord
    | ProvisionRecord
    | ChapterRecord
    | DefinitionRecord
    | GlossaryRecord
    | NoteRecord
    | IndexRecord
    | FrontRecord
    | ExampleRecord
    | ArticleRecord
    | SectionRecord
    | ParagraphRecord
    | ItemRecord
    | BidRecord
    | CaseRecord
)

#: What a section of an article consists of.
PartRecord = ParagraphRecord | ItemRecord

#: A record of which something may have been restored.
RestoredRecord = LawRecord | ProvisionRecord | FrontRecord | CaseRecord

#: The class of each kind.
CLASSES: dict[Kind, type[StoredRecord]] = {one.kind: one for one in get_args(StoredRecord)}


class EditionRecord(Stored, frozen=True, kw_only=True):
    """What the texts of an edition have under one id: the record of each language, joined.

    `cites` has the full or own ids that each language cites. `parts` are, of a section of an
    article, its paragraphs and items by language; `titles`, of a law, what it is called.
    """

    edition: str
    id: str
    kind: Kind
    wording: dict[str, StoredRecord]
    cites: dict[str, tuple[str, ...]]
    parts: dict[str, tuple[PartRecord, ...]] | None = None
    titles: dict[str, LawTitle] | None = None

    def plain(self) -> dict[str, Any]:
        """The row as JSON has it; the records in it stay what they are, for `plain` to write."""
        fields = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: value for name, value in fields if value is not None}


def restored(record: StoredRecord) -> tuple[Restored, ...]:
    """What was restored in a record of a bad scan; () in a record that needed nothing restored."""
    return record.restored if isinstance(record, RestoredRecord) else ()


def anchors(record: StoredRecord) -> tuple[str, ...]:
    """The ids at which readers come upon a record: those that call a note, else its own."""
    return (record.anchors if isinstance(record, NoteRecord) else ()) or (record.id,)
