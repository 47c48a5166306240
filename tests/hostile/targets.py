"""All that can be attacked, and with which motifs: in our own process, in Node, over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from hostile import examples, readers
from hostile.attack import Target
from hostile.browser_scripts import scripts
from hostile.motifs import Motif
from hostile.routes import REPOSITORY, Route, Service, routes
from hostile.strategies import drawn

#: So many values of each operation are grown for a seed; the next seed has the next ones.
_VALUES = 2

#: Targets with their motifs.
Planned = list[tuple[Target, Sequence[Motif]]]


class Targets:
    """Everything, for as long as the context lasts: readers, scripts, the routes of a service.

    `only` is what stands in the names of those that are wanted; without `local` these are routes.
    """

    def __init__(self, only: str = "", home: Path = REPOSITORY, local: bool = True) -> None:
        self._service = Service(home)
        self.read = [one for one in readers.ALL if local and only in one.name]
        own = scripts(home / "build/site") if local else ()
        self.scripts = [one for one in own if only in one.name]
        self.routes = [one for one in routes(self._service) if only in one.name]

    def __enter__(self) -> Targets:
        """Nothing is started before it is asked."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End what was started."""
        self._service.end()
        for one in self.scripts:
            one.node.close()

    def known(self) -> Planned:
        """Every target with what was found before of its kind; routes with what they read."""
        found: Planned = [
            (one, examples.known_for(one.name, one.kind)) for one in (*self.read, *self.scripts)
        ]
        for route in self.routes:
            if route.where in ("body", "query") or not self._is_usual_header(route):
                found.append((route, _for_route(route)))
        return found

    def _is_usual_header(self, route: Route) -> bool:
        """Headers are read alike for all routes: one of them shows it."""
        return route.where in ("header", "repeated") and "/search" not in route.operation

    def drawn(self, seed: int, count: int) -> Planned:
        """Every reader, and of each operation some of its values, with new motifs."""
        own: list[Target] = [*self.read, *self.scripts, *self._some_routes(seed)]
        return [
            (one, drawn(one.kind, 1_000 * seed + number, count)) for number, one in enumerate(own)
        ]

    def _some_routes(self, seed: int) -> list[Route]:
        by_operation: dict[str, list[Route]] = {}
        for one in self.routes:
            by_operation.setdefault(f"{one.operation} {one.where == 'body'}", []).append(one)
        some = []
        for rows in by_operation.values():
            start = seed * _VALUES % len(rows)
            some += (rows + rows)[start : start + min(_VALUES, len(rows))]
        return some


def _for_route(route: Route) -> Sequence[Motif]:
    """What is grown in a value of a route: all where a query is read, the first elsewhere."""
    known = examples.known_for(route.name, route.kind)
    if route.where == "body":
        return known if route.query == "to=annotations" else known[:2]
    return known if route.where == "query" and route.value in ("q", "term") else known[:2]
