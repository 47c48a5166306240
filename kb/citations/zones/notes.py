"""The list of what a plain text cites, which we put below it: where it begins."""

from __future__ import annotations

import re
from typing import Final

#: The line above the list, with the blank line that parts it from the text.
HEAD: Final = "\n\nKodeks:\n"
#: What every line of the list begins with.
ITEM: Final = "- "

#: Every line of ours leads somewhere, or says that it leads nowhere.
_LIST = re.compile(r"(?:- [^\n]*: (?:https?://|/|✗ )[^\n]*\n)+")


def notes_at(document: str) -> int:
    """Where our list begins at the end of a plain text; the text's end where there is none."""
    at = document.rfind(HEAD)
    if at < 0 or not _LIST.fullmatch(document, at + len(HEAD)):
        return len(document)
    return at
