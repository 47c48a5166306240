"""How players write cards, calls and seats (notation.toml): context, and no words of the laws."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

#: Where a shape may begin: at a word or at the sign of a suit.
STARTS = r"[^\W_]+|[♠♥♦♣♤♡♢♧]"
_START = re.compile(STARTS)


@dataclass(frozen=True)
class Notation:
    """The shapes of cards, calls and sides as one pattern, and the names of seats."""

    pattern: str
    seats: frozenset[str]

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """The start and end of cards, calls and sides in a text, in order, none inside another.

        >>> [*notation().places("he bid 4S with ♠ KJ8 and AKxx")]
        [(7, 9), (15, 20), (25, 29)]
        """
        shape = _compiled(self.pattern)
        end = 0
        for start in _START.finditer(text):
            if start.start() >= end and (match := shape.match(text, start.start())):
                end = match.end()
                yield match.start(), end


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def notation() -> Notation:
    """What notation.toml says, its parts put together."""
    raw = tomllib.loads(files("kb.languages").joinpath("notation.toml").read_text(encoding="utf-8"))
    parts: dict[str, str] = {}
    for name, part in raw["parts"].items():
        parts[name] = _filled(part, parts)
    shapes = [_filled(shape, parts) for shape in raw["shapes"].values()]
    words = sorted({word for words in raw["strains"].values() for word in words}, key=_longest)
    strains = "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in words)
    spoken = f"[1-7] (?:{strains}){parts['end']}"
    seats = frozenset(seat for seats in raw["seats"].values() for seat in seats)
    return Notation("|".join([spoken, *shapes]), seats)


def _longest(word: str) -> tuple[int, str]:
    return -len(word), word


def _filled(pattern: str, parts: dict[str, Any]) -> str:
    for name, part in parts.items():
        pattern = pattern.replace(f"{{{name}}}", part)
    return pattern
