"""Directories that take long to make, and that tests share."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A directory that takes long to make: one worker makes it, the others wait and share it.

    `make mutants` runs the same tests hundreds of times over: it names a directory
    (`KODEKS_TESTS_KEPT`) where what one run made is kept for the next.
    """
    own = factory.getbasetemp()
    root = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    if kept := os.environ.get("KODEKS_TESTS_KEPT"):
        root = Path(kept)
    with (root / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = root / f"{name}.done"
        if not done.exists():
            make(root / name)
            done.touch()
    return root / name
