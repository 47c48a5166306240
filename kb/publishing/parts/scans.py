"""What a bad scan reads for a record, and which of the record's words were not simply read."""

from __future__ import annotations

from dataclasses import dataclass

from kb.core.stored_records import BidRecord, CaseRecord, RestoredRecord, StoredRecord, restored


@dataclass(frozen=True)
class Unsure:
    """Words with what the scan has for them, and why they are read so (a message)."""

    anchor: str
    words: str
    raw: str
    remark: str


@dataclass(frozen=True)
class Scan:
    """The OCR's own reading of a record, at its anchor; `numbered` unless it lacks the number.

    `id` is the record's.
    """

    id: str
    anchor: str
    language: str
    raw: str
    unsure: tuple[Unsure, ...]
    numbered: bool


def scan_of(record: StoredRecord) -> Scan | None:
    """The scan of a record; None for one of a text that is no scan."""
    if not isinstance(record, RestoredRecord | BidRecord) or record.scan is None:
        return None
    unsure = (
        Unsure(
            scan_anchor(record.id, number),
            record.words(one.field)[one.start : one.end],
            one.raw,
            one.remark,
        )
        for number, one in enumerate(restored(record), 1)
    )
    return Scan(
        id=record.id,
        anchor=scan_anchor(record.id),
        language=record.text.rpartition("/")[2],
        raw=record.scan,
        unsure=tuple(unsure),
        numbered=not (isinstance(record, CaseRecord) and record.missing),
    )


def scan_anchor(id: str, number: int = 0) -> str:
    """The anchor of the scan's reading of a record, or of one of its words, from 1."""
    return f"scan-{id}-{number}" if number else f"scan-{id}"
