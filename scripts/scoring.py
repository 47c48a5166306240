"""How good a run is on judged queries: success, reciprocal rank, provisions, empty answers.

The same figures as the scorer of the development set gives. Ids are cut to their law (Ulti: to the
section), and of a law that comes again the first place counts. A law of grade 2 or 3 is a success.
Before an id stands its game, or `hr` for the numbering of 1997: that is judged by `relevant_hr`
where a query has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

#: Judged queries as their file has them.
Query = dict[str, Any]

_SUCCESS, _EXACT = 2, 3
_DEPTH = 10
#: Laws of 1997 whose subject moved as a whole.
_MOVED = {"23": "72", "88": "12", "89": "12"}
_FORMS = ("question", "title", "keywords")
_KINDS = (
    *("keyword", "situation", "question", "citation", "inflected", "no_accents", "typo"),
    "glossary",
)


@dataclass
class Run:
    """What was found for each query, by its id; and which answers say that they are not sure."""

    ids: dict[str, list[str]] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)

    def add(self, qid: str, ids: Iterable[str], sure: bool) -> None:
        """Add the answer to a query."""
        self.ids[qid] = [*ids]
        if not sure:
            self.unsure.add(qid)


@dataclass(frozen=True)
class Score:
    """How one query did; `provision` is None where no provision is judged the answer."""

    query: Query
    first: bool
    third: bool
    reciprocal: float
    provision: bool | None


@dataclass(frozen=True)
class Figures:
    """Means over queries: success@1, success@3, MRR@10, the very provision among the first 3."""

    queries: int
    first: float
    third: float
    reciprocal: float
    provision: float

    def __str__(self) -> str:
        return (
            f"{self.queries:4}   s@1 {self.first:.3f}   s@3 {self.third:.3f}   "
            f"MRR {self.reciprocal:.3f}   prov@3 {self.provision:.3f}"
        )


def score(query: Query, ids: Sequence[str]) -> Score:
    """Judge the ids found for a query, the best first."""
    grades = [*_grades(query, ids)][:_DEPTH]
    rank = next((at for at, grade in enumerate(grades, 1) if grade >= _SUCCESS), 0)
    return Score(
        query,
        rank == 1,
        0 < rank <= 3,
        1 / rank if rank else 0.0,
        _provision(query, ids),
    )


def _grades(query: Query, ids: Iterable[str]) -> Iterable[int]:
    """The grade of each law found, once."""
    ulti = query.get("game") == "ulti"
    laws = {id: grade for id, grade in query["relevant"].items() if "." not in id}
    older = {id: g for id, g in query.get("relevant_hr", {}).items() if "." not in id}
    seen: set[tuple[str, str]] = set()
    for id in ids:
        prefix, law = _split(id)
        if prefix == "ulti" and not ulti and f"ulti:{law}" in query.get("neutral", ()):
            continue
        if (prefix == "ulti") != ulti:
            key, grade = (prefix, law), 0
        elif prefix == "hr" and older:
            key, grade = (prefix, law), older.get(law, 0)
        else:
            law = _MOVED.get(law, law) if prefix == "hr" else law
            key, grade = ("", law), laws.get(law, 0)
        if key not in seen:
            seen.add(key)
            yield grade


def _provision(query: Query, ids: Sequence[str]) -> bool | None:
    """Whether a provision that is the answer, or one inside it, is among the first three."""
    wanted = _answers(query["relevant"])
    if not wanted:
        return None
    older = _answers(query.get("relevant_hr", {}))
    for id in ids[:3]:
        prefix, _, path = id.rpartition(":")
        if (prefix == "ulti") == (query.get("game") == "ulti"):
            among = older or wanted if prefix == "hr" else wanted
            if any(path == answer or path.startswith(f"{answer}.") for answer in among):
                return True
    return False


def _answers(judged: Mapping[str, int]) -> list[str]:
    return [id for id, grade in judged.items() if grade >= _EXACT and "." in id]


def _split(id: str) -> tuple[str, str]:
    prefix, _, path = id.rpartition(":")
    return prefix, path.split(".")[0]


def figures(scores: Sequence[Score]) -> Figures:
    """The means over some queries."""
    judged = [score.provision for score in scores if score.provision is not None]
    return Figures(
        len(scores),
        mean([score.first for score in scores] or [0.0]),
        mean([score.third for score in scores] or [0.0]),
        mean([score.reciprocal for score in scores] or [0.0]),
        mean(judged or [0.0]),
    )


def table(scores: Sequence[Score]) -> dict[str, Figures]:
    """Figures overall, by language, by kind or form; Ulti apart. `none` queries have no score."""
    bridge = [score for score in scores if score.query.get("game") != "ulti"]
    ulti = [score for score in scores if score.query.get("game") == "ulti"]
    groups = {"overall": bridge}
    languages = dict.fromkeys(score.query["lang"] for score in bridge)
    groups |= {code: [s for s in bridge if s.query["lang"] == code] for code in languages}
    groups |= {kind: [s for s in bridge if s.query["kind"] == kind] for kind in _KINDS}
    groups |= {form: [s for s in bridge if s.query.get("form") == form] for form in _FORMS}
    groups["ulti"] = ulti
    return {name: figures(of_group) for name, of_group in groups.items() if of_group}


def judge(queries: Sequence[Query], found: Run) -> list[Score]:
    """The scores of all queries that have an answer."""
    return [score(q, found.ids.get(q["qid"], ())) for q in queries if q["kind"] != "none"]


def refused(queries: Sequence[Query], found: Run) -> tuple[int, int]:
    """Of the queries that nothing answers, how many got no sure answer, and how many there are."""
    none = [query["qid"] for query in queries if query["kind"] == "none"]
    return sum(not found.ids.get(qid) or qid in found.unsure for qid in none), len(none)


def empty(queries: Sequence[Query], found: Run) -> float:
    """Of the queries that something answers, the share that got an empty answer."""
    return mean([not found.ids.get(q["qid"]) for q in queries if q["kind"] != "none"] or [0])


def by_half(queries: Sequence[Query]) -> tuple[list[Query], list[Query]]:
    """The queries that search was tuned on, and those that it was checked with.

    Those with odd numbers, and the others. But questions that people really asked (which have a
    `form`) come several from a page, and pages are kept whole: a page goes on while the queries
    have a law in common.
    """
    tuned: list[Query] = []
    checked: list[Query] = []
    page, before = -1, ("", set[str]())
    for query in queries:
        laws = {id for id, grade in query["relevant"].items() if "." not in id and grade >= 2}
        if query["lang"] != before[0] or not laws & before[1]:
            page += 1
        before = query["lang"], laws
        number = page if "form" in query else int(query["qid"].rpartition("-")[2])
        (tuned if number % 2 else checked).append(query)
    return tuned, checked
