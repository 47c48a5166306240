"""Ways through an edition: its pages as tabs, and addresses that follow the current edition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from kb.citations.anchors import display_name
from kb.core.addresses import href, page_below
from kb.languages.catalogue import Catalogue
from kb.publishing.parts.book import BIDS, Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.policy import with_policy

#: Where the concepts are on the site.
CONCEPTS = "concepts"

#: Where the site says what it is, and what to do about a mistake.
ABOUT, CORRECTIONS = "about", "corrections"

#: Where the rulings are, and the page that links anybody's.
RULINGS, LINKER = "rulings", "linker"


@dataclass(frozen=True)
class Tab:
    """A link to a page of an edition; `current` as aria-current has it, "" for any other page."""

    title: str
    href: str
    current: str = ""


def section_title(catalogue: Catalogue, slug: str) -> str:
    """What a page beside the laws is called; its slug where a rulebook brings a page of its own."""
    _ = catalogue.gettext
    titles = {
        "definitions": _("Definitions"),
        BIDS: _("Table of bids"),
        "preface": _("Preface"),
        "introduction": _("Introduction"),
        "glossary": _("Glossary"),
        "subject-index": _("Subject index"),
        "examples": _("Worked examples"),
    }
    return titles.get(slug, slug.replace("-", " ").capitalize())


def slugs(book: Book) -> tuple[str, ...]:
    """The pages of an edition beside the law pages: the laws, the definitions, then the rest."""
    first = [slug for slug in ("definitions",) if slug in book.sections]
    return ("", *first, *(slug for slug in book.sections if slug not in first))


def tabs(language_site: LanguageSite, book: Book, page: str) -> tuple[Tab, ...]:
    """The pages of an edition as seen from one of them; a law belongs to the laws.

    Where editions are compared, the last leads to that: from a law to the view of that law.
    """
    root = "../../" if page else "../"
    law = page if page.isdigit() else ""
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
    """The pages of an edition as seen from its comparison with an older one."""
    root = f"{'../' if law else ''}../{book.edition.id}/"
    return (
        *(
            Tab(_tab_title(language_site, book, slug), page_below(root, slug))
            for slug in slugs(book)
        ),
        Tab(comparison_title(language_site, book), href(law, ""), "true" if law else "page"),
    )


def comparison_slug(book: Book) -> str:
    """Where an edition is compared with the one before: named as the correspondence is."""
    assert book.older is not None
    return f"{book.older.edition.id}_{book.edition.id}"


def comparison_title(language_site: LanguageSite, book: Book) -> str:
    """What the comparison of an edition with the one before is called."""
    assert book.older is not None
    words = language_site.catalogue.gettext("%(old)s and %(new)s compared")
    return words % {"old": book.older.edition.year, "new": book.edition.year}


def _compared(language_site: LanguageSite, book: Book) -> Iterator[Book]:
    """The editions whose comparison with the one before is about a book."""
    for newer in language_site.books:
        if newer.older is not None and book in (newer, newer.older):
            yield newer


def _tab_title(language_site: LanguageSite, book: Book, slug: str) -> str:
    return section_title(language_site.catalogue, slug) if slug else _first_tab(language_site, book)


def _first_tab(language_site: LanguageSite, book: Book) -> str:
    _ = language_site.catalogue.gettext
    if book.edition.about:
        return _("All parts")
    return _("Rules") if book.edition.style == "section" else _("Laws")


def _current(slug: str, page: str) -> str:
    if slug == page:
        return "page"
    return "true" if not slug and page.isdigit() else ""


def site_navigation(language_site: LanguageSite) -> list[dict[str, Any]]:
    """MkDocs' nav: the home page, and each edition with its pages. No laws: 93 would weigh.

    What else is about rulings is a tab on their pages.
    """
    nav: list[dict[str, Any]] = [{language_site.catalogue.gettext("Start"): "index.md"}]
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
    if language_site.rulings:
        nav.append({escape(language_site.catalogue.gettext("Rulings")): f"{RULINGS}/index.md"})
    return nav


def foot(catalogue: Catalogue, home: str = "") -> list[dict[str, str]]:
    """What every page of a language leads to at its foot.

    `home` is the way from the root of this part of the site to the directory of the language.
    """
    _ = catalogue.gettext
    return [
        {"title": _("About this site"), "href": f"{home}{ABOUT}/"},
        {"title": _("Corrections"), "href": f"{home}{ABOUT}/#{CORRECTIONS}"},
        {"title": _("Privacy"), "href": f"{home}{ABOUT}/#privacy"},
    ]


def ruling_lists(language_site: LanguageSite) -> dict[str, str]:
    """The pages about rulings, by where they are: what each is called."""
    _ = language_site.catalogue.gettext
    return {RULINGS: _("Rulings"), LINKER: _("Link a ruling")}


def ruling_tabs(language_site: LanguageSite, page: str, depth: int = 1) -> tuple[Tab, ...]:
    """The pages about rulings as seen from one that is so far below the reader's language."""
    return tuple(
        Tab(
            title,
            page_below("../" * depth, slug),
            ("page" if depth == 1 else "true") if slug == page else "",
        )
        for slug, title in ruling_lists(language_site).items()
    )


def concept_lists(language_site: LanguageSite) -> dict[str, str]:
    """The pages that list concepts, by their slug: what each is called."""
    _ = language_site.catalogue.gettext
    return {"": _("Concepts"), "subject-index": _("Subject index")}


def concept_tabs(language_site: LanguageSite, page: str) -> tuple[Tab, ...]:
    """The pages that list concepts as seen from one of them; a concept belongs to the first."""
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
    """Lasting addresses (`bridge/27/`) with the page that leads to the current edition.

    A work that has the name of its edition needs none.
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
    return display_name(page, language_site.language, book.edition.style)
