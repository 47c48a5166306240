"""A query in the language of a cluster's filters, and the score of what comes back.

Typesense finds exactly and quickly what a filter lets through, but cannot add up what the terms of
a ruling count: of `_eval` it takes one, and that says yes or no. So a search asks for those that
have most of the words, and among them for those that are most about them, by filters that are less
and less strict; some hundred candidates come back with their marks, and are scored here as the
embedded engine scores. The order of what is behind them is the engine's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from typing import Any, Final

from kb.library.engines.cluster_records import (
    TOP,
    fact_term,
    impacts_in,
    short_number,
    term_number,
)
from kb.library.engines.impacts import (
    ENOUGH,
    LAST_DAY,
    MEANT,
    OFTEN,
    THERE,
    date_number,
    last_day,
)
from kb.library.engines.packing import HIGHEST
from kb.library.seam import RulingQuery, WantedWord

#: So many words, those that count most, decide what is found; all of them decide the order.
MOST_CORE: Final = 6
#: From which levels on a ruling is about a term, from very much to somewhat.
MOST_ABOUT, MUCH, SOMEWHAT = 15, 12, 7

#: What share of the words a ruling must have to be compared with another, by turns.
_GRADES = (0.85, 0.7, 0.55, 0.4, 0.25)
#: The most conditions, operators and brackets of a filter together (found by trying: 0.24.1).
MOST_PARTS: Final = 99

_OR = " || "

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
    # Typesense refuses an expression with many brackets, so that only those are there that must be.
    return " && ".join(f"({one})" if _OR in one else one for one in filters if one)


def any_of(filters: Iterable[Filter]) -> Filter:
    """What one of some filters lets through."""
    some = [one for one in filters if one]
    return some[0] if len(some) == 1 else _OR.join(f"({one})" for one in some)


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
    rows = [(_meant(word), value) for word, value in zip(words, worth, strict=True) if value]
    return sorted(rows, key=lambda row: -row[1])[:MOST_CORE]


def _meant(word: WantedWord) -> WantedWord:
    """A word with the terms alone that it means, if there are some."""
    sure, _ = counted_terms(word)
    return WantedWord(word.typed, {term: word.terms[term] for term in sure}) if sure else word


def tiers(rows: Sequence[tuple[WantedWord, float]]) -> list[Tier]:
    """All sets of some words, the most worthy first."""
    sets = (
        Tier(tuple(word for word, _ in chosen), sum(value for _, value in chosen))
        for count in range(1, len(rows) + 1)
        for chosen in combinations(rows, count)
    )
    return sorted(sets, key=lambda tier: -tier.worth)


def enough(
    rows: Sequence[tuple[WantedWord, float]], best: float, limits: Sequence[Filter]
) -> Filter:
    """What has enough of some words, the most worthy first; `best` is what the best one has.

    Beside some limits; where all of it would be too long, fewer words decide.
    """
    for count in range(len(rows), 0, -1):
        some = rows[:count]
        most = min(best, sum(value for _, value in some))
        found = _at_least(some, ENOUGH * most - 1e-9)
        if _is_taken(all_of([*limits, found])):
            return found
    return ""


def _is_taken(filter: Filter) -> bool:
    """Whether Typesense takes a filter: it refuses one of many parts."""
    parts = sum(map(filter.count, ("(", ")", "&&", "||", ":")))  # a colon in each condition
    return parts <= MOST_PARTS


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
    """Scores rulings by their impacts, as kb.library.engines.scoring does."""

    words: Sequence[WantedWord]
    worth: Sequence[float]
    numbers: Mapping[int, str]

    @classmethod
    def of(cls, words: Sequence[WantedWord], worth: Sequence[float]) -> Scorer:
        """A scorer for words with what each is worth."""
        numbers = {short_number(term): term for word in words for term in word.terms}
        return cls(words, worth, numbers)

    def scores(self, record: Mapping[str, Any]) -> tuple[float, float]:
        """Of a ruling what it counts, and the share of the words that it has; from 0 to 1.

        Raises `ValueError` where the impacts of the record cannot be read.
        """
        impacts = impacts_in(record["impacts"], self.numbers)
        most = sum(self.worth)
        if not most:
            return 0.0, 1.0
        score = covered = 0.0
        for word, worth in zip(self.words, self.worth, strict=True):
            rows = [
                (min(weight, 1.0), impacts[term])
                for term, weight in word.terms.items()
                if term in impacts
            ]
            if rows:
                parts = (share * (THERE + OFTEN * impact / HIGHEST) for share, impact in rows)
                score += worth * max(parts)
                covered += worth * max(share for share, _ in rows)
        return score / most, covered / most


def candidates(best: Tier, others: Sequence[Tier], limits: Sequence[Filter]) -> list[Filter]:
    """Filters that let those through that are most about the words, beside those that have them.

    `others` are tiers that are nearly as good.
    """
    found = [best.filter(least) for least in (MOST_ABOUT, MUCH, SOMEWHAT)]
    found += (any_of(tier.filter(least) for tier in others) for least in (SOMEWHAT, 0))
    whole = (all_of([*limits, one]) for one in found if one)
    return [one for one in whole if _is_taken(one)]


def grades(rows: Sequence[tuple[WantedWord, float]]) -> list[Filter]:
    """Filters for those that have most of some words, then less and less of them."""
    most = sum(value for _, value in rows)
    found = (_at_least(rows, share * most) for share in _GRADES)
    return [one for one in dict.fromkeys(found) if one and _is_taken(one)]
