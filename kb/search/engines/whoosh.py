"""The embedded engine: a Whoosh index of groups by term, with the evidence in each posting.

A posting is of a law (or another group) as a whole: for each document in it that has the term, it
has the document's number and a byte for each kind of evidence. So a frequent word is read several
times faster than with a posting for each provision.

Whoosh unpickles what it finds in an index directory. Open only a directory whose files were
checked against the build's manifest (kb.storage.store does).
"""

from __future__ import annotations

import struct
import weakref
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from whoosh import fields, formats, index
from whoosh.filedb.filestore import FileStorage

from kb.search.evidence import FIELDS

#: The directory of the index in a build.
INDEX = "index"

_FIELD = "terms"

#: A document in a posting: its number and its evidence.
_DOCUMENT = struct.Struct(f"<I{len(FIELDS)}s")

#: How many terms are kept as they were read, the last that were asked for: people say the same
#: words again and again, and those that every law has take longest to read.
_KEPT = 4096

#: The evidence of the documents of a group: by number, the bytes by term.
EvidenceByDocument = Mapping[int, Mapping[str, bytes]]


class _Bytes(formats.Format):  # type: ignore[misc]  # Whoosh has no type hints
    """A posting whose value may have any length."""


class _Terms(fields.FieldType):  # type: ignore[misc]
    """A field whose terms and evidence are given ready-made; Whoosh analyses nothing."""

    indexed = scorable = (
        True  # we score; if these were False, Whoosh would look for lengths each time
    )
    stored = unique = False
    analyzer = vector = spelling = None
    column_type = None

    def __init__(self) -> None:
        self.format = _Bytes()

    def index(
        self, value: EvidenceByDocument, **_: Any
    ) -> Iterator[tuple[bytes, int, float, bytes]]:
        """The terms as Whoosh writes them; the weight is for its statistics alone."""
        postings: dict[str, bytearray] = {}
        for number, by_term in value.items():
            for term, evidence in by_term.items():
                postings.setdefault(term, bytearray()).extend(_DOCUMENT.pack(number, evidence))
        for term in sorted(postings):
            yield term.encode(), 1, 1.0, bytes(postings[term])


def write_index(directory: Path, groups: Iterable[EvidenceByDocument]) -> None:
    """Index groups of documents into an empty directory; groups are numbered in their order."""
    writer = index.create_in(str(directory), fields.Schema(**{_FIELD: _Terms()})).writer()
    for evidence in groups:
        writer.add_document(**{_FIELD: evidence})
    writer.commit()
    for lock in directory.glob("*_WRITELOCK"):
        lock.unlink()


class WhooshIndex:
    """A checked index, open for reading, by several threads too."""

    def __init__(self, directory: Path) -> None:
        # Not mapped into memory: cutting a mapped file short ends every process that reads it.
        storage = FileStorage(str(directory), supports_mmap=False, readonly=True)
        self._reader = storage.open_index().reader()
        weakref.finalize(self, self._reader.close)
        self._lock = Lock()  # all postings are read from one file, at one place at a time
        self._kept = lru_cache(maxsize=_KEPT)(self._read)

    def postings(self, term: str) -> list[tuple[int, list[tuple[int, bytes]]]]:
        """The groups that have a term, each with its documents and their evidence for it."""
        unpack = _DOCUMENT.iter_unpack
        return [(group, [*unpack(documents)]) for group, documents in self._kept(term)]

    def _read(self, term: str) -> tuple[tuple[int, bytes], ...]:
        """The groups that have a term, each with its documents as they are stored."""
        groups: list[tuple[int, bytes]] = []
        with self._lock:
            if (_FIELD, term.encode()) in self._reader:
                matcher = self._reader.postings(_FIELD, term.encode())
                while matcher.is_active():
                    groups.append((matcher.id(), matcher.value()))
                    matcher.next()
        return tuple(groups)

    def terms(self) -> dict[str, int]:
        """Every term of the index with the number of groups that have it."""
        return {text.decode(): int(info.doc_frequency()) for (_, text), info in self._reader}
