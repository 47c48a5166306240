"""A mutant: one file of the program with one small fault in it."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A file (its path below the repository) as it is, and as it is with the fault.

    `line` is the first line that differs, counted from 1.
    """

    file: str
    line: int
    before: str
    after: str

    @classmethod
    def of(cls, file: str, before: str, after: str) -> Mutant:
        """The mutant of a file's two wordings, which must differ."""
        lines = zip(before.splitlines(), [*after.splitlines(), ""], strict=False)
        line = next((n for n, (old, new) in enumerate(lines, 1) if old != new), 1)
        return cls(file, line, before, after)

    @property
    def diff(self) -> str:
        """The lines that differ, `-` before the old and `+` before the new ones."""
        old, new = self.before.splitlines(), self.after.splitlines()
        found = difflib.unified_diff(old, new, lineterm="", n=0)
        return "\n".join(
            line for line in found if line[:3] not in ("---", "+++") and line[0] != "@"
        )


#: Writes a mutant; gives None where the fault would make no other program, or none at all.
Planting = Callable[[], Mutant | None]
