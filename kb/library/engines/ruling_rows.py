"""The rows of a library: every ruling as it is shown, and which segments there are, in SQLite.

One transaction puts rulings in and names the new segment, so that whatever breaks off leaves the
library as it was. What is taken out is overwritten.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from kb.core.errors import BuildError
from kb.library.engines.packing import from_bytes
from kb.library.ruling_document import RulingDocument

FILE = "rulings.sqlite3"

#: The version of the rows and of the segments.
VERSION = 2
_SCHEMA = f"""
CREATE TABLE segments (number INTEGER PRIMARY KEY, name TEXT, removed BLOB, dates BLOB, files TEXT);
CREATE TABLE concordances (segment INTEGER PRIMARY KEY, name TEXT, files TEXT);
CREATE TABLE rulings (number INTEGER PRIMARY KEY, id TEXT UNIQUE, head BLOB, text BLOB, marks BLOB);
PRAGMA user_version = {VERSION};
"""
_LEVEL = 4
_HEAD = msgspec.json.Decoder(RulingDocument)
#: How long somebody waits who reads while another writes, in seconds.
_PATIENCE = 20.0


class LibraryDamageError(BuildError):
    """An index of rulings that cannot be read."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"the index of the rulings is damaged ({what})",
            "kodeks rulings index --anew makes it anew.",
        )


class SegmentRow(NamedTuple):
    """A segment: its directory, which rulings were removed, dates, the hashes of its files."""

    number: int
    name: str
    removed: bytes
    dates: bytes
    files: dict[str, str]

    @property
    def left(self) -> int:
        """How many of its rulings are still there."""
        return len(self.dates) // 4 - from_bytes(self.removed).bit_count()


class ConcordanceRow(NamedTuple):
    """The concordance of a segment: its directory, and the hashes of its files."""

    segment: int
    name: str
    files: dict[str, str]


class RulingRow(NamedTuple):
    """A ruling as it is stored: all but text and marks, then these, each packed."""

    id: str
    head: bytes
    text: bytes
    marks: bytes

    @classmethod
    def of(cls, document: RulingDocument) -> RulingRow:
        """The row of a ruling."""
        head = msgspec.structs.replace(document, text="", marks="")
        parts = (msgspec.json.encode(head), document.text.encode(), document.marks.encode())
        return cls(document.id, *(zlib.compress(part, _LEVEL) for part in parts))


class Rows:
    """The file of rows, opened for reading; `writing` opens it for more."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / FILE
        uri = f"{self.path.resolve().as_uri()}?mode=ro"
        with _readable():
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False, timeout=_PATIENCE)
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            raise LibraryDamageError(f"{FILE} is of version {version}")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @property
    def changes(self) -> int:
        """A number that is another one after every change."""
        with _readable():
            (number,) = self._db.execute("PRAGMA data_version").fetchone()
        return int(number)

    def segments(self) -> list[SegmentRow]:
        """The segments, in the order in which they were made."""
        with _readable():
            rows = self._db.execute("SELECT * FROM segments ORDER BY number").fetchall()
            return [*map(_segment, rows)]

    def concordances(self) -> list[ConcordanceRow]:
        """The concordances of the segments; none where there are too many rulings for that."""
        with _readable():
            return _concordances(self._db)

    def ids_between(self, first: int, last: int) -> list[str]:
        """The ids of the rulings with some numbers."""
        with _readable():
            rows = self._db.execute(
                "SELECT id FROM rulings WHERE number BETWEEN ? AND ?", (first, last)
            )
            return [id for (id,) in rows]

    def ruling(self, number: int, whole: bool = True) -> RulingDocument | None:
        """The ruling with a number; without text and marks unless it is to be `whole`."""
        return next(self._documents("WHERE number = ?", (number,), whole), None)

    def by_id(self, id: str) -> RulingDocument | None:
        """The ruling with an id."""
        return next(self._documents("WHERE id = ?", (id,), True), None)

    def number(self, id: str) -> int | None:
        """The number of the ruling with an id."""
        with _readable():
            row = self._db.execute("SELECT number FROM rulings WHERE id = ?", (id,)).fetchone()
        return row[0] if row else None

    def ids(self) -> list[str]:
        """The ids of all rulings."""
        with _readable():
            return [id for (id,) in self._db.execute("SELECT id FROM rulings")]

    def heads(self) -> Iterator[RulingDocument]:
        """All rulings without text and marks, by id."""
        return self._documents("ORDER BY id", (), False)

    def _documents(
        self, where: str, given: Sequence[object], whole: bool
    ) -> Iterator[RulingDocument]:
        columns = "head, text, marks" if whole else "head"
        with _readable():
            for head, *more in self._db.execute(f"SELECT {columns} FROM rulings {where}", given):  # noqa: S608
                yield _document(head, *more)


class RowsWriter:
    """The same file in one transaction that writes."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def next_segment(self) -> int:
        """The number of the next segment; none is used twice."""
        (last,) = self._db.execute("SELECT max(number) FROM segments").fetchone()
        return (last or 0) + 1

    def segments(self) -> list[SegmentRow]:
        """The segments that there are."""
        rows = self._db.execute("SELECT * FROM segments ORDER BY number")
        return [*map(_segment, rows)]

    def add(self, number: int, row: RulingRow) -> None:
        """Add a ruling under a number."""
        self._db.execute("INSERT INTO rulings VALUES (?,?,?,?,?)", (number, *row))

    def remove(self, id: str) -> int | None:
        """Take a ruling out; returns the number that it had."""
        query = "DELETE FROM rulings WHERE id = ? RETURNING number"
        row = self._db.execute(query, (id,)).fetchone()
        return row[0] if row else None

    def move(self, old: int, new: int) -> None:
        """Give a ruling another number."""
        self._db.execute("UPDATE rulings SET number = ? WHERE number = ?", (new, old))

    def between(self, first: int, last: int) -> Iterator[tuple[int, RulingDocument]]:
        """The rulings with some numbers, in their order."""
        rows = self._db.execute(
            "SELECT number, head, text, marks FROM rulings WHERE number BETWEEN ? AND ?"
            " ORDER BY number",
            (first, last),
        ).fetchall()
        for number, *parts in rows:
            yield number, _document(*parts)

    def add_segment(self, row: SegmentRow) -> None:
        """Add a segment."""
        files = msgspec.json.encode(row.files).decode()
        self._db.execute("INSERT INTO segments VALUES (?,?,?,?,?)", (*row[:4], files))

    def set_removed(self, number: int, removed: bytes) -> None:
        """Say which rulings of a segment are removed."""
        self._db.execute("UPDATE segments SET removed = ? WHERE number = ?", (removed, number))

    def drop_segment(self, number: int) -> None:
        """Take a segment out, with its concordance."""
        self._db.execute("DELETE FROM segments WHERE number = ?", (number,))
        self.drop_concordance(number)

    def concordances(self) -> list[ConcordanceRow]:
        """The concordances that there are."""
        return _concordances(self._db)

    def add_concordance(self, row: ConcordanceRow) -> None:
        """Add the concordance of a segment."""
        files = msgspec.json.encode(row.files).decode()
        self._db.execute("INSERT INTO concordances VALUES (?,?,?)", (*row[:2], files))

    def drop_concordance(self, segment: int) -> None:
        """Take the concordance of a segment out."""
        self._db.execute("DELETE FROM concordances WHERE segment = ?", (segment,))


@contextmanager
def writing(directory: Path) -> Iterator[RowsWriter]:
    """Write rows; all is written when the block ends well, else nothing.

    The file is made if it is not there. Raises `BuildError` when it cannot be written.
    """
    path = directory / FILE
    try:
        is_new = not path.exists()
        db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        try:
            db.execute("PRAGMA secure_delete = ON")
            if is_new:
                db.executescript(f"BEGIN;{_SCHEMA}COMMIT;")
            db.execute("BEGIN IMMEDIATE")
            try:
                yield RowsWriter(db)
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")
        finally:
            db.close()
    except sqlite3.DatabaseError as error:
        raise BuildError(
            f"cannot write {path}: {error}", "Make build/ writable (or free some space)."
        ) from None


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except (sqlite3.DatabaseError, zlib.error, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LibraryDamageError(f"{FILE}: {error}") from None


def _concordances(db: sqlite3.Connection) -> list[ConcordanceRow]:
    rows = db.execute("SELECT * FROM concordances ORDER BY segment").fetchall()
    return [
        ConcordanceRow(segment, name, msgspec.json.decode(files)) for segment, name, files in rows
    ]


def _segment(row: tuple[int, str, bytes, bytes, str]) -> SegmentRow:
    number, name, removed, dates, files = row
    return SegmentRow(number, name, removed, dates, msgspec.json.decode(files))


def _document(head: bytes, text: bytes = b"", marks: bytes = b"") -> RulingDocument:
    document = _HEAD.decode(zlib.decompress(head))
    if not text:
        return document
    return msgspec.structs.replace(
        document, text=zlib.decompress(text).decode(), marks=zlib.decompress(marks).decode()
    )
