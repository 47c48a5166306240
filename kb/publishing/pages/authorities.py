"""What rulings cite: the table of authorities of a ruling, and the rulings that cite a law."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from kb.core.addresses import Place
from kb.core.ids import ProvisionId
from kb.core.titles import Title
from kb.corpus.corpus import Text
from kb.linking.cited import Cited
from kb.publishing.pages.editions import ROOT
from kb.publishing.pages.law import titles
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink, law_link
from kb.publishing.parts.navigation import RULINGS
from kb.publishing.parts.shown_rulings import Shown, anchor


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


@dataclass(frozen=True)
class CitingRulingLink:
    """A ruling that cites a provision.

    `as_` is the provision's number in an older code if the ruling cites only that; else "".
    """

    title: Title
    href: str
    as_: str


@dataclass(frozen=True)
class Mentioned:
    """A provision and the rulings that cite it, each once."""

    place: LawLink
    rulings: tuple[CitingRulingLink, ...]


def authorities(language_site: LanguageSite, shown: Shown) -> list[EditionCitations]:
    """The table of authorities of a ruling, for its page: the current codes first."""
    table = []
    for edition in language_site.index.editions.values():
        book = language_site.book(edition.id)
        places: dict[ProvisionId, list[int]] = {}
        for number, cited in _linked(shown):
            for id in language_site.index.provisions(cited) if cited.edition == edition.id else ():
                places.setdefault(id, []).append(number)
        if book and places:
            laws = tuple(_laws(language_site, book, places))
            name = language_site.say(book.edition.title)
            table.append(EditionCitations(name, edition.year, book.superseded, laws))
    return table


def texts_cited(language_site: LanguageSite, shown: Shown) -> tuple[Text, ...]:
    """The texts of the editions that a ruling cites; all texts if it cites none."""
    editions = {cited.edition for _, cited in _linked(shown)}
    return (
        tuple(text for text in language_site.texts if text.edition in editions)
        or language_site.texts
    )


def _linked(shown: Shown) -> Iterator[tuple[int, Cited]]:
    """The citations that are links, with their numbers among all."""
    for number, cited in enumerate(shown.cited, 1):
        if cited.status == "linked":
            yield number, cited


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


def cited_in(language_site: LanguageSite, book: Book, law: str) -> list[Mentioned]:
    """What rulings cite on the page of a law, in the order of the page.

    A citation of an older code also counts for the first of the provisions that correspond to it
    today.
    """
    by_id: dict[str, dict[str, CitingRulingLink]] = {}
    for shown in language_site.rulings:
        for number, cited in _linked(shown):
            for id, as_ in _meant(language_site, book, cited):
                if str(id.law) == law:
                    href = Place(f"{RULINGS}/{shown.ruling.slug}", anchor(number)).below(ROOT)
                    title = Title(shown.ruling.title, shown.ruling.language)
                    by_ruling = by_id.setdefault(str(id), {})
                    before = by_ruling.get(shown.ruling.slug)
                    if before is None or (before.as_ and not as_):
                        by_ruling[shown.ruling.slug] = CitingRulingLink(title, href, as_)
    return [
        Mentioned(
            law_link(language_site, book, row.id, f"#{row.id}"), tuple(by_id[row.id].values())
        )
        for row in book.rows_of[law]
        if row.id in by_id
    ]


def _meant(
    language_site: LanguageSite, book: Book, cited: Cited
) -> Iterable[tuple[ProvisionId, str]]:
    """The provisions of a book that a citation means, each with its number in the older code.

    That number is "" where the citation is of the book itself.
    """
    if cited.edition == book.edition.id:
        return [(id, "") for id in language_site.index.provisions(cited)]
    if book.superseded or language_site.index.editions[cited.edition].work != book.edition.work:
        return []
    year = language_site.index.editions[cited.edition].year
    older = f"{', '.join(id.display for id in language_site.index.provisions(cited))} ({year})"
    return [(id, older) for id in cited.now[:1]]
