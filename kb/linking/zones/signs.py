"""What stands in a view for what is no text, and the classes by which our own links are known."""

from __future__ import annotations

from typing import Final

#: Stands for a character that is no text; no citation goes over it.
NO_TEXT: Final = "\0"
#: Stands for a mark that says nothing, of emphasis or an inline tag; read as a blank.
MARK: Final = "\x01"
#: Stands between blocks: a new paragraph begins.
BREAK: Final = "\x1d"

#: The classes of our links and of our flags.
LAW_CLASS: Final = "kodeks-law"
UNKNOWN_CLASS: Final = "kodeks-unknown"
#: Authors put this class on what shall not be linked.
IGNORE_CLASS: Final = "kodeks-ignore"
