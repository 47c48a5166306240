"""Tries mutants of Python: which tests reach the line, and does one of them fail."""

from __future__ import annotations

import ast
import json
import shutil
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from mutants.building import digest_of
from mutants.mutant import Mutant
from mutants.packages import Package
from mutants.tree import ROOT, Forks
from mutants.trial import Outcome

#: A test that takes longer (in seconds) is not asked: it would be asked for every mutant.
_LONGEST = 20.0

#: What a mutant may take beyond what the tests take without one, in seconds: that was measured
#: while coverage.py looked on, which takes two or three times as long.
_SPARE = 10

#: A machine that others use too may give us this part of its time only.
_SHARE = 6

_MEMORY = 4 << 30

#: What pytest may take to start, in seconds, before that was measured.
_UNKNOWN_START = 30.0


class PythonTrial:
    """Tries mutants of the modules of a package."""

    def __init__(self, package: Package, forks: Forks, tree: Path, mark: str) -> None:
        self._package, self._forks, self._tree = package, forks, tree
        reach = self._reach(ROOT / "reach" / f"{package.name}-{mark}.json")
        self._seconds: dict[str, float] = reach["seconds"]
        self._tests = [*self._seconds]
        self._lines: dict[str, dict[str, list[int]]] = reach["lines"]
        self._built = self._named([reach["built"]])
        self._start = _UNKNOWN_START
        answer = self._ask(self._quickest(), preload=True)
        if answer["code"]:
            raise SystemExit(f"tests fail without any mutant: {answer['failed']}, {answer['log']}")
        self._start = self._ask(self._quickest())["seconds"]

    def of(self, mutant: Mutant) -> Outcome:
        """What the tests say of a mutant."""
        reaching = self._reaching(mutant)
        outcome = self._tried(mutant, reaching)
        if outcome.is_noticed:
            return outcome
        # A cache may have kept what others would notice.
        others = self._reaching_module(mutant) - reaching
        more = self._tried(mutant, others)
        if more.is_noticed or not outcome.tests:
            outcome = more
        else:
            outcome = replace(outcome, tests=outcome.tests + more.tests)
        if outcome.is_noticed or not self._package.builds:
            return outcome
        return self._tried_on_its_build(mutant) or outcome

    def _tried_on_its_build(self, mutant: Mutant) -> Outcome | None:
        """What the tests say of the build that a mutant makes; None if it makes the usual one."""
        usual = self._forks.kept("usual")
        if not digest_of(usual):
            self._build(usual)
        own = self._forks.kept("mutant")
        shutil.rmtree(own, ignore_errors=True)
        answer = self._build(own, mutant=self._planted(mutant))
        if not digest_of(own):
            kind: Literal["timeout", "killed"] = "timeout" if answer["code"] is None else "killed"
            return Outcome(kind, by="the build", seconds=answer["seconds"])
        if digest_of(own) == digest_of(usual):
            return None
        return self._tried(mutant, self._built, kept=str(own))

    def _build(self, kept: Path, **more: Any) -> dict[str, Any]:
        limit = 300
        return self._forks.do(
            build=str(kept), without=(), processor=limit, wall=_SHARE * limit, **more
        )

    def _planted(self, mutant: Mutant) -> str:
        """Where a mutant is, as `mutants.hook` wants it."""
        after = self._forks.file("mutant.py", mutant.after)
        return f"{self._tree / mutant.file}:{after}"

    def _tried(self, mutant: Mutant, tests: set[str], **more: Any) -> Outcome:
        if not tests:
            return Outcome("unreached")
        return Outcome.of(self._ask(tests, mutant=self._planted(mutant), **more), len(tests))

    def _reach(self, kept: Path) -> dict[str, Any]:
        """What the tests reach, as it was found before if nothing has changed since."""
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            answer = self._forks.do(
                files=self._package.tests,
                without=self._package.without,
                slow=self._package.slow,
                reach=str(kept),
                processor=3600,
                wall=7200,
            )
            if not kept.exists():
                raise SystemExit(f"no tests could be run: {answer['log']}")
        found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        for test in found["failed"]:
            print(f"left out, for it fails without any mutant: {test}", file=sys.stderr)
        return found

    def _quickest(self) -> list[str]:
        """A test of each file, to start with: the quickest."""
        found: dict[str, str] = {}
        for test in sorted(self._tests, key=self._seconds.__getitem__):
            found.setdefault(test.partition("::")[0], test)
        return [*found.values()]

    def _ask(self, tests: Iterable[str], **more: Any) -> dict[str, Any]:
        """Run some tests until one fails: the file that takes least first, in it the quickest."""
        files: dict[str, list[str]] = {}
        for test in sorted(tests, key=self._seconds.__getitem__):
            files.setdefault(test.partition("::")[0], []).append(test)
        # File by file: what the tests of one share would be made anew whenever another's come.
        order = [test for tests in sorted(files.values(), key=self._taking) for test in tests]
        expected = self._start + self._taking(order)
        limit = round(_SPARE + expected)
        return self._forks.do(
            files=[*files],
            without=self._package.without,
            slow=self._package.slow,
            order=order,
            processor=limit,
            wall=_SHARE * limit,
            memory=_MEMORY,
            **more,
        )

    def _taking(self, tests: Iterable[str]) -> float:
        return sum(map(self._seconds.__getitem__, tests))

    def _reaching(self, mutant: Mutant) -> set[str]:
        """The tests that reach the statement."""
        lines = self._lines.get(mutant.file, {})
        return self._named(lines.get(str(line), ()) for line in _statement(mutant))

    def _reaching_module(self, mutant: Mutant) -> set[str]:
        """The tests that reach any line of the module; of one with constants alone, all tests."""
        reaching = self._named(self._lines.get(mutant.file, {}).values())
        return reaching or self._named([range(len(self._tests))])

    def _named(self, found: Iterable[Iterable[int]]) -> set[str]:
        named = {self._tests[number] for numbers in found for number in numbers}
        return {test for test in named if self._seconds[test] <= _LONGEST}


def _statement(mutant: Mutant) -> range:
    """The lines of the innermost statement that has the mutant's line; of a block, its head."""
    found = range(mutant.line, mutant.line + 1)
    size = 10**9
    for node in ast.walk(ast.parse(mutant.before)):
        if not isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            continue
        body = getattr(node, "body", None)
        if isinstance(node, ast.match_case):
            first, last = node.pattern.lineno, node.body[0].lineno - 1
        else:
            first, last = node.lineno, node.end_lineno or node.lineno
            if body:
                last = max(first, body[0].lineno - 1)
        if first <= mutant.line <= last and last - first < size:
            found, size = range(first, last + 1), last - first
    return found
