"""Tries mutants of scripts: all tests of their package in a browser, until one fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mutants.mutant import Mutant
from mutants.packages import Package
from mutants.tree import Forks
from mutants.trial import Outcome

#: What a mutant may take beyond what the tests take without one, in seconds, and how often that.
_SPARE, _TIMES = 30, 3


class ScriptTrial:
    """Tries mutants of the scripts of a package, in a tree that nobody else uses.

    `remade` brings the kept site up to date with the scripts of the tree.
    """

    def __init__(
        self, package: Package, forks: Forks, tree: Path, remade: Callable[[], None]
    ) -> None:
        self._package, self._forks, self._tree, self._remade = package, forks, tree, remade
        self._limit = 3600.0
        for _ in range(2):  # the first makes what is kept
            remade()
            answer = self._answer()
            if answer["code"]:
                why = f"{answer['failed']}, {answer['log']}"
                raise SystemExit(f"tests fail without any mutant: {why}")
            seconds = answer["seconds"]
        self._limit = _SPARE + _TIMES * seconds

    def of(self, mutant: Mutant) -> Outcome:
        """What the tests say of a mutant."""
        file = self._tree / mutant.file
        file.write_text(mutant.after, encoding="utf-8")
        try:
            self._remade()
            answer = self._answer()
        finally:
            file.write_text(mutant.before, encoding="utf-8")
        return Outcome.of(answer)

    def _answer(self) -> dict[str, Any]:
        return self._forks.do(
            files=self._package.tests,
            without=self._package.without,
            slow=self._package.slow,
            processor=round(self._limit),
            wall=self._limit,
        )


class Scripts:
    """The scripts of a kept site, made anew whenever the parts below a tree change.

    A site takes a minute to build; of what a mutant of `site/search` changes it has one file. The
    service gives out no file that is another than the site's tables say: the tables forget it.
    """

    def __init__(self, tree: Path, kept: Path) -> None:
        self._tree, self._kept = tree, kept
        self._data: dict[str, Any] = {}
        self._last = b""

    def __call__(self) -> None:
        """Write the script of search into the kept site, if there is one."""
        from kb.corpus import manifest
        from kb.publishing.browser.scripts import bundle
        from kb.publishing.browser.search_script import ENTRY, NAME, data
        from kb.publishing.browser.search_shards import shards
        from kb.publishing.output.offline import WORKER
        from kb.storage.store import current

        site = self._kept / "site/build/site"
        store = current(self._kept / "built")
        if store is None or not site.is_dir():
            return
        if not self._data:
            corpus = manifest.load(self._tree)
            self._data = data(corpus, store, shards(corpus, store))
            _forget(site, NAME, WORKER)
        script = bundle(self._tree, ENTRY, self._data)
        if script != self._last:
            (site / NAME).write_bytes(script)
            self._last = script


def _forget(site: Path, name: str, worker: str) -> None:
    """Take a file out of the tables of a site, and the browser's worker, which knows the tables."""
    (site / worker).write_bytes(b"")
    for table in (site / "offline.json", *site.glob("*/offline.json")):
        known = json.loads(table.read_text(encoding="utf-8"))
        if known.pop(name, None):
            table.write_text(json.dumps(known), encoding="utf-8")
