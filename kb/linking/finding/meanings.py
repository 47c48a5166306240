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

#: The size of the cache of words, and the longest word that is kept in it.
_REMEMBERED, _SHORT = 50_000, 40

#: The number of each meaning that a word has had; the same meaning has the same number in every
#: language.
_NUMBERS: dict[tuple[Any, ...], int] = {}


class Meanings:
    """The meanings of words in one language, each as a number that all languages share."""

    def __init__(self, words: Patterns) -> None:
        self._words = words
        self._entries = entries(words)
        self._numbers: dict[str, int] = {}

    def of(self, words: Iterable[str], suffixed: bool) -> tuple[int, ...]:
        """The numbers of the meanings of words and signs (in small letters), in their order.

        `suffixed` says that a number among them has an ending; the first number says whether this
        language reads such endings.
        """
        numbers, meaning = self._numbers, self._meaning
        ending = suffixed and self._words.suffixed
        return (ending, *[numbers[word] if word in numbers else meaning(word) for word in words])

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
        number = _NUMBERS.setdefault(meant, len(_NUMBERS))
        if len(word) <= _SHORT:
            if len(self._numbers) >= _REMEMBERED:
                self._numbers.clear()
            self._numbers[word] = number
        return number


@cache
def meanings(language: str) -> Meanings:
    """The meanings of words in a language; there is one object for each language."""
    return Meanings(patterns()[language])
