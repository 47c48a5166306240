"""How players write cards, calls and seats (notation.toml): context, and no words of the laws."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

#: Where a shape may begin: at a word or at the sign of a suit.
_START = re.compile(r"[^\W_]+|[♠♥♦♣♤♡♢♧]")
_LEVEL = re.compile("[1-7] ")


@dataclass(frozen=True)
class Notation:
    """The shapes of cards, calls and sides as one pattern; words for strains, names of seats."""

    pattern: str
    strains: tuple[str, ...]
    seats: frozenset[str]

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """The start and end of cards, calls and sides in a text, in order, none inside another.

        >>> text = "he bid 4S with ♠ KJ8 and AKxx over 3 Hearts"
        >>> [text[start:end] for start, end in notation().places(text)]
        ['4S', '♠ KJ8', 'AKxx', '3 Hearts']
        """
        shape = _compiled(self.pattern)
        end = 0
        for start in _START.finditer(text):
            if start.start() < end:
                continue
            if spoken := self._spoken(text, start.start()):
                end = spoken
                yield start.start(), end
            elif match := shape.match(text, start.start()):
                end = match.end()
                yield match.start(), end

    def _spoken(self, text: str, start: int) -> int:
        """Where a bid ends whose strain is a word, as 3 Hearts; 0 where none begins."""
        if _LEVEL.match(text, start):
            for strain in self.strains:
                end = start + 2 + len(strain)
                if text[start + 2 : end].lower() == strain and not text[end : end + 1].isalnum():
                    return end
        return 0


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
    words = {word for words in raw["strains"].values() for word in words}
    seats = frozenset(seat for seats in raw["seats"].values() for seat in seats)
    return Notation("|".join(shapes), tuple(sorted(words, key=_longest_first)), seats)


def _longest_first(word: str) -> tuple[int, str]:
    return -len(word), word


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    for name, part in parts.items():
        pattern = pattern.replace(f"{{{name}}}", part)
    return pattern
