"""The files of a library: what stands in its folders, and whether it has changed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kb.core.errors import NotFoundError
from kb.linking.documents.ruling import SUFFIXES
from kb.linking.limits import BadDocumentError

#: The most files that a library may have.
MOST_FILES = 500_000


@dataclass(frozen=True)
class LibraryFolder:
    """A folder with rulings, called by its path below the home, if it is there."""

    path: Path
    name: str

    @classmethod
    def of(cls, path: Path, home: Path) -> LibraryFolder:
        """The folder at a path; relative ones are below the working directory."""
        whole = Path(os.path.abspath(path))  # noqa: PTH100  # links in it stay as they were named
        return cls(whole, named(whole, home))


def named(path: Path, home: Path) -> str:
    """A path below the home, or as it is elsewhere."""
    return path.relative_to(home).as_posix() if path.is_relative_to(home) else path.as_posix()


class FoundFile(NamedTuple):
    """A file with its path below its folder, and a key that no other file of a library has.

    `size` and `changed`, the time of the last change in nanoseconds, say whether it was changed.
    """

    path: str
    shown: str
    key: str
    size: int
    changed: int


def files_in(
    folders: Sequence[LibraryFolder], on_problem: Callable[[str, str, str], None]
) -> Iterator[FoundFile]:
    """The rulings in folders and below, by folder and path, without hidden ones.

    A symbolic link is not followed; `on_problem` is called with its path and key, and why it was
    left out, and so for a folder that cannot be read. Raises `NotFoundError` where there is no
    such folder, `BadDocumentError` for more than `MOST_FILES`.
    """
    count = 0
    for folder in folders:
        if not folder.path.is_dir():
            raise NotFoundError(f"{folder.path}: there is no such folder of rulings")
        for entry, shown in _below(folder, on_problem):
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError as error:  # it was removed a moment ago
                on_problem(shown, file_key(folder, shown), str(error.strerror))
                continue
            count += 1
            if count > MOST_FILES:
                raise BadDocumentError(
                    f"{folder.path}: more than {MOST_FILES} rulings", "Make several libraries."
                )
            key = file_key(folder, shown)
            yield FoundFile(entry.path, shown, key, status.st_size, status.st_mtime_ns)


def file_key(folder: LibraryFolder, shown: str) -> str:
    """The key of a file: a hash, since a path may have a name in it that nobody is to read."""
    return hashlib.sha256(f"{folder.name}\0{shown}".encode(errors="surrogateescape")).hexdigest()[
        :32
    ]


def _suffix(name: str) -> str:
    """The suffix of a file; a `Path` for each of thousands would take longer than all else."""
    stem, dot, suffix = name.rpartition(".")
    return f".{suffix.lower()}" if dot and stem else ""


def _below(
    folder: LibraryFolder, on_problem: Callable[[str, str, str], None]
) -> Iterator[tuple[os.DirEntry[str], str]]:
    """The files below a folder with their paths there, those of a folder before its folders."""
    waiting = [(str(folder.path), "")]
    while waiting:
        directory, prefix = waiting.pop()
        try:
            with os.scandir(directory) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            on_problem(prefix, file_key(folder, prefix), str(error.strerror))
            continue
        inside: list[tuple[str, str]] = []
        for entry in entries:
            shown = f"{prefix}{entry.name}"
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                inside.append((entry.path, f"{shown}/"))
            elif _suffix(entry.name) in SUFFIXES or entry.is_symlink():
                if entry.is_file(follow_symlinks=False):
                    yield entry, shown
                else:
                    reason = "a symbolic link" if entry.is_symlink() else "not a file"
                    on_problem(shown, file_key(folder, shown), reason)
        waiting += reversed(inside)
