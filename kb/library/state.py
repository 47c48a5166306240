"""Where libraries are kept, and what is known of the files that were read into one.

- build/library/<name>/current        → <mark>, swapped when an index is whole
- build/library/<name>/<mark>/files.json      the files that were read, with their signatures
- build/library/<name>/<mark>/rulings.sqlite3 and segment-…/   what the embedded engine keeps

The rulings of a library in a cluster are in a collection <name>-<mark> there, for which the alias
<name> stands; here are the files that were read into it, in a directory of their own.

A mark is a hash of all that the analysis depends on, so that an index is never mixed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from kb.core.errors import BuildError
from kb.core.stored import Stored
from kb.corpus.corpus import hash_file
from kb.files.atomic import write_whole
from kb.library.cluster_address import ClusterAddress
from kb.library.folders import LibraryFolder
from kb.library.redaction import Redactor
from kb.storage.hashes import HashOf
from kb.storage.store import PACKAGE, Store, hashed

CURRENT = "current"
FILES = "files.json"
_SCHEMA = "kodeks.library-files/1"

#: The wings of the program by which the analysis is done.
_WINGS = (
    "citations",
    "concordance",
    "core",
    "curation/concepts",
    "files",
    "languages",
    "library",
    "linking",
    "search",
)
#: The parts of a build that say nothing of how rulings are analysed.
_OTHER = ("concordance/", "layout/", "plain/", "procedures/", "mentions/")


class FileState(Stored, frozen=True, array_like=True):
    """A file that was read: size, time of change, hash; the id of its ruling, or what was wrong.

    A time of 0 says that the file was written so lately that it may change unseen. `shown` is the
    path of a file that could not be read, with names replaced, else "".
    """

    size: int
    changed: int
    sha256: str
    id: str
    problem: str
    shown: str


class UnreadableFile(NamedTuple):
    """A file that is left out, with names replaced, and why."""

    file: str
    reason: str


class LibraryState(Stored, frozen=True):
    """The files of a library by key; `redact` is the list of names that are replaced, if any."""

    schema: str
    folders: tuple[str, ...]
    redact: str | None
    files: dict[str, FileState]


_READER = msgspec.json.Decoder(LibraryState)


@dataclass(frozen=True)
class LibraryPlace:
    """Where the index of some folders is: below the home of a corpus, or in a cluster."""

    home: Path
    folders: tuple[LibraryFolder, ...]
    cluster: ClusterAddress | None = None

    @property
    def root(self) -> Path:
        """The directory of the library; what a cluster has of it is known in one of its own."""
        directory = self.home / "build" / "library"
        if self.cluster is None:
            return directory / self.name
        where = f"{self.cluster}"  # without the key, which may be another one tomorrow
        return directory / f"{self.name}-{hashlib.sha256(where.encode()).hexdigest()[:8]}"

    @property
    def name(self) -> str:
        """The name of the library: that of its first folder, and a hash of all."""
        names = sorted(folder.name for folder in self.folders)
        first = names[0].rstrip("/").rpartition("/")[2].lower()
        plain = "".join(char if char.isascii() and char.isalnum() else "-" for char in first)[:30]
        mark = hashlib.sha256("\n".join(names).encode(errors="surrogateescape")).hexdigest()[:10]
        before = f"{self.cluster.name}-" if self.cluster and self.cluster.name else ""
        return f"{before}{plain}-{mark}"

    @property
    def current(self) -> Path:
        """The directory of the index in use, whether there is one or not."""
        return self.root / CURRENT

    def names_to_replace(self, usual: Path | None) -> Path | None:
        """The list of names that the index in use was made with, else the usual one."""
        state = self.state(self.current)
        return Path(state.redact) if state and state.redact else usual

    def state(self, directory: Path) -> LibraryState | None:
        """What is known of the files of an index; None where there is no index, or an old one."""
        try:
            state = _READER.decode((directory / FILES).read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except msgspec.DecodeError:
            return None
        except OSError as error:
            raise BuildError(
                f"{directory / FILES}: {error.strerror}", "Make build/ a readable directory."
            ) from None
        return state if state.schema == _SCHEMA else None

    def keep(
        self, directory: Path, files: dict[str, FileState], redact: str | None
    ) -> LibraryState:
        """Write what is known of the files, in one step."""
        state = LibraryState(_SCHEMA, tuple(one.name for one in self.folders), redact, files)
        write_whole(directory / FILES, msgspec.json.encode(state) + b"\n")
        return state


def analysis_mark(store: Store, redactor: Redactor, hash_of: HashOf = hash_file) -> str:
    """A hash of what the analysis depends on: parts of the build and of the program, the names."""
    digest = hashlib.sha256(redactor.mark.encode())
    for name, content in sorted(store.files.items()):
        if not name.startswith(_OTHER):
            digest.update(f"{name} {content}\n".encode())
    for wing in _WINGS:
        for line in hashed(PACKAGE / wing, hash_of):
            digest.update(line)
    return digest.hexdigest()[:24]
