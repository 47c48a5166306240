"""The findings of the report: their kinds, and the places that a person should look at."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kb.core.stored_records import StoredRecord
from kb.records.searchable import title

#: The kinds of findings in the order of the report, each with what it means.
KINDS = {
    "lacking": "one language has it, another does not",
    "heading": "a heading in one language, none in another",
    "list": "lists of different lengths",
    "reference": "one language cites what another does not",
    "number": "numbers that differ",
    "percentage": "percentages that differ",
    "symbol": "card symbols that differ",
    "misprint": "the print slips, as the curation says",
    "dangling": "cites a provision that does not exist",
    "locator": "the index points to what does not exist",
    "differs": "an article says what the law does not",
    "doubtful": "an article is linked to the nearest law there is",
    "corresponds": "where a provision stands in another edition is not certain",
    "untitled": "a law that some languages have a title for, and others not",
    "ungathered": "an entry of a book that no concept gathers",
    "wordless": "a concept with neither a word nor a gloss in a language",
    "words": "how many concepts of an area have a word in a language, and from where",
    "unsure": "words of a bad scan that were not simply read",
    "cell": "cells of a table that the scan has damaged or lost",
    "restored": "what the ledger of a scan mends: so many tokens of a kind, made how, how sure",
    "unclaimed": "words that no reader took: nothing is built until they are",
}


_SHOWN = 90  # characters of a record's words that a finding shows


@dataclass(frozen=True)
class FindingPlace:
    """A place to look at: the id of a text, the raw line, the words there."""

    text: str
    line: int
    words: str


@dataclass(frozen=True)
class Finding:
    """One thing that a person should look at; `id` is mostly that of a record."""

    kind: str
    edition: str
    id: str
    what: str
    places: tuple[FindingPlace, ...]

    def to_dict(self) -> dict[str, Any]:
        """The finding as `kodeks report --json` prints it."""
        return asdict(self)


def first_words(record: StoredRecord) -> str:
    """The title and the body of a record, as a finding shows them."""
    heading = title(record)
    return f"{heading} · {record.body}" if heading and record.body else heading or record.body


def cut(words: str) -> str:
    """The words up to the length that a finding shows, with an ellipsis when they are longer."""
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]} …"


def by_text(values: dict[str, Any]) -> str:
    """The value of each text, all on one line.

    >>> by_text({"bridge-2017/hu": 3, "bridge-2017/pl": 4})
    'bridge-2017/hu: 3; bridge-2017/pl: 4'
    """
    return "; ".join(f"{text}: {value}" for text, value in values.items())
