"""The table of authorities of a ruling: what it cites of each edition, in the order of the book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from kb.core.ids import ProvisionId
from kb.core.titles import Title
from kb.corpus.corpus import Text
from kb.publishing.pages.editions import ROOT
from kb.publishing.pages.law import titles
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink, law_link
from kb.publishing.parts.site_library import SiteRuling


@dataclass(frozen=True)
class CitedProvision:
    """A provision that a ruling cites, and the numbers of its citations in the ruling (`places`).

    `now` are the provisions of today that correspond to one of an older edition.
    """

    link: LawLink
    places: tuple[int, ...]
    now: tuple[LawLink, ...]


@dataclass(frozen=True)
class CitedLawRow:
    """A law that a ruling cites, or provisions of it (`rows`)."""

    link: LawLink
    title: Title
    rows: tuple[CitedProvision, ...]


@dataclass(frozen=True)
class EditionCitations:
    """What a ruling cites of one edition, in the order of the book."""

    name: str
    year: str
    superseded: bool
    laws: tuple[CitedLawRow, ...]


def authorities(language_site: LanguageSite, ruling: SiteRuling) -> list[EditionCitations]:
    """The table of authorities of a ruling, for its page: the current codes first."""
    table = []
    for edition in language_site.index.editions.values():
        book = language_site.book(edition.id)
        places: dict[ProvisionId, list[int]] = {}
        for cited in ruling.cites:
            for id in cited.ids if cited.edition == edition.id else ():
                places.setdefault(id, []).append(cited.number)
        if book and places:
            laws = tuple(_laws(language_site, book, places))
            name = language_site.say(book.edition.title)
            table.append(EditionCitations(name, edition.year, book.superseded, laws))
    return table


def texts_cited(language_site: LanguageSite, ruling: SiteRuling) -> tuple[Text, ...]:
    """The texts of the editions that a ruling cites; all texts if it cites none."""
    editions = {cited.edition for cited in ruling.cites}
    return (
        tuple(text for text in language_site.texts if text.edition in editions)
        or language_site.texts
    )


def _laws(
    language_site: LanguageSite, book: Book, places: dict[ProvisionId, list[int]]
) -> Iterator[CitedLawRow]:
    """The rows of the laws of an edition, from the numbers of citations by provision."""
    edition = language_site.index.editions[book.edition.id]
    current = language_site.book(book.current.id) or book
    for law, ids in groupby(sorted(places), key=attrgetter("law")):
        rows = tuple(
            CitedProvision(
                _link(language_site, book, id),
                tuple(places[id]),
                tuple(_link(language_site, current, now) for now in edition.now.get(id, ())),
            )
            for id in ids
        )
        title = titles(language_site, book, str(law))[0]
        yield CitedLawRow(_link(language_site, book, law), title, rows)


def _link(language_site: LanguageSite, book: Book, id: ProvisionId) -> LawLink:
    address = book.address_from(ROOT, str(id))
    assert address is not None  # the index has only what is published
    return law_link(language_site, book, str(id), address)
