"""A fair queue: a limited number of requests at work, and the others wait, client by client.

A client who asks for much waits behind their own requests; other clients do not wait behind them.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kb.service.problems import ProblemError

#: So many of one client wait at most.
_WAITING = 32

#: A client as the gate tells them apart; None is this machine itself (a proxy that says of nobody
#: whom it asks for, a test), which is many and has no share.
Client = str | None


class Turns:
    """A limited number of places for work. One client may hold all of them but one."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._share = max(1, places - 1)
        self._at_work: Counter[Client] = Counter()
        #: Who waits, in the order in which clients had their last turn.
        self._waiting: dict[Client, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, client: Client) -> AsyncIterator[None]:
        """Hold a place while the context lasts; waits for the client's turn first."""
        await self.take(client)
        try:
            yield
        finally:
            self.give(client)

    async def take(self, client: Client) -> None:
        """Wait for a place. The caller must give it back with `give`.

        Raises `ProblemError` when too many of the client wait already.
        """
        if client is not None and len(self._waiting.get(client, ())) >= _WAITING:
            raise ProblemError("busy", f"{_WAITING} requests of yours wait already")
        if not self._waiting and self._may(client):
            self._at_work[client] += 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(mine)
        self._next()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was his turn just now
                self.give(client)
            raise

    def is_waited_for(self, client: Client) -> bool:
        """Whether another client waits for a place."""
        return any(
            not one.done() for of, own in self._waiting.items() if of != client for one in own
        )

    def give(self, client: Client) -> None:
        """Give a place back; the next in the queue gets it."""
        self._at_work[client] -= 1
        if not self._at_work[client]:
            del self._at_work[client]
        self._next()

    def _may(self, client: Client) -> bool:
        if self._at_work.total() >= self._places:
            return False
        return client is None or self._at_work[client] < self._share

    def _next(self) -> None:
        """Let clients in: first the one with least work, then the one that waited longest."""
        while ready := [client for client in self._waiting if self._may(client)]:
            client = min(ready, key=self._at_work.__getitem__)
            own = self._waiting.pop(client)
            mine = own.popleft()
            if own:
                self._waiting[client] = own  # behind the others now
            if not mine.done():  # he may have gone
                mine.set_result(None)
                self._at_work[client] += 1


class Room:
    """A limit on the bytes of request bodies that are not answered yet, in all and per client."""

    def __init__(self, size: int, share: int) -> None:
        self._size, self._share = size, share
        self._taken: Counter[Client] = Counter()

    def take(self, client: Client, length: int) -> None:
        """Take room; who took it gives it back. Raises `ProblemError` where there is none."""
        if self._taken.total() + length > self._size:
            raise ProblemError("busy", "too much has been sent that waits to be read")
        if client is not None and self._taken[client] + length > self._share:
            raise ProblemError("busy", "you have sent much already that waits to be read")
        self._taken[client] += length

    def give(self, client: Client, length: int) -> None:
        """Give room back."""
        self._taken[client] -= length
        if not self._taken[client]:
            del self._taken[client]
