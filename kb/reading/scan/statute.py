"""Reads a statute, a rulebook in sections (§), from a bad scan.

The OCR is mended token by token (ledger.tsv) before anything is read. A statute has sections with
labels, and may have a table of bids and tables of cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kb.core.errors import CorpusError
from kb.core.ids import LocalId, ProvisionId
from kb.core.read_records import Case, LayoutClaim, Reading, ReadRecord
from kb.core.record_parts import Kind, Span
from kb.corpus.corpus import Text
from kb.reading.corrections import SCAN, Corrections, load_corrections
from kb.reading.scan.bid_cells import load_bids
from kb.reading.scan.cases import COLUMNS, HEADING, HEADINGS, LABEL, NUMBER, PAGE, Cells, load_cells
from kb.reading.scan.ledger import NOISE, LedgerToken, load_ledger
from kb.reading.scan.restored import TokenPiece, write
from kb.reading.scan.statute_sections import (
    BidsPrint,
    CasesPrint,
    StatutePrint,
    StatuteProvision,
    load_print,
    read_sections,
)
from kb.reading.source import Source, claimed, merge, non_blank, printed_lines


def read_statute(text: Text, source: Source, directory: Path) -> Reading:
    """Read a statute whose scan is mended by a ledger.

    Raises `CorpusError` or `ReadingError` with file and line when print and curation do not fit.
    """
    plan, ledger = load_print(directory, source), load_ledger(directory)
    bids = plan.bids.lines if plan.bids else range(0)
    ledger.check(source, bids)
    numbers = [n for n in range(1, len(source.lines) + 1) if n not in bids]
    tokens = {number: ledger.tokens(source, number) for number in numbers}
    edition = _ReadingEdition(text.id, source, tokens, load_corrections(directory, SCAN))
    end = plan.cases.first if plan.cases else len(source.lines) + 1
    prose = [tokens[n] for n in numbers if plan.title < n < end and tokens[n]]
    sections = read_sections(source, plan, edition.corrections, prose)
    records = [edition.section(section) for section in sections]
    _, page_marks = printed_lines(source, None, None)
    layout = [LayoutClaim("title", token.span) for token in tokens[plan.title]] + page_marks
    if plan.bids:
        table = load_bids(directory / "bids.tsv")
        bid_records = [*table.records(text.id, source, plan.bids.provision)]
        records = _with_bids(directory, plan.bids, records, bid_records)
        layout += _bid_layout(source, plan.bids)
    if plan.cases:
        tables = (line for number, line in tokens.items() if number >= end)
        cells = load_cells(directory / "cases.tsv", source, tables)
        records += _of_cells(plan, plan.cases, cells, edition)
        cells.check_owners([record.id for record in records])
        layout += _cell_layout(cells)
    edition.check_slips(records)
    return claimed(source, text.id, tuple(records), tuple(layout))


class _ReadingEdition:
    """The reading edition, that is the mended text: its lines, and records made of its tokens."""

    def __init__(
        self,
        text: str,
        source: Source,
        tokens: Mapping[int, Sequence[LedgerToken]],
        corrections: Corrections,
    ) -> None:
        self.text, self.source, self.corrections = text, source, corrections
        lines = (tokens.get(number, ()) for number in range(1, len(source.lines) + 1))
        read = tuple(" ".join(token.words for token in line if token.words) for line in lines)
        self._restored = Source(source.file, read)
        corrections.check(self._restored, verb="is read as")
        self._places = {
            token.span: place for line in tokens.values() for token, place in _places(line)
        }

    def section(self, provision: StatuteProvision) -> ReadRecord:
        """A provision with its heading, its words and its remarks."""
        heading, body = provision.heading, provision.body
        tokens = [*provision.label, *(piece.token for piece in (*heading, *body))]
        kind: Kind = "law" if provision.level == "law" else "provision"
        return self.record(provision.id, kind, tokens, heading, body)

    def record(
        self,
        id: LocalId,
        kind: Kind,
        tokens: Sequence[LedgerToken],
        heading: Sequence[TokenPiece] = (),
        body: Sequence[TokenPiece] = (),
    ) -> ReadRecord:
        """A record that consists of these tokens; `heading` and `body` have its words."""
        distinct = list({token.span: token for token in tokens}.values())
        title, words = write(heading, "heading"), write(body, "body")
        places = merge((self._places[token.span] for token in distinct), self._restored)
        return ReadRecord(
            self.text,
            id,
            kind,
            title.text or None,
            words.text,
            merge((token.span for token in distinct), self.source),
            None,
            remarks=self.corrections.remarks(self._restored, places, "slip"),
            scan=" ".join(token.raw for token in distinct),
            restored=(*title.restored, *words.restored),
            heading_lines=title.starts,
            body_lines=words.starts,
        )

    def case(self, id: ProvisionId, cells: Cells) -> ReadRecord:
        """The record of a case; the words of its columns, one after the other, are its body."""
        numbered = cells.has(id, NUMBER)
        number = cells.expect(id, NUMBER, id.label) if numbered else ()
        columns = {column: cells.cell(id, column) for column in COLUMNS}
        words = [token for tokens in columns.values() for token in tokens]
        read = {name: write(map(TokenPiece, tokens), name) for name, tokens in columns.items()}
        record = self.record(id, "case", [*number, *words], body=[*map(TokenPiece, words)])
        return replace(
            record,
            missing=None if numbered else "number",
            restored=tuple(change for written in read.values() for change in written.restored),
            case=Case(**{name: written.text for name, written in read.items()}),
        )

    def check_slips(self, records: Sequence[ReadRecord]) -> None:
        """Raise `ReadingError` at a slip that stands in the remarks of no record."""
        shown = {(remark.line, remark.printed) for record in records for remark in record.remarks}
        for slip in self.corrections.rows:
            if slip.kind == "slip" and (slip.line, slip.printed) not in shown:
                where = f"{slip.printed!r} on line {slip.line}"
                raise self.corrections.error(slip, f"{where} is not in the words of one record")


def _places(line: Sequence[LedgerToken]) -> Iterator[tuple[LedgerToken, Span]]:
    """Each token of a line with the span of its words in that line of the reading edition."""
    at = 0
    for token in line:
        yield token, Span(token.span.line, at, at + len(token.words))
        at += len(token.words) + bool(token.words)


def _with_bids(
    directory: Path,
    bids: BidsPrint,
    records: Sequence[ReadRecord],
    bid_records: Sequence[ReadRecord],
) -> list[ReadRecord]:
    """The records of a text with those of its bids at the place of their table.

    Raises `CorpusError` when the provision that the table belongs to does not exist.
    """
    if bids.provision not in {str(record.id) for record in records}:
        raise CorpusError(f"{directory / 'print.toml'}: bids: there is no {bids.provision}")
    before = [record for record in records if record.lines[0] < bids.lines.start]
    return [*before, *bid_records, *records[len(before) :]]


def _of_cells(
    plan: StatutePrint, cases: CasesPrint, cells: Cells, edition: _ReadingEdition
) -> Iterator[ReadRecord]:
    """The section with the tables of cases, its tables, their cases, and the signatures below."""
    section = ProvisionId((str(plan.laws),))
    label = cells.expect(section, LABEL, plan.label("law", section))
    yield _headed(edition, cells, section, "law", label)
    for table in cells.below(section):
        label = cells.expect(table, LABEL, plan.label("number", table))
        yield _headed(edition, cells, table, "provision", label)
        cells.expect(table, HEADINGS, cases.columns)
        for case in cells.below(table):
            yield edition.case(case, cells)
    for id in cells.signatures():
        tokens = cells.tokens[str(id)]
        yield edition.record(id, "front", tokens, body=[*map(TokenPiece, tokens)])


def _headed(
    edition: _ReadingEdition,
    cells: Cells,
    id: ProvisionId,
    kind: Kind,
    label: Sequence[LedgerToken],
) -> ReadRecord:
    """The record of a section or a table, whose heading is a cell."""
    heading = cells.cell(id, HEADING)
    return edition.record(id, kind, [*label, *heading], heading=[*map(TokenPiece, heading)])


def _bid_layout(source: Source, bids: BidsPrint) -> Iterator[LayoutClaim]:
    """The claims of what stands in the table of bids besides bids: headings, rules, noise."""
    for number in bids.lines:
        raw = source.lines[number - 1]
        if number in bids.rows:
            for match in re.finditer(r"\|", raw):
                yield LayoutClaim("table rule", Span(number, match.start(), match.end()))
        elif (span := non_blank(number, raw, 0)) and number < bids.rows.start:
            yield LayoutClaim("table heading", span)
        elif span and number in bids.noise:
            yield LayoutClaim(NOISE, span)


def _cell_layout(cells: Cells) -> Iterator[LayoutClaim]:
    """The claims of the cells that belong to no record: page numbers, noise, column headings."""
    for name, tokens in cells.tokens.items():
        column = name.rpartition(".")[2]
        if rule := {PAGE: "page number", NOISE: NOISE, HEADINGS: "table heading"}.get(column):
            yield from (LayoutClaim(rule, token.span) for token in tokens)
