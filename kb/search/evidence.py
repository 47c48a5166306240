"""The evidence that a document is about a term, by where the term occurs.

Each kind of evidence is saturated (a word that stands five times says little more than one that
stands twice; in long texts it says less) when the index is made, and kept in one byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from operator import mul
from typing import NamedTuple

#: The kinds of evidence in the order of their bytes, with how much each counts.
#: `title`: of the law, or a heading. `own`: its words. `context`: titles and words of what contains
#: it. `governs`: the curated provisions of a concept. `told`: notes, articles, the printed index.
#: `plain`: what we say of it in plain words. `asked`: what players say that it decides. `typical`,
#: which a law's own document has for all of its provisions: the share of the law in all that
#: players say with this word.
COUNTS = {
    "title": 0.9,
    "own": 0.3,
    "context": 0.25,
    "governs": 1.3,
    "told": 0.2,
    "plain": 0.1,
    "asked": 2.1,
    "typical": 6.0,
}
#: Their names alone.
FIELDS = tuple(COUNTS)

#: The byte that stands for the value 1; 255 stands for 2.
FULL = 2 / 255
_HIGHEST = 255

#: How much 1 in each byte counts.
BYTE_COUNTS = tuple(count * FULL for count in COUNTS.values())

#: A term that counts less for a document tells little of it, and costs every search time. Plain
#: words tell in other words what a document says: alone they are no reason to keep a term.
_LEAST = 0.12
_REASONS = tuple(
    0.0 if name == "plain" else count for name, count in zip(FIELDS, BYTE_COUNTS, strict=True)
)


class Saturation(NamedTuple):
    """BM25's two numbers: how soon repetition stops to count, and how much length counts."""

    repetition: float
    length: float


SATURATION = {
    "title": Saturation(0.4, 0.7),
    "own": Saturation(1.0, 0.6),
    "context": Saturation(1.0, 0.3),
    "told": Saturation(1.5, 0.3),
    "plain": Saturation(1.0, 0.6),
    "asked": Saturation(1.5, 0.45),
}

#: The number of words with which a text's length neither raises nor lowers the evidence.
AVERAGE = {
    "title": 5.0,
    "own": 45.0,
    "context": 60.0,
    "told": 120.0,
    "plain": 45.0,
    "asked": 40.0,
}


class Evidence:
    """What a document has for each term: one byte for each kind of evidence."""

    def __init__(self) -> None:
        self._bytes: dict[str, bytearray] = {}

    def add(self, field: str, terms: Iterable[str], words: float, weight: float = 1.0) -> None:
        """Add the terms of a text; where several texts have a term, the best one counts.

        `words` is how many words the text has, `weight` (0 to 1) how much the text counts.
        """
        self.count(field, Counter(terms), words, weight)

    def count(
        self, field: str, times: Mapping[str, float], words: float, weight: float = 1.0
    ) -> None:
        """Add terms that were counted already: how often each stands in so many words."""
        repetition, length = SATURATION[field]
        norm = repetition * (1 - length + length * words / AVERAGE[field])
        for term, often in times.items():
            self.set(field, term, weight * often / (often + norm) * (1 + repetition))

    def set(self, field: str, term: str, value: float) -> None:
        """Set how much (0 to about 1) a term counts in a field, unless it counts more already."""
        at = FIELDS.index(field)
        values = self._bytes.setdefault(term, bytearray(len(FIELDS)))
        values[at] = max(values[at], min(_HIGHEST, round(value / FULL)))

    def terms(self) -> dict[str, bytes]:
        """The bytes by term, in the order of the terms; without what counts for next to nothing."""
        return {
            term: bytes(values)
            for term, values in sorted(self._bytes.items())
            if sum(map(mul, _REASONS, values)) >= _LEAST
        }
