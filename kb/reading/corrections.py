"""corrections.tsv: where a print slips or a rule cannot decide, one line each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from kb.core.errors import InvalidIdError, ReadingError
from kb.core.ids import ProvisionId
from kb.core.record_parts import Remark, Span
from kb.files.typed_tsv import line_number, one_of, read_tsv
from kb.reading.source import Source

_HEADER = ("line", "kind", "printed", "official", "reason")

#: The kinds of a lawbook: label (a misprinted label; official is the provision's id), prose (looks
#: like a label, is none), closing (words after a list that belong to the provision `official`, or
#: after the examples to their section), anchor (a note's marker that the rule cannot see; official
#: is the marker), slip (a misprint that stays; official is what it should be), subentry (an index
#: line that opens a page but not a headword).
LAWBOOK = frozenset({"label", "prose", "closing", "anchor", "slip", "subentry"})

#: What a line of an article is, where no rule can tell: a heading, the first of a section without
#: one, a paragraph, an item, or prose that goes on; official is the id of the section.
SETTLED = ("heading", "section", "paragraph", "item", "prose")

#: The kinds of articles in columns: those, and column (official is the line's language). How words
#: are read: slip, glued (official has the blanks), broken (the next line goes on with the word,
#: which is official), compound (the hyphen at the line's end is the word's own).
ARTICLES = frozenset({*SETTLED, "column", "slip", "glued", "broken", "compound"})

#: The kinds of a scan with a ledger, whose lines are those of the reading edition.
SCAN = frozenset({"slip", "prose"})

#: Kinds whose `official` is an id.
_WITH_ID = frozenset({"label", *SETTLED})
#: Kinds that may stand anywhere in a line, or at its end, and of which it may have several.
_ANYWHERE = frozenset({"anchor", "slip", "glued", "item"})
_AT_END = frozenset({"broken", "compound"})
_SEVERAL = frozenset({"slip", "glued"})


@dataclass(frozen=True)
class Correction:
    """One curated line: what is printed there, what it is, and why. `row` is its own line."""

    row: int
    line: int
    kind: str
    printed: str
    official: str
    reason: str

    def fits(self, line: str) -> bool:
        """Whether the raw line has the printed form where this kind of correction needs it."""
        if self.kind in _AT_END:
            return line.rstrip().endswith(self.printed)
        if self.kind in _ANYWHERE:
            return self.printed in line
        return line.rpartition("|>")[2].lstrip().startswith(self.printed)


@dataclass(frozen=True)
class Corrections:
    """The curated lines of one text, in the order of their file."""

    file: Path
    rows: tuple[Correction, ...]

    @cached_property
    def _by_place(self) -> dict[tuple[int, str], list[Correction]]:
        by_place: dict[tuple[int, str], list[Correction]] = {}
        for correction in self.rows:
            by_place.setdefault((correction.line, correction.kind), []).append(correction)
        return by_place

    def all_at(self, line: int, kind: str) -> Sequence[Correction]:
        """The corrections of a kind at a line, in order."""
        return self._by_place.get((line, kind), ())

    def at(self, line: int, kind: str) -> Correction | None:
        """The correction of a kind at a line, or None."""
        return next(iter(self.all_at(line, kind)), None)

    def of_kind(self, kind: str) -> dict[int, Correction]:
        """The corrections of one kind by line."""
        return {correction.line: correction for correction in self.rows if correction.kind == kind}

    def settles(self, line: int) -> bool:
        """Whether a person has settled what a line of an article is."""
        return any(self.all_at(line, kind) for kind in SETTLED)

    def remarks(self, source: Source, spans: Iterable[Span], *kinds: str) -> tuple[Remark, ...]:
        """What readers should know of the words of these spans that the print misspells."""
        return tuple(
            Remark(correction.line, correction.printed, correction.official, correction.reason)
            for span in spans
            for kind in kinds
            for correction in self.all_at(span.line, kind)
            if correction.printed in source.slice(span)
        )

    def error(self, correction: Correction, message: str, hint: str | None = None) -> ReadingError:
        """A reading error at a row of this file."""
        return ReadingError(self.file, correction.row, message, hint)

    def check(self, source: Source, until: int | None = None, verb: str = "reads") -> None:
        """Every correction (up to a line) must find its printed form: else it mends something else.

        Raises `ReadingError` at the row that does not; `verb` says how the lines come about.
        """
        for correction in self.rows:
            if until is not None and correction.line > until:
                continue
            exists = 1 <= correction.line <= len(source.lines)
            raw = source.lines[correction.line - 1] if exists else ""
            if not correction.fits(raw):
                raise self.error(
                    correction,
                    f"line {correction.line} does not have {correction.printed!r}",
                    f"{source.file}:{correction.line} {verb} {raw.strip()[:60]!r}.",
                )


def load_corrections(directory: Path, kinds: frozenset[str]) -> Corrections:
    """The corrections of a text, of these kinds only; raises `ReadingError` at a faulty row."""
    path = directory / "corrections.tsv"
    out: dict[tuple[int, str, str], Correction] = {}
    for row, (line, kind, printed, official, reason) in read_tsv(path, _HEADER):
        if kind not in kinds:
            raise ReadingError(path, row, f"unknown kind {kind!r}", one_of(kinds))
        if not printed or not official or not reason:
            raise ReadingError(path, row, "printed, official and reason must not be empty")
        if kind in _WITH_ID:
            _check_id(path, row, official)
        number = line_number(path, row, line)
        place = (number, kind, printed if kind in _SEVERAL else "")
        if place in out:
            raise ReadingError(path, row, f"line {line} has two corrections of kind {kind}")
        out[place] = Correction(row, number, kind, printed, official, reason)
    return Corrections(path, tuple(out.values()))


def _check_id(path: Path, row: int, id: str) -> None:
    try:
        ProvisionId.parse(id)
    except InvalidIdError as error:
        raise ReadingError(path, row, error.message, error.hint) from None
