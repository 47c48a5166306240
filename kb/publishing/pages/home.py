"""The home page of a language: the current code by number, then everything else on the site."""

from __future__ import annotations

from posixpath import normpath
from typing import Any

from kb.core.addresses import RULINGS, page_below
from kb.publishing.pages import contents
from kb.publishing.pages.decide import situations
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import (
    CONCEPTS,
    concept_lists,
    ruling_lists,
    tabs,
)


def context(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the home page needs."""
    books = sorted(language_site.books, key=lambda book: _rank(language_site, book))
    return {
        "texts": language_site.texts,
        "cards": [_card(language_site, book) for book in books],
        "parts": [*_parts(language_site)],
        "situations": situations(language_site, ""),
    }


def _rank(language_site: LanguageSite, book: Book) -> int:
    """The place of a book: the code in force, which players come for, is first, old ones last.

    For readers who have no code in their own language, articles in it come second.
    """
    if book.superseded:
        return 3
    first = next((b for b in language_site.books if not b.edition.about and not b.superseded), None)
    if book is first:
        return 0
    return 1 if _own_articles(language_site, book) else 2


def _own_articles(language_site: LanguageSite, book: Book) -> bool:
    """Whether a book is articles in the reader's language, in which there is no code."""
    codes = [code for code in language_site.books if not code.edition.about]
    return (
        book.edition.about is not None
        and language_site.language in book.languages
        and not any(language_site.language in code.languages for code in codes)
    )


def _card(language_site: LanguageSite, book: Book) -> dict[str, Any]:
    listed = [] if book.edition.about or book.superseded else contents.laws(language_site, book)
    return {
        "title": language_site.say(book.edition.title),
        "href": page_below("", book.edition.id),
        "superseded": book.superseded,
        "about": book.edition.about,
        "counts": contents.counts(language_site, book),
        "texts": book.texts,
        "laws": listed,
        "tabs": [
            {"title": tab.title, "href": f"{normpath(f'{book.edition.id}/{tab.href}')}/"}
            for tab in tabs(language_site, book, "")
        ],
    }


def _parts(language_site: LanguageSite) -> list[dict[str, Any]]:
    """The cards of what belongs to no edition: the concepts and the rulings, if there are any."""
    _ = language_site.catalogue.gettext
    concepts = _("What things are called in every language, what they mean, where the laws say so.")
    rulings = _("Rulings with the laws that they cite, and a page that finds the laws in yours.")
    parts = [
        (CONCEPTS, concepts, concept_lists(language_site), bool(language_site.glossary.concepts)),
        (RULINGS, rulings, ruling_lists(language_site), bool(language_site.library.rulings)),
    ]
    return [
        {
            "title": next(iter(lists.values())),
            "href": page_below("", place),
            "about": about,
            "tabs": [
                {"title": title, "href": _address(place, slug)} for slug, title in lists.items()
            ],
        }
        for place, about, lists, exists in parts
        if exists
    ]


def _address(place: str, slug: str) -> str:
    """The address of a tab: pages of concepts are below `place`, those of rulings beside it."""
    return page_below("" if place == RULINGS else f"{place}/", slug)
