"""Joins tokens of the reading edition to running words, and notes which of them were restored."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kb.core.read_records import LineStart
from kb.core.record_parts import Field, Restored
from kb.reading.scan.ledger import LedgerToken


class TokenPiece(NamedTuple):
    """A token, or what is left of it after a label: its words from `start` on."""

    token: LedgerToken
    start: int = 0

    @property
    def words(self) -> str:
        """The words of the piece."""
        return self.token.words[self.start :]


@dataclass(frozen=True)
class RestoredWords:
    """Running words, those of them that were not simply read, and where raw lines begin."""

    text: str
    restored: tuple[Restored, ...]
    starts: tuple[LineStart, ...]


def write(pieces: Iterable[TokenPiece], field: Field) -> RestoredWords:
    """The words of pieces as they stand in a field, joined by blanks."""
    at = 0
    out: list[str] = []
    restored: list[Restored] = []
    starts: list[LineStart] = []
    for piece in pieces:
        token, words = piece.token, unicodedata.normalize("NFC", piece.words)
        if not words:
            continue
        if not starts or starts[-1].line != token.span.line:
            starts.append(LineStart(at, token.span.line))
        change = token.change
        if change and change.flagged:
            restored.append(
                Restored(
                    field,
                    at,
                    at + len(words),
                    change.raw,
                    change.kind,
                    change.by,
                    change.confidence,
                    change.remark,
                    change.line,
                )
            )
        out.append(words)
        at += len(words) + 1
    return RestoredWords(" ".join(out), tuple(restored), tuple(starts))
