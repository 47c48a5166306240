"""Whatever is asked of the service, alone, it answers: soon, at no length, and never with a 5xx.

`make hostile SEED=… SEEDS=…` looks further.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from hostile.attack import TIMES_IN_TESTS, attack
from hostile.routes import REPOSITORY
from hostile.targets import Targets
from kb.service.app import create_api
from kb.service.openapi_document import openapi
from kb.service.settings import Settings

pytestmark = pytest.mark.slow

_PATHS = openapi(create_api(REPOSITORY, Settings()))["paths"]
OPERATIONS = [f"{method.upper()} {path}" for path, own in _PATHS.items() for method in own]

#: Growing ends sooner here (units) than by hand.
SOON = 25.0

#: So many finds of an operation are enough to say that it is not in order.
MOST = 3

#: A seed has some of the values of each operation: the next one has others.
SEEDS = range(1, 2)


@pytest.fixture(scope="module")
def targets(site: Path) -> Iterator[Targets]:
    with Targets(home=site.parents[1], local=False) as found:
        yield found


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_answer_takes_no_longer_than_it_must(operation: str, targets: Targets) -> None:
    planned = [*targets.known(), *(one for seed in SEEDS for one in targets.drawn(seed, 1))]
    finds = (
        str(find)
        for target, motifs in planned
        if target.name.startswith((f"{operation},", f"{operation} ("))
        for motif in motifs
        for find in attack(target, motif, SOON, TIMES_IN_TESTS)
    )
    assert "\n".join(islice(finds, MOST)) == ""


def test_every_value_that_can_be_sent_is_grown(targets: Targets) -> None:
    grown = {(one.operation, one.value) for one in targets.routes}
    for path, operations in _PATHS.items():
        for method, operation in operations.items():
            for one in operation.get("parameters", ()):
                if one["in"] in ("query", "path"):
                    assert (f"{method.upper()} {path}", one["name"]) in grown
    assert {one for one, _ in grown} == {*OPERATIONS}
