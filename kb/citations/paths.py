"""The path grammar: what a written path of labels looks like, in any language.

`27B1(b)`, `27.B.1.b`, `12 C 1 (e)(i)`, `30B1b)ii)` are absolute: they begin with a law's number.
`B1`, `(d)`, `2c`, `ii)` are relative: where they lead depends on where one reads them.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from kb.citations.grammar import compiled, grammar

_APART = ("lettered_apart", "bracketed", "romans", "lowered")
_RELATIVE = ("lettered", "bracketed", "romans", "lowered")
#: More characters than any path has, with what stands behind it.
_LONGEST = 80


class Path(NamedTuple):
    """A written path: its labels as written, where it ends, and whether it begins with a law.

    A bare number is absolute: what it is, a law or a label, its surroundings tell.
    """

    labels: tuple[str, ...]
    end: int
    kind: Literal["absolute", "number", "relative"]


def scan(text: str, start: int, apart: bool = False) -> Path | None:
    """The longest path that begins at `start`; None where none does.

    `apart` says that blanks may stand between the labels of one without a law. The caller sees to
    it that no letter or digit stands before `start`.
    """
    path = _scanned(text[start : start + _LONGEST], apart)
    return path and Path(path.labels, start + path.end, path.kind)


@lru_cache(maxsize=20_000)
def _scanned(text: str, apart: bool) -> Path | None:
    """The path that a text begins with: every language asks for the same, often ones met before."""
    known = _paths()
    if not "0" <= text[0] <= "9":
        for name in _APART if apart else _RELATIVE:
            if match := known[name].match(text):
                return _path(match, "relative")
        return None
    if match := known["numbered"].match(text):
        return _path(match, "relative")
    match = known["dotted"].match(text) or known["absolute"].match(text)
    if match is None:
        return None
    path = _path(match, "absolute")
    return path if len(path.labels) > 1 else path._replace(kind="number")


@cache
def _paths() -> dict[str, re.Pattern[str]]:
    return {name: compiled(pattern) for name, pattern in grammar().paths.items()}


def _path(match: re.Match[str], kind: Literal["absolute", "number", "relative"]) -> Path:
    return Path(tuple(filter(None, match.groups())), match.end(), kind)
