"""One text from raw file to records: sections to their readers, notes to their anchors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kb.corpus import Text
from kb.errors import CorpusError, ReadingError
from kb.ids import LocalId, ProvisionId, parse_id
from kb.model import LayoutClaim, Locator, Mark, Reading, Record, Remark, Sense, Span
from kb.reading.definitions import Definition, GlossaryPair, read_definitions, read_glossary
from kb.reading.depth import ChapterHeading, read_depth, take_chapters
from kb.reading.front import Paragraph, read_examples, read_front
from kb.reading.locators import IndexEntry, read_locators, resolve
from kb.reading.nodes import Node, spans
from kb.reading.notes import Markers, Note, number_notes, read_notes, take_notes
from kb.reading.outline import read_outline
from kb.reading.plan import LocatorWords, ReadingPlan, Section, load_plan
from kb.reading.source import Line, Source, merge, printed_lines, unclaimed
from kb.reading.tables import PlacedTable, check_tables, take_tables

#: The layouts that a manifest can name, with the reader of their laws.
LAYOUTS = {"outline": read_outline, "depth": read_depth}


@dataclass
class _Parts:
    """What the sections of a text yielded, before it becomes records."""

    nodes: list[Node] = field(default_factory=list)
    tables: list[PlacedTable] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    chapters: list[ChapterHeading] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    glossary: list[GlossaryPair] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    index: list[IndexEntry] = field(default_factory=list)


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
    plan = load_plan(text.reading)
    lines, layout = printed_lines(source, plan.first_page, plan.running_head)
    pages = {line.number: line.page for line in lines}
    parts = _Parts()
    parts.chapters, lines = take_chapters(source, plan, lines)
    try:
        for section, own in _sections(source, plan, lines):
            body = _take_title(source, section, own, layout)
            _read_section(text.layout, source, plan, section, body, parts)
    except ReadingError as error:
        # The cause may be a correction that mends the wrong line, if it comes before.
        _check_corrections(source, plan, until=error.line)
        raise
    _check_corrections(source, plan)
    records = _Assembly(text.id, source, plan, parts, pages).records()
    claims = [(str(record.id), span) for record in records for span in record.spans]
    claims += [(claim.rule, claim.span) for claim in layout]
    return Reading(text.id, records, tuple(layout), unclaimed(source, claims))


def _check_corrections(source: Source, plan: ReadingPlan, until: int | None = None) -> None:
    """Every correction (up to a line) must find its printed form: else it mends something else."""
    for correction in plan.corrections:
        if until is not None and correction.line > until:
            continue
        known = 1 <= correction.line <= len(source.lines)
        raw = source.lines[correction.line - 1] if known else ""
        if not correction.fits(raw):
            raise ReadingError(
                plan.directory / "corrections.tsv",
                correction.row,
                f"line {correction.line} does not have {correction.printed!r}",
                f"{source.file}:{correction.line} reads {raw.strip()[:60]!r}.",
            )


def _sections(
    source: Source, plan: ReadingPlan, lines: list[Line]
) -> Iterable[tuple[Section, list[Line]]]:
    """Each section with its lines; a section may begin within a line.

    Sections are checked one after the other, so that a fault in an early one is reported before
    the shifted lines that it causes in a later one.
    """
    starts = [(section.first, _offset(source, section)) for section in plan.sections]
    ends = [*starts[1:], (len(source.lines) + 1, 0)]
    for section, start, end in zip(plan.sections, starts, ends, strict=True):
        if start[1] < 0:
            raise source.error(section.first, f"a section should begin with {section.at!r}")
        own = []
        for line in lines:
            if not start <= (line.number, line.start + len(line.text)) or line.number > end[0]:
                continue
            first = max(start[1] - line.start, 0) if line.number == start[0] else 0
            last = max(end[1] - line.start, 0) if line.number == end[0] else len(line.text)
            if line.text[first:last].strip():
                own.append(replace(line, start=line.start + first, text=line.text[first:last]))
        yield section, own


def _offset(source: Source, section: Section) -> int:
    """Where in its first line a section begins; negative when its words are not there."""
    return source.lines[section.first - 1].find(section.at) if section.at else 0


def _take_title(
    source: Source, section: Section, lines: list[Line], layout: list[LayoutClaim]
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
    layout: str,
    source: Source,
    plan: ReadingPlan,
    section: Section,
    lines: list[Line],
    parts: _Parts,
) -> None:
    match section.reader:
        case "laws":
            parts.tables, lines = take_tables(plan, lines)
            parts.notes, lines = take_notes(source, plan, lines)
            parts.nodes = LAYOUTS[layout](source, plan, lines)
            check_tables(source, plan, parts.tables)
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
            parts.index = read_locators(source, plan, _locator_words(plan), lines)
        case other:
            raise CorpusError(f"{plan.directory / 'print.toml'}: unknown reader {other!r}")


class _Assembly:
    """Turns the parts of one text into records; the notes' anchors are found on the way."""

    def __init__(
        self,
        text: str,
        source: Source,
        plan: ReadingPlan,
        parts: _Parts,
        pages: dict[int, int | None],
    ) -> None:
        self.text, self.source, self.plan, self.parts, self.pages = text, source, plan, parts, pages
        self.markers = Markers(source, plan, parts.notes)
        self.calls: dict[LocalId, list[tuple[Note, str, int]]] = {}

    def records(self) -> tuple[Record, ...]:
        """All records, sorted by where they begin."""
        self._find_calls()
        number_notes(self.source, self.parts.notes)
        records = [
            *(self._provision(node) for node in self.parts.nodes),
            *(self._note(note) for note in self.parts.notes),
            *(self._chapter(chapter) for chapter in self.parts.chapters),
            *(self._definition(definition) for definition in self.parts.definitions),
            *(self._pair(pair) for pair in self.parts.glossary),
            *(self._paragraph(paragraph) for paragraph in self.parts.paragraphs),
            *self._index(),
        ]
        _check_unique(self.source, records)
        return tuple(sorted(records, key=lambda record: record.spans[0]))

    def _find_calls(self) -> None:
        """Every place in the provisions that calls a note, in document order."""
        for node in self.parts.nodes:
            for field_name, parts in (("heading", node.heading), ("body", _own_words(node))):
                _, found = self.source.words(parts, self.markers.find)
                lines = self._marker_lines(parts)
                for (marker, offset), line in zip(found, lines, strict=True):
                    note = self.markers.note(marker, line)
                    if node.id not in note.anchors:
                        note.anchors.append(node.id)
                    self.calls.setdefault(node.id, []).append((note, field_name, offset))

    def _marker_lines(self, parts: list[Span]) -> list[int]:
        return [
            span.line for span in parts for _ in self.markers.find(self.source.slice(span), span)
        ]

    def _provision(self, node: Node) -> Record:
        heading, _ = self.source.words(node.heading, self.markers.find)
        before, _ = self.source.words(node.body, self.markers.find)
        body, _ = self.source.words(_own_words(node), self.markers.find)
        tables = [table for table in self.parts.tables if table.entry.provision == str(node.id)]
        filled = [span for table in tables for span in table.spans]
        calls = self.calls.get(node.id, [])
        closing = spans(node.closing)
        return self._record(
            node.id,
            "law" if node.id.depth == 1 else "provision",
            [node.label, *node.heading, *node.body, *closing, *filled],
            heading=heading or None,
            body=body,
            notes=tuple(dict.fromkeys(str(note.id) for note, _, _ in calls)),
            remarks=(*node.remarks, *self._slips(filled + node.body + closing)),
            resumes=len(before) + 1 if closing and before else None,
            marks=tuple(
                Mark(str(note.id), "heading" if name == "heading" else "body", offset)
                for note, name, offset in calls
            ),
            table=tuple(table.table for table in tables),
        )

    def _note(self, note: Note) -> Record:
        assert note.id is not None  # number_notes has run
        body, _ = self.source.words(note.body)
        return self._record(
            note.id,
            "note",
            [note.label, *note.body],
            body=body,
            marker=note.marker,
            anchors=tuple(str(anchor) for anchor in note.anchors),
        )

    def _chapter(self, chapter: ChapterHeading) -> Record:
        heading, _ = self.source.words([chapter.title])
        return self._record(
            chapter.id,
            "chapter",
            [chapter.label, chapter.title],
            heading=heading,
            remarks=chapter.remarks,
        )

    def _definition(self, definition: Definition) -> Record:
        entry = definition.entry
        body, _ = self.source.words(definition.body)
        english = entry.english
        senses = tuple(
            Sense(label, english[min(number, len(english) - 1)], self.source.words(words)[0])
            for number, (label, words) in enumerate(definition.senses)
        )
        return self._record(
            parse_id(entry.id),
            "definition",
            [definition.head, *definition.body, *definition.sense_labels],
            body=body,
            term=entry.term,
            english=english[0],
            headword=entry.headword,
            senses=senses,
        )

    def _pair(self, pair: GlossaryPair) -> Record:
        return self._record(
            pair.id,
            "glossary",
            spans(pair.lines),
            body=pair.term,
            term=pair.term,
            english=pair.english,
        )

    def _paragraph(self, paragraph: Paragraph) -> Record:
        body, _ = self.source.words(spans(paragraph.lines))
        heading = self.source.words([paragraph.heading])[0] if paragraph.heading else None
        return self._record(
            paragraph.id,
            paragraph.kind,
            [paragraph.label, paragraph.heading, *spans(paragraph.lines)],
            heading=heading,
            body=body,
        )

    def _index(self) -> Iterable[Record]:
        provisions = [node.id for node in self.parts.nodes]
        terms = {d.entry.term: d.entry.id for d in self.parts.definitions}
        notes: dict[str, list[str]] = {}
        for note in sorted(self.parts.notes, key=lambda note: str(note.id)):
            if isinstance(note.anchors[0], ProvisionId):
                notes.setdefault(note.anchors[0].law.label, []).append(str(note.id))
        words = {entry.id: entry.words for entry in self.parts.index}
        for entry in self.parts.index:
            headword = words[entry.parent] if entry.parent else None
            locators: tuple[Locator, ...] = resolve(
                _locator_words(self.plan), entry, headword, provisions, notes, terms
            )
            yield self._record(
                entry.id,
                "index",
                entry.spans,
                body=entry.words,
                parent=str(entry.parent) if entry.parent else None,
                locators=locators,
                see=entry.see,
            )

    def _slips(self, own: list[Span]) -> list[Remark]:
        """Misprints that stay as they are, with a remark on what they should be."""
        out = []
        slips = self.plan.corrected("slip")
        for span in own:
            slip = slips.get(span.line)
            if slip and slip.printed in self.source.slice(span):
                out.append(Remark(slip.line, slip.printed, slip.official, slip.reason))
        return out

    def _record(
        self, id: LocalId, kind: str, own: Iterable[Span | None], **fields: object
    ) -> Record:
        merged = merge(own, self.source)
        return Record(
            text=self.text,
            id=id,
            kind=kind,  # type: ignore[arg-type]
            heading=fields.pop("heading", None),  # type: ignore[arg-type]
            body=fields.pop("body", ""),  # type: ignore[arg-type]
            spans=merged,
            page=self.pages[merged[0].line],
            **fields,  # type: ignore[arg-type]
        )


def _locator_words(plan: ReadingPlan) -> LocatorWords:
    if plan.locators is None:
        raise CorpusError(f"{plan.directory / 'print.toml'}: [locators] is missing")
    return plan.locators


def _own_words(node: Node) -> list[Span]:
    return [*node.body, *spans(node.closing)]


def _check_unique(source: Source, records: list[Record]) -> None:
    seen: dict[str, Record] = {}
    for record in records:
        if other := seen.get(str(record.id)):
            raise ReadingError(
                source.file,
                record.spans[0].line,
                f"{record.id} is there twice, first on line {other.spans[0].line}",
            )
        seen[str(record.id)] = record
