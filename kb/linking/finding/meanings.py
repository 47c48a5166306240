"""Compares what words and signs mean to languages, as far as citations are found by them.

Languages to which all words of a stretch mean the same find the same citations in it, so that only
one of them need be asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from kb.citations.anchors import Patterns, patterns
from kb.citations.pattern_words import entries
from kb.citations.word_cache import WordCache

#: The meanings of how many words are kept.
_REMEMBERED = 50_000
#: The number of each meaning that a word has had; the same meaning has the same number in every
#: language.
_NUMBERS: dict[tuple[Any, ...], int] = {}


class Meanings:
    """The meanings of words in one language, each as a number that all languages share."""

    def __init__(self, words: Patterns) -> None:
        self._words = words
        self._entries = entries(words)
        self._numbers = WordCache(self._meaning, _REMEMBERED)

    def of(self, words: Iterable[str], suffixed: bool) -> tuple[int, ...]:
        """The numbers of the meanings of words and signs (in small letters), in their order.

        `suffixed` says that a number among them has an ending; the first number says whether this
        language reads such endings.
        """
        numbers = self._numbers
        return (suffixed and self._words.suffixed, *[numbers[word] for word in words])

    def _meaning(self, word: str) -> int:
        words = self._words
        meant = (
            self._entries.get(word.rstrip(".") or word, ()),
            word in words.fillers,
            word in words.this,
            words.codes.beginning(word),
            words.cues.beginning(word),
            words.cues_after.beginning(word),
            words.counted.beginning(word),
        )
        return _NUMBERS.setdefault(meant, len(_NUMBERS))


@cache
def meanings(language: str) -> Meanings:
    """The meanings of words in a language; there is one object for each language."""
    return Meanings(patterns()[language])
