"""Key words in context: what stands left and right of a place, cut at words."""

from __future__ import annotations

from typing import NamedTuple

from kb.concordance.indexed_words import BREAK
from kb.languages.letters import WORD
from kb.languages.stemming import fold


class ContextLine(NamedTuple):
    """A place with its context; the three together stand so in the words of the document."""

    left: str
    match: str
    right: str

    @property
    def following(self) -> tuple[str, ...]:
        """What lines are sorted by to the right: the words found, then those behind them."""
        return _compared(self.match + self.right)

    @property
    def preceding(self) -> tuple[str, ...]:
        """What lines are sorted by to the left: the words before, the nearest first."""
        return _compared(self.left)[::-1]


def context_line(words: str, start: int, end: int, width: int) -> ContextLine:
    """The line of what stands from `start` to `end`, with up to `width` characters on each side.

    Context never goes beyond the part of the document, and no word in it is cut.
    """
    first = words.rfind(BREAK, 0, start) + 1
    last = words.find(BREAK, end)
    last = len(words) if last < 0 else last
    left, right = max(first, start - width), min(last, end + width)
    if left > first and not words[left - 1].isspace():
        left = next((at + 1 for at in range(left, start) if words[at].isspace()), start)
    if right < last and not words[right].isspace():
        right = next((at for at in range(right - 1, end - 1, -1) if words[at].isspace()), end)
    return ContextLine(words[left:start].lstrip(), words[start:end], words[end:right].rstrip())


def _compared(words: str) -> tuple[str, ...]:
    return tuple(fold(word) for word in WORD.findall(words))
