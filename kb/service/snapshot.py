"""A copy of a build that nobody else writes to, shared by all workers of a machine.

Whoosh and SQLite read their files while they answer. Whoever damages or removes those of build/kb
changes nothing that is being served: it is copied once, every byte checked against the manifest on
the way, and the copy is made for reading only. Who writes to the copy all the same is noticed
before an answer from it leaves.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import tempfile
import weakref
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kb.core.errors import BuildError
from kb.files.atomic import locked
from kb.search.database import FILE
from kb.search.engines.whoosh import INDEX
from kb.service.integrity import is_intact
from kb.storage.store import Signature, Store, read_store, signature

#: Where the copies are, below a home, unless a setting says otherwise.
_SERVING = "build/serving"

#: Copies that stay although nobody uses them: the newest, for when there is no whole build.
_KEPT = 2

#: Who may do what: the directory is ours alone, its files are not written to again.
_OURS, _READ_ONLY = 0o700, 0o400

#: What copies are called, and those that are being made: all else in the directory is not ours.
_COPY, _PARTIAL = re.compile(r"[0-9a-f]{24}"), ".copying-"


@dataclass(frozen=True, eq=False)
class BuildCopy(Store):
    """A copy of a build that is in use: nobody removes it until it is no longer.

    It knows whether somebody wrote to it.
    """

    written: Signature = ()

    @property
    def changed(self) -> bool:
        """Whether somebody wrote to one of its files, or took one away, since it was checked."""
        return signature(self.directory, self.files) != self.written

    @property
    def search_changed(self) -> bool:
        """Whether somebody wrote to what is read for every search; all else is in memory."""
        searched = tuple(one for one in self.written if _is_searched(one[0]))
        return not is_intact(self.directory, searched)


def _is_searched(name: str) -> bool:
    return name == FILE or name.startswith(f"{INDEX}/")


def place(home: Path, run: Path | None) -> Path:
    """Where the copies for a home are: `run`, or below the home."""
    return run or home / _SERVING


def snapshot(store: Store, directory: Path) -> BuildCopy:
    """The copy of a build below a directory, made now unless it is there and whole.

    Raises `BuildError` when the build is not as its manifest says, or there is no place for it.
    """
    with locked(directory, _unwritable, _OURS):  # one worker copies, the others find it done
        target = directory / _name(store)
        copy = _checked(store, target)
        if copy is None:
            if store.directory != target:
                _copy(store, directory, target)
                copy = _checked(store, target)
            if copy is None:
                raise damaged(store, damage(store) or "a moment ago")
        os.utime(target)  # the newest are kept
        _tidy(directory)
        return copy


def copies(directory: Path) -> list[Store]:
    """The copies below a directory that are whole, the newest first."""
    found = []
    for path in _named(directory):
        with suppress(BuildError):
            store = read_store(path)
            if store is not None and damage(store) is None:
                found.append(store)
    return found


def _name(store: Store) -> str:
    """What the copy of a build is called: builds of the same content share one."""
    content = "\n".join((store.fingerprint, *map(" ".join, sorted(store.files.items()))))
    return hashlib.sha256(content.encode()).hexdigest()[:24]


def _named(directory: Path) -> list[Path]:
    """The copies below a directory, the newest first; without those that broke off."""
    dated = []
    for path in directory.glob("*"):
        if _COPY.fullmatch(path.name):
            with suppress(FileNotFoundError):  # another worker removed it
                dated.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(dated, reverse=True)]


def _checked(store: Store, target: Path) -> BuildCopy | None:
    """The copy of a build, held, if it is there and whole; its signature is from before that."""
    copy = BuildCopy(target, store.fingerprint, store.files, written=signature(target, store.files))
    try:
        handle = os.open(target, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    weakref.finalize(copy, os.close, handle)
    fcntl.flock(handle, fcntl.LOCK_SH)
    return None if damage(copy) else copy


def _copy(store: Store, directory: Path, target: Path) -> None:
    """Copy every file of a build that has the hash it should have, then give the copy its name."""
    if found := damage(store):
        raise damaged(store, found)
    try:
        partial = Path(tempfile.mkdtemp(prefix=_PARTIAL, dir=directory))
        try:
            for name, expected in store.files.items():
                content = (store.directory / name).read_bytes()
                if hashlib.sha256(content).hexdigest() != expected:
                    raise damaged(store, name)
                file = partial / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
                file.chmod(_READ_ONLY)
            Store(partial, store.fingerprint, store.files).write_manifest()
            shutil.rmtree(target, ignore_errors=True)
            partial.replace(target)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
    except FileNotFoundError as error:
        raise damaged(store, str(error.filename)) from None
    except OSError as error:
        raise _unwritable(directory, error) from None


def damage(store: Store) -> str | None:
    """The first file of a build that is damaged or cannot be read; None if all are well."""
    try:
        return store.damaged()
    except OSError as error:
        return f"{error.filename}: {error.strerror}"


def _tidy(directory: Path) -> None:
    """Remove all copies but the newest and those in use, and what is left of those that broke off.

    What else is in the directory is none of ours.
    """
    for path in directory.glob(f"{_PARTIAL}*"):
        shutil.rmtree(path, ignore_errors=True)
    for path in _named(directory)[_KEPT:]:
        if not _in_use(path):
            shutil.rmtree(path, ignore_errors=True)


def _in_use(path: Path) -> bool:
    """Whether a worker answers from a copy."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def damaged(store: Store, name: str) -> BuildError:
    """The error to raise for a build with this damage."""
    return BuildError(
        f"the build in {store.directory} is damaged ({name})",
        "Run kodeks build; what is being served stays.",
    )


def _unwritable(directory: Path, error: OSError) -> BuildError:
    return BuildError(
        f"cannot copy the index to {directory}: {error.strerror or error}",
        "Free some space, or name another place with --run or KODEKS_RUN.",
    )
