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
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

from starlette.requests import ClientDisconnect

from kb.service.problems import ProblemError
from kb.service.processes import EndedError, Pool
from kb.service.ruling_task import Build, Limits, LinkedOutput, LinkJob, link, opened
from kb.service.settings import Settings
from kb.service.turns import Client, Turns

log = logging.getLogger(__name__)

#: A ruling of up to so many characters is a short one: it is linked in some hundredths of a second;
#: one of up to so many in less than one.
_SHORT, _MIDDLE = 4000, 64_000

#: How long a process that links long ones stays when there is none, in seconds.
_STAYS = 60.0

#: How long somebody's long ruling is worked at while others wait with theirs, in seconds; how
#: often is looked.
_TURN, _LOOK = 5.0, 0.25

#: What is done so soon, in seconds, is done also for who has gone: to start a process anew costs
#: as much.
_SOON = 1.0


@dataclass(frozen=True)
class _Lane:
    """Rulings of up to so many characters: who is next, and the processes that link them."""

    longest: float
    turns: Turns
    pool: Pool


class Linkers:
    """The processes that link rulings, and who is next."""

    def __init__(self, settings: Settings) -> None:
        self._limits = Limits(settings.answer, settings.memory)
        self._lanes = (
            _Lane(_SHORT, Turns(settings.linkers), Pool(settings.linkers, 5)),
            _Lane(_MIDDLE, Turns(1), Pool(1, 10)),
            _Lane(inf, Turns(1), Pool(1, 15, _STAYS)),
        )
        self._ready = settings.linkers
        self._starting: asyncio.Future[None] | None = None

    async def close(self) -> None:
        """End all processes."""
        for lane in self._lanes:
            await lane.pool.close()

    async def link(
        self, client: Client, gone: Callable[[], Awaitable[None]], build: Build, wanted: LinkJob
    ) -> LinkedOutput:
        """What is written of a ruling (kb.service.ruling_task.link), when it is the client's turn.

        `gone` returns when nobody waits for it any more: then, and when the task that asks is
        cancelled, the process is ended. Raises `KodeksError` for what cannot be linked,
        `ProblemError` for what takes too much, `ClientDisconnect`.
        """
        lane = next(lane for lane in self._lanes if len(wanted.document) <= lane.longest)
        left = asyncio.ensure_future(gone())
        try:
            await self._turn(lane.turns, client, left)
            return await self._worked(lane, client, left, build, wanted)
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
        lane: _Lane,
        client: Client,
        left: asyncio.Future[None],
        build: Build,
        wanted: LinkJob,
    ) -> LinkedOutput:
        """What is written of a ruling whose turn it is; gives the place back."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        turns = lane.turns
        work = asyncio.ensure_future(self._apart(lane, build, wanted))
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

    async def _apart(self, lane: _Lane, build: Build, wanted: LinkJob) -> LinkedOutput:
        try:
            return await lane.pool.run(link, build, wanted, self._limits)
        except MemoryError:
            raise ProblemError("too-large", "linking this takes too much memory") from None
        except EndedError as error:
            log.warning("a process that linked a ruling ended: %s", error)
            self._replace(lane, build)
            raise ProblemError("busy", "this took too much time or memory") from None
        except asyncio.CancelledError:
            self._replace(lane, build)
            raise

    def _replace(self, lane: _Lane, build: Build) -> None:
        """Have another process ready in the place of one that was ended, where none shall wait."""
        if lane.longest == _SHORT:
            self._starting = asyncio.ensure_future(self.warm(build))

    async def warm(self, build: Build) -> None:
        """Have processes ready that know a build: the next who sends a short one shall not wait.

        What is wrong the first request will tell.
        """
        short = self._lanes[0]
        with suppress(Exception):
            await asyncio.gather(
                *(short.pool.run(_opened, build) for _ in range(self._ready)),
                return_exceptions=True,
            )


def _over(turns: Turns, client: Client, work: asyncio.Future[LinkedOutput]) -> None:
    """Give the place of work that is done to the next, also if nobody asks any more how it went."""
    turns.give(client)
    if not work.cancelled():
        work.exception()


def _opened(build: Build) -> None:
    opened(build)
