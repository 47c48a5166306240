"""The list of all pages of the site in one language, each a Markdown file with one block of HTML.

A template makes a page from records; its words besides the law come from a catalogue. MkDocs only
puts the frame of the site around it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from kb.core.addresses import RULINGS, page_below
from kb.core.ids import is_law
from kb.core.procedures import DECIDE
from kb.publishing.browser.installing import download_messages
from kb.publishing.browser.linking_pages import linker_context
from kb.publishing.output.offline import PAGE as OFFLINE
from kb.publishing.pages import (
    about,
    comparison,
    concordance,
    contents,
    decide,
    glossary,
    home,
    law,
    lists,
    printing,
    ruling_search,
    scan,
    series,
    wordings,
)
from kb.publishing.pages import concept as concept_page
from kb.publishing.pages.cited_by import citations
from kb.publishing.pages.citing_rulings import citing, clause_counts, rulings_cite
from kb.publishing.pages.editions import newer_of, older_of
from kb.publishing.pages.explained import explanations
from kb.publishing.pages.printing import PRINT
from kb.publishing.pages.search import SEARCH, search_context
from kb.publishing.pages.terms import name_of, with_terms
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import (
    ABOUT,
    CONCEPTS,
    LINKER,
    WALL,
    comparison_slug,
    comparison_tabs,
    comparison_title,
    concept_lists,
    concept_tabs,
    ruling_lists,
    ruling_tabs,
    section_title,
    tabs,
)
from kb.publishing.parts.scans import SCAN


@dataclass(frozen=True)
class Page:
    """A page: its path below the language's directory, its title, the anchor of its heading.

    `html` is one element, so that Markdown changes no character of it. A page that is not `indexed`
    is hidden from search engines. One that stands `alone` is in no other language.
    """

    path: str
    title: str
    description: str
    anchor: str
    html: str
    in_navigation: bool = True
    indexed: bool = True
    alone: bool = False

    @property
    def markdown(self) -> str:
        """The page as a file for MkDocs: front matter for the frame of the site, then the HTML."""
        meta = {
            # The frame does not escape these two.
            "title": escape(self.title),
            "description": escape(self.description),
            "anchor": self.anchor,
            "hide": ["navigation", "toc"],
            "indexed": self.indexed,
            "alone": self.alone,
        }
        lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in meta.items())
        return "\n".join(("---", *lines, "---", "", self.html, ""))


def pages(language_site: LanguageSite) -> Iterator[Page]:
    """Every page of a language, the home page first."""
    yield _home(language_site)
    yield from decide_pages(language_site)
    for book in language_site.books:
        yield from edition_pages(language_site, book)
        if book.older:
            yield from comparison_pages(language_site, book, book.older)
    yield from concept_pages(language_site)
    yield _offline(language_site)
    yield from ruling_pages(language_site)
    yield _about(language_site)
    yield search_page(language_site)
    yield _concordance(language_site)


def decide_pages(language_site: LanguageSite) -> Iterator[Page]:
    """The pages that lead to a ruling: all situations, the sheet for the wall, each procedure.

    There are none where no edition has procedures in the language.
    """
    procedures = language_site.procedures
    if procedures is None:
        return
    _ = language_site.catalogue.gettext
    happened, paper = _("What happened?"), _("A sheet for the wall")

    def page(path: str, heading: str, anchor: str, template: str, context: dict[str, Any]) -> Page:
        html = language_site.render(template, **({"title": heading} | context))
        about = f"{heading} · {happened}" if path != "index" else heading
        return Page(f"{DECIDE}/{path}.md", heading, about, anchor, html, path == "index")

    yield page("index", happened, DECIDE, "decide.html", decide.index(language_site, procedures))
    yield page(WALL, paper, WALL, "wall.html", decide.wall(language_site, procedures))
    for id, one in procedures.by_id.items():
        context = decide.procedure(language_site, procedures, id)
        heading = one.says("title", language_site.language)
        yield page(id, heading, id, "procedure.html", context)


def edition_pages(language_site: LanguageSite, book: Book) -> Iterator[Page]:
    """The pages of one edition: the list of its laws, each law, and the pages beside the laws."""
    title = language_site.say(book.edition.title)

    def page(slug: str, heading: str, anchor: str, template: str, context: dict[str, Any]) -> Page:
        shared = _common(language_site, book, slug)
        html = language_site.render(
            template,
            slug=slug,
            title=heading,
            **(shared | with_terms(language_site, book, context)),
        )
        path = f"{book.edition.id}/{slug or 'index'}.md"
        about = f"{heading} · {title}" if slug else title
        listed = slug != PRINT  # the page for paper repeats the other pages
        return Page(path, heading, about, anchor, html, listed and not is_law(slug), listed)

    if book.edition.about:
        yield page("", title, "parts", "series.html", series.contents(language_site, book))
        for id in book.laws:
            heading = series.title(language_site, book, id)
            context = series.context(language_site, book, id)
            context["wordings"] = wordings.of_edition(language_site, book, book.texts)
            yield page(id, heading, id, "article.html", context)
        return
    yield page("", title, "laws", "contents.html", contents.context(language_site, book))
    for id in book.laws:
        terms: dict[str, None] = {}
        context = law.context(language_site, book, id, terms) | _editions(
            language_site, book, id, terms
        )
        context |= {
            "concepts": concept_page.concepts_of(language_site, book, id),
            "explained": explanations(language_site, book, id),
            "citations": citations(language_site, book, id),
            "cited_in": citing(language_site, book, id),
            "clause_counts": clause_counts(language_site, book, id),
            "rulings_cite": rulings_cite(language_site.catalogue),
            "deciding": decide.deciding(language_site, book, id),
            "wordings": wordings.of_law(language_site, book, id, bool(context["older"])),
        }
        yield page(id, law.title(language_site, book, id), id, "law.html", context)
    yield page(
        PRINT,
        language_site.catalogue.gettext("For paper"),
        PRINT,
        "print.html",
        printing.context(language_site, book),
    )
    if scan.is_scanned(book):
        heading = section_title(language_site.catalogue, SCAN)
        yield page(SCAN, heading, SCAN, "scan.html", scan.context(language_site, book))
    for slug in book.sections:
        template, context_of = lists.PAGES.get(slug, lists.FRONT)
        heading = section_title(language_site.catalogue, slug)
        yield page(slug, heading, slug, template, context_of(language_site, book, slug))


def comparison_pages(language_site: LanguageSite, book: Book, older: Book) -> Iterator[Page]:
    """The pages that compare an edition with the one before: the list of laws, then each law."""
    slug, title = comparison_slug(book), comparison_title(language_site, book)
    texts = (older.texts[0], *comparison.texts_compared(language_site, book))

    def page(id: str, heading: str, template: str, context: dict[str, Any]) -> Page:
        shared = _common(language_site, book, id) | {
            "tabs": comparison_tabs(language_site, book, id),
            "texts": texts,
            "foreign": "",
            "beside": "",
        }
        html = language_site.render(
            template, slug=id, title=title, **(shared | with_terms(language_site, book, context))
        )
        path = f"{slug}/{id or 'index'}.md"
        return Page(path, heading, heading, id or "compared", html, not id)

    yield page("", title, "comparison.html", comparison.contents(language_site, book))
    for id in book.laws:
        heading = f"{law.title(language_site, book, id)} · {title}"
        context = comparison.context(language_site, book, id)
        context["wordings"] = wordings.of_comparison(language_site, book, older, texts[1:])
        yield page(id, heading, "compared.html", context)


def concept_pages(language_site: LanguageSite) -> Iterator[Page]:
    """The pages of the concepts: the table of all, the subject index, then each concept.

    There are none where the corpus has no concepts.
    """
    if not language_site.glossary.concepts:
        return

    def page(slug: str, heading: str, anchor: str, template: str, context: dict[str, Any]) -> Page:
        shared = {"tabs": concept_tabs(language_site, slug), "texts": language_site.texts}
        html = language_site.render(template, slug=slug, title=heading, **(shared | context))
        path = f"{CONCEPTS}/{slug or 'index'}.md"
        about = f"{heading} · {language_site.catalogue.gettext('Concepts')}" if slug else heading
        return Page(path, heading, about, anchor, html, slug in glossary.LISTS)

    for slug, title in concept_lists(language_site).items():
        template, context_of = glossary.LISTS[slug]
        yield page(slug, title, slug or CONCEPTS, template, context_of(language_site))
    for concept in language_site.glossary.concepts:
        heading = name_of(language_site, concept).words
        context = concept_page.context(language_site, concept)
        context["texts"] = concept_page.texts_of(language_site, concept)
        yield page(concept.id, heading, concept.id, "concept.html", context)


def ruling_pages(language_site: LanguageSite) -> Iterator[Page]:
    """The search of rulings, the page where one pastes a ruling, then each that has a page here.

    There are none where the site has no rulings.
    """
    if not language_site.library.rulings:
        return
    lists = ruling_lists(language_site)

    def page(path: str, heading: str, template: str, context: dict[str, Any]) -> Page:
        first, _, slug = path.partition("/")
        tabs = ruling_tabs(language_site, first, 2 if slug else 1)
        html = language_site.render(template, slug=slug, title=heading, tabs=tabs, **context)
        about = f"{heading} · {lists[first]}" if slug else heading
        file = f"{path}.md" if slug else f"{path}/index.md"
        return Page(file, heading, about, slug or first, html, path == RULINGS)

    context = ruling_search.context(language_site)
    yield page(RULINGS, lists[RULINGS], "rulings.html", context)
    yield page(LINKER, lists[LINKER], "linker.html", linker_context(language_site))
    for ruling in language_site.library.rulings:
        if ruling.page in ("", language_site.language):
            context = ruling_search.ruling_context(language_site, ruling)
            shown = page(f"{RULINGS}/{ruling.slug}", ruling.title, "ruling.html", context)
            yield replace(shown, alone=bool(ruling.page))


def search_page(language_site: LanguageSite) -> Page:
    """The page that shows what a search finds."""
    title = language_site.catalogue.gettext("Search")
    html = language_site.render("search.html", title=title, **search_context(language_site))
    return Page(f"{SEARCH}/index.md", title, title, SEARCH, html, False, indexed=False)


def _editions(
    language_site: LanguageSite, book: Book, id: str, terms: dict[str, None]
) -> dict[str, Any]:
    """What the template of a law's page needs of other editions.

    A reader who has only the older edition in his language, and no plain words, gets its words
    beside the law, unless the whole law is new. The concepts whose words are marked there are added
    to `terms`.
    """
    newer = newer_of(language_site, book, id)
    context: dict[str, Any] = {"newer": newer, "older": {}, "new_law": None, "years": ()}
    if newer and newer[id].places:
        context["current_href"] = newer[id].places[0].href
    if book.older and _stands_in(language_site, book):
        older = older_of(language_site, book, id, terms)
        context["years"] = (book.older.edition.year, book.edition.year)
        if any(wording.forebears for wording in older.values()):
            context["older"] = older
            context["texts"] = (*book.older.texts[:1], *book.texts)
        else:
            context["new_law"] = older[id]
    return context


def _stands_in(language_site: LanguageSite, book: Book) -> bool:
    """Whether only the edition before is in the reader's language, and nothing tells this one."""
    before = book.older.languages if book.older else set()
    return language_site.language in before - book.languages - book.told_in


def _common(language_site: LanguageSite, book: Book, slug: str) -> dict[str, Any]:
    """What the template of every page of an edition needs."""
    catalogue = language_site.catalogue
    foreign = [catalogue.language_name(text.language) for text in book.texts]
    return {
        "book": book,
        "texts": book.texts,
        "tabs": tabs(language_site, book, slug),
        "current_href": page_below("../../" if slug else "../", book.current.id),
        "foreign": "" if language_site.language in book.languages else catalogue.list(foreign),
        "beside": book.older.edition.year if book.older and _stands_in(language_site, book) else "",
    }


def _home(language_site: LanguageSite) -> Page:
    taken = download_messages(language_site.catalogue.gettext)
    html = language_site.render("home.html", taken=taken, **home.context(language_site))
    return Page("index.md", "Kodeks", language_site.description, "kodeks", html)


def _about(language_site: LanguageSite) -> Page:
    title = about.title(language_site)
    html = language_site.render("about.html", title=title, **about.context(language_site))
    return Page(f"{ABOUT}/index.md", title, title, "about", html, False)


def _concordance(language_site: LanguageSite) -> Page:
    title, slug = concordance.title(language_site.catalogue), concordance.CONCORDANCE
    html = language_site.render(
        "concordance.html", title=title, **concordance.context(language_site)
    )
    return Page(f"{slug}/index.md", title, title, slug, html, False, indexed=False)


def _offline(language_site: LanguageSite) -> Page:
    title = language_site.catalogue.gettext("Without a network")
    html = language_site.render("offline.html", texts=language_site.texts, title=title)
    return Page(f"{OFFLINE}/index.md", title, title, "offline", html, False, indexed=False)
