"""The path grammar: what a written path of labels looks like, in any language.

`27B1(b)`, `27.B.1.b`, `12 C 1 (e)(i)`, `30B1b)ii)` are absolute: they begin with a law's number.
`B1`, `(d)`, `2c`, `ii)` are relative: where they lead depends on where one reads them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

_END = r"(?![0-9A-Za-zÀ-ɏ])"
_LAW = r"([0-9]{1,3}|(?!(?:19|20)[0-9]{2}(?![0-9]))[0-9]{4,9})"  # Law 1000, but not the Laws 2017
_NUMBER, _ROMAN = r"([0-9]{1,2})", r"([ivx]{1,5})"
_SMALL = r"([a-z])(?:\)(?=[ivx]))?"  # 30B1b)ii): the bracket belongs to the path


def _below(blank: str) -> str:
    """Number, small letter and roman, each only below the one before it.

    `blank` may stand before a number and before a bracket, never before a bare small letter:
    that would be a word.
    """
    small = rf"(?:[.{blank}]?\(([a-z])\)|\.?{_SMALL})"
    roman = rf"(?:[.{blank}]?\({_ROMAN}\)|\.?{_ROMAN})"
    number = rf"[.{blank}]?(?:{_NUMBER}|\({_NUMBER}\))"
    return rf"(?:{number}(?:{small}(?:{roman})?)?)?"


def _absolute(blank: str) -> re.Pattern[str]:
    capital = rf"(?:[.{blank}]?(?:([A-Z])|\(([A-Z])\))|\.?([a-z]))"
    return re.compile(rf"{_LAW}(?:{capital}{_below(blank)})?{_END}")


#: Labels glued or with full stops between them; and also with blanks.
_TIGHT, _SPACED = _absolute(""), _absolute(" \u00a0")

#: Paths that do not begin with a law: B2a(v), 2c, (d), e)(i), ii), b.1.
_LETTERED = re.compile(rf"([A-Z]){_below('')}{_END}")
_NUMBERED = re.compile(rf"{_NUMBER}([a-z]){_END}")
_BRACKETED = re.compile(rf"(?:\(([a-z])\)|([a-z])\))(?:\({_ROMAN}\)|{_ROMAN}\))?{_END}")
_ROMAN_ALONE = re.compile(rf"(?:\(([ivx]{{2,5}})\)|([ivx]{{2,5}})\)){_END}")
_DOTTED = re.compile(rf"([a-z])\.(?:{_NUMBER}\.)?{_END}")


@dataclass(frozen=True)
class Path:
    """A written path: its labels as written, where it ends, and whether it begins with a law.

    A bare number is absolute: what it is, a law or a label, its surroundings tell.
    """

    labels: tuple[str, ...]
    end: int
    kind: Literal["absolute", "number", "relative"]


def scan(text: str, start: int, spaced: bool) -> Path | None:
    """The longest path that begins at `start`; None where none does.

    The caller sees to it that no letter or digit stands before `start`.
    """
    if not text[start].isdigit():
        for pattern in (_LETTERED, _BRACKETED, _ROMAN_ALONE, _DOTTED):
            if match := pattern.match(text, start):
                return _path(match, "relative")
        return None
    if match := _NUMBERED.match(text, start):
        return _path(match, "relative")
    match = (_SPACED if spaced else _TIGHT).match(text, start)
    if match is None:
        return None
    path = _path(match, "absolute")
    return path if len(path.labels) > 1 else replace(path, kind="number")


def _path(match: re.Match[str], kind: Literal["absolute", "number", "relative"]) -> Path:
    return Path(tuple(label for label in match.groups() if label), match.end(), kind)
