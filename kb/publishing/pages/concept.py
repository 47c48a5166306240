"""The page of a concept: its words, its definitions, the provisions that govern it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kb.core.addresses import concept_page, page_below
from kb.core.concepts import Area, Concept
from kb.core.ids import FullId, is_provision
from kb.core.source_language import SOURCE_LANGUAGE
from kb.core.stored_records import IndexRecord, StoredRecord
from kb.core.titles import Title
from kb.corpus.corpus import Text
from kb.publishing.pages.citing_rulings import of_concept
from kb.publishing.pages.editions import ROOT
from kb.publishing.pages.law import titles
from kb.publishing.pages.series import name as part_name
from kb.publishing.pages.terms import definitions, name_of, place_name
from kb.publishing.parts.book import Book, is_definition
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink, law_link
from kb.records.glossary import provisions

#: In how many laws, at most, the page shows that a concept's words occur.
_MOST = 12


@dataclass(frozen=True)
class WordShown:
    """A word, and the address and name of its place in our texts; "" where that is not published.

    `usage` says that it stands in no text.
    """

    words: str
    href: str
    place: str
    usage: bool


@dataclass(frozen=True)
class Governing:
    """A provision that governs a concept, and the title of its law; some `defines` it too."""

    link: LawLink
    title: Title
    defines: bool


@dataclass(frozen=True)
class Occurring:
    """A law in which the words of a concept occur, and how often."""

    link: LawLink
    title: Title
    times: int


@dataclass(frozen=True)
class ConceptLink:
    """A link to a concept from the page of a law."""

    name: Title
    href: str


def area_title(language_site: LanguageSite, area: Area) -> Title:
    """The title of an area in the reader's language, else in English."""
    language = language_site.language if language_site.language in area.titles else SOURCE_LANGUAGE
    return Title(area.titles[language], language)


def languages_shown(language_site: LanguageSite) -> list[str]:
    """The reader's language, then the others of the lexicon."""
    return [
        language_site.language,
        *(code for code in language_site.glossary.languages if code != language_site.language),
    ]


def printed_in_indexes(language_site: LanguageSite, concept: Concept) -> Iterator[str]:
    """The further provisions that printed indexes have under a concept's headwords, as full ids."""
    governing = provisions(concept)
    for full in concept.gathers:
        text, _, id = full.partition(":")
        book = language_site.book(text.partition("/")[0])
        records = book.records.get(text, {}) if book else {}
        if book and isinstance(entry := records.get(id), IndexRecord):
            for record in _with_below(entry, records):
                for locator in record.locators:
                    place = f"{book.edition.id}:{locator.target}"
                    exists = is_provision(locator.target) and not locator.dangling
                    if exists and place not in governing:
                        yield place


def _with_below(entry: IndexRecord, records: dict[str, StoredRecord]) -> Iterator[IndexRecord]:
    """An entry of an index and the entries right below it."""
    yield entry
    for record in records.values():
        if isinstance(record, IndexRecord) and record.parent == entry.id:
            yield record


def context(language_site: LanguageSite, concept: Concept) -> dict[str, Any]:
    """What the template of a concept's own page needs."""
    return {
        "name": name_of(language_site, concept),
        "area": area_title(language_site, language_site.glossary.area_of(concept)),
        "definitions": definitions(language_site, concept),
        "words": [
            (code, [*_words(language_site, concept, code)])
            for code in languages_shown(language_site)
        ],
        "gloss": concept.gloss,
        "governing": [*_governing(language_site, concept, provisions(concept))],
        "earlier": [*_governing(language_site, concept, concept.earlier)],
        "printed": [*links(language_site, printed_in_indexes(language_site, concept))],
        "occurring": _occurring(language_site, concept),
        "rulings": of_concept(language_site, concept.id, name_of(language_site, concept).words),
    }


def texts_of(language_site: LanguageSite, concept: Concept) -> tuple[Text, ...]:
    """The published texts of a concept's area."""
    ids = language_site.glossary.area_of(concept).texts
    return tuple(text for text in language_site.texts if text.id in ids)


def _words(language_site: LanguageSite, concept: Concept, language: str) -> Iterator[WordShown]:
    for word in concept.words.get(language, ()):
        full = word.place
        link = _place(language_site, full) if full else None
        shown = (link.href, link.title) if link else ("", "")
        yield WordShown(word.text, *shown, usage=full is None)


def _place(language_site: LanguageSite, full: str) -> LawLink | None:
    """A link to a record from a page of concepts; None where its text is not published."""
    id = FullId.parse(full)
    book = language_site.book(id.edition)
    local = str(id.local)
    address = None
    if book and id.text in book.records:
        address = book.address_from(ROOT, local, id.text)
    if book is None or address is None:
        return None
    if book.edition.about:
        title = part_name(language_site, local)
    else:
        title = place_name(language_site, book, id.text, local)
    year = f" ({book.edition.year})" if book.superseded else ""
    return LawLink(address, title, title + year, language_site.language)


def _governing(
    language_site: LanguageSite, concept: Concept, places: Iterable[str]
) -> Iterator[Governing]:
    for full in places:
        edition, _, id = full.partition(":")
        book = language_site.book(edition)
        for link in links(language_site, [full]):
            law = id.partition(".")[0]
            title = (
                titles(language_site, book, law)[0] if book and law in book.row else Title("", "")
            )
            yield Governing(link, title, full in concept.defined_by)


def links(language_site: LanguageSite, places: Iterable[str]) -> Iterator[LawLink]:
    """Links to provisions from a page of concepts, one to each; unpublished ones are left out."""
    for full in dict.fromkeys(places):
        edition, _, id = full.partition(":")
        book = language_site.book(edition)
        address = book.address_from(ROOT, id) if book else None
        if book and address and id in book.row:
            link = law_link(language_site, book, id, address)
            if is_definition(full):  # its term would repeat the name of the concept
                link = replace(link, name=place_name(language_site, book, book.texts[0].id, id))
            yield link


def _occurring(language_site: LanguageSite, concept: Concept) -> list[Occurring]:
    """The laws that mention a concept most, counted in the text that the reader gets first."""
    book = language_site.book(language_site.glossary.area_of(concept).edition)
    if book is None:
        return []
    counts = book.occurrences.get(concept.id, Counter())
    return [
        Occurring(
            law_link(language_site, book, law, page_below(f"{ROOT}{book.edition.id}/", law)),
            titles(language_site, book, law)[0],
            times,
        )
        for law, times in sorted(counts.items(), key=lambda item: (-item[1], int(item[0])))[:_MOST]
    ]


def concepts_of(language_site: LanguageSite, book: Book, law: str) -> list[ConceptLink]:
    """The concepts that a law defines or governs, the weightiest first."""
    return [
        ConceptLink(name_of(language_site, concept), concept_page(ROOT, concept.id))
        for concept in language_site.glossary.by_law.get(f"{book.edition.id}:{law}", ())
    ]
