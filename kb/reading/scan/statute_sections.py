"""Finds the sections of a statute and the provisions in them by their labels.

A label counts only where it can come next. print.toml says how the statute is printed: which
levels of labels it has, where its tables stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from kb.core.ids import ProvisionId
from kb.files.typed_toml import TomlTable, read_toml
from kb.reading.corrections import Corrections
from kb.reading.layout import any_label
from kb.reading.scan.ledger import LedgerToken
from kb.reading.scan.restored import TokenPiece
from kb.reading.source import Source

#: The names of the levels, which say what a label looks like; sections have the first one.
_LEVELS = ("law", "letter", "number", "small")
#: With which label a list of a level begins.
_FIRST = {"letter": "A", "number": "1", "small": "a"}

#: The most sections that a statute can have: the numbers in ids have at most three digits.
_MOST_SECTIONS = 999


@dataclass(frozen=True)
class Level:
    """A level of labels: their printed styles (`#` is the label), and the levels right below it.

    `headed` says that the words on the line of the label are a heading.
    """

    styles: tuple[str, ...]
    below: tuple[str, ...]
    headed: bool


@dataclass(frozen=True)
class BidsPrint:
    """Where the table of bids stands: all its lines, those of its rows, those that are noise.

    `provision` is the id of the provision that it belongs to. The lines above the rows are its
    headings.
    """

    provision: str
    lines: range
    rows: range
    noise: tuple[int, ...]


@dataclass(frozen=True)
class CasesPrint:
    """The line where the tables of cases begin, and the headings of their columns."""

    first: int
    columns: str


@dataclass(frozen=True)
class StatutePrint:
    """How a statute is printed.

    `title` is the line of its title, `laws` the number of its last section, `skipped` has the
    numbers that no section has.
    """

    title: int
    laws: int
    skipped: tuple[int, ...]
    levels: dict[str, Level]
    bids: BidsPrint | None
    cases: CasesPrint | None

    @property
    def numbers(self) -> list[int]:
        """The numbers of the sections that are no tables, in order."""
        last = self.laws - 1 if self.cases else self.laws
        return [number for number in range(1, last + 1) if number not in self.skipped]

    def label(self, level: str, id: ProvisionId) -> str:
        """The label of a provision as it is usually printed."""
        return self.levels[level].styles[0].replace("#", id.label)


@dataclass
class StatuteProvision:
    """A provision while it is being read: its level, the style of its label, its words."""

    id: ProvisionId
    level: str
    style: str
    label: Sequence[LedgerToken]
    heading: list[TokenPiece] = field(default_factory=list)
    body: list[TokenPiece] = field(default_factory=list)


def load_print(directory: Path, source: Source) -> StatutePrint:
    """The print.toml of a statute; raises `CorpusError` naming the place of a fault."""
    top = read_toml(directory / "print.toml")
    labels = top.table("labels")
    named = labels.keys()
    if not {"law"} <= named <= {*_LEVELS}:
        raise labels.error("law", f"must be there, and no others than {', '.join(_LEVELS)}")
    bids, cases = top.optional_table("bids"), top.optional_table("cases")
    plan = StatutePrint(
        title=top.number("title", least=1),
        laws=top.number("laws", least=1),
        skipped=top.numbers("skipped", default=()),
        levels={name: _level(labels.table(name)) for name in _LEVELS if name in named},
        bids=_bids(bids, source) if bids else None,
        cases=CasesPrint(cases.number("from", least=1), cases.string("columns")) if cases else None,
    )
    if plan.laws > _MOST_SECTIONS:
        raise top.error("laws", f"must be at most {_MOST_SECTIONS}")
    end = plan.cases.first if plan.cases else len(source.lines) + 1
    if not plan.title < end <= len(source.lines) + 1:
        raise top.error("title", "must be a line before the tables of cases and the end")
    for table in (top, cases):
        if table:
            table.done()
    return plan


def _level(table: TomlTable) -> Level:
    level = Level(
        table.strings("styles"),
        table.strings("below", default=()),
        table.flag("headed", default=False),
    )
    if any(style.count("#") != 1 for style in level.styles):
        raise table.error("styles", "must have one # in each, where the label stands")
    if not {*level.below} <= {*_LEVELS[1:]}:
        raise table.error("below", f"must be of {', '.join(_LEVELS[1:])}")
    table.done()
    return level


def _bids(table: TomlTable, source: Source) -> BidsPrint:
    bids = BidsPrint(
        table.string("provision"),
        _lines(table, "lines", source),
        _lines(table, "rows", source),
        table.numbers("noise", default=()),
    )
    table.done()
    return bids


def _lines(table: TomlTable, key: str, source: Source) -> range:
    first, last = table.bounds(key, "raw line", most=len(source.lines))
    return range(first, last + 1)


def read_sections(
    source: Source,
    plan: StatutePrint,
    corrections: Corrections,
    lines: Iterable[Sequence[LedgerToken]],
) -> list[StatuteProvision]:
    """The sections and the provisions in them, in the order of the print.

    A line without a label belongs to the provision above it. Raises `ReadingError` at a label that
    cannot stand where it does, and when the sections are not those that print.toml counts.
    """
    provisions: list[StatuteProvision] = []
    open: list[StatuteProvision] = []  # the latest provision and all around it, outermost first
    for line in lines:
        number = line[0].span.line
        prose = corrections.at(number, "prose") is not None
        begun = None if prose else _labelled(source, plan, open, line)
        if begun is not None:
            provision, words = begun
            open = [above for above in open if above.id.depth < provision.id.depth]
            open.append(provision)
            provisions.append(provision)
            headed = plan.levels[provision.level].headed
            (provision.heading if headed else provision.body).extend(words)
        elif open:
            open[-1].body.extend(map(TokenPiece, line))
        else:
            raise source.error(number, "no section is open for these words")
    numbers = [int(provision.id.label) for provision in provisions if provision.level == "law"]
    if numbers != plan.numbers:
        last = provisions[-1].label[0].span.line if provisions else plan.title
        expected = ", ".join(map(str, plan.numbers))
        raise source.error(last, f"the last section here is {numbers[-1:]}, expected {expected}")
    return provisions


def _labelled(
    source: Source,
    plan: StatutePrint,
    open: Sequence[StatuteProvision],
    line: Sequence[LedgerToken],
) -> tuple[StatuteProvision, list[TokenPiece]] | None:
    """The provision that a line opens, and the words behind its label; None without a label."""
    worded = [token for token in line if token.words]
    text = " ".join(token.words for token in worded)
    for name, level in plan.levels.items():
        for style in level.styles:
            match = re.match(any_label((style,), name), text)
            if match is None:
                continue
            label = "".join(filter(str.isalnum, match[0]))
            id = _next(plan, open, name, style, label)
            if id is None:
                where = f"after {open[-1].id}" if open else "at the beginning"
                what = f"the label {match[0]!r} cannot stand {where}"
                hint = "Mend it in the ledger, or enter the line as prose in corrections.tsv."
                raise source.error(worded[0].span.line, what, hint)
            behind, at = [], 0
            for token in worded:
                if at + len(token.words) > match.end():
                    behind.append(TokenPiece(token, max(match.end() - at, 0)))
                at += len(token.words) + 1
            whole = {piece.token.number for piece in behind if not piece.start}
            inside = [token for token in line if token.number not in whole]
            return StatuteProvision(id, name, style, inside), behind
    return None


def _next(
    plan: StatutePrint, open: Sequence[StatuteProvision], level: str, style: str, label: str
) -> ProvisionId | None:
    """The id of what a label opens: the first provision below the latest, or the next in a list.

    When the label fits several open lists, a list of its own style comes first, then the innermost
    one: after `a. … a) … b)` a `b.` goes on with `a.`. None when it fits nowhere.
    """
    if level == "law":
        last = int(open[0].id.label) if open else 0
        number = next(n for n in count(last + 1) if n not in plan.skipped)
        return ProvisionId((label,)) if label == str(number) else None
    if open and level in plan.levels[open[-1].level].below and label == _FIRST[level]:
        return open[-1].id.child(label)
    lists = [last for last in reversed(open) if last.level == level]
    lists = [last for last in lists if _after(last.id.label) == label]
    lists.sort(key=lambda last: last.style != style)
    return ProvisionId((*lists[0].id.parts[:-1], label)) if lists else None


def _after(label: str) -> str:
    """The label that follows in a list: 2 after 1, b after a."""
    return str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)
