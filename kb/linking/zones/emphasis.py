"""The marks of emphasis in a block of Markdown: `*`, `_`, `~~`."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from kb.linking.zones.signs import MARK, masked

_RUN = re.compile(r"\*+|_+|~~+")


def emphasis_masked(text: str, first: int, last: int) -> str:
    """The text from `first` to before `last`, with marks that may open or close emphasis masked.

    A mark is masked if CommonMark allows it between its neighbours, whether another mark matches
    it or not. Those of `law_27_b` and `27 * 3` stay.

    >>> emphasis_masked("*27* law_27_b", 0, 13).replace(MARK, "^")
    '^27^ law_27_b'
    """
    runs = (run.span() for run in _RUN.finditer(text, first, last))
    unescaped = ((start + _escaped(text, start), end) for start, end in runs)
    marks = (
        (start, end) for start, end in unescaped if start < end and any(flanks(text, start, end))
    )
    return masked(text, marks, MARK, first, last)


def _escaped(text: str, at: int) -> bool:
    before = at
    while before and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


class Flanks(NamedTuple):
    """Whether a run of marks may open emphasis, and whether it may close it."""

    opens: bool
    closes: bool


def flanks(
    text: str, start: int, end: int, before: str | None = None, after: str | None = None
) -> Flanks:
    """What a run of marks may do between its neighbours, or between `before` and `after`.

    >>> flanks("law_27", 3, 4), flanks(" *27", 1, 2)
    (Flanks(opens=False, closes=False), Flanks(opens=True, closes=False))
    """
    left = _kind(before if before is not None else text[start - 1 : start])
    right = _kind(after if after is not None else text[end : end + 1])
    opens = right == "a" or (right == "." and left != "a")
    closes = left == "a" or (left == "." and right != "a")
    if text[start] == "_":
        return Flanks(opens and (not closes or left == "."), closes and (not opens or right == "."))
    return Flanks(opens, closes)


def _kind(character: str) -> str:
    """The kind of a character: " " for a blank, "." for punctuation, "a" for anything else."""
    if not character.strip():
        return " "
    return "." if unicodedata.category(character)[0] in "PS" else "a"
