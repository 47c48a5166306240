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
from kb.publishing.parts.lawlinks import LawLink, law_link
from kb.publishing.parts.navigation import CONCEPTS
from kb.publishing.parts.press import Press
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


def table(press: Press) -> dict[str, Any]:
    """What the template of the table of all concepts needs."""
    areas = {area.id: _area_title(press, area) for area in press.glossary.areas}
    languages = _languages(press)
    rows = [
        ConceptRow(
            concept.id,
            name_of(press, concept),
            concept.area,
            _game(press, concept),
            " · ".join(word.text for word in concept.words.get(press.language, ())[1:])
            or concept.gloss.get(press.language, ""),
            [_cell(concept, code) for code in languages[1:]],
            " ".join(
                word.text for code in languages[1:] for word in concept.words.get(code, ())[1:]
            ),
        )
        for concept in press.glossary.sorted_in(press.language)
    ]
    return {
        "languages": languages,
        "areas": areas,
        "letters": [*_letters(press, rows, lambda row: row.name.words)],
        "number": len(rows),
    }


def _cell(concept: Concept, language: str) -> LanguageCell:
    word = preferred(concept, language)
    return LanguageCell(language, word or concept.gloss.get(language, "–"), word is None)


def _letters(press: Press, entries: Iterable[Any], words: Callable[[Any], str]) -> Iterator[Letter]:
    """Sorted entries by the letter that they begin with."""
    for head, own in groupby(entries, key=lambda one: initial(words(one), press.language)):
        anchor = "letter-0" if head == "#" else f"letter-{head.lower()}"
        yield Letter(head, anchor, list(own))


def subjects(press: Press) -> dict[str, Any]:
    """What the template of the subject index needs: every word of the reader's language."""
    found: dict[str, list[SubjectConcept]] = {}
    for concept in press.glossary.concepts:
        words = concept.words.get(press.language, ())
        for word in words:
            see = "" if word is words[0] else words[0].text
            found.setdefault(word.text, []).append(_subject(press, concept, see))
    entries = [Subject(words, concepts) for words, concepts in found.items()]
    entries.sort(key=lambda one: sort_key(one.words, press.language))
    return {"letters": [*_letters(press, entries, lambda one: one.words)]}


def _subject(press: Press, concept: Concept, see: str) -> SubjectConcept:
    area, game = press.glossary.area_of(concept), _game(press, concept)
    if see:
        return SubjectConcept(concept.id, see, game, [], [], [], "")
    own = _own_edition(press, area.edition)
    earlier = [full for full in concept.earlier if own and full.startswith(f"{own}:")]
    year = press.corpus.edition(own).year if own else ""
    return SubjectConcept(
        concept.id,
        "",
        game,
        [*_links(press, provisions(concept))],
        [*_links(press, _printed(press, concept))],
        [*_links(press, earlier)],
        year,
    )


def _game(press: Press, concept: Concept) -> str:
    """The area of a concept of another game than the first; "" for one of that."""
    area = press.glossary.area_of(concept)
    first = press.corpus.works[0].id
    other = press.corpus.game(area.edition) != first
    return _area_title(press, area).words if other else ""


def _area_title(press: Press, area: Area) -> PageTitle:
    """The title of an area in the reader's language, else in English."""
    language = press.language if press.language in area.titles else "en"
    return PageTitle(area.titles[language], language)


def _languages(press: Press) -> list[str]:
    """The reader's language, then the others of the lexicon."""
    return [press.language, *(code for code in press.glossary.languages if code != press.language)]


def _own_edition(press: Press, edition: str) -> str | None:
    """The older edition that the reader's language has instead of this one; None if it has it."""
    book = press.book(edition)
    if book is None or any(text.language == press.language for text in book.texts):
        return None
    older = book.older
    spoken = {text.language for text in older.texts} if older else set()
    return older.edition.id if older and press.language in spoken else None


def _printed(press: Press, concept: Concept) -> Iterator[str]:
    """The provisions that the indexes of the books name under a concept's headwords as well."""
    known = provisions(concept)
    for full in concept.gathers:
        text, _, id = full.partition(":")
        book = press.book(text.partition("/")[0])
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


def context(press: Press, concept: Concept) -> dict[str, Any]:
    """What the template of a concept's own page needs."""
    found = [*definitions(press, concept)]
    found.sort(key=lambda one: one.language != press.language)
    return {
        "name": name_of(press, concept),
        "area": _area_title(press, press.glossary.area_of(concept)),
        "definitions": found,
        "words": [(code, [*_words(press, concept, code)]) for code in _languages(press)],
        "gloss": concept.gloss,
        "governing": [*_governing(press, concept, provisions(concept))],
        "earlier": [*_governing(press, concept, concept.earlier)],
        "printed": [*_links(press, _printed(press, concept))],
        "occurring": _occurring(press, concept),
    }


def texts_of(press: Press, concept: Concept) -> tuple[Text, ...]:
    """The published texts that a concept's area is of."""
    own = press.glossary.area_of(concept).texts
    return tuple(text for text in press.texts if text.id in own)


def _words(press: Press, concept: Concept, language: str) -> Iterator[WordShown]:
    for word in concept.words.get(language, ()):
        full = word.place
        link = _place(press, full) if full else None
        shown = (link.href, link.title) if link else ("", "")
        yield WordShown(word.text, *shown, usage=full is None)


def _place(press: Press, full: str) -> LawLink | None:
    """A record as a link from a page of concepts; None where its text is not published."""
    id = FullId.parse(full)
    book = press.book(id.edition)
    local = str(id.local)
    address = None
    if book and id.text in book.records:
        address = book.address_from(ROOT, local, id.text)
    if book is None or address is None:
        return None
    if book.edition.about:
        title = part_name(press, local)
    else:
        title = place_name(press, book, id.text, local)
    year = f" ({book.edition.year})" if book.superseded else ""
    return LawLink(address, title, title + year, press.language)


def _governing(press: Press, concept: Concept, places: Iterable[str]) -> Iterator[Governing]:
    for full in places:
        edition, _, id = full.partition(":")
        book = press.book(edition)
        for link in _links(press, [full]):
            law = id.partition(".")[0]
            title = titles(press, book, law)[0] if book and law in book.row else PageTitle("", "")
            yield Governing(link, title, full in concept.defined_by)


def _links(press: Press, places: Iterable[str]) -> Iterator[LawLink]:
    """Provisions as links from a page of concepts, each once; unpublished ones are left out."""
    for full in dict.fromkeys(places):
        edition, _, id = full.partition(":")
        book = press.book(edition)
        address = book.address_from(ROOT, id) if book else None
        if book and address and id in book.row:
            link = law_link(press, book, id, address)
            if is_definition(full):  # its term would be that of the concept
                link = replace(link, name=place_name(press, book, book.texts[0].id, id))
            yield link


def _occurring(press: Press, concept: Concept) -> list[Occurring]:
    """The laws whose words mention a concept most, in the text that the reader gets first."""
    book = press.book(press.glossary.area_of(concept).edition)
    if book is None:
        return []
    counts = book.occurrences.get(concept.id, Counter())
    return [
        Occurring(
            law_link(press, book, law, f"{ROOT}{book.edition.id}/{law}/"),
            titles(press, book, law)[0],
            times,
        )
        for law, times in sorted(counts.items(), key=lambda item: (-item[1], int(item[0])))[:_MOST]
    ]


def concepts_of(press: Press, book: Book, law: str) -> list[ConceptLink]:
    """The concepts that a law defines or governs, the weightiest first."""
    return [
        ConceptLink(name_of(press, concept), f"{ROOT}{CONCEPTS}/{concept.id}/")
        for concept in press.glossary.by_law.get(f"{book.edition.id}:{law}", ())
    ]


#: The pages that list concepts: the template of each, and what makes its context.
LISTS: dict[str, tuple[str, Callable[[Press], dict[str, Any]]]] = {
    "": ("concepts.html", table),
    "subject-index": ("concept-index.html", subjects),
}
