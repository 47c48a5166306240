"""Which of a record's words are searched as its title and which as its text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def title(record: dict[str, Any]) -> str | None:
    """The heading of a provision or the term of a definition; None for a record without."""
    found: str | None = record["heading"] or record.get("term")
    return found


def words(record: dict[str, Any]) -> str:
    """The body and, after it, everything that stands in the record's tables."""
    return " ".join([record["body"], *table_words(record)]).strip()


def variants(record: dict[str, Any]) -> Iterator[str]:
    """Of words that an article misspells or glues together, the form that it does not have."""
    if record["kind"] != "section":
        return
    text = f"{record['heading'] or ''} {record['body']}"
    for remark in record["remarks"]:
        printed, recte = remark["printed"], remark["recte"]
        if recte in text:
            yield printed
        elif printed in text:
            yield recte


def table_words(record: dict[str, Any]) -> Iterator[str]:
    """What stands in a record's tables: captions, cells, notes."""
    for table in record.get("table", []):
        yield table.get("caption", "")
        for row in table["rows"]:
            yield from (cell["text"] for cell in row)
        yield table.get("note", "")
