"""Whether the copy of a build that is being served is still as it was when it was checked.

An answer from a copy that somebody has changed is discarded. The processes that link rulings import
this module too, so it must stay small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kb.core.errors import BuildError
from kb.storage.store import Signature, signature


def is_intact(directory: Path, written: Signature) -> bool:
    """Whether all files in a signature still have the size and the times that it gives them."""
    return signature(directory, [name for name, *_ in written]) == written


def copy_changed() -> BuildError:
    """The error to raise when somebody has written to a copy that is in use."""
    return BuildError("the index was changed on disk", "It is being copied anew: ask again soon.")


@contextmanager
def discard_if(is_changed: Callable[[], bool]) -> Iterator[None]:
    """Discard what the block returns or raises if the copy has been written to by its end.

    Raises `BuildError` then, in the place of any other error.
    """
    try:
        yield
    finally:
        if is_changed():
            raise copy_changed()
