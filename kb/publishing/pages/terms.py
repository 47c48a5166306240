"""What a page says of the terms in its words: their names and definitions in its language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kb.citations.anchors import display_name
from kb.core.addresses import concept_page
from kb.core.concepts import Concept
from kb.core.records import StoredRecord
from kb.core.titles import Title
from kb.languages.collation import sort_key
from kb.publishing.pages.editions import ROOT
from kb.publishing.parts.book import Book, is_definition
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import section_title
from kb.publishing.parts.words import term_anchor
from kb.records.glossary import name

#: How much of a definition a page of other matter shows, in characters.
_SHOWN = 240


@dataclass(frozen=True)
class TermExplanation:
    """Words that say what a concept is, in which language, and where they stand.

    A gloss of ours stands nowhere: its `href` is "".
    """

    words: str
    language: str
    source: str
    href: str

    @property
    def beginning(self) -> str:
        """The first words, whole."""
        if len(self.words) <= _SHOWN:
            return self.words
        whole = self.words[:_SHOWN].rpartition(" ")[0] or self.words[:_SHOWN]
        return whole.rstrip(",;:") + " …"


@dataclass(frozen=True)
class Told:
    """A concept as a page tells of it: its anchor, its name, its own page, what it is."""

    anchor: str
    name: Title
    href: str
    definition: TermExplanation


def told(language_site: LanguageSite, book: Book, context: dict[str, Any]) -> dict[str, Any]:
    """What a template needs, with the concepts that were marked told by the order of names."""
    concepts = (language_site.glossary.by_id[id] for id in context.get("terms", ()))
    entries = [
        Told(
            term_anchor(concept.id),
            name_of(language_site, concept),
            concept_page(ROOT, concept.id),
            definition,
        )
        for concept in concepts
        if (definition := definition_of(language_site, book, concept))
    ]
    entries.sort(key=lambda one: sort_key(one.name.words, language_site.language))
    return {**context, "terms": entries}


def name_of(language_site: LanguageSite, concept: Concept) -> Title:
    """What a concept goes by for the readers of the page."""
    return Title(*name(concept, language_site.language))


def definition_of(
    language_site: LanguageSite, book: Book, concept: Concept
) -> TermExplanation | None:
    """What says best what a concept is: in the reader's language if anything does.

    What stands in another edition than the page is named with its year.
    """
    found = [*definitions(language_site, concept, book)]
    own = (one for one in found if one.language == language_site.language)
    return next(own, found[0] if found else None)


def definitions(
    language_site: LanguageSite, concept: Concept, here: Book | None = None
) -> Iterator[TermExplanation]:
    """All that defines a concept: the entries of the books, provisions, then our gloss.

    `here` is the book on whose page they are named; on a page of none, today's go without a year.
    """
    done: set[str] = set()
    for full in concept.gathers:
        text, _, id = full.partition(":")
        book = language_site.book(text.partition("/")[0])
        record = book.records.get(text, {}).get(id) if book else None
        if book and record and record.body and is_definition(full):
            done.add(f"{book.edition.id}:{id}")
            yield _definition(language_site, book, record, here)
    for full in (one for one in concept.defined_by if one not in done):
        edition, _, id = full.partition(":")
        book = language_site.book(edition)
        for spoken in book.texts if book else ():
            record = book.records[spoken.id].get(id) if book else None
            if book and record and record.body:
                yield _definition(language_site, book, record, here)
    if gloss := concept.gloss.get(language_site.language):
        yield TermExplanation(gloss, language_site.language, "", "")


def _definition(
    language_site: LanguageSite, book: Book, record: StoredRecord, here: Book | None
) -> TermExplanation:
    text, id = record.text, record.id
    source = place_name(language_site, book, text, id)
    if book.superseded if here is None else book is not here:
        source = f"{source} ({book.edition.year})"
    words = record.body
    words += " …" if words.endswith(":") else ""  # what it lists has numbers of its own
    language = text.rpartition("/")[2]
    return TermExplanation(words, language, source, book.address_from(ROOT, id, text) or "")


def place_name(language_site: LanguageSite, book: Book, text: str, id: str) -> str:
    """What people call the place where a record of a text stands.

    A provision by its number, a note by that of its law, what stands in neither by its page.
    """
    place = book.place(text, id)
    assert place is not None  # it is a record of that book
    if place.page.isdigit():
        return display_name(
            id if id[0].isdigit() else place.page, language_site.language, book.edition.style
        )
    return section_title(language_site.catalogue, place.page)
