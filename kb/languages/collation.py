"""Sorts words as the dictionaries of each language do, which the standard library cannot.

PyICU can, but it has no wheels, so that every machine would need a compiler.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.files.typed_toml import read_toml
from kb.languages.letters import TOKEN
from kb.languages.stemming import fold

_FILE = Path(__file__).with_name("collation.toml")
#: The language whose alphabet is used for languages that the file does not have.
_LATIN = "en"
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
        """The ranks of the letters of a word.

        A letter that consists of several characters (`cs`) is taken before its parts.
        """
        lowered = word.lower()
        longest = max(map(len, self.ranks))
        ranks, at = [], 0
        while at < len(lowered):
            for length in range(longest, 0, -1):
                if (letter := lowered[at : at + length]) in self.ranks:
                    ranks.append(self.ranks[letter])
                    at += length
                    break
            else:
                ranks += [self.ranks[base] for base in fold(lowered[at]) if base in self.ranks]
                at += 1
        return ranks


def sort_key(words: str, language: str) -> Key:
    """The key by which to sort words: numbers first, then word by word in the alphabet.

    Accents decide only where the letters are the same.

    >>> sorted(["csere", "cukor", "ár", "az"], key=lambda word: sort_key(word, "hu"))
    ['ár', 'az', 'cukor', 'csere']
    """
    alphabet = _alphabet(language)
    ranks = tuple(tuple(alphabet.split(word)) for word in TOKEN.findall(words))
    return initial(words, language) != _NUMBER, ranks, words.lower()


def initial(words: str, language: str) -> str:
    """The letter under which words stand in a dictionary; "#" when they do not begin with one.

    >>> initial("csere", "hu"), initial("élő", "hu"), initial("łatwy", "pl"), initial("40", "hu")
    ('Cs', 'E', 'Ł', '#')
    """
    alphabet = _alphabet(language)
    word = TOKEN.search(words)
    letters = alphabet.split(word[0]) if word and not word[0][0].isdigit() else []
    return alphabet.heads[letters[0]].capitalize() if letters else _NUMBER


@cache
def _alphabet(language: str) -> _Alphabet:
    alphabets = read_toml(_FILE).items()
    letters = alphabets.get(language, alphabets[_LATIN]).split(" ")
    ranks = {letter: rank for rank, group in enumerate(letters) for letter in group.split("/")}
    return _Alphabet(ranks, tuple(group.partition("/")[0] for group in letters))
