"""An index in a cluster as it is asked: records by filters, candidates scored, counts remembered.

Beside all indexes is a collection with a number for each, another one after every change. Every
request asks for that as well, so that a node that lags behind what was seen before is not believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, Final

import msgspec
from cachetools import LRUCache

from kb.library.cluster_errors import ClusterMissesError, ClusterUnreachableError
from kb.library.engines.cluster_calls import MOST_SEARCHES, ClusterCalls
from kb.library.engines.cluster_filters import (
    Filter,
    Scorer,
    Tier,
    counted_terms,
    having,
    tiers,
    worth_of,
)
from kb.library.engines.cluster_records import document_of
from kb.library.engines.impacts import MOST_VALUES
from kb.library.engines.ruling_rows import LibraryDamageError
from kb.library.ruling_document import CITES, RulingDocument, law_of
from kb.library.seam import FACETS, RulingHit, RulingQuery, WantedWord
from kb.search.passages import places_of

#: The collection that has a number for each index and alias, another one after every change.
CHANGES: Final = "kodeks-libraries"

#: The most records that one search answers with.
PAGE: Final = 250
#: So many candidates of each filter are scored.
_CANDIDATES: Final = 50
#: So many tiers are counted at once.
_COUNTED = 16
#: How many counts are remembered.
_REMEMBERED = 65_536
#: How often a node that lags behind is asked again, and after how many seconds.
_LAGGING, _LAG = 20, 0.05

_NEWEST = "date:desc"


class ClusterIndex:
    """An index by its collection, or the one in use by its alias.

    `count` is how many rulings there were when it was looked at, `seen` the number of changes that
    answers must have at least.
    """

    def __init__(self, calls: ClusterCalls, library: str, name: str, seen: int = 0) -> None:
        self._calls, self._library, self._name = calls, library, name
        self.seen, self.count = seen, 0
        self._often: LRUCache[Filter, int] = LRUCache(_REMEMBERED)
        self._lock = Lock()

    def changed(self, is_in_use: bool) -> None:
        """Say that an index was changed, and with it the library if it is the one in use."""
        markers = {self._name, self._library} if is_in_use else {self._name}
        asked = [self._marker(one) for one in markers]
        *answers, _ = self._calls.searches([*asked, self._marker(self._name)])
        # A clock may be put back; this number never is.
        now = max(time.time_ns(), 1 + max(map(_number, answers)))
        rows = [{"id": one, "changes": now} for one in sorted(markers)]
        self._calls.put(CHANGES, [*map(msgspec.json.encode, rows)])
        with self._lock:
            self.seen = max(self.seen, now)
            self._often.clear()
        self.look()

    def look(self) -> None:
        """Ask how many rulings there are, and whether they were changed."""
        (answer,) = self.asked([self.search(per_page=0)])
        self.count = answer["found"]

    def hits(
        self,
        query: RulingQuery,
        among: Filter,
        scored: Sequence[Filter],
        ranks: Scorer,
        by_words: Scorer,
    ) -> tuple[dict[str, Any], tuple[RulingHit, ...]]:
        """The answer to a search, and the hits that are asked for in their order.

        They are `among` those that a filter lets through. Of those that each of the filters
        `scored` lets through some are scored and come first; then come all others that the first of
        these lets through, then the rest, the newest first.
        """
        ordered = f"_eval({scored[0]}):desc,{_NEWEST}" if scored else _NEWEST
        allowed = partial(self.search, filter_by=among, sort_by=ordered)
        facets = {"facet_by": ",".join(FACETS), "max_facet_values": MOST_VALUES}
        some = {"include_fields": "id,impacts,date", "per_page": _CANDIDATES if scored else 0}
        asked = [allowed(**some, **(facets if query.facets else {}))]
        asked += (self.search(filter_by=one, sort_by=_NEWEST, **some) for one in scored[1:])
        answers = self.asked(asked)
        answer, end = answers[0], query.offset + query.limit
        found = {hit["document"]["id"]: hit["document"] for one in answers for hit in one["hits"]}
        scores = {id: self._scores(ranks, record)[0] for id, record in found.items()}
        head = sorted(found, key=lambda one: (-scores[one], -found[one]["date"], one))
        ids = head[query.offset : end]
        if end > len(head) and answer["found"] > len(head):
            left_out = max(0, query.offset - len(head))
            ids += self._behind(allowed, {*head}, left_out, query.limit - len(ids))
        hits: list[RulingHit] = []
        for document, record in self.whole(ids):
            score = self._scores(ranks, record)[0] if ranks.words else 0.0
            covered = self._scores(by_words, record)[1] if by_words.words else 1.0
            hits.append(RulingHit(document, score, covered))
        return answer, tuple(hits)

    def _behind(self, allowed: Any, head: set[str], offset: int, limit: int) -> list[str]:
        """The ids behind those that were scored, in the engine's order."""
        ids: list[str] = []
        start = 0 if head else offset // PAGE  # pages before it are known to be left out
        offset -= start * PAGE
        for page in range(start + 1, start + (len(head) + offset + limit) // PAGE + 2):
            (answer,) = self.asked([allowed(page=page, per_page=PAGE, include_fields="id")])
            ids += (hit["document"]["id"] for hit in answer["hits"])
            rest = [id for id in ids if id not in head]
            if len(rest) >= offset + limit or len(answer["hits"]) < PAGE:
                break
        return rest[offset : offset + limit]

    def whole(self, ids: Sequence[str]) -> Iterator[tuple[RulingDocument, dict[str, Any]]]:
        """The rulings with some ids, in their order, with their records."""
        found: dict[str, dict[str, Any]] = {}
        for at in range(0, len(ids), PAGE):
            part = ids[at : at + PAGE]
            asked = self.search(
                filter_by=f"id:=[{','.join(part)}]",
                include_fields="id,impacts,date,head,words",
                per_page=len(part),
            )
            (answer,) = self.asked([asked])
            found |= {hit["document"]["id"]: hit["document"] for hit in answer["hits"]}
        for id in ids:
            if id in found:
                yield self._unpacked(found[id]), found[id]

    def documents(self, ids: Sequence[str]) -> Iterator[RulingDocument]:
        """The rulings with some ids, whole, in their order."""
        return (document for document, _ in self.whole(ids))

    def _scores(self, scorer: Scorer, record: Mapping[str, Any]) -> tuple[float, float]:
        try:
            return scorer.scores(record)
        except (KeyError, ValueError) as error:
            raise LibraryDamageError(f"{record['id']}: {error}") from None

    def _unpacked(self, record: Mapping[str, Any]) -> RulingDocument:
        try:
            return document_of(record)
        except ValueError as error:
            raise LibraryDamageError(f"{record['id']}: {error}") from None

    def worth(self, words: Sequence[WantedWord]) -> tuple[float, ...]:
        """What each word counts, by how rare it is."""
        counted = [counted_terms(word) for word in words]
        often = self.frequencies([terms for pair in counted for terms in pair])
        pairs = zip(often[::2], often[1::2], strict=True)
        return tuple(worth_of(sure or loose, self.count) for sure, loose in pairs)

    def best(self, rows: Sequence[tuple[WantedWord, float]], least: int = 1) -> list[Tier]:
        """The sets of words from the most worthy on that rulings have, whatever else is asked.

        So many rulings have the first, at least.
        """
        ordered = tiers(rows)
        for at in range(0, len(ordered), _COUNTED):
            some = ordered[at : at + _COUNTED]
            often = self._counts([tier.filter() for tier in some])
            for number, count in enumerate(often, at):
                if count >= least:
                    return ordered[number:]
        return []

    def frequency_of(self, document: RulingDocument) -> Callable[[str], int]:
        """How many rulings have each term of a ruling: a function."""
        cited = {id for one in document.cites for id in one.now}
        terms = {*places_of(document.marks), *(f"{CITES}{id}" for id in cited)}
        terms |= {f"{CITES}{law_of(id)}" for id in cited}
        ordered = sorted(terms)
        often = dict(zip(ordered, self.frequencies([(term,) for term in ordered]), strict=True))
        return lambda term: often.get(term, 0)

    def frequencies(self, groups: Sequence[tuple[str, ...]]) -> list[int]:
        """How many rulings have one of each group of terms."""
        found = iter(self._counts([having(terms) for terms in groups if terms]))
        return [next(found) if terms else 0 for terms in groups]

    def _counts(self, filters: Sequence[Filter]) -> list[int]:
        """How many rulings each filter lets through; remembered until there is a change."""
        with self._lock:
            known = {one: self._often[one] for one in filters if one in self._often}
        missing = [*dict.fromkeys(one for one in filters if one not in known)]
        for at in range(0, len(missing), MOST_SEARCHES - 1):
            some = missing[at : at + MOST_SEARCHES - 1]
            answers = self.asked([self.search(filter_by=one, per_page=0) for one in some])
            counts = {one: answer["found"] for one, answer in zip(some, answers, strict=True)}
            known |= counts
            with self._lock:
                self._often.update(counts)
        return [known[one] for one in filters]

    def search(self, **more: Any) -> dict[str, Any]:
        """A search of this index, to be asked; of all rulings unless `q` says otherwise."""
        asked = {"collection": self._name, "q": "*", **more}
        return {name: value for name, value in asked.items() if value != ""}

    def _marker(self, id: str) -> dict[str, Any]:
        return {"collection": CHANGES, "q": "*", "filter_by": f"id:={id}", "per_page": 1}

    def asked(self, searches: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The answers to searches, from a node that has all that was seen before."""
        asked, is_there = [*searches, self._marker(self._name)], False
        for _ in range(_LAGGING):
            with suppress(ClusterMissesError):
                *answers, marker = self._calls.searches(asked)
                number, is_there = _number(marker), True
                with self._lock:
                    if number > self.seen:
                        self.seen = number
                        self._often.clear()
                    if number == self.seen:
                        return answers
            time.sleep(_LAG)
        if not is_there:
            raise LibraryDamageError(f"the cluster has no {self._name}")
        raise ClusterUnreachableError(self._calls.address.shown, "its nodes lag behind")


def _number(marker: Mapping[str, Any]) -> int:
    """The number that a marker of changes has, 0 if there is none yet."""
    return int(marker["hits"][0]["document"]["changes"]) if marker["hits"] else 0
