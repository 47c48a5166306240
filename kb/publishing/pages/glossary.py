"""The pages that list concepts: the table of all, and the subject index."""

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
    """A concept in the table: its id, name and area, and a cell for each other language.

    `game` is its area where that is of another game than the first, else "". `also` has the other
    words in the reader's language, or a gloss where there are none; `more` those in all other
    languages, which the filter looks through.
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
    """The first word of a language for a concept, or a gloss where it has no word."""

    language: str
    words: str
    gloss: bool


@dataclass(frozen=True)
class Letter:
    """The entries that begin with a letter."""

    head: str
    anchor: str
    entries: list[Any]


@dataclass(frozen=True)
class Subject:
    """A word in the subject index, and the concepts that it names."""

    words: str
    concepts: list[SubjectConcept]


@dataclass(frozen=True)
class SubjectConcept:
    """A concept at a word of the index, with its provisions; `earlier` are those of `year`.

    `see` is the name of the concept if the word is another; then there are no provisions. `game` is
    as in `ConceptRow`.
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
    """Sorted entries by the letters that they begin with; `words` gives the words of an entry."""

    def letter(entry: Any) -> str:
        return initial(words(entry), language_site.language)

    for head, group in groupby(entries, key=letter):
        anchor = "letter-0" if head == "#" else f"letter-{head.lower()}"
        yield Letter(head, anchor, list(group))


def subjects(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the subject index needs: all words of the reader's language."""
    by_word: dict[str, list[SubjectConcept]] = {}
    for concept in language_site.glossary.concepts:
        words = concept.words.get(language_site.language, ())
        for word in words:
            see = "" if word is words[0] else words[0].text
            by_word.setdefault(word.text, []).append(_subject(language_site, concept, see))
    entries = [Subject(word, concepts) for word, concepts in by_word.items()]
    entries.sort(key=lambda entry: sort_key(entry.words, language_site.language))
    return {"letters": [*_letters(language_site, entries, lambda entry: entry.words)]}


def _subject(language_site: LanguageSite, concept: Concept, see: str) -> SubjectConcept:
    area, game = language_site.glossary.area_of(concept), _game(language_site, concept)
    if see:
        return SubjectConcept(concept.id, see, game, [], [], [], "")
    older = _older_edition(language_site, area.edition)
    earlier = [full for full in concept.earlier if older and full.startswith(f"{older}:")]
    year = language_site.corpus.edition(older).year if older else ""
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
    """The area of a concept that is of another game than the first; "" for any other."""
    area = language_site.glossary.area_of(concept)
    first = language_site.corpus.works[0].id
    other = language_site.corpus.game(area.edition) != first
    return area_title(language_site, area).words if other else ""


def _older_edition(language_site: LanguageSite, edition: str) -> str | None:
    """The older edition that the reader's language has instead of this one, if so."""
    book = language_site.book(edition)
    if book is None or language_site.language in book.languages:
        return None
    older = book.older
    return older.edition.id if older and language_site.language in older.languages else None


#: The pages that list concepts, by slug: the template, and the function that makes its context.
LISTS: dict[str, tuple[str, Callable[[LanguageSite], dict[str, Any]]]] = {
    "": ("concepts.html", table),
    "subject-index": ("concept-index.html", subjects),
}
