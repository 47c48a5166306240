"""Finds the words of concepts in a text, in any inflection, the longest term that fits."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kb.core.concepts import FormPairs
from kb.core.errors import ReadingError
from kb.files.typed_tsv import one_of, read_tsv
from kb.languages.letters import TOKEN
from kb.languages.stemming import lower_case, stems
from kb.languages.term_words import is_abbreviation, tokens_of

_FORMS = ("form", "word", "relation", "why")
#: What stands between the words of a term (`manš-pozicija`, `d’enchères`, `40/100`): no full stop.
_GAP = re.compile(r"[\s'’/\u00ad\u2010-\u2013-]+")
#: After a number a full stop may stand too, which makes it an ordinal: `12. štih`.
_AFTER_NUMBER = re.compile(rf"\.?{_GAP.pattern}")
#: Words with fewer letters never change places: prepositions and figures (`bez atu`, `12. štih`).
_FREE = 4
#: For how many words of texts a finder remembers which words of terms they are forms of.
_REMEMBERED = 50_000


#: A function of a word (in small letters) and a language: what it has in common with its forms.
Stems = Callable[[str, str], Iterable[str]]

#: A word of a text with its offsets.
_WordSpan = tuple[str, int, int]


class Occurrence(NamedTuple):
    """Where a term stands, by offsets, and the concepts that it may mean."""

    start: int
    end: int
    concepts: tuple[str, ...]


@dataclass(frozen=True)
class Forms:
    """What the stemmer of a language gets wrong: pairs of an inflected form and a word.

    In `related` the form is one of the word, though its stem is another; in `unrelated` it is not,
    though the stems are the same.
    """

    related: frozenset[tuple[str, str]] = frozenset()
    unrelated: frozenset[tuple[str, str]] = frozenset()

    def stored(self) -> FormPairs:
        """The pairs as the build holds them, sorted."""
        return FormPairs(tuple(sorted(self.related)), tuple(sorted(self.unrelated)))

    @classmethod
    def of(cls, pairs: FormPairs) -> Forms:
        """The forms that a build holds."""
        return cls(frozenset(pairs.related), frozenset(pairs.unrelated))


def read_forms(path: Path) -> Forms:
    """The forms of a language from its table; none when there is no such file.

    Raises `ReadingError` with file and line for a row that is there twice, that contradicts
    another, or that tells nothing but what the stemmer knows.
    """
    language = path.stem
    pairs_of: dict[str, set[tuple[str, str]]] = {"is": set(), "is not": set()}
    for line, (form, word, relation, _) in read_tsv(path, _FORMS):
        if relation not in pairs_of:
            raise ReadingError(path, line, f"no relation: {relation!r}", one_of({*pairs_of}))
        if form != lower_case(form, language):
            raise ReadingError(path, line, f"{form!r} must be in small letters")
        pair = (form, word)
        if any(pair in pairs for pairs in pairs_of.values()):
            raise ReadingError(path, line, f"{form!r} and {word!r} are there twice")
        alike = not {*stems(form, language)}.isdisjoint(stems(word, language))
        if alike == (relation == "is"):
            raise ReadingError(
                path, line, f"the stemmer knows that {form!r} {relation} {word!r}", "Take it out."
            )
        pairs_of[relation].add(pair)
    return Forms(frozenset(pairs_of["is"]), frozenset(pairs_of["is not"]))


class TermFinder:
    """Finds the words of concepts in texts of one language.

    Words match in any inflection that the stemmer or the table of forms knows. A word inside a
    longer term is not found by itself.

    >>> finder = TermFinder([("revoke", "revoke"), ("established revoke", "fixed")], "en")
    >>> [concepts for _, _, concepts in finder.find("Established revokes, other revokes")]
    [('fixed',), ('revoke',)]
    """

    def __init__(
        self,
        words: Iterable[tuple[str, str]],
        language: str,
        forms: Forms | None = None,
        free_order: bool = False,
        stems: Stems = stems,
    ) -> None:
        """Take pairs of a word and the id of its concept; a word of several concepts has several.

        `free_order` says that the two words of a term may change places in this language. `stems`
        is the stemmer.
        """
        self._language = language
        self._stems = stems
        self._forms = forms or Forms()
        terms: dict[tuple[str, ...], dict[str, None]] = {}
        for word, concept in words:
            terms.setdefault(tokens_of(word), {})[concept] = None
        for tokens in [*terms] if free_order else ():
            if len(tokens) == 2 and min(map(len, tokens)) >= _FREE:
                terms.setdefault(tokens[::-1], terms[tokens])
        self._terms = {tokens: tuple(concepts) for tokens, concepts in terms.items()}
        self._starting: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        by_stem: dict[str, set[str]] = defaultdict(set)
        for tokens in self._terms:
            self._starting[tokens[0]].append(tokens)
            for token in tokens:
                for stem in stems(token, language):
                    by_stem[stem].add(token)
        self._by_stem = {stem: frozenset(words) for stem, words in by_stem.items()}
        self._term_words = frozenset(token for tokens in self._terms for token in tokens)
        self._related: dict[str, set[str]] = defaultdict(set)
        for form, word in self._forms.related:
            self._related[form].add(word)
        self._meant = lru_cache(maxsize=_REMEMBERED)(self._words_meant)

    def find(self, text: str) -> list[Occurrence]:
        """The terms in a text in order; they do not overlap, and the longest wins."""
        return list(self._find(text))

    def standing(self, text: str) -> set[str]:
        """The concepts of which a text has a word, even if it is inside a longer term."""
        return {concept for occurrence in self.every(text) for concept in occurrence.concepts}

    def every(self, text: str) -> Iterator[Occurrence]:
        """All terms in a text in order, also those inside longer ones."""
        tokens = _tokens(text)
        for at in range(len(tokens)):
            for term in self._fitting(text, tokens, at):
                end = tokens[at + len(term) - 1][2]
                yield Occurrence(tokens[at][1], end, self._terms[term])

    def _find(self, text: str) -> Iterator[Occurrence]:
        tokens = _tokens(text)
        at = 0
        while at < len(tokens):
            matching = self._longest(text, tokens, at)
            if not matching:
                at += 1
                continue
            length = len(matching[0])
            later = (self._longest(text, tokens, next) for next in range(at + 1, at + length))
            if any(other and len(other[0]) > length for other in later):
                at += 1  # a longer term begins inside this one
                continue
            concepts = dict.fromkeys(concept for term in matching for concept in self._terms[term])
            yield Occurrence(tokens[at][1], tokens[at + length - 1][2], tuple(concepts))
            at += length

    def _longest(self, text: str, tokens: list[_WordSpan], at: int) -> list[tuple[str, ...]]:
        """The longest terms that begin at a token: several where their words look alike.

        If some are written just as in the text, those that the text inflects are left out.
        """
        fitting = [*self._fitting(text, tokens, at)]

        def fit(term: tuple[str, ...]) -> tuple[int, int]:
            written = (token for token, _, _ in tokens[at : at + len(term)])
            return len(term), sum(map(_is_written, written, term))

        best = max(map(fit, fitting), default=(0, 0))
        return sorted(term for term in fitting if fit(term) == best)

    def _fitting(self, text: str, tokens: list[_WordSpan], at: int) -> Iterator[tuple[str, ...]]:
        """The terms that begin at a token, in the same order in every process."""
        for first in sorted(self._meant(tokens[at][0])):
            for term in self._starting.get(first, ()):
                if self._fits(text, tokens, at, term):
                    yield term

    def _fits(self, text: str, tokens: list[_WordSpan], at: int, term: tuple[str, ...]) -> bool:
        if at + len(term) > len(tokens):
            return False
        for offset, word in enumerate(term[1:], 1):
            token, start, _ = tokens[at + offset]
            if word not in self._meant(token):
                return False
            before, _, end = tokens[at + offset - 1]
            gap = _AFTER_NUMBER if before.isdigit() else _GAP
            if not gap.fullmatch(text, end, start):
                return False
        return True

    def _words_meant(self, token: str) -> frozenset[str]:
        """The words of terms of which a token of a text is a form."""
        if is_abbreviation(token) and token in self._term_words:
            return frozenset({token})
        lowered = lower_case(token, self._language)
        words = self._related.get(lowered, set()) & self._term_words
        for stem in self._stems(lowered, self._language):
            words |= self._by_stem.get(stem, frozenset())
        return frozenset(
            word
            for word in words
            if (lowered, word) not in self._forms.unrelated and not is_abbreviation(word)
        )


def _tokens(text: str) -> list[_WordSpan]:
    return [(match[0], match.start(), match.end()) for match in TOKEN.finditer(text)]


def _is_written(token: str, word: str) -> bool:
    """Whether a token of a text is a word itself and not an inflected form of it."""
    return word in (token, lower_case(token))
