"""Finds the list of citations that we put below a plain text."""

from __future__ import annotations

from typing import Final

#: The line above the list, with the blank line before it.
HEAD: Final = "\n\nKodeks:\n"
#: What every line of the list begins with.
ITEM: Final = "- "

#: Every line of our list has one of these: an address, or the sign of a citation without one.
_LEADS = (": /", ": http://", ": https://", ": ✗ ")


def notes_at(document: str) -> int:
    """Where our list at the end of a plain text begins; the text's end where it has none."""
    at = document.rfind(HEAD)
    if at < 0:
        return len(document)
    *lines, rest = document[at + len(HEAD) :].split("\n")
    return at if lines and not rest and all(map(_is_ours, lines)) else len(document)


def _is_ours(line: str) -> bool:
    words = line.removeprefix(ITEM)
    return words != line and any(lead in words for lead in _LEADS)
