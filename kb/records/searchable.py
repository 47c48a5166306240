"""The words of a record for the search: which count as its title and which as its text."""

from __future__ import annotations

from collections.abc import Iterator

from kb.core.stored_records import (
    DefinitionRecord,
    GlossaryRecord,
    RuleRecord,
    SectionRecord,
    StoredRecord,
)


def title(record: StoredRecord) -> str | None:
    """The heading of a provision or the term of a definition; None for a record without."""
    return record.heading or term(record)


def term(record: StoredRecord) -> str | None:
    """The term that a definition, or a pair of a glossary, is about; None for another record."""
    return record.term if isinstance(record, DefinitionRecord | GlossaryRecord) else None


def words(record: StoredRecord) -> str:
    """The words of the body, followed by all words of the record's tables."""
    return " ".join([record.body, *table_words(record)]).strip()


def variants(record: StoredRecord) -> Iterator[str]:
    """Of each word that an article misprints, the form, right or wrong, that it does not show.

    So people find the place by either form.
    """
    if not isinstance(record, SectionRecord):
        return
    text = f"{record.heading or ''} {record.body}"
    for remark in record.remarks:
        if remark.recte in text:
            yield remark.printed
        elif remark.printed in text:
            yield remark.recte


def table_words(record: StoredRecord) -> Iterator[str]:
    """The words in a record's tables: captions, cells, notes."""
    for table in record.table if isinstance(record, RuleRecord) else ():
        yield table.caption or ""
        for row in table.rows:
            yield from (cell.text for cell in row)
        yield table.note or ""
