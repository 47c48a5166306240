"""A cache by words that stays small, whatever words a document has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Value = TypeVar("_Value")

#: A longer word, in characters, is not kept.
_LONGEST = 40


class WordCache(dict[str, _Value]):
    """What `work_out` gives for words, by word; when it has `most` of them it begins anew.

    >>> WordCache(len, most=100)["law"]
    3
    """

    def __init__(self, work_out: Callable[[str], _Value], most: int) -> None:
        super().__init__()
        self._work_out, self._most = work_out, most

    def __missing__(self, word: str) -> _Value:
        value = self._work_out(word)
        if len(word) <= _LONGEST:
            if len(self) >= self._most:
                self.clear()
            self[word] = value
        return value
