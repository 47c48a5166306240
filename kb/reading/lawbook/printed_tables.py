"""Reads tables.toml: tables transcribed cell by cell and checked letter by letter."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rapidfuzz.distance import Prefix

from kb.core.errors import CorpusError
from kb.core.ids import ProvisionId
from kb.core.record_parts import Cell, Span, Table
from kb.reading.lawbook.nodes import spans
from kb.reading.layout import ReadingPlan, TableEntry
from kb.reading.source import Line, Source

_NUMBER = re.compile(r"([0-9]+),?")
_RANGE = re.compile(r"([0-9]+)\s*[–-]\s*([0-9]+)")
_OPEN = re.compile(r"([0-9]+)\+")


@dataclass(frozen=True)
class PlacedTable:
    """A table with its entry in tables.toml, its typed cells, and the spans that it fills."""

    entry: TableEntry
    rows: tuple[tuple[Cell, ...], ...]
    spans: list[Span]

    def table(self, at: int) -> Table:
        """The table as a record has it, standing at this offset of the body."""
        entry = self.entry
        return Table(
            at=at, caption=entry.caption, header=entry.header, rows=self.rows, note=entry.note
        )


def take_tables(plan: ReadingPlan, lines: list[Line]) -> tuple[list[PlacedTable], list[Line]]:
    """The tables among these lines, not yet checked, and the lines without them."""
    placed = []
    first, last = (lines[0].number, lines[-1].number) if lines else (1, 0)
    for entry in plan.tables:
        if not first <= entry.first <= last:
            continue
        filled = spans([line for line in lines if entry.first <= line.number <= entry.last])
        rows = tuple(tuple(cell(text) for text in row) for row in entry.rows)
        placed.append(PlacedTable(entry, rows, filled))
    taken = {span.line for table in placed for span in table.spans}
    return placed, [line for line in lines if line.number not in taken]


def check_all_placed(plan: ReadingPlan, tables: list[PlacedTable]) -> None:
    """Raise `CorpusError` unless every table of the plan stands among the laws or appendices."""
    placed = [table.entry for table in tables]
    for entry in plan.tables:
        if entry not in placed:
            raise CorpusError(
                f"{entry.where}: line {entry.first} is in no section of laws",
                "Mend its `lines`, or the sections in print.toml.",
            )


def check_tables(source: Source, tables: list[PlacedTable], provisions: set[ProvisionId]) -> None:
    """Raise `CorpusError` unless every table has its provision and is just what is printed.

    The cells, row by row, must have exactly the characters of the raw lines, so that a
    transcription can neither lose nor invent a digit.
    """
    for table in tables:
        entry = table.entry
        if entry.provision not in map(str, provisions):
            raise CorpusError(f"{entry.where}: there is no provision {entry.provision}")
        printed = "".join("".join(source.slice(span).split()) for span in table.spans)
        cells = [cell for row in entry.rows for cell in row]
        given = "".join("".join([entry.caption or "", *cells, entry.note or ""]).split())
        if printed != given:
            at = Prefix.similarity(printed, given)
            raise CorpusError(
                f"{entry.where}: the table of {entry.provision} differs from lines "
                f"{entry.first}–{entry.last} of the source: it has {given[at : at + 20]!r} where "
                f"{printed[at : at + 20]!r} is printed"
            )


def cell(text: str) -> Cell:
    """A typed cell from its printed text.

    >>> cell("370– 420")
    Cell(type='range', text='370– 420', value=None, low=370, high=420)
    """
    if not text:
        return Cell("empty", "")
    if match := _NUMBER.fullmatch(text):
        return Cell("number", text, value=int(match[1]))
    if match := _RANGE.fullmatch(text):
        return Cell("range", text, low=int(match[1]), high=int(match[2]))
    if match := _OPEN.fullmatch(text):
        return Cell("range", text, low=int(match[1]))
    return Cell("text", text)
