"""The citations on the page of a law: what each provision cites, and what cites it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from kb.core.ids import FullId
from kb.publishing.pages.editions import ROOT
from kb.publishing.pages.law import notes_of
from kb.publishing.pages.series import name
from kb.publishing.parts.book import Book, page_of
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink, law_link
from kb.publishing.parts.navigation import section_title
from kb.records.cross_references import CitationEdge


@dataclass(frozen=True)
class CitationLink:
    """A link to what cites or is cited; `languages` names those with the citation, "" for all."""

    link: LawLink
    languages: str


@dataclass(frozen=True)
class Citations:
    """What a provision or a note cites, and what cites it."""

    place: LawLink
    cites: tuple[CitationLink, ...]
    cited_by: tuple[CitationLink, ...]


def citations(language_site: LanguageSite, book: Book, law: str) -> list[Citations]:
    """The citations of the provisions and notes on the page of a law that have any, in order."""
    rows = []
    for id in (*(row.id for row in book.rows_of[law]), *notes_of(book, law)):
        full = f"{book.edition.id}:{id}"
        cites = tuple(
            _links(language_site, book, law, language_site.cross_references.cites(full), "target")
        )
        cited_by = tuple(
            _links(
                language_site, book, law, language_site.cross_references.cited_by(full), "source"
            )
        )
        if cites or cited_by:
            rows.append(Citations(law_link(language_site, book, id, f"#{id}"), cites, cited_by))
    return rows


def _links(
    language_site: LanguageSite,
    book: Book,
    law: str,
    edges: Iterable[CitationEdge],
    end: Literal["source", "target"],
) -> Iterator[CitationLink]:
    """Links to one end of citations, from the page of a law."""
    for edge in edges:
        edition = FullId.parse(edge.source).edition
        citing = language_site.book(edition)
        link = _link(language_site, book, law, edge.source if end == "source" else edge.target)
        if link:
            few = edge.languages if citing and citing.languages - {*edge.languages} else ()
            yield CitationLink(
                link,
                language_site.catalogue.list([*map(language_site.catalogue.language_name, few)]),
            )


def _link(language_site: LanguageSite, book: Book, law: str, id: str) -> LawLink | None:
    """A link to a full id from the page of a law; None for what is not published."""
    full = FullId.parse(id)
    local = str(full.local)
    if full.edition == book.edition.id:
        text = full.text if full.language else book.texts[0].id
        address = book.address(text, local, law)
        if address is None or local in book.row:
            return law_link(language_site, book, local, address) if address else None
        page = section_title(language_site.catalogue, page_of(book.records[text][local]))
        return LawLink(address, page, "", language_site.language)
    for series in language_site.books:
        if series.edition.id == full.edition and (place := series.address_from(ROOT, local)):
            return LawLink(place, name(language_site, local), "", language_site.language)
    return None
