"""The examples in the docstrings of the package are true."""

from __future__ import annotations

import doctest
import importlib

import pytest

from support.homes import REPOSITORY

#: The modules that have examples, by their dotted names.
MODULES = [
    ".".join(path.relative_to(REPOSITORY).with_suffix("").parts)
    for path in sorted((REPOSITORY / "kb").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0
    assert results.failed == 0
