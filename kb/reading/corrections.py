"""Reads corrections.tsv: each row says where a print slips or no rule can decide, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from kb.core.errors import InvalidIdError, ReadingError
from kb.core.ids import ProvisionId
from kb.core.orders import grouped
from kb.core.record_parts import Remark, Span
from kb.files.typed_tsv import line_number, one_of, read_tsv
from kb.reading.source import Source

_HEADER = ("line", "kind", "printed", "official", "reason")

#: The kinds of corrections of a lawbook, each with what stands in its column `official`:
#: - label: a misprinted label; the provision's id.
#: - gap: a label before which numbers of the book are not there; the provision's id.
#: - prose: words that look like a label and are none; the id of the provision that goes on.
#: - closing: words after a list, or after the examples; the provision that they belong to.
#: - anchor: a note's marker that the rule cannot see; the marker.
#: - slip: a misprint, which stays in the text; what it should be.
#: - subentry: an index line at the top of a page that is no headword; the headword above it.
LAWBOOK = frozenset({"label", "gap", "prose", "closing", "anchor", "slip", "subentry"})

#: What a line of an article is, where no rule can tell: a heading, the first line of a section
#: without a heading, a paragraph, an item, or prose that goes on. `official` is the section's id.
SETTLED = ("heading", "section", "paragraph", "item", "prose")

#: The kinds of articles in columns: those of `SETTLED`, slip, column (`official` is the language of
#: the line), glued (`official` has the blanks), broken (the next line goes on with the word, which
#: is `official`), compound (the hyphen at the line's end belongs to the word).
ARTICLES = frozenset({*SETTLED, "column", "slip", "glued", "broken", "compound"})

#: The kinds of a scan with a ledger; their lines are those of the reading edition (mended text).
SCAN = frozenset({"slip", "prose"})

#: Kinds whose `official` is an id.
_WITH_ID = frozenset({"label", "gap", *SETTLED})
#: Kinds that may stand anywhere in a line; at its end only; and several times in one line.
_ANYWHERE = frozenset({"anchor", "slip", "glued", "item"})
_AT_END = frozenset({"broken", "compound"})
_SEVERAL = frozenset({"slip", "glued"})


@dataclass(frozen=True)
class Correction:
    """A row of corrections.tsv, by its number `row`: what a line prints, what it is, and why."""

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
    """The corrections of one text, in the order of their file."""

    file: Path
    rows: tuple[Correction, ...]

    @cached_property
    def _by_place(self) -> dict[tuple[int, str], list[Correction]]:
        return grouped(self.rows, lambda correction: (correction.line, correction.kind))

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
        """Remarks on the words in these spans that corrections of these kinds are about."""
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
        """Raise `ReadingError` unless each correction (up to a line) finds its printed form there.

        If it does not, it would mend another line. `verb` is the word for it in the message.
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
