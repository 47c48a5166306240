"""Words to index terms: stemmed by the language, then freed of accents.

People type without accents, and a stemmer needs them. So a word yields the folded stem and,
where it differs, the stem of the folded word: a query typed either way meets the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import Stemmer

#: The Snowball algorithm of each language; Serbian serves Croatian.
ALGORITHMS = {
    "hu": "hungarian",
    "pl": "polish",
    "hr": "serbian",
    "it": "italian",
    "fr": "french",
    "de": "german",
    "en": "english",
}

#: Letters that Unicode does not decompose into a base letter and an accent.
_UNDECOMPOSED = str.maketrans({"ł": "l", "đ": "d", "ß": "ss", "œ": "oe", "æ": "ae", "ø": "o"})

_WORD = re.compile(r"\w+")


class Term(NamedTuple):
    """An index term and where its word stands: position in words, offsets in characters."""

    text: str
    position: int
    start: int
    end: int


def fold(text: str) -> str:
    """Lower case without accents, ł and đ included: `Łódź` → `lodz`, `felvevő` → `felvevo`."""
    lowered = text.lower().translate(_UNDECOMPOSED)
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def terms(text: str, language: str) -> Iterator[Term]:
    """The terms of a text in order; a word may yield two at one position (see above)."""
    stem = _stemmer(language)
    for position, word in enumerate(_WORD.finditer(text)):
        lowered = word[0].lower()
        folded_stem = fold(stem(lowered))
        yield Term(folded_stem, position, word.start(), word.end())
        stem_of_folded = fold(stem(fold(lowered)))
        if stem_of_folded != folded_stem:
            yield Term(stem_of_folded, position, word.start(), word.end())


class _Stem:
    """A Snowball stemmer as a function, made once a language; no stemming for an unknown one."""

    def __init__(self, language: str) -> None:
        algorithm = ALGORITHMS.get(language)
        self._stemmer = Stemmer.Stemmer(algorithm) if algorithm else None

    def __call__(self, word: str) -> str:
        return str(self._stemmer.stemWord(word)) if self._stemmer else word


@cache
def _stemmer(language: str) -> _Stem:
    return _Stem(language)
