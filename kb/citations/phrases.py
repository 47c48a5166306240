"""Words and phrases of a language, some of them open at an end: `statut*`, `*ordnung`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_OPEN = "*"
#: For how many words it is remembered what they begin, and how long these are.
_REMEMBERED, _SHORT = 50_000, 40


class Phrases:
    """Phrases to be found among the words of a text, all in small letters.

    A word of a phrase that ends in `*` may go on, one that begins with `*` may be the end of a
    longer word; an ending behind a hyphen (`TBR-ben`) belongs to neither. The full stop of an
    abbreviation must be there. Falsy when there are none. `listed` is what it was made of.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self.listed = tuple(phrases)
        self._phrases = [
            tuple(phrase.split(" "))
            for phrase in sorted(self.listed, key=lambda phrase: -phrase.count(" "))
        ]
        self._by_head: dict[str, tuple[tuple[str, ...], ...]] = {}

    def __bool__(self) -> bool:
        return bool(self._phrases)

    def at(self, words: Sequence[str], index: int = 0) -> int:
        """How many words beginning at `index` are a phrase, the longest; 0 for none.

        >>> Phrases(["white book*", "*ordnung"]).at(["the", "white", "books"], 1)
        2
        """
        for phrase in self.beginning(words[index]):
            if _begins(words, index, phrase):
                return len(phrase)
        return 0

    def beginning(self, word: str) -> tuple[tuple[str, ...], ...]:
        """The phrases that a word may begin, the longest first; worked out once for each word."""
        found = self._by_head.get(word)
        if found is None:
            if len(self._by_head) >= _REMEMBERED:
                self._by_head.clear()
            found = tuple(phrase for phrase in self._phrases if _is(word, phrase[0]))
            if len(word) <= _SHORT:
                self._by_head[word] = found
        return found

    def last(self, words: Sequence[str]) -> int | None:
        """How many words stand after the last phrase; None where there is none.

        >>> Phrases(["lásd"]).last(["de", "lásd", "a"])
        1
        """
        known = self._by_head
        for at in range(len(words) - 1, -1, -1):
            begun = known.get(words[at])
            for phrase in self.beginning(words[at]) if begun is None else begun:
                if _begins(words, at, phrase):
                    return max(0, len(words) - at - len(phrase))
        return None


def _begins(words: Sequence[str], index: int, phrase: Sequence[str]) -> bool:
    """Whether the words after the first go on as a phrase does."""
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
