"""The errors that people see: each says what is wrong and what to do next.

Every error that a person can cause (a wrong id, a damaged file, a slip in a data file) is a
`KodeksError`: the command line prints its message and hint and ends with its exit code, the
service turns it into a problem document. Any other exception is a defect of the program.
"""

from __future__ import annotations

from collections.abc import Sequence
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
        """Pickle the error with all its attributes: a worker process sends it to its parent."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(
    kind: type[KodeksError], args: tuple[Any, ...], attributes: dict[str, Any]
) -> KodeksError:
    """The error that was pickled; its constructor may take other arguments than `args`."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(attributes)
    return error


class InvalidIdError(KodeksError, ValueError):
    """An argument is malformed: a string that cannot be the id of anything."""

    exit_code = 2


class PlacedError(KodeksError):
    """What somebody wrote has a fault at one place of it; exit code 2.

    `written` is all of it; the fault begins at the character `position` and has `length` of them.
    `fault` names its kind for those who say it in another language, `suggestions` are what may
    have been meant, the nearest first.
    """

    exit_code = 2

    def __init__(
        self,
        fault: str,
        message: str,
        written: str,
        position: int,
        length: int = 1,
        hint: str | None = None,
        suggestions: Sequence[str] = (),
    ) -> None:
        super().__init__(message, hint)
        self.fault = fault
        self.written = written
        self.position = position
        self.length = length
        self.suggestions = [*suggestions]


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
