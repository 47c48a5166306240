"""What the pages of the concepts show: a table of all, the subject index, each by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from kb.core.concepts import Area, Concept
from kb.core.ids import FullId
from kb.core.records import IndexRecord, StoredRecord
from kb.corpus.manifest import Text
from kb.languages.collation import initial, sort_key
from kb.publishing.pages.editions import ROOT
from kb.publishing.pages.law import PageTitle, titles
from kb.publishing.pages.series import name as part_name
from kb.publishing.pages.terms import definitions, name_of, place_name
from kb.publishing.parts.book import Book, is_definition
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink, law_link
from kb.publishing.parts.navigation import CONCEPTS
from kb.records.glossary import preferred, provisions

#: From how many laws a concept's page shows where its words occur.
_MOST = 12


@dataclass(frozen=True)
class WordShown:
    """A word with the place in our texts where it stands; no address where that is not published.

    `usage` says that it stands in none.
    """

    words: str
    href: str
    place: str
    usage: bool


@dataclass(frozen=True)
class ConceptRow:
    """A concept in the table: its page, its name, its area, and what each language has.

    `game` is named where it is not the first. `also` are the reader's other words for it, or what
    it is where there is none; `more` are the other words of all languages, for the filter.
    """

    id: str
    name: PageTitle
    area: str
    game: str
    also: str
    cells: list[LanguageCell]
    more: str


@dataclass(frozen=True)
class LanguageCell:
    """What a language has for a concept: its first word, or a gloss."""

    language: str
    words: str
    gloss: bool


@dataclass(frozen=True)
class Letter:
    """What stands under a letter."""

    head: str
    anchor: str
    entries: list[Any]


@dataclass(frozen=True)
class Subject:
    """A word in the subject index: the concepts that it names, each with where the laws are."""

    words: str
    concepts: list[SubjectConcept]


@dataclass(frozen=True)
class SubjectConcept:
    """A concept below a word of the index; `see` is its name where the word is not the name.

    `game` is named where it is not the first. `earlier` are places in an older edition.
    """

    id: str
    see: str
    game: str
    main: list[LawLink]
    further: list[LawLink]
    earlier: list[LawLink]
    year: str


@dataclass(frozen=True)
class Governing:
    """A provision that a concept stands under, and the title of its law."""

    link: LawLink
    title: PageTitle
    defines: bool


@dataclass(frozen=True)
class Occurring:
    """A law in which the words of a concept occur, and how often."""

    link: LawLink
    title: PageTitle
    times: int


@dataclass(frozen=True)
class ConceptLink:
    """A concept on the page of a law."""

    name: PageTitle
    href: str


def table(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the table of all concepts needs."""
    areas = {area.id: _area_title(language_site, area) for area in language_site.glossary.areas}
    languages = _languages(language_site)
    rows = [
        ConceptRow(
            concept.id,
            name_of(language_site, concept),
            concept.area,
            _game(language_site, concept),
            " · ".join(word.text for word in concept.words.get(language_site.language, ())[1:])
            or concept.gloss.get(language_site.language, ""),
            [_cell(concept, code) for code in languages[1:]],
            " ".join(
                word.text for code in languages[1:] for word in concept.words.get(code, ())[1:]
            ),
        )
        for concept in language_site.glossary.sorted_in(language_site.language)
    ]
    return {
        "languages": languages,
        "areas": areas,
        "letters": [*_letters(language_site, rows, lambda row: row.name.words)],
        "number": len(rows),
    }


def _cell(concept: Concept, language: str) -> LanguageCell:
    word = preferred(concept, language)
    return LanguageCell(language, word or concept.gloss.get(language, "–"), word is None)


def _letters(
    language_site: LanguageSite, entries: Iterable[Any], words: Callable[[Any], str]
) -> Iterator[Letter]:
    """Sorted entries by the letter that they begin with."""
    for head, own in groupby(entries, key=lambda one: initial(words(one), language_site.language)):
        anchor = "letter-0" if head == "#" else f"letter-{head.lower()}"
        yield Letter(head, anchor, list(own))


def subjects(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the subject index needs: every word of the reader's language."""
    found: dict[str, list[SubjectConcept]] = {}
    for concept in language_site.glossary.concepts:
        words = concept.words.get(language_site.language, ())
        for word in words:
            see = "" if word is words[0] else words[0].text
            found.setdefault(word.text, []).append(_subject(language_site, concept, see))
    entries = [Subject(words, concepts) for words, concepts in found.items()]
    entries.sort(key=lambda one: sort_key(one.words, language_site.language))
    return {"letters": [*_letters(language_site, entries, lambda one: one.words)]}


def _subject(language_site: LanguageSite, concept: Concept, see: str) -> SubjectConcept:
    area, game = language_site.glossary.area_of(concept), _game(language_site, concept)
    if see:
        return SubjectConcept(concept.id, see, game, [], [], [], "")
    own = _own_edition(language_site, area.edition)
    earlier = [full for full in concept.earlier if own and full.startswith(f"{own}:")]
    year = language_site.corpus.edition(own).year if own else ""
    return SubjectConcept(
        concept.id,
        "",
        game,
        [*_links(language_site, provisions(concept))],
        [*_links(language_site, _printed(language_site, concept))],
        [*_links(language_site, earlier)],
        year,
    )


def _game(language_site: LanguageSite, concept: Concept) -> str:
    """The area of a concept of another game than the first; "" for one of that."""
    area = language_site.glossary.area_of(concept)
    first = language_site.corpus.works[0].id
    other = language_site.corpus.game(area.edition) != first
    return _area_title(language_site, area).words if other else ""


def _area_title(language_site: LanguageSite, area: Area) -> PageTitle:
    """The title of an area in the reader's language, else in English."""
    language = language_site.language if language_site.language in area.titles else "en"
    return PageTitle(area.titles[language], language)


def _languages(language_site: LanguageSite) -> list[str]:
    """The reader's language, then the others of the lexicon."""
    return [
        language_site.language,
        *(code for code in language_site.glossary.languages if code != language_site.language),
    ]


def _own_edition(language_site: LanguageSite, edition: str) -> str | None:
    """The older edition that the reader's language has instead of this one; None if it has it."""
    book = language_site.book(edition)
    if book is None or any(text.language == language_site.language for text in book.texts):
        return None
    older = book.older
    spoken = {text.language for text in older.texts} if older else set()
    return older.edition.id if older and language_site.language in spoken else None


def _printed(language_site: LanguageSite, concept: Concept) -> Iterator[str]:
    """The provisions that the indexes of the books name under a concept's headwords as well."""
    known = provisions(concept)
    for full in concept.gathers:
        text, _, id = full.partition(":")
        book = language_site.book(text.partition("/")[0])
        records = book.records.get(text, {}) if book else {}
        if book and isinstance(entry := records.get(id), IndexRecord):
            for record in _with_below(entry, records):
                for locator in record.locators:
                    place = f"{book.edition.id}:{locator.target}"
                    exists = locator.target[0].isdigit() and not locator.dangling
                    if exists and place not in known:
                        yield place


def _with_below(entry: IndexRecord, records: dict[str, StoredRecord]) -> Iterator[IndexRecord]:
    """An entry of an index and what stands below it."""
    yield entry
    for record in records.values():
        if isinstance(record, IndexRecord) and record.parent == entry.id:
            yield record


def context(language_site: LanguageSite, concept: Concept) -> dict[str, Any]:
    """What the template of a concept's own page needs."""
    found = [*definitions(language_site, concept)]
    found.sort(key=lambda one: one.language != language_site.language)
    return {
        "name": name_of(language_site, concept),
        "area": _area_title(language_site, language_site.glossary.area_of(concept)),
        "definitions": found,
        "words": [
            (code, [*_words(language_site, concept, code)]) for code in _languages(language_site)
        ],
        "gloss": concept.gloss,
        "governing": [*_governing(language_site, concept, provisions(concept))],
        "earlier": [*_governing(language_site, concept, concept.earlier)],
        "printed": [*_links(language_site, _printed(language_site, concept))],
        "occurring": _occurring(language_site, concept),
    }


def texts_of(language_site: LanguageSite, concept: Concept) -> tuple[Text, ...]:
    """The published texts that a concept's area is of."""
    own = language_site.glossary.area_of(concept).texts
    return tuple(text for text in language_site.texts if text.id in own)


def _words(language_site: LanguageSite, concept: Concept, language: str) -> Iterator[WordShown]:
    for word in concept.words.get(language, ()):
        full = word.place
        link = _place(language_site, full) if full else None
        shown = (link.href, link.title) if link else ("", "")
        yield WordShown(word.text, *shown, usage=full is None)


def _place(language_site: LanguageSite, full: str) -> LawLink | None:
    """A record as a link from a page of concepts; None where its text is not published."""
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
        for link in _links(language_site, [full]):
            law = id.partition(".")[0]
            title = (
                titles(language_site, book, law)[0]
                if book and law in book.row
                else PageTitle("", "")
            )
            yield Governing(link, title, full in concept.defined_by)


def _links(language_site: LanguageSite, places: Iterable[str]) -> Iterator[LawLink]:
    """Provisions as links from a page of concepts, each once; unpublished ones are left out."""
    for full in dict.fromkeys(places):
        edition, _, id = full.partition(":")
        book = language_site.book(edition)
        address = book.address_from(ROOT, id) if book else None
        if book and address and id in book.row:
            link = law_link(language_site, book, id, address)
            if is_definition(full):  # its term would be that of the concept
                link = replace(link, name=place_name(language_site, book, book.texts[0].id, id))
            yield link


def _occurring(language_site: LanguageSite, concept: Concept) -> list[Occurring]:
    """The laws whose words mention a concept most, in the text that the reader gets first."""
    book = language_site.book(language_site.glossary.area_of(concept).edition)
    if book is None:
        return []
    counts = book.occurrences.get(concept.id, Counter())
    return [
        Occurring(
            law_link(language_site, book, law, f"{ROOT}{book.edition.id}/{law}/"),
            titles(language_site, book, law)[0],
            times,
        )
        for law, times in sorted(counts.items(), key=lambda item: (-item[1], int(item[0])))[:_MOST]
    ]


def concepts_of(language_site: LanguageSite, book: Book, law: str) -> list[ConceptLink]:
    """The concepts that a law defines or governs, the weightiest first."""
    return [
        ConceptLink(name_of(language_site, concept), f"{ROOT}{CONCEPTS}/{concept.id}/")
        for concept in language_site.glossary.by_law.get(f"{book.edition.id}:{law}", ())
    ]


#: The pages that list concepts: the template of each, and what makes its context.
LISTS: dict[str, tuple[str, Callable[[LanguageSite], dict[str, Any]]]] = {
    "": ("concepts.html", table),
    "subject-index": ("concept-index.html", subjects),
}
