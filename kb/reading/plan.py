"""The curated files that go with a text: how it is printed, and where the print slips.

In the directory that the manifest's `reading` names: print.toml (sections, labels, notes),
corrections.tsv (one slip or exception a line, with its reason), definitions.tsv and tables.toml
where the text has such things.
"""

from __future__ import annotations

import csv
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.errors import CorpusError, InvalidIdError, ReadingError
from kb.ids import NamedId, ProvisionId

#: The levels of a bridge code below which a provision can stand, outermost first.
LEVELS = ("law", "letter", "number", "small", "roman")

#: What can stand for `#` in a label of each level.
_ANY = {"law": "[0-9]+", "letter": "[A-Z]", "number": "[0-9]+", "small": "[a-z]", "roman": "[ivx]+"}

_CORRECTIONS = ("line", "kind", "printed", "official", "reason")
_CORRECTION_KINDS = {"label", "prose", "closing", "anchor", "slip", "subentry"}
_NOTE_PLACES = {"law-end", "page-foot", "section"}
_DEFINITIONS = ("line", "headword", "term", "english", "id")


@dataclass(frozen=True)
class Section:
    """A stretch of the file with one reader. `at` is the text it begins with, if mid-line."""

    first: int
    reader: str
    id: str | None
    title: str | None
    at: str | None


@dataclass(frozen=True)
class Labels:
    """How labels are printed: per level the styles (`#` is the label) and plausible indents."""

    styles: dict[str, tuple[str, ...]]
    indents: dict[str, frozenset[int]]
    title: re.Pattern[str]
    heading_never_ends: tuple[str, ...]
    paragraphs: bool

    def printed(self, id: ProvisionId) -> tuple[str, ...]:
        """The ways in which the label of a provision is printed, the usual one first."""
        return tuple(style.replace("#", id.label) for style in self.styles[LEVELS[id.depth - 1]])

    def any_label(self, level: str) -> str:
        """A regular expression for any label of a level, in each of its styles."""
        styles = (
            re.escape(style).replace(re.escape("#"), _ANY[level]) for style in self.styles[level]
        )
        return f"(?:{'|'.join(styles)})"


@dataclass(frozen=True)
class Chapter:
    """A chapter heading: its printed style (`#` is a roman numeral) and the word for its id."""

    style: str
    word: str


@dataclass(frozen=True)
class Notes:
    """Where notes stand, how one begins (group 1 is the marker) and how it is called in text.

    Places: law-end (after the law), page-foot, section (a section of their own).
    """

    place: str
    start: re.Pattern[str]
    marker: re.Pattern[str]


@dataclass(frozen=True)
class LocatorWords:
    """The words of a back-of-the-book index: what its places and cross-references look like.

    `ordinals` count the notes of a law: `20 drugi przypis` is the second; the first is empty.
    `see` matches a cross-reference and names its `target`. `terms` gives the definition of an
    entry whose words are not those of the definition's term.
    """

    definitions: str
    introduction: str
    note: str
    ordinals: tuple[str, ...]
    see: re.Pattern[str]
    terms: dict[str, str]


@dataclass(frozen=True)
class Correction:
    """One curated line: what is printed there, what it is, and why. `row` is its own line.

    kinds: label (a misprinted label; official is the provision's id), prose (looks like a label,
    is none), closing (words after a list that belong to the provision `official`), anchor (a
    note's marker that the rule cannot see; official is the marker), slip (a misprint that stays;
    official is what it should be), subentry (an index line that opens a page but not a headword).
    """

    row: int
    line: int
    kind: str
    printed: str
    official: str
    reason: str

    def fits(self, line: str) -> bool:
        """Whether the raw line has the printed form where this kind of correction needs it."""
        if self.kind in ("anchor", "slip"):
            return self.printed in line
        return line.rpartition("|>")[2].lstrip().startswith(self.printed)


@dataclass(frozen=True)
class DefinitionEntry:
    """Where a definition begins, its printed headword, term, English terms and permanent id.

    `english` has one WBF term per sense where an entry merges several, else one.
    """

    line: int
    headword: str
    term: str
    english: tuple[str, ...]
    id: str


@dataclass(frozen=True)
class TableEntry:
    """A transcribed table: the provision, the raw lines it fills, cells row by row.

    `row` is the line of tables.toml that names the raw lines.
    """

    row: int
    provision: str
    first: int
    last: int
    caption: str | None
    header: int
    rows: tuple[tuple[str, ...], ...]
    note: str | None


@dataclass(frozen=True)
class ReadingPlan:
    """Everything a reader needs to know about one text."""

    directory: Path
    first_page: int | None
    running_head: re.Pattern[str] | None
    sections: tuple[Section, ...]
    laws: int
    labels: Labels
    chapters: tuple[Chapter, ...]
    notes: Notes | None
    locators: LocatorWords | None
    example_heading: str | None
    corrections: tuple[Correction, ...]
    definitions: tuple[DefinitionEntry, ...]
    tables: tuple[TableEntry, ...]

    def corrected(self, kind: str) -> dict[int, Correction]:
        """The corrections of one kind by line."""
        return {c.line: c for c in self.corrections if c.kind == kind}


def load_plan(directory: Path) -> ReadingPlan:
    """Read a text's curated directory; raises `CorpusError` or `ReadingError` naming the fault."""
    path = directory / "print.toml"
    raw = _toml(path)
    try:
        return _plan(directory, raw)
    except KeyError as error:
        raise CorpusError(f"{path}: {error.args[0]} is missing") from None
    except (re.error, TypeError, AttributeError, ValueError) as error:
        raise CorpusError(f"{path}: {error}") from None


def _plan(directory: Path, raw: dict[str, Any]) -> ReadingPlan:
    page = raw.get("page", {})
    head = page.get("running_head")
    labels = raw["labels"]
    return ReadingPlan(
        directory=directory,
        first_page=page.get("first"),
        running_head=re.compile(head) if head else None,
        sections=tuple(
            Section(s["from"], s["reader"], s.get("id"), s.get("title"), s.get("at"))
            for s in raw["section"]
        ),
        laws=raw["laws"],
        labels=Labels(
            styles={level: tuple(labels[level]) for level in LEVELS},
            indents={
                level: frozenset(values) for level, values in labels.get("indent", {}).items()
            },
            title=re.compile(labels["title"]),
            heading_never_ends=tuple(labels["heading_never_ends"]),
            paragraphs=labels["paragraphs"],
        ),
        chapters=tuple(Chapter(c["style"], c["word"]) for c in raw.get("chapter", [])),
        notes=_notes(raw["notes"]) if "notes" in raw else None,
        locators=_locators(raw["locators"]) if "locators" in raw else None,
        example_heading=raw.get("example_heading"),
        corrections=_corrections(directory / "corrections.tsv"),
        definitions=_definitions(directory / "definitions.tsv"),
        tables=_tables(directory / "tables.toml"),
    )


def _notes(raw: dict[str, Any]) -> Notes:
    if raw["place"] not in _NOTE_PLACES:
        raise ValueError(f"notes cannot stand at {raw['place']!r}; {_one_of(_NOTE_PLACES)}")
    return Notes(raw["place"], re.compile(raw["start"]), re.compile(raw["marker"]))


def _locators(raw: dict[str, Any]) -> LocatorWords:
    return LocatorWords(
        raw["definitions"],
        raw["introduction"],
        raw["note"],
        ("", *raw["ordinals"]),
        re.compile(raw["see"]),
        raw["terms"],
    )


def _corrections(path: Path) -> tuple[Correction, ...]:
    out: dict[tuple[int, str], Correction] = {}
    for number, row in _rows(path, _CORRECTIONS):
        line, kind, printed, official, reason = row
        if kind not in _CORRECTION_KINDS:
            raise ReadingError(path, number, f"unknown kind {kind!r}", _one_of(_CORRECTION_KINDS))
        if not printed or not reason:
            raise ReadingError(path, number, "printed form and reason must not be empty")
        if kind in ("label", "prose"):
            _check_id(path, number, official, ProvisionId)
        place = (_line(path, number, line), kind)
        if place in out:
            raise ReadingError(path, number, f"line {line} has two corrections of kind {kind}")
        out[place] = Correction(number, place[0], kind, printed, official, reason)
    return tuple(out.values())


def _definitions(path: Path) -> tuple[DefinitionEntry, ...]:
    out: list[DefinitionEntry] = []
    for number, row in _rows(path, _DEFINITIONS):
        line, headword, term, english, id = row
        entry = DefinitionEntry(
            _line(path, number, line), headword, term, tuple(english.split("; ")), id
        )
        _check_id(path, number, id, NamedId)
        if not headword.startswith(term):
            raise ReadingError(path, number, f"the headword {headword!r} is not of {term!r}")
        if any(other.id == id for other in out):
            raise ReadingError(path, number, f"{id} is there twice")
        out.append(entry)
    return tuple(out)


def _tables(path: Path) -> tuple[TableEntry, ...]:
    if not path.exists():
        return ()
    tables = _toml(path).get("table", [])
    places = [
        number
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if line.startswith("lines = ")
    ]
    if len(places) != len(tables):
        raise CorpusError(f"{path}: every [[table]] needs a line that begins with 'lines = '")
    try:
        return tuple(_table(place, raw) for place, raw in zip(places, tables, strict=True))
    except KeyError as error:
        raise CorpusError(f"{path}: a [[table]] has no {error.args[0]}") from None


def _table(place: int, raw: dict[str, Any]) -> TableEntry:
    first, last = raw["lines"]
    rows = tuple(
        tuple(cell.strip() for cell in line.split("|"))
        for line in raw["cells"].strip("\n").split("\n")
    )
    return TableEntry(
        row=place,
        provision=raw["provision"],
        first=first,
        last=last,
        caption=raw.get("caption"),
        header=raw.get("header", 0),
        rows=rows,
        note=raw.get("note"),
    )


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CorpusError(f"{path} does not exist") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CorpusError(f"{path}: not valid TOML: {error}") from None


def _rows(path: Path, columns: tuple[str, ...]) -> list[tuple[int, list[str]]]:
    """The data rows of a TSV with their line numbers; the header must name the columns."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        table = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not table or tuple(table[0]) != columns:
        raise ReadingError(path, 1, f"the columns must be {', '.join(columns)}")
    for number, row in enumerate(table[1:], 2):
        if len(row) != len(columns):
            raise ReadingError(path, number, f"{len(row)} columns, expected {len(columns)}")
    return list(enumerate(table[1:], 2))


def _line(path: Path, number: int, value: str) -> int:
    if not value.isdigit():
        raise ReadingError(path, number, f"line must be a number, not {value!r}")
    return int(value)


def _check_id(path: Path, number: int, id: str, kind: type[ProvisionId | NamedId]) -> None:
    try:
        kind.parse(id)
    except InvalidIdError as error:
        raise ReadingError(path, number, error.message, error.hint) from None


def _one_of(values: set[str]) -> str:
    return f"It must be one of {', '.join(sorted(values))}."
