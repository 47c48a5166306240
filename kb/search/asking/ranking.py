"""From the evidence of an engine to results: one law is one result with its best provisions.

A word counts the more the fewer documents it is in. What a document has of it is the sum of the
kinds of evidence, each with its weight. A provision that has most of the query's words goes before
one that has one of them often; a law also counts for the words that its provisions have together.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import mul
from typing import NamedTuple, Protocol

from kb.search.asking.plan import Plan, QueryWord
from kb.search.evidence import FIELDS, FULL

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

    title: float = 0.9
    own: float = 0.3
    context: float = 0.25
    governs: float = 1.3
    told: float = 0.2
    asked: float = 2.1
    typical: float = 6.0
    coverage: float = 1.1
    together: float = 0.4
    enough: float = 0.3
    rarest: float = 3.6
    again: float = 0.5


WEIGHTS = Weights()


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

    `worth` is how rare each wanted word of the plan is, in its order.
    """

    groups: list[Ranked]
    worth: list[float]

    @property
    def best(self) -> float:
        """The best score; 0 where nothing was found."""
        return self.groups[0].score if self.groups else 0.0

    @property
    def has_whole(self) -> bool:
        """Whether a group has every word."""
        return any(len(ranked.words) == len(self.worth) for ranked in self.groups)


@dataclass
class _GroupScore:
    """How much of a query a group has: points for each word, and the share that it covers.

    The same by document.
    """

    covered: float = 0.0
    words: dict[int, float] = field(default_factory=dict)
    points_of: dict[int, float] = field(default_factory=dict)
    covered_of: dict[int, float] = field(default_factory=dict)

    def add(
        self, word: int, values: dict[int, float], typical: float, rarity: float, enough: float
    ) -> None:
        """Add what documents have of a word; the group has what the best of them has.

        And it has `typical`: how typical the word is for it.
        """
        best = max(values.values())
        scale = rarity / enough
        self.words[word] = rarity * (best + typical)
        self.covered += scale * (best if best < enough else enough)
        points_of, covered_of = self.points_of, self.covered_of
        for document, value in values.items():
            covered = scale * (value if value < enough else enough)
            if document in points_of:
                points_of[document] += rarity * value
                covered_of[document] += covered
            else:
                points_of[document] = rarity * value
                covered_of[document] = covered


def rank(
    engine: Engine,
    plan: Plan,
    allowed: Sequence[int],
    weights: Weights = WEIGHTS,
) -> Ranking:
    """Rank the documents that are allowed: `allowed` has 1 at their numbers, else 0."""
    groups: dict[int, _GroupScore] = defaultdict(_GroupScore)
    worth: list[float] = []
    wanted = plan.wanted
    times = Counter(choice.term for word in wanted for choice in word.alternatives)
    again = {term: (1 + (often - 1) * weights.again) / often for term, often in times.items()}
    for number, word in enumerate(wanted):
        found = _evidence(engine, word, weights, again, allowed)
        rarity = math.log(1 + len(allowed) / (1 + sum(map(len, found.documents.values()))))
        rarity = min(weights.rarest, rarity)
        worth.append(rarity)
        for group, documents in found.documents.items():
            typical = found.typical.get(group, 0.0)
            groups[group].add(number, documents, typical, rarity, weights.enough)
    asked = sum(worth)
    ranked = [_ranked(number, group, asked, weights) for number, group in groups.items()]
    return Ranking(sorted(ranked, key=lambda row: (-row.score, row.group)), worth)


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


def _ranked(number: int, group: _GroupScore, asked: float, weights: Weights) -> Ranked:
    covered_of, coverage = group.covered_of, weights.coverage
    scores = {
        document: points * (covered_of[document] / asked) ** coverage
        for document, points in group.points_of.items()
    }
    share = group.covered / asked
    points = sum(group.words.values())
    score = max(scores.values()) + weights.together * points * share**coverage
    return Ranked(number, score / asked, share, group.words, scores)
