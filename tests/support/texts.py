"""A text as tests look at it."""

from __future__ import annotations

from dataclasses import dataclass

from kb.core.read_records import Reading, ReadRecord


@dataclass(frozen=True)
class Read:
    """A text as read, with its records by id."""

    reading: Reading
    by_id: dict[str, ReadRecord]

    def of_kind(self, *kinds: str) -> list[ReadRecord]:
        return [record for record in self.reading.records if record.kind in kinds]
