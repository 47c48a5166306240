"""One name, one thing: what a reader searches for leads to one place."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.homes import REPOSITORY


def named(path: Path) -> Iterator[str]:
    """The classes and the aliases of types at the top of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name) and is_of_a_type(target.id.strip("_")):
                    yield target.id


def is_of_a_type(name: str) -> bool:
    """Whether a name is written as types are: not as a function, not as a constant."""
    return name[:1].isupper() and not name.isupper()


@pytest.mark.slow
def test_a_class_or_alias_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted((REPOSITORY / "kb").rglob("*.py")):
        for name in named(path):
            places[name.strip("_")].append(path.relative_to(REPOSITORY).as_posix())
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
