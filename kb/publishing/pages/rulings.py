"""The pages of rulings: the search of all, and each ruling with the laws that it cites."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from kb.library.ruling_document import RulingDocument
from kb.publishing.pages.authorities import authorities, texts_cited
from kb.publishing.pages.citing_rulings import ruling_view
from kb.publishing.pages.editions import ROOT
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import LINKER
from kb.publishing.parts.shown_rulings import anchor
from kb.publishing.parts.site_library import CitingPlace, SiteRuling
from kb.publishing.parts.words import Wrapping, annotate

#: So many of the newest rulings the page of all lists by itself.
_LISTED = 10


def context(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the page of all rulings needs."""
    library = language_site.library
    return {
        "rulings": [
            (ruling_view(language_site, ruling, "../"), ruling.summary)
            for ruling in library.rulings[:_LISTED]
        ],
        "total": library.total,
        "linker": LINKER,
        "texts": [
            text for text in language_site.texts if text.edition in language_site.index.editions
        ],
    }


def ruling_context(language_site: LanguageSite, ruling: SiteRuling) -> dict[str, Any]:
    """What the template of the page of one ruling needs."""
    cited = authorities(language_site, ruling)
    shown = ruling.shown
    return {
        "ruling": ruling_view(language_site, ruling),
        "event": ruling.document.facts.event or "",
        "words": shown.html if shown else _paragraphs(language_site, ruling),
        "authorities": cited,
        "older": next((edition.year for edition in cited if edition.superseded), ""),
        "texts": texts_cited(language_site, ruling),
    }


def _paragraphs(language_site: LanguageSite, ruling: SiteRuling) -> Markup:
    """The words of a ruling of the library, a paragraph a line, with links to what it cites."""
    document = ruling.document
    links = [*_links(language_site, ruling.cites, document)]
    out = Markup("")
    at = 0
    for line in document.text.split("\n"):
        end = at + len(line)
        inside = [link for link in links if at <= link.start and link.end <= end]
        if line.strip() and not (at == 0 and line == document.facts.title):
            out += Markup("<p>{}</p>\n").format(annotate(document.text, at, end, inside, ()))
        at = end + 1
    return out


def _links(
    language_site: LanguageSite, cites: tuple[CitingPlace, ...], document: RulingDocument
) -> Iterator[Wrapping]:
    """The links of the citations of a document, each with its anchor; none overlap."""
    at = 0
    for place, one in zip(cites, document.cites, strict=True):
        edition, ids = place.edition, place.ids
        book = language_site.book(edition)
        if place.now and book:
            book, ids = language_site.book(book.current.id), place.now
        address = book.address_from(ROOT, str(ids[0])) if book and ids else None
        if book is None or address is None or one.start < at:
            continue
        at = one.end
        data = f"{book.edition.id}:{ids[0]}"
        opening = Markup('<a class="kodeks-law" data-kodeks="{}" href="{}" id="{}">').format(
            data, address, anchor(place.number)
        )
        yield Wrapping(one.start, one.end, opening, Markup("</a>"))
