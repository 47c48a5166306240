"""The list of what a plain text cites, which we put below it: where it begins."""

from __future__ import annotations

from typing import Final

#: The line above the list, with the blank line that parts it from the text.
HEAD: Final = "\n\nKodeks:\n"
#: What every line of the list begins with.
ITEM: Final = "- "

#: Every line of ours leads somewhere, or says that it leads nowhere.
_LEADS = (": /", ": http://", ": https://", ": ✗ ")


def notes_at(document: str) -> int:
    """Where our list begins at the end of a plain text; the text's end where there is none."""
    at = document.rfind(HEAD)
    if at < 0:
        return len(document)
    *lines, rest = document[at + len(HEAD) :].split("\n")
    return at if lines and not rest and all(map(_is_ours, lines)) else len(document)


def _is_ours(line: str) -> bool:
    words = line.removeprefix(ITEM)
    return words != line and any(lead in words for lead in _LEADS)
