"""Words to index terms: stemmed by the language, then freed of accents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.stemming import stems

_WORD = re.compile(r"\w+")


class Term(NamedTuple):
    """An index term and where its word stands: position in words, offsets in characters."""

    text: str
    position: int
    start: int
    end: int


def terms(text: str, language: str) -> Iterator[Term]:
    """The terms of a text in order; a word may yield two at one position."""
    for position, word in enumerate(_WORD.finditer(text)):
        for stem in stems(word[0], language):
            yield Term(stem, position, word.start(), word.end())
