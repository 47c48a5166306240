"""The index of a concordance: documents with the places of their words, written with Whoosh.

The same documents give the same bytes every time. Whoosh unpickles what it finds in an index: open
only files that were checked (kb.storage.store does).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from whoosh import fields
from whoosh.codec.whoosh3 import W3Codec, W3Segment
from whoosh.filedb.filestore import RamStorage
from whoosh.filedb.structfile import BufferFile
from whoosh.formats import Characters
from whoosh.reading import MultiReader
from whoosh.searching import Searcher

from kb.languages.letters import WORD
from kb.languages.stemming import fold

#: The directory of the index in a build.
CONCORDANCE: Final = "concordance"

#: The field of the words, and that which keeps the document.
WORDS: Final = "words"
_KEPT: Final = "kept"

#: The fields that narrow a query, with what people may write for each.
NARROWING: Final = ("lang", "text", "edition", "kind", "law", "id", "plain")

#: What `plain:` may be.
YES, NO = "yes", "no"

#: What stands between two parts of a document, and how many words apart that puts them: no phrase
#: goes from one part into the next.
BREAK: Final = "\n"
_APART = 16


class ConcordanceDocument(NamedTuple):
    """A record in one language, or anything else with words.

    `text` is the id of its text (that of an edition and a language for plain words), `id` its own
    id there, `law` the law that it belongs to, "" for none. `heading` is what readers know it by.
    `words` are all its words, whose parts (a heading, a cell of a table) are divided by BREAK.
    """

    text: str
    edition: str
    id: str
    kind: str
    law: str
    language: str
    heading: str
    words: str
    plain: bool = False

    @property
    def narrowed(self) -> dict[str, str]:
        """The value of each field that narrows a query, as it is compared."""
        plain = YES if self.plain else NO
        values = (self.language, self.text, self.edition, self.kind, self.law, self.id, plain)
        return {name: compared(value) for name, value in zip(NARROWING, values, strict=True)}


def compared(value: str) -> str:
    """A value of a field as values are compared: in small letters."""
    return value.lower()


class _WordField(fields.FieldType):  # type: ignore[misc]  # Whoosh has no type hints
    """Words in small letters without accents, with their number and their offsets."""

    indexed = True
    scorable = stored = unique = False
    analyzer = vector = spelling = column_type = None

    def __init__(self) -> None:
        self.format = Characters()

    def index(self, value: str, **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        """The words as Whoosh writes them; the weight is for its statistics alone."""
        places: dict[str, list[tuple[int, int, int]]] = {}
        for number, start, end, word in _numbered(value):
            places.setdefault(word, []).append((number, start, end))
        for word in sorted(places):
            found = places[word]
            yield word.encode(), len(found), 1.0, self.format.encode(found)


class _ValueField(fields.ID):  # type: ignore[misc]
    """A value that narrows a query, written as it is compared."""


class _Codec(W3Codec):  # type: ignore[misc]
    """Whoosh's own format, in files whose names are the same every time."""

    def new_segment(self, storage: object, indexname: str) -> W3Segment:  # noqa: ARG002  # Whoosh's
        return W3Segment(self, indexname, segid="0")


class _Memory(RamStorage):  # type: ignore[misc]
    """Files in memory alone, each of which is there once, however often it is opened."""

    def open_file(self, name: str, **_: Any) -> BufferFile:
        """A file to read. Whoosh's own method copies it."""
        return BufferFile(self.files[name], name=name)

    def temp_storage(self, name: str | None = None) -> RamStorage:  # noqa: ARG002  # Whoosh's
        """A place for what is in the making. Whoosh's own is one directory for all processes."""
        return _Memory()


def _numbered(words: str) -> Iterator[tuple[int, int, int, str]]:
    """Every word of a document: its number, its offsets, and itself as it is compared."""
    number = start_of_part = 0
    for part in words.split(BREAK):
        for match in WORD.finditer(part):
            start, end = match.span()
            yield number, start_of_part + start, start_of_part + end, fold(match[0])
            number += 1
        number += _APART
        start_of_part += len(part) + len(BREAK)


def write_concordance(directory: Path, documents: Iterable[ConcordanceDocument]) -> None:
    """Write the index of documents into a new directory; it keeps their order.

    Raises `OSError` when it cannot be written.
    """
    narrowing = {name: _ValueField() for name in NARROWING}
    schema = fields.Schema(**{WORDS: _WordField(), _KEPT: fields.STORED(), **narrowing})
    memory = _Memory()
    writer = memory.create_index(schema).writer(codec=_Codec(), compound=False)
    for document in documents:
        values = {name: value for name, value in document.narrowed.items() if value}
        kept = tuple(document)
        writer.add_document(**{WORDS: document.words, _KEPT: kept, **values})
    writer.commit()
    directory.mkdir()
    for name, content in memory.files.items():
        (directory / name).write_bytes(content)


class ConcordancePart(NamedTuple):
    """An index: its files by their names, which were checked, and the ids that count of it.

    `None` stands for all ids: nothing was taken away since it was written.
    """

    files: Mapping[str, bytes]
    ids: Collection[str] | None = None


def open_concordance(
    *parts: ConcordancePart,
) -> tuple[Any, tuple[ConcordanceDocument | None, ...]]:
    """Whoosh's searcher over indexes as over one, and their documents by number.

    None stands for one that does not count any more. It reads nothing but the bytes of the parts.
    """
    readers, documents = [], list[ConcordanceDocument | None]()
    for files, ids in parts:
        memory = _Memory()
        memory.files.update(files)
        reader = memory.open_index().reader()
        kept = (ConcordanceDocument(*row[_KEPT]) for row in reader.all_stored_fields())
        documents += (one if ids is None or one.id in ids else None for one in kept)
        readers.append(reader)
    return Searcher(MultiReader(readers) if len(readers) > 1 else readers[0]), tuple(documents)
