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

from kb.service.settings import Settings
from kb.service.turns import Client

log = logging.getLogger(__name__)

#: How much goes out at once, in bytes; what is small goes out whole.
_PIECE, _SMALL = 16_384, 131_072

#: Nobody is too slow before so many seconds have gone.
_GRACE = 1.0

#: How long the server needs to hear that a connection is no more, in seconds.
_HEARD = 0.01

#: How the protocol is told to break a connection off; what waits in it would keep it open.
ABORT = "kodeks.abort"

#: How the protocol says whether a client has yet to take what was given to him (uvicorn's).
FLOW = "kodeks.flow"


@dataclass(eq=False)
class _OutgoingAnswer:
    """An answer that is being read: its client, how much was read since when, how to abort it."""

    client: Client
    body: bytes
    limit: asyncio.Timeout | None = None
    taken: int = 0
    since: float = field(default_factory=time.monotonic)

    @property
    def age(self) -> float:
        """Seconds since the answer began."""
        return time.monotonic() - self.since

    @property
    def pace(self) -> float:
        """Bytes a second."""
        return self.taken / max(self.age, 0.001)


class Untaken:
    """All answers that are being read: a limit on their bytes, and a deadline for each piece."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._answers: set[_OutgoingAnswer] = set()
        #: Who holds a body, by its identity: the same one is in memory once.
        self._holders: Counter[int] = Counter()
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
                return  # as most do: nothing of it waits, or little
        answer = _OutgoingAnswer(client, body)
        self._hold(answer)
        try:
            if flow is not None:
                await self._in_time(answer, flow.drain(), len(body))
                return
            for at in range(0, max(len(body), 1), _PIECE):
                piece = body[at : at + _PIECE] if len(body) > _PIECE else body
                more = at + _PIECE < len(body) or message.get("more_body", False)
                part = {**message, "body": piece, "more_body": more}
                await self._in_time(answer, send(part), len(piece))
        except TimeoutError:
            log.info("an answer was taken too slowly; the connection is broken off")
            abort: Callable[[], None] | None = scope.get(ABORT)
            if abort is not None:
                abort()
                await asyncio.sleep(_HEARD)
        finally:
            self._let_go(answer)

    async def _in_time(self, answer: _OutgoingAnswer, taking: Awaitable[None], length: int) -> None:
        """Wait until the client has read so many bytes; raises `TimeoutError` at the deadline."""
        # Networks have holes: besides what its length allows a piece has some time.
        patience = self._settings.receive + length / self._settings.floor
        async with asyncio.timeout(patience) as answer.limit:
            await taking
        answer.taken += length

    def _hold(self, answer: _OutgoingAnswer) -> None:
        self._holders[id(answer.body)] += 1
        self._answers.add(answer)
        if self._holders[id(answer.body)] == 1:
            self._waiting += len(answer.body)
            if self._waiting > self._settings.untaken:
                self._break_off()

    def _let_go(self, answer: _OutgoingAnswer) -> None:
        self._answers.discard(answer)
        self._holders[id(answer.body)] -= 1
        if not self._holders[id(answer.body)]:
            del self._holders[id(answer.body)]
            self._waiting -= len(answer.body)

    def _break_off(self) -> None:
        """Abort answers until few enough bytes wait: the slowest of the client who holds most."""
        held: Counter[Client] = Counter()
        for one in self._answers:
            held[one.client] += len(one.body)
        excess = self._waiting - self._settings.untaken
        for one in sorted(self._answers, key=lambda one: (-held[one.client], one.pace)):
            if excess <= 0:
                return
            if one.age > _GRACE and one.limit is not None and not one.limit.expired():
                one.limit.reschedule(0)
                excess -= len(one.body)
