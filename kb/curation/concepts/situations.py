"""Reads situations: what a player at the table may say, and the provisions that decide it.

Each row of corpus/curation/situations/<edition>/<language>.tsv has the provisions, the best first,
and the situation in our own words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.core.errors import ReadingError
from kb.core.nearest import nearest_hint
from kb.core.read_records import Reading
from kb.corpus.corpus import Corpus
from kb.curation.edition_directories import edition_directories, language_of
from kb.files.typed_tsv import read_tsv
from kb.languages.stemming import fold

_DIRECTORY = "corpus/curation/situations"
_COLUMNS = ("provisions", "situation")
#: The kinds of records that may decide a situation.
_DECIDING = frozenset({"law", "provision", "case", "bid"})
#: The longest situation, in characters.
LONGEST = 160


@dataclass(frozen=True)
class Situation:
    """Words that somebody may say in a language, and the provisions of an edition for them."""

    edition: str
    language: str
    provisions: tuple[str, ...]
    words: str


def read_situations(corpus: Corpus, readings: Sequence[Reading]) -> tuple[Situation, ...]:
    """The situations of all editions that were read, in the order of the files.

    Raises `ReadingError` with file and line for a row that does not fit, `CorpusError` for a
    directory that is not named after an edition.
    """
    situations: list[Situation] = []
    for directory in edition_directories(corpus, _DIRECTORY):
        edition = directory.name
        texts = [text.id for text in corpus.texts_of(edition)]
        of_edition = [reading for reading in readings if reading.text in texts]
        whole = len(of_edition) == sum(text.edition == edition for text in corpus.texts)
        deciding = {
            str(record.id)
            for reading in of_edition
            for record in reading.records
            if record.kind in _DECIDING
        }
        if deciding:
            for path in sorted(directory.glob("*.tsv")):
                situations += _of_file(path, edition, deciding, whole)
    return tuple(situations)


def _of_file(path: Path, edition: str, deciding: set[str], whole: bool) -> list[Situation]:
    """The situations of a file. `deciding` are the ids that its provisions can be.

    Unless the edition was read as a `whole`, provisions that are not among them are left out.
    """
    language_of(path)
    situations: list[Situation] = []
    seen: dict[str, int] = {}
    for line, (cell, words) in read_tsv(path, _COLUMNS):
        ids = cell.split()
        if not ids or len({*ids}) != len(ids):
            raise ReadingError(path, line, "a situation needs provisions, each once")
        for id in ids if whole else ():
            if id not in deciding:
                raise ReadingError(path, line, f"no provision {id!r}", nearest_hint(id, deciding))
        plain = " ".join(unicodedata.normalize("NFC", words).split())
        if words != plain or not words or len(words) > LONGEST:
            raise ReadingError(path, line, f"no situation of up to {LONGEST} letters in NFC")
        if (first := seen.setdefault(fold(words), line)) != line:
            raise ReadingError(path, line, f"it is there already, in line {first}")
        if provisions := tuple(id for id in ids if id in deciding):
            situations.append(Situation(edition, path.stem, provisions, words))
    return situations
