"""The embedded engine of a library: segments of Whoosh, and rows of SQLite beside them."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from heapq import nlargest
from pathlib import Path
from threading import RLock
from typing import Any

from rapidfuzz import process

from kb.concordance.indexed_words import ConcordancePart
from kb.core.errors import BuildError
from kb.core.nearest import nearest
from kb.languages.stemming import fold, lower_case
from kb.library.engines.concorded_rulings import concord, concorded
from kb.library.engines.impacts import (
    ALIKE,
    ENOUGH,
    LAST_DAY,
    MOST_VALUES,
    date_number,
    last_day,
)
from kb.library.engines.packing import (
    MOST,
    WIDEST,
    bits_in,
    bits_of,
    from_bytes,
    positions_in,
    to_bytes,
)
from kb.library.engines.ruling_rows import (
    LibraryDamageError,
    Rows,
    RowsWriter,
    RulingRow,
    SegmentRow,
    writing,
)
from kb.library.engines.scoring import Scored, scored
from kb.library.engines.segments import Segment, SegmentWriter, hashes
from kb.library.ruling_document import OWN, RulingDocument
from kb.library.seam import (
    FACETS,
    FacetName,
    FoundRulings,
    RulingHit,
    RulingQuery,
    WantedWord,
)
from kb.library.similar import telling

#: A place in an order: two keys, the position with a minus, and the segment.
_RankedPlace = tuple[int, int, int, int]

#: Segments with fewer rulings are small; when there are more than so many, they become one.
_SMALL, _MOST_SMALL = 1024, 4
#: A segment of which more than this share was removed is written anew.
_WASTED = 0.3


class WhooshLibrary:
    """The engine, open for reading; `replace` writes, and what was written is seen at once."""

    def __init__(self, directory: Path) -> None:
        """Open the library in a directory. Raises `LibraryDamageError` if it is not whole."""
        self._directory = directory
        self._lock = RLock()
        self._rows = Rows(directory)
        self._changes = -1
        self._segments: list[Segment] = []
        self._refresh()

    @classmethod
    def create(cls, directory: Path) -> WhooshLibrary:
        """An empty library in a directory that is there, or the one that is in it."""
        with writing(directory):
            pass
        return cls(directory)

    def close(self) -> None:
        """Close all files."""
        with self._lock:
            self._rows.close()

    # --- writing ---------------------------------------------------------------------------------

    def replace(self, documents: Iterable[RulingDocument], removed: Collection[str] = ()) -> None:
        """Put documents in, in place of those with their ids, and take some ids out."""
        made: list[Path] = []
        try:
            with writing(self._directory) as rows:
                concordances = {one.name for one in rows.concordances()}
                gone = [number for id in removed if (number := rows.remove(id)) is not None]
                for segment in self._written(rows, _added(rows, documents, gone), made):
                    rows.add_segment(segment)
                _mark_removed(rows, gone)
                dropped = self._tidied(rows, made)
                concord(rows, self._directory, made)
                dropped += concordances.difference(one.name for one in rows.concordances())
        except BaseException as error:
            for directory in made:
                shutil.rmtree(directory, ignore_errors=True)
            if isinstance(error, OSError):
                raise BuildError(
                    f"cannot write {self._directory}: {error.strerror or error}",
                    "Make build/ writable (or free some space).",
                ) from None
            raise
        self._refresh()
        for name in dropped:
            shutil.rmtree(self._directory / name, ignore_errors=True)

    def _written(
        self,
        rows: RowsWriter,
        documents: Iterable[tuple[RulingDocument, Any]],
        made: list[Path],
    ) -> Iterator[SegmentRow]:
        """Write segments of documents; each comes with what is to be done with its number."""
        writer, number = SegmentWriter(), 0
        for document, store in documents:
            if not len(writer):
                number = max(number, rows.next_segment() - 1) + 1
            store(number * MOST + writer.add(document))
            if writer.is_full:
                yield self._segment(writer, number, made)
                writer = SegmentWriter()
        if len(writer):
            yield self._segment(writer, number, made)

    def _segment(self, writer: SegmentWriter, number: int, made: list[Path]) -> SegmentRow:
        name = f"segment-{number}-{uuid.uuid4().hex[:8]}"
        made.append(self._directory / name)
        return SegmentRow(number, name, b"", writer.dates, writer.write(made[-1]))

    def _tidied(self, rows: RowsWriter, made: list[Path]) -> list[str]:
        """Write small and wasted segments anew as few; returns the names of the old ones."""
        segments = rows.segments()
        left = {one.number: one.left for one in segments}
        small = [one for one in segments if left[one.number] < _SMALL]
        old = small if len(small) > _MOST_SMALL else [one for one in small if not left[one.number]]
        old += [
            one
            for one in segments
            if one not in old and left[one.number] < (1 - _WASTED) * (len(one.dates) // 4)
        ]
        if not old:
            return []
        moved = (
            (document, _mover(rows, number))
            for one in old
            for number, document in rows.between(one.number * MOST, (one.number + 1) * MOST - 1)
        )
        for segment in self._written(rows, moved, made):
            rows.add_segment(segment)
        for one in old:
            rows.drop_segment(one.number)
        return [one.name for one in old]

    # --- reading ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return sum(segment.live.bit_count() for segment in self._segments)

    @property
    def changes(self) -> int:
        """A number that is another one after every change."""
        with self._lock:
            return self._rows.changes

    def get(self, id: str) -> RulingDocument | None:
        """The ruling with an id, None if there is none."""
        with self._lock:
            return self._rows.by_id(id)

    def concorded(self) -> list[ConcordancePart]:
        """See `RulingEngine`."""
        with self._lock:
            return concorded(self._directory, self._rows)

    def documents(self) -> list[RulingDocument]:
        """All rulings, without their texts and marks, in the order of their ids."""
        with self._lock:
            return [*self._rows.heads()]

    def near(self, id: str) -> list[str]:
        """The ids that are most like one."""
        with self._lock:
            return nearest(id, self._rows.ids())

    def knows(self, terms: Iterable[str]) -> bool:
        """Whether a ruling has one of some terms."""
        return any(self._frequency(term) for term in terms)

    def search(self, query: RulingQuery) -> FoundRulings:
        """The rulings that a query asks for."""
        self._refresh()
        segments = self._segments
        words, mended = self._mended(query.words)
        by_words = scored(segments, words, len(self))
        allowed = [_allowed(segment, query) for segment in segments]
        if words:
            best = max((max(covered, default=0) for covered in by_words.covered), default=0)
            enough = max(1, round(ENOUGH * best))
            for at, covered in enumerate(by_words.covered):
                allowed[at] &= bits_in(bytes(map(enough.__le__, covered)))
        laws = [WantedWord("", dict.fromkeys(terms, 1.0)) for terms in query.laws]
        ranked = scored(segments, (*words, *laws), len(self)) if laws else by_words
        hits = self._hits(query, segments, allowed, ranked, by_words)
        total = sum(found.bit_count() for found in allowed)
        facets = _counted(segments, allowed) if query.facets else {}
        return FoundRulings(hits, total, facets, by_words.worth, mended, words)

    def similar(self, id: str, limit: int) -> FoundRulings:
        """The rulings that cite the same and are about the same, the best first."""
        self._refresh()
        segments = self._segments
        with self._lock:
            document, itself = self._rows.by_id(id), self._rows.number(id)
        if document is None or itself is None:
            return FoundRulings((), 0, {})
        words = tuple(telling(document, self._frequency, len(self)))
        by_words = scored(segments, words, len(self))
        allowed = [
            segment.live
            & bits_in(bytes(map((1).__le__, covered)))
            & ~(1 << itself % MOST if segment.number == itself // MOST else 0)
            for segment, covered in zip(segments, by_words.covered, strict=True)
        ]
        hits = self._hits(RulingQuery(limit=limit), segments, allowed, by_words, by_words)
        total = sum(found.bit_count() for found in allowed)
        return FoundRulings(hits, total, {}, by_words.worth, {}, words)

    def _hits(
        self,
        query: RulingQuery,
        segments: Sequence[Segment],
        found: Sequence[int],
        ranked: Scored,
        by_words: Scored,
    ) -> tuple[RulingHit, ...]:
        """The hits that are asked for, in their order; `found` are the sets of each segment."""
        most = query.offset + query.limit
        rows: list[_RankedPlace] = []
        for at, (segment, bits) in enumerate(zip(segments, found, strict=True)):
            scores, dates = ranked.scores[at], segment.dates
            first, second = (dates, scores) if query.sort == "date" else (scores, dates)
            places = positions_in(bits)
            if len(places) > most:  # equals of the last one may come before it by the second key
                least = nlargest(most, map(first.__getitem__, places))[-1]
                places = [place for place in places if first[place] >= least]
            rows += ((first[place], second[place], -place, at) for place in places)
        hits: list[RulingHit] = []
        with self._lock:
            for _, _, negative, at in nlargest(most, rows)[query.offset :]:
                place = -negative
                if document := self._rows.ruling(segments[at].number * MOST + place):
                    covered = by_words.covered[at][place] / WIDEST if by_words.worth else 1.0
                    score = ranked.scores[at][place] / WIDEST
                    hits.append(RulingHit(document, score, covered))
        return tuple(hits)

    def _mended(self, words: Sequence[WantedWord]) -> tuple[tuple[WantedWord, ...], dict[str, str]]:
        """The words, strange ones that no ruling has read as the nearest that rulings have."""
        out: list[WantedWord] = []
        mended: dict[str, str] = {}
        for word in words:
            if word.strange and not self.knows(word.terms):
                plain = fold(lower_case(word.typed))
                near = process.extractOne(plain, self._own_words, score_cutoff=ALIKE)
                if near:
                    mended[word.typed] = near[0]
                    word = WantedWord(word.typed, {f"{OWN}{near[0]}": near[1] / 100})
            out.append(word)
        return tuple(out), mended

    @cached_property
    def _own_words(self) -> list[str]:
        words = (word for segment in self._segments for word in segment.own_words(OWN))
        return sorted({*words})

    def _frequency(self, term: str) -> int:
        return sum(segment.frequency(term) for segment in self._segments)

    def _refresh(self) -> None:
        """Open the segments that there are now, if any was written since."""
        with self._lock:
            changes = self._rows.changes
            if changes == self._changes:
                return
            opened = {segment.name: segment for segment in self._segments}
            segments: list[Segment] = []
            for row in self._rows.segments():
                segment = opened.get(row.name)
                if segment is None:
                    directory = self._directory / row.name
                    _check(directory, row)
                    segment = Segment(directory, row.number, row.dates)
                segment.remove(from_bytes(row.removed))
                segments.append(segment)
            self._segments, self._changes = segments, changes
            self.__dict__.pop("_own_words", None)


def _added(
    rows: RowsWriter, documents: Iterable[RulingDocument], gone: list[int]
) -> Iterator[tuple[RulingDocument, Any]]:
    """The documents with what stores each under its number; `gone` takes what they replace."""
    for document in documents:
        before = rows.remove(document.id)
        if before is not None:
            gone.append(before)
        row = RulingRow.of(document)
        yield document, lambda number, row=row: rows.add(number, row)


def _mover(rows: RowsWriter, old: int) -> Any:
    return lambda number: rows.move(old, number)


def _mark_removed(rows: RowsWriter, gone: Iterable[int]) -> None:
    by_segment: dict[int, list[int]] = {}
    for number in gone:
        by_segment.setdefault(number // MOST, []).append(number % MOST)
    for one in rows.segments():
        if positions := by_segment.get(one.number):
            removed = from_bytes(one.removed) | bits_of(positions)
            rows.set_removed(one.number, to_bytes(removed))


def _allowed(segment: Segment, query: RulingQuery) -> int:
    """The set of rulings of a segment that the filters of a query let through."""
    allowed = segment.live
    for terms in query.laws:
        citing = 0
        for term in terms:
            citing |= segment.having(term)
        allowed &= citing
    for name, values in query.only.items():
        having = 0
        for value in values:
            having |= segment.facets[name].get(value, 0)
        allowed &= having
    if query.since or query.until:
        since = date_number(query.since)
        until = last_day(date_number(query.until)) if query.until else LAST_DAY
        allowed &= segment.dated(since, until)
    return allowed


def _counted(
    segments: Sequence[Segment], found: Sequence[int]
) -> dict[FacetName, list[tuple[str, int]]]:
    """How many of the found rulings have each value of each facet."""
    facets: dict[FacetName, list[tuple[str, int]]] = {}
    for name in FACETS:
        counts: dict[str, int] = {}
        for segment, inside in zip(segments, found, strict=True):
            for value, bits in segment.facets[name].items() if inside else ():
                if count := (bits & inside).bit_count():
                    counts[value] = counts.get(value, 0) + count
        ordered = sorted(counts.items(), key=lambda row: (-row[1], not row[0], row[0]))
        facets[name] = ordered[:MOST_VALUES]
    return facets


def _check(directory: Path, row: SegmentRow) -> None:
    """Raise `LibraryDamageError` unless a segment has the files that were written, and no more."""
    try:
        found = hashes(directory)
    except OSError as error:
        raise LibraryDamageError(f"{row.name}: {error.strerror}") from None
    if found != row.files:
        name = min(name for name in {*found, *row.files} if found.get(name) != row.files.get(name))
        raise LibraryDamageError(f"{row.name}/{name}")
