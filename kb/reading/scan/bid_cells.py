"""Reads bids.tsv, the table of bids: transcribed cell by cell, as the scan lost most of its grid.

A cell that stands in several rows of the print at once (a rank, a total) is on the scan once, in
the middle of them, if at all. So bids.tsv has for every cell what the OCR has for it, and no word
of the OCR may be left over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kb.core.errors import ReadingError
from kb.core.ids import NamedId
from kb.core.read_records import Bid, ReadRecord
from kb.core.record_parts import BidCell, Span
from kb.files.typed_tsv import line_number, read_tsv
from kb.reading.scan.ledger import ACCENT, BLANK, kind_of
from kb.reading.source import PAGE_MARK, Source, merge

#: The columns of the table; in bids.tsv each is followed by one for the words of the OCR.
COLUMNS = ("serial", "precedence", "name", "components", "total")
_HEADER = ("line", *(f"{column}{end}" for column in COLUMNS for end in ("", "_raw")), "beats")

_NUMBER = re.compile("[1-9][0-9]{0,2}")
_SUM = re.compile(r"[1-9][0-9]{0,2}(?:\+[1-9][0-9]{0,2}){0,9}")
#: What stands between cells: blanks, and what the OCR makes of the rules of the table.
_RULES = re.compile(r"[\s|]*")


@dataclass(frozen=True)
class BidRow:
    """A row of bids.tsv: its line there (`row`), the raw line, and the bid with its cells."""

    row: int
    line: int
    bid: Bid

    @property
    def id(self) -> NamedId:
        """The id of the bid."""
        return NamedId("bid", str(self.bid.serial))


@dataclass(frozen=True)
class BidTable:
    """The table of bids in the order of their serials."""

    file: Path
    rows: tuple[BidRow, ...]

    def records(self, text: str, source: Source, provision: str) -> Iterator[ReadRecord]:
        """The bids as records, in order; `provision` is the id of what the table belongs to.

        Raises `ReadingError` when a raw line does not consist of the raw cells of its bids.
        """
        by_serial = self._spans(source)
        for row in self.rows:
            spans = by_serial[row.bid.serial]
            points = "+".join(map(str, row.bid.components))
            yield ReadRecord(
                text,
                row.id,
                "bid",
                row.bid.name,
                points if points == str(row.bid.total) else f"{points} {row.bid.total}",
                merge(spans, source),
                None,
                parent=provision,
                scan=" ".join(source.slice(span) for span in spans),
                bid=row.bid,
            )

    def _spans(self, source: Source) -> dict[int, list[Span]]:
        """The spans of the cells of each bid, by serial; on a raw line cells follow each other."""
        by_serial: dict[int, list[Span]] = {}
        ends: dict[int, int] = {}
        for row in self.rows:
            raw = source.lines[row.line - 1] if row.line <= len(source.lines) else ""
            spans = by_serial.setdefault(row.bid.serial, [])
            if row.line not in ends:
                mark = PAGE_MARK.match(raw)
                ends[row.line] = mark.end() if mark else 0
            for column in COLUMNS:
                if cell := row.bid.cells[column].raw:
                    start = _start(raw, ends[row.line])
                    if not raw.startswith(cell, start):
                        raise ReadingError(
                            self.file,
                            row.row,
                            f"{column}: line {row.line} does not go on with {cell!r}",
                            f"{source.file}:{row.line} goes on {raw[start : start + 40]!r}.",
                        )
                    ends[row.line] = start + len(cell)
                    spans.append(Span(row.line, start, ends[row.line]))
            if not spans:
                raise ReadingError(self.file, row.row, "the OCR has nothing of this bid")
        return by_serial


def load_bids(path: Path) -> BidTable:
    """The table of bids of a text; raises `ReadingError` with the row at fault.

    The serials must run from 1, and the points must add up. Bids of one precedence must be worth
    the same in the same number of parts; a bid of higher precedence must not be worth less, nor
    the same in more parts.
    """
    rows = [_row(path, row, cells) for row, cells in read_tsv(path, _HEADER, required=True)]
    for before, row in zip([None, *rows], rows, strict=False):
        _check_order(path, before, row)
    equals: dict[int, list[BidRow]] = {}
    for row in rows:
        equals.setdefault(row.bid.precedence, []).append(row)
        _check_worth(path, row, equals)
    return BidTable(path, tuple(_among(path, row, equals[row.bid.precedence]) for row in rows))


def _among(path: Path, row: BidRow, equals: Sequence[BidRow]) -> BidRow:
    """The row with the ties of its bid: equal bids, of which neither beats the other."""
    beats = row.bid.beats
    others = {str(other.id): other.bid for other in equals if other is not row}
    for id in beats:
        if id not in others or beats.count(id) > 1 or str(row.id) in others[id].beats:
            why = f"{id} is no other bid of its precedence that it alone can beat"
            raise ReadingError(path, row.row, why)
    ties = tuple(
        str(other.id)
        for other in equals
        if other is not row and str(other.id) not in beats and str(row.id) not in other.bid.beats
    )
    return replace(row, bid=replace(row.bid, ties=ties))


def _row(path: Path, row: int, cells: list[str]) -> BidRow:
    named = dict(zip(_HEADER, cells, strict=True))
    for column in ("serial", "precedence", "total"):
        if not _NUMBER.fullmatch(named[column]):
            raise ReadingError(path, row, f"{column} must be a number, not {named[column]!r}")
    if not named["name"] or not _SUM.fullmatch(named["components"]):
        raise ReadingError(path, row, "a bid needs a name and points like 8+4+12")
    components = tuple(int(points) for points in named["components"].split("+"))
    total = int(named["total"])
    if sum(components) != total:
        raise ReadingError(
            path,
            row,
            f"{named['components']} of {named['name']!r} is {sum(components)}, not {total}",
        )
    bid = Bid(
        serial=int(named["serial"]),
        precedence=int(named["precedence"]),
        name=named["name"],
        components=components,
        total=total,
        ties=(),
        beats=tuple(f"bid.{serial}" for serial in named["beats"].split()),
        cells={column: _cell(named[column], named[f"{column}_raw"]) for column in COLUMNS},
    )
    return BidRow(row, line_number(path, row, named["line"]), bid)


def _cell(value: str, raw: str) -> BidCell:
    """A cell, and whether it was read: one that only lost accents or blanks was."""
    if not raw:
        return BidCell("inferred", "")
    same = raw == value or kind_of(raw, value) in (ACCENT, BLANK)
    return BidCell("read" if same else "damaged", raw)


def _check_order(path: Path, before: BidRow | None, row: BidRow) -> None:
    """Raise `ReadingError` where a serial or a precedence does not follow on the one before."""
    last = before.bid if before else None
    bid = row.bid
    if bid.serial != (last.serial if last else 0) + 1:
        raise ReadingError(path, row.row, f"serial {bid.serial} is out of order")
    if bid.precedence - (last.precedence if last else 0) not in (0, 1):
        raise ReadingError(path, row.row, f"precedence {bid.precedence} is out of order")


def _check_worth(path: Path, row: BidRow, equals: Mapping[int, Sequence[BidRow]]) -> None:
    """Raise `ReadingError` where a bid is worth more or less than its precedence allows."""
    bid = row.bid
    first = equals[bid.precedence][0].bid
    if _worth(bid) != _worth(first):
        why = f"{bid.name!r} is not worth as much as {first.name!r}, which has its precedence"
        raise ReadingError(path, row.row, why)
    below = equals.get(bid.precedence - 1)
    if below and _worth(bid) < _worth(below[0].bid):
        why = f"{bid.name!r} is worth less than {below[0].bid.name!r}, which it should beat"
        raise ReadingError(path, row.row, why)


def _worth(bid: Bid) -> tuple[int, int]:
    """The worth by which bids are ordered: of two equal totals, that in fewer parts is higher."""
    return bid.total, -len(bid.components)


def _start(raw: str, end: int) -> int:
    """The offset at which the next cell of a line begins, behind the rules of the table."""
    rules = _RULES.match(raw, end)
    assert rules is not None
    return rules.end()
