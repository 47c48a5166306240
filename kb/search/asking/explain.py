"""Why a search found what it found: each step of the plan, the evidence for the results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from kb.search.asking.citing import MOST_CITED
from kb.search.asking.plan import Plan
from kb.search.asking.query import Searcher
from kb.search.asking.results import Results
from kb.search.database import Database
from kb.search.evidence import FIELDS, FULL

#: How many results are explained, the best first.
_RESULTS = 5


@dataclass(frozen=True)
class ExplainedWord:
    """A word of the query: how it was read, what it is worth, its terms with their weights."""

    typed: str
    reading: str
    read_as: str
    worth: float
    terms: tuple[str, ...]


@dataclass(frozen=True)
class ExplainedResult:
    """A result with the evidence in its best document: a line for each term that it has."""

    name: str
    score: float
    covered: float
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Explanation:
    """The steps of a search in their order."""

    steps: tuple[tuple[str, str], ...]
    words: tuple[ExplainedWord, ...]
    results: tuple[ExplainedResult, ...]

    def to_dict(self) -> dict[str, Any]:
        """The explanation as `--json` prints it."""
        return {
            "steps": [{"step": step, "value": value} for step, value in self.steps],
            "words": [asdict(word) for word in self.words],
            "results": [asdict(result) for result in self.results],
        }


def explain(searcher: Searcher, results: Results) -> Explanation:
    """Explain what a search did."""
    plan = results.plan
    return Explanation(
        tuple(_steps(results)),
        tuple(_words(plan, results.worth)) if plan else (),
        tuple(_results(searcher.database, plan, results)) if plan else (),
    )


def _steps(results: Results) -> Iterator[tuple[str, str]]:
    yield "query", results.query
    if results.game:
        yield "game", results.game
    if results.cited:
        yield "cites", ", ".join(id.display for id in results.cited)
    if results.left_out:
        yield "left out", f"{results.left_out} more that it cites, after the first {MOST_CITED}"
    if plan := results.plan:
        yield "languages", ", ".join(f"{code} {share:.2f}" for code, share in plan.languages)
        for phrase in plan.phrases:
            yield "phrase", f"{phrase.text} = {phrase.target}"


def _words(plan: Plan, worth: tuple[float, ...]) -> Iterator[ExplainedWord]:
    left = iter(worth)
    for word in plan.words:
        terms = tuple(f"{choice.term} {choice.weight:g}" for choice in word.alternatives)
        value = next(left, 0.0) if word.is_wanted else 0.0
        yield ExplainedWord(word.typed, word.reading, word.read_as, round(value, 2), terms)


def _results(database: Database, plan: Plan, results: Results) -> Iterator[ExplainedResult]:
    for result in results.results[:_RESULTS]:
        best = result.hits[0].document
        lines = []
        for word in plan.wanted:
            for choice in word.alternatives:
                if evidence := dict(database.evidence(choice.term)).get(best.number):
                    values = (
                        f"{field} {value * FULL:.2f}"
                        for field, value in zip(FIELDS, evidence, strict=True)
                        if value
                    )
                    lines.append(f"{word.typed}: {choice.term} ({', '.join(values)})")
        name = f"{best.edition}:{best.id}"
        yield ExplainedResult(name, round(result.score, 4), round(result.covered, 4), tuple(lines))
