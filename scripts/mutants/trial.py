"""What became of a mutant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Outcome:
    """`unreached`: no test runs its line. `by` is the test that failed first."""

    kind: Literal["killed", "timeout", "survived", "unreached"]
    by: str = ""
    tests: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, answer: dict[str, Any], tests: int = 0) -> Outcome:
        """What an answer of `mutants.forks` says of the mutant that so many tests were run on."""
        seconds = answer["seconds"]
        match answer["code"]:
            case 0:
                return cls("survived", tests=tests, seconds=seconds)
            case None:
                return cls("timeout", tests=tests, seconds=seconds)
        by = answer["failed"] or f"pytest ended with {answer['code']}"
        return cls("killed", by=by, tests=tests, seconds=seconds)

    @property
    def is_noticed(self) -> bool:
        """Whether a test saw it."""
        return self.kind in ("killed", "timeout")
