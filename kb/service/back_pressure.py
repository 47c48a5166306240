"""Back-pressure: how slowly a client may read an answer, and how many bytes may wait for readers.

This protects the service from slow readers (the slowloris attack). An answer is sent piece by
piece, each when the client has read those before it; a small answer is sent whole. Bytes that wait
for slow readers are counted, once for all readers of the same answer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from starlette.types import Message, Scope, Send
from uvicorn.protocols.http.flow_control import FlowControl

from kb.service.fair_queue import Client
from kb.service.settings import Settings

log = logging.getLogger(__name__)

#: How many bytes of an answer are sent at once; up to how many bytes an answer is sent whole.
_PIECE, _SMALL = 16_384, 131_072

#: An answer is not aborted for being the slowest before it has been sent for so many seconds.
_GRACE = 1.0

#: How long the server needs to notice that a connection was aborted, in seconds.
_ABORT_NOTICED = 0.01

#: The key of a request's scope for the function that aborts its connection at once. Closing would
#: wait for the client to read what is already in the connection.
ABORT = "kodeks.abort"

#: The key for uvicorn's `FlowControl`, which knows whether the connection is full.
FLOW = "kodeks.flow"


@dataclass(eq=False)
class _OutgoingAnswer:
    """An answer that is being sent: its client, how much was read since when, how to abort it."""

    client: Client
    body: bytes
    limit: asyncio.Timeout | None = None
    read: int = 0
    since: float = field(default_factory=time.monotonic)

    @property
    def age(self) -> float:
        """Seconds since the answer began."""
        return time.monotonic() - self.since

    @property
    def pace(self) -> float:
        """How many bytes the client reads in a second."""
        return self.read / max(self.age, 0.001)


class BackPressure:
    """All answers that are being sent: a limit on their bytes, and a deadline for each piece."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._answers: set[_OutgoingAnswer] = set()
        #: How many answers share a body, by its `id`: it is in memory once.
        self._shares: Counter[int] = Counter()
        self._waiting = 0

    async def send(self, client: Client, scope: Scope, send: Send, message: Message) -> None:
        """Send a part of a body as fast as the client reads it; cut off who reads too slowly."""
        body = message.get("body", b"")
        flow: FlowControl | None = scope.get(FLOW)
        if flow is not None and (flow.write_paused or len(body) > _SMALL):
            flow = None
        if flow is not None:
            await send(message)
            if not flow.write_paused:
                return  # little or nothing of it waits, which is so for most answers
        answer = _OutgoingAnswer(client, body)
        self._hold(answer)
        try:
            if flow is not None:
                await self._in_time(answer, flow.drain(), len(body))
                return
            for start in range(0, max(len(body), 1), _PIECE):
                piece = body[start : start + _PIECE] if len(body) > _PIECE else body
                more = start + _PIECE < len(body) or message.get("more_body", False)
                part = {**message, "body": piece, "more_body": more}
                await self._in_time(answer, send(part), len(piece))
        except TimeoutError:
            log.info("an answer was taken too slowly; the connection is broken off")
            abort: Callable[[], None] | None = scope.get(ABORT)
            if abort is not None:
                abort()
                await asyncio.sleep(_ABORT_NOTICED)
        finally:
            self._let_go(answer)

    async def _in_time(self, answer: _OutgoingAnswer, sent: Awaitable[None], length: int) -> None:
        """Wait until the client has read so many bytes; raises `TimeoutError` at the deadline."""
        # A network may be gone for some seconds: a short piece has that time too.
        seconds = self._settings.receive + length / self._settings.floor
        async with asyncio.timeout(seconds) as answer.limit:
            await sent
        answer.read += length

    def _hold(self, answer: _OutgoingAnswer) -> None:
        """Count the bytes of an answer, and abort others if too many wait now."""
        self._shares[id(answer.body)] += 1
        self._answers.add(answer)
        if self._shares[id(answer.body)] == 1:
            self._waiting += len(answer.body)
            if self._waiting > self._settings.untaken:
                self._abort_slowest()

    def _let_go(self, answer: _OutgoingAnswer) -> None:
        """Count the bytes of an answer no more."""
        self._answers.discard(answer)
        self._shares[id(answer.body)] -= 1
        if not self._shares[id(answer.body)]:
            del self._shares[id(answer.body)]
            self._waiting -= len(answer.body)

    def _abort_slowest(self) -> None:
        """Abort answers until few enough bytes wait: the slowest of the client who holds most."""
        held: Counter[Client] = Counter()
        for answer in self._answers:
            held[answer.client] += len(answer.body)
        excess = self._waiting - self._settings.untaken
        for answer in sorted(self._answers, key=lambda answer: (-held[answer.client], answer.pace)):
            if excess <= 0:
                return
            if answer.age > _GRACE and answer.limit is not None and not answer.limit.expired():
                answer.limit.reschedule(0)
                excess -= len(answer.body)
