"""The layout of a statute on a bad scan: sections (§) with labels, a table of bids, one of cases.

The OCR is mended token by token (ledger.tsv); what is a label is then told by what can come next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from kb.corpus import Text
from kb.ids import LocalId, ProvisionId
from kb.model import Case, Kind, LayoutClaim, Reading, Record, Span
from kb.reading.bids import load_bids
from kb.reading.cases import COLUMNS, HEADING, HEADINGS, LABEL, NUMBER, PAGE, Cells, load_cells
from kb.reading.corrections import STATUTE, Corrections, load_corrections
from kb.reading.ledger import NOISE, Token, load_ledger
from kb.reading.plan import any_label
from kb.reading.restored import Piece, write
from kb.reading.source import PAGE_MARK, Source, merge, non_blank, unclaimed
from kb.typed_toml import Table, read_toml

#: The levels of labels, and what may stand directly below each.
_BELOW = {
    "law": ("letter", "number"),
    "letter": ("number",),
    "number": ("small",),
    "small": ("small",),
}
#: The levels whose words on the line of the label are a heading.
_HEADED = ("law", "letter")


@dataclass(frozen=True)
class StatutePlan:
    """How a statute is printed.

    `title` is the line of its title, `laws` its last section, `skipped` the numbers that none has,
    `styles` the labels by level. `bids` are the lines of the table of bids, of which `bid_rows` are
    rows; it belongs to the provision `table_of`. The last section are tables of cases, from line
    `cases` on, with `columns` as headings.
    """

    title: int
    laws: int
    skipped: tuple[int, ...]
    styles: dict[str, tuple[str, ...]]
    bids: range
    bid_rows: range
    table_of: str
    cases: int
    columns: str


@dataclass
class _Provision:
    """A provision as its lines are found: its level, its label, its words."""

    id: ProvisionId
    level: str
    label: Sequence[Token]
    heading: list[Piece] = field(default_factory=list)
    body: list[Piece] = field(default_factory=list)


def read_statute(text: Text, source: Source, directory: Path) -> Reading:
    """A statute whose scan is mended by a ledger.

    Raises `CorpusError` or `ReadingError` with file and line when print and curation do not fit.
    """
    plan, ledger = load_plan(directory, source), load_ledger(directory)
    numbers = [n for n in range(1, len(source.lines) + 1) if n not in plan.bids]
    ledger.check(source, numbers)
    tokens = {number: ledger.tokens(source, number) for number in numbers}
    edition = _Edition(text.id, source, tokens, load_corrections(directory, STATUTE))
    prose = [tokens[n] for n in numbers if plan.title < n < plan.cases and tokens[n]]
    provisions = [edition.provision(one) for one in _provisions(source, plan, prose)]
    bids = [*load_bids(directory / "bids.tsv").records(text.id, source, plan.table_of)]
    after = [one for one in provisions if one.lines[0] >= plan.bids.stop]
    before = provisions[: len(provisions) - len(after)]
    tables = (own for number, own in tokens.items() if number >= plan.cases)
    cells = load_cells(directory / "cases.tsv", tables)
    records = (*before, *bids, *after, *_of_cells(plan, cells, edition))
    layout = (
        *(LayoutClaim("title", token.span) for token in tokens[plan.title]),
        *_page_marks(source),
        *_bid_layout(source, plan),
        *_cell_layout(cells),
    )
    claims = [(str(record.id), span) for record in records for span in record.spans]
    claims += [(claim.rule, claim.span) for claim in layout]
    return Reading(text.id, records, layout, unclaimed(source, claims))


def load_plan(directory: Path, source: Source) -> StatutePlan:
    """The print.toml of a statute; raises `CorpusError` naming the place of a fault."""
    top = read_toml(directory / "print.toml")
    labels, bids, tables = top.table("labels"), top.table("bids"), top.table("cases")
    plan = StatutePlan(
        title=top.number("title", least=1),
        laws=top.number("laws", least=1),
        skipped=top.numbers("skipped"),
        styles={level: labels.strings(level) for level in _BELOW},
        bids=_lines(bids, "lines", source),
        bid_rows=_lines(bids, "rows", source),
        table_of=bids.string("provision"),
        cases=tables.number("from", least=1),
        columns=tables.string("columns"),
    )
    for table in (top, labels, bids, tables):
        table.done()
    return plan


def _lines(table: Table, key: str, source: Source) -> range:
    lines = table.numbers(key)
    if len(lines) != 2 or not 1 <= lines[0] <= lines[1] <= len(source.lines):
        raise table.error(key, "must be the first and the last raw line")
    return range(lines[0], lines[1] + 1)


class _Edition:
    """The reading edition: its lines, and records made of its tokens."""

    def __init__(
        self,
        text: str,
        source: Source,
        tokens: Mapping[int, Sequence[Token]],
        corrections: Corrections,
    ) -> None:
        self.text, self.source, self.corrections = text, source, corrections
        lines = (tokens.get(number, ()) for number in range(1, len(source.lines) + 1))
        read = tuple(" ".join(token.words for token in line if token.words) for line in lines)
        self._restored = Source(source.file, read)
        corrections.check(self._restored)
        self._places = {
            token.span: place for line in tokens.values() for token, place in _places(line)
        }

    def provision(self, one: _Provision) -> Record:
        """A provision with its heading, its words and its remarks."""
        tokens = [*one.label, *(piece.token for piece in (*one.heading, *one.body))]
        kind: Kind = "law" if one.level == "law" else "provision"
        return self.record(one.id, kind, tokens, one.heading, one.body)

    def record(
        self,
        id: LocalId,
        kind: Kind,
        tokens: Sequence[Token],
        heading: Sequence[Piece] = (),
        body: Sequence[Piece] = (),
    ) -> Record:
        """A record that consists of these tokens, with its words."""
        own = list({token.span: token for token in tokens}.values())
        title, words = write(heading, "heading"), write(body, "body")
        found = merge((self._places[token.span] for token in own), self._restored)
        return Record(
            self.text,
            id,
            kind,
            title.text or None,
            words.text,
            merge((token.span for token in own), self.source),
            None,
            remarks=self.corrections.remarks(self._restored, found, "slip"),
            scan=" ".join(token.raw for token in own),
            restored=(*title.restored, *words.restored),
            heading_lines=title.starts,
            body_lines=words.starts,
        )

    def case(self, id: ProvisionId, cells: Cells) -> Record:
        """A case: its columns one after the other are its body."""
        numbered = cells.has(id, NUMBER)
        number = cells.expect(id, NUMBER, id.label) if numbered else ()
        columns = {column: cells.cell(id, column) for column in COLUMNS}
        own = [token for tokens in columns.values() for token in tokens]
        read = {name: write(map(Piece, tokens), name) for name, tokens in columns.items()}
        record = self.record(id, "case", [*number, *own], body=[*map(Piece, own)])
        return replace(
            record,
            missing=None if numbered else "number",
            restored=tuple(one for written in read.values() for one in written.restored),
            case=Case(**{name: written.text for name, written in read.items()}),
        )


def _places(line: Sequence[Token]) -> Iterator[tuple[Token, Span]]:
    """Where the tokens of a line stand in the line of the reading edition."""
    at = 0
    for token in line:
        yield token, Span(token.span.line, at, at + len(token.words))
        at += len(token.words) + bool(token.words)


def _provisions(
    source: Source, plan: StatutePlan, lines: Iterable[Sequence[Token]]
) -> list[_Provision]:
    """The provisions in the order of the print: a line without a label goes on with the last."""
    found: list[_Provision] = []
    open: list[_Provision] = []  # the latest one and all that contain it, outermost first
    for line in lines:
        begun = _labelled(source, plan, open, line)
        if begun is None and not open:
            raise source.error(line[0].span.line, "no section is open for these words")
        if begun is not None:
            one, words = begun
            open = [above for above in open if len(above.id.parts) < len(one.id.parts)]
            open.append(one)
            found.append(one)
            (one.heading if one.level in _HEADED else one.body).extend(words)
        else:
            open[-1].body.extend(map(Piece, line))
    laws = [int(one.id.label) for one in found if one.level == "law"]
    last = found[-1].body[-1].token.span.line
    if laws != [n for n in range(1, plan.laws) if n not in plan.skipped]:
        raise source.error(last, f"the sections are {laws}, expected {plan.laws} with the tables'")
    return found


def _labelled(
    source: Source, plan: StatutePlan, open: Sequence[_Provision], line: Sequence[Token]
) -> tuple[_Provision, list[Piece]] | None:
    """The provision that a line opens, with the words behind its label; None if it has no label."""
    text = " ".join(token.words for token in line)
    for level, styles in plan.styles.items():
        match = re.match(any_label(styles, level), text)
        if match is None:
            continue
        label = "".join(filter(str.isalnum, match[0]))
        id = _next(plan, open, level, label)
        if id is None:
            where = f"after {open[-1].id}" if open else "at the beginning"
            raise source.error(line[0].span.line, f"the label {match[0]!r} cannot stand {where}")
        behind, at = [], 0
        for token in line:
            if at + len(token.words) > match.end():
                behind.append(Piece(token, max(match.end() - at, 0)))
            at += len(token.words) + 1
        inside = line[: len(line) - len(behind) + bool(behind and behind[0].start)]
        return _Provision(id, level, inside), behind
    return None


def _next(
    plan: StatutePlan, open: Sequence[_Provision], level: str, label: str
) -> ProvisionId | None:
    """What a label opens: the first thing below the latest provision, or the next in a list.

    The innermost list that can go on does.
    """
    if level == "law":
        last = int(open[0].id.label) if open else 0
        number = next(n for n in count(last + 1) if n not in plan.skipped)
        return ProvisionId((label,)) if label == str(number) else None
    if open and level in _BELOW[open[-1].level] and label in ("A", "1", "a"):
        return open[-1].id.child(label)
    for one in reversed(open):
        following = one.id.next_sibling()
        if one.level == level and following and following.label == label:
            return following
    return None


def _of_cells(plan: StatutePlan, cells: Cells, edition: _Edition) -> Iterator[Record]:
    """The section with the tables of cases, its tables, their cases, and what is signed below."""
    section = ProvisionId((str(plan.laws),))
    label = cells.expect(section, LABEL, _printed(plan, "law", section))
    yield _headed(edition, cells, section, "law", label)
    for table in cells.below(section):
        label = cells.expect(table, LABEL, _printed(plan, "number", table))
        yield _headed(edition, cells, table, "provision", label)
        cells.expect(table, HEADINGS, plan.columns)
        for case in cells.below(table):
            yield edition.case(case, cells)
    for id in cells.signatures():
        tokens = cells.tokens[str(id)]
        yield edition.record(id, "front", tokens, body=[*map(Piece, tokens)])


def _printed(plan: StatutePlan, level: str, id: ProvisionId) -> str:
    return plan.styles[level][0].replace("#", id.label)


def _headed(
    edition: _Edition, cells: Cells, id: ProvisionId, kind: Kind, label: Sequence[Token]
) -> Record:
    heading = cells.cell(id, HEADING)
    return edition.record(id, kind, [*label, *heading], heading=[*map(Piece, heading)])


def _page_marks(source: Source) -> Iterator[LayoutClaim]:
    for number, raw in enumerate(source.lines, 1):
        if mark := PAGE_MARK.match(raw):
            yield LayoutClaim("page mark", Span(number, 0, mark.end()))


def _bid_layout(source: Source, plan: StatutePlan) -> Iterator[LayoutClaim]:
    """What the table of bids has besides bids: its headings, what is below, and its rules."""
    for number in plan.bids:
        raw = source.lines[number - 1]
        if number not in plan.bid_rows:
            if span := non_blank(number, raw, 0):
                yield LayoutClaim("table heading" if number < plan.bid_rows.start else NOISE, span)
            continue
        for match in re.finditer(r"\|", raw):
            yield LayoutClaim("table rule", Span(number, match.start(), match.end()))


def _cell_layout(cells: Cells) -> Iterator[LayoutClaim]:
    for name, tokens in cells.tokens.items():
        column = name.rpartition(".")[2]
        if rule := {PAGE: "page number", NOISE: NOISE, HEADINGS: "table heading"}.get(column):
            yield from (LayoutClaim(rule, token.span) for token in tokens)
