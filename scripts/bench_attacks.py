"""Measure what an ordinary client notices while others attack the service, and its memory.

One client, by way of a proxy, asks for pages, searches and links rulings of 2 kB, each some times a
second, every one new; first alone, then while an attack runs from other addresses. Prints the
99th percentile of each, its ratio to the quiet service in the same run, what failed, and the most
memory that the service took. Asserts nothing.

Example: scripts/bench_attacks.py --workers 1 2 --seconds 20
Example: scripts/bench_attacks.py --only "slow readers" "dense rulings"
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import multiprocessing
import os
import signal
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import quote

from load import made_up, queries
from servers import HOST, Server, kodeks, memory

from kb.corpus import manifest

#: How often the ordinary client asks for each kind, a second: as often as one client may.
_PACE = 4
#: How many laws are asked for.
_LAWS = 93
#: From how many addresses attackers come; the service learns them as from a proxy.
_ADDRESSES = 16
_HONEST, _OTHERS = "203.0.113.7", "198.51.100."
#: How many times as long an answer may take under attack; what takes longer is marked with `!`.
_ALLOWED = {"page": 2, "search": 2, "link": 5}
_PACK = "/offline/hu.pack"
_LINK = "/api/v1/link"

_RULING = """The director was called by South, who said that West had revoked at trick nine. West \
agreed. The director applied Law 64A1: one trick was transferred to declarer, see Law 64 C. East \
asked about Law 12B1, and whether 16B applies. A 27B1(b). szakasz itt nem játszik szerepet; \
zgodnie z przepisem 62A gracz musi poprawić. """


# --- the ordinary client --------------------------------------------------------------------------


def honest(port: int, seconds: float, seed: int) -> dict[str, list[float]]:
    """How long each answer took, in milliseconds, by kind; -1 for one that was no answer."""
    corpus = manifest.load()
    edition = corpus.lawbooks[0].edition
    times: dict[str, list[float]] = {"page": [], "search": [], "link": []}
    asked = iter(made_up(queries(), int(seconds * _PACE * 2)))

    def ask(kind: str, number: int) -> tuple[str, str, bytes | None]:
        if kind == "page":
            language = corpus.page_languages[number % 3]
            return "GET", f"/{language}/{edition}/{number % _LAWS + 1}/", None
        if kind == "search":
            words, language = next(asked)
            return "GET", f"/api/v1/search?q={quote(words)}&lang={language}&limit=10", None
        body = (f"Board {seed}-{number}. " + _RULING * 6)[:2000].encode()
        return "POST", f"{_LINK}?ui=hu", body

    def client(kind: str) -> None:
        begin = time.monotonic()
        for number in itertools.count(seed * 1000):
            due = begin + (number - seed * 1000) / _PACE
            if due > begin + seconds:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            start = time.perf_counter()
            status = _ask(port, *ask(kind, number), client=_HONEST)
            took = 1000 * (time.perf_counter() - start)
            times[kind].append(took if status in (200, 304) else -1)

    threads = [threading.Thread(target=client, args=(kind,)) for kind in times]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


def _ask(
    port: int, method: str, path: str, body: bytes | None, client: str, **headers: str
) -> int | None:
    """The status of an answer that was read; None where there was none."""
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    try:
        usual = {"X-Forwarded-For": client, "Content-Type": "text/plain", "Accept-Encoding": "gzip"}
        connection.request(method, path, body, usual | headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


# --- attacks --------------------------------------------------------------------------------------


def posting(
    body: bytes, options: str = "", kind: str = "text/plain", clients: int = 2
) -> Callable[[int], None]:
    """Clients that send the same ruling again and again, each from an address of its own."""

    def one(port: int, number: int) -> None:
        headers = {"Content-Type": kind}
        for count in itertools.count(number):
            client = f"{_OTHERS}{count % _ADDRESSES}"
            _ask(port, "POST", f"{_LINK}{options}", body, client, **headers)
            time.sleep(0.02)

    return _all(one, clients)


def getting(paths: Callable[[int], str], clients: int = 2) -> Callable[[int], None]:
    """Clients that ask for one thing after the other."""

    def one(port: int, number: int) -> None:
        for count in itertools.count():
            path = paths(count * clients + number)
            _ask(port, "GET", path, None, f"{_OTHERS}{(count + number) % _ADDRESSES}")
            time.sleep(0.01)

    return _all(one, clients)


def leaving(body: bytes) -> Callable[[int], None]:
    """Clients that send a ruling and are gone before it is linked."""

    def one(port: int, number: int) -> None:
        for count in itertools.count(number):
            with suppress(OSError), socket.create_connection((HOST, port)) as wire:
                wire.sendall(_head("POST", _LINK, count % _ADDRESSES, len(body)) + body)
            time.sleep(0.02)

    return _all(one, 4)


def slow_readers(port: int) -> None:
    """A thousand who ask for two megabytes and take a little of it now and then."""
    wires = []
    for number in range(1000):
        with suppress(OSError):
            wire = socket.socket()
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.connect((HOST, port))
            wire.sendall(_head("GET", _PACK, number % _ADDRESSES))
            wires.append(wire)
    while True:
        for wire in wires:
            with suppress(OSError):
                wire.recv(2048, socket.MSG_DONTWAIT)
        time.sleep(0.5)


def many_bodies(port: int) -> None:
    """Two hundred at once who send a megabyte each, again and again."""
    body = b"Laws 1-93. " * 90_000

    def one(port: int, number: int) -> None:
        while True:
            _ask(port, "POST", _LINK, body, f"{_OTHERS}{number % _ADDRESSES}")
            time.sleep(0.5)

    _all(one, 200)(port)


def _head(method: str, path: str, client: int, length: int | None = None) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: laws.example",
        f"X-Forwarded-For: {_OTHERS}{client}",
        "Content-Type: text/plain",
        *([] if length is None else [f"Content-Length: {length}"]),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _all(client: Callable[[int, int], None], clients: int) -> Callable[[int], None]:
    def attack(port: int) -> None:
        for number in range(clients):
            threading.Thread(target=client, args=(port, number), daemon=True).start()
        threading.Event().wait()

    return attack


_DENSE = b"Law 27B1(b), 16B and 12C1(e); A 64A2. szakasz; przepis 62A. "

ATTACKS: dict[str, Callable[[int], None]] = {
    "C1 list of ours": posting(b"x\n\nKodeks:\n" + b"- a: /b: /c\n" * 27 + b"x"),
    "C2 ranges, annotations": posting(b"Laws 1-93. " * 5500, "?to=annotations"),
    "H1 search of ranges": getting(lambda n: f"/api/v1/search?q={quote('Laws 1-93 ' * 39)}{n}"),
    "H2 tags": posting(b"<i>a</i> Law 27 <svg>" * 8000, kind="text/markdown"),
    "H2 bare numbers": posting(b"Law 27 and 55A " * 10_000),
    "H3 blanks, authorities": posting(
        b"# x" + b" " * 19_900 + b"y", "?to=authorities", "text/markdown"
    ),
    "H3 tags, authorities": posting(b"<h1>" + b"<a " * 6600, "?to=authorities", "text/html"),
    "M2 slow readers": slow_readers,
    "M3 packs": getting(lambda _: _PACK, clients=4),
    "M4 unknown concepts": getting(lambda n: f"/api/v1/concepts?term=unknown{n}", clients=4),
    "4 dense rulings of 1 MB": posting((_DENSE * 20_000)[:990_000], clients=4),
    "4 rulings of ranges, 1 MB": posting(b"Laws 1-93. " * 90_000, clients=4),
    "dense rulings of 15 kB": posting((_DENSE * 300)[:15_000], clients=4),
    "200 bodies of 1 MB": many_bodies,
    "who leaves at once": leaving((_DENSE * 300)[:15_000]),
}


# --- measuring ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    """What the ordinary client noticed: p99 in milliseconds and failures by kind; memory in MB."""

    p99: dict[str, float | None]
    failed: dict[str, int]
    most: float
    asked: dict[str, int] = field(default_factory=dict)


@contextmanager
def attacked(attack: Callable[[int], None] | None, port: int) -> Iterator[None]:
    """An attack in a process of its own for as long as the context lasts."""
    if attack is None:
        yield
        return

    def elsewhere() -> None:
        os.nice(19)  # who attacks works on a machine of his own
        attack(port)

    process = multiprocessing.get_context("fork").Process(target=elsewhere, daemon=True)
    process.start()
    try:
        time.sleep(1)
        yield
    finally:
        process.kill()
        process.join()


def measure(
    server: Server, attack: Callable[[int], None] | None, seconds: float, seed: int
) -> Measured:
    most, over = [0.0], threading.Event()

    def look() -> None:
        while not over.wait(0.5):
            most[0] = max(most[0], memory(server).pss)

    looking = threading.Thread(target=look, daemon=True)
    with attacked(attack, server.port):
        looking.start()
        with multiprocessing.get_context("fork").Pool(1) as client:
            by_kind = client.apply(honest, (server.port, seconds, seed))
        over.set()
        looking.join()
    return Measured(
        {kind: _p99([took for took in times if took >= 0]) for kind, times in by_kind.items()},
        {kind: sum(took < 0 for took in times) for kind, times in by_kind.items()},
        most[0],
        {kind: len(times) for kind, times in by_kind.items()},
    )


def _p99(times: Sequence[float]) -> float | None:
    return statistics.quantiles(times, n=100, method="inclusive")[-1] if len(times) > 1 else None


def show(name: str, attacked: Measured, quiet: Measured, options: argparse.Namespace) -> None:
    cells = []
    for kind, allowed in _ALLOWED.items():
        now, usual = attacked.p99[kind], quiet.p99[kind]
        ratio = f"{now / usual:.1f}" if now and usual else "–"
        mark = "" if now and usual and now / usual <= allowed else "!"
        times = f"{now:.0f} ms" if now else "none"
        failed = attacked.failed[kind]
        lost = f", {failed} of {attacked.asked[kind]} lost" if failed else ""
        cells.append(f"{kind} {times} ×{ratio}{mark}{lost}")
    print(f"  {name:28} {';  '.join(cells)};  {attacked.most:.0f} MB", file=options.out, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2], help="workers to try")
    parser.add_argument("--seconds", type=float, default=15, help="of a measurement")
    parser.add_argument(
        "--only", nargs="*", default=[*ATTACKS], help="attacks, by a part of a name"
    )
    parser.add_argument("--json", action="store_true", help="print data, the table to stderr")
    options = parser.parse_args()
    options.out = sys.stderr if options.json else sys.stdout
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends what was started
    chosen = [name for name in ATTACKS if any(part in name for part in options.only)]
    data: dict[str, Any] = {}
    for workers, name in itertools.product(options.workers, [None, *chosen]):
        with kodeks(workers) as server:  # each begins with a new one: what hangs, hangs for one
            measure(server, None, 2, 1)
            quiet = measure(server, None, options.seconds / 2, 2)
            if name is None:
                print(f"{workers} workers", file=options.out)
                show("quiet", quiet, quiet, options)
                continue
            after = measure(server, ATTACKS[name], options.seconds, 3)
            show(name, after, quiet, options)
            data[f"{name}, {workers} workers"] = {"quiet": asdict(quiet), "attacked": asdict(after)}
    if options.json:
        print(json.dumps(data, ensure_ascii=False))


if __name__ == "__main__":
    main()
