"""Whatever is written in a ruling or a query, reading it takes no longer than it must.

What was found before is tried every time, and something new that is the same every time;
`make hostile SEED=… SEEDS=…` looks further.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from hostile import examples, readers
from hostile.attack import TIMES_IN_TESTS, Target, attack
from hostile.browser_scripts import Script, scripts
from hostile.measuring import STOP
from hostile.strategies import drawn

pytestmark = pytest.mark.slow

#: Growing ends sooner here (units) than by hand, but for what needs length to show.
SOON = 25.0

#: So many finds of a target are enough to say that it is not in order.
MOST = 3

#: Seeds whose motifs are tried here, one for each reader.
SEEDS = range(1, 3)


@pytest.fixture(scope="module")
def home(site: Path) -> Iterator[Path]:
    """The home whose build and site are attacked."""
    home = site.parents[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KODEKS_HOME", str(home))
        readers.built.cache_clear()
        yield home
    readers.built.cache_clear()


@pytest.fixture(scope="module")
def browser_scripts(site: Path, home: Path) -> Iterator[dict[str, Script]]:
    own = {one.name: one for one in scripts(site)}
    yield own
    for one in own.values():
        one.node.close()


def tried(target: Target, *, known: bool) -> str:
    """What is found, a line each."""
    if known:
        motifs = [*examples.known_for(target.name, target.kind)]
    else:
        motifs = [motif for seed in SEEDS for motif in drawn(target.kind, seed, 1)]
    finds = (
        str(find)
        for motif in motifs
        for find in attack(target, motif, STOP if motif in examples.DEEP else SOON, TIMES_IN_TESTS)
    )
    return "\n".join(islice(finds, MOST))


@pytest.mark.parametrize("known", [True, False], ids=["known", "new"])
@pytest.mark.parametrize("reader", readers.ALL, ids=lambda one: one.name)
def test_reading_takes_no_longer_than_it_must(
    reader: readers.Reader, known: bool, home: Path
) -> None:
    assert tried(reader, known=known) == ""


@pytest.mark.parametrize("known", [True, False], ids=["known", "new"])
@pytest.mark.parametrize("name", [one.name for one in scripts(None)] + ["search.js"])
def test_reading_in_a_browser_takes_no_longer_than_it_must(
    name: str, known: bool, browser_scripts: dict[str, Script]
) -> None:
    assert tried(browser_scripts[name], known=known) == ""
