"""What a law's page shows: the wordings of the law, its notes, where it stands, its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kb.citations.anchors import display_name
from kb.core.addresses import href
from kb.core.ids import ProvisionId
from kb.core.records import BidRecord, CaseRecord, NoteRecord
from kb.core.titles import Title
from kb.curation.chapters import Chapter
from kb.publishing.parts.book import BIDS, Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.rows import RowContext, RowView, Wording, law_rows, listed

#: Provisions at this depth are what people jump to in a law.
_PART = 2


@dataclass(frozen=True)
class Step:
    """A neighbouring law: its address, number and title with the title's language."""

    rel: str
    href: str
    name: str
    title: str
    language: str


@dataclass(frozen=True)
class OwnTitle:
    """A law's title in the reader's language, where no text of the edition has one.

    `year` is that of the older edition that it comes from; "" for a title of ours.
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
    """A case by its id and name, with what it is about and the language of that."""

    id: str
    name: str
    description: str
    language: str


@dataclass(frozen=True)
class Back:
    """A way back from a note to what calls it."""

    href: str
    short: str
    name: str


def context(
    language_site: LanguageSite, book: Book, id: str, terms: dict[str, None]
) -> dict[str, Any]:
    """What the template of a law's page needs besides what every page has.

    `terms` takes the concepts whose words are marked.
    """
    called = notes_of(book, id)
    columns = RowContext(
        book, id, language_site.catalogue, language_site.catalogues, frozenset(called), terms=terms
    )
    law, *views = law_rows(columns, book.rows_of[id])
    return {
        "law": law,
        "number": capital(columns.name(id)),
        "own_title": own_title(language_site, book, id),
        "views": views,
        "parts": [view for view in views if view.depth == _PART and not view.resumes],
        "notes": notes(columns, called),
        "terms": terms,
        "backs": lambda wording: backs(columns, wording),
        "path": [_chapter(language_site, chapter) for chapter in book.chapters_of(id)],
        "steps": steps(language_site, book, id, lambda law: capital(columns.name(law))),
        "table": _bids_at(book, id),
        "cases": [*_cases(columns, id)],
        "statute": book.edition.style == "section",
        "scanned": any(wording.scan for wording in law.wordings),
        "unsure": any(
            wording.scan and (wording.scan.unsure or not wording.scan.numbered)
            for view in (law, *views)
            for wording in view.wordings
        ),
    }


def _bids_at(book: Book, law: str) -> BidsLink | None:
    """What the table of bids belongs to, and where it is from a law; None without such a table."""
    for records in book.sections.get(BIDS, {}).values():
        for record in records:
            if isinstance(record, BidRecord):
                return BidsLink(record.parent, href(law, BIDS))
    return None


def _cases(columns: RowContext, law: str) -> Iterator[CaseLink]:
    """The cases of a law, each with what it is about in the first text that has it."""
    for row in columns.book.rows_of[law]:
        if isinstance(record := row.first, CaseRecord):
            language = record.text.rpartition("/")[2]
            yield CaseLink(row.id, columns.name(row.id), record.description, language)


def title(language_site: LanguageSite, book: Book, id: str) -> str:
    """A law's number, with its title where the reader's language has one."""
    number = capital(display_name(id, language_site.language, book.edition.style))
    found = book.titles[id].get(language_site.language)
    return language_site.titled(number, found.words) if found else number


def own_title(language_site: LanguageSite, book: Book, id: str) -> OwnTitle | None:
    """A law's title in the reader's language; None where a text of the edition is in it."""
    if language_site.language in book.languages:
        return None
    found = book.titles.get(id, {}).get(language_site.language)
    if found is None:
        return None
    origin = found.origin
    edition = (
        language_site.corpus.edition(language_site.corpus.text(origin).edition) if origin else None
    )
    return OwnTitle(found.words, edition.year if edition else "")


def titles(language_site: LanguageSite, book: Book, id: str) -> list[Title]:
    """A law's titles: in the reader's language, then in the texts that have it."""
    own = own_title(language_site, book, id)
    wording = book.row[id].wording
    found = [
        Title(wording[text.id].heading or "", text.language)
        for text in book.texts
        if text.id in wording
    ]
    return [Title(own.words, language_site.language), *found] if own else found


def notes_of(book: Book, id: str) -> list[str]:
    """The notes that a law calls in any text, in the order of the book."""
    called = {
        note for row in book.rows_of[id] for record in row.wording.values() for note in record.notes
    }
    return [row.id for row in book.rows if row.id in called]


def notes(columns: RowContext, ids: list[str]) -> list[RowView]:
    """Notes as rows."""
    return listed(columns, (columns.book.row[id] for id in ids))


def backs(columns: RowContext, wording: Wording) -> list[Back]:
    """The ways back from a note to each place that calls it, named in the text's language."""
    found = []
    assert isinstance(wording.record, NoteRecord)
    for anchor in wording.record.anchors:
        place = columns.book.place(wording.text.id, anchor)
        assert place is not None  # a note is read with the places that call it
        name = display_name(anchor, wording.text.language)
        words = columns.catalogues[wording.text.language].gettext("back to %(place)s")
        found.append(Back(place.href(columns.page), _short(anchor), words % {"place": name}))
    return found


def _chapter(language_site: LanguageSite, chapter: Chapter) -> dict[str, str]:
    words, language = chapter.title(language_site.language)
    return {"id": chapter.id, "title": words, "language": language}


def steps(
    language_site: LanguageSite, book: Book, id: str, name: Callable[[str], str]
) -> list[Step]:
    """The neighbours of a law, or of a part of a series, each with the name it is given."""
    at = book.laws.index(id)
    found = []
    for rel, other in (("prev", at - 1), ("next", at + 1)):
        if 0 <= other < len(book.laws):
            law = book.laws[other]
            title = titles(language_site, book, law)[0]
            found.append(Step(rel, href(id, law), name(law), title.words, title.language))
    return found


def _short(id: str) -> str:
    return ProvisionId.parse(id).display if id[:1].isdigit() else id


def capital(name: str) -> str:
    """A name as it begins a line."""
    return name[:1].upper() + name[1:]
