"""The house: a newcomer finds the room for a change from the names of folders and files alone."""

from __future__ import annotations

from collections import defaultdict
from pathlib import PurePath

import pytest

from support.homes import REPOSITORY

#: The names that stand in several wings, each with those wings: the first makes the thing, the
#: others write it, show it or give it an address.
SHARED = {
    "authorities": ("linking", "publishing"),
    "concepts": ("core", "cli", "service"),
    "glossary": ("records", "publishing"),
    "plain": ("curation", "core", "publishing"),
    "procedures": ("core", "service"),
    "references": ("citations", "core"),
    "results": ("search", "cli"),
    "titles": ("curation", "core"),
}

WINGS = REPOSITORY / "kb"


def wings_by_name() -> dict[str, set[str]]:
    """The wings that have a module of a name; what stands at the top is no wing."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in WINGS.glob("*/**/*.py"):
        if not path.stem.startswith("__"):
            wing, *_ = PurePath(path.relative_to(WINGS)).parts
            found[path.stem].add(wing)
    return found


def test_no_name_of_a_module_stands_in_two_wings_unless_one_shows_the_other() -> None:
    twice = {name: wings for name, wings in wings_by_name().items() if len(wings) > 1}
    assert twice == {name: {*wings} for name, wings in SHARED.items()}


@pytest.mark.parametrize("folder", sorted(path.name for path in WINGS.iterdir() if path.is_dir()))
def test_every_wing_says_what_it_is_for(folder: str) -> None:
    if folder not in ("__pycache__", "schemas"):
        first = (WINGS / folder / "__init__.py").read_text(encoding="utf-8").split("\n", 1)[0]
        assert first.startswith('"""'), folder
