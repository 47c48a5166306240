"""Which game a query is about: games share words, not rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kb.corpus.corpus import Corpus, Work
from kb.languages.stemming import fold

_WORD = re.compile(r"[^\W_]+")
#: What may be attached to a name: an ending after a hyphen (`game-ben`), brackets (`(game)`).
_AFTER = re.compile(r"(?:-[^\W\d_]{1,6})?\)?")


class Named(NamedTuple):
    """A query and the game that it names, None for none or several.

    `rest` is the query without the name. `words` are what to search for: the same as `rest`, or the
    whole query where the name is a word of the rules too, or where nothing else is left.
    """

    game: str | None
    words: str
    rest: str


def named_game(corpus: Corpus, query: str) -> Named:
    """The game that a query names, accents or none: its forms are in the manifest.

    They are listed there, not stemmed: stemmers take other words for forms of a short name.
    """
    words = [(fold(word[0]), word) for word in _WORD.finditer(query)]
    named = [(work, places) for work in corpus.works if (places := {*_named(work, query, words)})]
    if len(named) != 1:
        return Named(None, query, query)
    [(work, places)] = named
    rest = query
    for start, end in sorted(places, reverse=True):
        rest = rest[:start] + rest[end:]
    rest = " ".join(rest.split())
    keeps = work.term or not any(map(str.isalnum, rest))
    return Named(work.id, query if keeps else rest, rest)


def _named(
    work: Work, query: str, words: Sequence[tuple[str, re.Match[str]]]
) -> Iterator[tuple[int, int]]:
    """The places where a query names a game, with the endings or brackets of the name.

    `words` are those of the query, each as it is folded.
    """
    forms = _folded(work.names)
    for folded, word in words:
        if folded in forms:
            after = _AFTER.match(query, word.end())
            assert after is not None  # it may match nothing
            bracketed = after[0].endswith(")")
            yield word.start() - (bracketed and query[: word.start()].endswith("(")), after.end()


@lru_cache
def _folded(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(fold, names))
