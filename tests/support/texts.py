"""A text as tests look at it, and tables of data."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from kb.core.read_records import Reading, ReadRecord


@dataclass(frozen=True)
class Read:
    """A text as read, with its records by id."""

    reading: Reading
    by_id: dict[str, ReadRecord]

    def of_kind(self, *kinds: str) -> list[ReadRecord]:
        return [record for record in self.reading.records if record.kind in kinds]


def tsv(path: Path) -> list[dict[str, str]]:
    """The rows of a table, by the names of its columns."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, dialect="excel-tab", quoting=csv.QUOTE_NONE))
