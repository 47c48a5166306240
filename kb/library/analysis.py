"""Finds the terms of a ruling, as the laws are analysed, with what a build has at run time.

A form has the terms that the table of forms gives it; a form that is not there has those of the
words with which it shares its stem, and besides a term of its own, since rulings have many words
that no law has: names of events, of conventions. Concepts and everyday senses are found by all
their words in the language.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from kb.curation.concepts.finder import Forms, TermFinder
from kb.languages.letters import TOKEN
from kb.languages.stemming import fold, lower_case, stem
from kb.languages.term_words import is_abbreviation
from kb.library.ruling_document import OWN
from kb.search.database import Database, KnownForm
from kb.storage.store import Store

#: So many words of a ruling say in which language it is.
_SAMPLE = 400
#: How much a stop word counts for its language, and a form that only dictionaries have.
_STOP, _FURTHER = 1.0, 0.5
#: A language must be ahead of the next by this share, and know this share of the words.
_AHEAD, _KNOWN = 1.05, 0.25
#: The longest word that gets a term of its own.
_LONGEST = 40


class MarkedTerm(NamedTuple):
    """A term and where it stands."""

    term: str
    start: int
    end: int


class RulingAnalyser:
    """Finds terms, and guesses languages; one for each process, as it remembers words."""

    def __init__(self, database: Database, store: Store) -> None:
        header, _ = store.concepts()
        self._database = database
        self._free_order = frozenset(header.free_order)
        self._related = {code: Forms.of(pairs) for code, pairs in header.forms.items()}
        self._forms: dict[str, dict[str, KnownForm]] = {}
        self._terms: dict[tuple[str, str], tuple[str, ...]] = {}
        self._finders: dict[str, TermFinder] = {}

    def terms(self, words: str, language: str | None) -> Iterator[MarkedTerm]:
        """Every term of some words with its offsets: `pl:lew`, `c:revoke`, `s:drop`, `w:name`.

        Words in no known language have terms of their own alone.
        """
        stops = self._database.stop_words.get(language or "", frozenset())
        for token in TOKEN.finditer(words):
            word = token[0]
            if lower_case(word, language) in stops and not is_abbreviation(word):
                continue
            for term in self._of_word(word, language or ""):
                yield MarkedTerm(term, *token.span())
        if language:
            for start, end, targets in self._finder(language).every(words):
                for target in targets:
                    yield MarkedTerm(target, start, end)

    def language(self, words: str) -> str | None:
        """The language that knows most of the words; None where none knows enough of them."""
        points: defaultdict[str, float] = defaultdict(float)
        read = 0
        for token, _ in zip(TOKEN.finditer(words), range(_SAMPLE), strict=False):
            word = lower_case(token[0])
            if not word.isalpha():
                continue
            read += 1
            knowing = {
                code: 1.0 if form.own and form.exact else _FURTHER
                for code, form in self._known(word).items()
            }
            stops_by_language = self._database.stop_words.items()
            knowing |= {code: _STOP for code, stops in stops_by_language if word in stops}
            for code, value in knowing.items():
                points[code] += value / len(knowing)
        ranked = sorted(points.items(), key=lambda row: (-row[1], row[0]))
        if not ranked or ranked[0][1] < _KNOWN * read:
            return None
        is_sure = len(ranked) == 1 or ranked[0][1] >= _AHEAD * ranked[1][1]
        return ranked[0][0] if is_sure else None

    def _known(self, word: str) -> dict[str, KnownForm]:
        """What each language knows of a word in small letters."""
        if word not in self._forms:
            self._forms[word] = {form.language: form for form in self._database.form(word)}
        return self._forms[word]

    def _of_word(self, word: str, language: str) -> tuple[str, ...]:
        key = word, language
        if key not in self._terms:
            lowered = lower_case(word, language)
            known = self._of_form(lowered, language)
            terms = [f"{language}:{term}" for term in known]
            form = self._known(lowered).get(language)
            if not (form and form.exact) and (own := own_term(lowered, language)):
                terms.append(own)
            self._terms[key] = tuple(terms)
        return self._terms[key]

    def _of_form(self, lowered: str, language: str) -> tuple[str, ...]:
        """The terms of a form in small letters, or those of the words with its stem."""
        if form := self._known(lowered).get(language):
            return form.exact or form.folded
        if not language or not lowered.isalpha():
            return ()
        return self._database.stems(lowered, language)

    def _finder(self, language: str) -> TermFinder:
        if language not in self._finders:
            self._finders[language] = TermFinder(
                self._database.lexicon(language),
                language,
                self._related.get(language),
                language in self._free_order,
                self._of_form,
            )
        return self._finders[language]


def own_term(word: str, language: str) -> str | None:
    """The term of a word that no law has; None for what is no word.

    >>> own_term("spingolds", "en"), own_term("3nt", "en")
    ('w:spingold', None)
    """
    if len(word) < 2 or len(word) > _LONGEST or not word.isalpha():
        return None
    return OWN + fold(stem(word, language))


def marked(
    title: str, text: str, analyser: RulingAnalyser, language: str | None
) -> list[MarkedTerm]:
    """The terms of a title and a text, with offsets in both with a line end between them."""
    apart = len(title) + 1
    in_text = analyser.terms(text, language)
    return [
        *analyser.terms(title, language),
        *(MarkedTerm(term, start + apart, end + apart) for term, start, end in in_text),
    ]
