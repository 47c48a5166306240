"""What a bad scan reads for a record, and which of the record's words were not simply read."""

from __future__ import annotations

from dataclasses import dataclass

from kb.publishing.book import Record


@dataclass(frozen=True)
class Unsure:
    """Words with what the scan has for them, and why they are read so (a message)."""

    words: str
    raw: str
    remark: str


@dataclass(frozen=True)
class Scan:
    """The OCR's own reading of a record, at its anchor; `numbered` unless it lacks the number."""

    anchor: str
    language: str
    raw: str
    unsure: tuple[Unsure, ...]
    numbered: bool


def scan_of(record: Record) -> Scan | None:
    """The scan of a record; None for one of a text that is no scan."""
    if "scan" not in record:
        return None
    unsure = (
        Unsure(record[one["field"]][one["start"] : one["end"]], one["raw"], one["remark"])
        for one in record.get("restored", ())
    )
    language = record["text"].rpartition("/")[2]
    return Scan(
        scan_anchor(record["id"]),
        language,
        record["scan"],
        tuple(unsure),
        record.get("missing") != "number",
    )


def scan_anchor(id: str) -> str:
    """The anchor of the scan's reading of a record."""
    return f"scan-{id}"
