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

from kb.publishing.browser.installing import taking
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
from kb.publishing.pages.authorities import authorities, cited_in, texts_cited
from kb.publishing.pages.cited_by import citations
from kb.publishing.pages.editions import newer_of, older_of
from kb.publishing.pages.explained import explanations
from kb.publishing.pages.printing import PRINT
from kb.publishing.pages.search import SEARCH, search_context
from kb.publishing.pages.terms import name_of, told
from kb.publishing.parts.book import Book
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
from kb.publishing.parts.press import Press


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


def pages(press: Press) -> Iterator[Page]:
    """Every page in the language of the press, the home page first."""
    yield _home(press)
    for book in press.books:
        yield from edition_pages(press, book)
        if book.older:
            yield from comparison_pages(press, book, book.older)
    yield from concept_pages(press)
    yield _offline(press)
    yield from ruling_pages(press)
    yield _about(press)
    yield search_page(press)


def edition_pages(press: Press, book: Book) -> Iterator[Page]:
    """The pages of one edition: its laws by chapter, each law, and what stands beside them."""
    title = press.say(book.edition.title)

    def page(slug: str, heading: str, anchor: str, template: str, context: dict[str, Any]) -> Page:
        shared = _common(press, book, slug)
        html = press.render(
            template, slug=slug, title=heading, **(shared | told(press, book, context))
        )
        path = f"{book.edition.id}/{slug or 'index'}.md"
        about = f"{heading} · {title}" if slug else title
        listed = slug != PRINT  # what is on paper stands on other pages too
        return Page(path, heading, about, anchor, html, listed and not slug.isdigit(), listed)

    if book.edition.about:
        yield page("", title, "parts", "series.html", series.contents(press, book))
        for id in book.laws:
            heading = series.title(press, book, id)
            context = series.context(press, book, id)
            context["wordings"] = wordings.of_edition(press, book, book.texts)
            yield page(id, heading, id, "article.html", context)
        return
    yield page("", title, "laws", "contents.html", contents.context(press, book))
    for id in book.laws:
        terms: dict[str, None] = {}
        context = law.context(press, book, id, terms) | _editions(press, book, id, terms)
        context |= {
            "concepts": glossary.concepts_of(press, book, id),
            "explained": explanations(press, book, id),
            "citations": citations(press, book, id),
            "cited_in": cited_in(press, book, id),
            "wordings": wordings.of_law(press, book, id, bool(context["older"])),
        }
        yield page(id, law.title(press, book, id), id, "law.html", context)
    yield page(
        PRINT,
        press.catalogue.gettext("For paper"),
        PRINT,
        "print.html",
        printing.context(press, book),
    )
    for slug in book.sections:
        template, made = lists.PAGES.get(slug, lists.FRONT)
        heading = section_title(press.catalogue, slug)
        yield page(slug, heading, slug, template, made(press, book, slug))


def comparison_pages(press: Press, book: Book, older: Book) -> Iterator[Page]:
    """The pages that compare an edition with the one before: all laws, then each."""
    slug, title = comparison_slug(book), comparison_title(press, book)
    texts = (older.texts[0], *comparison.texts_compared(press, book))

    def page(id: str, heading: str, template: str, context: dict[str, Any]) -> Page:
        own = {
            "tabs": comparison_tabs(press, book, id),
            "texts": texts,
            "foreign": "",
            "beside": "",
        }
        shared = _common(press, book, id) | own
        html = press.render(template, slug=id, title=title, **(shared | told(press, book, context)))
        path = f"{slug}/{id or 'index'}.md"
        return Page(path, heading, heading, id or "compared", html, not id)

    yield page("", title, "comparison.html", comparison.contents(press, book))
    for id in book.laws:
        heading = f"{law.title(press, book, id)} · {title}"
        context = comparison.context(press, book, id)
        context["wordings"] = wordings.of_comparison(press, book, older, texts[1:])
        yield page(id, heading, "compared.html", context)


def concept_pages(press: Press) -> Iterator[Page]:
    """The pages of the concepts: all in a table, the subject index, then each; none without any."""
    if not press.glossary.concepts:
        return

    def page(slug: str, heading: str, anchor: str, template: str, context: dict[str, Any]) -> Page:
        own = {"tabs": concept_tabs(press, slug), "texts": press.texts}
        html = press.render(template, slug=slug, title=heading, **(own | context))
        path = f"{CONCEPTS}/{slug or 'index'}.md"
        about = f"{heading} · {press.catalogue.gettext('Concepts')}" if slug else heading
        return Page(path, heading, about, anchor, html, slug in glossary.LISTS)

    for slug, title in concept_lists(press).items():
        template, made = glossary.LISTS[slug]
        yield page(slug, title, slug or CONCEPTS, template, made(press))
    for concept in press.glossary.concepts:
        heading = name_of(press, concept).words
        context = glossary.context(press, concept)
        context["texts"] = glossary.texts_of(press, concept)
        yield page(concept.id, heading, concept.id, "concept.html", context)


def ruling_pages(press: Press) -> Iterator[Page]:
    """The list of the rulings, the page that links anybody's, each ruling; none without any."""
    if not press.rulings:
        return
    lists = ruling_lists(press)

    def page(path: str, heading: str, template: str, context: dict[str, Any]) -> Page:
        first, _, slug = path.partition("/")
        tabs = ruling_tabs(press, first, 2 if slug else 1)
        html = press.render(template, slug=slug, title=heading, tabs=tabs, **context)
        about = f"{heading} · {lists[first]}" if slug else heading
        file = f"{path}.md" if slug else f"{path}/index.md"
        return Page(file, heading, about, slug or first, html, path == RULINGS)

    context: dict[str, Any] = {
        "rulings": [shown.ruling for shown in press.rulings],
        "linker": LINKER,
        "texts": [text for text in press.texts if text.edition in press.index.editions],
    }
    yield page(RULINGS, lists[RULINGS], "rulings.html", context)
    yield page(LINKER, lists[LINKER], "linker.html", linker_context(press))
    for shown in press.rulings:
        cited = authorities(press, shown)
        context = {
            "ruling": shown.ruling,
            "words": shown.html,
            "authorities": cited,
            "older": next((one.year for one in cited if one.superseded), ""),
            "texts": texts_cited(press, shown),
        }
        yield page(f"{RULINGS}/{shown.ruling.slug}", shown.ruling.title, "ruling.html", context)


def search_page(press: Press) -> Page:
    """The page that shows what a search finds."""
    title = press.catalogue.gettext("Search")
    html = press.render("search.html", title=title, **search_context(press))
    return Page(f"{SEARCH}/index.md", title, title, SEARCH, html, False, indexed=False)


def _editions(press: Press, book: Book, id: str, terms: dict[str, None]) -> dict[str, Any]:
    """What the page of a law says of other editions.

    Old words stand beside it where they stand in for a text in the reader's language, unless the
    whole law is new. `terms` takes the concepts whose words are marked there.
    """
    newer = newer_of(press, book, id)
    found: dict[str, Any] = {"newer": newer, "older": {}, "new_law": None, "years": ()}
    if newer and newer[id].places:
        found["current_href"] = newer[id].places[0].href
    if book.older and _stands_in(press, book):
        older = older_of(press, book, id, terms)
        found["years"] = (book.older.edition.year, book.edition.year)
        if any(one.forebears for one in older.values()):
            found["older"] = older
            found["texts"] = (*book.older.texts[:1], *book.texts)
        else:
            found["new_law"] = older[id]
    return found


def _stands_in(press: Press, book: Book) -> bool:
    """Whether the words of the edition before stand in for a text in the reader's language."""
    own = {text.language for text in book.texts}
    before = {text.language for text in book.older.texts} if book.older else set()
    return press.language in before - own


def _common(press: Press, book: Book, slug: str) -> dict[str, Any]:
    """What every page of an edition needs."""
    catalogue = press.catalogue
    own = {text.language for text in book.texts}
    foreign = [catalogue.language_name(text.language) for text in book.texts]
    return {
        "book": book,
        "texts": book.texts,
        "tabs": tabs(press, book, slug),
        "current_href": f"{'../' if slug else ''}../{book.current.id}/",
        "foreign": "" if press.language in own else catalogue.list(foreign),
        "beside": book.older.edition.year if book.older and _stands_in(press, book) else "",
    }


def _home(press: Press) -> Page:
    taken = taking(press.catalogue.gettext)
    html = press.render("home.html", taken=taken, **home.context(press))
    description = press.say(
        "The laws of bridge and the rules of Ulti, clause by clause, "
        "in the languages they are played in."
    )
    return Page("index.md", "Kodeks", description, "kodeks", html)


def _about(press: Press) -> Page:
    title = about.title(press)
    html = press.render("about.html", title=title, **about.context(press))
    return Page(f"{ABOUT}/index.md", title, title, "about", html, False)


def _offline(press: Press) -> Page:
    title = press.catalogue.gettext("Without a network")
    html = press.render("offline.html", texts=press.texts, title=title)
    return Page(f"{OFFLINE}/index.md", title, title, "offline", html, False, indexed=False)
