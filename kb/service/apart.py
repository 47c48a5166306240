"""Work whose cost an asker chooses: in processes of its own, that are ended when it is too much.

Python works at one thing at a time, and a pattern or a loop that does not come back would keep it
from everything else. Here search and pages never wait for a ruling, and nobody's ruling waits for
long behind those of somebody else: long ones have a process of their own, and a place at work goes
from client to client.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from functools import partial
from math import inf
from typing import Any

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process
from starlette.requests import ClientDisconnect

from kb.errors import KodeksError
from kb.service.problems import ProblemError
from kb.service.ruling import Build, Limits, Wanted, link, opened
from kb.service.settings import Settings
from kb.service.turns import Client, Room, Turns

log = logging.getLogger(__name__)

#: A ruling of up to so many characters is a short one: it is linked in some hundredths of a second;
#: one of up to so many in less than one.
_SHORT, _MIDDLE = 4000, 64_000

#: What has been sent and waits is as long as so many of the longest bodies, in all and from one
#: client.
_ROOM, _SHARE = 8, 2

#: How long somebody's long ruling is worked at while others wait with theirs, in seconds; how
#: often is looked.
_TURN, _LOOK = 5.0, 0.25

#: What is done so soon, in seconds, is done also for who has gone: to start a process anew costs
#: as much.
_SOON = 1.0


class Linkers:
    """The processes that link rulings, and who is next."""

    def __init__(self, settings: Settings) -> None:
        self._limits = Limits(settings.answer, settings.memory)
        self._lanes = [(_SHORT, Turns(settings.linkers)), (_MIDDLE, Turns(1)), (inf, Turns(1))]
        self._processes = CapacityLimiter(settings.linkers + 2)
        self._starting: asyncio.Future[None] | None = None
        self._room = Room(_ROOM * settings.body, _SHARE * settings.body)

    def admitted(self, client: Client, length: int) -> AbstractContextManager[None]:
        """Room for a body that is going to be so long; raises `ProblemError` before any is read."""
        return self._room.held(client, length)

    async def link(
        self, client: Client, gone: Callable[[], Awaitable[None]], build: Build, wanted: Wanted
    ) -> bytes:
        """What is written of a ruling (kb.service.ruling.link), when it is the client's turn.

        `gone` returns when nobody waits for it any more: then, and when the task that asks is
        cancelled, the process is ended. Raises `KodeksError` for what cannot be linked,
        `ProblemError` for what takes too much, `ClientDisconnect`.
        """
        turns = next(turns for longest, turns in self._lanes if len(wanted.document) <= longest)
        left = asyncio.ensure_future(gone())
        try:
            await self._turn(turns, client, left)
            return await self._worked(turns, client, left, build, wanted)
        finally:
            left.cancel()

    async def _turn(self, turns: Turns, client: Client, left: asyncio.Future[None]) -> None:
        """Wait until it is the client's turn; raises `ClientDisconnect` if he goes before."""
        turn = asyncio.ensure_future(turns.take(client))
        try:
            await asyncio.wait({turn, left}, return_when=asyncio.FIRST_COMPLETED)
            if left.done():
                raise ClientDisconnect
            turn.result()
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                turns.give(client)
            turn.cancel()
            raise

    async def _worked(
        self,
        turns: Turns,
        client: Client,
        left: asyncio.Future[None],
        build: Build,
        wanted: Wanted,
    ) -> bytes:
        """What is written of a ruling whose turn it is; gives the place back."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        work = asyncio.ensure_future(self._apart(build, wanted))
        work.add_done_callback(partial(_over, turns, client))
        both: set[asyncio.Future[Any]] = {work, left}
        try:
            while not work.done():
                await asyncio.wait(both, timeout=_LOOK, return_when=asyncio.FIRST_COMPLETED)
                if left.done() and not work.done():
                    raise ClientDisconnect
                if loop.time() > began + _TURN and turns.is_waited_for(client) and not work.done():
                    raise ProblemError("busy", "others wait with theirs; send a shorter one")
            return work.result()
        finally:
            if not work.done():
                loop.call_later(max(0.0, began + _SOON - loop.time()), work.cancel)

    async def _apart(self, build: Build, wanted: Wanted) -> bytes:
        is_whole = False
        try:
            written = await to_process.run_sync(
                link, build, wanted, self._limits, cancellable=True, limiter=self._processes
            )
            is_whole = True
        except KodeksError:
            is_whole = True
            raise
        except MemoryError:
            raise ProblemError("too-large", "linking this takes too much memory") from None
        except BrokenWorkerProcess as error:
            log.warning("a process that linked a ruling ended: %s", error.__cause__ or error)
            raise ProblemError("busy", "this took too much time or memory") from None
        finally:
            if not is_whole:
                self._starting = asyncio.ensure_future(self.warm(build))
        return written

    async def warm(self, build: Build) -> None:
        """Have a process ready that knows a build: the next who asks shall not wait for it.

        What is wrong the first request will tell.
        """
        with suppress(Exception):
            await to_process.run_sync(_opened, build, limiter=self._processes)


def _over(turns: Turns, client: Client, work: asyncio.Future[bytes]) -> None:
    """Give the place of work that is done to the next, also if nobody asks any more how it went."""
    turns.give(client)
    if not work.cancelled():
        work.exception()


def _opened(build: Build) -> None:
    opened(build)
