"""Writes files atomically (the old one stays until the new one is whole), and locks directories."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically; raises `OSError` and leaves the old file alone when that fails.

    A symbolic link stays a link: the file that it leads to is replaced. A pipe or a device cannot
    be replaced; it is written into.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        partial.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


@contextmanager
def locked(
    directory: Path, refuse: Callable[[Path, OSError], Exception], mode: int = 0o777
) -> Iterator[None]:
    """Let one process at a time into the block; the others wait.

    The lock is a file in `directory`, which is created with `mode` if it is missing. When that
    is impossible, raises the exception that `refuse` makes of the directory and the `OSError`.
    """
    try:
        directory.mkdir(mode=mode, parents=True, exist_ok=True)
        file = (directory / ".lock").open("w")
    except OSError as error:
        raise refuse(directory, error) from None
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _umask() -> int:
    """The permissions that this process takes from new files.

    The system call that reads the mask also sets it, so the mask is put back.
    """
    mask = os.umask(0)
    os.umask(mask)
    return mask
