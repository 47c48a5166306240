"""What clients notice while a node is killed, is gone for good, or has a full disk.

Some clients ask all the time while rulings are written beside what they ask for, as when an index
is made anew; every answer is compared with the one before the fault. In the end every ruling that
was written must be there, on every node.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from cluster import LocalCluster, LocalNode, running_cluster
from servers import HOST, REPOSITORY, free_port

from kb.library.cluster_address import ClusterNode, cluster_address
from kb.library.engines.cluster_calls import ClusterCalls
from kb.library.engines.typesense_library import TypesenseLibrary
from kb.library.querying import RulingPlanner
from kb.library.ruling_document import RulingDocument
from kb.library.seam import RulingQuery
from library_trials.asking import ask, planned

LIBRARY = "trial"
#: Rulings of one import, and the smallest disk that a node can begin on, in megabytes.
_BATCH, _SMALL_DISK = 100, 160
#: Seconds that clients ask before and after a fault, and until nodes must agree again.
_BEFORE, _AFTER, _AGREE = 5.0, 15.0, 300.0


@dataclass
class FaultTrial:
    """A cluster with a library that is asked, and rulings to write beside it."""

    nodes: LocalCluster
    calls: ClusterCalls
    documents: Sequence[RulingDocument]
    queries: Sequence[RulingQuery]
    clients: int

    def run(self, name: str, fault: Callable[[], str], index: str) -> None:
        """Do something bad while clients ask and rulings are written; tell what they saw."""
        library = TypesenseLibrary(self.calls, LIBRARY)
        right = {
            number: [hit.document.id for hit in library.search(query).hits]
            for number, query in enumerate(self.queries)
        }
        until = threading.Event()
        seen, threads = ask(library, self.queries, self.clients, until, right)
        writing = threading.Thread(target=self._write, args=(index,))
        writing.start()
        time.sleep(_BEFORE)
        happened = fault()
        writing.join()
        time.sleep(_AFTER)
        until.set()
        for thread in threads:
            thread.join()
        print(f"{name}: {happened}")
        print(f"  {self.clients} clients: {seen.told()}")
        print(f"  the import of {len(self.documents):,} took {self.spent:.0f} s, {self.wait:.1f} s")
        for line in seen.wrong[:3]:
            print(f"  WRONG {line}")

    def _write(self, index: str) -> None:
        began = time.perf_counter()
        library = TypesenseLibrary.create(self.calls, LIBRARY, index)
        self.wait = 0.0
        for at in range(0, len(self.documents), _BATCH):
            start = time.perf_counter()
            library.replace(self.documents[at : at + _BATCH])
            self.wait = max(self.wait, time.perf_counter() - start)
        self.spent = time.perf_counter() - began

    spent = wait = 0.0

    def check(self, index: str) -> None:
        """Wait until every node that runs has every ruling; say how long that took."""
        began = time.perf_counter()
        wanted = {one.id for one in self.documents}
        for node in self.nodes.nodes:
            if node.process is None:
                continue
            while True:
                missing = len(wanted - self._ids(node, index))
                if not missing or time.perf_counter() - began > _AGREE:
                    break
                time.sleep(0.5)
            took = time.perf_counter() - began
            print(f"  node {node.number}: {missing} of {len(wanted):,} lost, after {took:.1f} s")

    def _ids(self, node: LocalNode, index: str) -> set[str]:
        one = replace(self.calls.address, nodes=(ClusterNode("http", HOST, node.port),))
        calls = ClusterCalls(one)
        try:
            return {row["id"] for row in calls.exported(index, "id")}
        except Exception:  # the node does not answer yet
            return set()
        finally:
            calls.close()


def all_faults(
    planner: RulingPlanner, documents: list[RulingDocument], queries: list[str], clients: int
) -> None:
    """All trials, one after another, on one cluster."""
    directory = REPOSITORY / "build" / "library-trials" / "faults"
    shutil.rmtree(directory, ignore_errors=True)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, directory, ignore_errors=True)
        disk = _small_disk(directory / "3", stack)
        nodes = stack.enter_context(running_cluster(directory))
        calls = ClusterCalls(cluster_address(nodes.address))
        library = TypesenseLibrary.create(calls, LIBRARY, f"{LIBRARY}-0")
        library.replace(documents[: len(documents) // 2])
        calls.point(LIBRARY, f"{LIBRARY}-0")
        library.changed(is_in_use=True)
        plans = planned(planner, library, queries)
        trial = FaultTrial(nodes, calls, documents, plans, clients)

        def kill_leader() -> str:
            leader = nodes.leader
            began = time.perf_counter()
            nodes.kill(leader)
            while True:
                try:
                    other = nodes.leader
                    break
                except RuntimeError:
                    time.sleep(0.05)
            took = time.perf_counter() - began
            return (
                f"node {leader.number} led and was killed; {other.number} leads {took:.1f} s later"
            )

        trial.run("The leader is killed", kill_leader, f"{LIBRARY}-1")
        for node in nodes.nodes:
            if node.process is None:
                nodes.start(node)
        trial.check(f"{LIBRARY}-1")

        def replace_node() -> str:
            gone = next(one for one in nodes.nodes if one is not nodes.leader and one.number != 3)
            nodes.kill(gone)
            shutil.rmtree(gone.directory)
            gone.port, gone.peering = free_port(), free_port()
            nodes.write_list()
            began = time.perf_counter()
            nodes.start(gone)
            while not gone.well and time.perf_counter() - began < _AGREE:
                time.sleep(0.2)
            return (
                f"node {gone.number} is another now, well {time.perf_counter() - began:.0f} s later"
            )

        trial.run("A node is gone for good and replaced", replace_node, f"{LIBRARY}-2")
        trial.check(f"{LIBRARY}-2")
        trial.calls = ClusterCalls(cluster_address(nodes.address))
        if disk is None:
            print("A full disk: not tried, that takes root and mount")
            return

        def fill() -> str:
            for name in (f"{LIBRARY}-1", f"{LIBRARY}-2"):
                calls.drop(name)
            with (disk / "filling").open("wb") as filling:
                block = b"\0" * 1_000_000
                try:
                    while True:
                        filling.write(block)
                        filling.flush()
                except OSError as error:
                    return f"node 3 has {error.strerror}"

        trial.run("The disk of a node is full", fill, f"{LIBRARY}-3")
        third = nodes.nodes[2]
        state = "runs" if third.process and third.process.poll() is None else "has ended"
        print(f"  node 3 {state}, well: {third.well}; it says: {nodes.said(third)[-300:]}")
        (disk / "filling").unlink()
        nodes.kill(third)
        nodes.start(third)
        trial.check(f"{LIBRARY}-3")


def _small_disk(directory: Path, stack: ExitStack) -> Path | None:
    """Mount a small disk of memory; None for whoever may not."""
    directory.mkdir(parents=True)
    mount = shutil.which("mount")
    if os.geteuid() != 0 or mount is None:
        return None
    options = ["-t", "tmpfs", "-o", f"size={_SMALL_DISK}m", "tmpfs", f"{directory}"]
    if subprocess.run([mount, *options], check=False).returncode:
        return None
    unmount = shutil.which("umount") or "umount"
    stack.callback(subprocess.run, [unmount, "-l", f"{directory}"], check=False)
    return directory
