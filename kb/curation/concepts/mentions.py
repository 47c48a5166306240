"""Finds, once in a build, which concepts the records of a text mention, and where."""

from __future__ import annotations

from collections.abc import Iterator

from kb.core.concepts import Mention
from kb.core.read_records import Reading, ReadRecord
from kb.core.record_parts import Field
from kb.curation.concepts.finder import TermFinder


def mentions(reading: Reading, finder: TermFinder) -> Iterator[Mention]:
    """Every term in the words of a text, in document order."""
    for record in reading.records:
        for field, words in fields(record):
            for start, end, concepts in finder.find(words):
                yield Mention(str(record.id), field, start, end, concepts)


def fields(record: ReadRecord) -> Iterator[tuple[Field, str]]:
    """The words of a record by the field that they stand in; its tables are not among them."""
    if record.heading:
        yield "heading", record.heading
    yield "body", record.body
    if record.case:
        yield "description", record.case.description
        yield "consequence", record.case.consequence
        yield "reason", record.case.reason
