"""Finds words and phrases, some of them open at an end (`statut*`, `*ordnung`), among words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.citations.word_cache import WordCache

_OPEN = "*"
#: For how many words it is kept which phrases they begin.
_REMEMBERED = 50_000


class Phrases:
    """Phrases to be found among the words of a text, all in small letters.

    A word of a phrase that ends in `*` matches any word that begins with the rest of it, one that
    begins with `*` any word that ends so. An ending behind a hyphen (`tbr-ben`) is always allowed.
    The full stop of an abbreviation must be there. An object without phrases is false. `listed` has
    the phrases as they were given.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self.listed = tuple(phrases)
        self._phrases = [
            tuple(phrase.split(" "))
            for phrase in sorted(self.listed, key=lambda phrase: -phrase.count(" "))
        ]
        self._by_head = WordCache(self._beginning, _REMEMBERED)

    def __bool__(self) -> bool:
        return bool(self._phrases)

    def at(self, words: Sequence[str], index: int = 0) -> int:
        """How many words the longest phrase that begins at `index` has; 0 where none begins.

        >>> Phrases(["white book*", "*ordnung"]).at(["the", "white", "books"], 1)
        2
        """
        for phrase in self._by_head[words[index]]:
            if _begins(words, index, phrase):
                return len(phrase)
        return 0

    def beginning(self, word: str) -> tuple[tuple[str, ...], ...]:
        """The phrases whose first word matches `word`, the longest first."""
        return self._by_head[word]

    def _beginning(self, word: str) -> tuple[tuple[str, ...], ...]:
        return tuple(phrase for phrase in self._phrases if _is(word, phrase[0]))

    def last(self, words: Sequence[str]) -> int | None:
        """How many words stand after the last phrase; None where there is none.

        >>> Phrases(["lásd"]).last(["de", "lásd", "a"])
        1
        """
        by_head = self._by_head
        for at in range(len(words) - 1, -1, -1):
            for phrase in by_head[words[at]]:
                if _begins(words, at, phrase):
                    return max(0, len(words) - at - len(phrase))
        return None


def _begins(words: Sequence[str], index: int, phrase: Sequence[str]) -> bool:
    """Whether the words behind the one at `index` match those behind the first of the phrase."""
    return len(words) - index >= len(phrase) and all(
        _is(words[index + at], phrase[at]) for at in range(1, len(phrase))
    )


def _is(word: str, wanted: str) -> bool:
    bare = word.rstrip(".")
    if wanted.startswith(_OPEN):
        end = wanted.strip(_OPEN)
        return end in bare if wanted.endswith(_OPEN) else bare.endswith(end)
    if wanted.endswith(_OPEN):
        return word.startswith(wanted[:-1])
    return wanted in (word, bare) or word.startswith(f"{wanted}-")
