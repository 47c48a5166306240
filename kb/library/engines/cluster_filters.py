"""A query in the language of a cluster's filters, and the score of what comes back.

Typesense finds exactly and quickly what a filter lets through, but cannot add up what the terms of
a ruling count: of `_eval` it takes one, and that says yes or no. So a search asks for those that
have most of the words, and among them for those that are most about them, by filters that are less
and less strict; some hundred candidates come back with their marks, and are scored here as the
embedded engine scores. The order of what is behind them is the engine's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from typing import Any, Final

from kb.library.engines.cluster_records import TOP, fact_term, levels_in, term_number
from kb.library.engines.impacts import (
    ENOUGH,
    LAST_DAY,
    MEANT,
    OFTEN,
    THERE,
    date_number,
    last_day,
)
from kb.library.seam import RulingQuery, WantedWord

#: So many words, those that count most, decide what is found; all of them decide the order.
MOST_CORE: Final = 6
#: From which level on a ruling is much about a term: the strictest filter first.
LEVELS: Final = (12, 8, 4)

#: A filter; "" lets everything through.
Filter = str


def having(terms: Iterable[str], least: int = 0) -> Filter:
    """What has one of some terms, at least so much."""
    ranges = (
        f"{number | least}..{number | TOP}" for number in map(term_number, dict.fromkeys(terms))
    )
    return f"marks:[{','.join(ranges)}]"


def all_of(filters: Iterable[Filter]) -> Filter:
    """What every one of some filters lets through."""
    return " && ".join(f"({one})" for one in filters if one)


def any_of(filters: Iterable[Filter]) -> Filter:
    """What one of some filters lets through."""
    return " || ".join(f"({one})" for one in filters if one)


def limits_of(query: RulingQuery) -> list[Filter]:
    """The filters of a query: laws, facts, days."""
    found = [having(terms) for terms in query.laws]
    found += (
        having(fact_term(name, value) for value in values) for name, values in query.only.items()
    )
    if query.since or query.until:
        until = last_day(date_number(query.until)) if query.until else LAST_DAY
        found += [f"date:[1..{until}]", f"last:[{max(1, date_number(query.since))}..{LAST_DAY}]"]
    return found


def counted_terms(word: WantedWord) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The terms that say how rare a word is: those that it means, then all of them."""
    sure = tuple(term for term, weight in word.terms.items() if weight >= MEANT)
    return sure, tuple(word.terms)


def worth_of(often: int, total: int) -> float:
    """What a word counts that so many of all rulings have."""
    return log(1 + total / often) if often else 0.0


@dataclass(frozen=True)
class Tier:
    """Some words that a ruling may have together, and what they are worth."""

    words: tuple[WantedWord, ...]
    worth: float

    def filter(self, least: int = 0) -> Filter:
        """What has them all, each at least so much."""
        return all_of(having(word.terms, least) for word in self.words)


def core(words: Sequence[WantedWord], worth: Sequence[float]) -> list[tuple[WantedWord, float]]:
    """The words that decide what is found, the most worthy first."""
    rows = [(word, value) for word, value in zip(words, worth, strict=True) if value]
    return sorted(rows, key=lambda row: -row[1])[:MOST_CORE]


def tiers(rows: Sequence[tuple[WantedWord, float]]) -> list[Tier]:
    """All sets of some words, the most worthy first."""
    sets = (
        Tier(tuple(word for word, _ in chosen), sum(value for _, value in chosen))
        for count in range(1, len(rows) + 1)
        for chosen in combinations(rows, count)
    )
    return sorted(sets, key=lambda tier: -tier.worth)


def enough(rows: Sequence[tuple[WantedWord, float]], best: float) -> Filter:
    """What has enough of some words, the most worthy first; `best` is what the best one has."""
    return _at_least(rows, ENOUGH * best - 1e-9)


def _at_least(rows: Sequence[tuple[WantedWord, float]], needed: float) -> Filter:
    if needed <= 0 or not rows or sum(value for _, value in rows) < needed:
        return ""
    (word, value), *others = rows
    this, rest = having(word.terms), _at_least(others, needed - value)
    if needed > value and not rest:  # the others together are not enough beside it
        return ""
    found = all_of([this, rest]) if rest else this
    return any_of([found, _at_least(others, needed)])


@dataclass(frozen=True)
class Scorer:
    """Scores rulings by their marks, as kb.library.engines.scoring does."""

    words: Sequence[WantedWord]
    worth: Sequence[float]
    numbers: Mapping[int, str]

    @classmethod
    def of(cls, words: Sequence[WantedWord], worth: Sequence[float]) -> Scorer:
        """A scorer for words with what each is worth."""
        numbers = {term_number(term): term for word in words for term in word.terms}
        return cls(words, worth, numbers)

    def scores(self, record: Mapping[str, Any]) -> tuple[float, float]:
        """Of a ruling what it counts, and the share of the words that it has; from 0 to 1."""
        levels = levels_in(record["marks"], self.numbers)
        most = sum(self.worth)
        if not most:
            return 0.0, 1.0
        score = covered = 0.0
        for word, worth in zip(self.words, self.worth, strict=True):
            there = [(min(weight, 1.0), levels.get(term, 0)) for term, weight in word.terms.items()]
            rows = [(share, level) for share, level in there if level]
            if rows:
                score += worth * max(share * (THERE + OFTEN * level / TOP) for share, level in rows)
                covered += worth * max(share for share, _ in rows)
        return score / most, covered / most


def stricter(tier: Tier, limits: Sequence[Filter]) -> Iterator[Filter]:
    """Filters for a tier that let less and less strict candidates through."""
    for least in (*LEVELS, 0):
        yield all_of([*limits, tier.filter(least)])
