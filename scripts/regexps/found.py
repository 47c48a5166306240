"""A regular expression of the program: where it stands, what it is, how it is used."""

from __future__ import annotations

from typing import NamedTuple

from regexps.tree import Part


class Found(NamedTuple):
    """A pattern. `tree` is None where what it will be is known only when the program runs.

    `searched` says that it is looked for from every place of a text, or perhaps is.
    """

    file: str
    line: int
    #: The function in which it stands, "" for none.
    function: str
    pattern: str
    tree: Part | None
    searched: bool
