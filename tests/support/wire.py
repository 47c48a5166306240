"""Connections on which a test says whatever it likes, and what must be true of any refusal."""

from __future__ import annotations

import logging
import re
import select
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema

from kb.service.problems import MEDIA_TYPE, TYPES
from kb.service.server import running
from kb.service.settings import Settings
from support.schemas import REGISTRY, SCHEMAS
from support.serving import Answer, ask
from support.waiting import until

#: How long a test waits for what must come, in seconds.
_PATIENCE = 120

#: How often somebody slow sends a bit, in seconds.
_NOW_AND_THEN = 0.05

#: What would tell where the program is, what it is made of or how it came to its answer.
_TELLTALE = re.compile(
    r"Traceback|File \"|line \d+, in|site-packages|/(?:tmp|home|root|work|usr|srv)/|\.py\b"
    r"|uvicorn|starlette|fastapi|pydantic|httptools|whoosh|sqlite|python",
    re.IGNORECASE,
)


class _Log(logging.Handler):
    """Keeps what a service writes down: of a request the status of its answer."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.defects: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(str(getattr(record, "status", record.getMessage())))
        if record.levelno >= logging.ERROR:
            self.defects.append(self.format(record))


@dataclass(frozen=True)
class Watched:
    """A service and what it writes down."""

    address: str
    log: _Log

    def assert_lives(self) -> None:
        """It answers as it should, and its log knows of no defect."""
        found = ask(self.address, "search?q=27B1b&lang=hu").json["results"]
        assert found[0]["id"] == "27"
        assert self.log.defects == []

    def wait_for(self, words: str) -> None:
        """Wait until its log says something."""
        until(lambda: any(words in line for line in self.log.lines), f"the log says {words!r}")


@contextmanager
def watching(home: Path, settings: Settings) -> Iterator[Watched]:
    """A service in a thread of this process for as long as the context lasts."""
    log = _Log()
    loggers = [logging.getLogger(name) for name in ("kb", "kodeks", "uvicorn.error")]
    with running(home, settings) as address:
        for one in loggers:
            one.addHandler(log)
        try:
            yield Watched(address, log)
        finally:
            for one in loggers:
                one.removeHandler(log)


class _Shared:
    """What comes over a wire, for one answer after another: none of them closes it."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def makefile(self, _: str) -> _Shared:
        return self

    def close(self) -> None:
        """The next answer comes over the same wire."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class Wire:
    """One connection to a service."""

    def __init__(self, address: str, receive_buffer: int | None = None) -> None:
        self._socket = socket.socket()
        if receive_buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self._socket.settimeout(_PATIENCE)
        self._socket.connect((urlsplit(address).hostname, urlsplit(address).port))
        self._file = self._socket.makefile("rb")

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._socket.close()

    def say(self, *parts: bytes) -> None:
        """Send parts one after the other, as far as anybody takes them."""
        with suppress(ConnectionError):
            for part in parts:
                self._socket.sendall(part)

    def say_for_ever(self, part: bytes, at_most: int) -> int:
        """Send the same again and again until nobody takes it; how many bytes were taken."""
        taken = 0
        with suppress(ConnectionError):
            while taken < at_most:
                taken += self._socket.send(part)
        return taken

    def trickle(self, part: bytes) -> None:
        """Send the same now and then until something comes back, or the other end closes."""
        with suppress(ConnectionError):
            while not select.select([self._socket], [], [], _NOW_AND_THEN)[0]:
                self._socket.sendall(part)

    def pause(self) -> None:
        """Do nothing for a moment, as over a bad network."""
        time.sleep(_NOW_AND_THEN)

    def wait_for_continue(self) -> None:
        """Wait until the other end wants the body."""
        assert self._file.readline().split() == [b"HTTP/1.1", b"100", b"Continue"]
        assert self._file.readline() == b"\r\n"

    def answer(self, method: str = "GET") -> Answer | None:
        """The next answer; None when the connection ends without one."""
        response = HTTPResponse(_Shared(self._file), method=method)  # type: ignore[arg-type]
        try:
            response.begin()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, headers, response.read())
        except (ConnectionError, HTTPException):
            return None

    def is_closed(self) -> bool:
        """Wait until the other end says more, or closes; whether it closes."""
        with suppress(ConnectionResetError):
            return self._file.read(1) == b""
        return True


def head(first: str, *headers: str, host: str = "laws.example") -> bytes:
    """The head of a request as it goes over the wire: a first line, headers, an empty line."""
    lines = (first, *([f"Host: {host}"] if host else []), *headers, "", "")
    return "\r\n".join(lines).encode("latin-1")


@cache
def _problem() -> jsonschema.Draft202012Validator:
    own = {"$ref": f"{SCHEMAS['service']['$id']}#/$defs/problem"}
    return jsonschema.Draft202012Validator(
        own, registry=REGISTRY, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )


def assert_problem(answer: Answer | None, *statuses: int) -> None:
    """Whether an answer is a problem of one of these statuses that says no more than it should."""
    assert answer is not None, "the connection ended without an answer"
    assert answer.status in statuses, answer
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    said = answer.json
    _problem().validate(said)
    assert said["status"] == answer.status
    assert said["type"].startswith(TYPES)
    told = _TELLTALE.search(answer.body.decode() + str(answer.headers))
    assert told is None, f"{told} in {answer}"
