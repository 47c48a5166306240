"""The page about the site: its texts, whose they are, how they were read, what the site keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import kb
from kb.core.addresses import page_below
from kb.corpus.corpus import Text
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite


@dataclass(frozen=True)
class TextShown:
    """A text with what the manifest says of it, in the reader's language.

    `read` says how the print became text, or "" for a layout of which there is nothing to say.
    `slips` says how many slips of the print are noted, or "" for none.
    """

    text: Text
    title: str
    language: str
    publisher: str
    revision: str
    effective: str
    status: str
    rights: str
    read: str
    slips: str


@dataclass(frozen=True)
class EditionShown:
    """An edition with its texts; `href` is relative to the page."""

    title: str
    href: str
    superseded: bool
    texts: tuple[TextShown, ...]


def title(language_site: LanguageSite) -> str:
    """The title of the page."""
    return language_site.catalogue.gettext("About this site")


def context(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the page needs."""
    return {
        "shown": [*_editions(language_site)],
        "day": language_site.catalogue.long_date(date.fromisoformat(language_site.corpus.date)),
        "version": kb.__version__,
        "is_told": any(book.plain for book in language_site.books),
        "is_led": language_site.procedures is not None,
        "texts": (),
    }


def _editions(language_site: LanguageSite) -> Iterator[EditionShown]:
    for book in language_site.books:
        yield EditionShown(
            language_site.say(book.edition.title),
            page_below("../", book.edition.id),
            book.superseded,
            tuple(_text(language_site, book, text) for text in book.texts),
        )


def _text(language_site: LanguageSite, book: Book, text: Text) -> TextShown:
    say = language_site.say
    return TextShown(
        text,
        text.title,
        language_site.catalogue.language_name(text.language),
        say(text.publisher),
        say(text.revision),
        _day(language_site, text.effective),
        say(text.status),
        _rights(language_site, text),
        _read(language_site, text),
        _slips(language_site, book, text),
    )


def _day(language_site: LanguageSite, effective: str) -> str:
    """A day as the reader's language writes it; a year alone stays as it is."""
    if "-" not in effective:
        return effective
    return language_site.catalogue.long_date(date.fromisoformat(effective))


def _rights(language_site: LanguageSite, text: Text) -> str:
    _ = language_site.catalogue.gettext
    words = (
        _("%(holder)s; here to be read and in other formats")
        if text.export
        else _("%(holder)s; here to be read only")
    )
    return words % {"holder": language_site.say(text.rights_holder)}


def _read(language_site: LanguageSite, text: Text) -> str:
    _ = language_site.catalogue.gettext
    print_ = _("From the text of the print, clause by clause.")
    ways = {
        "outline": print_,
        "depth": print_,
        "columns": _("From a print in three columns, taken apart by language."),
        "statute": _("From a poor scan; what could not simply be read is marked."),
    }
    return ways.get(text.layout or "", "")


def _slips(language_site: LanguageSite, book: Book, text: Text) -> str:
    number = sum(len(record.remarks) for record in book.records[text.id].values())
    if not number:
        return ""
    words = language_site.catalogue.ngettext(
        "%(num)d slip of the print is noted where it stands.",
        "%(num)d slips of the print are noted where they stand.",
        number,
    )
    return words % {"num": number}
