"""uvicorn's HTTP protocol with timeouts against slow clients, and problem documents as its errors.

Requests that arrive too slowly, are too long, or are no HTTP never reach the middleware
(kb.service.middleware): they are answered here.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cached_property

from uvicorn import Config
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from kb.core.source_language import SOURCE_LANGUAGE
from kb.languages.catalogue import load
from kb.service.back_pressure import ABORT, FLOW
from kb.service.drain_queue import DrainQueue
from kb.service.headers import SecurityHeaders, added
from kb.service.problems import ProblemError, answer
from kb.service.request_head import LONGEST_HEAD, NO_HTTP, TOO_LONG, head_problem
from kb.service.settings import Settings

log = logging.getLogger(__name__)

#: When so many bytes wait in a connection for its client, no more are given to it.
_HIGH_WATER = 16_384

#: How often a connection is checked whose client has yet to read the end of an answer, in seconds.
_CHECK = 5.0

#: How long a client that got its last answer may go on sending, in seconds. A connection that is
#: closed while its client still sends takes the answer away from it.
_LINGER = 2.0

#: How long an idle connection stays open when its worker ends, in seconds: a request may be on its
#: way.
_LAST_REQUEST = 0.5


class _RefusedError(Exception):
    """Raised inside uvicorn's parser to make it stop reading."""


class ServerConfig(Config):
    """uvicorn's settings and ours, and the queue that the connections of a worker share."""

    settings: Settings
    drain_queue: DrainQueue


class HttpProtocol(HttpToolsProtocol):
    """A connection, which protects the service from slow clients where uvicorn does not.

    - A head must arrive within `Settings.receive`; uvicorn waits for as long as a byte comes now
      and then.
    - The client must read the end of its answers at `Settings.floor` at least, or the connection is
      aborted; what comes before that end is watched by kb.service.back_pressure.
    - A body that is not needed is read no further.
    - When the worker ends, a request that is on its way still gets its answer; uvicorn closes every
      connection that has not asked for anything.
    """

    config: ServerConfig
    #: Closes the connection, or answers "too-slow", when a head or the next request is late.
    _deadline: asyncio.TimerHandle | None = None
    #: Checks whether the client reads the end of its answers.
    _read_check: asyncio.TimerHandle | None = None
    #: The request that the application is answering; `cycle` is the last that has arrived.
    _in_hand: RequestResponseCycle | None = None
    _is_in_head = False
    #: Whether the last answer of the connection has been written or chosen.
    _is_over = False
    #: Whether the worker ends.
    _is_ending = False
    #: How many heads have begun, and how many bytes of the current one have come.
    _heads, _head_bytes = 0, 0
    #: How many bytes came after the last answer.
    _ignored = 0
    #: How many answers are complete, and the same with the bytes unread when it was last checked.
    _answers, _unread = 0, (0, 0)
    #: What a request is answered with that uvicorn's parser rejects.
    _problem = NO_HTTP

    # --- what uvicorn calls ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout for the first request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=_HIGH_WATER)
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all timeouts."""
        self._cancel_deadline()
        if self._read_check is not None:
            self._read_check.cancel()
        if self._in_hand is not None:  # uvicorn tells only the last request that has arrived
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
                self.config.drain_queue.add(self)
            return
        heads = self._heads
        super().data_received(data)
        if self.transport.is_closing() or self._is_over:
            return
        if self._deadline is None:
            self._start_deadline_if_idle()
        elif heads == self._heads:
            self._head_bytes += len(data)
            if self._head_bytes > LONGEST_HEAD:
                self._refuse(TOO_LONG)

    def on_message_begin(self) -> None:
        """Start the timeout for the rest of the head."""
        super().on_message_begin()
        self._is_in_head = True
        self._heads += 1
        self._head_bytes = 0
        self._start_deadline()

    def on_headers_complete(self) -> None:
        """The head has arrived; raises the error that makes uvicorn refuse a malformed one."""
        self._cancel_deadline()
        self._is_in_head = False
        problem = head_problem(self.parser.get_http_version(), self.url, self.headers)
        if problem is not None:
            self._problem = problem
            raise _RefusedError
        super().on_headers_complete()
        self.scope[ABORT] = self.transport.abort  # type: ignore[literal-required]
        self.scope[FLOW] = self.flow  # type: ignore[literal-required]
        if self._is_ending:
            self.cycle.keep_alive = False

    def on_response_complete(self) -> None:
        """Watch that the client reads the answer; stop reading a body that is not needed."""
        self._answers += 1
        self._watch_reading()
        super().on_response_complete()
        is_last = self.cycle.response_complete and not self.transport.is_closing()
        if is_last and self.cycle.more_body:
            self._end()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  # what uvicorn would say
        """Answer with a problem document what is no HTTP."""
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
            self.loop.call_later(_LAST_REQUEST, self._close_if_idle)
        else:
            self.cycle.keep_alive = False

    # --- timeouts --------------------------------------------------------------------------------

    def _start_deadline(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.config.settings.receive, self._too_late)

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _close_if_idle(self) -> None:
        if self._is_idle and not self.transport.is_closing():
            self.transport.close()

    def _start_deadline_if_idle(self) -> None:
        """Start the timeout of an idle connection that sent blank lines: they do not extend it."""
        if self._is_idle and self.timeout_keep_alive_task is None:
            self._start_deadline()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self._is_in_head and not self.transport.is_closing():
            wait = self.config.settings.receive
            self._refuse(ProblemError("too-slow", f"a request must be here after {wait:g} seconds"))
        else:
            self.transport.close()

    def _watch_reading(self) -> None:
        """Check after a while whether the client reads what waits for it."""
        unread = self.transport.get_write_buffer_size()
        if unread and self._read_check is None:
            self._unread = (self._answers, unread)
            self._read_check = self.loop.call_later(_CHECK, self._check_reading)

    def _check_reading(self) -> None:
        """Abort the connection if its client has read too little since the last check."""
        self._read_check = None
        answers, unread = self._unread
        read = unread - self.transport.get_write_buffer_size()
        least = min(unread, self.config.settings.floor * _CHECK)
        if self._answers == answers and self._is_idle and read < least:
            log.info("the end of an answer was not taken; the connection is broken off")
            self.transport.abort()
        else:
            self._watch_reading()

    # --- the end ---------------------------------------------------------------------------------

    def _refuse(self, problem: ProblemError) -> None:
        """Answer a malformed request and close; requests before it are answered first."""
        self._cancel_deadline()
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete:
            if self.pipeline or cycle.response_started or not cycle.more_body:
                self._is_over = True
                cycle.keep_alive = False
                return
            cycle.disconnected = True  # it is the body of this request that is malformed
            cycle.message_event.set()
        self.transport.write(self._response(problem))
        self._end()

    def _end(self) -> None:
        """Answer no more. Keep reading until the client has read its answer and closed."""
        self._is_over = True
        self._unset_keepalive_if_required()
        if self.cycle is not None:
            self.cycle.body = bytearray()  # frees what came of a body that nobody has read
        self.transport.write_eof()
        self.config.drain_queue.add(self)
        self._deadline = self.loop.call_later(_LINGER, self.transport.close)

    def _response(self, problem: ProblemError) -> bytes:
        """The whole response with a problem document, as it goes over the wire."""
        status, problem_headers, body = answer(problem, load(SOURCE_LANGUAGE), SOURCE_LANGUAGE)
        headers = [(name.encode(), value.encode()) for name, value in problem_headers.items()]
        headers += self.server_state.default_headers
        headers += [(b"content-length", b"%d" % len(body)), (b"connection", b"close")]
        lines = b"".join(b"%b: %b\r\n" % line for line in added(headers, self._security_headers))
        return b"%b%b\r\n%b" % (STATUS_LINE[status], lines, body)

    @cached_property
    def _security_headers(self) -> list[tuple[bytes, bytes]]:
        return SecurityHeaders(self.config.settings).of("/api/")
