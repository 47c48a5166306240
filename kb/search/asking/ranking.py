"""From the evidence of an engine to results: one law is one result with its best provisions.

A word counts the more the fewer documents it is in. What a document has of it is the sum of the
kinds of evidence, each with its weight. A provision that has most of the query's words goes before
one that has one of them often; a law also counts for the words that its provisions have together.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import mul
from typing import Protocol

from kb.search.asking.plan import Plan, QueryWord
from kb.search.evidence import FIELDS, FULL


class Engine(Protocol):
    """What finds the documents that have a term, each with its evidence."""

    def postings(self, term: str) -> Iterable[tuple[int, Iterable[tuple[int, bytes]]]]:
        """The groups by number; of each its documents, with a byte for each kind of evidence."""


@dataclass(frozen=True)
class Weights:
    """What each kind of evidence counts, and how results are put in order.

    `coverage` is how much it matters to have all words, `together` what the words that a law's
    provisions have together count beside those of the best one, `enough` how much evidence says
    that a word is there.
    """

    title: float = 1.2
    own: float = 0.2
    context: float = 0.5
    governs: float = 1.3
    told: float = 0.4
    asked: float = 2.1
    coverage: float = 1.0
    together: float = 0.25
    enough: float = 0.2


WEIGHTS = Weights()


class _Values(dict[bytes, float]):
    """What each combination of evidence bytes counts; each is worked out once."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._weights = [getattr(weights, name) * FULL for name in FIELDS]

    def __missing__(self, evidence: bytes) -> float:
        value: float = sum(map(mul, self._weights, evidence))
        self[evidence] = value
        return value


@cache
def _values(weights: Weights) -> _Values:
    return _Values(weights)


@dataclass
class Ranked:
    """A group with its score and its documents by score.

    `covered` is the share of the query that it speaks of; `whole` says that it has every word.
    """

    group: int
    score: float
    covered: float
    whole: bool
    documents: list[tuple[float, int]]


@dataclass(frozen=True)
class Ranking:
    """The groups that have something of a query, the best first, and what each word is worth.

    `worth` is how rare each wanted word of the plan is, in its order.
    """

    groups: list[Ranked]
    worth: list[float]


@dataclass
class _GroupScore:
    """How much of a query a group has: points, the share that it covers, how many words."""

    points: float = 0.0
    covered: float = 0.0
    words: int = 0
    documents: dict[int, list[float]] = field(default_factory=dict)

    def add(self, values: dict[int, float], rarity: float, enough: float) -> None:
        """Add what documents have of a word; the group has what the best of them has."""
        best = max(values.values())
        self.words += 1
        self.points += rarity * best
        self.covered += rarity * min(1.0, best / enough)
        for document, value in values.items():
            sums = self.documents.setdefault(document, [0.0, 0.0])
            sums[0] += rarity * value
            sums[1] += rarity * min(1.0, value / enough)


def rank(
    engine: Engine,
    plan: Plan,
    allowed: Sequence[int],
    weights: Weights = WEIGHTS,
) -> Ranking:
    """Rank the documents that are allowed: `allowed` has 1 at their numbers, else 0."""
    groups: dict[int, _GroupScore] = defaultdict(_GroupScore)
    worth: list[float] = []
    for word in plan.wanted:
        by_group = _evidence(engine, word, _values(weights), allowed)
        rarity = math.log(1 + len(allowed) / (1 + sum(map(len, by_group.values()))))
        worth.append(rarity)
        for group, documents in by_group.items():
            groups[group].add(documents, rarity, weights.enough)
    asked = sum(worth)
    ranked = [
        _ranked(number, group, asked, len(worth), weights) for number, group in groups.items()
    ]
    return Ranking(sorted(ranked, key=lambda row: (-row.score, row.group)), worth)


def _evidence(
    engine: Engine, word: QueryWord, values: _Values, allowed: Sequence[int]
) -> dict[int, dict[int, float]]:
    """How much of a word each document has, by group: what its best alternative gives."""
    by_group: dict[int, dict[int, float]] = {}
    for alternative in word.alternatives:
        weight = alternative.weight
        for group, documents in engine.postings(alternative.term):
            best = by_group.get(group)
            if best is None:
                values_by_document = {
                    document: weight * values[evidence]
                    for document, evidence in documents
                    if allowed[document]
                }
                if values_by_document:
                    by_group[group] = values_by_document
                continue
            for document, evidence in documents:
                value = weight * values[evidence]
                if value > best.get(document, 0.0) and allowed[document]:
                    best[document] = value
    return by_group


def _ranked(number: int, group: _GroupScore, asked: float, words: int, weights: Weights) -> Ranked:
    documents = sorted(
        (
            (points * (covered / asked) ** weights.coverage, document)
            for document, (points, covered) in group.documents.items()
        ),
        key=lambda row: (-row[0], row[1]),
    )
    share = group.covered / asked
    score = documents[0][0] + weights.together * group.points * share**weights.coverage
    return Ranked(number, score / asked, share, group.words == words, documents)
