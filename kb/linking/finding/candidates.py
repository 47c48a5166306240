"""Where in a text a citation may be, and in which languages: words that mean something to one.

It saves reading the rest, and reading all in every language. site/linker/candidates.js does the
same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from kb.citations.anchors import patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.pattern_words import words_known
from kb.citations.phrases import Phrases
from kb.citations.recogniser import small_words
from kb.linking.finding.meanings import meanings
from kb.linking.zones.signs import MARK

_LEXEMES = {name: compiled(pattern) for name, pattern in grammar().lexemes.items()}
_PIECES, _SILENT, _LETTER = _LEXEMES["pieces"], _LEXEMES["silent"], _LEXEMES["sign_of_word"]
_ANCHOR = compiled(grammar().surroundings["anchor"])
_LETTERED = compiled(grammar().surroundings["lettered"])
_SUFFIX = _LEXEMES["suffix"]
_ROMAN = frozenset("ivx")

#: The language of an island is told by the stretch of text that it begins in, and by what stands
#: around that; both in characters.
_STRETCH, _AROUND = 400, 150
#: Languages that know nearly as many words as the best are asked too.
_NEARLY = 0.7
#: How far from a citation a language may know something that makes it one or none, in characters:
#: before it a cue, after it what its number counts, marks left out, which may be many. As far as
#: kb.citations.recogniser and kb.linking.finding.surroundings look.
_NEAR, _FAR, _WITH_MARKS = 40, 60, 20
#: For how many different pieces of text it is remembered what they are, and how long these are.
_REMEMBERED, _SHORT = 100_000, 40


class CandidateStretch(NamedTuple):
    """A stretch of a text that may hold citations; the languages to ask, the likeliest first."""

    start: int
    end: int
    languages: Sequence[str]


def vocabulary(language: str) -> frozenset[str]:
    """The words by which a language is told: all that its patterns list, but for single letters."""
    words = patterns()[language]
    listed = (words.codes, words.others, words.cues, words.cues_after, words.counted, words.edition)
    named = {word for phrases in listed for one in phrases.listed for word in one.split()}
    return frozenset(word for word in named.union(words_known(language)) if len(word) > 1)


class WordLanguages:
    """The words of several languages, each with the languages that know it."""

    def __init__(self, languages: Sequence[str]) -> None:
        self.languages = tuple(languages)
        # Which languages have a word, or a sign, as one for a law or part: a bit for each.
        self._units: dict[str, int] = {}
        every = (1 << len(self.languages)) - 1
        for bit, language in enumerate(self.languages):
            for word, is_unit in words_known(language).items():
                # One letter (P27) says nothing of a language: the likeliest are asked.
                spoken = every if is_unit and len(word) == 1 else is_unit << bit
                self._units[word] = self._units.get(word, 0) | spoken
        self._vocabulary: dict[str, int] = {}
        for bit, language in enumerate(self.languages):
            for word in vocabulary(language):
                self._vocabulary[word] = self._vocabulary.get(word, 0) | 1 << bit
        self._codes = Phrases(
            phrase for one in self.languages for phrase in patterns()[one].codes.listed
        )
        self._pieces: dict[str, int] = {}

    def units(self, text: str) -> int:
        """Which languages have a piece of text, a word or signs, as one for a law or part.

        A bit for each; all bits turned (so that it is negative) where no citation goes over it.
        """
        try:
            return self._pieces[text]
        except KeyError:
            if len(self._pieces) >= _REMEMBERED:
                self._pieces.clear()
            found = self._read(text)
            if len(text) <= _SHORT:
                self._pieces[text] = found
            return found

    def _read(self, text: str) -> int:
        if _LETTER.match(text):
            word = text.lower()
            label = len(word) == 1 or _ROMAN.issuperset(word)
            known = word in self._units or label or self._codes.at([word])
            return self._units.get(word, 0) if known else ~0
        signs = _SILENT.sub("", text)
        units = reduce(or_, (self._units.get(sign, 0) for sign in signs), 0)
        return units if all(sign in self._units for sign in signs) else ~units

    def told(self, text: str) -> list[int]:
        """How many words of a text each language knows, in the order of the languages."""
        masks = Counter(map(self._vocabulary.get, _PIECES.findall(text.lower())))
        del masks[None]  # words that no language lists
        return [
            sum(number for mask, number in masks.items() if mask and mask >> bit & 1)
            for bit in range(len(self.languages))
        ]


@cache
def lexicon(languages: tuple[str, ...]) -> WordLanguages:
    """The lexicon of several languages."""
    return WordLanguages(languages)


def candidate_stretches(text: str, languages: Sequence[str]) -> Iterator[CandidateStretch]:
    """The stretches around numbers and labels that may hold a citation, in order.

    A word that no language knows ends one. Of languages that have the same words for a law or
    part in it, the one that knows most words around is asked.
    """
    known = lexicon(tuple(languages))
    pieces = _PIECES.findall(text)
    starts = [0, *accumulate(map(len, pieces))]
    units = known.units

    @cache
    def told(stretch: int) -> list[int]:
        at = stretch * _STRETCH
        return known.told(text[max(0, at - _AROUND) : at + _STRETCH + _AROUND])

    end = 0
    for match in _ANCHOR.finditer(text):
        if match.start() < end:
            continue
        first = bisect_right(starts, match.start()) - 1
        while first > 0 and starts[first] > end and units(pieces[first - 1]) >= 0:
            first -= 1
        last = bisect_right(starts, match.end() - 1)
        while last < len(pieces) and units(pieces[last]) >= 0:
            last += 1
        end = starts[last]
        inside = pieces[first:last]
        asked = _asked(text, starts[first], end, inside, known, told)
        if len(asked) > 1:
            asked = _different(text, starts[first], end, inside, asked)
        if asked:
            yield CandidateStretch(starts[first], end, asked)


def _different(
    text: str, start: int, end: int, pieces: Sequence[str], asked: Sequence[str]
) -> Sequence[str]:
    """The languages to ask without those that know of an island just what one before them does.

    They would find the same in it, and the likelier one counts. (All languages have Laws 49–51.)
    """
    words = {*small_words(text[start:end]), *small_words(text[max(0, start - _NEAR) : start])}
    words.update(small_words(text[end : end + _WITH_MARKS * _FAR].replace(MARK, "")[:_FAR]))
    for piece in {*pieces}:
        words.update((piece.lower(),) if _LETTER.match(piece) else piece)
    listed = sorted(words)
    suffixed = _SUFFIX.search(text, start, end) is not None
    found: dict[tuple[int, ...], str] = {}
    for language in asked:
        found.setdefault(meanings(language).of(listed, suffixed), language)
    return [*found.values()]


def _asked(
    text: str,
    start: int,
    end: int,
    pieces: Sequence[str],
    known: WordLanguages,
    told: Callable[[int], Sequence[int]],
) -> Sequence[str]:
    """The languages to ask about an island, the likeliest first."""
    masks = {mask if mask >= 0 else ~mask for mask in map(known.units, pieces)} - {0}
    if not masks:
        if not _LETTERED.search(text, start, end):
            return ()
        masks = {(1 << len(known.languages)) - 1}
    if len(known.languages) == 1:
        return known.languages
    counts = told(start // _STRETCH) if any(mask & mask - 1 for mask in masks) else []
    order = sorted(range(len(known.languages)), key=lambda bit: -counts[bit] if counts else bit)
    chosen: set[int] = set()
    for mask in masks:
        having = [bit for bit in order if mask >> bit & 1]
        least = counts[having[0]] * _NEARLY if counts else 0
        chosen.update(bit for bit in having if not counts or counts[bit] >= least)
    return [known.languages[bit] for bit in order if bit in chosen]
