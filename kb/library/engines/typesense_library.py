"""The engine of a library on a Typesense cluster: each ruling is a record, each index a collection.

An alias named after the library stands for the collection in use. A collection beside all has how
often each library was changed; every search asks for that as well, so that a node that lags behind
what was seen before is not believed.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, Final

import msgspec
from cachetools import LRUCache
from rapidfuzz import fuzz, process

from kb.languages.stemming import fold, lower_case
from kb.library.cluster_errors import ClusterMissesError, ClusterUnreachableError
from kb.library.engines.cluster_calls import MOST_SEARCHES, ClusterCalls
from kb.library.engines.cluster_filters import (
    Filter,
    Scorer,
    Tier,
    all_of,
    candidates,
    core,
    counted_terms,
    enough,
    grades,
    having,
    limits_of,
    tiers,
    worth_of,
)
from kb.library.engines.cluster_records import document_of, facet_value, fields, record_of
from kb.library.engines.impacts import ALIKE, ENOUGH, MOST_VALUES
from kb.library.engines.ruling_rows import LibraryDamageError
from kb.library.ruling_document import CITES, OWN, RulingDocument, law_of
from kb.library.seam import FACETS, FacetName, FoundRulings, RulingHit, RulingQuery, WantedWord
from kb.library.similar import telling
from kb.search.passages import places_of

#: The collection that has a number for each index and alias, another one after every change.
CHANGES: Final = "kodeks-libraries"
_CHANGES_FIELDS = [{"name": "changes", "type": "int64"}]

#: So many rulings, or bytes of them, are written at once.
_BATCH, _BATCH_BYTES = 250, 4_000_000
#: So many candidates of each filter are scored.
_CANDIDATES: Final = 50
#: The most records that one search answers with.
_PAGE: Final = 250
#: So many tiers are counted at once.
_COUNTED = 16
#: So many tiers behind the best are asked for candidates.
_MORE_TIERS = 4
#: How many frequencies of terms are remembered.
_REMEMBERED = 65_536
#: How often a node that lags behind is asked again, and after how many seconds.
_LAGGING, _LAG = 20, 0.05
#: How many records with words like a strange one are looked at.
_LIKE = 10

_NEWEST = "date:desc"


class TypesenseLibrary:
    """The engine; `replace` writes, and what was written is seen when it returns.

    `library` is the alias, `collection` the index that is read and written: that in use if it is
    the alias itself.
    """

    def __init__(
        self, calls: ClusterCalls, library: str, collection: str | None = None, _created: int = 0
    ) -> None:
        """Open an index. Raises `LibraryDamageError` if there is none, or a `ClusterError`."""
        self._calls, self._library = calls, library
        self._name = collection or library
        self._seen, self._count = _created, 0
        self._often: LRUCache[Filter, int] = LRUCache(_REMEMBERED)
        self._lock = Lock()
        if not _created and calls.collection(self._name) is None:
            raise LibraryDamageError(f"the cluster has no {self._name}")
        self._look()

    @classmethod
    def create(cls, calls: ClusterCalls, library: str, collection: str) -> TypesenseLibrary:
        """An empty index in place of one that broke off."""
        calls.create({"name": CHANGES, "fields": _CHANGES_FIELDS})
        calls.drop(collection)
        calls.create({"name": collection, "fields": fields()})
        now = time.time_ns()
        calls.put(CHANGES, [msgspec.json.encode({"id": collection, "changes": now})])
        return cls(calls, library, collection, now)

    def close(self) -> None:
        """Close nothing: the connections are of all engines."""

    # --- writing ---------------------------------------------------------------------------------

    def replace(self, documents: Iterable[RulingDocument], removed: Collection[str] = ()) -> None:
        """Put documents in, in place of those with their ids, and take some ids out.

        Where it breaks off, some are written; written again they are no others.
        """
        wanted = False
        for batch in _batches(map(record_of, documents)):
            self._calls.put(self._name, batch)
            wanted = True
        ids = [*removed]
        for at in range(0, len(ids), _PAGE):
            self._calls.remove(self._name, f"id:=[{','.join(ids[at : at + _PAGE])}]")
            wanted = True
        if wanted:
            collection = self._calls.alias(self._library)
            self.changed(collection is not None and self._name in (collection, self._library))

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
            self._seen = max(self._seen, now)
            self._often.clear()
        self._look()

    # --- reading ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        self._look()
        return self._count

    @property
    def changes(self) -> int:
        """A number that is another one after every change."""
        self._look()
        return self._seen

    def _look(self) -> None:
        """Ask how many rulings there are, and whether they were changed."""
        (answer,) = self._asked([self._search(per_page=0)])
        self._count = answer["found"]

    def get(self, id: str) -> RulingDocument | None:
        """The ruling with an id, None if there is none."""
        return next(iter(self._documents([id])), None)

    def documents(self) -> Iterator[RulingDocument]:
        """All rulings, without their texts and marks, in the order of their ids."""
        rows = [(row["id"], row["head"]) for row in self._calls.exported(self._name, "id,head")]
        for _, head in sorted(rows):
            yield document_of({"head": head})

    def near(self, id: str) -> list[str]:
        """The ids that are most like one, by the engine's tolerance of typos."""
        words = id.replace("-", " ").strip()
        asked = self._search(
            q=words or "*", query_by="name", num_typos=2, per_page=_LIKE, include_fields="id"
        )
        (answer,) = self._asked([asked])
        return [hit["document"]["id"] for hit in answer["hits"]]

    def knows(self, terms: Iterable[str]) -> bool:
        """Whether a ruling has one of some terms."""
        (often,) = self._frequencies([tuple(terms)])
        return often > 0

    def search(self, query: RulingQuery) -> FoundRulings:
        """The rulings that a query asks for."""
        words, mended = self._mended(query.words)
        worth = self._worth(words)
        limits, best, among = limits_of(query), list[Tier](), ""
        laws = [WantedWord("", dict.fromkeys(terms, 1.0)) for terms in query.laws]
        if words:
            rows = core(words, worth)
            best = self._best(rows)
            if not best:
                empty: dict[FacetName, list[tuple[str, int]]] = {name: [] for name in FACETS}
                return FoundRulings((), 0, empty if query.facets else {}, worth, mended, words)
            among = enough(rows, best[0].worth, limits)
            best = [one for one in best if one.worth >= ENOUGH * best[0].worth]
        elif laws:
            best = [Tier(tuple(laws), 0.0)]
        scored: list[Filter] = []
        if best and query.sort != "date":
            first = Tier((*best[0].words, *laws), best[0].worth) if words else best[0]
            near = candidates(first, best[: 1 + _MORE_TIERS], limits)
            scored = [best[0].filter(), *near]
        ranks = Scorer.of((*words, *laws), (*worth, *self._worth(laws)))
        by_words = Scorer.of(words, worth)
        answer, hits = self._hits(query, all_of([*limits, among]), scored, ranks, by_words)
        counted = _counted(answer) if query.facets else {}
        return FoundRulings(hits, answer["found"], counted, worth, mended, words)

    def similar(self, id: str, limit: int) -> FoundRulings:
        """The rulings that cite the same and are about the same, the best first."""
        document = self.get(id)
        if document is None:
            return FoundRulings((), 0, {})
        frequency = self._frequency_of(document)
        words = tuple(telling(document, frequency, self._count))
        worth = tuple(worth_of(frequency(word.typed), self._count) for word in words)
        if not words:
            return FoundRulings((), 0, {})
        weighed = zip(words, worth, strict=True)
        rows = core(words, [value * max(one.terms.values()) for one, value in weighed])
        among = having(term for word in words for term in word.terms)
        scorer, query = Scorer.of(words, worth), RulingQuery(limit=limit + 1, facets=False)
        answer, hits = self._hits(query, among, grades(rows), scorer, scorer)
        others = tuple(hit for hit in hits if hit.document.id != id)[:limit]
        return FoundRulings(others, answer["found"] - 1, {}, worth, {}, words)

    def _hits(
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
        allowed = partial(self._search, filter_by=among, sort_by=ordered)
        facets = {"facet_by": ",".join(FACETS), "max_facet_values": MOST_VALUES}
        some = {"include_fields": "id,impacts,date", "per_page": _CANDIDATES if scored else 0}
        asked = [allowed(**some, **(facets if query.facets else {}))]
        asked += (self._search(filter_by=one, sort_by=_NEWEST, **some) for one in scored[1:])
        answers = self._asked(asked)
        answer, end = answers[0], query.offset + query.limit
        found = {hit["document"]["id"]: hit["document"] for one in answers for hit in one["hits"]}
        scores = {id: self._scores(ranks, record)[0] for id, record in found.items()}
        head = sorted(found, key=lambda one: (-scores[one], -found[one]["date"], one))
        ids = head[query.offset : end]
        if end > len(head) and answer["found"] > len(head):
            left_out = max(0, query.offset - len(head))
            ids += self._behind(allowed, {*head}, left_out, query.limit - len(ids))
        hits: list[RulingHit] = []
        for document, record in self._whole(ids):
            score = self._scores(ranks, record)[0] if ranks.words else 0.0
            covered = self._scores(by_words, record)[1] if by_words.words else 1.0
            hits.append(RulingHit(document, score, covered))
        return answer, tuple(hits)

    def _behind(self, allowed: Any, head: set[str], offset: int, limit: int) -> list[str]:
        """The ids behind those that were scored, in the engine's order."""
        ids: list[str] = []
        start = 0 if head else offset // _PAGE  # pages before it are known to be left out
        offset -= start * _PAGE
        for page in range(start + 1, start + (len(head) + offset + limit) // _PAGE + 2):
            (answer,) = self._asked([allowed(page=page, per_page=_PAGE, include_fields="id")])
            ids += (hit["document"]["id"] for hit in answer["hits"])
            rest = [id for id in ids if id not in head]
            if len(rest) >= offset + limit or len(answer["hits"]) < _PAGE:
                break
        return rest[offset : offset + limit]

    def _whole(self, ids: Sequence[str]) -> Iterator[tuple[RulingDocument, dict[str, Any]]]:
        """The rulings with some ids, in their order, with their records."""
        found: dict[str, dict[str, Any]] = {}
        for at in range(0, len(ids), _PAGE):
            part = ids[at : at + _PAGE]
            asked = self._search(
                filter_by=f"id:=[{','.join(part)}]",
                include_fields="id,impacts,date,head,words",
                per_page=len(part),
            )
            (answer,) = self._asked([asked])
            found |= {hit["document"]["id"]: hit["document"] for hit in answer["hits"]}
        for id in ids:
            if id in found:
                yield self._unpacked(found[id]), found[id]

    def _documents(self, ids: Sequence[str]) -> Iterator[RulingDocument]:
        return (document for document, _ in self._whole(ids))

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

    # --- how often -------------------------------------------------------------------------------

    def _worth(self, words: Sequence[WantedWord]) -> tuple[float, ...]:
        """What each word counts, by how rare it is."""
        counted = [counted_terms(word) for word in words]
        often = self._frequencies([terms for pair in counted for terms in pair])
        pairs = zip(often[::2], often[1::2], strict=True)
        return tuple(worth_of(sure or loose, self._count) for sure, loose in pairs)

    def _best(self, rows: Sequence[tuple[WantedWord, float]], least: int = 1) -> list[Tier]:
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

    def _frequency_of(self, document: RulingDocument) -> Any:
        """How many rulings have each term of a ruling: a function."""
        cited = {id for one in document.cites for id in one.now}
        terms = {*places_of(document.marks), *(f"{CITES}{id}" for id in cited)}
        terms |= {f"{CITES}{law_of(id)}" for id in cited}
        ordered = sorted(terms)
        often = dict(zip(ordered, self._frequencies([(term,) for term in ordered]), strict=True))
        return lambda term: often.get(term, 0)

    def _frequencies(self, groups: Sequence[tuple[str, ...]]) -> list[int]:
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
            answers = self._asked([self._search(filter_by=one, per_page=0) for one in some])
            counts = {one: answer["found"] for one, answer in zip(some, answers, strict=True)}
            known |= counts
            with self._lock:
                self._often.update(counts)
        return [known[one] for one in filters]

    def _mended(self, words: Sequence[WantedWord]) -> tuple[tuple[WantedWord, ...], dict[str, str]]:
        """The words, strange ones that no ruling has read as the nearest that rulings have."""
        out: list[WantedWord] = []
        mended: dict[str, str] = {}
        for word in words:
            if word.strange and not self.knows(word.terms):
                near = self._nearest(fold(lower_case(word.typed)))
                if near:
                    mended[word.typed] = near[0]
                    word = WantedWord(word.typed, {f"{OWN}{near[0]}": near[1] / 100})
            out.append(word)
        return tuple(out), mended

    def _nearest(self, plain: str) -> tuple[str, float] | None:
        """The word of rulings that is most like one, and how like it is in percent."""
        asked = self._search(
            q=plain,
            query_by="own",
            prefix="false",
            num_typos=2,
            per_page=_LIKE,
            include_fields="id,own",
        )
        (answer,) = self._asked([asked])
        words = sorted({word for hit in answer["hits"] for word in hit["document"]["own"]})
        near = process.extractOne(plain, words, scorer=fuzz.WRatio, score_cutoff=ALIKE)
        return (near[0], near[1]) if near else None

    # --- asking ----------------------------------------------------------------------------------

    def _search(self, **more: Any) -> dict[str, Any]:
        asked = {"collection": self._name, "q": "*", **more}
        return {name: value for name, value in asked.items() if value != ""}

    def _marker(self, id: str) -> dict[str, Any]:
        return {"collection": CHANGES, "q": "*", "filter_by": f"id:={id}", "per_page": 1}

    def _asked(self, searches: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The answers to searches, from a node that has all that was seen before."""
        asked, is_there = [*searches, self._marker(self._name)], False
        for _ in range(_LAGGING):
            with suppress(ClusterMissesError):
                *answers, marker = self._calls.searches(asked)
                number, is_there = _number(marker), True
                with self._lock:
                    if number > self._seen:
                        self._seen = number
                        self._often.clear()
                    if number == self._seen:
                        return answers
            time.sleep(_LAG)
        if not is_there:
            raise LibraryDamageError(f"the cluster has no {self._name}")
        raise ClusterUnreachableError(self._calls.address.shown, "its nodes lag behind")


def _number(marker: Mapping[str, Any]) -> int:
    """The number that a marker of changes has, 0 if there is none yet."""
    return int(marker["hits"][0]["document"]["changes"]) if marker["hits"] else 0


def _batches(records: Iterator[bytes]) -> Iterator[list[bytes]]:
    """Records by as many as are written at once."""
    batch: list[bytes] = []
    size = 0
    for record in records:
        if batch and (len(batch) >= _BATCH or size + len(record) > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(record)
        size += len(record)
    if batch:
        yield batch


def _counted(answer: Mapping[str, Any]) -> dict[FacetName, list[tuple[str, int]]]:
    """How many of the found rulings have each value of each facet."""
    facets: dict[FacetName, list[tuple[str, int]]] = {name: [] for name in FACETS}
    for one in answer.get("facet_counts", ()):
        rows = [(facet_value(row["value"]), row["count"]) for row in one["counts"]]
        name = next(name for name in FACETS if name == one["field_name"])
        facets[name] = sorted(rows, key=lambda row: (-row[1], not row[0], row[0]))
    return facets
