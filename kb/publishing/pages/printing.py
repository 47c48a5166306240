"""A whole book on one page, in one wording, for paper.

Its laws stand by chapter, each note with what first calls it, the rest before and after them. A
chapter alone is the same page at the chapter's anchor: the style sheet leaves out the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from kb.core.addresses import Place
from kb.core.stored_records import StoredRecord
from kb.publishing.pages import bids, contents
from kb.publishing.pages.contents import ChapterEntry
from kb.publishing.pages.law import OwnTitle, backs, capital, own_title
from kb.publishing.pages.lists import ListedRecord, defined
from kb.publishing.parts.book import BIDS, Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import section_title
from kb.publishing.parts.rows import RowContext, RowView, law_rows, listed
from kb.records.alignment import AlignedRow

#: The page of a book for paper.
PRINT = "print"

#: What leads about in the book says nothing of its own on paper.
_NOT_PRINTED = ("glossary", "subject-index")

#: Headings below this level are none.
_DEEPEST = 6


class PrintedBook(Book):
    """A book in one wording, where everything that is printed stands on one page."""

    def place(self, text: str, id: str) -> Place | None:
        """As in any book, but on the page for paper if it is there."""
        found = super().place(text, id)
        if found is None or found.page in _NOT_PRINTED:
            return found
        return Place(PRINT, found.anchor)


@dataclass(frozen=True)
class PrintedLaw:
    """A law, the level of its heading, its provisions, the notes that nothing before it calls."""

    law: RowView
    number: str
    own_title: OwnTitle | None
    level: int
    views: list[RowView]
    notes: list[RowView]


@dataclass(frozen=True)
class PrintedChapter:
    """A chapter with the laws right in it and the parts below it; "" is none: laws stand alone."""

    entry: ChapterEntry
    laws: list[PrintedLaw]
    parts: list[PrintedChapter]


@dataclass(frozen=True)
class PrintedSection:
    """What stands beside the laws: defined terms with their notes, other records, or the bids."""

    slug: str
    title: str
    terms: list[RowView]
    notes: list[RowView]
    items: list[ListedRecord]
    bids: dict[str, Any] | None


def in_one_wording(book: Book) -> PrintedBook:
    """The book as its first text has it."""
    text = book.texts[0]
    rows = tuple(
        AlignedRow(row.id, row.kind, {text.id: row.wording[text.id]})
        for row in book.rows
        if text.id in row.wording
    )
    of = {field.name: getattr(book, field.name) for field in fields(book)}
    one = {name: {text.id: of[name][text.id]} for name in ("records", "references", "mentions")}
    return PrintedBook(**(of | one | {"texts": (text,), "rows": rows}))


def context(language_site: LanguageSite, book: Book) -> dict[str, Any]:
    """What the template of the page for paper needs besides what every page has."""
    one = in_one_wording(book)
    called = frozenset(row.id for row in one.rows if row.kind == "note")
    columns = RowContext(one, PRINT, language_site.catalogue, language_site.catalogues, called)
    notes = _NotesOnce(columns)
    before, after = _sections_about(one)
    listing = contents.context(language_site, one)
    return {
        "before": [_section(language_site, columns, notes, slug) for slug in before],
        "chapters": [*_chapters(language_site, columns, notes, listing["chapters"])],
        "after": [_section(language_site, columns, notes, slug) for slug in after],
        "signatures": listing["signatures"],
        "counts": listing["counts"],
        "backs": lambda wording: backs(columns, wording),
        "texts": one.texts,
        "others": book.texts[1:],
    }


class _NotesOnce:
    """Hands out each note once, to what first calls it."""

    def __init__(self, columns: RowContext) -> None:
        self._columns = columns
        self._done: set[str] = set()

    def called(self, records: Iterable[StoredRecord]) -> list[RowView]:
        row = self._columns.book.row
        ids = [id for record in records for id in record.notes]
        new = [row[id] for id in dict.fromkeys(ids) if id not in self._done]
        self._done.update(ids)
        return listed(self._columns, new)


def _sections_about(book: Book) -> tuple[list[str], list[str]]:
    """The pages beside the laws, as they stand in the text: before the laws, after them."""
    slugs = [slug for slug in book.sections if slug not in _NOT_PRINTED]
    order = [*book.records[book.texts[0].id]]
    first = order.index(book.laws[0])
    at = {slug: order.index(book.sections[slug][book.texts[0].id][0].id) for slug in slugs}
    return [s for s in slugs if at[s] < first], [s for s in slugs if at[s] >= first]


def _section(
    language_site: LanguageSite, columns: RowContext, notes: _NotesOnce, slug: str
) -> PrintedSection:
    book, text = columns.book, columns.book.texts[0]
    records = book.sections[slug][text.id]
    title = section_title(language_site.catalogue, slug)
    if slug == BIDS:
        return PrintedSection(
            slug, title, [], [], [], bids.context(language_site, book, slug, PRINT)
        )
    joined = [book.row[r.id] for r in records if r.kind == "definition"]
    views = zip(joined, listed(columns, joined), strict=True)
    terms = [replace(defined(row, view), level=3) for row, view in views]
    items = [
        ListedRecord(book.anchor(text.id, record.id), columns.wording(text, record))
        for record in records
        if record.kind != "definition"
    ]
    return PrintedSection(
        slug, title, terms, notes.called(row.first for row in joined), items, None
    )


def _chapters(
    language_site: LanguageSite,
    columns: RowContext,
    notes: _NotesOnce,
    entries: Iterable[ChapterEntry],
) -> Iterator[PrintedChapter]:
    """The chapters, each with the parts that follow it on deeper levels."""
    above: PrintedChapter | None = None
    for entry in entries:
        level = entry.level if entry.title else 1
        laws = [_law(language_site, columns, notes, law.id, level + 1) for law in entry.laws]
        chapter = PrintedChapter(entry, laws, [])
        if above and entry.level > above.entry.level:
            above.parts.append(chapter)
            continue
        if above:
            yield above
        above = chapter
    if above:
        yield above


def _law(
    language_site: LanguageSite, columns: RowContext, notes: _NotesOnce, id: str, level: int
) -> PrintedLaw:
    rows = columns.book.rows_of[id]
    law, *views = law_rows(columns, rows)
    return PrintedLaw(
        law,
        capital(columns.name(id)),
        own_title(language_site, columns.book, id),
        level,
        [_lower(view, level - 1) for view in views],
        notes.called(row.first for row in rows),
    )


def _lower(view: RowView, by: int) -> RowView:
    """A provision with its heading so many levels lower: below the law's own."""
    level = view.level + by if view.level else 0
    return replace(view, level=level if level <= _DEEPEST else 0)
