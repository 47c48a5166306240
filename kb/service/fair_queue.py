"""A fair queue: only some requests are worked at, and the others wait, client by client.

A client who asks for much waits behind their own requests; other clients do not wait behind them.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque

from kb.service.problems import ProblemError

#: So many requests of one client may wait.
_MOST_WAITING = 32

#: The client that a request counts for: an address or a network. None is this machine itself, for
#: instance a proxy that does not say for whom it asks. It stands for many clients, without limit.
Client = str | None


class FairQueue:
    """A limited number of places for work, of which one client may hold all but one."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._share = max(1, places - 1)
        self._at_work: Counter[Client] = Counter()
        #: The requests that wait, by client, in the order in which clients had their last turn.
        self._waiting: dict[Client, deque[asyncio.Future[None]]] = {}

    async def acquire(self, client: Client) -> None:
        """Wait for a place. The caller must give it back with `release`.

        Raises `ProblemError` when too many requests of the client wait already.
        """
        if client is not None and len(self._waiting.get(client, ())) >= _MOST_WAITING:
            raise ProblemError("busy", f"{_MOST_WAITING} requests of yours wait already")
        if not self._waiting and self._may_start(client):
            self._at_work[client] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        self._start_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the place was given just before
                self.release(client)
            raise

    def release(self, client: Client) -> None:
        """Give a place back; the next in the queue gets it."""
        self._at_work[client] -= 1
        if not self._at_work[client]:
            del self._at_work[client]
        self._start_next()

    def others_wait(self, client: Client) -> bool:
        """Whether a request of another client waits for a place."""
        return any(
            not turn.done()
            for other, turns in self._waiting.items()
            if other != client
            for turn in turns
        )

    def _may_start(self, client: Client) -> bool:
        if self._at_work.total() >= self._places:
            return False
        return client is None or self._at_work[client] < self._share

    def _start_next(self) -> None:
        """Fill free places: the client with least work goes first, then who waited longest."""
        while ready := [client for client in self._waiting if self._may_start(client)]:
            client = min(ready, key=self._at_work.__getitem__)
            turns = self._waiting.pop(client)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns  # behind the other clients from now on
            if not turn.done():  # its request may have been cancelled
                turn.set_result(None)
                self._at_work[client] += 1
