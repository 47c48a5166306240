"""Reads the curated files of a lawbook: how it is printed, and where the print slips.

They stand in the directory that the manifest's `reading` names: print.toml (sections, labels,
notes), corrections.tsv (one slip or exception a line, with its reason), and definitions.tsv and
tables.toml where the text has such things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.core.errors import ReadingError
from kb.core.ids import ProvisionId, slug
from kb.files.typed_toml import TomlTable, read_toml
from kb.files.typed_tsv import line_number, read_tsv
from kb.reading.corrections import LAWBOOK, Corrections, load_corrections

#: The levels of a lettered code below which a provision can stand, outermost first.
LEVELS = ("law", "letter", "number", "small", "roman")

#: A regular expression for what `#` stands for in the labels of each level.
_ANY = {"law": "[0-9]+", "letter": "[A-Z]", "number": "[0-9]+", "small": "[a-z]", "roman": "[ivx]+"}

#: The title of a law where print.toml does not say what titles look like.
ANY_TITLE = ".+"

_NEVER = "()(?!)"  # a pattern that matches nothing, for what a text does not have
_NOTE_PLACES = {"law-end", "page-foot", "section"}
_READERS = {
    "laws", "appendices", "notes", "definitions", "glossary", "front", "examples", "locators",
}  # fmt: skip
_READERS_WITH_ID = {"front", "examples"}
_WORD = re.compile("[a-z]+(?:-[a-z]+)*")
_DEFINITIONS = ("line", "headword", "term", "english", "id")


def any_label(styles: Sequence[str], level: str) -> str:
    r"""A regular expression for all labels of a level in these styles, where `#` is the label.

    >>> print(any_label(("#.", "(#)"), "small"))
    (?:[a-z]\.|\([a-z]\))
    """
    patterns = (re.escape(style).replace(re.escape("#"), _ANY[level]) for style in styles)
    return f"(?:{'|'.join(patterns)})"


@dataclass(frozen=True)
class SectionLayout:
    """A part of the file that has one reader, from the line `first` on.

    `at` are the words that it begins with when it begins in the middle of the line. `title` is its
    printed title, `id` the word for the ids of its paragraphs.
    """

    first: int
    reader: str
    id: str | None
    title: str | None
    at: str | None


@dataclass(frozen=True)
class Labels:
    """How labels are printed: the styles (`#` is the label) and the possible indents of each level.

    `title` matches the title of a law. A heading does not end with any of `heading_never_ends`.
    `paragraphs` says that blank lines separate paragraphs.
    """

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
        return any_label(self.styles[level], level)

    def law_start(self) -> re.Pattern[str]:
        """A pattern for the line with which a law begins, without the blanks around it."""
        return re.compile(rf"{self.any_label('law')}\s*+{self.title.pattern}")


@dataclass(frozen=True)
class ChapterLayout:
    """A kind of chapter heading: its style (`#` is the numeral) and the word for its ids.

    A style without `#` is a heading that has no number, word for word.
    """

    style: str
    word: str


@dataclass(frozen=True)
class NoteLayout:
    """Where notes stand, how one begins (group 1 is the marker), and how it is called in the text.

    `place` is "law-end" (after the law), "page-foot", or "section" (a section of their own).
    """

    place: str
    start: re.Pattern[str]
    marker: re.Pattern[str]


@dataclass(frozen=True)
class LocatorWords:
    """The words of a back-of-the-book index: what its places and cross-references look like.

    `definitions` and `introduction` are what it calls these sections. `ordinals` count the notes of
    a law: `20 drugi przypis` is the second one of Law 20; the first of them is empty. `see` matches
    a cross-reference, with the group `target`. `terms` gives the id of the definition for an entry
    whose words are not those of the definition's term.
    """

    definitions: str
    introduction: str
    note: str
    ordinals: tuple[str, ...]
    see: re.Pattern[str]
    terms: dict[str, str]


@dataclass(frozen=True)
class DefinitionEntry:
    """Where a definition begins, its printed headword, term, English terms and permanent id.

    `english` has one WBF term; where an entry merges several terms, it has one for each sense.
    """

    line: int
    headword: str
    term: str
    english: tuple[str, ...]
    id: str


@dataclass(frozen=True)
class TableEntry:
    """A transcribed table: the id of its provision, the raw lines that it fills, its cells.

    `where` names the file and the table in it, for messages.
    """

    where: str
    provision: str
    first: int
    last: int
    caption: str | None
    header: int
    rows: tuple[tuple[str, ...], ...]
    note: str | None


@dataclass(frozen=True)
class ReadingPlan:
    """Everything that the readers of a lawbook need to know about its print."""

    directory: Path
    first_page: int | None
    running_head: re.Pattern[str] | None
    sections: tuple[SectionLayout, ...]
    laws: int
    labels: Labels
    chapters: tuple[ChapterLayout, ...]
    notes: NoteLayout | None
    locators: LocatorWords | None
    example_heading: re.Pattern[str]
    corrections: Corrections
    definitions: tuple[DefinitionEntry, ...]
    tables: tuple[TableEntry, ...]


#: A function that reads how labels are printed from print.toml as a whole.
LabelsReader = Callable[[TomlTable], Labels]


def load_plan(directory: Path, read_labels: LabelsReader) -> ReadingPlan:
    """Read a text's curated directory; raises `CorpusError` or `ReadingError` naming the fault.

    `read_labels` is that of the layout, because each numbering has levels of its own.
    """
    raw = read_toml(directory / "print.toml")
    page = raw.optional_table("page")
    plan = ReadingPlan(
        directory=directory,
        first_page=page.number("first", least=1) if page else None,
        running_head=page.pattern("running_head", default=_NEVER) if page else None,
        sections=_sections(raw),
        laws=raw.number("laws", least=1),
        labels=read_labels(raw),
        chapters=tuple(_chapter(table) for table in raw.tables("chapter", required=False)),
        notes=_notes(notes) if (notes := raw.optional_table("notes")) else None,
        locators=_locators(words) if (words := raw.optional_table("locators")) else None,
        example_heading=raw.pattern("example_heading", 1, default=_NEVER),
        corrections=load_corrections(directory, LAWBOOK),
        definitions=_definitions(directory / "definitions.tsv"),
        tables=_tables(directory / "tables.toml"),
    )
    for table in (raw, page):
        if table:
            table.done()
    return plan


def _sections(raw: TomlTable) -> tuple[SectionLayout, ...]:
    sections: list[SectionLayout] = []
    for table in raw.tables("section"):
        reader = table.one_of("reader", _READERS)
        needs_id = reader in _READERS_WITH_ID
        section = SectionLayout(
            first=table.number("from", least=sections[-1].first + 1 if sections else 1),
            reader=reader,
            id=table.matching("id", _WORD, "a word for ids") if needs_id else None,
            title=table.optional("title"),
            at=table.optional("at"),
        )
        table.done()
        sections.append(section)
    return tuple(sections)


def lettered_labels(top: TomlTable) -> Labels:
    """The labels of a lettered code, of which each level has its own."""
    raw = top.table("labels")
    indent = raw.optional_table("indent")
    labels = Labels(
        styles={level: raw.strings(level, default=("#.",)) for level in LEVELS},
        indents={level: frozenset(indent.numbers(level)) for level in indent.keys() & set(LEVELS)}
        if indent
        else {},
        title=raw.pattern("title", default=ANY_TITLE),
        heading_never_ends=raw.strings("heading_never_ends", default=()),
        paragraphs=raw.flag("paragraphs"),
    )
    for level, styles in labels.styles.items():
        check_styles(raw, level, styles)
    for table in (raw, indent):
        if table:
            table.done()
    return labels


def check_styles(raw: TomlTable, key: str, styles: Iterable[str]) -> None:
    """Raise `CorpusError` unless there is a style of labels, and each has the label in it once."""
    counts = [style.count("#") for style in styles]
    if set(counts) != {1}:
        raise raw.error(key, "must have one # in each style, where the label stands")


def _chapter(raw: TomlTable) -> ChapterLayout:
    style = raw.string("style")
    if style.count("#") > 1:
        raise raw.error("style", "must have one # at most, where the numeral stands")
    chapter = ChapterLayout(style, raw.matching("word", _WORD, "a word for ids"))
    raw.done()
    return chapter


def _notes(raw: TomlTable) -> NoteLayout:
    notes = NoteLayout(
        raw.one_of("place", _NOTE_PLACES), raw.pattern("start", 1), raw.pattern("marker")
    )
    raw.done()
    return notes


def _locators(raw: TomlTable) -> LocatorWords:
    words = LocatorWords(
        raw.string("definitions"),
        raw.string("introduction"),
        raw.string("note"),
        ("", *raw.strings("ordinals", default=())),
        raw.pattern("see", "target"),
        terms.items() if (terms := raw.optional_table("terms")) else {},
    )
    raw.done()
    return words


def _definitions(path: Path) -> tuple[DefinitionEntry, ...]:
    out: dict[str, DefinitionEntry] = {}
    for row, (line, headword, term, english, id) in read_tsv(path, _DEFINITIONS):
        terms = tuple(english.split("; "))
        if not term or not all(terms):
            raise ReadingError(path, row, "term and English term must not be empty")
        if not headword.startswith(term):
            raise ReadingError(path, row, f"the headword {headword!r} is not of {term!r}")
        if not re.fullmatch(rf"def\.{re.escape(slug(terms[0]))}(-[2-9])?", id):
            raise ReadingError(path, row, f"the id of {terms[0]!r} cannot be {id}")
        if id in out:
            raise ReadingError(path, row, f"{id} is there twice")
        out[id] = DefinitionEntry(line_number(path, row, line), headword, term, terms, id)
    return tuple(out.values())


def _tables(path: Path) -> tuple[TableEntry, ...]:
    return tuple(map(_table, read_toml(path).tables("table"))) if path.exists() else ()


def _table(raw: TomlTable) -> TableEntry:
    first, last = raw.bounds("lines", "raw line")
    rows = tuple(
        tuple(cell.strip() for cell in line.split("|"))
        for line in raw.string("cells").strip("\n").split("\n")
    )
    if len({len(row) for row in rows}) != 1:
        raise raw.error("cells", "must have as many cells in every row")
    header = raw.number("header", default=0)
    if header >= len(rows):
        raise raw.error("header", f"leaves no row of {len(rows)}")
    entry = TableEntry(
        where=f"{raw.path}: {raw.where}",
        provision=raw.string("provision"),
        first=first,
        last=last,
        caption=raw.optional("caption"),
        header=header,
        rows=rows,
        note=raw.optional("note"),
    )
    raw.done()
    return entry
