"""The page for paper: a whole book in one wording, and in our plain words.

The laws stand by chapter, each note with the law that calls it first, other sections before and
after the laws. For a chapter alone one opens the page at the chapter's anchor, and the style sheet
hides the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from kb.core.addresses import Place
from kb.publishing.pages import bids, contents, wordings
from kb.publishing.pages.contents import ChapterEntry
from kb.publishing.pages.law import OwnTitle, backs, capital, own_title
from kb.publishing.pages.lists import ListedRecord, defined, term_names, terms_in_order
from kb.publishing.parts.book import BIDS, Book, page_of
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import section_title
from kb.publishing.parts.rows import RowContext, RowView, law_rows, listed
from kb.records.alignment import AlignedRow

#: The slug of the page.
PRINT = "print"

#: The sections that are left out, since they only help to find other pages.
_NOT_PRINTED = ("glossary", "subject-index")

#: The lowest level of headings that HTML has; below it a heading is a paragraph.
_DEEPEST = 6


class PrintedBook(Book):
    """A book in one wording, in which all that is printed stands on the page for paper."""

    def place(self, text: str, id: str) -> Place | None:
        """As in `Book`, but on the page for paper if the place is printed."""
        place = super().place(text, id)
        if place is None or place.page in _NOT_PRINTED:
            return place
        return Place(PRINT, place.anchor)


@dataclass(frozen=True)
class PrintedLaw:
    """A law, the level of its heading, its provisions, and the notes that it is first to call."""

    law: RowView
    number: str
    own_title: OwnTitle | None
    level: int
    views: list[RowView]
    notes: list[RowView]


@dataclass(frozen=True)
class PrintedChapter:
    """A chapter with the laws right in it and the parts below it.

    An `entry` without a title is for laws that are in no chapter.
    """

    entry: ChapterEntry
    laws: list[PrintedLaw]
    parts: list[PrintedChapter]


@dataclass(frozen=True)
class PrintedSection:
    """A section beside the laws: defined terms with their notes, other records, or the bids."""

    slug: str
    title: str
    terms: list[RowView]
    notes: list[RowView]
    items: list[ListedRecord]
    bids: dict[str, Any] | None


def in_one_wording(book: Book) -> PrintedBook:
    """The book as its first text has it, and what that lacks where our plain words stand."""
    text = book.texts[0]
    rows = tuple(
        AlignedRow(row.id, row.kind, {text.id: row.wording[text.id]})
        if text.id in row.wording
        else row
        for row in book.rows
        if text.id in row.wording or row.id in book.plain
    )
    values = {field.name: getattr(book, field.name) for field in fields(book)}
    for name in ("records", "references", "mentions"):
        values[name] = {text.id: values[name][text.id]}
    return PrintedBook(**(values | {"texts": (text,), "rows": rows}))


def context(language_site: LanguageSite, book: Book) -> dict[str, Any]:
    """What the template of the page for paper needs besides what every page has."""
    printed = in_one_wording(book)
    called = frozenset(row.id for row in printed.rows if row.kind == "note")
    columns = RowContext(language_site, printed, PRINT, called, tells=True)
    notes = _NotesOnce(columns)
    before, after = _sections_around(printed)
    listing = contents.context(language_site, printed)
    return {
        "before": [_section(columns, notes, slug) for slug in before],
        "chapters": [*_chapters(columns, notes, listing["chapters"])],
        "after": [_section(columns, notes, slug) for slug in after],
        "signatures": listing["signatures"],
        "counts": listing["counts"],
        "backs": lambda wording: backs(columns, wording),
        "texts": printed.texts,
        "plain_column": bool(columns.plain),
        "wordings": wordings.with_plain(language_site, printed),
        "others": book.texts[1:],
    }


class _NotesOnce:
    """Hands out each note once, with the records that call it first."""

    def __init__(self, columns: RowContext) -> None:
        self._columns = columns
        self._done: set[str] = set()

    def called(self, rows: Iterable[AlignedRow]) -> list[RowView]:
        row, (text, *_) = self._columns.book.row, self._columns.texts
        records = (one.wording[text.id] for one in rows if text.id in one.wording)
        ids = [id for record in records for id in record.notes]
        new = [row[id] for id in dict.fromkeys(ids) if id not in self._done]
        self._done.update(ids)
        return listed(self._columns, new)


def _sections_around(book: Book) -> tuple[list[str], list[str]]:
    """The slugs of the sections that stand before the laws in the text, and of those after them."""
    slugs = [slug for slug in book.sections if slug not in _NOT_PRINTED]
    order = [*book.records[book.texts[0].id]]
    first = order.index(book.laws[0])
    at = {slug: order.index(book.sections[slug][book.texts[0].id][0].id) for slug in slugs}
    return [s for s in slugs if at[s] < first], [s for s in slugs if at[s] >= first]


def _section(columns: RowContext, notes: _NotesOnce, slug: str) -> PrintedSection:
    book, text = columns.book, columns.book.texts[0]
    records = book.sections[slug][text.id]
    title = section_title(columns.language_site.catalogue, slug)
    if slug == BIDS:
        return PrintedSection(
            slug, title, [], [], [], bids.context(columns.language_site, book, slug, PRINT)
        )
    names = term_names(columns.language_site, book)
    rows = terms_in_order(columns.language_site, book, names)
    joined = [row for row in rows if page_of(row.first) == slug]
    views = zip(joined, listed(columns, joined), strict=True)
    terms = [replace(defined(row, view, names), level=3) for row, view in views]
    items = [
        ListedRecord(book.anchor(text.id, record.id), columns.wording(text, record))
        for record in records
        if record.kind != "definition"
    ]
    return PrintedSection(slug, title, terms, notes.called(joined), items, None)


def _chapters(
    columns: RowContext,
    notes: _NotesOnce,
    entries: Iterable[ChapterEntry],
) -> Iterator[PrintedChapter]:
    """The chapters, each with the parts below it: entries that follow it with a deeper level."""
    above: PrintedChapter | None = None
    for entry in entries:
        level = entry.level if entry.title else 1
        laws = [_law(columns, notes, law.id, level + 1) for law in entry.laws]
        chapter = PrintedChapter(entry, laws, [])
        if above and entry.level > above.entry.level:
            above.parts.append(chapter)
            continue
        if above:
            yield above
        above = chapter
    if above:
        yield above


def _law(columns: RowContext, notes: _NotesOnce, id: str, level: int) -> PrintedLaw:
    rows = columns.book.rows_of[id]
    law, *views = law_rows(columns, rows)
    return PrintedLaw(
        law,
        capital(columns.name(id)),
        own_title(columns.language_site, columns.book, id),
        level,
        [_lower(view, level - 1) for view in views],
        notes.called(rows),
    )


def _lower(view: RowView, by: int) -> RowView:
    """A provision with its heading `by` levels lower."""
    level = view.level + by if view.level else 0
    return replace(view, level=level if level <= _DEEPEST else 0)
