"""The pages of rulings: the search of all, and each ruling with the laws that it cites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kb.core.addresses import RULINGS, page_below
from kb.core.stored import compact_json
from kb.languages.catalogue import Catalogue
from kb.languages.collation import sort_key
from kb.library.query_words import words_for_browsers
from kb.library.querying import LONGEST
from kb.library.ruling_document import RulingDocument
from kb.library.seam import FacetName
from kb.publishing.pages.authorities import authorities, texts_cited
from kb.publishing.pages.citing_rulings import RulingView, decision_names, ruling_view
from kb.publishing.pages.editions import ROOT
from kb.publishing.pages.law import capital
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import LINKER
from kb.publishing.parts.shown_rulings import anchor
from kb.publishing.parts.site_library import PlaceCited, SiteRuling
from kb.publishing.parts.words import Wrapping, annotate

#: From the page of all rulings to the directory of the language.
_UP = "../"

#: So many of the newest rulings the page of all lists by itself.
_LISTED = 10


@dataclass(frozen=True)
class FactOption:
    """A value of a fact, as it is asked for and as readers know it; so many rulings have it."""

    value: str
    name: str
    count: int


@dataclass(frozen=True)
class FactChoice:
    """A fact by which the search is narrowed, with its values."""

    title: str
    options: tuple[FactOption, ...]


def context(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the page of all rulings needs."""
    library = language_site.library
    return {
        "rulings": [
            (_here(ruling_view(language_site, ruling, _UP)), ruling.summary)
            for ruling in library.rulings[:_LISTED]
        ],
        "total": library.total,
        "choices": _choices(language_site),
        "asks": not library.is_whole,
        "longest": LONGEST,
        "said": _messages(language_site.catalogue) | {"times": compact_json(words_for_browsers())},
        "linker": LINKER,
        "texts": [
            text for text in language_site.texts if text.edition in language_site.index.editions
        ],
    }


def _here(view: RulingView) -> RulingView:
    """A ruling with its address from the page of all, which is above those of single ones."""
    return replace(view, href=view.href.removeprefix(page_below(_UP, RULINGS)))


def _choices(language_site: LanguageSite) -> dict[str, FactChoice]:
    """What narrows the search, by the names of its fields: the values of a fact with counts."""
    catalogue, facets = language_site.catalogue, language_site.library.facets
    _ = catalogue.gettext
    decisions = decision_names(catalogue)

    def options(name: FacetName, named: Callable[[str], str]) -> list[FactOption]:
        return [
            FactOption(value, named(value), count) for value, count in facets.get(name, ()) if value
        ]

    def by_name(found: list[FactOption]) -> tuple[FactOption, ...]:
        return tuple(sorted(found, key=lambda one: sort_key(one.name, catalogue.spoken)))

    laws = sorted(options("law", str), key=lambda one: _place_of_law(language_site, one.value))
    years = sorted(options("year", str), key=lambda one: one.value, reverse=True)
    languages = options("language", catalogue.language_name)
    return {
        "law": FactChoice(_("Law"), tuple(_named_laws(language_site, laws))),
        "year": FactChoice(_("Year"), tuple(years)),
        "body": FactChoice(_("Who ruled"), by_name(options("body", str))),
        "lang": FactChoice(_("Language"), by_name(languages)),
        "decision": FactChoice(
            _("Decision"), tuple(options("decision", lambda value: decisions.get(value, value)))
        ),
    }


def _place_of_law(language_site: LanguageSite, full: str) -> tuple[int, int]:
    """Where a law stands among those of all editions of the site."""
    edition, _, law = full.partition(":")
    at = next((n for n, one in enumerate(language_site.books) if one.edition.id == edition), -1)
    laws = language_site.books[at].laws if at >= 0 else ()
    return at, laws.index(law) if law in laws else -1


def _named_laws(language_site: LanguageSite, laws: Iterable[FactOption]) -> Iterator[FactOption]:
    """Laws by their names in the reader's language, without those that are not published."""
    for one in laws:
        edition, _, law = one.value.partition(":")
        book = language_site.book(edition)
        if book and law in book.row:
            yield FactOption(one.value, capital(language_site.name(book, law)), one.count)


def _messages(catalogue: Catalogue) -> dict[str, str]:
    """The messages of the page's script, by the names of data attributes."""
    _ = catalogue.gettext
    ngettext = catalogue.plurals  # Pybabel finds messages by the name ngettext
    return {
        "title": _("%(query)s – rulings"),
        "counted": compact_json(ngettext("%(num)d ruling", "%(num)d rulings")),
        "loading": _("One moment …"),
        "nothing": _("Nothing was found."),
        "missing": _("There is no %(place)s."),
        "mended": _("“%(read)s” was searched for instead of “%(typed)s”."),
        "long": _("That is too long: at most %(num)s characters are searched for.")
        % {"num": LONGEST},
        "later": _("There is too much to do right now. Try again in a moment."),
        "offline": _("The search could not be loaded. Is there a connection?"),
        "damaged": _(
            "The search could not be loaded: a file of it is damaged. Load the page again."
        ),
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
    language_site: LanguageSite, cites: tuple[PlaceCited, ...], document: RulingDocument
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
