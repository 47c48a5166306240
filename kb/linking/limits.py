"""Limits of what is linked at once, and of what is written.

The command line, the extension of Python-Markdown and the service have the same limits. What
exceeds one is refused as soon as that is seen, not when all the work is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from kb.core.errors import KodeksError

#: The longest document that is linked, in characters.
MOST_CHARACTERS: Final = 20_000_000
#: The most citations that one document may have; a book of rulings has fewer.
MOST_CITATIONS: Final = 20_000
#: The most numbers in a document that only the words around them can make citations: 16B.
MOST_CANDIDATES: Final = 100_000
#: The longest answer, in characters.
MOST_WRITTEN: Final = 20_000_000

_HINT = "Split it."
_Limited = TypeVar("_Limited")


class BadDocumentError(KodeksError):
    """A document that cannot be read or linked: not there, not UTF-8, too long; exit code 2."""

    exit_code = 2


def short_enough(document: str) -> None:
    """Raise `BadDocumentError` for a document that is too long."""
    if len(document) > MOST_CHARACTERS:
        raise BadDocumentError(
            f"the document has {len(document)} characters, at most {MOST_CHARACTERS} are linked",
            _HINT,
        )


def few(cited: Iterable[_Limited]) -> Iterator[_Limited]:
    """The citations of a document; raises `BadDocumentError` at the first that is too many."""
    for number, citation in enumerate(cited):
        if number == MOST_CITATIONS:
            raise too_many()
        yield citation


def too_many() -> BadDocumentError:
    """The error of a document with too many citations."""
    return BadDocumentError(
        f"the document has more than {MOST_CITATIONS} citations, at most so many are linked", _HINT
    )


def bounded(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces of an answer; raises `BadDocumentError` before one that makes it too long."""
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > MOST_WRITTEN:
            raise BadDocumentError(
                f"what is written would have more than {MOST_WRITTEN} characters", _HINT
            )
        yield piece
