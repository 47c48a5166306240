"""Trials of a library of rulings: embedded beside a cluster of three nodes on this machine.

Example: PYTHONPATH=scripts python -m library_trials quality --number 3000
Example: PYTHONPATH=scripts python -m library_trials size --number 20000 --copies 15
Example: PYTHONPATH=scripts python -m library_trials faults --number 4000
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cluster import LocalCluster, running_cluster
from servers import REPOSITORY, Server, memory, worked

from kb.corpus import manifest
from kb.library.cluster_address import cluster_address
from kb.library.engines.cluster_calls import ClusterCalls
from kb.library.engines.cluster_records import record_of
from kb.library.engines.typesense_library import TypesenseLibrary
from kb.library.engines.whoosh_library import WhooshLibrary
from kb.library.querying import RulingPlanner
from kb.library.ruling_document import RulingDocument
from kb.search.database import FILE, Database
from kb.storage.store import current
from library_trials.asking import ask, judged, planned, success
from library_trials.faults import all_faults
from library_trials.rulings import copies, read_rulings, situations

LIBRARY, INDEX = "trial", "trial-1"


def planner() -> RulingPlanner:
    corpus = manifest.load()
    store = current(corpus.home)
    assert store, "there is no build: make build"
    return RulingPlanner.open(corpus, Database(store.directory / FILE))


@contextmanager
def cluster(count: int = 3) -> Iterator[tuple[LocalCluster, ClusterCalls]]:
    """Nodes with data below build/, and calls to them."""
    directory = REPOSITORY / "build" / "library-trials" / f"cluster-{count}"
    shutil.rmtree(directory, ignore_errors=True)
    try:
        with running_cluster(directory, count) as nodes:
            yield nodes, ClusterCalls(cluster_address(nodes.address))
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def in_cluster(calls: ClusterCalls, documents: list[RulingDocument]) -> TypesenseLibrary:
    """A library in use with these rulings."""
    library = TypesenseLibrary.create(calls, LIBRARY, INDEX)
    library.replace(documents)
    calls.point(LIBRARY, INDEX)
    library.changed(is_in_use=True)
    return library


def quality(options: argparse.Namespace) -> None:
    """How well both engines find what judged queries ask for."""
    documents, _ = read_rulings(options.number, options.kept)
    truth, queries, plans = situations(documents), judged(), planner()
    there = {*truth.values()}
    queries = [one for one in queries if there & {*one.situations}]
    with tempfile.TemporaryDirectory() as directory:
        embedded = WhooshLibrary.create(Path(directory))
        embedded.replace(documents)
        own = success(plans, embedded, queries, truth)
        with cluster() as (_, calls):
            theirs = success(plans, in_cluster(calls, documents), queries, truth)
    print(f"{len(documents):,} rulings, {len(queries)} judged queries with an answer among them")
    print(f"success@3: embedded {own:.3f}, cluster {theirs:.3f}, apart {abs(own - theirs):.3f}")


def size(options: argparse.Namespace) -> None:
    """How long an import takes, what memory the nodes have then, and how fast they answer."""
    documents, seconds = read_rulings(options.number, options.kept)
    if seconds:
        print(
            f"read {len(documents):,} rulings in {seconds:.0f} s: {len(documents) / seconds:.0f}/s"
        )
    began = time.perf_counter()
    lines = [(one.id, record_of(one)) for one in documents]
    spent = time.perf_counter() - began
    length = sum(len(line) for _, line in lines) / len(lines)
    print(f"made records: {len(lines) / spent:.0f}/s in one process, {length:,.0f} bytes each")
    plans = planner()
    with cluster(options.nodes) as (nodes, calls):
        library = TypesenseLibrary.create(calls, LIBRARY, INDEX)
        began, batch, done = time.perf_counter(), list[bytes](), 0
        for line in copies(lines, options.copies):
            batch.append(line)
            if len(batch) == options.batch:
                calls.put(INDEX, batch)
                done, batch = done + len(batch), []
                if done % 20_000 < options.batch:
                    rate = done / (time.perf_counter() - began)
                    print(f"  {done:,} imported, {rate:.0f}/s, {_memory(nodes)}", flush=True)
        if batch:
            calls.put(INDEX, batch)
        spent = time.perf_counter() - began
        calls.point(LIBRARY, INDEX)
        library.changed(is_in_use=True)
        print(f"imported {len(library):,} rulings in {spent:.0f} s: {len(library) / spent:.0f}/s")
        print(f"{_memory(nodes)}; on disk {_disk(nodes)}; processor {_worked(nodes)}", flush=True)
        queries = planned(plans, library, [one.query for one in judged()])
        for clients in options.clients:
            until = threading.Event()
            seen, threads = ask(library, queries, clients, until)
            time.sleep(options.seconds)
            until.set()
            for thread in threads:
                thread.join()
            print(f"{clients} clients: {seen.told()}", flush=True)
        if options.restart:
            node = nodes.nodes[-1]
            nodes.kill(node)
            began = time.perf_counter()
            nodes.start(node)
            nodes.wait(1800)
            print(f"a node that was killed is well again after {time.perf_counter() - began:.0f} s")


def _servers(nodes: LocalCluster) -> list[Server]:
    return [Server(one.process.pid, one.port) for one in nodes.nodes if one.process]


def _memory(nodes: LocalCluster) -> str:
    return "memory " + ", ".join(f"{memory(one).pss:,.0f} MB" for one in _servers(nodes))


def _worked(nodes: LocalCluster) -> str:
    return ", ".join(f"{worked(one):.0f} s" for one in _servers(nodes))


def _disk(nodes: LocalCluster) -> str:
    sizes = (
        sum(path.stat().st_size for path in one.directory.rglob("*") if path.is_file())
        for one in nodes.nodes
    )
    return ", ".join(f"{size / 1e6:,.0f} MB" for size in sizes)


def faults(options: argparse.Namespace) -> None:
    """What clients notice while nodes are killed, replaced, or have a full disk."""
    documents, _ = read_rulings(options.number, options.kept)
    queries = [one.query for one in judged()]
    all_faults(planner(), documents, queries, options.clients[-1])


TRIALS = {"quality": quality, "size": size, "faults": faults}


def main() -> None:
    parser = argparse.ArgumentParser(prog="library_trials", description=__doc__.split("\n")[0])
    parser.add_argument("trial", choices=[*TRIALS])
    parser.add_argument("--number", type=int, default=3000, help="rulings that are made and read")
    parser.add_argument("--copies", type=int, default=1, help="times as many are imported")
    parser.add_argument("--batch", type=int, default=1000, help="rulings of one import")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 50])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--restart", action="store_true", help="time a node that starts again")
    parser.add_argument("--nodes", type=int, default=3, help="of the cluster of `size`")
    parser.add_argument("--kept", type=Path, help="a file with rulings that were read")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nodes and disks go away all the same
    TRIALS[options.trial](options)


if __name__ == "__main__":
    main()
