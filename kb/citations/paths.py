"""Recognises a written path of labels, which looks the same in every language.

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
#: No path is longer than this, together with what must be seen behind it; in characters.
_LONGEST = 80


class Path(NamedTuple):
    """A written path: its labels as written, where it ends, and whether it begins with a law.

    A bare number has the kind `number`: only its surroundings tell whether it is a law or a label.
    """

    labels: tuple[str, ...]
    end: int
    kind: Literal["absolute", "number", "relative"]


def scan(text: str, start: int, apart: bool = False) -> Path | None:
    """The longest path that begins at `start`; None where none does.

    `apart` says that blanks may stand between the labels of a relative path. The caller makes sure
    that no letter or digit stands before `start`.

    >>> scan("Law 27B1(b) says", 4)
    Path(labels=('27', 'B', '1', 'b'), end=11, kind='absolute')
    """
    path = _scanned(text[start : start + _LONGEST], apart)
    return path and Path(path.labels, start + path.end, path.kind)


@lru_cache(maxsize=20_000)
def _scanned(text: str, apart: bool) -> Path | None:
    """The path that a text begins with; it is cached, because every language asks for the same."""
    by_name = _paths()
    if not "0" <= text[0] <= "9":
        for name in _APART if apart else _RELATIVE:
            if match := by_name[name].match(text):
                return _path(match, "relative")
        return None
    if match := by_name["numbered"].match(text):
        return _path(match, "relative")
    match = by_name["dotted"].match(text) or by_name["absolute"].match(text)
    if match is None:
        return None
    path = _path(match, "absolute")
    return path if len(path.labels) > 1 else path._replace(kind="number")


@cache
def _paths() -> dict[str, re.Pattern[str]]:
    return {name: compiled(pattern) for name, pattern in grammar().paths.items()}


def _path(match: re.Match[str], kind: Literal["absolute", "number", "relative"]) -> Path:
    return Path(tuple(filter(None, match.groups())), match.end(), kind)
