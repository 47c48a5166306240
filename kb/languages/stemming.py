"""Takes endings and accents off words, so that different forms of a word can meet."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

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

#: For how many words `stems` remembers its answer: more than the forms in all our texts.
_REMEMBERED = 1 << 16

#: Letters that Unicode does not decompose into a base letter and an accent.
_UNDECOMPOSED = str.maketrans({"ł": "l", "đ": "d", "ß": "ss", "œ": "oe", "æ": "ae", "ø": "o"})


def fold(text: str) -> str:
    """Lower case without accents, ł and đ included: `Łódź` → `lodz`, `felvevő` → `felvevo`."""
    if text.isascii():
        return text.lower()
    lowered = text.lower().translate(_UNDECOMPOSED)
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


@lru_cache(maxsize=_REMEMBERED)
def stems(word: str, language: str) -> tuple[str, ...]:
    """The stems that a word has in common with its other forms: one, or two that differ.

    People type without accents, but a stemmer needs them. So the second is the stem of the word
    without accents, and a word has a stem in common with its forms however they are written. In an
    unknown language the stem of a word is the word itself without accents.

    >>> stems("felvételeket", "hu"), stems("színvétésért", "hu")
    (('felvetel',), ('szinvetes', 'szinveteser'))
    """
    lowered = word.lower()
    both = stem(lowered, language), stem(fold(lowered), language)
    return tuple(dict.fromkeys(map(fold, both)))


def stem(word: str, language: str) -> str:
    """A word (in small letters) without its ending, but with its accents.

    In an unknown language it is the word as it is.

    >>> stem("színvétésért", "hu")
    'színvétés'
    """
    return _stemmer(language)(word)


class _Stem:
    """A Snowball stemmer as a function; for an unknown language it changes nothing."""

    def __init__(self, language: str) -> None:
        algorithm = ALGORITHMS.get(language)
        self._stemmer = Stemmer.Stemmer(algorithm) if algorithm else None

    def __call__(self, word: str) -> str:
        return str(self._stemmer.stemWord(word)) if self._stemmer else word


@cache
def _stemmer(language: str) -> _Stem:
    return _Stem(language)
