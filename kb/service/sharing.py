"""How workers share connections: who has many lets the others take the next.

All workers wait at one socket, and of those that have nothing to do the system wakes the same one
again and again. So a proxy that opens its connections at once gave them all to one worker, and the
others had nothing to do. Here a worker waits before it takes a connection, the longer the more it
has: one that has fewer comes first, and nobody need know what the others have.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import uvloop

from kb.service.protocol import HttpProtocol

#: How long a worker waits that has a connection, and longer by as much where it has twice as many,
#: in seconds: the clock of uvloop has no smaller step.
_STEP = 0.001

#: For so many connections that it has, a worker takes one at a time.
_ONE_AT_A_TIME = 8

#: How long a worker takes no connection when it cannot have more files open, in seconds.
_PAUSE = 1.0


class SharingLoop(uvloop.Loop):
    """An event loop whose servers leave connections to other processes at the same socket."""

    async def create_server(  # type: ignore[override]  # as uvicorn calls it, and no other way
        self, protocol_factory: Callable[[], HttpProtocol], *, sock: socket.socket, **_: Any
    ) -> SharedListener:
        """Take connections from a socket that listens."""
        return SharedListener(self, protocol_factory, sock)


class SharedListener:
    """What takes the connections of a socket at which others wait too.

    Of a server of asyncio it has what uvicorn asks for.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        protocol_factory: Callable[[], HttpProtocol],
        listener: socket.socket,
    ) -> None:
        self._loop, self._protocol_factory, self._listener = loop, protocol_factory, listener
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._connections: set[Any] = set()
        listener.setblocking(False)
        self._watch()

    def close(self) -> None:
        """Take no more connections."""
        self._loop.remove_reader(self._listener)
        if self._timer:
            self._timer.cancel()

    async def wait_closed(self) -> None:
        """Nothing is left to wait for: uvicorn knows the connections that are open."""

    def _watch(self) -> None:
        self._loop.add_reader(self._listener, self._wait)

    def _wait(self) -> None:
        """Somebody has come: let others take him who have fewer connections."""
        self._loop.remove_reader(self._listener)
        wait = _STEP * len(self._connections).bit_length()
        self._timer = self._loop.call_later(wait, self._take)

    def _take(self) -> None:
        for _ in range(1 + len(self._connections) // _ONE_AT_A_TIME):
            try:
                connection, _address = self._listener.accept()
            except (BlockingIOError, ConnectionAbortedError):  # another has taken him, or he left
                break
            except OSError:
                self._timer = self._loop.call_later(_PAUSE, self._watch)
                return
            task = self._loop.create_task(self._serve(connection))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._watch()

    async def _serve(self, connection: socket.socket) -> None:
        protocol = self._protocol_factory()
        self._connections = protocol.connections  # all that the worker has, as uvicorn counts them
        connection.setblocking(False)
        try:
            await self._loop.connect_accepted_socket(lambda: protocol, connection)
        except OSError:  # he has left
            connection.close()
