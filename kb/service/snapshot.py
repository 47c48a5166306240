"""Makes a copy of a build, which the service then reads in place of the build itself.

The processes that link rulings read it when they start, and the service answers from it when it is
started and the build is damaged or gone: so it must not be files that a build may replace.
`snapshot` copies the build once for all workers of a machine, checks every byte against the
manifest and forbids writing to the copy. Each `BuildCopy` remembers the sizes and times of its
files, which shows whether somebody changed it later.
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
from kb.storage.store import Signature, Store, read_store, signature

#: The directory of the copies below a home, unless `Settings.run` names another.
_SERVING = "build/serving"

#: So many of the newest copies are kept although nobody uses them: the service answers from them
#: when there is no whole build.
_KEPT = 2

#: The permissions of the directory (only the service may use it) and of the files in copies.
_PRIVATE, _READ_ONLY = 0o700, 0o400

#: The names of copies, and what the names of unfinished ones begin with. Anything else in the
#: directory belongs to somebody else.
_NAME, _PARTIAL = re.compile(r"[0-9a-f]{24}"), ".copying-"


@dataclass(frozen=True, eq=False)
class BuildCopy(Store):
    """A copy of a build that is in use: no worker removes it as long as this object exists.

    `written` has the sizes and times that its files had when they were checked.
    """

    written: Signature = ()

    @property
    def changed(self) -> bool:
        """Whether somebody wrote to one of the files, or removed one, since they were checked."""
        return signature(self.directory, self.files) != self.written


def copies_directory(home: Path, run: Path | None) -> Path:
    """The directory of the copies for a home: `run` (`Settings.run`), or one below the home."""
    return run or home / _SERVING


def snapshot(store: Store, directory: Path) -> BuildCopy:
    """The copy of a build in a directory; it is made now unless it is there and undamaged.

    Raises `BuildError` when the build is not as its manifest says, or the copy cannot be written.
    """
    with locked(directory, _unwritable, _PRIVATE):  # one worker copies, the others find it done
        target = directory / _name(store)
        copy = _checked(store, target)
        if copy is None:
            if store.directory != target:
                _write_copy(store, directory, target)
                copy = _checked(store, target)
            if copy is None:
                raise damage_error(store, damage(store) or "a moment ago")
        os.utime(target)  # the copy that was used last counts as the newest
        _remove_old_copies(directory)
        return copy


def copies(directory: Path) -> list[Store]:
    """The undamaged copies in a directory, the newest first."""
    undamaged = []
    for path in _finished(directory):
        with suppress(BuildError):
            store = read_store(path)
            if store is not None and damage(store) is None:
                undamaged.append(store)
    return undamaged


def _name(store: Store) -> str:
    """The name of the copy of a build, a hash: builds of the same content share a copy."""
    content = "\n".join((store.fingerprint, *map(" ".join, sorted(store.files.items()))))
    return hashlib.sha256(content.encode()).hexdigest()[:24]


def _finished(directory: Path) -> list[Path]:
    """The copies in a directory that were finished, damaged or not, the newest first."""
    dated = []
    for path in directory.glob("*"):
        if _NAME.fullmatch(path.name):
            with suppress(FileNotFoundError):  # another worker removed it
                dated.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(dated, reverse=True)]


def _checked(store: Store, target: Path) -> BuildCopy | None:
    """The copy of a build, locked against removal, or None if it is damaged or not there.

    The signature is taken before the check, so that it shows a change during the check too.
    """
    copy = BuildCopy(target, store.fingerprint, store.files, written=signature(target, store.files))
    try:
        handle = os.open(target, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    weakref.finalize(copy, os.close, handle)
    fcntl.flock(handle, fcntl.LOCK_SH)
    return None if damage(copy) else copy


def _write_copy(store: Store, directory: Path, target: Path) -> None:
    """Copy the files of a build into a new directory, check their hashes, then name it `target`."""
    if file_name := damage(store):
        raise damage_error(store, file_name)
    try:
        partial = Path(tempfile.mkdtemp(prefix=_PARTIAL, dir=directory))
        try:
            for name, expected in store.files.items():
                content = (store.directory / name).read_bytes()
                if hashlib.sha256(content).hexdigest() != expected:
                    raise damage_error(store, name)
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
        raise damage_error(store, str(error.filename)) from None
    except OSError as error:
        raise _unwritable(directory, error) from None


def damage(store: Store) -> str | None:
    """The first file of a build that is damaged, or why it cannot be read; None if all are well."""
    try:
        return store.damaged()
    except OSError as error:
        return f"{error.filename}: {error.strerror}"


def _remove_old_copies(directory: Path) -> None:
    """Remove unfinished copies, and all others but the newest and those in use."""
    for path in directory.glob(f"{_PARTIAL}*"):
        shutil.rmtree(path, ignore_errors=True)
    for path in _finished(directory)[_KEPT:]:
        if not _in_use(path):
            shutil.rmtree(path, ignore_errors=True)


def _in_use(path: Path) -> bool:
    """Whether a worker answers from a copy: it holds a shared lock on the directory then."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def damage_error(store: Store, damage: str) -> BuildError:
    """The error to raise for a build with this damage, such as the name of a file."""
    return BuildError(
        f"the build in {store.directory} is damaged ({damage})",
        "Run kodeks build; what is being served stays.",
    )


def _unwritable(directory: Path, error: OSError) -> BuildError:
    return BuildError(
        f"cannot copy the index to {directory}: {error.strerror or error}",
        "Free some space, or name another place with --run or KODEKS_RUN.",
    )
