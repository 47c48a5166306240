"""The callback through which long work reports its progress."""

from __future__ import annotations

from collections.abc import Callable

#: Long work calls this before each step with the name of the step, the number of steps that are
#: done, and how many there are.
Progress = Callable[[str, int, int], None]


def silent(step: str, done: int, total: int) -> None:
    """A `Progress` for callers that do not want to be told."""
