"""The build directory: what is in it, whether it is whole, and whether it is of this corpus.

- build/kb/<name>/corpus.toml            the corpus manifest that it was made from
- build/kb/<name>/records/<text>.jsonl   the records of a text, a header line first
- build/kb/<name>/references/<text>.jsonl  what the text cites, a header line first
- build/kb/<name>/titles/<edition>.jsonl  what its laws are called in every language
- build/kb/<name>/plain/<edition>.jsonl   what its provisions say in plain words
- build/kb/<name>/procedures/<edition>.jsonl  the way from what happened to the ruling
- build/kb/<name>/concepts.jsonl         the concepts, a header line with the areas first
- build/kb/<name>/mentions/<text>.jsonl  where a text mentions them, a header line first
- build/kb/<name>/layout/<text>.jsonl    the spans that belong to no record, by rule
- build/kb/<name>/search.sqlite3         what a query looks up: forms, words, postings, passages
- build/kb/<name>/concordance/           the Whoosh index of every place of every word
- build/kb/<name>/manifest.json          fingerprint and the hash of every file, written last
- build/kb/current                       → <name>, swapped when a build is whole
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import kb
from kb.core.errors import BuildError
from kb.core.ids import ProvisionId
from kb.core.orders import grouped
from kb.corpus.corpus import hash_file
from kb.storage.hashes import HashOf

if TYPE_CHECKING:
    from msgspec.json import Decoder

    from kb.core.concepts import Concept, LexiconHeader, Mention
    from kb.core.plain import PlainText
    from kb.core.procedures import Procedures
    from kb.core.references import Reference
    from kb.core.stored_records import StoredRecord
    from kb.core.titles import LawTitle

MANIFEST = "manifest.json"
MANIFEST_SCHEMA = "kodeks.build/5"
TITLES_SCHEMA = "kodeks.titles/1"
PLAIN_SCHEMA = "kodeks.plain/1"
CONCEPTS_SCHEMA = "kodeks.concepts/1"
MENTIONS_SCHEMA = "kodeks.mentions/1"
CURRENT = "current"

#: The corpus manifest of a build: an older build is served with the names that it was made with.
CORPUS = "corpus.toml"

#: What a fingerprint covers besides corpus/ and this package: the pinned dependencies.
_LOCK = "requirements/runtime.txt"

#: The directory of the program.
PACKAGE = Path(kb.__file__).parent


#: For each file its name, inode, size and times, of which one changes when anybody writes to it.
Signature = tuple[tuple[str, int, int, int, int], ...]


#: The kinds of JSON Lines: of each there is a file for every text, or every edition.
Lines = Literal["records", "references", "titles", "plain", "procedures", "mentions"]

_Row = TypeVar("_Row")
_Whole = TypeVar("_Whole", bytes, mmap)


def build_root(home: Path) -> Path:
    """The directory of the builds of a corpus; nothing else lives in it."""
    return home / "build" / "kb"


def file_name(text: str) -> str:
    """The file name of a text: `rules-2017_xx` for `rules-2017/xx`."""
    return text.replace("/", "_")


def fingerprint(home: Path, hash_of: HashOf = hash_file) -> str:
    """A SHA-256 over the corpus, the code and the dependency lock: what a build depends on."""
    digest = hashlib.sha256()
    for line in (*hashed(home / "corpus", hash_of), *hashed(PACKAGE, hash_of)):
        digest.update(line)
    lock = home / _LOCK
    digest.update(lock.read_bytes() if lock.exists() else b"")
    return digest.hexdigest()


def code_fingerprint() -> str:
    """A SHA-256 over the code on disk, which may be newer than the code that is running."""
    return hashlib.sha256(b"".join(hashed(PACKAGE, hash_file))).hexdigest()


def hashed(root: Path, hash_of: HashOf) -> Iterator[bytes]:
    """The name and the hash of every file below a directory that counts, by turns."""
    top = str(root.parent)
    for path in sorted(path for path in _below(str(root)) if _counts(path)):
        yield f"{path.removeprefix(top)}\0{hash_of(path)}".encode()


def _below(directory: str) -> Iterator[str]:
    """The paths of all files below a directory, in no order."""
    for above, _, names in os.walk(directory):
        for name in names:
            yield f"{above}/{name}"


def _counts(path: str) -> bool:
    return "/__pycache__/" not in path and not path.rpartition("/")[2].startswith(".")


@dataclass(frozen=True)
class Store:
    """A whole build: its directory, the fingerprint it was made from, its files by hash.

    What reads records is imported where it is needed: many commands need only the database.
    """

    directory: Path
    fingerprint: str
    files: dict[str, str]

    def write_manifest(self) -> None:
        """Write the manifest, the last file of a build: without it a directory is none."""
        manifest = {
            "schema": MANIFEST_SCHEMA,
            "fingerprint": self.fingerprint,
            "files": self.files,
        }
        path = self.directory / MANIFEST
        path.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")

    def damaged(self, hash_of: HashOf = hash_file) -> str | None:
        """The first file that is missing, not as it was written or not ours; None if all is well.

        A file too many is damage too: nobody knows who put it there.
        """
        root = f"{self.directory}/"
        present = {path.removeprefix(root) for path in _below(str(self.directory))}
        strange = present ^ {*self.files, MANIFEST}
        if strange:
            return min(strange)
        for name, expected in self.files.items():
            if hash_of(f"{root}{name}") != expected:
                return name
        return None

    def stale(self, mark: str, hash_of: HashOf = hash_file) -> str | None:
        """Why the build cannot be used; None when it has this fingerprint and is whole."""
        if self.fingerprint != mark:
            return "The build is of another version of corpus or code"
        if damaged := self.damaged(hash_of):
            return f"The build is damaged ({damaged})"
        return None

    def checked_bytes(self, name: str) -> bytes:
        """What is in a file of the build; raises `BuildError` if it is not as it was written."""
        return self._checked(name, Path.read_bytes)

    def checked_map(self, name: str) -> mmap:
        """The same as a map of the file: who makes something else of it needs no room for both."""
        return self._checked(name, _mapped)

    def _checked(self, name: str, read: Callable[[Path], _Whole]) -> _Whole:
        with suppress(OSError, ValueError):  # the latter for a map of an empty file
            content = read(self.directory / name)
            if hashlib.sha256(content).hexdigest() == self.files.get(name):
                return content
        message = f"the build is damaged ({name})"
        raise BuildError(message, "kodeks build --force makes it anew.")

    def records(self, text: str) -> Iterator[StoredRecord]:
        """The records of a text in document order. Raises `BuildError` for a damaged line."""
        from kb.storage.decoders import RECORDS

        return iter(self._rows("records", text, RECORDS))

    def by_id(self, text: str) -> dict[str, StoredRecord]:
        """The records of a text by their ids, in document order."""
        return {record.id: record for record in self.records(text)}

    def provisions(self, text: str) -> Iterator[ProvisionId]:
        """The ids of the provisions of a text, in document order."""
        from kb.core.stored_records import RuleRecord

        for record in self.records(text):
            if isinstance(record, RuleRecord):
                yield ProvisionId.parse(record.id)

    def references(self, text: str) -> Iterator[Reference]:
        """What a text cites in document order. Raises `BuildError` for a damaged line."""
        from kb.storage.decoders import REFERENCES

        return iter(self._rows("references", text, REFERENCES))

    def references_by_source(self, text: str) -> dict[str, list[Reference]]:
        """What each record of a text cites, by its id; a record that cites nothing is no key."""
        return grouped(self.references(text), lambda reference: reference.source)

    def titles(self, edition: str) -> dict[str, dict[str, LawTitle]]:
        """What the laws of an edition are called: law → language → title."""
        from kb.storage.decoders import TITLES

        return {row.law: row.titles for row in self._rows("titles", edition, TITLES)}

    def titles_shown(self, edition: str, texts: Collection[str]) -> dict[str, dict[str, LawTitle]]:
        """Those `titles` of an edition that are ours, or of texts that may be shown."""
        return {
            law: {
                language: title
                for language, title in titles.items()
                if title.origin is None or title.origin in texts
            }
            for law, titles in Store.titles(self, edition).items()
        }

    def plain(self, edition: str) -> Iterator[PlainText]:
        """What the provisions of an edition say in plain words, in the order of the book."""
        from kb.storage.decoders import PLAIN

        return iter(self._rows("plain", edition, PLAIN))

    def procedures(self, edition: str) -> Procedures:
        """The procedures of an edition in their order. Raises `BuildError` for a damaged line."""
        from kb.core.procedures import Procedures
        from kb.storage.decoders import PROCEDURES, PROCEDURES_HEADER

        path = self._path("procedures", edition)
        first, _, rows = path.read_bytes().partition(b"\n")
        header = _read_line(path, 1, first, PROCEDURES_HEADER)
        return Procedures(header, {one.id: one for one in _read_lines(path, rows, PROCEDURES)})

    def mentions(self, text: str) -> dict[str, list[Mention]]:
        """The mentions of concepts by the id of the record; a record without any is no key."""
        from kb.storage.decoders import MENTIONS

        return grouped(self._rows("mentions", text, MENTIONS), lambda mention: mention.source)

    def concepts(self) -> tuple[LexiconHeader, list[Concept]]:
        """The header of the lexicon (its languages, areas, forms …), and the concepts.

        Raises `BuildError` for a damaged line.
        """
        from kb.storage.decoders import CONCEPTS, LEXICON

        path = self.directory / "concepts.jsonl"
        header, _, rows = path.read_bytes().partition(b"\n")
        return _read_line(path, 1, header, LEXICON), _read_lines(path, rows, CONCEPTS)

    def lines(self, kind: Lines, text: str) -> Iterator[str]:
        """The JSON Lines of a text as they are, the header line first."""
        with self._path(kind, text).open(encoding="utf-8") as file:
            yield from file

    def _path(self, kind: Lines, text: str) -> Path:
        return self.directory / kind / f"{file_name(text)}.jsonl"

    def _rows(self, kind: Lines, text: str, decoder: Decoder[_Row]) -> Iterable[_Row]:
        """What the lines after the header hold."""
        path = self._path(kind, text)
        _, _, rows = path.read_bytes().partition(b"\n")
        return _read_lines(path, rows, decoder)


@dataclass(frozen=True)
class HeldStore(Store):
    """A build whose records stay in memory once they were read, to answer many questions.

    Nobody may change what it gives, because all share it. Laws have the titles that are ours and
    those of texts in `shown`.
    """

    shown: frozenset[str] = frozenset()
    # `Any` stands for the class of the rows, another one for each kind.
    _held: dict[tuple[Lines, str], Iterable[Any]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _by_id: dict[str, dict[str, StoredRecord]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _titles: dict[str, dict[str, dict[str, LawTitle]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _procedures: dict[str, Procedures] = field(default_factory=dict, repr=False, compare=False)

    def _rows(self, kind: Lines, text: str, decoder: Decoder[_Row]) -> Iterable[_Row]:
        if (kind, text) not in self._held:
            self._held[kind, text] = super()._rows(kind, text, decoder)
        return self._held[kind, text]

    def by_id(self, text: str) -> dict[str, StoredRecord]:
        """The records of a text by their ids, in document order."""
        if text not in self._by_id:
            self._by_id[text] = super().by_id(text)
        return self._by_id[text]

    def titles(self, edition: str) -> dict[str, dict[str, LawTitle]]:
        """What the laws of an edition are called, as far as it may be shown."""
        if edition not in self._titles:
            self._titles[edition] = self.titles_shown(edition, self.shown)
        return self._titles[edition]

    def procedures(self, edition: str) -> Procedures:
        """The procedures of an edition in their order."""
        if edition not in self._procedures:
            self._procedures[edition] = super().procedures(edition)
        return self._procedures[edition]


def _read_lines(path: Path, rows: bytes, decoder: Decoder[_Row]) -> list[_Row]:
    """What the lines of a file after its header hold."""
    try:
        return decoder.decode_lines(rows)
    except ValueError:  # it does not say which line is damaged: read them one by one
        lines = enumerate(rows.removesuffix(b"\n").split(b"\n"), 2)
        return [_read_line(path, number, line, decoder) for number, line in lines]


def _read_line(path: Path, number: int, line: bytes, decoder: Decoder[_Row]) -> _Row:
    """What a line of a file holds; raises `BuildError` if the decoder cannot read it."""
    try:
        return decoder.decode(line)
    except ValueError as error:  # msgspec's DecodeError, or bytes that are no UTF-8
        raise BuildError(
            f"{path}:{number}: {error}", "kodeks build --force makes it anew."
        ) from None


def current(home: Path) -> Store | None:
    """The build in use, or None when there is none that has a readable manifest.

    Raises `BuildError` when the build directory cannot be read.
    """
    return read_store(build_root(home) / CURRENT)


def read_store(directory: Path) -> Store | None:
    """The build in a directory, or None when it has no readable manifest.

    Raises `BuildError` when the directory cannot be read.
    """
    path = directory / MANIFEST
    try:
        target = directory.resolve()  # first: a link may lead elsewhere a moment later
        raw = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
        if raw["schema"] != MANIFEST_SCHEMA:
            return None
        files = {str(name): str(digest) for name, digest in raw["files"].items()}
        return Store(target, str(raw["fingerprint"]), files)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, KeyError, TypeError, AttributeError, RuntimeError):
        return None
    except OSError as error:
        raise BuildError(f"{path}: {error.strerror}", "Make build/ a readable directory.") from None


def _mapped(path: Path) -> mmap:
    with path.open("rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)


def signature(directory: Path, names: Iterable[str]) -> Signature:
    """The signature of some files of a directory, without those that are missing."""
    entries = []
    for name in sorted(names):
        try:
            stat = os.stat(f"{directory}/{name}")  # noqa: PTH116  # for every search: quicker
        except OSError:
            continue
        entries.append((name, stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns))
    return tuple(entries)
