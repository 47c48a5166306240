"""Reads where the provisions of one edition stand in another, and adds this to the records.

corpus/curation/correspondence/<older>_<newer>.tsv has a row for every provision of the older
edition, and one for every provision of the newer edition that comes from none. People made it by
comparing the words, because the same number may stand for something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, permutations
from pathlib import Path
from typing import get_args

from kb.core.errors import CorpusError, ReadingError
from kb.core.nearest import nearest_hint
from kb.core.orders import merge_orders
from kb.core.read_records import Reading, ReadRecord
from kb.core.record_parts import CONFIDENCES, Confidence, Counterpart, Relation
from kb.corpus.corpus import Corpus, Edition
from kb.files.typed_tsv import one_of, read_tsv

#: The kinds of records that have counterparts in other editions.
KINDS = frozenset({"law", "provision"})

_COLUMNS = ("old", "relation", "new", "change", "confidence")
_RELATIONS: frozenset[Relation] = frozenset(get_args(Relation))

#: The most characters of the sentence that says what is different.
LONGEST = 110

#: Relations whose rows must say what is different.
_EXPLAINED = frozenset({"changed", "removed"})


def correspond(corpus: Corpus, readings: Sequence[Reading]) -> list[Reading]:
    """The readings with the counterparts of every provision in other editions of its work.

    Files are skipped unless both their editions were read. Raises `ReadingError` with file and line
    for a row that does not fit and for a provision without a row, `CorpusError` for a file that is
    not named after two editions of one work.
    """
    applied = list(readings)
    for path in sorted((corpus.home / "corpus/curation/correspondence").glob("*.tsv")):
        older, newer = _editions(corpus, path)
        ids = [_ids(corpus, edition.id, readings) for edition in (older, newer)]
        if all(ids):
            table = _Correspondence(path, older.id, newer.id, *ids)
            applied = [table.applied(corpus, reading) for reading in applied]
    return applied


def _editions(corpus: Corpus, path: Path) -> tuple[Edition, Edition]:
    """The older and the newer edition that a file is named after."""
    for older, newer in permutations(corpus.editions, 2):
        ordered = older.work == newer.work and older.effective < newer.effective
        if ordered and path.stem == f"{older.id}_{newer.id}":
            return older, newer
    raise CorpusError(
        f"{path}: not named after two editions of one work",
        "Name it <older edition>_<newer edition>.tsv, as in corpus.toml.",
    )


def _ids(corpus: Corpus, edition: str, readings: Sequence[Reading]) -> list[str]:
    """The provisions of an edition, of all its texts that were read, in the order of the book."""
    texts = {text.id for text in corpus.texts_of(edition)}
    return merge_orders(
        [str(record.id) for record in reading.records if record.kind in KINDS]
        for reading in readings
        if reading.text in texts
    )


@dataclass(frozen=True)
class _CorrespondenceRow:
    """A row, with its line: where a provision stands now. `old` is "" for a new provision."""

    line: int
    old: str
    relation: Relation
    new: tuple[str, ...]
    change: str
    confidence: Confidence

    def __str__(self) -> str:
        return self.old or " ".join(self.new)

    def counterpart(self, edition: str, newer: bool, id: str | None, main: bool) -> Counterpart:
        """The counterpart that the row gives the record at one end: `id` is that at the other."""
        return Counterpart(
            edition=edition,
            newer=newer,
            provision=id,
            relation=self.relation,
            main=main,
            change=self.change,
            confidence=self.confidence,
        )


class _Correspondence:
    """A file of the correspondence, checked with the provisions of both its editions."""

    def __init__(
        self, path: Path, older: str, newer: str, old_ids: list[str], new_ids: list[str]
    ) -> None:
        self._path, self._older, self._newer = path, older, newer
        self._old = {id: at for at, id in enumerate(old_ids)}
        self._new = {id: at for at, id in enumerate(new_ids)}
        self._rows = [
            self._row(line, *cells) for line, cells in read_tsv(path, _COLUMNS, required=True)
        ]
        self._check_order()
        self._check_complete()
        self._check_targets()
        self._check_company()

    def applied(self, corpus: Corpus, reading: Reading) -> Reading:
        """The reading, with the counterparts of its provisions if it is of one of the editions."""
        ends = {
            self._older: (self._newer, self._newer_of, self._new),
            self._newer: (self._older, self._older_of, self._old),
        }
        if end := ends.get(corpus.text(reading.text).edition):
            records = (_applied(record, *end) for record in reading.records)
            return replace(reading, records=tuple(records))
        return reading

    @cached_property
    def _newer_of(self) -> dict[str, tuple[Counterpart, ...]]:
        """Where each provision of the older edition stands now, by its id, the main place first."""
        return {
            row.old: tuple(
                row.counterpart(self._newer, True, id, main=not at)
                for at, id in enumerate(row.new or (None,))
            )
            for row in self._rows
            if row.old
        }

    @cached_property
    def _older_of(self) -> dict[str, tuple[Counterpart, ...]]:
        """What each provision of the newer edition comes from, by its id, in the book's order."""
        by_newer: dict[str, tuple[Counterpart, ...]] = {}
        for row in self._rows:
            for at, id in enumerate(row.new):
                counterpart = row.counterpart(self._older, False, row.old or None, main=not at)
                by_newer[id] = (*by_newer.get(id, ()), counterpart)
        return by_newer

    def _row(
        self, line: int, old: str, relation: str, new: str, change: str, confidence: str
    ) -> _CorrespondenceRow:
        path = self._path
        if relation not in _RELATIONS:
            raise ReadingError(path, line, f"unknown relation {relation!r}", one_of(_RELATIONS))
        if confidence not in CONFIDENCES:
            raise ReadingError(
                path, line, f"unknown confidence {confidence!r}", one_of(CONFIDENCES)
            )
        targets = tuple(new.split(" ")) if new else ()
        self._check_ids(line, [old] if old else [], self._old, self._older)
        self._check_ids(line, targets, self._new, self._newer)
        if len({*targets}) < len(targets):
            raise ReadingError(path, line, f"{new} names a provision twice")
        row = _CorrespondenceRow(line, old, relation, targets, change, confidence)
        if fault := _fault(row):
            raise ReadingError(path, line, f"{relation!r} does not fit {row}", fault)
        if any(self._new[a] > self._new[b] for a, b in pairwise(targets[1:])):
            raise ReadingError(
                path, line, f"{new} is out of order", "Main place first, then as in the book."
            )
        if len(change) > LONGEST:
            raise ReadingError(
                path, line, f"the change has {len(change)} characters, at most {LONGEST} are shown"
            )
        if not change.strip() and relation in _EXPLAINED:
            raise ReadingError(path, line, "say in a few words what is different")
        if change and relation == "same":
            raise ReadingError(path, line, "what has changed is not the same: write 'changed'")
        return row

    def _check_ids(
        self, line: int, ids: Sequence[str], provisions: dict[str, int], edition: str
    ) -> None:
        """Raise `ReadingError` at an id that is not among the provisions of an edition."""
        for id in ids:
            if id not in provisions:
                raise ReadingError(
                    self._path,
                    line,
                    f"{id!r} does not exist in {edition}",
                    nearest_hint(id, provisions)
                    or "If its only text has left corpus.toml, so must it.",
                )

    def _check_company(self) -> None:
        """Raise `ReadingError` unless moved provisions go alone, and merged ones with others."""
        takers = Counter(id for row in self._rows for id in row.new)
        for row in self._rows:
            if row.relation in ("merged", "moved"):
                id, alone = row.new[0], takers[row.new[0]] == 1
                if alone and row.relation == "merged":
                    raise ReadingError(
                        self._path,
                        row.line,
                        f"nothing else goes to {id}",
                        "If it stands there alone, it is 'moved'.",
                    )
                if not alone and row.relation == "moved":
                    raise ReadingError(
                        self._path,
                        row.line,
                        f"something else goes to {id} too",
                        "If it stands there with others, it is 'merged'.",
                    )

    def _check_order(self) -> None:
        """Raise `ReadingError` unless rows are in the older book's order, new ones at the end."""
        last: tuple[bool, int] = (False, -1)
        for row in self._rows:
            place = (False, self._old[row.old]) if row.old else (True, self._new[row.new[0]])
            if place <= last:
                what = "a second row" if place == last else "a row that comes too late"
                raise ReadingError(
                    self._path,
                    row.line,
                    f"{what} for {row}",
                    "One row each in the order of the older edition, then the new ones.",
                )
            last = place

    def _check_complete(self) -> None:
        """Raise `ReadingError` unless every provision of the older edition has a row."""
        line = 1
        having = {row.old: row.line for row in self._rows}
        for id in self._old:
            if id not in having:
                raise ReadingError(
                    self._path,
                    line,
                    f"{id} of {self._older} has no row, which belongs after this line",
                    f"Say where it stands in {self._newer}, or that it was removed.",
                )
            line = having[id]

    def _check_targets(self) -> None:
        """Raise `ReadingError` unless each newer provision comes from an older one or is new.

        It must not be both.
        """
        lines = {id: row.line for row in self._rows if row.old for id in row.new}
        new = {row.new[0]: row.line for row in self._rows if not row.old}
        for id, line in new.items():
            if id in lines:
                raise ReadingError(
                    self._path, line, f"{id} is not new: line {lines[id]} leads to it"
                )
        line = max((row.line for row in self._rows if row.old), default=1)
        for id in self._new:
            if id not in lines and id not in new:
                raise ReadingError(
                    self._path,
                    line,
                    f"{id} of {self._newer} is no target and not 'new', which belongs after this "
                    "line",
                    f"Add it to the row of what it comes from in {self._older}, or as 'new'.",
                )
            line = new.get(id, line)


def _applied(
    record: ReadRecord,
    other: str,
    places: dict[str, tuple[Counterpart, ...]],
    there: dict[str, int],
) -> ReadRecord:
    """A record with its counterparts in another edition, whose ids are `there`."""
    if record.kind not in KINDS:
        return record
    id = str(record.id)
    reassigned = id in there and all(place.provision != id for place in places[id])
    return replace(
        record,
        counterparts=record.counterparts + places[id],
        reassigned=record.reassigned + ((other,) if reassigned else ()),
    )


def _fault(row: _CorrespondenceRow) -> str | None:
    """What is wrong with the ids of a row, considering its relation; None if nothing is."""
    if row.relation == "new":
        right, rule = not row.old and len(row.new) == 1, "no old id and one new one"
    elif not row.old:
        right, rule = False, "an old id"
    elif row.relation == "removed":
        right, rule = not row.new, "no new id"
    elif row.relation == "split":
        right, rule = len(row.new) > 1, "two or more new ids"
    elif row.relation in ("moved", "merged"):
        right, rule = len(row.new) == 1 and row.new[0] != row.old, "one new id, another number"
    else:
        right, rule = row.new == (row.old,), "one new id, the same number"
    return None if right else f"{row.relation!r} needs {rule}."
