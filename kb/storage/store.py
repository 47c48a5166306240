"""The build directory: what is in it, whether it is whole, and whether it is of this corpus.

- build/kb/<name>/corpus.toml            the corpus manifest that it was made from
- build/kb/<name>/records/<text>.jsonl   the records of a text, a header line first
- build/kb/<name>/references/<text>.jsonl  what the text cites, a header line first
- build/kb/<name>/titles/<edition>.jsonl  what its laws are called in every language
- build/kb/<name>/concepts.jsonl         the concepts, a header line with the areas first
- build/kb/<name>/mentions/<text>.jsonl  where a text mentions them, a header line first
- build/kb/<name>/layout/<text>.jsonl    the spans that belong to no record, by rule
- build/kb/<name>/search.sqlite3         what a query looks up: forms, words, passages
- build/kb/<name>/index/                 the Whoosh index
- build/kb/<name>/manifest.json          fingerprint and the hash of every file, written last
- build/kb/current                       → <name>, swapped when a build is whole
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import kb
from kb.core.errors import BuildError
from kb.core.ids import ProvisionId
from kb.corpus.manifest import hash_file

MANIFEST = "manifest.json"
MANIFEST_SCHEMA = "kodeks.build/4"
TITLES_SCHEMA = "kodeks.titles/1"
CONCEPTS_SCHEMA = "kodeks.concepts/1"
MENTIONS_SCHEMA = "kodeks.mentions/1"
CURRENT = "current"

#: The corpus manifest of a build: whoever answers from an older build names texts as it does.
CORPUS = "corpus.toml"

#: What a fingerprint covers besides corpus/ and this package: the pinned dependencies.
_LOCK = "requirements/runtime.txt"

_PACKAGE = Path(kb.__file__).parent


#: The number, the size and the times of files: what changes when anybody writes to one.
Signature = tuple[tuple[str, int, int, int, int], ...]


#: What there is of every text, or edition, as JSON Lines.
Lines = Literal["records", "references", "titles", "mentions"]


def build_root(home: Path) -> Path:
    """The directory of the builds of a corpus; nothing else lives in it."""
    return home / "build" / "kb"


def file_name(text: str) -> str:
    """The file name of a text: `bridge-2017_pl` for `bridge-2017/pl`."""
    return text.replace("/", "_")


def fingerprint(home: Path) -> str:
    """A SHA-256 over the corpus, the code and the dependency lock: what a build depends on."""
    digest = hashlib.sha256()
    for line in (*_hashed(home / "corpus", "corpus"), *_hashed(_PACKAGE, "kb")):
        digest.update(line)
    lock = home / _LOCK
    digest.update(lock.read_bytes() if lock.exists() else b"")
    return digest.hexdigest()


def code_fingerprint() -> str:
    """A SHA-256 over the code as it is on disk: a process may be running an older one."""
    return hashlib.sha256(b"".join(_hashed(_PACKAGE, "kb"))).hexdigest()


def _hashed(root: Path, name: str) -> Iterator[bytes]:
    """The name and the hash of every file below a directory that counts, by turns."""
    for path in sorted(p for p in root.rglob("*") if p.is_file() and _counts(p)):
        yield f"{name}/{path.relative_to(root).as_posix()}\0".encode()
        yield hashlib.sha256(path.read_bytes()).digest()


def _counts(path: Path) -> bool:
    return "__pycache__" not in path.parts and not path.name.startswith(".")


@dataclass(frozen=True)
class Store:
    """A whole build: its directory, the fingerprint it was made from, its files by hash."""

    directory: Path
    fingerprint: str
    files: dict[str, str]

    def write_manifest(self) -> None:
        """Write what makes a directory a build; the last of its files."""
        manifest = {
            "schema": MANIFEST_SCHEMA,
            "fingerprint": self.fingerprint,
            "files": self.files,
        }
        path = self.directory / MANIFEST
        path.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")

    def damaged(self) -> str | None:
        """The first file that is missing, not as it was written or not ours; None if all is well.

        A file too many counts: Whoosh opens whatever table of contents is the newest.
        """
        found = {
            path.relative_to(self.directory).as_posix()
            for path in self.directory.rglob("*")
            if path.is_file()
        }
        strange = found ^ {*self.files, MANIFEST}
        if strange:
            return min(strange)
        for name, expected in self.files.items():
            if hash_file(self.directory / name) != expected:
                return name
        return None

    def stale(self, mark: str) -> str | None:
        """Why it cannot be used as it is; None when it has this fingerprint and is whole."""
        if self.fingerprint != mark:
            return "The build is of another version of corpus or code"
        if damaged := self.damaged():
            return f"The build is damaged ({damaged})"
        return None

    def records(self, text: str) -> Iterator[dict[str, Any]]:
        """The records of a text in document order, as `kodeks records` prints them."""
        return self._rows("records", text)

    def by_id(self, text: str) -> dict[str, dict[str, Any]]:
        """The records of a text by their ids, in document order."""
        return {record["id"]: record for record in self.records(text)}

    def provisions(self, text: str) -> Iterator[ProvisionId]:
        """The ids of the provisions of a text, in document order."""
        for record in self.records(text):
            if record["kind"] in ("law", "provision"):
                yield ProvisionId.parse(record["id"])

    def references(self, text: str) -> Iterator[dict[str, Any]]:
        """What a text cites in document order, as `kodeks references` prints it."""
        return self._rows("references", text)

    def references_by_source(self, text: str) -> dict[str, list[dict[str, Any]]]:
        """What each record of a text cites, by the id of the record; none is no key."""
        return _grouped(self.references(text), "from")

    def titles(self, edition: str) -> dict[str, dict[str, dict[str, str]]]:
        """What the laws of an edition are called: law → language → `words`, and `origin`.

        The origin is the text that says so; a title without one is ours.
        """
        return {row["law"]: row["titles"] for row in self._rows("titles", edition)}

    def titles_shown(
        self, edition: str, texts: Collection[str]
    ) -> dict[str, dict[str, dict[str, str]]]:
        """Those `titles` of an edition that are ours, or of texts that may be shown."""
        return {
            law: {
                language: title
                for language, title in titles.items()
                if "origin" not in title or title["origin"] in texts
            }
            for law, titles in Store.titles(self, edition).items()
        }

    def mentions(self, text: str) -> dict[str, list[dict[str, Any]]]:
        """Where the records of a text mention concepts, by the id of the record; none is no key."""
        return _grouped(self._rows("mentions", text), "in")

    def concepts(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The header of the lexicon (its `languages`, `areas`, `forms` …), and the concepts."""
        with (self.directory / "concepts.jsonl").open(encoding="utf-8") as file:
            header, *rows = map(json.loads, file)
        return header, rows

    def lines(self, kind: Lines, text: str) -> Iterator[str]:
        """The JSON Lines of a text, the header line first."""
        path = self.directory / kind / f"{file_name(text)}.jsonl"
        with path.open(encoding="utf-8") as file:
            yield from file

    def _rows(self, kind: Lines, text: str) -> Iterator[dict[str, Any]]:
        lines = self.lines(kind, text)
        next(lines)
        for line in lines:
            yield json.loads(line)


@dataclass(frozen=True)
class HeldStore(Store):
    """A build whose records stay in memory once they were read: for who answers many questions.

    What it gives is shared: it must not be changed. Laws have the titles that are ours, and those
    that texts in `shown` give them.
    """

    shown: frozenset[str] = frozenset()
    _held: dict[tuple[str, str], tuple[dict[str, Any], ...]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _by_id: dict[str, dict[str, dict[str, Any]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _titles: dict[str, dict[str, dict[str, dict[str, str]]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def _rows(self, kind: Lines, text: str) -> Iterator[dict[str, Any]]:
        if (kind, text) not in self._held:
            self._held[kind, text] = tuple(super()._rows(kind, text))
        yield from self._held[kind, text]

    def by_id(self, text: str) -> dict[str, dict[str, Any]]:
        """The records of a text by their ids, in document order."""
        if text not in self._by_id:
            self._by_id[text] = super().by_id(text)
        return self._by_id[text]

    def titles(self, edition: str) -> dict[str, dict[str, dict[str, str]]]:
        """What the laws of an edition are called, as far as it may be shown."""
        if edition not in self._titles:
            self._titles[edition] = self.titles_shown(edition, self.shown)
        return self._titles[edition]


def _grouped(rows: Iterable[dict[str, Any]], key: str) -> dict[str, list[dict[str, Any]]]:
    """Rows by what they have under a key, in their order."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return found


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


def signature(directory: Path, names: Iterable[str]) -> Signature:
    """The signature of some files of a directory; those that are not there are left out."""
    found = []
    for name in sorted(names):
        try:
            stat = os.stat(f"{directory}/{name}")  # noqa: PTH116  # for every search: quicker
        except OSError:
            continue
        found.append((name, stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns))
    return tuple(found)
