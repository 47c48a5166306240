"""What the pages of the concepts show: a table of all, the subject index, each by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kb.core.concepts import Concept
from kb.core.titles import Title
from kb.languages.collation import initial, sort_key
from kb.publishing.pages.concept import (
    area_title,
    languages_shown,
    links,
    printed_in_indexes,
)
from kb.publishing.pages.terms import name_of
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink
from kb.records.glossary import preferred, provisions


@dataclass(frozen=True)
class ConceptRow:
    """A concept in the table: its page, its name, its area, and what each language has.

    `game` is named where it is not the first. `also` are the reader's other words for it, or what
    it is where there is none; `more` are the other words of all languages, for the filter.
    """

    id: str
    name: Title
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


def table(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the table of all concepts needs."""
    areas = {area.id: area_title(language_site, area) for area in language_site.glossary.areas}
    languages = languages_shown(language_site)
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
        [*links(language_site, provisions(concept))],
        [*links(language_site, printed_in_indexes(language_site, concept))],
        [*links(language_site, earlier)],
        year,
    )


def _game(language_site: LanguageSite, concept: Concept) -> str:
    """The area of a concept of another game than the first; "" for one of that."""
    area = language_site.glossary.area_of(concept)
    first = language_site.corpus.works[0].id
    other = language_site.corpus.game(area.edition) != first
    return area_title(language_site, area).words if other else ""


def _own_edition(language_site: LanguageSite, edition: str) -> str | None:
    """The older edition that the reader's language has instead of this one; None if it has it."""
    book = language_site.book(edition)
    if book is None or language_site.language in book.languages:
        return None
    older = book.older
    return older.edition.id if older and language_site.language in older.languages else None


#: The pages that list concepts: the template of each, and what makes its context.
LISTS: dict[str, tuple[str, Callable[[LanguageSite], dict[str, Any]]]] = {
    "": ("concepts.html", table),
    "subject-index": ("concept-index.html", subjects),
}
