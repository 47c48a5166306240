"""The edition view: a law as it is beside what it comes from, and what its old number held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kb.alignment import Row
from kb.citations.anchors import display_name
from kb.publishing.book import Book
from kb.publishing.editions import (
    ROOT,
    Mention,
    Newer,
    counterparts,
    is_reassigned,
    mention,
    newer_place,
    older_of,
    whole_wording,
)
from kb.publishing.law import Title, capital, own_title, steps, titles
from kb.publishing.press import Press
from kb.publishing.rows import Columns, Wording, law_rows


@dataclass(frozen=True)
class Gone:
    """What an older law held and the law of that number holds no more."""

    was: Mention
    wording: Wording
    newer: Newer


@dataclass(frozen=True)
class Entry:
    """A law in the list of all: what has happened to it, in words."""

    id: str
    name: str
    title: Title
    changes: str


@dataclass(frozen=True)
class Reassigned:
    """A number that means something else today: what it was, where that stands, what it is now."""

    was: Mention
    words: str
    language: str
    newer: Newer


def context(press: Press, book: Book, law: str) -> dict[str, Any]:
    """What the template of a law's edition view needs."""
    older = book.older
    assert older is not None  # only what has one is compared
    # One text of each edition: the reader's own where there is one.
    one = replace(book, texts=book.texts[:1])
    columns = Columns(one, law, press.catalogue, press.catalogues, root=ROOT)
    first, *views = law_rows(columns, book.rows_of[law])
    return {
        "law": first,
        "views": views,
        "older": older_of(press, book, law),
        "gone": [*_gone(press, book, older, law)],
        "years": (older.edition.year, book.edition.year),
        "older_text": older.texts[0],
        "number": capital(columns.name(law)),
        "own_title": own_title(press, book, law),
        "steps": steps(press, book, law, lambda other: capital(columns.name(other))),
        "law_href": f"{ROOT}{book.edition.id}/{law}/",
    }


def _gone(press: Press, book: Book, older: Book, law: str) -> Iterator[Gone]:
    """The provisions of an older law of which nothing stands in the law of that number."""
    columns = Columns(older, law, press.catalogue, press.catalogues, root=ROOT)
    for row in older.rows_of.get(law, ()):
        if law not in _laws(row, book):
            wording = whole_wording(columns, older.texts[0], row.id)
            yield Gone(mention(press, older, row.id), wording, newer_place(press, book, row))


def contents(press: Press, book: Book) -> dict[str, Any]:
    """What the template of the list of all laws needs."""
    older = book.older
    assert older is not None
    return {
        "entries": [_entry(press, book, older, law) for law in book.laws],
        "reassigned": [*_reassigned(press, book, older)],
        "years": (older.edition.year, book.edition.year),
    }


def _entry(press: Press, book: Book, older: Book, law: str) -> Entry:
    rows = book.rows_of[law]
    ngettext = press.catalogue.ngettext
    new = sum(all("provision" not in one for one in counterparts(r, older)) for r in rows)
    changed = sum(any(_changed(one) for one in counterparts(r, older)) for r in rows)
    moved = sum(_is_moved(row, older) for row in rows)
    gone = sum(law not in _laws(row, book) for row in older.rows_of.get(law, ()))
    counted = (
        (ngettext("%(num)d changed", "%(num)d changed", changed), changed),
        (ngettext("%(num)d from elsewhere", "%(num)d from elsewhere", moved), moved),
        (ngettext("%(num)d new", "%(num)d new", new), new),
        (ngettext("%(num)d no longer here", "%(num)d no longer here", gone), gone),
    )
    changes = [words % {"num": number} for words, number in counted if number]
    name = display_name(law, press.language, book.edition.style)
    return Entry(law, name, titles(press, book, law)[0], " · ".join(changes))


def _changed(counterpart: dict[str, Any]) -> bool:
    return bool(counterpart["change"]) and "provision" in counterpart


def _is_moved(row: Row, older: Book) -> bool:
    """Whether a provision comes from other numbers only."""
    found = [one.get("provision", row.id) for one in counterparts(row, older)]
    return row.id not in found


def _laws(row: Row, book: Book) -> set[str]:
    """The laws of an edition in which something of a row stands."""
    return {one.get("provision", "").partition(".")[0] for one in counterparts(row, book)}


def _reassigned(press: Press, book: Book, older: Book) -> Iterator[Reassigned]:
    """The numbers of an older edition that mean something else today, in the order of its book."""
    text = older.texts[0]
    for law in older.laws:
        for row in older.rows_of[law]:
            if is_reassigned(row, book) and (record := row.wording.get(text.id)):
                words = record["heading"] or _beginning(record["body"])
                was = mention(press, older, row.id, root="../")
                newer = newer_place(press, book, row, root="../")
                yield Reassigned(was, words, text.language, newer)


#: How much of a provision without a heading a list shows, in characters.
_SHOWN = 60


def _beginning(words: str) -> str:
    """The first words of a provision, whole."""
    if len(words) <= _SHOWN:
        return words
    return words[:_SHOWN].rpartition(" ")[0].rstrip(",;:") + " …"
