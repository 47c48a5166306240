"""Scores rulings for the words of a query, by postings of whole segments at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log

from kb.library.engines.segments import Segment
from kb.library.seam import WantedWord

#: What a word counts wherever it stands, and what it may count more by how often it does.
_THERE, _OFTEN = 0.4, 0.6
_HIGHEST = 255
#: A term with less weight is a sense that a word only may have: it does not say how rare that is.
_MEANT = 0.5


@dataclass
class Scored:
    """Rulings by number with their scores and what the words are worth that each has.

    `worth` is what each word is worth.
    """

    scores: dict[int, float] = field(default_factory=dict)
    covered: dict[int, float] = field(default_factory=dict)
    worth: tuple[float, ...] = ()


def rarity(often: int, total: int) -> float:
    """What a word is worth that so many of all rulings have."""
    return log(1 + total / often) if often else 0.0


def scored(segments: Sequence[Segment], words: Sequence[WantedWord], total: int) -> Scored:
    """The rulings that have any of the words; of the terms of a word the best one counts."""
    out = Scored()
    scores, covered = out.scores, out.covered
    worths: list[float] = []
    for word in words:
        best, weights = _of_word(segments, word)
        meant = len(best) if weights is None else sum(map(_MEANT.__le__, weights.values()))
        worth = rarity(meant or len(best), total)
        worths.append(worth)
        if weights is None:
            for number, value in best.items():
                scores[number] = scores.get(number, 0.0) + worth * value
                covered[number] = covered.get(number, 0.0) + worth
        else:
            for number, value in best.items():
                scores[number] = scores.get(number, 0.0) + worth * value
                covered[number] = covered.get(number, 0.0) + worth * weights[number]
    out.worth = tuple(worths)
    return out


def _of_word(
    segments: Sequence[Segment], word: WantedWord
) -> tuple[dict[int, float], dict[int, float] | None]:
    """By ruling what a word counts in it, and the weight of the term by which it is there.

    The weights are None where all are 1.
    """
    best: dict[int, float] = {}
    weights: dict[int, float] = {}
    plain = all(weight == 1 for weight in word.terms.values())
    for term, weight in sorted(word.terms.items(), key=lambda row: -row[1]):
        values = [weight * (_THERE + _OFTEN * impact / _HIGHEST) for impact in range(_HIGHEST + 1)]
        for segment in segments:
            numbers, impacts = segment.postings(term)
            found = zip(numbers, map(values.__getitem__, impacts), strict=True)
            if not best:
                best = dict(found)
            else:
                for number, value in found:
                    if value > best.get(number, 0.0):
                        best[number] = value
            if not plain:
                for number in numbers:
                    weights.setdefault(number, weight)
    return best, None if plain else weights
