"""The pages of the site in one language: Markdown files, each of one block of HTML.

A page is made from records by a template; what it says besides the law comes from a catalogue.
MkDocs (or what follows it) only puts the frame of the site around it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from kb.publishing.browser.installing import download_messages
from kb.publishing.browser.linking_pages import linker_context
from kb.publishing.output.offline import PAGE as OFFLINE
from kb.publishing.pages import (
    about,
    comparison,
    contents,
    glossary,
    home,
    law,
    lists,
    printing,
    series,
    wordings,
)
from kb.publishing.pages import concept as concept_page
from kb.publishing.pages.authorities import authorities, cited_in, texts_cited
from kb.publishing.pages.cited_by import citations
from kb.publishing.pages.editions import newer_of, older_of
from kb.publishing.pages.explained import explanations
from kb.publishing.pages.printing import PRINT
from kb.publishing.pages.search import SEARCH, search_context
from kb.publishing.pages.terms import name_of, told
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import (
    ABOUT,
    CONCEPTS,
    LINKER,
    RULINGS,
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


@dataclass(frozen=True)
class Page:
    """A page: its path below the language's directory, its title, the anchor of its heading.

    `html` is one element: no character of it is Markdown. One that is not `indexed` is for people
    alone: search engines are told nothing of it.
    """

    path: str
    title: str
    description: str
    anchor: str
    html: str
    in_navigation: bool = True
    indexed: bool = True

    @property
    def markdown(self) -> str:
        """The page as a file: what the frame should know, then the HTML."""
        meta = {
            # The frame takes them for HTML.
            "title": escape(self.title),
            "description": escape(self.description),
            "anchor": self.anchor,
            "hide": ["navigation", "toc"],
            "indexed": self.indexed,
        }
        lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in meta.items())
        return "\n".join(("---", *lines, "---", "", self.html, ""))


def pages(language_site: LanguageSite) -> Iterator[Page]:
    """Every page in the language of the language_site, the home page first."""
    yield _home(language_site)
    for book in language_site.books:
        yield from edition_pages(language_site, book)
        if book.older:
            yield from comparison_pages(language_site, book, book.older)
    yield from concept_pages(language_site)
    yield _offline(language_site)
    yield from ruling_pages(language_site)
    yield _about(language_site)
    yield search_page(language_site)


def edition_pages(language_site: LanguageSite, book: Book) -> Iterator[Page]:
    """The pages of one edition: its laws by chapter, each law, and what stands beside them."""
    title = language_site.say(book.edition.title)

    def page(slug: str, heading: str, anchor: str, template: str, context: dict[str, Any]) -> Page:
        shared = _common(language_site, book, slug)
        html = language_site.render(
            template, slug=slug, title=heading, **(shared | told(language_site, book, context))
        )
        path = f"{book.edition.id}/{slug or 'index'}.md"
        about = f"{heading} · {title}" if slug else title
        listed = slug != PRINT  # what is on paper stands on other pages too
        return Page(path, heading, about, anchor, html, listed and not slug.isdigit(), listed)

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
            "cited_in": cited_in(language_site, book, id),
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
    for slug in book.sections:
        template, made = lists.PAGES.get(slug, lists.FRONT)
        heading = section_title(language_site.catalogue, slug)
        yield page(slug, heading, slug, template, made(language_site, book, slug))


def comparison_pages(language_site: LanguageSite, book: Book, older: Book) -> Iterator[Page]:
    """The pages that compare an edition with the one before: all laws, then each."""
    slug, title = comparison_slug(book), comparison_title(language_site, book)
    texts = (older.texts[0], *comparison.texts_compared(language_site, book))

    def page(id: str, heading: str, template: str, context: dict[str, Any]) -> Page:
        own = {
            "tabs": comparison_tabs(language_site, book, id),
            "texts": texts,
            "foreign": "",
            "beside": "",
        }
        shared = _common(language_site, book, id) | own
        html = language_site.render(
            template, slug=id, title=title, **(shared | told(language_site, book, context))
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
    """The pages of the concepts: all in a table, the subject index, then each; none without any."""
    if not language_site.glossary.concepts:
        return

    def page(slug: str, heading: str, anchor: str, template: str, context: dict[str, Any]) -> Page:
        own = {"tabs": concept_tabs(language_site, slug), "texts": language_site.texts}
        html = language_site.render(template, slug=slug, title=heading, **(own | context))
        path = f"{CONCEPTS}/{slug or 'index'}.md"
        about = f"{heading} · {language_site.catalogue.gettext('Concepts')}" if slug else heading
        return Page(path, heading, about, anchor, html, slug in glossary.LISTS)

    for slug, title in concept_lists(language_site).items():
        template, made = glossary.LISTS[slug]
        yield page(slug, title, slug or CONCEPTS, template, made(language_site))
    for concept in language_site.glossary.concepts:
        heading = name_of(language_site, concept).words
        context = concept_page.context(language_site, concept)
        context["texts"] = concept_page.texts_of(language_site, concept)
        yield page(concept.id, heading, concept.id, "concept.html", context)


def ruling_pages(language_site: LanguageSite) -> Iterator[Page]:
    """The list of the rulings, the page that links anybody's, each ruling; none without any."""
    if not language_site.rulings:
        return
    lists = ruling_lists(language_site)

    def page(path: str, heading: str, template: str, context: dict[str, Any]) -> Page:
        first, _, slug = path.partition("/")
        tabs = ruling_tabs(language_site, first, 2 if slug else 1)
        html = language_site.render(template, slug=slug, title=heading, tabs=tabs, **context)
        about = f"{heading} · {lists[first]}" if slug else heading
        file = f"{path}.md" if slug else f"{path}/index.md"
        return Page(file, heading, about, slug or first, html, path == RULINGS)

    context: dict[str, Any] = {
        "rulings": [shown.ruling for shown in language_site.rulings],
        "linker": LINKER,
        "texts": [
            text for text in language_site.texts if text.edition in language_site.index.editions
        ],
    }
    yield page(RULINGS, lists[RULINGS], "rulings.html", context)
    yield page(LINKER, lists[LINKER], "linker.html", linker_context(language_site))
    for shown in language_site.rulings:
        cited = authorities(language_site, shown)
        context = {
            "ruling": shown.ruling,
            "words": shown.html,
            "authorities": cited,
            "older": next((one.year for one in cited if one.superseded), ""),
            "texts": texts_cited(language_site, shown),
        }
        yield page(f"{RULINGS}/{shown.ruling.slug}", shown.ruling.title, "ruling.html", context)


def search_page(language_site: LanguageSite) -> Page:
    """The page that shows what a search finds."""
    title = language_site.catalogue.gettext("Search")
    html = language_site.render("search.html", title=title, **search_context(language_site))
    return Page(f"{SEARCH}/index.md", title, title, SEARCH, html, False, indexed=False)


def _editions(
    language_site: LanguageSite, book: Book, id: str, terms: dict[str, None]
) -> dict[str, Any]:
    """What the page of a law says of other editions.

    Old words stand beside it where they stand in for a text in the reader's language, unless the
    whole law is new. `terms` takes the concepts whose words are marked there.
    """
    newer = newer_of(language_site, book, id)
    found: dict[str, Any] = {"newer": newer, "older": {}, "new_law": None, "years": ()}
    if newer and newer[id].places:
        found["current_href"] = newer[id].places[0].href
    if book.older and _stands_in(language_site, book):
        older = older_of(language_site, book, id, terms)
        found["years"] = (book.older.edition.year, book.edition.year)
        if any(one.forebears for one in older.values()):
            found["older"] = older
            found["texts"] = (*book.older.texts[:1], *book.texts)
        else:
            found["new_law"] = older[id]
    return found


def _stands_in(language_site: LanguageSite, book: Book) -> bool:
    """Whether the words of the edition before stand in for a text in the reader's language."""
    own = {text.language for text in book.texts}
    before = {text.language for text in book.older.texts} if book.older else set()
    return language_site.language in before - own


def _common(language_site: LanguageSite, book: Book, slug: str) -> dict[str, Any]:
    """What every page of an edition needs."""
    catalogue = language_site.catalogue
    own = {text.language for text in book.texts}
    foreign = [catalogue.language_name(text.language) for text in book.texts]
    return {
        "book": book,
        "texts": book.texts,
        "tabs": tabs(language_site, book, slug),
        "current_href": f"{'../' if slug else ''}../{book.current.id}/",
        "foreign": "" if language_site.language in own else catalogue.list(foreign),
        "beside": book.older.edition.year if book.older and _stands_in(language_site, book) else "",
    }


def _home(language_site: LanguageSite) -> Page:
    taken = download_messages(language_site.catalogue.gettext)
    html = language_site.render("home.html", taken=taken, **home.context(language_site))
    description = language_site.say(
        "The laws of bridge and the rules of Ulti, clause by clause, "
        "in the languages they are played in."
    )
    return Page("index.md", "Kodeks", description, "kodeks", html)


def _about(language_site: LanguageSite) -> Page:
    title = about.title(language_site)
    html = language_site.render("about.html", title=title, **about.context(language_site))
    return Page(f"{ABOUT}/index.md", title, title, "about", html, False)


def _offline(language_site: LanguageSite) -> Page:
    title = language_site.catalogue.gettext("Without a network")
    html = language_site.render("offline.html", texts=language_site.texts, title=title)
    return Page(f"{OFFLINE}/index.md", title, title, "offline", html, False, indexed=False)
