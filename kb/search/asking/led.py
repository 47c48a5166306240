"""Which of the asker's own words led to a result: the clause of a story, with its words marked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from kb.search.asking.plan import Plan
from kb.search.asking.snippets import Snippet, WordPlaces, snippet

#: A word did not lead there that adds less than this share of the best word of its clause.
_LED = 0.25


class Leads:
    """The clauses of a query by which its results are led to; made once for a query.

    Most results are led to by the same words: a clause is cut once for those.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan, self._wanted = plan, plan.wanted
        starts = [start for start, _ in plan.clauses]
        self._clause_of = [max(0, bisect_right(starts, word.start) - 1) for word in self._wanted]
        self._cut: dict[tuple[int, ...], Snippet] = {}

    def to(self, points: Mapping[int, float]) -> Snippet | None:
        """The clause that most led to a result, cut to a snippet; None where no word did.

        `points` has what each wanted word, by its number, adds to the result.
        """
        totals = [0.0] * len(self._plan.clauses)
        for number, value in sorted(points.items()):
            totals[self._clause_of[number]] += value
        most = max(totals, default=0.0)
        if not most:
            return None
        clause = totals.index(most)
        words = [
            (number, value) for number, value in points.items() if self._clause_of[number] == clause
        ]
        enough = _LED * max(value for _, value in words)
        leading = tuple(sorted(number for number, value in words if value >= enough))
        if leading not in self._cut:
            self._cut[leading] = self._snippet(clause, leading)
        return self._cut[leading]

    def _snippet(self, clause: int, words: Iterable[int]) -> Snippet:
        start, end = self._plan.clauses[clause]
        spans = {
            (word.start - start, word.start - start + len(word.typed))
            for word in (self._wanted[number] for number in words)
        }
        ordered = [(*span, number) for number, span in enumerate(sorted(spans))]
        places = WordPlaces(tuple(ordered))
        return snippet(self._plan.text[start:end], places, [1.0] * len(ordered))
