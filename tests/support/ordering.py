"""In which order the tests run, so that no worker waits for what another one is making."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

#: What takes longest to make: the site, which is made of a build, and builds.
_SITES = frozenset({"site", "hostile_site"})
_BUILDS = frozenset({"built_home", "hostile_built", "first_home"})


def in_turn(tests: list[pytest.Item]) -> list[pytest.Item]:
    """The same tests, a module's one after another: what two workers begin with is not the same.

    Each of the two is given one half. The first begins with the site, and so makes the build and
    the site; the second has tests that need neither until both are there.
    """
    modules: dict[Path, list[pytest.Item]] = defaultdict(list)
    for test in tests:
        modules[test.path].append(test)
    by_need: dict[int, list[pytest.Item]] = {2: [], 1: [], 0: []}
    for module in modules.values():
        by_need[max(map(_need, module))] += module
    needing = by_need[2] + by_need[1]
    middle = len(tests) // 2
    return needing[:middle] + by_need[0] + needing[middle:]


def _need(test: pytest.Item) -> int:
    """0 for a test that needs no build, 1 for one that needs a build, 2 for one of the site."""
    fixtures = {*getattr(test, "fixturenames", ())}  # all that it has by any way
    if fixtures & _SITES:
        return 2
    return int(bool(fixtures & _BUILDS))
