"""A copy of a build stays as it was when it was checked: what is made of another does not count.

Processes that link rulings import this too: it must stay small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kb.core.errors import BuildError
from kb.storage.store import Signature, signature


def is_intact(directory: Path, written: Signature) -> bool:
    """Whether the files of a signature still have it."""
    return signature(directory, [name for name, *_ in written]) == written


def changed() -> BuildError:
    """What is said when somebody has written to a copy that is in use."""
    return BuildError("the index was changed on disk", "It is being copied anew: ask again soon.")


@contextmanager
def unless(is_changed: Callable[[], bool]) -> Iterator[None]:
    """What is done in this context counts only if nobody wrote to the copy meanwhile.

    Raises `BuildError` if somebody did, also in the place of what went wrong.
    """
    try:
        yield
    finally:
        if is_changed():
            raise changed()
