"""Which tests reach which line: coverage.py's contexts, one for each test and each fixture.

A fixture that several tests share is set up in the first of them, but all that use it would notice
a fault there: what runs in it counts for all of them. What a cache keeps runs in the first test
that asks for it alone: caches are emptied before every file of tests, so that it is reached from
each.
"""

from __future__ import annotations

import functools
import gc
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import coverage
import pytest

_FIXTURE = "fixture:"

#: Fixtures that mutants find made already (support.made_once): nothing of them counts.
_BUILT = "built_home"
_MADE = frozenset({_BUILT, "site", "first_build", "second_build"})


class Reach:
    """A plugin of pytest that writes a file: the tests, and by file and line those that reach it.

    {"seconds": {test: …}, "lines": {file: {line: [numbers of tests]}},
     "built": [numbers of tests], "failed": [tests]}

    `built` are those that use the corpus as it is built; those that failed have no number.
    """

    def __init__(self, to: Path) -> None:
        self._to = to
        self._coverage = coverage.Coverage(
            data_file=None,
            source=["kb"],
            config_file=False,
            concurrency=["thread", "greenlet"],  # Playwright's
        )
        self._contexts = [""]
        self._users: dict[str, list[str]] = {}
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()
        self._file = Path()

    def __enter__(self) -> Reach:
        self._coverage.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._coverage.stop()
        self._to.write_text(json.dumps(self._found()), encoding="utf-8")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note who uses which fixture."""
        for item in session.items:
            for name in getattr(item, "fixturenames", ()):
                self._users.setdefault(_FIXTURE + name, []).append(item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Count what runs to the test."""
        if item.path != self._file:
            self._file = item.path
            _empty_caches()
        self._enter(item.nodeid)
        try:
            return (yield)
        finally:
            self._leave()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, object, object]:
        """Count what runs in a shared fixture to all who use it."""
        if fixturedef.argname in _MADE:
            self._coverage.stop()
            try:
                return (yield)
            finally:
                self._coverage.start()
        if fixturedef.scope == "function":
            return (yield)
        self._enter(_FIXTURE + fixturedef.argname)
        try:
            return (yield)
        finally:
            self._leave()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up how long each test takes."""
        so_far = self._seconds.get(report.nodeid, 0.0)
        self._seconds[report.nodeid] = round(so_far + report.duration, 3)
        if report.failed:
            self._failed.add(report.nodeid)

    def _enter(self, context: str) -> None:
        self._contexts.append(context)
        self._coverage.switch_context(context)

    def _leave(self) -> None:
        self._contexts.pop()
        self._coverage.switch_context(self._contexts[-1])

    def _found(self) -> dict[str, Any]:
        data = self._coverage.get_data()
        here = Path.cwd()
        right = {id: took for id, took in self._seconds.items() if id not in self._failed}
        numbers = {id: number for number, id in enumerate(right)}
        lines: dict[str, dict[int, list[int]]] = {}
        for path in data.measured_files():
            file = Path(path).relative_to(here).as_posix()
            lines[file] = {}
            for line, contexts in data.contexts_by_lineno(path).items():
                tests = {test for one in contexts for test in self._users.get(one, [one])}
                lines[file][line] = sorted(numbers[one] for one in tests if one in numbers)
        using = [numbers[one] for one in self._users.get(_FIXTURE + _BUILT, ()) if one in numbers]
        wrong = sorted(self._failed)
        return {"seconds": right, "lines": lines, "built": using, "failed": wrong}


def _empty_caches() -> None:
    """Empty the caches of our functions."""
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith("kb."):
            one.cache_clear()
