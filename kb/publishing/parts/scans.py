"""What OCR read on a bad scan for a record, and which words of the record differ from that.

The readings stand on a page of their own, so that the pages of laws stay small.
"""

from __future__ import annotations

from dataclasses import dataclass

from kb.core.addresses import Place
from kb.core.stored_records import BidRecord, CaseRecord, RestoredRecord, StoredRecord, restored

#: The page of an edition that has what the scan reads.
SCAN = "scan"


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

    `anchor` is that of the reading on its page. `numbered` says whether the record's number is on
    the scan.
    """

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
            scan_place(record.id, number).anchor,
            record.words(words.field)[words.start : words.end],
            words.raw,
            words.remark,
        )
        for number, words in enumerate(restored(record), 1)
    )
    return Scan(
        anchor=scan_place(record.id).anchor,
        language=record.text.rpartition("/")[2],
        raw=record.scan,
        unsure=tuple(unsure),
        numbered=not (isinstance(record, CaseRecord) and record.missing),
    )


def scan_place(id: str, number: int = 0) -> Place:
    """Where the raw reading of a record stands; with a number, counted from 1, of words in it."""
    return Place(SCAN, f"scan-{id}-{number}" if number else f"scan-{id}")
