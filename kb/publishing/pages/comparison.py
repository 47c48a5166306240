"""The pages that compare editions: a law beside what it comes from, and the list of all laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kb.core.titles import Title
from kb.corpus.corpus import Text
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
from kb.publishing.pages.terms import beginning
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.rows import RowContext, Wording, law_rows
from kb.records.alignment import AlignedRow
from kb.records.counterparts import counterparts

#: How many characters of a provision without a heading the list of numbers shows.
_SHOWN = 60


@dataclass(frozen=True)
class Gone:
    """A provision of an older law of which nothing stands in the new law of that number."""

    was: EditionLink
    wording: Wording
    newer: Newer


@dataclass(frozen=True)
class ChangedLaw:
    """A law in the list of all; `changes` counts in words what has changed in it."""

    id: str
    title: Title
    changes: str


@dataclass(frozen=True)
class Reassigned:
    """A number that means something else today: what it was, and where that stands, if at all."""

    was: EditionLink
    words: str
    language: str
    places: tuple[EditionLink, ...]


def context(language_site: LanguageSite, book: Book, law: str) -> dict[str, Any]:
    """What the template of a law's comparison needs."""
    terms: dict[str, None] = {}
    older = book.older
    assert older is not None  # only a book with an older one has these pages
    columns = RowContext(
        language_site,
        book,
        law,
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
        "laws": [link for side in (book, older) if (link := mention(language_site, side, law))],
    }


def texts_compared(language_site: LanguageSite, book: Book) -> tuple[Text, ...]:
    """The text in the reader's language, or all texts where there is none."""
    spoken = tuple(text for text in book.texts if text.language == language_site.language)
    return spoken or book.texts


def _gone(
    language_site: LanguageSite, book: Book, older: Book, law: str, terms: dict[str, None]
) -> Iterator[Gone]:
    """The provisions of an older law of which nothing stands in the law of that number."""
    columns = RowContext(language_site, older, law, root=ROOT, terms=terms)
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
    """Whether a provision is "new", "moved" (from other numbers only), "changed" or the "same"."""
    sources = counterparts(row.first, older.edition.id)
    if sources[0].provision is None:
        return "new"
    if row.id not in (source.provision for source in sources):
        return "moved"
    return "changed" if any(source.change for source in sources) else "same"


def _laws(row: AlignedRow, book: Book) -> set[str]:
    """The laws of an edition that have something of a row."""
    places = counterparts(row.first, book.edition.id)
    return {(place.provision or "").partition(".")[0] for place in places}


def _reassigned(language_site: LanguageSite, book: Book, older: Book) -> Iterator[Reassigned]:
    """The numbers of an older edition that mean something else today, in the order of its book."""
    text = older.texts[0]
    for law in older.laws:
        for row in older.rows_of[law]:
            if is_reassigned(row, book) and (record := row.wording.get(text.id)):
                words = record.heading or beginning(record.body, _SHOWN)
                was = mention(language_site, older, row.id, root="../")
                assert was is not None  # it is a row of that book
                now = places(language_site, book, row, root="../")
                yield Reassigned(was, words, text.language, now)
