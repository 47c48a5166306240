"""The place of a fault in what somebody typed: what stands around it, and a line that points."""

from __future__ import annotations

from rich.cells import cell_len

from kb.core.errors import PlacedError

#: How many characters are shown before and behind the beginning of the fault.
_BEFORE, _BEHIND = 30, 45


def pointed(error: PlacedError) -> str:
    """Two lines: a part of what was written, and `^` below each character of the fault."""
    first = max(0, error.position - _BEFORE)
    last = error.position + _BEHIND
    shown = [_visible(letter) for letter in error.written[first:last]]
    at = error.position - first
    before, fault = "".join(shown[:at]), "".join(shown[at : at + error.length])
    return f"{''.join(shown)}\n{' ' * cell_len(before)}{'^' * max(1, cell_len(fault))}"


def _visible(letter: str) -> str:
    """A character that moves what follows it by its own width only."""
    return letter if letter.isprintable() else " "
