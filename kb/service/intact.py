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
    """Whether the files still have the size and the times that the signature has of them."""
    return signature(directory, [name for name, *_ in written]) == written


def changed() -> BuildError:
    """The error to raise when somebody has written to a copy that is in use."""
    return BuildError("the index was changed on disk", "It is being copied anew: ask again soon.")


@contextmanager
def unless(is_changed: Callable[[], bool]) -> Iterator[None]:
    """Discard what the block did if somebody wrote to the copy meanwhile.

    Raises `BuildError` if somebody did, also in the place of what went wrong.
    """
    try:
        yield
    finally:
        if is_changed():
            raise changed()
