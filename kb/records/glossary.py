"""The glossary: concepts by what people call them, in the order of a language's dictionary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from rapidfuzz import fuzz, process

from kb.core.concepts import Area, Concept
from kb.core.errors import NotFoundError
from kb.core.source_language import SOURCE_LANGUAGE
from kb.curation.concepts.finder import Forms, TermFinder
from kb.languages.collation import sort_key
from kb.languages.stemming import fold
from kb.storage.store import Store

#: Version of the JSON that `kodeks glossary` prints; kb/schemas/glossary.json describes it.
SCHEMA = "kodeks.glossary/1"

#: How alike two words must be written for one to be suggested for the other.
_ALIKE = 70
_SUGGESTED = 5

#: Longer than any word for a concept, in characters.
_LONGEST = 200


class _GlossaryWords(NamedTuple):
    """The words for concepts in a language.

    `pairs` are the words with the ids of their concepts, `folded` has each word in the form in
    which words are compared, `concepts` the ids by that form. `lines` has these forms, one a line.
    """

    pairs: tuple[tuple[str, str], ...]
    folded: dict[str, str]
    concepts: dict[str, list[str]]
    lines: str

    @classmethod
    def of(cls, concepts: Sequence[Concept], language: str) -> _GlossaryWords:
        """The words that these concepts have in a language."""
        pairs = tuple(
            (word.text, concept.id)
            for concept in concepts
            for word in concept.words.get(language, ())
        )
        folded = {word: fold(word) for word, _ in pairs}
        by_folded: dict[str, list[str]] = {}
        for word, concept in pairs:
            by_folded.setdefault(folded[word], []).append(concept)
        return cls(pairs, folded, by_folded, "\n".join(f" {word} " for word in by_folded))

    def of_part(self, folded: str) -> Iterator[str]:
        """The ids of the concepts that have these words, folded, in a longer word for them."""
        if f" {folded} " in self.lines:  # most words are in none, and one look at `lines` shows it
            for word, ids in self.concepts.items():
                if f" {folded} " in f" {word} ":
                    yield from ids


@dataclass(frozen=True)
class Glossary:
    """The concepts, the languages of their words, and the areas in their order.

    They are what `concepts.jsonl` of a build has.
    """

    languages: tuple[str, ...]
    areas: tuple[Area, ...]
    concepts: tuple[Concept, ...]
    forms: dict[str, Forms] = field(default_factory=dict)
    free_order: tuple[str, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Concept]:
        """The concepts by their ids."""
        return {concept.id: concept for concept in self.concepts}

    @cached_property
    def by_law(self) -> dict[str, list[Concept]]:
        """The concepts that each law (by its full id) defines or governs, the weightiest first.

        Those that the law defines come first. Then those come first for which the law is earlier
        in the list of provisions; a whole law weighs more than a provision in it.
        """
        weights: dict[str, dict[str, tuple[bool, int, int]]] = {}
        for concept in self.concepts:
            for places in (provisions(concept), concept.earlier):
                for rank, full in enumerate(places):
                    law, *below = full.split(".")
                    weight = full not in concept.defined_by, rank + len(below), len(below)
                    by_weight = weights.setdefault(law, {})
                    by_weight[concept.id] = min(weight, by_weight.get(concept.id, weight))
        return {
            law: [self.by_id[id] for id in sorted(by_weight, key=by_weight.__getitem__)]
            for law, by_weight in weights.items()
        }

    def area_of(self, concept: Concept) -> Area:
        """The area of a concept."""
        return next(area for area in self.areas if area.id == concept.area)

    def of_area(self, area: str) -> Glossary:
        """The glossary of one area alone; raises `NotFoundError` when there is no such area."""
        names = [other.id for other in self.areas]
        if area not in names:
            raise NotFoundError(f"there is no area {area!r}", names)
        if area not in self._of_areas:
            chosen = tuple(concept for concept in self.concepts if concept.area == area)
            self._of_areas[area] = replace(self, concepts=chosen)
        return self._of_areas[area]

    def sorted_in(self, language: str) -> list[Concept]:
        """The concepts by their name in a language, in the order of its dictionary."""
        return sorted(self.concepts, key=lambda c: sort_key(name(c, language)[0], language))

    def called(self, term: str, languages: Sequence[str]) -> list[Concept]:
        """The concepts that a term is a word for, in any of these languages, or the id of.

        The concepts with this very word are taken, whatever its accents; if there are none, those
        of which it is an inflected word; if there are none either, those with a word of which it is
        a part. Raises `NotFoundError` with the nearest words.
        """
        if len(term) > _LONGEST:
            raise NotFoundError(f"the glossary has no word of more than {_LONGEST} characters")
        wanted = " ".join(term.split())
        folded = fold(wanted)
        books = [self._words[code] for code in languages if code in self._words]

        def ways() -> Iterator[set[str]]:
            yield {id for book in books for id in book.concepts.get(folded, ())}
            yield self._inflected(wanted, languages)
            yield {id for book in books for id in book.of_part(folded)}

        for ids in ways():
            wanted_ids = ids | {wanted.lower()}
            if matching := [concept for concept in self.concepts if concept.id in wanted_ids]:
                return matching
        raise NotFoundError(f"the glossary has no {term!r}", self._nearest(folded, languages))

    @cached_property
    def _words(self) -> dict[str, _GlossaryWords]:
        """The words of every language."""
        return {code: _GlossaryWords.of(self.concepts, code) for code in self.languages}

    @cached_property
    def _of_areas(self) -> dict[str, Glossary]:
        """The glossaries of single areas that `of_area` has made so far."""
        return {}

    @cached_property
    def _finders(self) -> dict[str, TermFinder]:
        """The finders of inflected words that were made so far, by language."""
        return {}

    def _finder(self, language: str) -> TermFinder:
        if language not in self._finders:
            words = self._words[language].pairs if language in self._words else ()
            forms, free = self.forms.get(language), language in self.free_order
            self._finders[language] = TermFinder(words, language, forms, free)
        return self._finders[language]

    def _inflected(self, term: str, languages: Sequence[str]) -> set[str]:
        """The concepts of which a term as a whole is an inflected word, by id."""
        return {
            concept
            for code in languages
            for match in self._finder(code).find(term)
            if (match.start, match.end) == (0, len(term))
            for concept in match.concepts
        }

    def _nearest(self, wanted: str, languages: Sequence[str]) -> list[str]:
        # Language by language, because rapidfuzz lets no other thread run during one pass.
        near = [
            (score, word)
            for code in languages
            if code in self._words
            for _, score, word in process.extract(
                wanted,
                self._words[code].folded,
                scorer=fuzz.ratio,
                limit=_SUGGESTED,
                score_cutoff=_ALIKE,
            )
        ]
        nearest = dict.fromkeys(word for _, word in sorted(near, key=lambda scored: -scored[0]))
        return list(nearest)[:_SUGGESTED]


def glossary(store: Store) -> Glossary:
    """The glossary of a build; an empty one where its corpus has no concepts."""
    header, concepts = store.concepts()
    return Glossary(
        header.languages,
        header.areas,
        tuple(concepts),
        {code: Forms.of(pairs) for code, pairs in header.forms.items()},
        header.free_order,
    )


def preferred(concept: Concept, language: str) -> str | None:
    """The first word for a concept in a language; None where the language has none."""
    words = concept.words.get(language)
    return words[0].text if words else None


def provisions(concept: Concept) -> list[str]:
    """The full ids of the provisions that define a concept, then of those that govern it."""
    return [*dict.fromkeys((*concept.defined_by, *concept.governed_by))]


def name(concept: Concept, language: str) -> tuple[str, str]:
    """What to call a concept for readers of a language, and the language of that word.

    It is the preferred word of their language, else that of the first language that has one, else
    the id.
    """
    for code in (language, *concept.words):
        if word := preferred(concept, code):
            return word, code
    return concept.id, SOURCE_LANGUAGE
