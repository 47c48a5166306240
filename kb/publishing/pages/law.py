"""The page of a law: its wordings, its notes, its chapter, its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kb.citations.anchors import display_name
from kb.core.addresses import href
from kb.core.ids import ProvisionId, is_provision
from kb.core.stored_records import BidRecord, CaseRecord, NoteRecord
from kb.core.titles import Title
from kb.curation.chapters import Chapter
from kb.publishing.parts.book import BIDS, Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.rows import RowContext, RowView, Wording, law_rows, listed

#: The depth of the provisions that the menu of a law's page leads to.
_PART = 2


@dataclass(frozen=True)
class Step:
    """A link to a neighbouring law with its number, its title and the language of that."""

    rel: str
    href: str
    name: str
    title: str
    language: str


@dataclass(frozen=True)
class OwnTitle:
    """A law's title in the reader's language, in which there is no text of the edition.

    `year` is that of the older edition that the title comes from; "" for a title of ours.
    """

    words: str
    year: str


@dataclass(frozen=True)
class BidsLink:
    """The provision that the table of bids belongs to, and the address of the table."""

    provision: str
    href: str


@dataclass(frozen=True)
class CaseLink:
    """A case with its id, its name, its description and the language of that."""

    id: str
    name: str
    description: str
    language: str


@dataclass(frozen=True)
class Back:
    """A link back from a note to what calls it; `short` is shown, `name` is for screen readers."""

    href: str
    short: str
    name: str


def context(
    language_site: LanguageSite, book: Book, id: str, terms: dict[str, None]
) -> dict[str, Any]:
    """What the template of a law's page needs besides what every page has.

    The concepts whose words are marked are added to `terms`.
    """
    called = notes_of(book, id)
    columns = RowContext(language_site, book, id, frozenset(called), terms=terms, tells=True)
    law, *views = law_rows(columns, book.rows_of[id])
    return {
        "law": law,
        "number": capital(columns.name(id)),
        "own_title": own_title(language_site, book, id),
        "plain_column": bool(columns.plain),
        "views": views,
        "parts": [view for view in views if view.depth == _PART and not view.resumes],
        "notes": notes(columns, called),
        "terms": terms,
        "backs": lambda wording: backs(columns, wording),
        "path": [_chapter(language_site, chapter) for chapter in book.chapters_of(id)],
        "steps": steps(language_site, book, id, lambda law: capital(columns.name(law))),
        "table": _bids_at(book, id),
        "cases": [*_cases(columns, id)],
        "statute": book.edition.profile.is_statute,
        "scanned": any(wording.scan for wording in law.wordings),
        "unsure": any(
            wording.scan and (wording.scan.unsure or not wording.scan.numbered)
            for view in (law, *views)
            for wording in view.wordings
        ),
    }


def _bids_at(book: Book, law: str) -> BidsLink | None:
    """The provision that the table of bids belongs to, and its address from the page of a law.

    None where the edition has no such table.
    """
    for records in book.sections.get(BIDS, {}).values():
        for record in records:
            if isinstance(record, BidRecord):
                return BidsLink(record.parent, href(law, BIDS))
    return None


def _cases(columns: RowContext, law: str) -> Iterator[CaseLink]:
    """The cases of a law, each with its description in the first text that has it."""
    for row in columns.book.rows_of[law]:
        if isinstance(record := row.first, CaseRecord):
            language = record.text.rpartition("/")[2]
            yield CaseLink(row.id, columns.name(row.id), record.description, language)


def title(language_site: LanguageSite, book: Book, id: str) -> str:
    """The title of a law's page: its number, with its title if that is in the reader's language."""
    number = capital(language_site.name(book, id))
    of_law = book.titles[id].get(language_site.language)
    return language_site.titled(number, of_law.words) if of_law else number


def own_title(language_site: LanguageSite, book: Book, id: str) -> OwnTitle | None:
    """A law's title in the reader's language; None if a text is in it, or there is no title."""
    if language_site.language in book.languages:
        return None
    of_law = book.titles.get(id, {}).get(language_site.language)
    if of_law is None:
        return None
    corpus = language_site.corpus
    edition = corpus.edition(corpus.text(of_law.origin).edition) if of_law.origin else None
    return OwnTitle(of_law.words, edition.year if edition else "")


def titles(language_site: LanguageSite, book: Book, id: str) -> list[Title]:
    """A law's titles: in the reader's language, then those in the texts of the edition."""
    translated = own_title(language_site, book, id)
    wording = book.row[id].wording
    printed = [
        Title(wording[text.id].heading or "", text.language)
        for text in book.texts
        if text.id in wording
    ]
    return [Title(translated.words, language_site.language), *printed] if translated else printed


def notes_of(book: Book, id: str) -> list[str]:
    """The ids of the notes that a law calls in any text, in the order of the book."""
    called = {
        note for row in book.rows_of[id] for record in row.wording.values() for note in record.notes
    }
    return [row.id for row in book.rows if row.id in called]


def notes(columns: RowContext, ids: list[str]) -> list[RowView]:
    """The rows of notes."""
    return listed(columns, (columns.book.row[id] for id in ids))


def backs(columns: RowContext, wording: Wording) -> list[Back]:
    """The links back from a note to each place that calls it, named in the text's language."""
    links = []
    assert isinstance(wording.record, NoteRecord)
    for anchor in wording.record.anchors:
        place = columns.book.place(wording.text.id, anchor)
        assert place is not None  # a note is read with the places that call it
        name = display_name(anchor, wording.text.language, columns.book.edition.profile)
        words = columns.language_site.catalogues[wording.text.language].gettext("back to %(place)s")
        links.append(Back(place.href(columns.page), _short(anchor), words % {"place": name}))
    return links


def _chapter(language_site: LanguageSite, chapter: Chapter) -> dict[str, str]:
    words, language = chapter.title(language_site.language)
    return {"id": chapter.id, "title": words, "language": language}


def steps(
    language_site: LanguageSite, book: Book, id: str, name: Callable[[str], str]
) -> list[Step]:
    """The neighbours of a law or of a part of a series; `name` gives the name of each by its id."""
    at = book.laws.index(id)
    neighbours = []
    for rel, other in (("prev", at - 1), ("next", at + 1)):
        if 0 <= other < len(book.laws):
            law = book.laws[other]
            title = titles(language_site, book, law)[0]
            neighbours.append(Step(rel, href(id, law), name(law), title.words, title.language))
    return neighbours


def _short(id: str) -> str:
    return ProvisionId.parse(id).display if is_provision(id) else id


def capital(name: str) -> str:
    """A name with its first letter as a capital."""
    return name[:1].upper() + name[1:]
