"""Which of the asker's own words led to a result: the clause of a story, with its words marked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

from kb.search.asking.plan import Plan, QueryWord
from kb.search.asking.snippets import Snippet, WordPlaces, snippet

#: A word did not lead there that adds less than this share of the best word of its clause.
_LED = 0.25


def led(plan: Plan, points: Mapping[int, float]) -> Snippet | None:
    """The clause that most led to a result, cut to a snippet; None where no word did.

    `points` has what each wanted word, by its number, adds to the result.
    """
    by_clause: list[list[tuple[QueryWord, float]]] = [[] for _ in plan.clauses]
    wanted, starts = plan.wanted, [start for start, _ in plan.clauses]
    for number, value in sorted(points.items()):
        at = bisect_right(starts, wanted[number].start) - 1
        by_clause[max(0, at)].append((wanted[number], value))
    clauses = [*zip(plan.clauses, by_clause, strict=True)]
    (start, end), words = max(
        clauses, key=lambda clause: sum(value for _, value in clause[1]), default=((0, 0), [])
    )
    if not words:
        return None
    enough = _LED * max(value for _, value in words)
    spans = {
        (word.start - start, word.start - start + len(word.typed))
        for word, value in words
        if value >= enough
    }
    ordered = [(*span, number) for number, span in enumerate(sorted(spans))]
    return snippet(plan.text[start:end], WordPlaces(tuple(ordered)), [1.0] * len(ordered))
