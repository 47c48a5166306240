"""Measure the service: requests a second, times and memory, beside Typesense in the same run.

The load tool is autocannon, on loopback, on the same processor as the server. Each thing is asked
anew first (every request once) and then over and over, as answers are remembered. The peer is
plain Typesense with the same records and queries. Prints ratios; asserts nothing.

With --soak the service works at half of what it can do, with questions that repeat and questions
that do not; the exit code is 1 when a request failed or memory grew by more than 5 % after warming.

Example: scripts/bench_service.py --workers 1 2 --seconds 5
Example: scripts/bench_service.py --soak 600
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from load import (
    Answers,
    Load,
    Query,
    Request,
    answers,
    ask,
    asking,
    made_up,
    mixed,
    provisions,
    queries,
    records,
    rulings,
    searches,
    typesense_searches,
)
from servers import (
    REPOSITORY,
    Memory,
    Server,
    all_worked,
    kodeks,
    memory,
    typesense,
    typesense_version,
    worked,
)

from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.opening import open_store
from kb.search.database import FILE, Database
from kb.storage.store import Store

NEW, AGAIN = "search, each query once", "search, again"
#: Connections of the look-up that many make at the same time.
MANY = 100
#: By how much memory may grow in a soak.
GROWTH = 0.05
#: Seconds between looks at the memory.
_LOOK = 2
#: Asking everything once may take so many times as long as asking it again and again.
_PATIENCE = 5
#: How often everything is asked again, unmeasured, for each worker after the first.
_PASSES = 2
#: Of ten requests of a soak: look-ups, searches that repeat, searches that do not, rulings.
_MIX = (7, 1, 1, 1)
_ROUNDS = 4000
#: Before a soak new questions are asked until memory grows by less than this in a turn (seconds),
#: so many turns at most: what is remembered takes its room first, and that is no leak.
_FULL, _TURN, _TURNS = 0.01, 10, 12
#: New questions of a turn, more than can be answered.
_NEW = 1500


@dataclass(frozen=True)
class Task:
    """Something to ask, by name."""

    name: str
    requests: Sequence[Request]
    load: Load


@dataclass(frozen=True)
class Done:
    """A task that was done: `work` is milliseconds of a processor that the server had an answer.

    `others` is the part of the machine that neither the server nor the load tool had.
    """

    answers: Answers
    work: float
    others: float


@dataclass(frozen=True)
class Measured:
    """A server: how much memory it had when it was ready and after all tasks, and how they went."""

    name: str
    ready: Memory
    after: Memory
    tasks: dict[str, Done]


def measure(name: str, server: Server, tasks: Sequence[Task], workers: int = 1) -> Measured:
    ready, done = memory(server), {}
    for task in tasks:
        print(f"{name}: {task.name}", file=sys.stderr)
        start, had, everything = time.monotonic(), worked(server), all_worked()
        came = ask(server.origin, task.requests, task.load)
        work = worked(server) - had
        whole = (time.monotonic() - start) * (os.cpu_count() or 1)
        others = max(0.0, all_worked() - everything - work - came.tool) / whole
        done[task.name] = Done(came, 1000 * work / max(came.requests, 1), others)
        if task.load.once:  # each worker remembers for itself, and which one is asked is chance
            for _ in range(_PASSES * (workers - 1)):
                ask(server.origin, task.requests, task.load)
    return Measured(name, ready, memory(server), done)


# --- measuring -----------------------------------------------------------------------------------


def our_tasks(
    corpus: Corpus, store: Store, queries: Sequence[Query], connections: int, seconds: float
) -> list[Task]:
    asked, laws, documents = searches(queries), provisions(corpus, store), rulings()
    packed = [{**request, "headers": {"Accept-Encoding": "gzip"}} for request in laws]
    once = Load(connections, _PATIENCE * seconds, once=True)
    again = Load(connections, seconds)
    return [
        Task(NEW, asked, once),
        Task(AGAIN, asked, again),
        Task("provision, each once", laws, once),
        Task("provision, again", laws, again),
        Task("provision, again, compressed", packed, again),
        Task(f"provision, {MANY} connections", laws, Load(MANY, seconds)),
        Task("link, each ruling once", documents, once),
        Task("link, again", documents, again),
    ]


def compare(corpus: Corpus, store: Store, options: argparse.Namespace) -> dict[str, Any]:
    """Print what every server can do, and ours beside the peer; all of it as data."""
    asked, database = queries(), Database(store.directory / FILE)
    tasks = our_tasks(corpus, store, asked, options.connections, options.seconds)
    print(
        f"{machine()}; {options.connections} connections, {options.seconds:g} s", file=options.out
    )
    legend = (
        "work: what the server had of a processor, an answer; others: what neither it nor the load"
    )
    print(f"{legend} tool had of the machine", file=options.out)
    every_record = records(database)
    with typesense(every_record) as server:
        title = f"Typesense {typesense_version(server)}, {len(every_record):,} records"
        theirs = typesense_searches(asked)
        loads = {task.name: task.load for task in tasks}
        searching = [Task(name, theirs, loads[name]) for name in (NEW, AGAIN)]
        peer = measure(title, server, searching)
    show(peer, options)
    servers = [peer]
    for workers in options.workers:
        with kodeks(workers) as server:
            servers.append(measure(f"Kodeks, {_workers(workers)}", server, tasks, workers))
        show(servers[-1], options)
    for ours in servers[1:]:
        print(f"\n{ours.name}, times Typesense", file=options.out)
        for name in (NEW, AGAIN):
            print(f"  {name:32}{_ratios(ours.tasks[name], peer.tasks[name])}", file=options.out)
        ratio = ours.after.pss / peer.after.pss
        print(f"  {'memory after all':32}{ratio:.2f}", file=options.out)
    return {"machine": machine(), "servers": [*map(asdict, servers)]}


def _ratios(ours: Done, peer: Done) -> str:
    pairs = (
        ("requests/s", ours.answers.rate, peer.answers.rate),
        ("p50", ours.answers.p50, peer.answers.p50),
        ("p99", ours.answers.p99, peer.answers.p99),
        ("processor", ours.work, peer.work),
    )
    shown = [f"{name} {value / other:.2f}" for name, value, other in pairs if value and other]
    return "   ".join(shown)


def show(measured: Measured, options: argparse.Namespace) -> None:
    """The table of a server."""
    heads = ("requests/s", "p50 ms", "p99 ms", "work ms", "kB each", "answers", "failed", "others")
    print(f"\n{measured.name:34}" + "".join(f"{head:>11}" for head in heads), file=options.out)
    for name, done in measured.tasks.items():
        came = done.answers
        cells = (
            f"{came.rate:,.0f}",
            _milliseconds(came.p50),
            _milliseconds(came.p99),
            f"{done.work:.2f}",
            f"{came.bytes / max(came.requests, 1) / 1000:.1f}",
            f"{came.requests:,}",
            f"{came.failed:,}",
            f"{done.others:.0%}",
        )
        print(f"  {name:32}" + "".join(f"{cell:>11}" for cell in cells), file=options.out)
        if came.failed:
            print(f"    {_failures(came)}", file=options.out)
    for when, size in (("when ready", measured.ready), ("after all", measured.after)):
        print(f"  memory {when}: {_sizes(size)}", file=options.out)


def _failures(came: Answers) -> str:
    codes = (f"{code}: {status['count']:,}" for code, status in came.statuses.items())
    return f"{came.errors} errors, {came.timeouts} of them timeouts; {', '.join(codes)}"


def _milliseconds(time: float | None) -> str:
    return "–" if time is None else f"{time:.1f}"


def _sizes(size: Memory) -> str:
    number = "1 process" if size.processes == 1 else f"{size.processes} processes"
    return (
        f"{size.pss:.0f} MB of its own (PSS, {number}); the biggest sees {size.worker:.0f} MB (RSS)"
    )


def _workers(number: int) -> str:
    return "1 worker" if number == 1 else f"{number} workers"


def machine() -> str:
    """What it ran on, and whether others were at work."""
    busy = os.getloadavg()[0]
    cores = len(os.sched_getaffinity(0))
    return f"{cores} cores, Python {platform.python_version()}, load before {busy:.1f}"


# --- soak ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """How much memory there was, so many seconds after the beginning."""

    seconds: float
    pss: float


@dataclass(frozen=True)
class Soak:
    """A soak: what was asked a second, what came back, memory (MB) by time and how it grew."""

    capacity: float
    answers: Answers
    looks: list[Look]
    window: float
    first: float
    last: float
    slope: float

    @property
    def growth(self) -> float:
        """By which part of it memory grew between the first and the last part."""
        return self.last / self.first - 1

    @property
    def ok(self) -> bool:
        """Whether every request was answered and memory stayed."""
        return not self.answers.failed and self.growth <= GROWTH


def soak(corpus: Corpus, store: Store, options: argparse.Namespace) -> Soak:
    """One worker at half load: memory in the first part after a warm-up and in the last.

    A part is a minute, or a fifth when there are fewer than five. Memory is the median of a part,
    its slope that of a straight line through all that came after the first part.
    """
    asked = queries()
    invented = searches(made_up(asked, _ROUNDS + _NEW * _TURNS))
    requests = [provisions(corpus, store), searches(asked), invented[:_ROUNDS], rulings()]
    kinds = [*zip(_MIX, requests, strict=True)]
    window = min(60.0, options.soak / 5)
    with kodeks(1) as server:
        for warming in (requests[0], requests[1], requests[3]):
            ask(server.origin, warming, Load(options.connections, _TURN, once=True))
        _fill(server, invented[_ROUNDS:], options.connections)
        load = Load(options.connections, options.seconds)
        capacity = ask(server.origin, mixed(kinds, _ROUNDS, 1), load).rate
        rate = max(1, int(capacity / 2))
        print(f"capacity {capacity:.0f} a second; {rate} for {options.soak:.0f} s", file=sys.stderr)
        load = Load(options.connections, options.soak, rate=rate, window=window)
        looks, start = [], time.monotonic()
        with asking(server.origin, mixed(kinds, _ROUNDS, 2), load) as process:
            while process.poll() is None:
                looks.append(Look(time.monotonic() - start, memory(server).pss))
                time.sleep(_LOOK)
            came = answers(process)
    parts = [look for look in looks if window <= look.seconds]
    first = [look.pss for look in parts if look.seconds < 2 * window]
    last = [look.pss for look in parts if look.seconds >= options.soak - window]
    line = statistics.linear_regression(
        [look.seconds / 60 for look in parts], [look.pss for look in parts]
    )
    sizes = statistics.median(first), statistics.median(last)
    return Soak(capacity, came, looks, window, *sizes, line.slope)


def _fill(server: Server, new: Sequence[Request], connections: int) -> None:
    """Ask new questions until the server remembers as much as it will."""
    before = memory(server).pss
    for turn in range(_TURNS):
        asked = new[turn * _NEW : (turn + 1) * _NEW]
        ask(server.origin, asked, Load(connections, _TURN, once=True))
        now = memory(server).pss
        print(f"warming: {now:.0f} MB", file=sys.stderr)
        if now / before - 1 < _FULL:
            return
        before = now


def show_soak(done: Soak, options: argparse.Namespace) -> None:
    came = done.answers
    lines = [
        machine(),
        f"of ten requests: {_MIX[0]} provisions, {_MIX[1]} searches that repeat, {_MIX[2]} that do"
        f" not, {_MIX[3]} rulings to link; 1 worker, {options.connections} connections",
        f"asked as much as it can: {done.capacity:.0f} a second",
        f"then for {came.seconds:.0f} s: {came.rate:.0f} a second, {came.requests:,} in all",
        f"failed: {came.failed} ({_failures(came)})",
        *(
            f"{name} {done.window:.0f} s: p50 {_milliseconds(window['p50'])} ms,"
            f" p99 {_milliseconds(window['p99'])} ms"
            for name, window in (("first", came.windows[0]), ("last", _whole(came.windows)))
        ),
        f"memory (PSS): {done.looks[0].pss:.1f} MB at the beginning, {done.first:.1f} after"
        f" {done.window:.0f} s, {done.last:.1f} in the last {done.window:.0f} s:"
        f" {done.growth:+.1%} (at most {GROWTH:+.0%}), {done.slope:+.2f} MB a minute",
        "passed" if done.ok else "FAILED",
    ]
    print(*lines, sep="\n", file=options.out)


def _whole(windows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The last window with answers of a whole one: the end may run over by a second."""
    most = max(window["requests"] for window in windows)
    return [window for window in windows if window["requests"] > most / 2][-1]


# --- command line --------------------------------------------------------------------------------


def check_there() -> None:
    """End the program with what to do when something that it needs is not there."""
    for path, command in (("node_modules/autocannon", "setup"), ("build/site/index.html", "site")):
        if not (REPOSITORY / path).exists():
            sys.exit(f"{path} is not there: run `make {command}` first")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2], help="workers to try")
    parser.add_argument("--seconds", type=float, default=5, help="of a measurement")
    parser.add_argument("--connections", type=int, default=10, help="at the same time")
    parser.add_argument("--soak", type=float, metavar="SECONDS", help="at half load, 1 worker")
    parser.add_argument("--json", action="store_true", help="print data, the table to stderr")
    options = parser.parse_args()
    options.out = sys.stderr if options.json else sys.stdout
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends what was started
    check_there()
    corpus = manifest.load()
    store = open_store(corpus, lambda message: print(message, file=sys.stderr))
    ok = True
    if options.soak:
        done = soak(corpus, store, options)
        show_soak(done, options)
        data, ok = asdict(done), done.ok
    else:
        data = compare(corpus, store, options)
    if options.json:
        print(json.dumps(data, ensure_ascii=False))
    sys.exit(not ok)


if __name__ == "__main__":
    main()
