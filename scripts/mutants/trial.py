"""What became of a mutant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Outcome:
    """`unreached`: no test runs its line. `by` is the test that failed first."""

    kind: Literal["killed", "timeout", "survived", "unreached"]
    by: str = ""
    tests: int = 0
    seconds: float = 0.0

    @property
    def is_noticed(self) -> bool:
        """Whether a test saw it."""
        return self.kind in ("killed", "timeout")
