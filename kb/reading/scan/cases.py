"""Reads cases.tsv, which says in which cell of the tables of cases each token of a scan stands.

The OCR read across the columns of these tables, and in pieces. A row of cases.tsv is a cell with
its tokens in reading order, as runs `line:first-last`; every token is in one cell.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.core.errors import ReadingError
from kb.core.ids import LocalId, NamedId, ProvisionId
from kb.core.record_parts import Field
from kb.files.typed_tsv import read_tsv
from kb.reading.scan.ledger import NOISE, LedgerToken
from kb.reading.source import Source

_HEADER = ("cell", "tokens")
_RUN = re.compile(r"([1-9][0-9]{0,5}):([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?")

#: The cell of page numbers, which are no part of any record.
PAGE = "page"
#: The columns of a case besides its number.
COLUMNS: tuple[Field, ...] = ("description", "consequence", "reason")
#: The other cells of a table or a case.
LABEL, HEADING, HEADINGS, NUMBER = "label", "heading", "columns", "number"

_TABLE = re.compile(rf"[1-9][0-9]?\.[1-9]\.(?:{LABEL}|{HEADING}|{HEADINGS})")
_CASE = re.compile(rf"[1-9][0-9]?\.[1-9]\.[1-9][0-9]?\.(?:{NUMBER}|{'|'.join(COLUMNS)})")
_SECTION = re.compile(rf"[1-9][0-9]?\.(?:{LABEL}|{HEADING})")
_SIGNATURE = re.compile(r"signature\.[1-9]")


@dataclass(frozen=True)
class Cells:
    """The cells of the tables in their order, by their names in `file`.

    `tokens` has the tokens of each cell, `rows` the line of `file` that it stands on.
    """

    file: Path
    tokens: dict[str, tuple[LedgerToken, ...]]
    rows: dict[str, int]

    def below(self, id: ProvisionId) -> list[ProvisionId]:
        """The tables of a section, or the cases of a table.

        Raises `ReadingError` unless they are numbered from 1.
        """
        owned: list[ProvisionId] = []
        for name, row in self.rows.items():
            owner = name.rpartition(".")[0]
            if not owner[:1].isdigit() or ProvisionId.parse(owner).parent != id:
                continue
            owner_id = ProvisionId.parse(owner)
            if owner_id not in owned:
                owned.append(owner_id)
                self._check_number(row, str(owner_id), owner_id.label, len(owned))
        return owned

    def signatures(self) -> list[NamedId]:
        """The signatures below the last table; raises `ReadingError` unless numbered from 1."""
        signatures = [NamedId.parse(name) for name in self.tokens if _SIGNATURE.fullmatch(name)]
        for number, id in enumerate(signatures, 1):
            self._check_number(self.rows[str(id)], str(id), id.name, number)
        return signatures

    def check_owners(self, owners: Collection[LocalId]) -> None:
        """Raise `ReadingError` at a cell whose section, table or case is not among the owners."""
        names = {str(id) for id in owners}
        for name, row in self.rows.items():
            if name not in (PAGE, NOISE, *names) and name.rpartition(".")[0] not in names:
                raise ReadingError(self.file, row, f"{name} belongs to nothing that is there")

    def _check_number(self, row: int, id: str, label: str, number: int) -> None:
        if label != str(number):
            raise ReadingError(
                self.file, row, f"{id} is out of order: it should be number {number}"
            )

    def cell(self, id: ProvisionId, column: str) -> tuple[LedgerToken, ...]:
        """The tokens of a cell; raises `ReadingError` when there is no such cell."""
        name = f"{id}.{column}"
        if name not in self.tokens:
            near = [row for other, row in self.rows.items() if other.startswith(f"{id}.")]
            raise ReadingError(self.file, near[0] if near else 1, f"{id} has no {column}")
        return self.tokens[name]

    def has(self, id: ProvisionId, column: str) -> bool:
        """Whether there is such a cell."""
        return f"{id}.{column}" in self.tokens

    def expect(self, id: ProvisionId, column: str, words: str) -> tuple[LedgerToken, ...]:
        """The tokens of a cell; raises `ReadingError` unless they are just these words."""
        tokens = self.cell(id, column)
        printed = " ".join(token.words for token in tokens)
        if printed != words:
            name = f"{id}.{column}"
            raise ReadingError(self.file, self.rows[name], f"{name} is {printed!r}, not {words!r}")
        return tokens


def load_cells(path: Path, source: Source, lines: Iterable[Sequence[LedgerToken]]) -> Cells:
    """The cells of a text; raises `ReadingError` unless each token of `lines` is in one of them."""
    left = {(token.span.line, token.number): token for line in lines for token in line}
    existing = set(left)
    cells: dict[str, tuple[LedgerToken, ...]] = {}
    rows: dict[str, int] = {}
    for row, (cell, runs) in read_tsv(path, _HEADER, required=True):
        if not _is_cell(cell):
            raise ReadingError(path, row, f"{cell!r} is no cell", "Write it 13.1.4.description.")
        if cell in cells:
            raise ReadingError(path, row, f"{cell} is there twice")
        tokens = []
        for place in _places(path, row, runs):
            token = left.pop(place, None)
            if token is None:
                why = "is in another cell too" if place in existing else "does not exist"
                raise ReadingError(path, row, f"token {place[1]} of line {place[0]} {why}")
            if (token.kind == NOISE) != (cell == NOISE):
                raise ReadingError(
                    path,
                    row,
                    f"{token.raw!r} on line {place[0]} is noise in the ledger or here, not in both",
                )
            tokens.append(token)
        cells[cell], rows[cell] = tuple(tokens), row
    for (line, number), token in left.items():
        what = f"token {number}, {token.raw!r}, is in no cell"
        raise source.error(line, what, f"Give it one in {path}: noise, where it is no word.")
    return Cells(path, cells, rows)


def _is_cell(name: str) -> bool:
    shapes = (_SECTION, _TABLE, _CASE, _SIGNATURE)
    return name in (PAGE, NOISE) or any(shape.fullmatch(name) for shape in shapes)


def _places(path: Path, row: int, runs: str) -> Iterable[tuple[int, int]]:
    """The line and number of each token of some runs."""
    for run in runs.split(" "):
        match = _RUN.fullmatch(run)
        first = int(match[2]) if match else 0
        last = int(match[3] or first) if match else 0
        if match is None or last < first:
            raise ReadingError(path, row, f"{run!r} is no run of tokens", "Write it 406:1-7.")
        yield from ((int(match[1]), number) for number in range(first, last + 1))
