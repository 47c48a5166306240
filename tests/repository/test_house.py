"""The house: a newcomer finds the room for a change from the names of folders and files alone."""

from __future__ import annotations

from collections import defaultdict
from pathlib import PurePath

import pytest

from support.homes import REPOSITORY

#: Names that stand in more than one wing, as one is the other's page, route, command or export:
#: by the name, the wings that may share it.
SHARED: dict[str, set[str]] = {}

WINGS = REPOSITORY / "kb"


def wings_by_name() -> dict[str, set[str]]:
    """The wings that have a module of a name; what stands at the top is no wing."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in WINGS.glob("*/**/*.py"):
        if not path.stem.startswith("__"):
            wing, *_ = PurePath(path.relative_to(WINGS)).parts
            found[path.stem].add(wing)
    return found


def test_no_name_of_a_module_stands_in_two_wings_unless_one_is_the_other_s_page() -> None:
    twice = {name: wings for name, wings in wings_by_name().items() if len(wings) > 1}
    assert twice == SHARED


@pytest.mark.parametrize("folder", sorted(path.name for path in WINGS.iterdir() if path.is_dir()))
def test_every_wing_says_what_it_is_for(folder: str) -> None:
    if folder not in ("__pycache__", "schemas"):
        first = (WINGS / folder / "__init__.py").read_text(encoding="utf-8").split("\n", 1)[0]
        assert first.startswith('"""'), folder
