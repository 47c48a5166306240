"""Reads tables with tabs that people wrote: every fault is an error that names file and line."""

from __future__ import annotations

import re
from pathlib import Path

from kb.core.errors import ReadingError
from kb.files.typed_toml import read_text


def read_tsv(
    path: Path, columns: tuple[str, ...], required: bool = False
) -> list[tuple[int, list[str]]]:
    """The rows below the header with their line numbers; [] without the file, if not `required`.

    Raises `ReadingError` unless the header names just these columns and every row has them all,
    `CorpusError` when the file cannot be read.
    """
    if not required and not path.exists():
        return []
    lines = read_text(path).removesuffix("\n").split("\n")
    table = [line.removesuffix("\r").split("\t") for line in lines]
    if tuple(table[0]) != columns:
        raise ReadingError(path, 1, f"the columns must be {', '.join(columns)}")
    for number, row in enumerate(table[1:], 2):
        if len(row) != len(columns):
            raise ReadingError(path, number, f"{len(row)} columns, expected {len(columns)}")
    return list(enumerate(table[1:], 2))


def line_number(path: Path, row: int, value: str, column: str = "line") -> int:
    """The number, from 1, that a cell holds; raises `ReadingError` if it holds none."""
    if not re.fullmatch("[1-9][0-9]{0,8}", value):
        raise ReadingError(path, row, f"{column} must be a number, not {value[:20]!r}")
    return int(value)


def one_of(values: set[str] | frozenset[str]) -> str:
    """The hint for a cell that must hold one of a few words."""
    return f"It must be one of {', '.join(sorted(values))}."
