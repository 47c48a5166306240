"""Reads who has read which way of a procedure against the law and signs for it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.core.errors import ReadingError
from kb.corpus.corpus import Corpus
from kb.curation.procedures.reading import procedures_directory
from kb.files.typed_tsv import read_tsv

_COLUMNS = ("procedure", "answers", "language", "hash", "by", "date")

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class WaySignature:
    """Somebody signs a way of a procedure in a language, as it was when it had this hash."""

    procedure: str
    answers: str
    language: str
    hash: str
    by: str
    date: str


def read_signatures(corpus: Corpus, edition: str) -> tuple[WaySignature, ...]:
    """The signatures of an edition, in the order of signed.tsv; () without the file.

    Raises `ReadingError` for a row without name or day.
    """
    path = procedures_directory(corpus, edition) / "signed.tsv"
    signatures = []
    for line, row in read_tsv(path, _COLUMNS):
        signature = WaySignature(*row)
        if not signature.by.strip():
            raise ReadingError(path, line, "nobody signs", "Put a name into the column `by`.")
        if not _DAY.fullmatch(signature.date):
            raise ReadingError(path, line, f"{signature.date!r} is no day", "Write YYYY-MM-DD.")
        signatures.append(signature)
    return tuple(signatures)
