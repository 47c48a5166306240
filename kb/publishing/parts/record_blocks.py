"""The blocks of a record on a page: paragraphs, tables, numbered senses, in printed order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from kb.citations.anchors import display_name
from kb.core.record_parts import Cell, Field, Table
from kb.core.stored_records import CaseRecord, DefinitionRecord, RuleRecord
from kb.publishing.parts.words import RecordOnPage


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; one of an article has an anchor."""

    words: Markup
    kind: str = "paragraph"
    anchor: str = ""


@dataclass(frozen=True)
class ListItem:
    """An item with its printed mark and the items of the list inside it."""

    mark: str
    words: Markup
    anchor: str
    below: tuple[ListItem, ...] = ()


@dataclass(frozen=True)
class ListBlock:
    """A list."""

    items: tuple[ListItem, ...]
    kind: str = "list"


@dataclass(frozen=True)
class TableBlock:
    """A printed table, with a name for screen readers.

    `row_heads` says that the cells of the first column are headings of their rows.
    """

    name: str
    caption: str | None
    head: tuple[tuple[Cell, ...], ...]
    rows: tuple[tuple[Cell, ...], ...]
    row_heads: bool
    note: str | None
    kind: str = "table"


@dataclass(frozen=True)
class SenseBlock:
    """One of the numbered meanings of a term, with the English term that it translates."""

    label: str
    english: str
    words: Markup
    kind: str = "sense"


@dataclass(frozen=True)
class CaseBlock:
    """A case: what happened, what follows, and why. Each that lists `a.) … b.) …` is in parts."""

    description: tuple[Markup, ...]
    consequence: tuple[Markup, ...]
    reason: tuple[Markup, ...]
    kind: str = "case"


#: The mark at the beginning of an item in a case.
_ITEM = re.compile(r"(?<= )[a-z]\.\)")

Block = Paragraph | ListBlock | TableBlock | SenseBlock | CaseBlock


def blocks(passage: RecordOnPage) -> tuple[Block, ...]:
    """The blocks of a record's body, without the words that continue after its children."""
    record = passage.record
    if isinstance(record, DefinitionRecord) and record.senses:
        return tuple(_senses(passage, record))
    if isinstance(record, CaseRecord):
        return (_case(passage),)
    resumes = record.resumes if isinstance(record, RuleRecord) else None
    end = len(record.body) if resumes is None else resumes
    return tuple(_paragraphs(passage, 0, end))


def resumed(passage: RecordOnPage) -> tuple[Block, ...]:
    """The blocks of the words that continue after a record's children; none where none do."""
    record = passage.record
    if not isinstance(record, RuleRecord) or record.resumes is None:
        return ()
    return tuple(_paragraphs(passage, record.resumes, len(record.body)))


def _paragraphs(passage: RecordOnPage, start: int, end: int) -> Iterator[Block]:
    record = passage.record
    for table in record.table if isinstance(record, RuleRecord) else ():
        if start <= table.at <= end:
            yield from _paragraph(passage, start, table.at)
            yield _table(passage, table)
            start = table.at
    yield from _paragraph(passage, start, end)


def _paragraph(passage: RecordOnPage, start: int, end: int) -> Iterator[Paragraph]:
    if words := passage.field("body", start, end):
        yield Paragraph(words)


def _table(passage: RecordOnPage, table: Table) -> TableBlock:
    citation = display_name(passage.record.id, passage.language, passage.book.edition.profile)
    name = passage.words.gettext("Table of %(place)s") % {"place": citation}
    rows = table.rows
    head = table.header
    return TableBlock(name, table.caption, rows[:head], rows[head:], not head, table.note)


def _case(passage: RecordOnPage) -> CaseBlock:
    columns: tuple[Field, ...] = ("description", "consequence", "reason")
    description, consequence, reason = (tuple(_parts(passage, name)) for name in columns)
    return CaseBlock(description, consequence, reason)


def _parts(passage: RecordOnPage, name: Field) -> Iterator[Markup]:
    """The words of a field, split before each item of a list."""
    words = passage.record.words(name)
    cuts = [0, *(match.start() for match in _ITEM.finditer(words)), len(words)]
    for start, end in pairwise(cuts):
        if part := passage.field(name, start, end):
            yield part


def _senses(passage: RecordOnPage, record: DefinitionRecord) -> Iterator[Block]:
    """The words before the senses, then the senses: the body is all of these, joined by blanks."""
    start = len(record.body) - len(" ".join(sense.body for sense in record.senses))
    yield from _paragraph(passage, 0, start)
    for sense in record.senses:
        end = start + len(sense.body)
        yield SenseBlock(sense.label, sense.english, passage.field("body", start, end))
        start = end + 1
