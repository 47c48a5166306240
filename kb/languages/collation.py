"""Sorts words as the dictionaries of each language do, which the standard library cannot.

PyICU can, but it has no wheels, so that every machine would need a compiler.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.core.source_language import SOURCE_LANGUAGE
from kb.files.typed_toml import read_toml
from kb.languages.letters import TOKEN
from kb.languages.stemming import capital, fold, lower_case

_FILE = Path(__file__).with_name("collation.toml")
#: The language whose alphabet languages that the file does not have share for Latin letters.
_LATIN = SOURCE_LANGUAGE
#: Above the rank of every letter that the file has: Unicode's numbers are added to it.
_OTHERS = 1000
#: The heading of words that begin with a number.
_NUMBER = "#"

#: A sort key. Compare it only with keys of the same language.
Key = tuple[bool, tuple[tuple[int, ...], ...], str]


@dataclass(frozen=True)
class _Alphabet:
    """The rank of every letter, and by rank the letter that stands as the head of a page."""

    ranks: dict[str, int]
    heads: tuple[str, ...]

    def split(self, word: str) -> list[int]:
        """The ranks of the letters of a word, which is in small letters.

        A letter that consists of several characters (`cs`) is taken before its parts. Letters that
        no alphabet here has come behind all others, in Unicode's order.
        """
        longest = max(map(len, self.ranks))
        ranks, at = [], 0
        while at < len(word):
            for length in range(longest, 0, -1):
                if (letter := word[at : at + length]) in self.ranks:
                    ranks.append(self.ranks[letter])
                    at += length
                    break
            else:
                ranks += [rank for base in fold(word[at]) if (rank := self._rank(base)) >= 0]
                at += 1
        return ranks

    def _rank(self, letter: str) -> int:
        """The rank of a letter without accents; -1 for what is no letter."""
        other = _OTHERS + ord(letter) if letter.isalpha() else -1
        return self.ranks.get(letter, other)

    def head(self, rank: int) -> str:
        """The letter with a rank."""
        return self.heads[rank] if rank < len(self.heads) else chr(rank - _OTHERS)


def sort_key(words: str, language: str) -> Key:
    """The key by which to sort words: numbers first, then word by word in the alphabet.

    Accents decide only where the letters are the same.

    >>> sorted(["csere", "cukor", "ár", "az"], key=lambda word: sort_key(word, "hu"))
    ['ár', 'az', 'cukor', 'csere']
    """
    alphabet, small = _alphabet(language), lower_case(words, language)
    ranks = tuple(tuple(alphabet.split(word)) for word in TOKEN.findall(small))
    return initial(words, language) != _NUMBER, ranks, small


def initial(words: str, language: str) -> str:
    """The letter under which words stand in a dictionary; "#" when they do not begin with one.

    >>> initial("csere", "hu"), initial("élő", "hu"), initial("łatwy", "pl"), initial("40", "hu")
    ('Cs', 'E', 'Ł', '#')
    """
    alphabet = _alphabet(language)
    word = TOKEN.search(lower_case(words, language))
    letters = alphabet.split(word[0]) if word and not word[0][0].isdigit() else []
    return capital(alphabet.head(letters[0]), language) if letters else _NUMBER


def has_alphabet(language: str) -> bool:
    """Whether the order of a language's letters is known."""
    return language in read_toml(_FILE).items()


@cache
def _alphabet(language: str) -> _Alphabet:
    alphabets = read_toml(_FILE).items()
    letters = alphabets.get(language, alphabets[_LATIN]).split(" ")
    ranks = {letter: rank for rank, group in enumerate(letters) for letter in group.split("/")}
    return _Alphabet(ranks, tuple(group.partition("/")[0] for group in letters))
