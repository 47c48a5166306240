"""Asks both engines the same, and says how well and how fast they answer."""

from __future__ import annotations

import json
import statistics
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path

from servers import REPOSITORY

from kb.core.errors import KodeksError
from kb.library.querying import AskedRulings, RulingPlanner
from kb.library.seam import RulingEngine, RulingQuery

#: The judged queries: words, and the situations that rulings must be about.
JUDGED = REPOSITORY / "tests/data/library_queries.jsonl"


@dataclass(frozen=True)
class JudgedQuery:
    """A query, and which situations answer it."""

    query: str
    situations: tuple[str, ...]


def judged(path: Path = JUDGED) -> list[JudgedQuery]:
    """The judged queries."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [
        JudgedQuery(row["query"], tuple(row["situations"])) for row in rows if row.get("situations")
    ]


def planned(
    planner: RulingPlanner, engine: RulingEngine, queries: Sequence[str]
) -> list[RulingQuery]:
    """Queries as an engine is asked them."""
    return [planner.planned(AskedRulings(one), engine).query for one in queries]


def success(
    planner: RulingPlanner,
    engine: RulingEngine,
    queries: Sequence[JudgedQuery],
    truth: Mapping[str, str],
    first: int = 3,
) -> float:
    """The share of queries with a right ruling among the first ones."""
    hits = 0
    for one in queries:
        found = engine.search(planner.planned(AskedRulings(one.query, limit=first), engine).query)
        hits += any(truth.get(hit.document.id) in one.situations for hit in found.hits)
    return hits / max(1, len(queries))


@dataclass
class Clients:
    """What some clients saw who asked for a while."""

    times: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    failed: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @property
    def gap(self) -> float:
        """The longest time, in seconds, in which nobody had an answer."""
        moments = sorted(self.answered)
        return max((b - a for a, b in pairwise(moments)), default=0.0)

    def told(self) -> str:
        """All of it in a line."""
        if not self.times:
            return f"no answers, {self.failed}"
        cuts = statistics.quantiles(self.times, n=100) if len(self.times) > 1 else self.times * 99
        seconds = max(self.answered) - min(self.answered) or 1.0
        return (
            f"{len(self.times):,} answers, {len(self.times) / seconds:.0f}/s, "
            f"p50 {1000 * cuts[49]:.0f} ms, p99 {1000 * cuts[98]:.0f} ms, "
            f"longest {1000 * max(self.times):.0f} ms, longest gap {self.gap:.2f} s, "
            f"failed {sum(self.failed.values())} {self.failed or ''}, wrong {len(self.wrong)}"
        )


def ask(
    engine: RulingEngine,
    queries: Sequence[RulingQuery],
    clients: int,
    until: threading.Event,
    right: Mapping[int, Sequence[str]] | None = None,
) -> tuple[Clients, list[threading.Thread]]:
    """Let clients ask until an event; `right` are the ids that queries must find, by number."""
    seen, lock, turn = Clients(), threading.Lock(), count()

    def one_client() -> None:
        while not until.is_set():
            number = next(turn) % len(queries)
            began = time.perf_counter()
            try:
                found = engine.search(queries[number])
            except KodeksError as error:
                with lock:
                    kind = type(error).__name__
                    seen.failed[kind] = seen.failed.get(kind, 0) + 1
                continue
            ended = time.perf_counter()
            ids = [hit.document.id for hit in found.hits]
            with lock:
                seen.times.append(ended - began)
                seen.answered.append(ended)
                if right is not None and ids != right[number]:
                    seen.wrong.append(f"{number}: {ids} for {right[number]}")

    threads = [threading.Thread(target=one_client, daemon=True) for _ in range(clients)]
    for thread in threads:
        thread.start()
    return seen, threads
