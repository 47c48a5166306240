"""What can go wrong, said so that the reader knows what to do next.

Every error that a person can cause (a wrong id, a damaged file, a slip in a data file) is a
`KodeksError`: the command line prints its message and hint and ends with its exit code, the
service will turn it into a problem document. Anything else is a defect of ours.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


class KodeksError(Exception):
    """Base of all errors meant for people: one sentence, an optional hint, an exit code."""

    exit_code = 1

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is, whatever it was made of: errors come from processes that work for us."""
        return _as_it_was, (type(self), self.args, self.__dict__)


def _as_it_was(kind: type[KodeksError], said: tuple[Any, ...], more: dict[str, Any]) -> KodeksError:
    error = kind.__new__(kind)
    error.args = said
    error.__dict__.update(more)
    return error


class InvalidIdError(KodeksError, ValueError):
    """An argument is malformed: a string that cannot be the id of anything."""

    exit_code = 2


class NotFoundError(KodeksError, LookupError):
    """There is no such thing, though the id or name is well-formed; the nearest are suggested.

    `suggestions` has them, the best first.
    """

    exit_code = 3

    def __init__(self, message: str, suggestions: list[str] | None = None) -> None:
        self.suggestions = suggestions or []
        hint = f"Did you mean {', '.join(self.suggestions)}?" if self.suggestions else None
        super().__init__(message, hint)


class CorpusError(KodeksError):
    """The manifest or a source file is not what it must be, so that nothing is built from it."""

    exit_code = 4


class ReadingError(KodeksError):
    """A source or its curation does not fit the layout; says file, line and what was expected."""

    exit_code = 5

    def __init__(self, file: Path | str, line: int, message: str, hint: str | None = None) -> None:
        self.file = str(file)
        self.line = line
        super().__init__(f"{file}:{line}: {message}", hint)


class BuildError(KodeksError):
    """The build directory cannot be written or read."""

    exit_code = 6
