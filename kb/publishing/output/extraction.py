"""Messages that stand in data, for pybabel: what the manifest and the curation say in English."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from io import TextIOWrapper
from typing import Any, BinaryIO

from kb.reading.columns.running import REMARKED
from kb.reading.lawbook.depth import NUMBER_TWICE
from kb.reading.scan.ledger import NOISE

#: As Babel wants it: line, function name, message, translator comments.
Message = tuple[int, str, str, list[str]]

#: What the reading itself may say in a remark.
READING_REMARKS = (NUMBER_TWICE,)

_WHY = "Why the print is held to be wrong."

_READ_SO = "Why a word of a bad scan is read as it is."

_INSTEAD = "Beside a section of an article; write laws as your language cites them."

_DIFFERENT = "What an older provision became; write laws as your language cites them."

#: The kinds of corrections whose reason becomes a remark.
_REMARKED = {"label", *REMARKED}


def manifest(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """Titles of works and editions; what is said of the texts that are published."""
    source = file.read().decode("utf-8")
    raw = tomllib.loads(source)
    texts = [text for text in raw["text"] if text.get("layout") and text["rights"]["publish"]]
    shown = {text["edition"] for text in texts}
    editions = [one for one in raw["edition"] if one["id"] in shown]
    works = {one["work"] for one in editions}
    messages = [one["title"] for one in raw["work"] if one["id"] in works]
    messages += [one["title"] for one in editions]
    messages += [text[key] for text in texts for key in ("publisher", "revision", "status")]
    messages += [text["rights"]["holder"] for text in texts]
    lines = source.splitlines()
    for message in dict.fromkeys(messages):
        line = next(n for n, words in enumerate(lines, 1) if f'"{message}"' in words)
        yield line, "gettext", message, ["From the manifest."]


def remarks(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """What the law says where an article says something else."""
    for number, row in _rows(file):
        yield number, "gettext", row["remark"], [_INSTEAD]


def changes(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """What is different in substance where a provision stands in a newer edition."""
    for number, row in _rows(file):
        if row["change"]:
            yield number, "gettext", row["change"], [_DIFFERENT]


def ledger(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """Why words of a bad scan are read as they are, where they were not simply read."""
    for number, row in _rows(file):
        if row["remark"] and row["kind"] != NOISE:
            yield number, "gettext", row["remark"], [_READ_SO]


def corrections(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """Why a printed label or number is held to be a slip; what the reading says of its own."""
    for remark in READING_REMARKS:
        yield 1, "gettext", remark, [_WHY]
    for number, row in _rows(file):
        if row["kind"] in _REMARKED:
            yield number, "gettext", row["reason"], [_WHY]


def _rows(file: BinaryIO) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table with their line numbers; quotation marks are characters."""
    rows = csv.DictReader(
        TextIOWrapper(file, encoding="utf-8"), dialect="excel-tab", quoting=csv.QUOTE_NONE
    )
    yield from enumerate(rows, 2)
