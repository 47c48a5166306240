"""Extractors for pybabel: the English messages in the manifest and the curation."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from io import TextIOWrapper
from typing import Any, BinaryIO

from kb.reading.columns.running import REMARKED
from kb.reading.lawbook.depth import NUMBER_TWICE
from kb.reading.scan.ledger import NOISE

#: A message in the form that Babel expects: line, function name, message, translator comments.
Message = tuple[int, str, str, list[str]]

#: The remarks that the reading itself makes; they stand in no file of data.
READING_REMARKS = (NUMBER_TWICE,)

_WHY = "Why the print is held to be wrong."

_READ_SO = "Why a word of a bad scan is read as it is."

_INSTEAD = "Beside a section of an article; write laws as your language cites them."

_DIFFERENT = "What an older provision became; write laws as your language cites them."

#: The kinds of corrections whose reason becomes a remark.
_REMARKED = {"label", *REMARKED}


def manifest(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """What the manifest says of all, the titles of what is published, and what it says of texts."""
    source = file.read().decode("utf-8")
    raw = tomllib.loads(source)
    texts = [text for text in raw["text"] if text.get("layout") and text["rights"]["publish"]]
    shown = {text["edition"] for text in texts}
    editions = [edition for edition in raw["edition"] if edition["id"] in shown]
    works = {edition["work"] for edition in editions}
    messages = [raw["about"]] if "about" in raw else []
    messages += [work["title"] for work in raw["work"] if work["id"] in works]
    messages += [edition["title"] for edition in editions]
    messages += [text[key] for text in texts for key in ("publisher", "revision", "status")]
    messages += [text["rights"]["holder"] for text in texts]
    lines = source.splitlines()
    for message in dict.fromkeys(messages):
        line = next(n for n, words in enumerate(lines, 1) if f'"{message}"' in words)
        yield line, "gettext", message, ["From the manifest."]


def remarks(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """The remarks on articles that say something else than the law."""
    for number, row in _rows(file):
        yield number, "gettext", row["remark"], [_INSTEAD]


def changes(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """The remarks on what is different in substance in the newer edition of a provision."""
    for number, row in _rows(file):
        if row["change"]:
            yield number, "gettext", row["change"], [_DIFFERENT]


def ledger(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """The reasons why words of a bad scan are read as they are, where the scan has other words."""
    for number, row in _rows(file):
        if row["remark"] and row["kind"] != NOISE:
            yield number, "gettext", row["remark"], [_READ_SO]


def corrections(file: BinaryIO, *_: Any, **__: Any) -> Iterator[Message]:
    """The reasons why a printed label or number is held to be a slip, and the reading's remarks."""
    for remark in READING_REMARKS:
        yield 1, "gettext", remark, [_WHY]
    for number, row in _rows(file):
        if row["kind"] in _REMARKED:
            yield number, "gettext", row["reason"], [_WHY]


def _rows(file: BinaryIO) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table with their line numbers; quotation marks have no special meaning."""
    rows = csv.DictReader(
        TextIOWrapper(file, encoding="utf-8"), dialect="excel-tab", quoting=csv.QUOTE_NONE
    )
    yield from enumerate(rows, 2)
