"""What a word or sign of a text means to a language, so far as citations are found by it.

Languages to which all words of a stretch mean the same find the same in it: one is asked for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from kb.citations.anchors import Patterns, patterns
from kb.citations.pattern_words import entries

#: For how many words it is remembered what they mean, and how long these are.
_REMEMBERED, _SHORT = 50_000, 40

#: Everything that a word can mean, with its number: two languages are alike where numbers are.
_NUMBERS: dict[tuple[Any, ...], int] = {}


class Meanings:
    """The meanings of words in one language, each as a number that all languages share."""

    def __init__(self, words: Patterns) -> None:
        self._words = words
        self._entries = entries(words)
        self._known: dict[str, int] = {}

    def of(self, words: Iterable[str], suffixed: bool) -> tuple[int, ...]:
        """What words and signs in small letters mean, in their order.

        `suffixed` says that endings of numbers stand among them, which not every language knows.
        """
        known, meaning = self._known, self._meaning
        ending = suffixed and self._words.suffixed
        return (ending, *[known[one] if one in known else meaning(one) for one in words])

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
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[word] = number
        return number


@cache
def meanings(language: str) -> Meanings:
    """The meanings of words in a language."""
    return Meanings(patterns()[language])
