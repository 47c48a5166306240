"""The pages beside the laws: definitions, front matter, glossary, subject index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kb.citations.anchors import display_name
from kb.core.ids import is_provision
from kb.core.orders import grouped
from kb.core.record_parts import Locator
from kb.core.stored_records import DefinitionRecord, IndexRecord
from kb.corpus.corpus import Text
from kb.languages.collation import initial, sort_key
from kb.publishing.pages import bids
from kb.publishing.pages.law import backs, notes
from kb.publishing.pages.wordings import of_edition, with_plain
from kb.publishing.parts.book import BIDS, Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.rows import RowContext, RowView, Wording, listed
from kb.publishing.parts.words import Wrapping, annotate, missing_words
from kb.records.alignment import AlignedRow
from kb.records.searchable import term


@dataclass(frozen=True)
class ListedRecord:
    """The wording of a record, with its anchor."""

    anchor: str
    wording: Wording


@dataclass(frozen=True)
class LocatorLink:
    """A place that an index names; `href` is None where the place does not exist."""

    printed: str
    href: str | None
    title: str | None


@dataclass(frozen=True)
class IndexLine:
    """An entry of an index, with the places that it names and the entries below it."""

    anchor: str
    words: Markup
    locators: tuple[LocatorLink, ...]
    entries: tuple[IndexLine, ...]


@dataclass(frozen=True)
class Column:
    """The records of a text on a page where the texts are not joined.

    `missing` says, in the text's language, that a place does not exist.
    """

    text: Text
    missing: str
    items: tuple[ListedRecord, ...]
    entries: tuple[IndexLine, ...] = ()


def definitions(language_site: LanguageSite, book: Book, slug: str) -> dict[str, Any]:
    """The context of the page of definitions, in the reader's order."""
    names = term_names(language_site, book)
    rows = terms_in_order(language_site, book, names)
    called = [n for row in rows for r in row.wording.values() for n in r.notes]
    ids = [row.id for row in book.rows if row.id in called]
    terms: dict[str, None] = {}
    columns = RowContext(language_site, book, slug, frozenset(ids), terms=terms, tells=True)
    views = [
        defined(row, view, names) for row, view in zip(rows, listed(columns, rows), strict=True)
    ]
    number = len(views)
    ngettext = language_site.catalogue.ngettext
    return {
        "views": views,
        "letters": _letters(language_site, names, rows),
        "lead": ngettext("%(num)d defined term", "%(num)d defined terms", number) % {"num": number},
        "notes": notes(columns, ids),
        "terms": terms,
        "backs": lambda wording: backs(columns, wording),
        "wordings": with_plain(language_site, book),
        "plain_column": bool(columns.plain),
    }


def term_names(language_site: LanguageSite, book: Book) -> dict[str, str]:
    """The defined terms of an edition by id, as a text in the reader's language prints them.

    Without such a text they have the first word of the lexicon, or what the first text prints.
    """
    language = language_site.language
    names = {row.id: term(row.first) or "" for row in book.rows if row.kind == "definition"}
    for concept in book.concepts.values():
        for full in concept.gathers if concept.words.get(language) else ():
            edition, id = full.partition("/")[0], full.partition(":")[2]
            if edition == book.edition.id and id in names:
                names[id] = concept.words[language][0].text
    for text in book.texts:
        if text.language == language:
            own = book.records[text.id]
            names |= {id: term(own[id]) or names[id] for id in names.keys() & own.keys()}
    return names


def terms_in_order(
    language_site: LanguageSite, book: Book, names: Mapping[str, str]
) -> list[AlignedRow]:
    """The definitions as the first text has them, then the others; or by their names.

    They are in the order of their `names` for readers without a text in their language.
    """
    rows = [row for row in book.rows if row.kind == "definition"]
    if language_site.language in book.languages:
        return sorted(rows, key=lambda row: book.texts[0].id not in row.wording)
    return sorted(rows, key=lambda row: sort_key(names[row.id], language_site.language))


def defined(row: AlignedRow, view: RowView, names: Mapping[str, str]) -> RowView:
    """A row of a definition, with the printed headword as its heading, and with its term."""
    wordings = tuple(
        replace(wording, heading=Markup.escape(wording.record.headword))
        if isinstance(wording.record, DefinitionRecord)
        else wording
        for wording in view.wordings
    )
    return replace(view, wordings=wordings, name=names[row.id], term=names[row.id])


def _letters(
    language_site: LanguageSite, names: Mapping[str, str], rows: Iterable[AlignedRow]
) -> list[tuple[str, str]]:
    """The initials of the terms, each with the id of its first term."""
    first_ids: dict[str, str] = {}
    for row in rows:
        first_ids.setdefault(initial(names[row.id], language_site.language), row.id)
    return list(first_ids.items())


def columns_of(language_site: LanguageSite, book: Book, slug: str) -> list[Column]:
    """The columns of a page, one for each text that has records there."""
    columns = []
    shared = RowContext(language_site, book, slug)
    for text in book.texts:
        records = book.sections[slug].get(text.id, ())
        items = tuple(
            ListedRecord(book.anchor(text.id, r.id), shared.wording(text, r))
            for r in records
            if not isinstance(r, IndexRecord)
        )
        entries = _entries(shared, text, [r for r in records if isinstance(r, IndexRecord)])
        if items or entries:
            missing = missing_words(language_site.catalogues[text.language])
            columns.append(Column(text, missing, items, entries))
    return columns


def texts_apart(language_site: LanguageSite, book: Book, slug: str) -> dict[str, Any]:
    """The context of a page that has a column for each text."""
    return {"columns": columns_of(language_site, book, slug)}


def front(language_site: LanguageSite, book: Book, slug: str) -> dict[str, Any]:
    """The context of a page of front matter: a column for each text, and a choice of texts."""
    columns = columns_of(language_site, book, slug)
    texts = [column.text for column in columns]
    return {"columns": columns, "wordings": of_edition(language_site, book, texts)}


def _entries(columns: RowContext, text: Text, records: list[IndexRecord]) -> tuple[IndexLine, ...]:
    heads = {r.body.casefold(): r.id for r in records if not r.parent}
    below = grouped(records, lambda record: record.parent)

    def entry(record: IndexRecord) -> IndexLine:
        return IndexLine(
            columns.book.anchor(text.id, record.id),
            _see(columns, text, record, heads),
            tuple(_locator(columns, text, locator) for locator in record.locators),
            tuple(map(entry, below.get(record.id, ()))),
        )

    return tuple(map(entry, below.get(None, ())))


def _see(columns: RowContext, text: Text, record: IndexRecord, heads: dict[str, str]) -> Markup:
    """The words of an entry, with links to the headwords that it refers to.

    `heads` are the ids of entries by their headwords in lower case.
    """
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
    profile = columns.book.edition.profile
    title = display_name(target, text.language, profile) if is_provision(target) else None
    return LocatorLink(locator.printed, place.href(columns.page), title)


#: Makes the context of the page with a slug.
Context = Callable[[LanguageSite, Book, str], dict[str, Any]]

#: The template and context of pages by slug; all others are front matter.
PAGES: dict[str, tuple[str, Context]] = {
    "definitions": ("definitions.html", definitions),
    "glossary": ("glossary.html", texts_apart),
    "subject-index": ("subject-index.html", texts_apart),
    BIDS: ("bids.html", bids.context),
}
FRONT: tuple[str, Context] = ("front.html", front)
