"""Every route of the service, asked alone with one value that grows; the service is a process.

What is measured is the processor's time of all its processes, also what is done after the answer
was given. A service that works on for nobody is killed and started anew.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from hostile.browser_scripts import spent_by
from hostile.limits import ROUTES, Allowance, any_route
from hostile.measuring import SIZES, Course, Sample, Units, one_more
from hostile.motifs import Motif
from hostile.strategies import Kind
from kb.service.app import create_api
from kb.service.openapi_document import openapi
from kb.service.settings import Settings

REPOSITORY = Path(__file__).resolve().parents[2]

#: Seconds until a service answers, and in which an answer must come whatever the processor does.
_READY, _PATIENCE = 120.0, 60.0
#: Less work than so many seconds in such a time is rest; how long one waits for it.
_REST, _LOOK, _LONGEST = 0.004, 0.03, 20.0
#: Lengths of values in an address or in headers, in bytes: 64 kB of head are read at most.
_SHORT_SIZES = (0, 20, 60, 190, 390, 3_000, 30_000)
_HEADER_SIZES = (0, 300, 1_000, 3_000, 10_000, 30_000, 60_000)

#: An answer is made in many steps: one may grow so much longer than a step may.
_DEEPER = 2.5

#: What stands in an address where another value grows.
_USUAL = {
    **{"edition": "bridge-2017", "language": "hu", "id": "27.B.1", "law": "27", "number": "7"},
    **{"reference": "27B1", "concept": "revoke", "kind": "busy", "q": "revoke"},
    **{"procedure": "insufficient-bid", "work": "ulti"},
}
#: Headers that somebody reads.
_HEADERS = (
    *("Accept-Language", "If-None-Match", "X-Request-ID", "Accept-Encoding", "Content-Type"),
    *("Accept", "If-Modified-Since", "Cookie", "X-Forwarded-For", "Host", "Range", "Origin"),
)
_MEDIA = {"text": "text/plain", "markdown": "text/markdown", "html": "text/html"}
_WRITTEN = ("html", "md", "text", "json", "jsonl", "annotations", "authorities")

Where = Literal["query", "path", "header", "body", "repeated"]


#: Rulings so long are linked in processes of a kind each, which start when there is one to link.
_RULINGS = (100, 10_000, 100_000)
#: Seconds after which they are given work again: a process that has none for a minute is ended.
_KEPT = 20.0


@dataclass(frozen=True)
class Asked:
    """A request: method, path and query, headers, body."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes | None = None


class Service:
    """`kodeks serve` of a home, started when it is asked, anew when it had to be killed.

    `command` starts another service in its place; it is given the port.
    """

    def __init__(self, home: Path = REPOSITORY, command: Sequence[str] = ()) -> None:
        self._home, self._command = home, command
        self._process: subprocess.Popen[bytes] | None = None
        self._before: set[Hashable] = set()
        #: When it last linked a ruling of each kind.
        self._linked = -_KEPT
        self.port = 0

    def started(self) -> int:
        """The id of its first process; waits until it answers."""
        if self._process is not None and self._process.poll() is None:
            return self._process.pid
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        usual = [sys.executable, "-m", "kb.cli", "serve", "--look", "3600", "--level", "error"]
        self._process = subprocess.Popen(
            [*(self._command or (*usual, "--rate", "")), "--port", str(self.port)],
            cwd=REPOSITORY,
            env={**os.environ, "KODEKS_HOME": str(self._home), "PYTHONPATH": str(REPOSITORY)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # its children end with it
        )
        deadline = time.monotonic() + _READY
        while time.monotonic() < deadline and self._process.poll() is None:
            with suppress(OSError, http.client.HTTPException):
                if self._ask(Asked("GET", "/api/v1/ready", {})) == 200:
                    for target in ("search?q=revoke", "suggest?q=rev", "concepts?term=revoke"):
                        self._ask(Asked("GET", f"/api/v1/{target}", {}))
                    self.link()
                    return self._process.pid
            time.sleep(0.1)
        self.end()
        raise RuntimeError("the service does not start: is there a site? (kodeks site)")

    def link(self) -> None:
        """Link a ruling of each kind, so that starting processes is in no measurement."""
        for length in _RULINGS:
            body = ("Law 27 " * length)[:length].encode()
            self._ask(Asked("POST", "/api/v1/link", {"Content-Type": "text/plain"}, body))
        self.rested()
        self._linked = time.monotonic()

    def keep_linking(self) -> None:
        """Link anew when that is so long ago that a process may soon be ended for idleness."""
        if time.monotonic() - self._linked > _KEPT:
            self.link()

    def lose_linking(self) -> None:
        """Link anew before the next motif: a process may have been ended with what it was doing."""
        self._linked = -_KEPT

    def forget(self, question: Hashable) -> None:
        """Begin anew when this was asked before: the answer would be remembered."""
        if question in self._before:
            self.end()
            self._before.clear()
        self._before.add(question)

    def _ask(self, asked: Asked) -> int:
        return _Question(self.port, asked).run_at_once()

    def processes(self) -> list[int]:
        """The service's processes."""
        assert self._process is not None
        return [*_family(self._process.pid)]

    def spent(self) -> float:
        """Seconds that the processor worked for it, also for those of it that have ended."""
        return sum(spent_by(pid) + _ended(pid) for pid in self.processes())

    def rested(self, most: float = _LONGEST) -> bool:
        """Wait until it does nothing; False when it goes on and on."""
        end = self.spent() + most
        deadline = time.monotonic() + _PATIENCE
        before = self.spent()
        while time.monotonic() < deadline:
            time.sleep(_LOOK)
            now = self.spent()
            if now - before < _REST:
                return True
            if now > end:
                return False
            before = now
        return False

    def watch_memory(self) -> int:
        """Forget how much memory it had at most so far; how much it has, in bytes."""
        for pid in self.processes():
            with suppress(OSError):
                Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")
        return sum(_status(pid, "VmRSS") for pid in self.processes())

    def most_memory(self) -> int:
        """How much memory its processes had at most, each for itself, in bytes."""
        return sum(_status(pid, "VmHWM") for pid in self.processes())

    def end(self) -> None:
        """Kill it."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


def _family(pid: int) -> Iterator[int]:
    """A process and those that it started, and they."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in children.read_text(encoding="ascii").split():
                yield from _family(int(child))


def _ended(pid: int) -> float:
    """Seconds that a process's children had that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def _status(pid: int, name: str) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    return 0


class _Question(threading.Thread):
    """A request in a thread of its own, so that one can watch the service meanwhile."""

    def __init__(self, port: int, asked: Asked) -> None:
        super().__init__(daemon=True)
        self._port, self._asked = port, asked
        self.status, self.length, self.failure = 0, 0, ""
        self.problem = ""
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)

    def run(self) -> None:
        asked = self._asked
        try:
            self._connection.putrequest(asked.method, asked.target, "Host" in asked.headers)
            for name, value in asked.headers.items():
                self._connection.putheader(name, value.encode("utf-8", "replace"))
            if asked.body is not None:
                self._connection.putheader("Content-Length", str(len(asked.body)))
            self._connection.endheaders(asked.body)
            answer = self._connection.getresponse()
            content = answer.read()
            head = sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
            self.status, self.length = answer.status, len(content) + head
            if answer.status >= 400:
                self.problem = content[:200].decode("utf-8", "replace")
        except (OSError, http.client.HTTPException) as error:
            self.failure = f"{type(error).__name__}: {error}"
        finally:
            self._connection.close()

    def run_at_once(self) -> int:
        """Ask and wait; the status."""
        self.run()
        if self.failure:
            raise OSError(self.failure)
        return self.status


@dataclass(frozen=True)
class Route:
    """An operation with the one of its values that grows."""

    operation: str
    where: Where
    value: str
    kind: Kind
    service: Service = field(repr=False, compare=False)
    query: str = ""
    #: Whether one size more is asked.
    is_further: bool = field(default=False, compare=False)

    @property
    def name(self) -> str:
        """As people call it: GET /api/v1/search, query q."""
        asked = f" ({self.query})" if self.query else ""
        return f"{self.operation}{asked}, {self.where} {self.value}"

    @property
    def sizes(self) -> Sequence[int]:
        """Of what lengths its value is."""
        usual = _HEADER_SIZES if self.where in ("header", "repeated") else _SHORT_SIZES
        usual = SIZES if self.where == "body" else usual
        return one_more(usual) if self.is_further else usual

    def allowance(self, step: str) -> Allowance:
        """What it may cost."""
        del step
        return ROUTES.get(self.operation, any_route(self.where))

    def further(self) -> Route:
        """The same, asked with a value of one size more."""
        return replace(self, is_further=True)

    def asked(self, value: str) -> Asked:
        """The request in which the value is this."""
        method, _, path = self.operation.partition(" ")
        headers = {"Accept-Encoding": "identity"}
        query = [self.query] if self.query else []
        body = None
        for name in [one[1:-1] for one in path.split("/") if one.startswith("{")]:
            grows = self.where == "path" and name == self.value
            path = path.replace(f"{{{name}}}", quote(value if grows else _USUAL[name], safe=""))
        if (
            path.endswith(("/search", "/suggest", "/suggestions", "/concordance"))
            and self.value != "q"
        ):
            query.append(f"q={_USUAL['q']}")
        if method == "POST":
            headers["Content-Type"], body = "text/plain", b"Law 27B1(b)"
        if self.where == "query":
            query.append(f"{self.value}={quote(value, safe='')}")
        elif self.where == "repeated":
            query.append("&".join(f"{self.value}={quote(one)}" for one in value.split(",")))
        elif self.where == "header":
            headers[self.value] = " ".join(value.replace("\x00", "").split()) or "x"
        elif self.where == "body" and self.value == "json":
            headers["Content-Type"] = "application/json"
            body = json.dumps({"document": value, "format": self.kind}).encode()
        elif self.where == "body":
            headers["Content-Type"] = self.value
            body = value.encode("utf-8", "replace")
        target = path + (f"?{'&'.join(query)}" if query else "")
        return Asked(method, target, headers, body)

    def courses(self, motif: Motif, stop: float, skip: Sequence[str]) -> list[Course]:
        """What the service takes for it as a motif grows."""
        if "answer" in skip:
            return []
        self.service.forget((self, motif))
        course = Course("answer")
        self.service.started()
        if self.where == "body":
            self.service.keep_linking()
        units = Units()
        for size in self.sizes:
            self.service.started()
            text = motif.grown(size)
            length = len(text.encode("utf-8", "replace"))
            given = self.allowance("").budget(length)
            sample, end = _asked(self.service, self.asked(text), length, units, given)
            if end:
                course.end, course.at, course.given = end, length, given
            if sample is not None:
                course.samples.append(sample)
            if sample is None or end or sample.units > _DEEPER * stop:
                break
        return [course]


def _asked(
    service: Service, asked: Asked, length: int, units: Units, given: float
) -> tuple[Sample | None, str]:
    """What an answer cost, and what is wrong with it."""
    memory, before = service.watch_memory(), service.spent()
    question = _Question(service.port, asked)
    question.start()
    deadline = time.monotonic() + _PATIENCE
    pause = 0.001
    while question.is_alive() and time.monotonic() < deadline:
        question.join(pause)
        pause = min(0.05, pause * 2)
        if service.spent() - before > given * units.now:
            service.end()
            question.join(5)
            return None, "no end"
    if question.is_alive():
        service.end()
        return None, "sleeps"
    if question.status == 503 or question.failure:
        service.rested()
        service.lose_linking()
    spent = service.spent() - before
    grown = max(0, service.most_memory() - memory)
    if question.failure:
        said = "" if _is_refusal(question.failure) else f"error: {question.failure}"
    elif question.status >= 500:
        said = f"error: {question.status} {question.problem}"
    else:
        said = f"refused: {question.status}" if question.status >= 400 else ""
    sample = Sample(length, units.of(spent), grown, question.length, said[:200])
    return sample, said[:200] if said.startswith("error") else ""


def _is_refusal(failure: str) -> bool:
    """Whether a connection was closed on a request whose head is too long to be read."""
    return failure.startswith(("BrokenPipe", "ConnectionReset", "RemoteDisconnected"))


def routes(service: Service) -> list[Route]:
    """Every operation of the OpenAPI document with each of its values, headers and bodies."""
    document = openapi(create_api(REPOSITORY, Settings()))
    found = []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            name = f"{method.upper()} {path}"
            found += _of_operation(name, operation.get("parameters", ()), service)
    return found


def _of_operation(
    name: str, parameters: Sequence[dict[str, Any]], service: Service
) -> Iterator[Route]:
    kinds: dict[str, Kind] = {"q": "query", "reference": "query", "term": "term"}
    for one in parameters:
        own, where = one["name"], one["in"]
        if where in ("query", "path"):
            kind = kinds.get(own, "query" if own == "context" else "address")
            yield Route(name, where, own, kind, service)
    yield Route(name, "repeated", "lang", "header", service)
    yield Route(name, "repeated", "x", "header", service)
    for header in _HEADERS:
        if header != "Content-Type" or name.startswith("POST"):
            yield Route(name, "header", header, "header", service)
    if name.startswith("POST"):
        for kind, media in _MEDIA.items():
            for written in _WRITTEN:
                if kind != "html" or written not in ("md", "text"):
                    yield Route(name, "body", media, kind, service, f"to={written}")  # type: ignore[arg-type]
            yield Route(name, "body", "json", kind, service)  # type: ignore[arg-type]
