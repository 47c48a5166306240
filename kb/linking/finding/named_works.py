"""Finds where a document names a work of the corpus, or its game.

site/linker/named-works.js does the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kb.citations.grammar import compiled, grammar
from kb.citations.works import Works

_NAME = compiled(grammar().sections["name"])
#: How many letters of a name are looked for in a whole document.
_STEM = 4
#: How far apart the words of one name may stand, in characters: laws of draughts, draughts-rules.
_APART = 2


class NamedWorks:
    """What works are called, in small letters: their names by the id of the work.

    A name has one word or several. `sectioned` are the works that are cited by sections, `words`
    those that are cited by words of their own. `default` is the work of numbers of which nothing
    says more; a document that names no other is not searched for names.
    """

    def __init__(
        self,
        names: Mapping[str, Sequence[str]],
        sectioned: Collection[str],
        words: Works,
        default: str,
    ) -> None:
        self.sectioned = frozenset(sectioned)
        self.words = words
        self._by_head: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._stems: set[str] = set()
        for work, forms in names.items():
            for name in forms:
                parts = tuple(_NAME.findall(name.lower()))
                if parts:
                    self._by_head.setdefault(parts[0], []).append((parts, work))
                if parts and work != default:
                    self._stems.add(max(parts, key=len)[:_STEM])
        for phrases in self._by_head.values():
            phrases.sort(key=lambda phrase: -len(phrase[0]))

    def are_in(self, text: str) -> bool:
        """Whether a document may name a work other than the default."""
        small = text.lower()
        return any(stem in small for stem in self._stems)

    def named(self, text: str) -> list[tuple[int, str]]:
        """Where a text names a work, in order, each with the id of the work."""
        words = [(match.start(), match[0].lower()) for match in _NAME.finditer(text)]
        out: list[tuple[int, str]] = []
        for at, (start, word) in enumerate(words):
            for parts, work in self._by_head.get(word, ()):
                if _follow(words[at : at + len(parts)], parts):
                    out.append((start, work))
                    break
        return out

    def work_of(self, name: str) -> str | None:
        """The work that the name of a regulation names: draughts, of federal laws of draughts."""
        return next((work for _, work in self.named(name)), None)


def _follow(words: Sequence[tuple[int, str]], parts: Sequence[str]) -> bool:
    """Whether these words, one close behind the other, are those of a name."""
    if [word for _, word in words] != [*parts]:
        return False
    ends = [start + len(word) for start, word in words]
    return all(words[at + 1][0] - ends[at] <= _APART for at in range(len(parts) - 1))
