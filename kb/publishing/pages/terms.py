"""The terms on a page: their names and definitions, in the reader's language if possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from kb.core.addresses import concept_page
from kb.core.concepts import Concept
from kb.core.ids import FullId, is_law, is_provision
from kb.core.plain import shown
from kb.core.stored_records import StoredRecord
from kb.core.titles import Title
from kb.languages.collation import sort_key
from kb.publishing.pages.editions import ROOT
from kb.publishing.parts.book import Book, is_definition
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import section_title
from kb.publishing.parts.plain import linked
from kb.publishing.parts.words import term_anchor
from kb.records.glossary import name

#: How many characters of a definition a page shows that is not the page of the concept.
_SHOWN = 240


@dataclass(frozen=True)
class TermExplanation:
    """Words that say what a concept is, their language, and the name and address of their place.

    A gloss of ours has no place: its `source` and `href` are "". The words may be our `plain`
    words of that place: these as HTML, with links.
    """

    words: str
    language: str
    source: str
    href: str
    plain: Markup | None = None

    @property
    def beginning(self) -> str:
        """The first words, as many as a page shows."""
        return beginning(self.words, _SHOWN)


def beginning(words: str, length: int) -> str:
    """Words of at most `length` characters; longer ones are cut at a blank, if there is one.

    >>> beginning("This is Law 27, and more", 18)
    'This is Law 27 …'
    """
    if len(words) <= length:
        return words
    whole = words[:length].rpartition(" ")[0] or words[:length]
    return whole.rstrip(",;:") + " …"


@dataclass(frozen=True)
class TermOnPage:
    """A concept among the terms of a page: its anchor there, its name, its own page, what it is."""

    anchor: str
    name: Title
    href: str
    definition: TermExplanation


def with_terms(language_site: LanguageSite, book: Book, context: dict[str, Any]) -> dict[str, Any]:
    """The context of a template, in which explanations take the place of the ids of `terms`.

    They are in the order of the names.
    """
    concepts = (language_site.glossary.by_id[id] for id in context.get("terms", ()))
    entries = [
        TermOnPage(
            term_anchor(concept.id),
            name_of(language_site, concept),
            concept_page(ROOT, concept.id),
            definition,
        )
        for concept in concepts
        if (definition := definition_of(language_site, book, concept))
    ]
    entries.sort(key=lambda entry: sort_key(entry.name.words, language_site.language))
    return {**context, "terms": entries}


def name_of(language_site: LanguageSite, concept: Concept) -> Title:
    """What a concept is called in the reader's language, else in another."""
    return Title(*name(concept, language_site.language))


def definition_of(
    language_site: LanguageSite, book: Book, concept: Concept
) -> TermExplanation | None:
    """The first definition of a concept in the reader's language, else the first of all.

    The place of a definition in another edition than that of the page is named with its year.
    """
    return next(iter(definitions(language_site, concept, book)), None)


def definitions(
    language_site: LanguageSite, concept: Concept, here: Book | None = None
) -> list[TermExplanation]:
    """All that defines a concept, what is in the reader's language first.

    In a language the wording of today comes first, then our plain words, then wordings of other
    editions; our gloss is the last. `here` is the book of the page that shows them: places in other
    books are named with a year. On a page of no book those in superseded books are.
    """
    worded = [*_worded(language_site, concept, here)]
    every = [each for each, is_elsewhere in worded if not is_elsewhere]
    every += _told(language_site, concept)
    every += (each for each, is_elsewhere in worded if is_elsewhere)
    if gloss := concept.gloss.get(language_site.language):
        every.append(TermExplanation(gloss, language_site.language, "", ""))
    return sorted(every, key=lambda each: each.language != language_site.language)


def _worded(
    language_site: LanguageSite, concept: Concept, here: Book | None
) -> Iterator[tuple[TermExplanation, bool]]:
    """The definitions in books, then the provisions that define; whether each is elsewhere."""
    done: set[str] = set()
    for full in concept.gathers:
        text, _, id = full.partition(":")
        book = language_site.book(text.partition("/")[0])
        record = book.records.get(text, {}).get(id) if book else None
        if book and record and record.body and is_definition(full):
            done.add(f"{book.edition.id}:{id}")
            yield _definition(language_site, book, record, here)
    for full in (id for id in concept.defined_by if id not in done):
        edition, _, id = full.partition(":")
        book = language_site.book(edition)
        for spoken in book.texts if book else ():
            record = book.records[spoken.id].get(id) if book else None
            if book and record and record.body:
                yield _definition(language_site, book, record, here)


def _told(language_site: LanguageSite, concept: Concept) -> Iterator[TermExplanation]:
    """What defines a concept in our plain words in the reader's language."""
    language = language_site.language
    places = (FullId.parse(full) for full in (*concept.gathers, *concept.defined_by))
    for edition, id in dict.fromkeys((place.edition, str(place.local)) for place in places):
        book = language_site.book(edition)
        words = book.plain[id].words.get(language) if book and id in book.plain else None
        if book is None or words is None or book.place(book.texts[0].id, id) is None:
            continue
        source = place_name(language_site, book, book.texts[0].id, id)
        html = linked(words, partial(book.address_from, ROOT))
        href = book.address_from(ROOT, id) or ""
        yield TermExplanation(shown(words), language, source, href, html)


def _definition(
    language_site: LanguageSite, book: Book, record: StoredRecord, here: Book | None
) -> tuple[TermExplanation, bool]:
    """What a record says, and whether that is elsewhere: in another edition than the page's."""
    text, id = record.text, record.id
    source = place_name(language_site, book, text, id)
    is_elsewhere = book.superseded if here is None else book is not here
    if is_elsewhere:
        source = f"{source} ({book.edition.year})"
    words = record.body
    words += " …" if words.endswith(":") else ""  # what it lists has numbers of its own
    language = text.rpartition("/")[2]
    href = book.address_from(ROOT, id, text) or ""
    return TermExplanation(words, language, source, href), is_elsewhere


def place_name(language_site: LanguageSite, book: Book, text: str, id: str) -> str:
    """What people call the place where a record of a text stands.

    A provision goes by its number, a note by its law, and a record on no law's page by its page.
    """
    place = book.place(text, id)
    assert place is not None  # it is a record of that book
    if is_law(place.page):
        return language_site.name(book, id if is_provision(id) else place.page)
    return section_title(language_site.catalogue, place.page)
