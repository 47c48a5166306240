"""Scores the rulings of segments for the words of a query, all rulings of a segment at once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from kb.library.engines.impacts import MEANT, OFTEN, THERE
from kb.library.engines.packing import HIGHEST, bits_in, highest, summed
from kb.library.engines.segments import Segment
from kb.library.seam import WantedWord


@dataclass(frozen=True)
class Scored:
    """For each segment the scores of its rulings, and the share of the words that each has.

    Both are from 0 to 65535. `worth` is what each word is worth, by how rare it is.
    """

    scores: list[array[int]]
    covered: list[array[int]]
    worth: tuple[float, ...]


def scored(segments: Sequence[Segment], words: Sequence[WantedWord], total: int) -> Scored:
    """What each word counts in each ruling: of the terms that it may stand for, the best one."""
    of_words = [_OfWord.of(segments, word) for word in words]
    worth = tuple(log(1 + total / one.often) if one.often else 0.0 for one in of_words)
    most = sum(worth) or 1.0
    scores, covered = [], []
    for at, segment in enumerate(segments):
        size = len(segment)
        values = [(one.values[at], value) for one, value in zip(of_words, worth, strict=True)]
        there = [(one.there[at], value) for one, value in zip(of_words, worth, strict=True)]
        scores.append(summed(values, size, most))
        covered.append(summed(there, size, most))
    return Scored(scores, covered, worth)


@dataclass(frozen=True)
class _OfWord:
    """A word in each segment: what it counts in each ruling, and the weight by which it is there.

    `often` is how many rulings have it.
    """

    values: list[bytes]
    there: list[bytes]
    often: int

    @classmethod
    def of(cls, segments: Sequence[Segment], word: WantedWord) -> _OfWord:
        rows = [(term, *_tables(weight), weight) for term, weight in word.terms.items()]
        values: list[bytes] = []
        there: list[bytes] = []
        meant = all_of_it = 0
        for segment in segments:
            of_values: list[bytes] = []
            of_there: list[bytes] = []
            sure = loose = 0
            for term, counting, weighing, weight in rows:
                vector = segment.vector(term)
                if vector is None:
                    continue
                of_values.append(vector.translate(counting))
                of_there.append(vector.translate(weighing))
                bits = bits_in(vector)
                loose |= bits
                sure |= bits if weight >= MEANT else 0
            values.append(highest(of_values, len(segment)))
            there.append(highest(of_there, len(segment)))
            meant += sure.bit_count()
            all_of_it += loose.bit_count()
        return cls(values, there, meant or all_of_it)


@lru_cache(maxsize=256)
def _tables(weight: float) -> tuple[bytes, bytes]:
    """What an impact becomes that has a weight, and what says only that the term is there."""
    share = min(weight, 1.0)
    counting = [
        max(1, round(HIGHEST * share * (THERE + OFTEN * impact / HIGHEST)))
        for impact in range(1, HIGHEST + 1)
    ]
    there = max(1, round(HIGHEST * share))
    return (
        bytes([0, *counting]).ljust(256, b"\0"),
        bytes([0, *[there] * HIGHEST]).ljust(256, b"\0"),
    )
