"""From the evidence of an engine to results: one law is one result with its best provisions.

A word counts the more the fewer documents it is in. What a document has of it is the sum of the
kinds of evidence, each with its weight. A provision that has most of the query's words goes before
one that has one of them often; a law also counts for the words that its provisions have together.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import mul
from typing import NamedTuple, Protocol

from kb.search.asking.plan import Alternative, Plan, QueryWord
from kb.search.evidence import COUNTS, FIELDS, FULL

_TYPICAL = FIELDS.index("typical")


class Engine(Protocol):
    """What finds the documents that have a term, each with its evidence."""

    def postings(self, term: str) -> Iterable[tuple[int, Sequence[tuple[int, bytes]]]]:
        """The groups by number; of each its documents, with a byte for each kind of evidence.

        The documents are in the order of their numbers: a law's own comes before its provisions.
        """


@dataclass(frozen=True)
class Weights:
    """What each kind of evidence counts, and how results are put in order.

    `typical` counts for a law as a whole. `coverage` is how much it matters to have all words,
    `together` what the words that a law's provisions have together count beside those of the best
    one, `enough` how much evidence says that a word is there. No word is worth more than `rarest`.
    A term that several words of a query stand for counts for each further one as `again` of a word.
    """

    title: float = COUNTS["title"]
    own: float = COUNTS["own"]
    context: float = COUNTS["context"]
    governs: float = COUNTS["governs"]
    told: float = COUNTS["told"]
    plain: float = COUNTS["plain"]
    asked: float = COUNTS["asked"]
    typical: float = COUNTS["typical"]
    coverage: float = 1.1
    together: float = 0.4
    enough: float = 0.3
    rarest: float = 3.6
    again: float = 0.5


WEIGHTS = Weights()


class Families(NamedTuple):
    """Documents of works that are ranked apart, so that none changes how rare a word is in another.

    `of` has the family of each document by its number, `sizes` how many documents count for each.
    """

    of: Sequence[int]
    sizes: Sequence[int]


class _Values(dict[bytes, float]):
    """What each combination of evidence bytes counts; each is worked out once."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        # What is typical counts for the group, and not for one of its documents.
        self._weights = [getattr(weights, name) * FULL for name in FIELDS if name != "typical"]

    def __missing__(self, evidence: bytes) -> float:
        value: float = sum(map(mul, self._weights, evidence))
        self[evidence] = value
        return value


@cache
def _values(weights: Weights) -> _Values:
    return _Values(weights)


@dataclass
class Ranked:
    """A group with its score and those of its documents.

    `covered` is the share of the query that it speaks of; `words` has what each wanted word of the
    query, by its number, adds to it.
    """

    group: int
    score: float
    covered: float
    words: dict[int, float]
    scores: dict[int, float]

    @cached_property
    def documents(self) -> list[tuple[float, int]]:
        """The documents with their scores, the best first."""
        rows = ((score, document) for document, score in self.scores.items())
        return sorted(rows, key=lambda row: (-row[0], row[1]))


@dataclass(frozen=True)
class Ranking:
    """The groups that have something of a query, the best first, and what each word is worth.

    `worth` is how rare each wanted word of the plan is, in its order; `has_whole`, whether a group
    has every word.
    """

    groups: list[Ranked]
    worth: list[float]
    has_whole: bool

    @property
    def best(self) -> float:
        """The best score; 0 where nothing was found."""
        return self.groups[0].score if self.groups else 0.0


@dataclass
class _GroupScore:
    """How much of a query a group has: points for each word, and the share that it covers.

    `found` has of each word how rare it is and how much of it each document has. `family` is that
    of its documents.
    """

    family: int
    covered: float = 0.0
    words: dict[int, float] = field(default_factory=dict)
    found: list[tuple[float, dict[int, float]]] = field(default_factory=list)

    def add(
        self, word: int, values: dict[int, float], typical: float, rarity: float, enough: float
    ) -> None:
        """Add what documents have of a word; the group has what the best of them has.

        And it has `typical`: how typical the word is for it.
        """
        best = max(values.values())
        self.words[word] = rarity * (best + typical)
        self.covered += rarity / enough * (best if best < enough else enough)
        self.found.append((rarity, values))

    def together(self, asked: float, coverage: float) -> float:
        """What the words have that the group's documents have together; no document has more."""
        points: float = sum(self.words.values()) * (self.covered / asked) ** coverage
        return points


def rank(
    engine: Engine,
    plan: Plan,
    allowed: Sequence[int],
    weights: Weights = WEIGHTS,
    behind: float = 0.0,
    families: Families | None = None,
) -> Ranking:
    """Rank the documents that are allowed: `allowed` has 1 at their numbers, else 0.

    Groups that have less than the share `behind` of the best score are left out. How rare a word is
    is counted in each of the `families` of documents apart, all being one if none are given.
    """
    families = families or Families(bytes(len(allowed)), (len(allowed),))
    groups: dict[int, _GroupScore] = {}
    worth: list[list[float]] = [[] for _ in families.sizes]
    wanted = plan.wanted
    times = Counter(choice.term for word in wanted for choice in word.alternatives)
    again = {term: (1 + (often - 1) * weights.again) / often for term, often in times.items()}
    # What is found of a word is found once, however often the word is said.
    evidence: dict[tuple[Alternative, ...], _WordEvidence] = {}
    for number, word in enumerate(wanted):
        found = evidence.get(word.alternatives)
        if found is None:
            found = _evidence(engine, word, weights, again, allowed)
            evidence[word.alternatives] = found
        having = [0] * len(families.sizes)
        for documents in found.documents.values():
            having[families.of[next(iter(documents))]] += len(documents)
        for family, (size, count) in enumerate(zip(families.sizes, having, strict=True)):
            worth[family].append(min(weights.rarest, math.log(1 + size / (1 + count))))
        for group, documents in found.documents.items():
            family = families.of[next(iter(documents))]
            score = groups.setdefault(group, _GroupScore(family))
            typical = found.typical.get(group, 0.0)
            score.add(number, documents, typical, worth[family][number], weights.enough)
    has_whole = any(len(group.words) == len(wanted) for group in groups.values())
    ranked = _best_first(groups, [*map(sum, worth)], weights, behind)
    best = groups[ranked[0].group].family if ranked else 0
    return Ranking(ranked, worth[best], has_whole)


class _WordEvidence(NamedTuple):
    """How much of a word each document has, by group; and how typical it is for each group."""

    documents: dict[int, dict[int, float]]
    typical: dict[int, float]


def _evidence(
    engine: Engine,
    word: QueryWord,
    weights: Weights,
    again: Mapping[str, float],
    allowed: Sequence[int],
) -> _WordEvidence:
    """What is found of a word: what its best alternative gives."""
    values, typical_counts = _values(weights), weights.typical * FULL
    by_group: dict[int, dict[int, float]] = {}
    typical: dict[int, float] = {}
    for alternative in word.alternatives:
        weight = alternative.weight * again[alternative.term]
        for group, rows in engine.postings(alternative.term):
            share = rows[0][1][_TYPICAL]  # the law's own document is the first that has the term
            if share and allowed[rows[0][0]]:
                typical[group] = max(typical.get(group, 0.0), weight * typical_counts * share)
            best = by_group.get(group)
            if best is None:
                values_by_document = {
                    document: weight * values[evidence]
                    for document, evidence in rows
                    if allowed[document]
                }
                if values_by_document:
                    by_group[group] = values_by_document
                continue
            for document, evidence in rows:
                value = weight * values[evidence]
                if value > best.get(document, 0.0) and allowed[document]:
                    best[document] = value
    return _WordEvidence(by_group, typical)


def _best_first(
    groups: Mapping[int, _GroupScore], asked: Sequence[float], weights: Weights, behind: float
) -> list[Ranked]:
    """The groups by score; `asked` has by family what all words are worth.

    Those that may be best are scored first: many need not be, then.
    """
    together = [
        (points / asked[group.family], points, number)
        for number, group in groups.items()
        for points in [group.together(asked[group.family], weights.coverage)]
    ]
    ranked: list[Ranked] = []
    least = 0.0
    for share, points, number in sorted(together, reverse=True):
        if (1 + weights.together) * share < least:
            break
        group = groups[number]
        ranked.append(_ranked(number, group, points, asked[group.family], weights))
        least = max(least, behind * ranked[-1].score)
    enough = (row for row in ranked if row.score >= least)
    return sorted(enough, key=lambda row: (-row.score, row.group))


def _ranked(
    number: int, group: _GroupScore, together: float, asked: float, weights: Weights
) -> Ranked:
    points: dict[int, float] = {}
    covered: dict[int, float] = {}
    enough, coverage = weights.enough, weights.coverage
    for rarity, values in group.found:
        for document, value in values.items():
            points[document] = points.get(document, 0.0) + rarity * value
            share = rarity / enough * (value if value < enough else enough)
            covered[document] = covered.get(document, 0.0) + share
    scores = {
        document: of_document * (covered[document] / asked) ** coverage
        for document, of_document in points.items()
    }
    score = max(scores.values()) + weights.together * together
    return Ranked(number, score / asked, group.covered / asked, group.words, scores)
