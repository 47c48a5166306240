"""The rulings that a page shows: those that cite a law, have a concept, or fit an outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from kb.core.addresses import RULINGS
from kb.core.ids import ProvisionId, is_provision
from kb.core.stored import compact_json
from kb.core.titles import Title
from kb.languages.catalogue import Catalogue
from kb.publishing.pages.editions import ROOT
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink, law_link
from kb.publishing.parts.site_library import LawCitation, SiteRuling

#: So many rulings a law and a concept list, and an outcome; a link leads to the others.
MOST_LISTED, MOST_OF_OUTCOME = 10, 3


@dataclass(frozen=True)
class CitedClause:
    """A clause that a ruling cites; `as_` is the number in an older code that it cites, or ""."""

    link: LawLink
    as_: str


@dataclass(frozen=True)
class RulingView:
    """A ruling in a list: its date as ISO and in words, what was decided, and what it cites.

    What was decided may be `told_by_itself`: then it is in the words of the ruling.
    """

    title: Title
    href: str
    iso: str
    day: str
    language: str
    decision: str
    told_by_itself: bool
    body: str
    clauses: tuple[CitedClause, ...] = ()


@dataclass(frozen=True)
class ListedRulings:
    """Some rulings, the newest first, of `total`; `href` leads to all of them."""

    rulings: tuple[RulingView, ...]
    total: int
    href: str

    @property
    def has_more(self) -> bool:
        """Whether there are others."""
        return self.total > len(self.rulings)


def ruling_view(
    language_site: LanguageSite,
    ruling: SiteRuling,
    root: str = ROOT,
    number: int = 0,
    clauses: Sequence[CitedClause] = (),
) -> RulingView:
    """A ruling for a list on a page from which `root` leads to the language's pages."""
    catalogue, facts = language_site.catalogue, ruling.document.facts
    decisions, decided = decision_names(catalogue), facts.decision or ""
    return RulingView(
        Title(ruling.title, ruling.language),
        ruling.href(root, number),
        facts.date or "",
        catalogue.known_date(facts.date) if facts.date else "",
        catalogue.language_name(ruling.language) if ruling.language else "",
        decisions.get(decided, decided),
        decided not in decisions,
        facts.body or "",
        tuple(clauses),
    )


def decision_names(catalogue: Catalogue) -> dict[str, str]:
    """What the kinds of decisions are called that the library tells apart."""
    _ = catalogue.gettext
    return {
        "adjusted": _("Adjusted score"),
        "stands": _("Result stands"),
        "tricks": _("Tricks transferred"),
        "penalty": _("Procedural penalty"),
        "warning": _("Warning"),
        "upheld": _("Ruling upheld"),
        "overruled": _("Ruling changed"),
    }


def search_href(root: str, **asked: str) -> str:
    """The address of the search of rulings, narrowed."""
    return f"{root}{RULINGS}/?{urlencode(asked, safe=':.,')}"


def citing(language_site: LanguageSite, book: Book, law: str) -> ListedRulings:
    """The rulings that cite a law, each once with its clauses that it cites in their order."""
    full = f"{book.edition.id}:{law}"
    library = language_site.library
    places = {row.id: at for at, row in enumerate(book.rows_of[law])}
    by_ruling: dict[SiteRuling, dict[str, LawCitation]] = {}
    for one in library.by_law.get(full, ()):
        if str(one.id) in places:
            cited = by_ruling.setdefault(one.ruling, {})
            before = cited.get(str(one.id))
            if before is None or (before.as_ and not one.as_):
                cited[str(one.id)] = one
    views = []
    for ruling, cited in [*by_ruling.items()][:MOST_LISTED]:
        clauses = [
            CitedClause(law_link(language_site, book, id, f"#{id}"), cited[id].as_)
            for id in sorted(cited, key=places.__getitem__)
        ]
        first = min(one.number for one in cited.values())
        views.append(ruling_view(language_site, ruling, ROOT, first, clauses))
    total = library.count([full], by_ruling)
    return ListedRulings(tuple(views), total, search_href(ROOT, law=full))


def clause_counts(language_site: LanguageSite, book: Book, law: str) -> str:
    """By how many rulings each provision of a law is cited, itself or a part of it, as JSON."""
    library = language_site.library
    by_clause: dict[str, dict[SiteRuling, None]] = {}
    for one in library.by_law.get(f"{book.edition.id}:{law}", ()):
        for id in (one.id, *one.id.ancestors()):
            if str(id) in book.row:
                by_clause.setdefault(str(id), {})[one.ruling] = None
    counts = {
        id: library.count([f"{book.edition.id}:{id}"], found) for id, found in by_clause.items()
    }
    return compact_json(dict(sorted(counts.items()))) if counts else ""


def rulings_cite(catalogue: Catalogue) -> str:
    """What the dialog of a clause says of the rulings that cite it, by plural forms, as JSON."""
    ngettext = catalogue.plurals  # Pybabel finds messages by the name ngettext
    return compact_json(ngettext("Cited in %(num)d ruling", "Cited in %(num)d rulings"))


def of_concept(language_site: LanguageSite, id: str, name: str) -> ListedRulings:
    """The rulings that have the words of a concept in any language; `name` finds them."""
    found, total = language_site.library.of_concept(id)
    views = tuple(ruling_view(language_site, one) for one in found[:MOST_LISTED])
    return ListedRulings(views, total, search_href(ROOT, q=name))


def of_outcome(language_site: LanguageSite, book: Book, ids: Iterable[str]) -> ListedRulings:
    """The rulings that cite a provision of an outcome, or a part of it."""
    library = language_site.library
    wanted = [
        ProvisionId.parse(id) for id in dict.fromkeys(ids) if id in book.row and is_provision(id)
    ]
    found: dict[SiteRuling, None] = {}
    for law in dict.fromkeys(id.law for id in wanted):
        for one in library.by_law.get(f"{book.edition.id}:{law}", ()):
            if any(id == one.id or id in one.id.ancestors() for id in wanted):
                found[one.ruling] = None
    newest = sorted(found, key=library.order.__getitem__)[:MOST_OF_OUTCOME]
    views = tuple(ruling_view(language_site, one) for one in newest)
    full = [f"{book.edition.id}:{id}" for id in wanted]
    named = f"{book.edition.id}:{','.join(map(str, wanted))}"
    total = library.count(full, found) if wanted else 0
    return ListedRulings(views, total, search_href(ROOT, law=named))
