"""The signs that mask parts of a view, and the classes by which our own links are recognised."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

#: Stands for a character that is not to be read; no citation goes over it.
NO_TEXT: Final = "\0"
#: Stands for a character of an inline tag or a mark of emphasis; it is read as a blank.
MARK: Final = "\x01"
#: Stands for a character of a <br>: a blank too, behind which a path may go on as on a new line.
LINE_BREAK: Final = "\r"
#: Stands for what parts two blocks: a new paragraph begins behind it.
BREAK: Final = "\x1d"

#: The class of our links, and that of the flags on provisions that do not exist.
LAW_CLASS: Final = "kodeks-law"
UNKNOWN_CLASS: Final = "kodeks-unknown"
#: Authors put this class on an element in which nothing is to be linked.
IGNORE_CLASS: Final = "kodeks-ignore"


_BACKSLASH = re.compile(r"(?<!\\)\\(?=\r?\n)")


def without_line_breaks(text: str) -> str:
    """The text with a blank for each backslash that only breaks a line, as Markdown has it."""
    return _BACKSLASH.sub(" ", text)


def masked(
    text: str, spans: Iterable[tuple[int, int]], sign: str, first: int = 0, last: int | None = None
) -> str:
    """The text from `first` to before `last` with a sign for each character in one of the spans.

    The spans are in order and do not overlap; with "" as the sign they are cut out.

    >>> masked("Law 27B", [(0, 4)], "_"), masked("Law 27B", [(0, 4)], "")
    ('____27B', '27B')
    """
    out, at = [], first
    for start, end in spans:
        out += [text[at:start], sign * (end - start)]
        at = end
    return "".join([*out, text[at:last]])
