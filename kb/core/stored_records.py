"""Records as a build stores them, a class for each kind: it writes them, all others read them.

While a build works on a record it is of another class: see kb/core/read_records.py. A field that is
None or () by default is written only where it is set; all the others are always written.
kb/schemas/records.json describes the same shape for those who read the exported JSON.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, get_args

import msgspec

from kb.core.plain import PlainText
from kb.core.record_parts import (
    BidCell,
    Counterpart,
    Difference,
    Explained,
    Field,
    Kind,
    Locator,
    Mark,
    Remark,
    Restored,
    Sense,
    Span,
    Table,
)
from kb.core.stored import Stored
from kb.core.titles import LawTitle

#: Version of the JSON Lines that `kodeks records` prints; kb/schemas/records.json describes it.
RECORDS_SCHEMA = "kodeks.records/1"


def _tag(name: str) -> str:
    """The kind of a class of records: `law` for `LawRecord`."""
    return name.removesuffix("Record").lower()


class BaseRecord(Stored, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=_tag):
    """What every record has: its text, its own words, and where in the raw file they stand.

    `text` is the id of its text, `id` its own id there. `body` has neither its label nor the marks
    of notes, nor the words of the records below it. `lines` are the first and the last raw line of
    the record; one without words of its own has no `spans`, and its `lines` are those of what it
    contains. `page` is the printed page. `notes` are the ids of the notes that it calls.
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
        fields = super().plain()
        first = {name: fields.pop(name) for name in ("text", "id", "kind")}
        return first | fields


class RuleRecord(BaseRecord, frozen=True, kw_only=True):
    """A law or a provision in it.

    `resumes` is the offset in `body` at which the words continue after the provisions below it
    (Law 69B), None where they do not. `marks` say where notes are called. `counterparts` say where
    other editions have it, `reassigned` names the editions in which its number means something
    else. Only records of a bad scan have `scan`, all their words as the OCR has them, and
    `restored`, which lists the words that were mended or inferred.
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

    `senses` are the numbered meanings of a term that has several; `body` has the words of all.
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
    """An entry of a printed index: the id of the headword above it, and the places it points to.

    `see` are the headwords to which it sends its readers.
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

    Its words are in its paragraphs and items. `missing` says that a diagram of the print is not in
    the source.
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
    """A bid: its place in the order of bids, what it is worth, how each cell is known.

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
    """A case of a table of cases: what happened, what follows, and why.

    `missing` says that a number of the print is not in the source. `restored` lists the words that
    were mended or inferred, by their offsets in the three columns.
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


#: A record of any kind; msgspec chooses the class by the field `kind`.
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

#: A record that may come from a bad scan, with words that were mended or inferred.
RestoredRecord = LawRecord | ProvisionRecord | FrontRecord | CaseRecord

#: The class of each kind.
CLASSES: dict[Kind, type[StoredRecord]] = {cls.kind: cls for cls in get_args(StoredRecord)}


class EditionRecord(Stored, frozen=True, kw_only=True, omit_defaults=True):
    """What the texts of an edition have under one id: the record of each language, joined.

    `wording` has the records by language, `cites` the ids that each language cites: ids of the
    edition itself, full ids for another. Only a section of an article has `parts`, its paragraphs
    and items by language, and only a law has `titles`, what it is called in each language. `told`
    is what it says in our plain words, `plain` in JSON.
    """

    edition: str
    id: str
    kind: Kind
    wording: dict[str, StoredRecord]
    cites: dict[str, tuple[str, ...]]
    parts: dict[str, tuple[PartRecord, ...]] | None = None
    titles: dict[str, LawTitle] | None = None
    told: PlainText | None = msgspec.field(default=None, name="plain")

    def plain(self) -> dict[str, Any]:
        """The row as JSON has it; the records in it stay what they are, for `plain` to write."""
        names = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        fields = ((written, getattr(self, name)) for written, name in names)
        return {name: value for name, value in fields if value is not None}


def restored(record: StoredRecord) -> tuple[Restored, ...]:
    """The words of a record that were mended or inferred; () where all could simply be read."""
    return record.restored if isinstance(record, RestoredRecord) else ()


def anchors(record: StoredRecord) -> tuple[str, ...]:
    """The ids where readers meet a record: those that call it, of a note; else its own id."""
    return (record.anchors if isinstance(record, NoteRecord) else ()) or (record.id,)
