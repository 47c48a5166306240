"""The edition view: a law as it is beside what it comes from, and what its old number held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kb.core.titles import Title
from kb.corpus.manifest import Text
from kb.publishing.pages.editions import (
    ROOT,
    EditionLink,
    Newer,
    is_reassigned,
    mention,
    newer_place,
    older_of,
    places,
    whole_wording,
)
from kb.publishing.pages.law import capital, own_title, steps, titles
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.rows import RowContext, Wording, law_rows
from kb.records.alignment import AlignedRow
from kb.records.counterparts import counterparts


@dataclass(frozen=True)
class Gone:
    """What an older law held and the law of that number holds no more."""

    was: EditionLink
    wording: Wording
    newer: Newer


@dataclass(frozen=True)
class ChangedLaw:
    """A law in the list of all: what has happened to it, in words."""

    id: str
    title: Title
    changes: str


@dataclass(frozen=True)
class Reassigned:
    """A number that means something else today: what it was, and where that stands, if it does."""

    was: EditionLink
    words: str
    language: str
    places: tuple[EditionLink, ...]


def context(language_site: LanguageSite, book: Book, law: str) -> dict[str, Any]:
    """What the template of a law's edition view needs."""
    terms: dict[str, None] = {}
    older = book.older
    assert older is not None  # only what has one is compared
    columns = RowContext(
        book,
        law,
        language_site.catalogue,
        language_site.catalogues,
        root=ROOT,
        chosen=texts_compared(language_site, book),
        terms=terms,
    )
    first, *views = law_rows(columns, book.rows_of[law])
    return {
        "law": first,
        "views": views,
        "older": older_of(language_site, book, law, terms),
        "gone": [*_gone(language_site, book, older, law, terms)],
        "terms": terms,
        "years": (older.edition.year, book.edition.year),
        "older_text": older.texts[0],
        "number": capital(columns.name(law)),
        "own_title": own_title(language_site, book, law),
        "steps": steps(language_site, book, law, lambda other: capital(columns.name(other))),
        "laws": [found for one in (book, older) if (found := mention(language_site, one, law))],
    }


def texts_compared(language_site: LanguageSite, book: Book) -> tuple[Text, ...]:
    """The text in the reader's language, or all where there is none."""
    own = tuple(text for text in book.texts if text.language == language_site.language)
    return own or book.texts


def _gone(
    language_site: LanguageSite, book: Book, older: Book, law: str, terms: dict[str, None]
) -> Iterator[Gone]:
    """The provisions of an older law of which nothing stands in the law of that number."""
    columns = RowContext(
        older, law, language_site.catalogue, language_site.catalogues, root=ROOT, terms=terms
    )
    for row in older.rows_of.get(law, ()):
        if law not in _laws(row, book):
            wording = whole_wording(columns, older.texts[0], row.id)
            was = mention(language_site, older, row.id)
            assert was is not None  # it is a row of that book
            yield Gone(was, wording, newer_place(language_site, book, row))


def contents(language_site: LanguageSite, book: Book) -> dict[str, Any]:
    """What the template of the list of all laws needs."""
    older = book.older
    assert older is not None
    return {
        "entries": [_entry(language_site, book, older, law) for law in book.laws],
        "reassigned": [*_reassigned(language_site, book, older)],
        "years": (older.edition.year, book.edition.year),
    }


def _entry(language_site: LanguageSite, book: Book, older: Book, law: str) -> ChangedLaw:
    rows = book.rows_of[law]
    ngettext = language_site.catalogue.ngettext
    kinds = Counter(_kind(row, older) for row in rows)
    same, changed, moved, new = (kinds[kind] for kind in ("same", "changed", "moved", "new"))
    gone = sum(law not in _laws(row, book) for row in older.rows_of.get(law, ()))
    counted = (
        (ngettext("%(num)d unchanged", "%(num)d unchanged", same), same),
        (ngettext("%(num)d changed", "%(num)d changed", changed), changed),
        (ngettext("%(num)d from elsewhere", "%(num)d from elsewhere", moved), moved),
        (ngettext("%(num)d new", "%(num)d new", new), new),
        (ngettext("%(num)d no longer here", "%(num)d no longer here", gone), gone),
    )
    changes = [words % {"num": number} for words, number in counted if number]
    return ChangedLaw(law, titles(language_site, book, law)[0], " · ".join(changes))


def _kind(row: AlignedRow, older: Book) -> str:
    """Whether a provision is new, comes from other numbers only (moved), is changed or the same."""
    found = counterparts(row.first, older.edition.id)
    if found[0].provision is None:
        return "new"
    if row.id not in (one.provision for one in found):
        return "moved"
    return "changed" if any(one.change for one in found) else "same"


def _laws(row: AlignedRow, book: Book) -> set[str]:
    """The laws of an edition in which something of a row stands."""
    found = counterparts(row.first, book.edition.id)
    return {(one.provision or "").partition(".")[0] for one in found}


def _reassigned(language_site: LanguageSite, book: Book, older: Book) -> Iterator[Reassigned]:
    """The numbers of an older edition that mean something else today, in the order of its book."""
    text = older.texts[0]
    for law in older.laws:
        for row in older.rows_of[law]:
            if is_reassigned(row, book) and (record := row.wording.get(text.id)):
                words = record.heading or _beginning(record.body)
                was = mention(language_site, older, row.id, root="../")
                assert was is not None  # it is a row of that book
                now = places(language_site, book, row, root="../")
                yield Reassigned(was, words, text.language, now)


#: How much of a provision without a heading a list shows, in characters.
_SHOWN = 60


def _beginning(words: str) -> str:
    """The first words of a provision, whole."""
    if len(words) <= _SHOWN:
        return words
    return words[:_SHOWN].rpartition(" ")[0].rstrip(",;:") + " …"
