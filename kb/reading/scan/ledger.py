"""Reads ledger.tsv, which mends a bad scan: it has a row for every token that the OCR got wrong.

A token is a run of non-blank characters. The raw file is never edited: the reading edition is the
raw tokens with the ledger's corrections in their places, and taking these out again gives the raw
tokens back. Only what the OCR damaged is mended; a slip of the print is in corrections.tsv.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import get_args

from rapidfuzz.distance import Levenshtein

from kb.core.errors import ReadingError
from kb.core.record_parts import CONFIDENCES, Confidence, Restorer, Span
from kb.files.typed_tsv import line_number, one_of, read_tsv
from kb.reading.source import PAGE_MARK, Source

#: The file of a text's ledger, in its curated directory.
LEDGER = "ledger.tsv"
#: The file that says who has read which lines of the scan, beside it.
READERS = "readers.tsv"

HEADER = ("line", "token", "raw", "corrected", "kind", "by", "confidence", "remark")
_READERS = ("first", "last", "reader", "date")

#: Nothing is printed here: the OCR took a speck or a rule for letters, or read a line twice.
NOISE = "noise"
#: The rest of a word that the OCR broke: the word stands whole at the token before.
JOINED = "joined"
#: Words in brackets that are not on the scan and were supplied by the sense, or `[…]` for what
#: nobody can read.
INFERRED, UNREADABLE = "inferred", "unreadable"
#: What is wrong with a token: its accents, its blanks, its punctuation, its letters or digits.
ACCENT, BLANK, MARK, LETTER = "accent", "blank", "mark", "letter"

_BY: frozenset[Restorer] = frozenset(get_args(Restorer))

#: How many letters of a reading may differ from the raw token.
_MOST_DIFFERENT = 2

_TOKEN = re.compile(r"\S+")
_BRACKETED = re.compile(r"\[[^\[\]]*\]")
_LOST = "[…]"


@dataclass(frozen=True)
class Change:
    """A row of a ledger: what the OCR has at a token, what it should read, who says so, how surely.

    `row` is its own line in the ledger, `token` is numbered from 1 in its raw line.
    """

    row: int
    line: int
    token: int
    raw: str
    corrected: str
    kind: str
    by: Restorer
    confidence: Confidence
    remark: str

    @property
    def flagged(self) -> bool:
        """Whether readers should know that this was not simply read."""
        return self.kind in (INFERRED, UNREADABLE) or self.confidence != "high"


@dataclass(frozen=True)
class LedgerToken:
    """A token of the reading edition: where its raw form stands, its words, and how it was changed.

    `number` counts from 1 in its raw line. `words` is empty for noise and for what was joined to
    the token before, and has a blank where the OCR lost one.
    """

    span: Span
    number: int
    raw: str
    words: str
    change: Change | None = None

    @property
    def kind(self) -> str | None:
        """The kind of its change; None for a token that the OCR read well."""
        return self.change.kind if self.change else None


@dataclass(frozen=True)
class Ledger:
    """The changes of one text by line and token, and the lines that somebody has read by eye.

    `confusions` are characters that this OCR confuses with letters, each with the letters that it
    may stand for.
    """

    file: Path
    changes: dict[tuple[int, int], Change]
    read: tuple[range, ...]
    confusions: dict[str, str]

    def tokens(self, source: Source, line: int) -> tuple[LedgerToken, ...]:
        """The tokens of a raw line with their changes."""
        return tuple(self._token(raw) for raw in raw_tokens(source, line))

    def _token(self, raw: LedgerToken) -> LedgerToken:
        change = self.changes.get((raw.span.line, raw.number))
        return replace(raw, words=change.corrected, change=change) if change else raw

    def check(self, source: Source, tables: range) -> None:
        """Raise `ReadingError` unless every row finds its raw token, and every line was read.

        No row may be about the lines in `tables`, which have a transcription of their own.
        """
        for change in self.changes.values():
            self._check_place(source, change, tables)
        for change in self.changes.values():
            if change.kind != JOINED:
                self._check_nearness(change)
            elif self._kind_before(change) in (None, NOISE):
                raise self.error(change, "there is no word before it that it could belong to")
        for number, raw in enumerate(source.lines, 1):
            if raw.strip() and not any(number in lines for lines in self.read):
                readers = self.file.with_name(READERS)
                raise source.error(number, "nobody has read this line", f"Enter it in {readers}.")

    def _check_place(self, source: Source, change: Change, tables: range) -> None:
        what = f"token {change.token} of line {change.line} is not {change.raw!r}"
        if change.line in tables:
            raise self.error(change, what, "The line is in a table with a transcription.")
        if change.line > len(source.lines):
            raise self.error(change, what, f"{source.file} has {len(source.lines)} lines.")
        raws = [token.raw for token in raw_tokens(source, change.line)]
        if change.token > len(raws) or raws[change.token - 1] != change.raw:
            raise self.error(
                change, what, f"{source.file}:{change.line} reads {' '.join(raws)[:80]!r}."
            )

    def _check_nearness(self, change: Change) -> None:
        """Raise `ReadingError` unless a word is near all that the OCR has for it, or is flagged."""
        raw, token = change.raw, change.token + 1
        while (after := self.changes.get((change.line, token))) and after.kind == JOINED:
            raw, token = raw + after.raw, token + 1
        if not change.flagged and not is_near(raw, change.corrected, self.confusions):
            raise self.error(
                change,
                f"{change.corrected!r} is far from {raw!r}",
                "Lower its confidence and say in the remark why it is read so.",
            )

    def _kind_before(self, change: Change) -> str | None:
        before = self.changes.get((change.line, change.token - 1))
        return before.kind if before else None

    def error(self, change: Change, message: str, hint: str | None = None) -> ReadingError:
        """A reading error at a row of the ledger."""
        return ReadingError(self.file, change.row, message, hint)


def raw_tokens(source: Source, line: int) -> Iterator[LedgerToken]:
    """The tokens of a raw line as the OCR has them, without its page mark."""
    raw = source.lines[line - 1]
    mark = PAGE_MARK.match(raw)
    matches = _TOKEN.finditer(raw, mark.end() if mark else 0)
    for number, match in enumerate(matches, 1):
        yield LedgerToken(Span(line, match.start(), match.end()), number, match[0], match[0])


def load_ledger(directory: Path) -> Ledger:
    """The ledger of a text; raises `ReadingError` at a faulty row or a token changed twice."""
    path = directory / LEDGER
    changes: dict[tuple[int, int], Change] = {}
    for row, cells in read_tsv(path, HEADER, required=True):
        change = _change(path, row, cells)
        place = (change.line, change.token)
        if other := changes.get(place):
            raise ReadingError(
                path,
                row,
                f"token {change.token} of line {change.line} is changed twice",
                f"Row {other.row} reads it as {other.corrected!r}.",
            )
        changes[place] = change
    return Ledger(path, changes, _lines_read(directory / READERS), load_confusions(directory))


def _change(path: Path, row: int, cells: list[str]) -> Change:
    line, token, raw, corrected, kind, by, confidence, remark = cells
    if by not in _BY:
        raise ReadingError(path, row, f"unknown {by!r}", one_of(_BY))
    if confidence not in CONFIDENCES:
        raise ReadingError(path, row, f"unknown {confidence!r}", one_of(CONFIDENCES))
    if corrected != " ".join(unicodedata.normalize("NFC", corrected).split()):
        raise ReadingError(path, row, f"{corrected!r} has blanks too many, or is not NFC")
    change = Change(
        row,
        line_number(path, row, line),
        line_number(path, row, token, "token"),
        raw,
        corrected,
        kind,
        by,
        confidence,
        remark,
    )
    actual = kind_of(raw, corrected)
    if kind != actual and (kind, actual) != (JOINED, NOISE):
        raise ReadingError(path, row, f"{raw!r} → {corrected!r} is {actual}, not {kind!r}")
    if change.flagged and not remark:
        raise ReadingError(path, row, f"{corrected!r} needs a remark: it was not simply read")
    return change


def kind_of(raw: str, corrected: str) -> str:
    """The kind of a correction: what it mends in a token.

    >>> kind_of("z61d", "zöld"), kind_of("adu", "adu."), kind_of("vehetdk", "[nem] vehetők")
    ('letter', 'mark', 'inferred')
    """
    if not corrected:
        return NOISE
    bracketed = set(_BRACKETED.findall(corrected)) - set(_BRACKETED.findall(raw))
    if bracketed:
        return UNREADABLE if bracketed == {_LOST} else INFERRED
    plain, read = _unaccented(raw), _unaccented(corrected)
    if plain == read:
        return ACCENT if raw != corrected else "nothing changed"
    if plain.replace(" ", "") == read.replace(" ", ""):
        return BLANK
    return MARK if _letters(plain) == _letters(read) else LETTER


def is_near(raw: str, corrected: str, confusions: dict[str, str]) -> bool:
    """Whether a reading is so near to its raw form that the OCR may have made the one of the other.

    Accents and case do not count, because the OCR loses them everywhere; neither do figures, signs
    and pairs of letters that it is known to confuse with a letter. Two other letters may differ,
    in a short word fewer.

    >>> is_near("z61d", "zöld", {"6": "öő", "1": "l"}), is_near("laJ", "lappal", {})
    (True, False)
    """
    if not corrected:
        return len(_letters(raw)) <= _MOST_DIFFERENT
    distance = Levenshtein.distance(_shape(raw, confusions), _shape(corrected, confusions))
    return distance <= _MOST_DIFFERENT and distance < max(len(_letters(corrected)), 2)


def _shape(words: str, confusions: dict[str, str]) -> str:
    """Words without accents and case, and with letters in the place of what the OCR confuses."""
    words = words.lower()
    for piece, letters in confusions.items():
        if len(piece) > 1 or not piece.isalpha():
            words = words.replace(piece, letters[0])
    return _unaccented(words)


def load_confusions(directory: Path) -> dict[str, str]:
    """The confusions of a text's OCR, in the order of their file; {} when it has no such file.

    Each key is what the OCR has, its value the letters that may be meant.
    """
    path = directory / "confusions.tsv"
    confusions: dict[str, str] = {}
    for row, (ocr, letters) in read_tsv(path, ("ocr", "print")):
        if not ocr or not letters or ocr in confusions:
            raise ReadingError(path, row, "give, once, what the OCR has and the letters meant")
        confusions[ocr] = letters
    return confusions


def _unaccented(words: str) -> str:
    decomposed = unicodedata.normalize("NFD", words)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _letters(words: str) -> str:
    return "".join(char for char in words if char.isalnum())


def _lines_read(path: Path) -> tuple[range, ...]:
    """The lines that somebody has read by eye, word for word."""
    read = []
    for row, (first, last, reader, day) in read_tsv(path, _READERS, required=True):
        lines = range(
            line_number(path, row, first, "first"), line_number(path, row, last, "last") + 1
        )
        if not lines or not reader or not _is_date(day):
            why = "say which lines, the first one first, who read them, on which day (ISO date)"
            raise ReadingError(path, row, why)
        read.append(lines)
    return tuple(read)


def _is_date(day: str) -> bool:
    try:
        return date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False
