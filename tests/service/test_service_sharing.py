"""Connections are shared: a worker with many of them lets another take the next."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest

from kb.service.sharing import SharedListener, SharingLoop
from support.loops import played, settled


class Protocol(asyncio.Protocol):
    """A connection of a worker, in the set of all that it has."""

    def __init__(self, connections: set[asyncio.BaseTransport]) -> None:
        self.connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.connections.add(transport)


class Worker:
    """One of several at a socket, with what it has taken."""

    def __init__(self, listener: socket.socket) -> None:
        self.has: set[asyncio.BaseTransport] = set()
        self.listener = listener.dup()

    async def begin(self) -> SharedListener:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SharingLoop)
        factory: Any = partial(Protocol, self.has)
        return await loop.create_server(factory, sock=self.listener, ssl=None, backlog=1)


@pytest.fixture
def workers() -> Iterator[list[Worker]]:
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listener:
        workers = [Worker(listener) for _ in range(3)]
        yield workers
    for worker in workers:
        worker.listener.close()


def test_those_who_come_one_after_the_other_are_shared(workers: list[Worker]) -> None:
    address = workers[0].listener.getsockname()

    def taken() -> list[int]:
        return [len(worker.has) for worker in workers]

    async def come() -> None:
        servers = [await worker.begin() for worker in workers]
        with ExitStack() as clients:
            for number in range(1, 22):
                clients.enter_context(socket.create_connection(address))
                while sum(taken()) < number:
                    await asyncio.sleep(0.001)
            assert min(taken()) >= 4, taken()
            for server in servers:
                server.close()
                await server.wait_closed()
            clients.enter_context(socket.create_connection(address))
            await asyncio.sleep(0.05)
            assert sum(taken()) == 21  # who ends takes nobody
        for worker in workers:
            for transport in worker.has:
                transport.close()
        await settled()

    played(come, loop=SharingLoop)


class Clockwork:
    """A listener in a loop of which nothing happens by itself."""

    def __init__(self, connections: int) -> None:
        self.loop, self.socket = Mock(), Mock()
        self.socket.accept.side_effect = BlockingIOError
        self.listener = SharedListener(self.loop, Mock(), self.socket)
        self.listener._connections = {*range(connections)}
        self._wait = self.loop.add_reader.call_args.args[1]

    def comes(self) -> tuple[float, Callable[[], None]]:
        """Somebody comes: after what time what happens."""
        self.loop.call_later.reset_mock()
        self._wait()
        seconds, then = self.loop.call_later.call_args.args
        return seconds, then


def test_who_has_more_waits_longer_but_never_long() -> None:
    waits = [Clockwork(connections).comes()[0] for connections in (0, 1, 3, 7, 10_000)]
    assert waits == sorted({*waits})
    assert waits[0] == 0
    assert waits[-1] < 0.02


@pytest.mark.parametrize(("has", "takes"), [(0, 1), (7, 1), (80, 11)])
def test_a_crowd_is_taken_faster(has: int, takes: int) -> None:
    worker = Clockwork(has)
    worker.socket.accept.side_effect = lambda: (Mock(), None)
    _, take = worker.comes()
    take()
    assert worker.loop.create_task.call_count == takes
    for call in worker.loop.create_task.call_args_list:
        call.args[0].close()


@pytest.mark.parametrize("error", [BlockingIOError, ConnectionAbortedError])
def test_whom_another_has_taken_is_forgotten(error: type[OSError]) -> None:
    worker = Clockwork(3)
    worker.socket.accept.side_effect = error
    _, take = worker.comes()
    worker.loop.add_reader.reset_mock()
    take()
    worker.loop.add_reader.assert_called_once()


def test_who_leaves_before_he_is_served_is_let_go() -> None:
    worker, connection = Clockwork(0), Mock()
    worker.loop.connect_accepted_socket.side_effect = OSError(errno.EINVAL, "he is gone")
    worker.socket.accept.side_effect = [(connection, None), BlockingIOError]
    _, take = worker.comes()
    take()
    ((serving,), _) = worker.loop.create_task.call_args
    played(lambda: serving)
    connection.close.assert_called_once()


def test_who_can_have_no_more_files_waits_a_while() -> None:
    worker = Clockwork(3)
    worker.socket.accept.side_effect = OSError(errno.EMFILE, "too many open files")
    _, take = worker.comes()
    worker.loop.add_reader.reset_mock()
    take()
    worker.loop.add_reader.assert_not_called()
    seconds, again = worker.loop.call_later.call_args.args
    assert seconds >= 1
    again()
    worker.loop.add_reader.assert_called_once()


def test_who_ends_while_it_waits_takes_nobody() -> None:
    worker = Clockwork(3)
    worker.comes()
    worker.listener.close()
    worker.loop.call_later.return_value.cancel.assert_called_once()
