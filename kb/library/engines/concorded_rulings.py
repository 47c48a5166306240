"""The words of a small library for a concordance: for each segment an index, in its own directory.

A library with more rulings than `MOST_CONCORDED` has none.
"""

from __future__ import annotations

import hashlib
import uuid
from pathlib import Path

from kb.concordance.indexed_words import (
    BREAK,
    ConcordanceDocument,
    ConcordancePart,
    write_concordance,
)
from kb.core.concording import MOST_CONCORDED, RULING, RULINGS
from kb.library.engines.packing import MOST
from kb.library.engines.ruling_rows import (
    ConcordanceRow,
    LibraryDamageError,
    Rows,
    RowsWriter,
)
from kb.library.engines.segments import hashes
from kb.library.ruling_document import RulingDocument


def concord(rows: RowsWriter, directory: Path, made: list[Path]) -> None:
    """Write the indexes that segments lack into new directories, and take out those of too many.

    `made` gets the directories. Raises `OSError` when they cannot be written.
    """
    segments = rows.segments()
    is_small = sum(one.left for one in segments) <= MOST_CONCORDED
    wanted = [one.number for one in segments] if is_small else []
    had = {one.segment for one in rows.concordances()}
    for segment in had.difference(wanted):
        rows.drop_concordance(segment)
    for segment in wanted:
        if segment not in had:
            made.append(directory / f"concordance-{segment}-{uuid.uuid4().hex[:8]}")
            rulings = rows.between(*_numbers(segment))
            write_concordance(made[-1], (_document(ruling) for _, ruling in rulings))
            rows.add_concordance(ConcordanceRow(segment, made[-1].name, hashes(made[-1])))


def concorded(directory: Path, rows: Rows) -> list[ConcordancePart]:
    """The indexes, checked, each with the rulings that are still there; none of a large library."""
    return [
        ConcordancePart(
            _checked(directory / one.name, one.files),
            frozenset(rows.ids_between(*_numbers(one.segment))),
        )
        for one in rows.concordances()
    ]


def _numbers(segment: int) -> tuple[int, int]:
    """The first and the last number that a ruling of a segment may have."""
    return segment * MOST, (segment + 1) * MOST - 1


def _checked(directory: Path, files: dict[str, str]) -> dict[str, bytes]:
    """The files of an index; raises `LibraryDamageError` if one is not as it was written."""
    found: dict[str, bytes] = {}
    for name, sha256 in files.items():
        try:
            found[name] = (directory / name).read_bytes()
        except OSError as error:
            raise LibraryDamageError(f"{directory.name}/{name}: {error.strerror}") from None
        if hashlib.sha256(found[name]).hexdigest() != sha256:
            raise LibraryDamageError(f"{directory.name}/{name}")
    return found


def _document(ruling: RulingDocument) -> ConcordanceDocument:
    """A ruling as a concordance has it: its title, then a part for each paragraph."""
    language = ruling.facts.language or ""
    return ConcordanceDocument(
        text=f"{RULINGS}/{language}" if language else RULINGS,
        edition=RULINGS,
        id=ruling.id,
        kind=RULING,
        law="",
        language=language,
        heading=ruling.facts.title,
        words=BREAK.join((ruling.facts.title, ruling.text)),
    )
