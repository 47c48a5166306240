"""Which game a query is about: bridge and Ulti share words (renonsz, licit), not rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kb.corpus import Corpus, Work
from kb.search.analysis import ALGORITHMS, fold, terms


class Named(NamedTuple):
    """A query and the game that it names, None for none or several.

    `rest` is the query without the name; `words`, what to look for, are the same, but with a name
    that is a word of the rules too, and with one that is all there is.
    """

    game: str | None
    words: str
    rest: str


def named_game(corpus: Corpus, query: str) -> Named:
    """The game that a query names, in any language and inflected.

    `ulti` in `piros ultiban` names Ulti; `ült`, which has the same stem, does not.
    """
    found = {work.id: named for work in corpus.works if (named := {*_named(work, query)})}
    if len(found) != 1:
        return Named(None, query, query)
    [(game, places)] = found.items()
    words = rest = query
    for start, end, is_term in sorted(places, reverse=True):
        rest = rest[:start] + rest[end:]
        words = words if is_term else words[:start] + words[end:]
    return Named(game, words if any(map(str.isalnum, words)) else query, rest)


def _named(work: Work, query: str) -> Iterator[tuple[int, int, bool]]:
    """Where a query has a name of a work's game, and whether it is a word of its rules too."""
    for name in (*work.names, *work.terms):
        for language in ALGORITHMS:
            stems = {term.text for term in terms(name, language)}
            for one in terms(query, language):
                if one.text in stems and fold(query[one.start : one.end]).startswith(fold(name)):
                    yield one.start, one.end, name in work.terms
