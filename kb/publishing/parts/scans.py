"""What OCR read on a bad scan for a record, and which words of the record differ from that."""

from __future__ import annotations

from dataclasses import dataclass

from kb.core.stored_records import BidRecord, CaseRecord, RestoredRecord, StoredRecord, restored


@dataclass(frozen=True)
class Unsure:
    """Words, the raw reading of the scan in their place, and a message why they differ."""

    anchor: str
    words: str
    raw: str
    remark: str


@dataclass(frozen=True)
class Scan:
    """The raw reading of a record on the scan.

    `id` is the record's, `anchor` that of the reading on the page. `numbered` says whether the
    record's number is on the scan.
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
            record.words(words.field)[words.start : words.end],
            words.raw,
            words.remark,
        )
        for number, words in enumerate(restored(record), 1)
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
    """The anchor of the raw reading of a record; with a number, counted from 1, of words in it."""
    return f"scan-{id}-{number}" if number else f"scan-{id}"
