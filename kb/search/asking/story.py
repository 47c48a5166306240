"""Cuts a story into its clauses: what happened, who did it, what is asked."""

from __future__ import annotations

import re

#: What stands between clauses: the end of a sentence, a comma, a dash between blanks, a bracket.
_BETWEEN = re.compile(r"[.!?…][\"'”»’)]{0,3}(?= |$)|[;:,](?= |$)| [-–—‒]{1,3} |[()\[\]]")
#: A clause with fewer words belongs to the one before it.
_SHORTEST = 3


def clauses_of(query: str) -> list[tuple[int, int]]:
    """The start and end of each clause of a query; short ones go with the clause before.

    >>> query = "Dummy warned him, he led anyway. And then?"
    >>> [query[start:end] for start, end in clauses_of(query)]
    ['Dummy warned him', 'he led anyway. And then?']
    """
    cuts = [(match.start(), match.end()) for match in _BETWEEN.finditer(query)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(query)]
    clauses: list[tuple[int, int]] = []
    for start, end in zip(starts, ends, strict=True):
        words = query[start:end].split()
        if not words:
            continue
        if clauses and (
            len(words) < _SHORTEST or len(query[slice(*clauses[-1])].split()) < _SHORTEST
        ):
            clauses[-1] = clauses[-1][0], end
        else:
            clauses.append((start + query[start:end].index(words[0]), end))
    if clauses and query[clauses[-1][1] :].strip():
        clauses[-1] = clauses[-1][0], len(query)
    return clauses
