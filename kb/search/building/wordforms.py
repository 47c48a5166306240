"""The form → term table: which index terms each form of a word has, made when the corpus is built.

A term is Snowball's stem of the word, in languages of many endings of its dictionary form, as
simplemma has it. Terms keep their accents: a word that is typed without accents has the terms of
all forms that look so without theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kb.curation.concepts.finder import Forms
from kb.languages.stemming import fold, lower_case, stem
from kb.search.building.morphology import Morphology
from kb.search.word_parts import WordParts, word_parts


class FormTerms(NamedTuple):
    """A form without accents, as people may type it, the form itself, and its terms."""

    folded: str
    form: str
    terms: tuple[str, ...]


@dataclass(frozen=True)
class WordForms:
    """The words of a language with their terms. `own` are the forms in texts and concepts."""

    language: str
    own: dict[str, tuple[str, ...]]
    further: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def terms(self, word: str) -> tuple[str, ...]:
        """The terms of a word of the texts; () for any other word."""
        return self.own.get(lower_case(word, self.language), ())

    def rows(self) -> Iterator[FormTerms]:
        """The whole table, in no order."""
        for form, terms in (*self.own.items(), *self.further.items()):
            yield FormTerms(fold(form), form, terms)

    def stems(self) -> dict[str, tuple[str, ...]]:
        """For unknown forms: by folded stem, the terms of all words of the texts that have it."""
        by_stem: dict[str, set[str]] = defaultdict(set)
        for form, terms in self.own.items():
            for base in {fold(stem(form, self.language)), fold(stem(fold(form), self.language))}:
                by_stem[base].update(terms)
        return {base: tuple(sorted(terms)) for base, terms in sorted(by_stem.items())}


def word_forms(
    words: Iterable[str], language: str, morphology: Morphology, curated: Forms | None = None
) -> WordForms:
    """The table of a language from the words (in small letters) of its texts and concepts."""
    related: dict[str, list[str]] = defaultdict(list)
    for form, word in sorted(curated.related if curated else ()):
        related[form].append(word)
    by_lemma = word_parts().get(language, WordParts()).lemmas

    def term(word: str) -> str:
        lemma = morphology.lemmas.get(word) if by_lemma else None
        return stem(lemma or word, language)

    own_terms = {
        word: tuple(dict.fromkeys(map(term, (word, *related.get(word, ()))))) for word in {*words}
    }
    further: dict[str, tuple[str, ...]] = {}
    for lemma, forms in morphology.forms.items():
        for form in forms:
            if form not in own_terms:
                # An irregular form has another stem than the form in the texts: lag, liegen.
                bases = (lemma,) if by_lemma else (lemma, form)
                form_terms = (*further.get(form, ()), *(stem(base, language) for base in bases))
                further[form] = tuple(dict.fromkeys(form_terms))
    return WordForms(language, own_terms, further)
