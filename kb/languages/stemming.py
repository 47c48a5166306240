"""Takes endings and accents off words, so that different forms of a word can meet.

site/search/words.js folds in the same way in a browser, which has no stemmer.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

import Stemmer

from kb.files.typed_toml import read_toml

ALGORITHMS = Path(__file__).with_name("stemming.toml")

#: For how many words `stems` remembers its answer: more than the forms in all our texts.
_REMEMBERED = 1 << 16

#: Letters that Unicode does not decompose into a base letter and an accent, and letters of one
#: sound: sigma at the end of a word. The Turkish ı is typed as i where a keyboard has none; a
#: tatweel only makes an Arabic word longer.
_UNDECOMPOSED = str.maketrans(
    {
        **{"ł": "l", "đ": "d", "ß": "ss", "œ": "oe", "æ": "ae", "ø": "o"},
        **{"ı": "i", "ς": "σ", "\u0640": ""},
    }
)
#: Marks that people leave out: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of
#: Arabic. Vowels of the scripts of India are no such marks. Nor is what makes the Cyrillic letters
#: й, ў, ї, ѓ, ќ, which are letters of their own, with places in the alphabet and keys on keyboards
#: (Ukrainian їх is no их), whereas ё is mostly written е.
_MARKS = re.compile(
    "([иу]\u0306|і\u0308|[гк]\u0301)"
    "|[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    "\u0711\u0730-\u074a\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
#: Languages in which the small letter of I is ı.
_DOTLESS = frozenset({"az", "tr"})


def lower_case(words: str, language: str | None = None) -> str:
    """Words in small letters, as their language has them where it is given.

    Turkish İ is i in every language: `str.lower` makes two characters of it.

    >>> lower_case("İTİRAZ"), lower_case("ISRAR", "tr"), lower_case("ISRAR")
    ('itiraz', 'ısrar', 'israr')
    """
    if language in _DOTLESS:
        words = words.replace("I", "ı")
    return words.replace("İ", "i").lower()


def capital(letter: str, language: str) -> str:
    """A letter as a capital; one of several characters begins with it: `Cs`.

    >>> capital("cs", "hu"), capital("i", "tr")
    ('Cs', 'İ')
    """
    return "İ" if letter == "i" and language in _DOTLESS else letter.capitalize()


def fold(text: str) -> str:
    """Lower case without accents, ł and đ included: `Łódź` → `lodz`, `felvevő` → `felvevo`."""
    if text.isascii():
        return text.lower()
    small = unicodedata.normalize("NFKD", text).lower().translate(_UNDECOMPOSED)
    return unicodedata.normalize("NFC", _MARKS.sub(r"\1", small))


@lru_cache(maxsize=_REMEMBERED)
def stems(word: str, language: str) -> tuple[str, ...]:
    """The stems that a word has in common with its other forms: one, or two that differ.

    People type without accents, but a stemmer needs them. So the second is the stem of the word
    without accents, and a word has a stem in common with its forms however they are written. In an
    unknown language the stem of a word is the word itself without accents.

    >>> stems("felvételeket", "hu"), stems("színvétésért", "hu")
    (('felvetel',), ('szinvetes', 'szinveteser'))
    """
    small = lower_case(word, language)
    both = stem(small, language), stem(fold(small), language)
    return tuple(dict.fromkeys(map(fold, both)))


@cache
def algorithms() -> dict[str, str]:
    """The stemmers: names of Snowball's algorithms by language, those that the library has."""
    raw = read_toml(ALGORITHMS)
    named = raw.table("algorithms").items() | raw.table("others").items()
    return {code: name for code, name in named.items() if name in Stemmer.algorithms()}


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
        algorithm = algorithms().get(language)
        self._stemmer = Stemmer.Stemmer(algorithm) if algorithm else None

    def __call__(self, word: str) -> str:
        stemmed = self._stemmer.stemWord(word) if self._stemmer else ""
        return str(stemmed or word)


@cache
def _stemmer(language: str) -> _Stem:
    return _Stem(language)
