"""From the evidence of an index to results: one law is one result with its best provisions.

A word counts the more the fewer documents it is in. What a document has of it is the sum of the
kinds of evidence, each with its weight. A provision that has most of the query's words goes before
one that has one of them often; a law also counts for the words that its provisions have together.

Every word is one pass over arrays that have a place for each document, or for each group of them.
The documents of a group stand together, a law's own before its provisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

import msgspec
import numpy as np
from cachetools import LRUCache

from kb.search.asking.plan import Alternative, Plan
from kb.search.evidence import COUNTS, FIELDS, FULL

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TYPICAL = FIELDS.index("typical")

#: How many postings are kept as they were worked out, those that were asked for last: people say
#: the same words again and again. A posting takes 16 bytes.
_KEPT = 2_000_000

#: For so many pairs of a word and a document arrays are made at once: 8 MB each.
_AT_ONCE = 1_000_000

#: What a law's own document counts that has nothing of a term but how typical it is for the law:
#: next to nothing, but more than what has not even that.
_HARDLY = 1e-300

#: Numbers of documents, of groups or of families; and what each of them counts.
NumberArray: TypeAlias = "NDArray[np.intp]"
Values: TypeAlias = "NDArray[np.float64]"


class Engine(Protocol):
    """What finds the documents that have a term, each with its evidence."""

    def postings(self, term: str) -> tuple[bytes, bytes]:
        """The documents that have a term: their numbers in order, 32 bits each, unsigned.

        And for each of them a byte for each kind of evidence in `FIELDS`. Both are empty for a term
        that no document has.
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


@dataclass(frozen=True)
class Arrangement:
    """How documents are put together: `starts` has the number of the first one of each group.

    `families` says for each group which family it is of: works that are ranked apart, so that none
    changes how rare a word is in another. `sizes` is how many documents count for each family.
    """

    starts: NumberArray
    families: NumberArray
    sizes: Values


class Ranked(msgspec.Struct):
    """A group with its score and its documents with theirs, the best first.

    `covered` is the share of the query that it speaks of; `words` has what each wanted word of the
    query, by its number, adds to it.
    """

    group: int
    score: float
    covered: float
    words: dict[int, float]
    documents: list[tuple[float, int]]


@dataclass(frozen=True)
class Ranking:
    """What a query finds. `worth` is how rare each wanted word of the plan is, in its order.

    `groups` are those that have something of it, the best first; `has_whole` says whether a group
    has every word. The other arrays have the scores of all groups, the share that they cover, the
    scores of all documents (-1 for those that have nothing), what each wanted word adds to each
    group (0 where it is not), and where the documents of each group start, and the last end.
    """

    groups: NumberArray
    worth: list[float]
    has_whole: bool
    scores: Values
    covered: Values
    of_documents: Values
    words: Values
    bounds: NumberArray

    @property
    def best(self) -> float:
        """The best score; 0 where nothing was found."""
        return float(self.scores[self.groups[0]]) if len(self.groups) else 0.0

    def first(self, kinds: NumberArray, most: Sequence[int]) -> list[Ranked]:
        """The best groups of each kind, so many as `most` has for it, all in order of their scores.

        `kinds` has the kind of every group by its number.
        """
        in_order = kinds[self.groups]
        places = [np.flatnonzero(in_order == kind)[:few] for kind, few in enumerate(most)]
        return [self._ranked(self.groups[at]) for at in np.sort(np.concatenate(places)).tolist()]

    def _ranked(self, group: int) -> Ranked:
        start, end = self.bounds[group : group + 2].tolist()
        scores = enumerate(self.of_documents[start:end].tolist(), start)
        documents = sorted((-score, document) for document, score in scores if score >= 0)
        points = enumerate(self.words[:, group].tolist())
        return Ranked(
            int(group),
            self.scores.item(group),
            self.covered.item(group),
            {number: value for number, value in points if value},
            [(-score, document) for score, document in documents],
        )


class _Weighed(NamedTuple):
    """The allowed postings of a term, with what their evidence counts.

    It is 0 for a law's own document that has nothing but how typical the term is for the law.
    `told` are the groups of which something says that, `typical` says how typical it is for each.
    """

    documents: NumberArray
    values: Values
    told: NumberArray
    typical: Values


@dataclass(frozen=True)
class _Points:
    """How much documents, or groups, have of the words so far, and how much of these they cover."""

    points: Values
    covered: Values

    @classmethod
    def none(cls, number: int) -> _Points:
        """Nothing yet, for so many."""
        return cls(np.zeros(number), np.zeros(number))

    def add(self, often: Values, adds: Values, worth: Values, has: Values, enough: float) -> None:
        """Add words that were said so `often`: a row for each, with a place for each document.

        `adds` is what a word adds, `worth` what it is worth, `has` how much there is of it.
        """
        self.points[:] += often @ adds
        self.covered[:] += often @ (np.minimum(has, enough) * (worth / enough))

    def scores(self, asked: Values, coverage: float) -> Values:
        """The points, less for what is not covered of all that is `asked` for."""
        share = self.covered / asked
        np.power(share, coverage, out=share)
        share *= self.points
        return share


class Ranker:
    """Ranks those groups of an index that a search may find. Several threads may use one.

    `allowed` is True at the numbers of the documents that may be found.
    """

    def __init__(
        self,
        engine: Engine,
        arrangement: Arrangement,
        allowed: NDArray[np.bool_],
        weights: Weights = WEIGHTS,
    ) -> None:
        self._engine, self._allowed, self._weights = engine, allowed, weights
        self._starts, self._sizes = arrangement.starts, arrangement.sizes
        self._groups = len(arrangement.starts)
        self._at_once = max(1, _AT_ONCE // len(allowed))
        self._bounds = np.append(arrangement.starts, len(allowed))
        self._group_of = np.repeat(np.arange(self._groups), np.diff(self._bounds))
        self._families = arrangement.families
        self._family_of = arrangement.families[self._group_of]
        self._counts = np.array(
            # What is typical counts for the group, and not for one of its documents.
            [0.0 if name == "typical" else getattr(weights, name) * FULL for name in FIELDS]
        )
        self._kept: LRUCache[str, _Weighed] = LRUCache(_KEPT, lambda one: len(one.documents) + 1)
        self._lock = Lock()

    def rank(self, plan: Plan, behind: float = 0.0) -> Ranking:
        """Rank by the wanted words of a plan.

        Groups that have less than the share `behind` of the best score are left out.
        """
        weights, wanted = self._weights, plan.wanted
        times = Counter(choice.term for word in wanted for choice in word.alternatives)
        again = {term: (1 + (often - 1) * weights.again) / often for term, often in times.items()}
        # What is found of a word is found once, however often the word is said.
        said = Counter(word.alternatives for word in wanted)
        words, often = [*said], np.array([*said.values()], dtype=np.float64)
        worth, adds = np.zeros((len(words), len(self._sizes))), np.zeros((len(words), self._groups))
        documents, groups = _Points.none(len(self._allowed)), _Points.none(self._groups)
        having = np.zeros(self._groups)
        for first in range(0, len(words), self._at_once):
            part = slice(first, first + self._at_once)
            values, typical = self._found(words[part], again)
            worth[part] = self._worth(values)
            best = np.maximum.reduceat(values, self._starts, axis=1)
            has = best > 0
            having += often[part] @ has
            of_groups = self._spread(worth[part], self._families)
            adds[part] = of_groups * (best + typical * has)
            groups.add(often[part], adds[part], of_groups, best, weights.enough)
            of_documents = self._spread(worth[part], self._family_of)
            documents.add(often[part], of_documents * values, of_documents, values, weights.enough)
        asked = often @ worth if words else np.ones(len(self._sizes))
        asked_of_groups = self._spread(asked, self._families)
        together = groups.scores(asked_of_groups, weights.coverage)
        scores = documents.scores(self._spread(asked, self._family_of), weights.coverage)
        scores[documents.points == 0] = -1
        of_all = np.maximum.reduceat(scores, self._starts) + weights.together * together
        of_all /= asked_of_groups
        order = _best_first(of_all, groups.points > 0, behind)
        family = self._families.item(order[0]) if len(order) else 0
        number_of = {alternatives: number for number, alternatives in enumerate(words)}
        numbers = [number_of[word.alternatives] for word in wanted]
        return Ranking(
            order,
            [worth.item(number, family) for number in numbers],
            bool((having == len(wanted)).any()),
            of_all,
            groups.covered / asked_of_groups,
            scores,
            adds[numbers],
            self._bounds,
        )

    def _found(
        self, words: Sequence[tuple[Alternative, ...]], again: Mapping[str, float]
    ) -> tuple[Values, Values]:
        """What each document has of each word, and how typical each word is for each group.

        It is what the best of the word's alternatives gives.
        """
        values = np.zeros((len(words), len(self._allowed)))
        typical = np.zeros((len(words), self._groups))
        rows = [
            _TermRow(number, one.weight * again[one.term], self._weighed(one.term))
            for number, alternatives in enumerate(words)
            for one in alternatives
        ]
        if not rows:
            return values, typical
        of_row = np.repeat(np.arange(len(rows)), [len(row.found.documents) for row in rows])
        word = np.array([row.word for row in rows])[of_row]
        weights = np.array([row.weight for row in rows])
        documents = np.concatenate([row.found.documents for row in rows])
        found = np.concatenate([row.found.values for row in rows]) * weights[of_row]
        bare = np.flatnonzero(found == 0)
        if len(bare):  # they count where no likelier alternative of the word is in the group
            group = word * self._groups + self._group_of[documents]
            likeliest = np.empty(typical.size, dtype=np.intp)
            likeliest[group[::-1]] = of_row[::-1]  # the last that is put to a place stays there
            found[bare[likeliest[group[bare]] == of_row[bare]]] = _HARDLY
        np.maximum.at(values.reshape(-1), word * len(self._allowed) + documents, found)
        told = np.concatenate([row.found.told + row.word * self._groups for row in rows])
        of_told = np.concatenate([row.found.typical * row.weight for row in rows])
        np.maximum.at(typical.reshape(-1), told, of_told)
        return values, typical

    def _worth(self, values: Values) -> Values:
        """What words are worth in each family, a row for each, of which documents have so much."""
        has = values > 0
        if len(self._sizes) == 1:
            having = np.count_nonzero(has, axis=1, keepdims=True)
        else:
            families = range(len(self._sizes))
            of_families = [has[:, self._family_of == family] for family in families]
            having = np.stack([np.count_nonzero(one, axis=1) for one in of_families], axis=1)
        worth: Values = np.minimum(self._weights.rarest, np.log(1 + self._sizes / (1 + having)))
        return worth

    def _spread(self, by_family: Values, families: NumberArray) -> Values:
        """What there is for each family, for each of those that are of these `families`.

        Where all are of one family, that stands for each of them.
        """
        return by_family[..., families] if len(self._sizes) > 1 else by_family

    def _weighed(self, term: str) -> _Weighed:
        with self._lock:
            kept = self._kept.get(term)
        if kept is None:
            kept = self._weigh(term)
            with self._lock:
                self._kept[term] = kept
        return kept

    def _weigh(self, term: str) -> _Weighed:
        numbers, rows = self._engine.postings(term)
        documents = np.frombuffer(numbers, np.uint32).astype(np.intp)
        evidence = np.frombuffer(rows, np.uint8).reshape(-1, len(FIELDS))
        inside = self._allowed[documents]
        documents, evidence = documents[inside], evidence[inside]
        told = evidence[:, _TYPICAL] > 0
        typical = evidence[told, _TYPICAL] * (self._weights.typical * FULL)
        values = evidence @ self._counts
        return _Weighed(documents, values, self._group_of[documents[told]], typical)


class _TermRow(NamedTuple):
    """An alternative of a word: the number of the word, its weight, its postings."""

    word: int
    weight: float
    found: _Weighed


def _best_first(scores: Values, found: NDArray[np.bool_], behind: float) -> NumberArray:
    """The numbers of those found that have enough of the best score; of equals the first first."""
    order = np.flatnonzero(found)
    if len(order):
        order = order[scores[order] >= behind * scores[order].max()]
    return order[np.argsort(-scores[order], kind="stable")]
