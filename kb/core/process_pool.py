"""Processes that share the work of a build."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context

from kb.core.errors import BuildError


@contextmanager
def process_pool(job: str, workers: int | None = None) -> Iterator[ProcessPoolExecutor]:
    """Start `workers` processes, by default one for each processor; end them after the block.

    They are spawned, since a fork of a process with threads may hang. Raises `BuildError` when one
    of them was ended from outside; `job` says there what they do: "builds pages".
    """
    try:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            yield pool
    except BrokenProcessPool:
        raise BuildError(
            f"a process that {job} was ended", "Is there memory enough? Run it again."
        ) from None
