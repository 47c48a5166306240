"""The page that shows what the scan of a book reads, record by record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.core.stored_records import StoredRecord
from kb.publishing.parts.book import Book, page_of
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.scans import SCAN, Scan, scan_of


@dataclass(frozen=True)
class ScannedRecord:
    """What the scan reads for a record, with the record's name and address."""

    name: str
    href: str
    scan: Scan


def is_scanned(book: Book) -> bool:
    """Whether any text of a book is a scan."""
    return any(scan_of(record) for of_text in book.records.values() for record in of_text.values())


def context(language_site: LanguageSite, book: Book) -> dict[str, Any]:
    """What the template needs besides what every page of an edition has."""
    entries = [
        ScannedRecord(
            _name(language_site, book, record), book.address(text.id, id, SCAN) or "", scan
        )
        for text in book.texts
        for id, record in book.records[text.id].items()
        if (scan := scan_of(record))
    ]
    return {"entries": entries}


def _name(language_site: LanguageSite, book: Book, record: StoredRecord) -> str:
    """What people call a record; one on the edition's first page goes by the edition's title."""
    if page_of(record):
        return language_site.name(book, record.id)
    return language_site.say(book.edition.title)
