"""Writing a file in one step: the old one stays until the new one is whole. One at a time."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file in one step; raises `OSError` and leaves what was there when that fails.

    A link stays one: what it leads to is written. What is no file (a pipe, a device) is written
    into.
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
    """One process at a time in a directory, which is made with this mode; others wait.

    Raises what `refuse` makes of the error when it cannot be made, or not be written to.
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
    """What new files are not to allow; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
