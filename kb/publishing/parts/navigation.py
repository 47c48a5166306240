"""Ways around the site: tabs, menus, and addresses that lead to the current edition of a work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from kb.core.addresses import RULINGS, href, page_below
from kb.core.ids import is_law
from kb.core.procedures import DECIDE
from kb.languages.catalogue import Catalogue
from kb.publishing.parts.book import BIDS, Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.policy import with_policy
from kb.publishing.parts.scans import SCAN

#: The directory of the pages of concepts, below that of the language, as those that follow.
CONCEPTS = "concepts"

#: The page for the wall, among those that lead from what happened to a ruling.
WALL = "wall"

#: The page about the site, and the anchor there of what to do about a mistake.
ABOUT, CORRECTIONS = "about", "corrections"

#: The directory of the page where one pastes a ruling.
LINKER = "linker"


@dataclass(frozen=True)
class Tab:
    """A link to a page; `current` is its value of aria-current, "" for pages that are not open."""

    title: str
    href: str
    current: str = ""


def section_title(catalogue: Catalogue, slug: str) -> str:
    """What a page beside the laws is called; one that only some rulebook has goes by its slug."""
    _ = catalogue.gettext
    titles = {
        "definitions": _("Definitions"),
        BIDS: _("Table of bids"),
        "preface": _("Preface"),
        "introduction": _("Introduction"),
        "glossary": _("Glossary"),
        "subject-index": _("Subject index"),
        "examples": _("Worked examples"),
        SCAN: _("What the scan reads"),
    }
    return titles.get(slug, slug.replace("-", " ").capitalize())


def slugs(book: Book) -> tuple[str, ...]:
    """The pages of an edition but those of single laws: the first page, the definitions, others."""
    first = [slug for slug in ("definitions",) if slug in book.sections]
    return ("", *first, *(slug for slug in book.sections if slug not in first))


def tabs(language_site: LanguageSite, book: Book, page: str) -> tuple[Tab, ...]:
    """The tabs of an edition for one of its pages; on that of a law the list of laws is current.

    The last tabs lead to comparisons with other editions: from the page of a law to the same law.
    """
    root = "../../" if page else "../"
    law = page if is_law(page) else ""
    return tuple(
        Tab(_tab_title(language_site, book, slug), href(page, slug), _current(slug, page))
        for slug in slugs(book)
    ) + tuple(
        Tab(
            comparison_title(language_site, newer),
            page_below(f"{root}{comparison_slug(newer)}/", law if law in newer.row else ""),
        )
        for newer in _compared(language_site, book)
    )


def comparison_tabs(language_site: LanguageSite, book: Book, law: str) -> tuple[Tab, ...]:
    """The tabs of an edition for its comparison with an older one; `law` "" is the list of laws."""
    root = page_below("../../" if law else "../", book.edition.id)
    return (
        *(
            Tab(_tab_title(language_site, book, slug), page_below(root, slug))
            for slug in slugs(book)
        ),
        Tab(comparison_title(language_site, book), href(law, ""), "true" if law else "page"),
    )


def comparison_slug(book: Book) -> str:
    """The directory of the comparison of an edition with the one before.

    It has the name of the correspondence: rules-1997_rules-2017 or the like.
    """
    assert book.older is not None
    return f"{book.older.edition.id}_{book.edition.id}"


def comparison_title(language_site: LanguageSite, book: Book) -> str:
    """What the comparison of an edition with the one before is called."""
    assert book.older is not None
    words = language_site.catalogue.gettext("%(old)s and %(new)s compared")
    return words % {"old": book.older.edition.year, "new": book.edition.year}


def _compared(language_site: LanguageSite, book: Book) -> Iterator[Book]:
    """The editions whose comparison with the one before has this book on either side."""
    for newer in language_site.books:
        if newer.older is not None and book in (newer, newer.older):
            yield newer


def _tab_title(language_site: LanguageSite, book: Book, slug: str) -> str:
    return section_title(language_site.catalogue, slug) if slug else _first_tab(language_site, book)


def _first_tab(language_site: LanguageSite, book: Book) -> str:
    _ = language_site.catalogue.gettext
    if book.edition.about:
        return _("All parts")
    return _("Rules") if book.edition.profile.is_statute else _("Laws")


def _current(slug: str, page: str) -> str:
    if slug == page:
        return "page"
    return "true" if not slug and is_law(page) else ""


def site_navigation(language_site: LanguageSite) -> list[dict[str, Any]]:
    """The nav of MkDocs: the home page, the editions with their pages, the concepts, the rulings.

    The laws are not in it, since a menu of 93 laws on every page would weigh too much.
    """
    nav: list[dict[str, Any]] = [{language_site.catalogue.gettext("Start"): "index.md"}]
    if language_site.procedures:
        title = escape(language_site.catalogue.gettext("What happened?"))
        nav.append({title: f"{DECIDE}/index.md"})
    for book in language_site.books:
        pages = [
            {
                escape(
                    _tab_title(language_site, book, slug)
                ): f"{book.edition.id}/{slug or 'index'}.md"
            }
            for slug in slugs(book)
        ]
        if book.older:
            title = escape(comparison_title(language_site, book))
            pages.append({title: f"{comparison_slug(book)}/index.md"})
        nav.append({escape(language_site.say(book.edition.title)): pages})
    if language_site.glossary.concepts:
        lists = concept_lists(language_site).items()
        pages = [{escape(title): f"{CONCEPTS}/{slug or 'index'}.md"} for slug, title in lists]
        nav.append({escape(language_site.catalogue.gettext("Concepts")): pages})
    if language_site.library.rulings:
        nav.append({escape(language_site.catalogue.gettext("Rulings")): f"{RULINGS}/index.md"})
    return nav


def foot(catalogue: Catalogue, home: str = "") -> list[dict[str, str]]:
    """The links at the foot of every page of a language.

    `home` leads from the root of this part of the site to the directory of the language.
    """
    _ = catalogue.gettext
    return [
        {"title": _("About this site"), "href": f"{home}{ABOUT}/"},
        {"title": _("Corrections"), "href": f"{home}{ABOUT}/#{CORRECTIONS}"},
        {"title": _("Privacy"), "href": f"{home}{ABOUT}/#privacy"},
    ]


def ruling_lists(language_site: LanguageSite) -> dict[str, str]:
    """The titles of the pages about rulings, by their directories."""
    _ = language_site.catalogue.gettext
    return {RULINGS: _("Rulings"), LINKER: _("Link a ruling")}


def ruling_tabs(language_site: LanguageSite, page: str, depth: int = 1) -> tuple[Tab, ...]:
    """The tabs of rulings for a page `depth` levels below the directory of the language."""
    return tuple(
        Tab(
            title,
            page_below("../" * depth, slug),
            ("page" if depth == 1 else "true") if slug == page else "",
        )
        for slug, title in ruling_lists(language_site).items()
    )


def concept_lists(language_site: LanguageSite) -> dict[str, str]:
    """The titles of the pages that list concepts, by their slugs."""
    _ = language_site.catalogue.gettext
    return {"": _("Concepts"), "subject-index": _("Subject index")}


def concept_tabs(language_site: LanguageSite, page: str) -> tuple[Tab, ...]:
    """The tabs of concepts for a page of them; on that of a single concept the first is current."""
    lists = concept_lists(language_site)
    return tuple(
        Tab(
            title,
            href(page, slug),
            "page" if slug == page else "true" if not slug and page not in lists else "",
        )
        for slug, title in lists.items()
    )


def moved(language_site: LanguageSite) -> Iterator[tuple[str, str]]:
    """The pages at lasting addresses (`rules/27/`), each of which leads to the current edition.

    They come with their paths below the directory of the language. A work that has the name of its
    edition needs none.
    """
    for book in language_site.books:
        work, edition = book.edition.work, book.edition.id
        if book.superseded or work == edition:
            continue
        revisions = tuple(dict.fromkeys(language_site.say(text.revision) for text in book.texts))
        for page in (*slugs(book), *book.laws):
            path = page_below("", page)
            title = _title(language_site, book, page)
            html = language_site.render(
                "moved.html",
                title=title,
                href=f"{'../' if page else ''}../{edition}/{path}",
                canonical=language_site.address(f"{edition}/{path}"),
                alternates=language_site.alternates(f"{work}/{path}"),
                revisions=revisions,
            )
            yield f"{work}/{path}index.html", with_policy(html)


def _title(language_site: LanguageSite, book: Book, page: str) -> str:
    if not page:
        return language_site.say(book.edition.title)
    if page in book.sections:
        return section_title(language_site.catalogue, page)
    return language_site.name(book, page)
