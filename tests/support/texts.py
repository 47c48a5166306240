"""A text as tests look at it, and tables of data."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from kb.core.read_records import Reading, ReadRecord
from kb.corpus.corpus import Corpus
from kb.reading.read import read


@dataclass(frozen=True)
class Read:
    """A text as read, with its records by id."""

    reading: Reading
    by_id: dict[str, ReadRecord]

    def of_kind(self, *kinds: str) -> list[ReadRecord]:
        return [record for record in self.reading.records if record.kind in kinds]


def read_all(corpus: Corpus) -> dict[str, Read]:
    """Every text that has a reader, read once for the whole session."""
    readings = {text.id: read(text) for text in corpus.readable}
    return {id: Read(one, {str(r.id): r for r in one.records}) for id, one in readings.items()}


def tsv(path: Path) -> list[dict[str, str]]:
    """The rows of a table, by the names of its columns."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, dialect="excel-tab", quoting=csv.QUOTE_NONE))
