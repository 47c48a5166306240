"""How long work says how far it is."""

from __future__ import annotations

from collections.abc import Callable

#: Called before each step with what is done, the number of steps done and their total.
Progress = Callable[[str, int, int], None]


def silent(step: str, done: int, total: int) -> None:
    """A `Progress` that says nothing."""
