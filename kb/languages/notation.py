"""How players write cards, calls and seats (notation.toml): context, and no words of the laws."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from kb.files.typed_toml import read_toml
from kb.languages.letters import letters

NOTATION = Path(__file__).parent / "notation.toml"

_LEVEL = re.compile("[1-7] ")


@dataclass(frozen=True)
class Notation:
    """The shapes of cards, calls and sides as one pattern; words for strains, names of seats.

    `begins` matches what a shape may begin with, `suit` the sign of a suit. `strains` has words for
    strains by language, `spoken` those of all languages that stand behind the number of a bid, the
    longest first.
    """

    pattern: str
    begins: str
    suit: str
    strains: Mapping[str, tuple[str, ...]]
    spoken: tuple[str, ...]
    seats: frozenset[str]

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """The start and end of cards, calls and sides in a text, in order, none inside another.

        >>> text = "he bid 4S with ♠ KJ8 and AKxx over 3 Hearts"
        >>> [text[start:end] for start, end in notation().places(text)]
        ['4S', '♠ KJ8', 'AKxx', '3 Hearts']
        """
        begins = _compiled(self.begins)
        starts = _compiled(rf"[^\W_]+|{self.suit}")  # of words, and signs of suits
        end = 0
        for start in starts.finditer(text):
            if start.start() < end:
                continue
            if spoken := self._spoken(text, start.start()):
                end = spoken
                yield start.start(), end
            elif not begins.match(text, start.start()):
                continue
            elif match := _compiled(self.pattern).match(text, start.start()):
                end = match.end()
                yield match.start(), end

    def _spoken(self, text: str, start: int) -> int:
        """Where a bid ends whose strain is a word, as 3 Hearts; 0 where none begins."""
        if _LEVEL.match(text, start):
            for strain in self.spoken:
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
    raw = read_toml(NOTATION)
    begins = raw.table("opening").string("begins")
    parts = raw.table("parts").filled(letters())
    shapes = raw.table("shapes").filled(parts)
    strains = raw.table("strains").lists()
    short, seats = (raw.table(name).every() for name in ("short_strains", "seats"))
    raw.done()
    spoken = sorted(
        {*short, *chain.from_iterable(strains.values())}, key=lambda one: (-len(one), one)
    )
    pattern = "|".join(shapes.values())
    return Notation(pattern, begins, parts["suit"], strains, tuple(spoken), frozenset(seats))
