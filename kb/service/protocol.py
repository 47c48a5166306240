"""uvicorn's HTTP protocol with timeouts against slow clients, and problem documents as its errors.

Requests that arrive too slowly, are too long, or are no HTTP never reach the middleware
(kb.service.middleware): they are answered here.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from functools import cached_property

from uvicorn import Config
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from kb.languages.catalogue import SOURCE_LANGUAGE, load
from kb.service.headers import SecurityHeaders, added
from kb.service.problems import ProblemError, answer
from kb.service.settings import Settings
from kb.service.untaken import ABORT, FLOW

log = logging.getLogger(__name__)

#: The longest head of a request (its first line and its headers), in bytes.
LONGEST_HEAD = 65_536

#: So much of an answer waits in a connection at most before no more is given to it, in bytes.
_HIGH = 16_384

#: How often is looked whether what waits is taken, in seconds.
_WATCH = 5.0

#: How long somebody who has his last answer is listened to, in seconds: a connection that is closed
#: while he is still sending takes the answer away from him.
_LISTEN = 2.0

#: How long until the next one is listened to, in seconds: to read what nobody wants may take so
#: little time from everything else, whoever sends it.
_NEXT = 0.005

#: How long a worker that ends waits on its open connections for a request that is on its way, in
#: seconds.
_LAST = 0.5


#: What is said of what uvicorn cannot read.
_NO_HTTP = ProblemError("bad-request", "this is not HTTP as it should be")
_TOO_LONG = ProblemError(
    "head-too-large", f"the first line and the headers have at most {LONGEST_HEAD} bytes"
)
_NO_HOST = ProblemError("bad-request", "a request names one host")
_NO_CODING = ProblemError("bad-request", "bodies come as they are, whole or chunked")


class _RefusedError(Exception):
    """Raised inside uvicorn's parser to make it stop reading."""


class Unwanted:
    """Connections that got their last answer but still send: they are drained one after another."""

    def __init__(self) -> None:
        self._waiting: deque[PatientProtocol] = deque()

    def wait(self, one: PatientProtocol) -> None:
        """Wait until it is the turn of a connection to be drained."""
        one.flow.pause_reading()
        self._waiting.append(one)
        if len(self._waiting) == 1:
            one.loop.call_later(_NEXT, self._next)

    def _next(self) -> None:
        while self._waiting:
            one = self._waiting.popleft()
            if not one.transport.is_closing():
                one.flow.resume_reading()
                break
        if self._waiting:
            self._waiting[0].loop.call_later(_NEXT, self._next)


class PatientConfig(Config):
    """uvicorn's settings and ours, and what the connections of a worker share."""

    settings: Settings
    unwanted: Unwanted


class PatientProtocol(HttpToolsProtocol):
    """A connection.

    A head must be here in time, in `Settings.receive`; uvicorn waits for it for as long as a byte
    comes now and then. What is answered must be taken (kb.service.untaken): a connection that does
    not take what is left at the end of its answers, at `Settings.floor`, is broken off. Of a body
    that nobody wants no more is read. When it ends, uvicorn closes what is open and has asked
    nothing; here a request that was under way meanwhile still gets its answer.
    """

    config: PatientConfig
    _due: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _in_hand: RequestResponseCycle | None = None
    _is_in_head = False
    _is_over = False
    _is_ending = False
    _heads = 0
    _head = 0
    _ignored = 0
    _answers = 0
    _untaken = (0, 0)
    _problem = _NO_HTTP

    # --- what uvicorn calls ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout for the first request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=_HIGH)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all timeouts."""
        self._stop()
        if self._stall is not None:
            self._stall.cancel()
        if self._in_hand is not None:  # uvicorn tells the last that was asked, not this one
            self._in_hand.disconnected = True
            self._in_hand.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what arrived, unless the connection is being closed."""
        if self._is_over:
            self._ignored += len(data)
            if self._ignored > self.config.settings.body:
                self.transport.close()
            else:
                self.config.unwanted.wait(self)
            return
        heads = self._heads
        super().data_received(data)
        if self.transport.is_closing() or self._is_over:
            return
        if self._due is None:
            self._wait_if_idle()
        elif heads == self._heads:
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self._refuse(_TOO_LONG)

    def on_message_begin(self) -> None:
        """Start the timeout for the rest of the head."""
        super().on_message_begin()
        self._is_in_head = True
        self._heads += 1
        self._head = 0
        self._wait()

    def on_headers_complete(self) -> None:
        """The head has arrived; raises the error that makes uvicorn refuse a malformed one."""
        self._stop()
        self._is_in_head = False
        hosts = [value for name, value in self.headers if name == b"host"]
        if len(hosts) != 1 and self.parser.get_http_version() == "1.1":
            self._problem = _NO_HOST
            raise _RefusedError
        length = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if length > LONGEST_HEAD:
            self._problem = _TOO_LONG
            raise _RefusedError
        codings = [value.lower() for name, value in self.headers if name == b"transfer-encoding"]
        if codings not in ([], [b"chunked"]):
            self._problem = _NO_CODING
            raise _RefusedError
        super().on_headers_complete()
        self.scope[ABORT] = self.transport.abort  # type: ignore[literal-required]
        self.scope[FLOW] = self.flow  # type: ignore[literal-required]
        if self._is_ending:
            self.cycle.keep_alive = False

    def on_response_complete(self) -> None:
        """Watch that the client reads the answer; stop reading a body that is not needed."""
        self._answers += 1
        self._watch()
        super().on_response_complete()
        is_last = self.cycle.response_complete and not self.transport.is_closing()
        if is_last and self.cycle.more_body:
            self._end()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  # what uvicorn would say
        """Answer with a problem what is no HTTP."""
        self._refuse(self._problem)

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: a client that asks for another protocol is answered in HTTP."""

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._in_hand = cycle
        super()._start_asgi_task(cycle, app)

    def shutdown(self) -> None:
        """Answer the requests that are here or on their way, then close."""
        self._is_ending = True
        if self._is_idle:
            self.loop.call_later(_LAST, self._close_idle)
        else:
            self.cycle.keep_alive = False

    # --- waiting ---------------------------------------------------------------------------------

    def _wait(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(self.config.settings.receive, self._too_late)

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _close_idle(self) -> None:
        if self._is_idle and not self.transport.is_closing():
            self.transport.close()

    def _wait_if_idle(self) -> None:
        """Start the timeout of an idle connection, that blank lines do not extend."""
        if self._is_idle and self.timeout_keep_alive_task is None:
            self._wait()

    def _stop(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _too_late(self) -> None:
        self._due = None
        if self._is_in_head and not self.transport.is_closing():
            wait = self.config.settings.receive
            self._refuse(ProblemError("too-slow", f"a request must be here after {wait:g} seconds"))
        else:
            self.transport.close()

    def _watch(self) -> None:
        """Check after a while whether the client reads what waits for it."""
        left = self.transport.get_write_buffer_size()
        if left and self._stall is None:
            self._untaken = (self._answers, left)
            self._stall = self.loop.call_later(_WATCH, self._look)

    def _look(self) -> None:
        self._stall = None
        answers, left = self._untaken
        taken = left - self.transport.get_write_buffer_size()
        least = min(left, self.config.settings.floor * _WATCH)
        if self._answers == answers and self._is_idle and taken < least:
            log.info("the end of an answer was not taken; the connection is broken off")
            self.transport.abort()
        else:
            self._watch()

    # --- the end ---------------------------------------------------------------------------------

    def _refuse(self, problem: ProblemError) -> None:
        """Answer a malformed request and close; requests before it are answered first."""
        self._stop()
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete:
            if self.pipeline or cycle.response_started or not cycle.more_body:
                self._is_over = True
                cycle.keep_alive = False
                return
            cycle.disconnected = True  # it is the body of this one that is broken
            cycle.message_event.set()
        self.transport.write(self._written(problem))
        self._end()

    def _end(self) -> None:
        """Answer no more. Keep reading until the client has read its answer and closed."""
        self._is_over = True
        self._unset_keepalive_if_required()
        if self.cycle is not None:
            self.cycle.body = bytearray()  # what came of a body that nobody read
        self.transport.write_eof()
        self.config.unwanted.wait(self)
        self._due = self.loop.call_later(_LISTEN, self.transport.close)

    def _written(self, problem: ProblemError) -> bytes:
        status, headers, body = answer(problem, load(SOURCE_LANGUAGE), SOURCE_LANGUAGE)
        own = [(name.encode(), value.encode()) for name, value in headers.items()]
        own += self.server_state.default_headers
        own += [(b"content-length", b"%d" % len(body)), (b"connection", b"close")]
        lines = b"".join(b"%b: %b\r\n" % one for one in added(own, self._security))
        return b"%b%b\r\n%b" % (STATUS_LINE[status], lines, body)

    @cached_property
    def _security(self) -> list[tuple[bytes, bytes]]:
        return SecurityHeaders(self.config.settings).of("/api/")
