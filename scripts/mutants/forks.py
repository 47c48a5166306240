"""Runs pytest once per mutant, each time in a fork of a process that has the libraries already.

    python -m mutants.forks

Reads tasks, a line of JSON each, and writes a line of JSON about each. Everything of kb and of the
tests is imported in the fork alone, so that a mutant is in place before anything imports it.

    {"files": […], "without": [fixtures], "slow": true?, "order": [tests]?,
     "mutant": "module:mutant"?, "reach": "file"?, "preload": true?, "build": "directory"?,
     "kept": "directory"?, "processor": seconds, "wall": seconds, "memory": bytes?}

Slow tests are run only with `slow`. With `build` no tests are run: the corpus is built where
`support.made_once` would keep it.
What is written says pytest's exit code (none if it took too long or crashed), the first test that
failed, seconds, and where the output is.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mutants.building import built
from mutants.hook import sitecustomize
from mutants.reach import Reach


class Chosen:
    """Of the tests that pytest collects runs those that are wanted, in the order that is wanted."""

    def __init__(self, without: list[str], order: list[str] | None) -> None:
        self._without = frozenset(without)
        self._rank = None if order is None else {id: rank for rank, id in enumerate(order)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is not wanted."""
        items[:] = [
            one for one in items if self._without.isdisjoint(getattr(one, "fixturenames", ()))
        ]
        if (rank := self._rank) is not None:
            items[:] = sorted((i for i in items if i.nodeid in rank), key=lambda i: rank[i.nodeid])


class Failure:
    """Remembers the first test that fails."""

    def __init__(self, note: Path) -> None:
        self._note = note

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write its name down."""
        if report.failed and not self._note.exists():
            self._note.write_text(report.nodeid, encoding="utf-8")


def _run(task: dict[str, Any], note: Path) -> int:
    """Run the tests of a task in this process; returns pytest's exit code."""
    plugins: list[object] = [Failure(note), Chosen(task["without"], task.get("order"))]
    if "mutant" in task:
        os.environ["KODEKS_MUTANT"] = task["mutant"]
        sitecustomize.plant(task["mutant"])
    if "build" in task:
        built(Path(task["build"]))
        return 0
    if "kept" in task:
        os.environ["KODEKS_TESTS_KEPT"] = task["kept"]
    arguments = [] if "reach" in task else ["-x"]
    arguments += ["-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    if not task.get("slow"):
        arguments += ["-m", "not slow"]
    arguments += ["-W", "ignore::pytest.PytestAssertRewriteWarning", "--tb=short"]
    arguments += [f"--basetemp={note}.tmp", *task["files"]]
    if "reach" not in task:
        return int(pytest.main(arguments, plugins))
    with Reach(Path(task["reach"])) as reach:
        return int(pytest.main(arguments, [*plugins, reach]))


def _child(task: dict[str, Any], note: Path, log: Path) -> None:
    """What a fork does: run the tests within its limits, and end without any clearing up."""
    os.setsid()
    if "memory" in task:  # so that a mutant that grows without end does not take all
        # Not of addresses, of which a browser reserves far more than it ever writes to.
        resource.setrlimit(resource.RLIMIT_DATA, (task["memory"], task["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (task["processor"], task["processor"] + 5))
    handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(handle, 1)
    os.dup2(handle, 2)
    code = 70
    try:
        code = _run(task, note)
        if task.get("preload"):
            libraries = [name for name, module in [*sys.modules.items()] if _is_library(module)]
            Path(f"{note}.modules").write_text(json.dumps(libraries), encoding="utf-8")
    finally:
        sys.stdout.flush()
        os._exit(code)


def _is_library(module: Any) -> bool:
    """Whether a module is none of ours: it may be imported before a mutant is planted."""
    origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
    return origin.startswith(sys.base_prefix) or "site-packages" in origin


def _wait(pid: int, seconds: float) -> int | None:
    """The status of a process when it has ended; None when it had to be ended after that time."""
    end = time.monotonic() + seconds
    pause = 0.005
    while time.monotonic() < end:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        time.sleep(pause)
        pause = min(0.1, pause * 1.5)
    return None


def _done(task: dict[str, Any], work: Path) -> dict[str, Any]:
    """Do a task in a fork; says how it went."""
    note = work / f"{os.getpid()}-{time.monotonic_ns()}"
    started = time.monotonic()
    pid = os.fork()
    if not pid:
        _child(task, note, Path(f"{note}.log"))
    status = _wait(pid, task["wall"])
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # also what the tests started
    if status is None:
        os.waitpid(pid, 0)
    code = None if status is None or os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)
    if task.get("preload") and code == 0:
        for name in json.loads(Path(f"{note}.modules").read_text(encoding="utf-8")):
            with suppress(Exception):
                importlib.import_module(name)
    failed = note.read_text(encoding="utf-8") if note.exists() else ""
    answer = {"code": code, "failed": failed, "seconds": round(time.monotonic() - started, 2)}
    return answer | {"log": f"{note}.log", "temporary": f"{note}.tmp"}


def main() -> None:
    """Do what is asked until nobody asks any more."""
    work = Path(os.environ["KODEKS_MUTANTS_WORK"])
    for line in sys.stdin:
        print(json.dumps(_done(json.loads(line), work)), flush=True)


if __name__ == "__main__":
    main()
