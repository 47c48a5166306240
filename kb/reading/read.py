"""Reads a text from its raw file into records: each layout, and each section, has a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kb.core.errors import CorpusError, ReadingError
from kb.core.read_records import LayoutClaim, Reading
from kb.corpus.corpus import ARTICLES, Text
from kb.files.typed_toml import read_toml
from kb.reading.columns.columned import read_columned
from kb.reading.corrections import ARTICLES as ARTICLE_KINDS
from kb.reading.corrections import LAWBOOK, SCAN, SETTLED, load_corrections
from kb.reading.lawbook.assembly import Assembly, Parts
from kb.reading.lawbook.decimal import read_appendices, read_decimal
from kb.reading.lawbook.decimal_labels import decimal_labels
from kb.reading.lawbook.definitions import read_definitions, read_glossary
from kb.reading.lawbook.depth import read_depth, take_chapters
from kb.reading.lawbook.front import read_examples, read_front
from kb.reading.lawbook.locators import read_locators
from kb.reading.lawbook.nodes import ProvisionNode
from kb.reading.lawbook.notes import read_notes, take_notes
from kb.reading.lawbook.outline import read_outline
from kb.reading.lawbook.printed_tables import check_all_placed, check_tables, take_tables
from kb.reading.layout import (
    LabelsReader,
    ReadingPlan,
    SectionLayout,
    lettered_labels,
    load_plan,
)
from kb.reading.scan.statute import read_statute
from kb.reading.source import Line, Source, claimed, printed_lines

#: A function that reads the laws section of a lawbook.
LawReader = Callable[[Source, ReadingPlan, list[Line]], list[ProvisionNode]]


@dataclass(frozen=True)
class LawbookReaders:
    """The readers of a layout: of its laws, of its labels, and of a section of appendices.

    None for the last if the layout knows no appendices.
    """

    laws: LawReader
    labels: LabelsReader
    appendices: LawReader | None = None


#: The layouts of lawbooks.
LAWBOOKS = {
    "outline": LawbookReaders(read_outline, lettered_labels),
    "depth": LawbookReaders(read_depth, lettered_labels),
    "decimal": LawbookReaders(read_decimal, decimal_labels, read_appendices),
}
#: The layout of a statute on a scan.
STATUTE = "statute"
#: All layouts that a manifest can name.
LAYOUTS = (*LAWBOOKS, STATUTE, *ARTICLES)


def read(text: Text) -> Reading:
    """Read one text of the corpus into records in document order.

    Raises `CorpusError` when the source is not the file of the manifest or the layout has no
    reader, `ReadingError` with file and line when print and curation do not fit.
    """
    if text.layout not in LAYOUTS or text.reading is None:
        raise CorpusError(
            f"{text.id}: there is no reader for the layout {text.layout!r}",
            f"Layouts with a reader: {', '.join(LAYOUTS)}.",
        )
    source = Source(text.source, text.lines())
    if text.layout in ARTICLES:
        return read_columned(text, source, text.reading)
    if text.layout == STATUTE:
        return read_statute(text, source, text.reading)
    readers = LAWBOOKS[text.layout]
    return _read_lawbook(text.id, source, load_plan(text.reading, readers.labels), readers)


@dataclass(frozen=True)
class SettledPlaces:
    """What curation has settled of a text: lines that look labelled, numbers that are skipped.

    `gaps` are the lines before which numbers are not there.
    """

    lines: frozenset[int]
    skipped: frozenset[str]
    gaps: frozenset[int]


def settled(text: Text) -> SettledPlaces:
    """What a person has settled in a text that has a reader, so that it is no news to anybody."""
    assert text.reading is not None  # a text with a reader has its curation
    kinds = {*SETTLED, "label", "closing"}
    rows = load_corrections(text.reading, LAWBOOK | ARTICLE_KINDS | SCAN).rows
    skipped: tuple[int, ...] = ()
    if text.layout == STATUTE:
        skipped = read_toml(text.reading / "print.toml").numbers("skipped", default=())
    return SettledPlaces(
        frozenset(row.line for row in rows if row.kind in kinds),
        frozenset(map(str, skipped)),
        frozenset(row.line for row in rows if row.kind == "gap"),
    )


def _read_lawbook(text: str, source: Source, plan: ReadingPlan, readers: LawbookReaders) -> Reading:
    """Read a lawbook by giving each section to its reader."""
    lines, layout = printed_lines(source, plan.first_page, plan.running_head)
    pages = {line.number: line.page for line in lines}
    parts = Parts()
    parts.chapters, lines = take_chapters(source, plan, lines)
    try:
        for section, section_lines in _sections(source, plan, lines):
            body = _take_title(source, section, section_lines, layout)
            _read_section(readers, source, plan, section, body, parts)
    except ReadingError as error:
        # The cause may be an earlier correction that mends the wrong line: then report that.
        plan.corrections.check(source, until=error.line)
        raise
    plan.corrections.check(source)
    check_all_placed(plan, parts.tables)
    records = Assembly(text, source, plan, parts, pages).records()
    return claimed(source, text, records, tuple(layout))


def _sections(
    source: Source, plan: ReadingPlan, lines: list[Line]
) -> Iterable[tuple[SectionLayout, list[Line]]]:
    """Each section with its lines; a section may begin within a line.

    Sections are checked one after the other, so that a fault in an early one is reported before
    the shifted lines that it causes in a later one.
    """
    starts = [(section.first, _offset(source, section)) for section in plan.sections]
    ends = [*starts[1:], (len(source.lines) + 1, 0)]
    for section, start, end in zip(plan.sections, starts, ends, strict=True):
        if start[1] < 0:
            raise source.error(section.first, f"a section should begin with {section.at!r}")
        section_lines = []
        for line in lines:
            if not start <= (line.number, line.start + len(line.text)) or line.number > end[0]:
                continue
            first = max(start[1] - line.start, 0) if line.number == start[0] else 0
            last = max(end[1] - line.start, 0) if line.number == end[0] else len(line.text)
            if line.text[first:last].strip():
                part = replace(line, start=line.start + first, text=line.text[first:last])
                section_lines.append(part)
        yield section, section_lines


def _offset(source: Source, section: SectionLayout) -> int:
    """The offset in its first line at which a section begins; negative when it is not there."""
    if section.at is None:
        return 0
    lines = source.lines[section.first - 1 : section.first]
    return lines[0].find(section.at) if lines else -1


def _take_title(
    source: Source, section: SectionLayout, lines: list[Line], layout: list[LayoutClaim]
) -> list[Line]:
    """The lines without the section's title, which is claimed as layout."""
    if section.title is None:
        return lines
    first = lines[0] if lines else None
    span = first.span() if first else None
    if first is None or span is None or first.text.strip() != section.title:
        raise source.error(section.first, f"expected the section title {section.title!r}")
    layout.append(LayoutClaim("section title", span))
    return lines[1:]


def _read_section(
    readers: LawbookReaders,
    source: Source,
    plan: ReadingPlan,
    section: SectionLayout,
    lines: list[Line],
    parts: Parts,
) -> None:
    """Give a section to its reader; `kb.reading.layout` permits no name of a reader but these."""
    match section.reader:
        case "laws":
            _read_laws(readers.laws, source, plan, lines, parts)
        case "appendices":
            if readers.appendices is None:
                raise source.error(section.first, "this layout has no section of appendices")
            _read_laws(readers.appendices, source, plan, lines, parts)
        case "notes":
            parts.notes = read_notes(source, plan, lines)
        case "definitions":
            parts.definitions = read_definitions(source, plan, lines)
        case "glossary":
            parts.glossary = read_glossary(source, lines)
        case "front":
            parts.paragraphs += read_front(plan, section, lines)
        case "examples":
            parts.paragraphs += read_examples(plan, section, lines)
        case "locators":
            parts.index = read_locators(source, plan, lines)


def _read_laws(
    reader: LawReader, source: Source, plan: ReadingPlan, lines: list[Line], parts: Parts
) -> None:
    """Add the provisions of a section, with its tables and notes."""
    tables, lines = take_tables(plan, lines)
    notes, lines = take_notes(source, plan, lines)
    nodes = reader(source, plan, lines)
    check_tables(source, tables, {node.id for node in nodes})
    parts.tables += tables
    parts.notes += notes
    parts.nodes += nodes
