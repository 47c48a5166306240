"""Makes records of the parts that the readers of a lawbook found; joins notes to their calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kb.core.errors import ReadingError
from kb.core.ids import LocalId, ProvisionId, parse_id
from kb.core.read_records import ReadRecord
from kb.core.record_parts import Kind, Mark, Sense, Span
from kb.reading.lawbook.definitions import GlossaryPair, ReadDefinition
from kb.reading.lawbook.depth import ChapterHeading
from kb.reading.lawbook.front import FrontParagraph
from kb.reading.lawbook.locators import IndexEntry, Targets, resolve
from kb.reading.lawbook.nodes import ProvisionNode, spans
from kb.reading.lawbook.notes import Markers, Note, number_notes
from kb.reading.lawbook.printed_tables import PlacedTable
from kb.reading.layout import ReadingPlan
from kb.reading.source import NoteCall, Source, SourceWords, merge, no_markers


@dataclass
class Parts:
    """What the readers of the sections found in a text."""

    nodes: list[ProvisionNode] = field(default_factory=list)
    tables: list[PlacedTable] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    chapters: list[ChapterHeading] = field(default_factory=list)
    definitions: list[ReadDefinition] = field(default_factory=list)
    glossary: list[GlossaryPair] = field(default_factory=list)
    paragraphs: list[FrontParagraph] = field(default_factory=list)
    index: list[IndexEntry] = field(default_factory=list)


@dataclass(frozen=True)
class _ProvisionWords:
    """A provision's words with the calls of notes in them.

    `closing_at` is the offset in the body of the words after its list.
    """

    heading: SourceWords
    body: SourceWords
    closing_at: int | None


class Assembly:
    """Turns the parts of one text into records."""

    def __init__(
        self,
        text: str,
        source: Source,
        plan: ReadingPlan,
        parts: Parts,
        pages: dict[int, int | None],
    ) -> None:
        self.text, self.source, self.plan, self.parts, self.pages = text, source, plan, parts, pages
        self.markers = Markers(source, plan, parts.notes)
        self.implied: dict[LocalId, Span] = {
            node.id: node.implied_by for node in parts.nodes if node.implied_by
        }

    def records(self) -> tuple[ReadRecord, ...]:
        """All records, sorted by where they begin.

        Raises `ReadingError` when a note is never called, a marker calls none, or an id is there
        twice.
        """
        words = [(node, self._words(node)) for node in self.parts.nodes]
        for node, of_node in words:
            for call in (*of_node.heading.calls, *of_node.body.calls):
                self.markers.note(call).called_by(node.id)
        number_notes(self.source, self.parts.notes)
        records = [
            *(self._provision(node, of_node) for node, of_node in words),
            *map(self._note, self.parts.notes),
            *map(self._chapter, self.parts.chapters),
            *map(self._definition, self.parts.definitions),
            *map(self._pair, self.parts.glossary),
            *map(self._paragraph, self.parts.paragraphs),
            *self._index(),
        ]
        _check_unique(self.source, records)
        records = [self._with_slips(record) for record in records]
        return tuple(sorted(records, key=self._place))

    def _place(self, record: ReadRecord) -> tuple[int, int, int]:
        """The sort key of records; one without words stands before the first that it contains."""
        span = record.spans[0] if record.spans else self.implied[record.id]
        return span.line, span.start, record.id.depth if isinstance(record.id, ProvisionId) else 0

    def _words(self, node: ProvisionNode) -> _ProvisionWords:
        find = self.markers.find
        before = self.source.marked_words(node.body, find).text
        return _ProvisionWords(
            heading=self.source.marked_words(node.heading, find),
            body=self.source.marked_words(node.own_words, find),
            closing_at=len(before) + 1 if node.closing and before else None,
        )

    def _provision(self, node: ProvisionNode, words: _ProvisionWords) -> ReadRecord:
        tables = [table for table in self.parts.tables if table.entry.provision == str(node.id)]
        filled = [span for table in tables for span in table.spans]
        marks = [
            *(Mark(self._note_id(call), "heading", call.offset) for call in words.heading.calls),
            *(Mark(self._note_id(call), "body", call.offset) for call in words.body.calls),
        ]
        return replace(
            self._record(
                node.id,
                "law" if node.id.depth == 1 else "provision",
                [node.label, *node.heading, *node.own_words, *filled],
            ),
            heading=words.heading.text or None,
            heading_lines=words.heading.starts,
            body=words.body.text,
            body_lines=words.body.starts,
            notes=tuple(dict.fromkeys(mark.note for mark in marks)),
            remarks=tuple(node.remarks),
            resumes=words.closing_at,
            marks=tuple(marks),
            table=tuple(table.table(self._offset(node, table)) for table in tables),
        )

    def _offset(self, node: ProvisionNode, table: PlacedTable) -> int:
        """The offset in the body at which a table stands: after the words printed above it."""
        own_words = node.own_words
        above = [span for span in own_words if span.line < table.entry.first]
        before = self.source.marked_words(above, self.markers.find).text
        return len(before) + (0 < len(above) < len(own_words))

    def _note_id(self, call: NoteCall) -> str:
        return str(self.markers.note(call).id)

    def _note(self, note: Note) -> ReadRecord:
        assert note.id is not None  # number_notes has run
        return replace(
            self._record(note.id, "note", [note.label, *note.body]),
            **self._body(note.body),
            marker=note.marker,
            anchors=tuple(str(anchor) for anchor in note.anchors),
        )

    def _chapter(self, chapter: ChapterHeading) -> ReadRecord:
        return replace(
            self._record(chapter.id, "chapter", [chapter.label, chapter.title]),
            heading=self.source.words([chapter.title]),
            remarks=chapter.remarks,
        )

    def _definition(self, definition: ReadDefinition) -> ReadRecord:
        entry = definition.entry
        place = [definition.head, *definition.body, *definition.sense_labels]
        senses = tuple(
            Sense(label, entry.english[min(i, len(entry.english) - 1)], self.source.words(words))
            for i, (label, words) in enumerate(definition.senses)
        )
        return replace(
            self._record(parse_id(entry.id), "definition", place),
            **self._body(definition.body),
            term=entry.term,
            english=entry.english[0],
            headword=entry.headword,
            senses=senses,
        )

    def _pair(self, pair: GlossaryPair) -> ReadRecord:
        return replace(
            self._record(pair.id, "glossary", spans(pair.lines)),
            body=pair.term,
            term=pair.term,
            english=pair.english,
        )

    def _paragraph(self, paragraph: FrontParagraph) -> ReadRecord:
        words = spans(paragraph.lines)
        return replace(
            self._record(
                paragraph.id, paragraph.kind, [paragraph.label, paragraph.heading, *words]
            ),
            heading=self.source.words([paragraph.heading]) if paragraph.heading else None,
            **self._body(words),
        )

    def _body(self, spans: Sequence[Span]) -> dict[str, Any]:
        """The fields of a body in which no note is called."""
        words = self.source.marked_words(spans, no_markers)
        return {"body": words.text, "body_lines": words.starts}

    def _index(self) -> Iterator[ReadRecord]:
        notes: dict[str, list[str]] = {}
        for note in sorted(self.parts.notes, key=lambda note: note.place):
            notes.setdefault(note.law, []).append(str(note.id))
        targets = Targets(
            provisions=frozenset(node.id for node in self.parts.nodes),
            notes=notes,
            terms={d.entry.term: d.entry.id for d in self.parts.definitions},
        )
        words = {entry.id: entry.words for entry in self.parts.index}
        for entry in self.parts.index:
            headword = words[entry.parent] if entry.parent else None
            yield replace(
                self._record(entry.id, "index", entry.spans),
                body=entry.words,
                parent=str(entry.parent) if entry.parent else None,
                locators=resolve(self.plan, entry, headword, targets),
                see=entry.see,
            )

    def _with_slips(self, record: ReadRecord) -> ReadRecord:
        """The record with a remark for each of its misprints, which stay as they are."""
        slips = self.plan.corrections.remarks(self.source, record.spans, "slip")
        return replace(record, remarks=(*record.remarks, *slips)) if slips else record

    def _record(self, id: LocalId, kind: Kind, place: Iterable[Span | None]) -> ReadRecord:
        """A record with its id and place, but without its words."""
        merged = merge(place, self.source)
        if merged:
            return ReadRecord(self.text, id, kind, None, "", merged, self.pages[merged[0].line])
        assert isinstance(id, ProvisionId)  # only a provision can be implied
        inside = (node for node in self.parts.nodes if id in node.id.ancestors())
        lines = [line for node in inside for line in node.lines]
        page = self.pages[self.implied[id].line]
        return ReadRecord(self.text, id, kind, None, "", (), page, extent=(min(lines), max(lines)))


def _check_unique(source: Source, records: list[ReadRecord]) -> None:
    seen: dict[str, ReadRecord] = {}
    for record in records:
        if other := seen.get(str(record.id)):
            raise ReadingError(
                source.file,
                record.lines[0],
                f"{record.id} is there twice, first on line {other.lines[0]}",
            )
        seen[str(record.id)] = record
