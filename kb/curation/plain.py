"""Reads the plain words of each edition: what its provisions say, in our own words.

corpus/curation/plain/<edition>/<language>.tsv has a text a row: the record that it stands at, the
provisions whose wording it tells, the words, and a remark where the texts of the edition differ.
Every wording is told by one text; every language has the same texts, with the same references;
none has a long run of words that a source has too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.core.errors import ReadingError
from kb.core.nearest import nearest_hint
from kb.core.plain import REFERENCE, TOLD, PlainText
from kb.core.read_records import Reading, ReadRecord
from kb.corpus.corpus import Corpus
from kb.curation.copied import SourceRuns, Sources
from kb.curation.edition_directories import edition_directories, language_of
from kb.files.typed_tsv import read_tsv

_DIRECTORY = "corpus/curation/plain"
_COLUMNS = ("id", "covers", "words", "remark")


@dataclass(frozen=True)
class _PlainRow:
    """A text in one language, with its line in the file."""

    line: int
    id: str
    covers: tuple[str, ...]
    words: str
    remark: str

    @property
    def references(self) -> set[str]:
        return {*REFERENCE.findall(f"{self.words} {self.remark}")}


def plain_file(corpus: Corpus, edition: str, language: str) -> Path:
    """The file of the plain words of an edition in a language."""
    return corpus.home / _DIRECTORY / edition / f"{language}.tsv"


def line_of(path: Path, id: str) -> int:
    """The line of a file on which the text that stands at a record is."""
    rows = read_tsv(path, _COLUMNS, required=True)
    return next(line for line, (of, *_) in rows if of == id)


def plain_words(
    corpus: Corpus, readings: Sequence[Reading], sources: Sources
) -> dict[str, list[PlainText]]:
    """The plain words of every edition that has some, by edition, in the order of the files.

    Raises `ReadingError` with file and line for a text that does not fit, `CorpusError` for a file
    or directory that is not named after a language or an edition.
    """
    found: dict[str, list[PlainText]] = {}
    for directory in edition_directories(corpus, _DIRECTORY):
        edition = directory.name
        of_edition = [r for r in readings if corpus.text(r.text).edition == edition]
        if not of_edition:
            continue
        records = _Records.of(of_edition)
        files: dict[Path, dict[str, _PlainRow]] = {}
        for path in sorted(directory.glob("*")):
            language = language_of(path)
            files[path] = _checked(path, records, sources.runs(language))
        _check_alike(files)
        found[edition] = _joined(files)
    return found


@dataclass(frozen=True)
class _Records:
    """What plain words of an edition may name: all its records, and those that have a wording."""

    ids: frozenset[str]
    at: frozenset[str]
    worded: tuple[str, ...]

    @classmethod
    def of(cls, readings: Sequence[Reading]) -> _Records:
        records: list[ReadRecord] = [record for one in readings for record in one.records]
        told = [record for record in records if record.kind in TOLD]
        worded = dict.fromkeys(str(record.id) for record in told if record.body)
        return cls(
            frozenset(str(record.id) for record in records),
            frozenset(str(record.id) for record in told),
            tuple(worded),
        )


def _checked(path: Path, records: _Records, runs: SourceRuns) -> dict[str, _PlainRow]:
    """The texts of a file by id; raises `ReadingError` for one that does not fit the edition."""
    rows: dict[str, _PlainRow] = {}
    told_by: dict[str, str] = {}
    for line, (id, covers, words, remark) in read_tsv(path, _COLUMNS, required=True):
        row = _PlainRow(line, id, tuple(covers.split()), words, remark)
        if id not in records.at:
            hint = nearest_hint(id, records.at)
            raise ReadingError(path, line, f"there is no provision {id!r}", hint)
        if id in rows:
            raise ReadingError(path, line, f"a second text for {id}")
        if not words.strip():
            raise ReadingError(path, line, f"{id} needs words")
        for covered in row.covers:
            _check_covered(path, row, covered, records)
            if covered in told_by:
                other = told_by[covered]
                raise ReadingError(path, line, f"{covered} is covered by {other} and by {id}")
            told_by[covered] = id
        for reference in sorted(row.references):
            if reference not in records.ids:
                hint = nearest_hint(reference, records.ids)
                raise ReadingError(path, line, f"{{{reference}}} does not exist", hint)
        if shared := runs.shared(words):
            raise ReadingError(path, line, shared, "Say it in words of your own.")
        rows[id] = row
    for id in records.worded:
        if id not in told_by:
            raise ReadingError(
                path, len(rows) + 1, f"no text covers {id}", "Add a row, or name it in `covers`."
            )
    return rows


def _check_covered(path: Path, row: _PlainRow, covered: str, records: _Records) -> None:
    """Raise `ReadingError` unless a text may cover a provision: itself, or one below it."""
    if covered not in records.worded:
        hint = nearest_hint(covered, records.worded)
        raise ReadingError(path, row.line, f"{covered} has no wording to cover", hint)
    if covered != row.id and not covered.startswith(f"{row.id}."):
        raise ReadingError(
            path, row.line, f"{covered} is not below {row.id}", "Cover it in a text of its own law."
        )


def _check_alike(files: Mapping[Path, Mapping[str, _PlainRow]]) -> None:
    """Raise `ReadingError` unless all languages tell the same provisions in the same texts."""
    first, *others = files
    for path in others:
        ours, theirs = files[path], files[first]
        for id in (*theirs, *ours):
            if id not in ours:
                raise ReadingError(path, len(ours) + 1, f"no text for {id}, which {first.name} has")
            if id not in theirs:
                raise ReadingError(path, ours[id].line, f"{id} has no text in {first.name}")
            _check_pair(path, ours[id], first.name, theirs[id])


def _check_pair(path: Path, row: _PlainRow, name: str, other: _PlainRow) -> None:
    """Raise `ReadingError` unless a text in two languages covers and names the same."""
    if row.covers != other.covers:
        theirs = " ".join(other.covers)
        raise ReadingError(path, row.line, f"{row.id} covers {theirs or 'nothing'} in {name}")
    if different := row.references ^ other.references:
        which = ", ".join(sorted(different))
        raise ReadingError(path, row.line, f"{row.id} and {name} do not both name {which}")
    if bool(row.remark) != bool(other.remark):
        has = "a remark" if other.remark else "no remark"
        raise ReadingError(path, row.line, f"{row.id} has {has} in {name}")


def _joined(files: Mapping[Path, Mapping[str, _PlainRow]]) -> list[PlainText]:
    """The texts with their words in all languages."""
    return [
        PlainText(
            row.id,
            [*row.covers],
            {path.stem: rows[row.id].words for path, rows in files.items()},
            {path.stem: rows[row.id].remark for path, rows in files.items() if row.remark},
        )
        for row in (next(iter(files.values())).values() if files else ())
    ]
