"""Reads notes: finds where their words stand, and where the text calls them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kb.core.ids import NamedId, ProvisionId
from kb.core.orders import grouped
from kb.core.record_parts import Span
from kb.reading.lawbook.nodes import spans
from kb.reading.layout import NoteLayout, ReadingPlan
from kb.reading.source import SYMBOLS, Line, NoteCall, Source


@dataclass
class Note:
    """A note while it is read: its printed marker, its lines, and the provisions that call it."""

    marker: str
    label: Span
    lines: list[Line]
    anchors: list[ProvisionId] = field(default_factory=list)
    id: NamedId | None = None

    @property
    def first_line(self) -> int:
        """The raw line on which the note begins."""
        return self.label.line

    @property
    def law(self) -> str:
        """The number of the law that calls the note first; only a note with anchors has one."""
        return self.anchors[0].law.label

    @property
    def place(self) -> tuple[ProvisionId, int]:
        """The sort key of notes: where they are first called, then where they stand."""
        return self.anchors[0], self.first_line

    def called_by(self, id: ProvisionId) -> None:
        """Add an anchor, unless it is one already."""
        if id not in self.anchors:
            self.anchors.append(id)

    @property
    def body(self) -> list[Span]:
        """Spans of the note's words."""
        return spans(self.lines)


def take_notes(
    source: Source, plan: ReadingPlan, lines: list[Line]
) -> tuple[list[Note], list[Line]]:
    """The notes among the lines of the laws, and the lines without them.

    Notes at the end of a law go from a marker at the start of a line to the next law. Notes at the
    foot of a page are its last paragraphs, and are numbered through the whole text. Notes in a
    section of their own are not among these lines: `read_notes` reads them.
    """
    if plan.notes and plan.notes.place == "law-end":
        return _at_law_ends(plan, plan.notes, lines)
    if plan.notes and plan.notes.place == "page-foot":
        return _at_page_feet(source, plan.notes, lines)
    return [], lines


def read_notes(source: Source, plan: ReadingPlan, lines: list[Line]) -> list[Note]:
    """The notes of a section that has nothing else."""
    notes: list[Note] = []
    for line in lines:
        start = plan.notes.start.match(line.text) if plan.notes else None
        if start:
            notes.append(_begin(line, start))
        elif notes:
            notes[-1].lines.append(line)
        else:
            raise source.error(line.number, "expected a note with its number")
    return notes


class Markers:
    """Finds in raw slices where the notes of a text are called, and says which note is meant."""

    def __init__(self, source: Source, plan: ReadingPlan, notes: list[Note]) -> None:
        self._source, self._notes = source, notes
        self._marker = plan.notes.marker if plan.notes else None
        self._used_markers = {note.marker for note in notes}
        self._anchors = plan.corrections.of_kind("anchor")

    def find(self, raw: str, span: Span) -> list[tuple[int, int, str]]:
        """(start, end, marker) of every call in `raw`, in order."""
        calls = []
        for match in self._marker.finditer(raw) if self._marker else ():
            marker = _plain(match[0])
            if marker in self._used_markers:
                calls.append((match.start(), match.end(), marker))
        curated = self._anchors.get(span.line)
        if curated and (at := raw.find(curated.printed)) >= 0:
            end = at + curated.printed.rindex(curated.official) + len(curated.official)
            start = len(raw[: end - len(curated.official)].rstrip())
            calls.append((start, end, curated.official))
        return sorted(calls)

    def note(self, call: NoteCall) -> Note:
        """The note that a marker calls: the only note with this marker, or the next one below."""
        same = [note for note in self._notes if note.marker == call.marker]
        if len(same) == 1:
            return same[0]
        for note in same:
            if note.first_line > call.line:
                return note
        raise self._source.error(call.line, f"the marker {call.marker!r} calls no note below")


def number_notes(source: Source, notes: list[Note]) -> None:
    """Give every note its id: the law that calls it first, and its number among that law's notes.

    Raises `ReadingError` when a note is never called.
    """
    count: dict[str, int] = {}
    for note in notes:
        if not note.anchors:
            raise source.error(
                note.first_line,
                f"nothing calls the note {note.marker!r}",
                "If its marker cannot be recognised, add a line of kind anchor to corrections.tsv.",
            )
    for note in sorted(notes, key=lambda note: note.place):
        count[note.law] = count.get(note.law, 0) + 1
        note.id = NamedId("note", f"{note.law.lower()}.{count[note.law]}")


def _at_law_ends(
    plan: ReadingPlan, printed: NoteLayout, lines: list[Line]
) -> tuple[list[Note], list[Line]]:
    notes: list[Note] = []
    rest: list[Line] = []
    law = plan.labels.law_start()
    inside = False
    for line in lines:
        if start := printed.start.match(line.text):
            notes.append(_begin(line, start))
            inside = True
        elif inside and not law.fullmatch(line.text.strip()):
            notes[-1].lines.append(line)
        else:
            rest.append(line)
            inside = False
    return notes, rest


def _at_page_feet(
    source: Source, printed: NoteLayout, lines: list[Line]
) -> tuple[list[Note], list[Line]]:
    notes: list[Note] = []
    rest: list[Line] = []
    expected = 1
    for page in grouped(lines, lambda line: line.page).values():
        foot = False
        for line in page:
            start = printed.start.match(line.text)
            marker = _plain(start[1]) if start else ""
            next_note = marker == str(expected) or (bool(marker) and not marker.isdigit())
            if start and next_note and (foot or line.gap):
                notes.append(_begin(line, start))
                expected += marker.isdigit()
                foot = True
            elif foot and not line.gap:
                notes[-1].lines.append(line)
            else:
                if foot:
                    raise source.error(line.number, "words below the notes of a page")
                rest.append(line)
    return notes, rest


def _begin(line: Line, start: re.Match[str]) -> Note:
    label = line.span(start.start(1), start.end(1))
    assert label is not None  # group 1 is the marker, never blank
    return Note(_plain(start[1]), label, [line.after(start.end())])


def _plain(marker: str) -> str:
    return marker.translate(SYMBOLS).strip()
