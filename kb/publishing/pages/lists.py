"""What the pages beside the laws show: definitions, front matter, glossary, subject index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kb.citations.anchors import display_name
from kb.core.record_parts import Locator
from kb.core.stored_records import DefinitionRecord, IndexRecord
from kb.corpus.manifest import Text
from kb.publishing.pages import bids
from kb.publishing.pages.law import backs, notes
from kb.publishing.pages.wordings import of_edition
from kb.publishing.parts.book import BIDS, Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.rows import RowContext, RowView, Wording, listed
from kb.publishing.parts.words import Wrapping, annotate, missing_words
from kb.records.alignment import AlignedRow
from kb.records.searchable import term


@dataclass(frozen=True)
class ListedRecord:
    """A record with its anchor."""

    anchor: str
    wording: Wording


@dataclass(frozen=True)
class LocatorLink:
    """A place that an index names; no address where it does not exist."""

    printed: str
    href: str | None
    title: str | None


@dataclass(frozen=True)
class IndexLine:
    """A line of an index, with the lines below it."""

    anchor: str
    words: Markup
    locators: tuple[LocatorLink, ...]
    entries: tuple[IndexLine, ...]


@dataclass(frozen=True)
class Column:
    """A text's own records on a page: what is not joined with other texts.

    `missing` says in the text's language that something named does not exist.
    """

    text: Text
    missing: str
    items: tuple[ListedRecord, ...]
    entries: tuple[IndexLine, ...] = ()


def definitions(language_site: LanguageSite, book: Book, slug: str) -> dict[str, Any]:
    """The defined terms as the first text orders them, then those that it lacks."""
    rows = [row for row in book.rows if row.kind == "definition"]
    rows.sort(key=lambda row: book.texts[0].id not in row.wording)
    called = [n for row in rows for r in row.wording.values() for n in r.notes]
    ids = [row.id for row in book.rows if row.id in called]
    terms: dict[str, None] = {}
    columns = RowContext(
        book, slug, language_site.catalogue, language_site.catalogues, frozenset(ids), terms=terms
    )
    views = [defined(row, view) for row, view in zip(rows, listed(columns, rows), strict=True)]
    number = len(views)
    ngettext = language_site.catalogue.ngettext
    return {
        "views": views,
        "letters": _letters(book, rows),
        "lead": ngettext("%(num)d defined term", "%(num)d defined terms", number) % {"num": number},
        "notes": notes(columns, ids),
        "terms": terms,
        "backs": lambda wording: backs(columns, wording),
        "wordings": of_edition(language_site, book, book.texts),
    }


def defined(row: AlignedRow, view: RowView) -> RowView:
    """A definition with its printed head as heading, named by its term."""
    wordings = tuple(
        replace(wording, heading=Markup.escape(wording.record.headword))
        if isinstance(wording.record, DefinitionRecord)
        else wording
        for wording in view.wordings
    )
    return replace(view, wordings=wordings, name=term(row.first) or "")


def _letters(book: Book, rows: list[AlignedRow]) -> list[tuple[str, str]]:
    """The initials of the first text's terms, each with the first term it begins."""
    found: dict[str, str] = {}
    for row in rows:
        record = row.wording.get(book.texts[0].id)
        if isinstance(record, DefinitionRecord):
            found.setdefault(record.headword[:1].upper(), row.id)
    return list(found.items())


def columns_of(language_site: LanguageSite, book: Book, slug: str) -> list[Column]:
    """The records of a page by text, each in the order of its text."""
    found = []
    shared = RowContext(book, slug, language_site.catalogue, language_site.catalogues)
    for text in book.texts:
        records = book.sections[slug].get(text.id, ())
        items = tuple(
            ListedRecord(book.anchor(text.id, r.id), shared.wording(text, r))
            for r in records
            if not isinstance(r, IndexRecord)
        )
        entries = _entries(shared, text, [r for r in records if isinstance(r, IndexRecord)])
        if items or entries:
            found.append(
                Column(text, missing_words(language_site.catalogues[text.language]), items, entries)
            )
    return found


def texts_apart(language_site: LanguageSite, book: Book, slug: str) -> dict[str, Any]:
    """Each text's own records in a column of its own."""
    return {"columns": columns_of(language_site, book, slug)}


def front(language_site: LanguageSite, book: Book, slug: str) -> dict[str, Any]:
    """The same, with the texts to choose from."""
    columns = columns_of(language_site, book, slug)
    texts = [column.text for column in columns]
    return {"columns": columns, "wordings": of_edition(language_site, book, texts)}


def _entries(columns: RowContext, text: Text, records: list[IndexRecord]) -> tuple[IndexLine, ...]:
    heads = {r.body.casefold(): r.id for r in records if not r.parent}
    below: dict[str | None, list[IndexRecord]] = {}
    for record in records:
        below.setdefault(record.parent, []).append(record)

    def entry(record: IndexRecord) -> IndexLine:
        return IndexLine(
            columns.book.anchor(text.id, record.id),
            _see(columns, text, record, heads),
            tuple(_locator(columns, text, one) for one in record.locators),
            tuple(entry(one) for one in below.get(record.id, ())),
        )

    return tuple(entry(record) for record in below.get(None, ()))


def _see(columns: RowContext, text: Text, record: IndexRecord, heads: dict[str, str]) -> Markup:
    """The words of an entry; the headwords that it sends to are links."""
    words = record.body
    links = []
    for see in record.see:
        start = words.casefold().rfind(see.casefold())
        if (head := heads.get(see.casefold())) and start >= 0:
            anchor = columns.book.anchor(text.id, head)
            opening = Markup('<a href="#{}">').format(anchor)
            links.append(Wrapping(start, start + len(see), opening, Markup("</a>")))
    return annotate(words, 0, len(words), links, ())


def _locator(columns: RowContext, text: Text, locator: Locator) -> LocatorLink:
    target = locator.target
    place = None if locator.dangling else columns.book.place(text.id, target)
    if place is None:
        return LocatorLink(locator.printed, None, None)
    title = display_name(target, text.language) if target[:1].isdigit() else None
    return LocatorLink(locator.printed, place.href(columns.page), title)


Context = Callable[[LanguageSite, Book, str], dict[str, Any]]

#: The template of a page and what makes its context, where it is not the front matter's.
PAGES: dict[str, tuple[str, Context]] = {
    "definitions": ("definitions.html", definitions),
    "glossary": ("glossary.html", texts_apart),
    "subject-index": ("subject-index.html", texts_apart),
    BIDS: ("bids.html", bids.context),
}
FRONT: tuple[str, Context] = ("front.html", front)
