"""Which concepts the records of a text mention, and where: found once, when it is built."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from kb.core.model import Field, Reading, Record
from kb.curation.concepts.finder import TermFinder


@dataclass(frozen=True)
class Mention:
    """A term in a field of a record, by its offsets there, and the concepts that it may mean.

    Several where one word names several things: the words themselves do not say which.
    """

    source: str
    field: Field
    start: int
    end: int
    concepts: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The mention as JSON has it; `source` is written `in`."""
        fields = asdict(self)
        return {"in": fields.pop("source"), **fields}


def mentions(reading: Reading, finder: TermFinder) -> Iterator[Mention]:
    """Every term in the words of a text, in document order."""
    for record in reading.records:
        for field, words in fields(record):
            for start, end, concepts in finder.find(words):
                yield Mention(str(record.id), field, start, end, concepts)


def fields(record: Record) -> Iterator[tuple[Field, str]]:
    """The words of a record by the field that they stand in; its tables are not among them."""
    if record.heading:
        yield "heading", record.heading
    yield "body", record.body
    if record.case:
        yield "description", record.case.description
        yield "consequence", record.case.consequence
        yield "reason", record.case.reason
