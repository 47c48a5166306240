"""A segment: some thousands of rulings in a Whoosh index of one entry, never changed once written.

Whoosh walks through postings one by one in Python, too slowly where thousands of rulings have a
word. So a segment is one entry, and the posting of a term has all its rulings at once as packed
numbers, with how much each is about the term. Facets are sets of bits.

Whoosh unpickles what it finds in a directory. A segment is opened only after its files were
checked against the hashes that were taken when it was written.
"""

from __future__ import annotations

import weakref
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from whoosh import fields, formats, index
from whoosh.filedb.filestore import FileStorage

from kb.corpus.corpus import hash_file
from kb.library.engines.packing import (
    HIGHEST,
    MOST,
    TermPostings,
    bits_in,
    bits_of,
    frequency,
    from_bytes,
    to_bytes,
)
from kb.library.engines.ruling_rows import LibraryDamageError
from kb.library.ruling_document import RulingDocument
from kb.library.seam import FACETS, FacetName
from kb.search.passages import places_of

_TERMS, _FACETS = "terms", "facets"

#: BM25's saturation and how much the length of a ruling counts; a usual length, in words.
_K1, _B, _USUAL = 1.2, 0.5, 350
#: How much a word in a title counts beside one in the text.
_TITLE = 3
#: How many terms a segment keeps as vectors, those that were asked for last.
_KEPT = 256
#: For how many terms it keeps how many rulings have them.
_COUNTED = 4096
#: The type of dates in arrays.
_DATE = "I"


class _WholeBytes(formats.Format):  # type: ignore[misc]  # Whoosh has no type hints
    """A posting whose value may have any length."""


class _Packed(fields.FieldType):  # type: ignore[misc]
    """A field whose terms and postings are given ready-made; Whoosh analyses nothing."""

    indexed = scorable = True
    stored = unique = False
    analyzer = vector = spelling = None
    column_type = None

    def __init__(self) -> None:
        self.format = _WholeBytes()

    def index(
        self, value: Mapping[str, bytes], **_: Any
    ) -> Iterator[tuple[bytes, int, float, bytes]]:
        """The terms as Whoosh writes them; the weight is for its statistics alone."""
        for term in sorted(value):
            yield term.encode(), 1, 1.0, value[term]


class SegmentWriter:
    """Collects rulings, and writes them as a segment."""

    def __init__(self) -> None:
        self._postings: defaultdict[str, TermPostings] = defaultdict(TermPostings)
        self._facets: defaultdict[str, list[int]] = defaultdict(list)
        self._dates = array(_DATE)

    def __len__(self) -> int:
        return len(self._dates)

    @property
    def is_full(self) -> bool:
        """Whether no more rulings have place."""
        return len(self) >= MOST

    @property
    def dates(self) -> bytes:
        """The dates of all rulings in their order."""
        return self._dates.tobytes()

    def add(self, document: RulingDocument) -> int:
        """Add a ruling; returns its position."""
        position = len(self._dates)
        self._dates.append(date_number(document.facts.date))
        for term, impact in impacts(document):
            self._postings[term].add(position, impact)
        for name in FACETS:
            for value in facet_values(document, name):
                self._facets[f"{name} {value}"].append(position)
        return position

    def write(self, directory: Path) -> dict[str, str]:
        """Write the segment into a new directory; returns its files with their hashes."""
        directory.mkdir()
        schema = fields.Schema(**{_TERMS: _Packed(), _FACETS: _Packed()})
        writer = index.create_in(str(directory), schema).writer(limitmb=256)
        facets = {name: to_bytes(bits_of(found)) for name, found in self._facets.items()}
        terms = {term: one.packed(len(self)) for term, one in self._postings.items()}
        writer.add_document(**{_TERMS: terms, _FACETS: facets})
        writer.commit()
        for lock in directory.glob("*_WRITELOCK"):
            lock.unlink()
        return hashes(directory)


def impacts(document: RulingDocument) -> Iterator[tuple[str, int]]:
    """How much a ruling is about each of its terms."""
    in_title = len(document.facts.title)
    norm = _K1 * (1 - _B + _B * document.words / _USUAL)
    for term, offsets in places_of(document.marks).items():
        starts = offsets.split()[::2]
        often = len(starts) + (_TITLE - 1) * sum(int(start) < in_title for start in starts)
        yield term, max(1, round(HIGHEST * often / (often + norm)))


def facet_values(document: RulingDocument, name: FacetName) -> tuple[str, ...]:
    """The values that a ruling has for a facet; "" where the fact is not known."""
    if name == "law":
        return document.laws
    value: str | None = getattr(document.facts, name)
    return (value or "",)


def date_number(date: str | None) -> int:
    """A date as a number: 20190315, 20190300 for a month, 20190000 for a year, 0 for none."""
    if not date:
        return 0
    year, month, day = (*date.split("-"), "0", "0")[:3]
    return int(year) * 10_000 + int(month) * 100 + int(day)


def last_day(number: int) -> int:
    """The last day that a date may mean, as a number: that of a year is its end."""
    if number % 10_000 == 0:
        return number + 1231
    return number + 31 if number % 100 == 0 else number


def hashes(directory: Path) -> dict[str, str]:
    """The files of a directory with their hashes."""
    return {path.name: hash_file(path) for path in sorted(directory.iterdir())}


class Segment:
    """A checked segment, open for reading; `live` has a bit for each ruling that is still there."""

    def __init__(self, directory: Path, number: int, dates: bytes) -> None:
        # Not mapped into memory: cutting a mapped file short ends every process that reads it.
        storage = FileStorage(str(directory), supports_mmap=False, readonly=True)
        try:
            self._reader = storage.open_index().reader()
        except Exception as error:  # what another version of the program has written
            raise LibraryDamageError(f"{directory.name}: {error}") from None
        weakref.finalize(self, self._reader.close)
        self._lock = Lock()  # all postings are read from one file, at one place at a time
        self.name, self.number = directory.name, number
        self.dates = array(_DATE)
        self.dates.frombytes(dates)
        self.live = 0
        self.vector = lru_cache(maxsize=_KEPT)(self._vector)
        self.frequency = lru_cache(maxsize=_COUNTED)(self._frequency)

    def __len__(self) -> int:
        return len(self.dates)

    def remove(self, removed: int) -> None:
        """Say which rulings are removed, of all that were written."""
        self.live = ((1 << len(self.dates)) - 1) & ~removed

    def _vector(self, term: str) -> bytes | None:
        """For each ruling, also those that were removed, how much it is about a term.

        None where none has it.
        """
        packed = self._value(_TERMS, term)
        return TermPostings.vector(packed, len(self)) if packed else None

    def _frequency(self, term: str) -> int:
        """How many rulings have a term."""
        return frequency(self._value(_TERMS, term))

    def having(self, term: str) -> int:
        """The set of the rulings that have a term."""
        return bits_in(self.vector(term) or b"")

    def _value(self, field: str, term: str) -> bytes:
        with self._lock:
            try:
                if (field, term.encode()) not in self._reader:
                    return b""
                value: bytes = self._reader.postings(field, term.encode()).value()
            except Exception as error:  # somebody wrote to its files: anything may be raised
                raise LibraryDamageError(f"{self.name}: {type(error).__name__}") from None
            return value

    @cached_property
    def facets(self) -> dict[FacetName, dict[str, int]]:
        """For each facet its values with the sets of rulings that have them."""
        with self._lock:
            names = [name.decode() for name in self._reader.lexicon(_FACETS)]
        found: dict[FacetName, dict[str, int]] = {name: {} for name in FACETS}
        for name in names:
            facet, _, value = name.partition(" ")
            of_it = next(one for one in FACETS if one == facet)
            found[of_it][value] = from_bytes(self._value(_FACETS, name))
        return found

    def own_words(self, prefix: str) -> list[str]:
        """The terms that begin with a prefix, without it."""
        with self._lock:
            terms = [*self._reader.expand_prefix(_TERMS, prefix.encode())]
        return [term.decode().removeprefix(prefix) for term in terms]

    def dated(self, since: int, until: int) -> int:
        """The set of rulings that may be of some days; one without a date is not."""
        return bits_of(
            [
                at
                for at, date in enumerate(self.dates)
                if date and last_day(date) >= since and date <= until
            ]
        )
