"""The engine of a library on a Typesense cluster: each ruling is a record, each index a collection.

An alias named after the library stands for the collection in use. A collection beside all has how
often each library was changed; every search asks for that as well, so that a node that lags behind
what was seen before is not believed.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from rapidfuzz import fuzz, process

from kb.languages.stemming import fold, lower_case
from kb.library.engines.cluster_calls import ClusterCalls
from kb.library.engines.cluster_filters import (
    Filter,
    Scorer,
    Tier,
    all_of,
    candidates,
    core,
    enough,
    grades,
    having,
    limits_of,
    worth_of,
)
from kb.library.engines.cluster_index import CHANGES, PAGE, ClusterIndex
from kb.library.engines.cluster_records import document_of, facet_value, fields, record_of
from kb.library.engines.impacts import ALIKE, ENOUGH
from kb.library.engines.ruling_rows import LibraryDamageError
from kb.library.ruling_document import OWN, RulingDocument
from kb.library.seam import FACETS, FacetName, FoundRulings, RulingQuery, WantedWord
from kb.library.similar import telling

_CHANGES_FIELDS = [{"name": "changes", "type": "int64"}]

#: So many rulings, or bytes of them, are written at once.
_BATCH, _BATCH_BYTES = 250, 4_000_000
#: So many tiers behind the best are asked for candidates.
_MORE_TIERS = 4
#: How many records with words like a strange one are looked at.
_LIKE = 10


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
        self._index = ClusterIndex(calls, library, self._name, _created)
        if not _created and calls.collection(self._name) is None:
            raise LibraryDamageError(f"the cluster has no {self._name}")
        self._index.look()

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
        for at in range(0, len(ids), PAGE):
            self._calls.remove(self._name, f"id:=[{','.join(ids[at : at + PAGE])}]")
            wanted = True
        if wanted:
            collection = self._calls.alias(self._library)
            self._index.changed(
                collection is not None and self._name in (collection, self._library)
            )

    def changed(self, is_in_use: bool) -> None:
        """Say that an index was changed, and with it the library if it is the one in use."""
        self._index.changed(is_in_use)

    # --- reading ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        self._index.look()
        return self._index.count

    @property
    def changes(self) -> int:
        """A number that is another one after every change."""
        self._index.look()
        return self._index.seen

    def get(self, id: str) -> RulingDocument | None:
        """The ruling with an id, None if there is none."""
        return next(iter(self._index.documents([id])), None)

    def concorded(self) -> tuple[()]:
        """Nothing: a cluster keeps no words for a concordance."""
        return ()

    def documents(self) -> Iterator[RulingDocument]:
        """All rulings, without their texts and marks, in the order of their ids."""
        rows = [(row["id"], row["head"]) for row in self._calls.exported(self._name, "id,head")]
        for _, head in sorted(rows):
            yield document_of({"head": head})

    def near(self, id: str) -> list[str]:
        """The ids that are most like one, by the engine's tolerance of typos."""
        words = id.replace("-", " ").strip()
        asked = self._index.search(
            q=words or "*", query_by="name", num_typos=2, per_page=_LIKE, include_fields="id"
        )
        (answer,) = self._index.asked([asked])
        return [hit["document"]["id"] for hit in answer["hits"]]

    def knows(self, terms: Iterable[str]) -> bool:
        """Whether a ruling has one of some terms."""
        (often,) = self._index.frequencies([tuple(terms)])
        return often > 0

    def search(self, query: RulingQuery) -> FoundRulings:
        """The rulings that a query asks for."""
        with self._calls.together():
            return self._searched(query)

    def _searched(self, query: RulingQuery) -> FoundRulings:
        words, mended = self._mended(query.words)
        worth = self._index.worth(words)
        limits, best, among = limits_of(query), list[Tier](), ""
        laws = [WantedWord("", dict.fromkeys(terms, 1.0)) for terms in query.laws]
        if words:
            rows = core(words, worth)
            best = self._index.best(rows)
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
        ranks = Scorer.of((*words, *laws), (*worth, *self._index.worth(laws)))
        by_words = Scorer.of(words, worth)
        answer, hits = self._index.hits(query, all_of([*limits, among]), scored, ranks, by_words)
        counted = _counted(answer) if query.facets else {}
        return FoundRulings(hits, answer["found"], counted, worth, mended, words)

    def similar(self, id: str, limit: int) -> FoundRulings:
        """The rulings that cite the same and are about the same, the best first."""
        with self._calls.together():
            return self._alike(id, limit)

    def _alike(self, id: str, limit: int) -> FoundRulings:
        document = self.get(id)
        if document is None:
            return FoundRulings((), 0, {})
        frequency = self._index.frequency_of(document)
        words = tuple(telling(document, frequency, self._index.count))
        worth = tuple(worth_of(frequency(word.typed), self._index.count) for word in words)
        if not words:
            return FoundRulings((), 0, {})
        weighed = zip(words, worth, strict=True)
        rows = core(words, [value * max(one.terms.values()) for one, value in weighed])
        among = having(term for word in words for term in word.terms)
        scorer, query = Scorer.of(words, worth), RulingQuery(limit=limit + 1, facets=False)
        answer, hits = self._index.hits(query, among, grades(rows), scorer, scorer)
        others = tuple(hit for hit in hits if hit.document.id != id)[:limit]
        return FoundRulings(others, answer["found"] - 1, {}, worth, {}, words)

    # --- how often -------------------------------------------------------------------------------

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
        asked = self._index.search(
            q=plain,
            query_by="own",
            prefix="false",
            num_typos=2,
            per_page=_LIKE,
            include_fields="id,own",
        )
        (answer,) = self._index.asked([asked])
        words = sorted({word for hit in answer["hits"] for word in hit["document"]["own"]})
        near = process.extractOne(plain, words, scorer=fuzz.WRatio, score_cutoff=ALIKE)
        return (near[0], near[1]) if near else None

    # --- asking ----------------------------------------------------------------------------------


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
