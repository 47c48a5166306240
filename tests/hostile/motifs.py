"""A motif: a few pieces of text that are repeated until an input is as long as it should be."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: In a piece: the number of the repetition; so many of the sign that stands in the braces.
NUMBER = "{n}"
_GROWING = re.compile(r"\{([`> *_\[<&-])\}")


@dataclass(frozen=True)
class Motif:
    """An input of any length: a prefix, a unit again and again, a suffix.

    `closing` is repeated as often behind `middle`, for what nests. `language` is the language of
    its citations.
    """

    unit: str
    prefix: str = ""
    suffix: str = ""
    middle: str = ""
    closing: str = ""
    language: str = "en"

    def __repr__(self) -> str:
        """Written so that it can be pasted into `examples`: only what is not as usual."""
        said = [repr(self.unit)]
        for name in ("prefix", "middle", "closing", "suffix"):
            if value := getattr(self, name):
                said.append(f"{name}={value!r}")
        if self.language != "en":
            said.append(f"language={self.language!r}")
        return f"Motif({', '.join(said)})"

    def grown(self, length: int) -> str:
        """The motif repeated up to a length in bytes of UTF-8; "" for none.

        What stands around the repetitions is whole, so a very short one may be longer than asked.
        """
        if not length:
            return ""
        left = length - _bytes(self.prefix + self.middle + self.suffix)
        if not _changes(self.unit + self.closing):
            times = max(1, left // max(1, _bytes(self.unit + self.closing)))
            return (
                self.prefix + self.unit * times + self.middle + self.closing * times + self.suffix
            )
        opened, closed = [], []
        number = 0
        while left > 0 or not number:
            number += 1
            opened.append(_repeated(self.unit, number))
            closed.append(_repeated(self.closing, number))
            left -= _bytes(opened[-1] + closed[-1])
        return "".join([self.prefix, *opened, self.middle, *closed, self.suffix])


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _changes(text: str) -> bool:
    return NUMBER in text or _GROWING.search(text) is not None


def _repeated(piece: str, number: int) -> str:
    """A piece as it is in its repetition of some number."""
    numbered = piece.replace(NUMBER, str(number))
    return _GROWING.sub(lambda sign: sign[1] * number, numbered)
