"""Finds the stretches of a text that may hold a citation, and the languages in which to read each.

So the rest of the text is not read at all, and hardly any stretch in every language.
site/linker/candidates.js does the same.
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
from kb.citations.word_cache import WordCache
from kb.linking.finding.meanings import meanings
from kb.linking.zones.signs import MARK

_LEXEMES = {name: compiled(pattern) for name, pattern in grammar().lexemes.items()}
_PIECES, _SILENT, _LETTER = _LEXEMES["pieces"], _LEXEMES["silent"], _LEXEMES["sign_of_word"]
_ANCHOR = compiled(grammar().surroundings["anchor"])
_LETTERED = compiled(grammar().surroundings["lettered"])
_SUFFIX = _LEXEMES["suffix"]
_ROMAN = frozenset("ivx")

#: The text is cut into sections of the first length. The language of a stretch is recognised by the
#: words of the section in which it begins, and of the second length on both sides of that.
_STRETCH, _AROUND = 400, 150
#: A language is asked too if it knows at least this share of the words that the best one knows.
_NEARLY = 0.7
#: How far from a citation words may decide whether it is one, in characters: before it a cue, and
#: behind it what its number counts. Marks do not count; with them, the text behind may be so many
#: times longer. kb.citations.recogniser and kb.linking.finding.surroundings look as far.
_NEAR, _FAR, _WITH_MARKS = 40, 60, 20
#: For how many pieces of text it is kept which languages know them.
_REMEMBERED = 100_000


class CandidateStretch(NamedTuple):
    """A stretch of a text that may hold citations; the languages to ask, the likeliest first."""

    start: int
    end: int
    languages: Sequence[str]


def vocabulary(language: str) -> frozenset[str]:
    """The words by which a language is recognised: all in its patterns but single letters."""
    words = patterns()[language]
    lists = (words.codes, words.others, words.cues, words.cues_after, words.counted, words.edition)
    named = {word for phrases in lists for phrase in phrases.listed for word in phrase.split()}
    return frozenset(word for word in named.union(words_known(language)) if len(word) > 1)


class WordLanguages:
    """The words of several languages, each with the languages that know it.

    Such languages are a set in one integer: a bit for each, in the order of `languages`.
    """

    def __init__(self, languages: Sequence[str]) -> None:
        self.languages = tuple(languages)
        # The languages in which a word or sign announces a number.
        self._units: dict[str, int] = {}
        every = (1 << len(self.languages)) - 1
        for bit, language in enumerate(self.languages):
            for word, is_unit in words_known(language).items():
                # One letter (P27) tells no language; so every language counts as knowing it.
                spoken = every if is_unit and len(word) == 1 else is_unit << bit
                self._units[word] = self._units.get(word, 0) | spoken
        self._vocabulary: dict[str, int] = {}
        for bit, language in enumerate(self.languages):
            for word in vocabulary(language):
                self._vocabulary[word] = self._vocabulary.get(word, 0) | 1 << bit
        self._codes = Phrases(
            name for language in self.languages for name in patterns()[language].codes.listed
        )
        self._pieces = WordCache(self._read, _REMEMBERED)

    def units(self, text: str) -> int:
        """The languages in which a piece of text, a word or signs, announces a number.

        All bits are turned, so that the integer is negative, where no citation goes over the piece.
        """
        return self._pieces[text]

    def _read(self, text: str) -> int:
        if _LETTER.match(text):
            word = text.lower()
            label = len(word) == 1 or _ROMAN.issuperset(word)
            may_be_cited = word in self._units or label or self._codes.at([word])
            return self._units.get(word, 0) if may_be_cited else ~0
        signs = _SILENT.sub("", text)
        units = reduce(or_, (self._units.get(sign, 0) for sign in signs), 0)
        return units if all(sign in self._units for sign in signs) else ~units

    def word_counts(self, text: str) -> list[int]:
        """How many words of a text each language knows, in the order of the languages."""
        masks = Counter(map(self._vocabulary.get, _PIECES.findall(text.lower())))
        del masks[None]  # words that no language lists
        return [
            sum(number for mask, number in masks.items() if mask and mask >> bit & 1)
            for bit in range(len(self.languages))
        ]


@cache
def lexicon(languages: tuple[str, ...]) -> WordLanguages:
    """The words of several languages; they are collected once."""
    return WordLanguages(languages)


def candidate_stretches(text: str, languages: Sequence[str]) -> Iterator[CandidateStretch]:
    """The stretches around numbers and labels that may hold a citation, in order.

    A stretch ends at a word that no language knows. Of several languages whose words announce a
    number in it, those are asked that know most of the words around.
    """
    words = lexicon(tuple(languages))
    pieces = _PIECES.findall(text)
    starts = [0, *accumulate(map(len, pieces))]
    units = words.units

    @cache
    def counts_of(section: int) -> list[int]:
        at = section * _STRETCH
        return words.word_counts(text[max(0, at - _AROUND) : at + _STRETCH + _AROUND])

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
        asked = _asked(text, starts[first], end, inside, words, counts_of)
        if len(asked) > 1:
            asked = _different(text, starts[first], end, inside, asked)
        if asked:
            yield CandidateStretch(starts[first], end, asked)


def _different(
    text: str, start: int, end: int, pieces: Sequence[str], asked: Sequence[str]
) -> Sequence[str]:
    """The languages without those to which a stretch means just what it means to one before them.

    They would find the same in it, and the likelier one counts.
    """
    words = {*small_words(text[start:end]), *small_words(text[max(0, start - _NEAR) : start])}
    words.update(small_words(text[end : end + _WITH_MARKS * _FAR].replace(MARK, "")[:_FAR]))
    for piece in {*pieces}:
        words.update((piece.lower(),) if _LETTER.match(piece) else piece)
    listed = sorted(words)
    suffixed = _SUFFIX.search(text, start, end) is not None
    by_meaning: dict[tuple[int, ...], str] = {}
    for language in asked:
        by_meaning.setdefault(meanings(language).of(listed, suffixed), language)
    return [*by_meaning.values()]


def _asked(
    text: str,
    start: int,
    end: int,
    pieces: Sequence[str],
    words: WordLanguages,
    counts_of: Callable[[int], Sequence[int]],
) -> Sequence[str]:
    """The languages in which to read a stretch, the likeliest first.

    `counts_of` gives for a section of the text how many of its words each language knows.
    """
    masks = {mask if mask >= 0 else ~mask for mask in map(words.units, pieces)} - {0}
    if not masks:
        if not _LETTERED.search(text, start, end):
            return ()
        masks = {(1 << len(words.languages)) - 1}
    if len(words.languages) == 1:
        return words.languages
    counts = counts_of(start // _STRETCH) if any(mask & mask - 1 for mask in masks) else []
    order = sorted(range(len(words.languages)), key=lambda bit: -counts[bit] if counts else bit)
    chosen: set[int] = set()
    for mask in masks:
        having = [bit for bit in order if mask >> bit & 1]
        least = counts[having[0]] * _NEARLY if counts else 0
        chosen.update(bit for bit in having if not counts or counts[bit] >= least)
    return [words.languages[bit] for bit in order if bit in chosen]
