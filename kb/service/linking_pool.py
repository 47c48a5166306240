"""The process pool that links rulings, because the client chooses how much work a ruling is.

One Python process does one thing at a time, so a ruling that takes long, or never ends, would stop
search and pages. Each ruling is linked in another process, which can be killed. Long rulings have
processes of their own, and clients take turns, so that nobody waits long behind somebody else.
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

from kb.service.fair_queue import Client, FairQueue
from kb.service.killable_pool import KillablePool, ProcessEndedError
from kb.service.problems import ProblemError
from kb.service.ruling_task import Build, Limits, LinkedOutput, LinkJob, link, opened
from kb.service.settings import Settings

log = logging.getLogger(__name__)

#: A short ruling has so many characters at most and takes some hundredths of a second; a middle one
#: has so many and takes less than a second.
_SHORT, _MIDDLE = 4000, 64_000

#: How long an idle process that links long rulings is kept, in seconds.
_KEEP_IDLE = 60.0

#: How long a ruling may be worked at while other clients wait for the process, and how often this
#: is checked, in seconds.
_TURN, _CHECK = 5.0, 0.25

#: When a client has gone, its ruling may still go on until it has been worked at for so long, in
#: seconds: to start a new process costs as much as that.
_FINISH_WITHIN = 1.0


@dataclass(frozen=True)
class _Lane:
    """The queue of rulings up to a given length, and the processes that link them."""

    longest: float
    queue: FairQueue
    pool: KillablePool


class LinkingPool:
    """The processes that link rulings, with a queue for short, for middle and for long ones."""

    def __init__(self, settings: Settings) -> None:
        short = settings.linkers
        self._limits = Limits(settings.answer, settings.memory)
        self._lanes = (
            _Lane(_SHORT, FairQueue(short), KillablePool(short, 5)),
            _Lane(_MIDDLE, FairQueue(1), KillablePool(1, 10)),
            _Lane(inf, FairQueue(1), KillablePool(1, 15, _KEEP_IDLE)),
        )
        self._keep_ready = short
        self._starting: asyncio.Future[None] | None = None

    async def close(self) -> None:
        """Kill all processes."""
        for lane in self._lanes:
            await lane.pool.close()

    async def link(
        self, client: Client, gone: Callable[[], Awaitable[None]], build: Build, job: LinkJob
    ) -> LinkedOutput:
        """Link a ruling (kb.service.ruling_task.link) when it is the client's turn.

        `gone` returns when the client has disconnected. Then, and when the calling task is
        cancelled, the process is killed. Raises `KodeksError` for what cannot be linked,
        `ProblemError` for what takes too much time or memory, `ClientDisconnect`.
        """
        lane = next(lane for lane in self._lanes if len(job.document) <= lane.longest)
        disconnect = asyncio.ensure_future(gone())
        try:
            await self._wait_for_turn(lane.queue, client, disconnect)
            return await self._link_in_turn(lane, client, disconnect, build, job)
        finally:
            disconnect.cancel()

    async def _wait_for_turn(
        self, queue: FairQueue, client: Client, disconnect: asyncio.Future[None]
    ) -> None:
        """Acquire a place in the queue; raises `ClientDisconnect` if the client leaves before."""
        turn = asyncio.ensure_future(queue.acquire(client))
        try:
            await asyncio.wait({turn, disconnect}, return_when=asyncio.FIRST_COMPLETED)
            if disconnect.done():
                raise ClientDisconnect
            turn.result()
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                queue.release(client)
            turn.cancel()
            raise

    async def _link_in_turn(
        self,
        lane: _Lane,
        client: Client,
        disconnect: asyncio.Future[None],
        build: Build,
        job: LinkJob,
    ) -> LinkedOutput:
        """Link a ruling whose turn has come, then let the next in the queue have the process."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        queue = lane.queue
        work = asyncio.ensure_future(self._run(lane, build, job))
        work.add_done_callback(partial(_finished, queue, client))
        events: set[asyncio.Future[Any]] = {work, disconnect}
        try:
            while not work.done():
                await asyncio.wait(events, timeout=_CHECK, return_when=asyncio.FIRST_COMPLETED)
                if disconnect.done() and not work.done():
                    raise ClientDisconnect
                if loop.time() > began + _TURN and queue.others_wait(client) and not work.done():
                    raise ProblemError("busy", "others wait with theirs; send a shorter one")
            return work.result()
        finally:
            if not work.done():
                loop.call_later(max(0.0, began + _FINISH_WITHIN - loop.time()), work.cancel)

    async def _run(self, lane: _Lane, build: Build, job: LinkJob) -> LinkedOutput:
        """Link a ruling in a process of its lane; raises what the pool raises as a problem."""
        try:
            return await lane.pool.run(link, build, job, self._limits)
        except MemoryError:
            raise ProblemError("too-large", "linking this takes too much memory") from None
        except ProcessEndedError as error:
            log.warning("a process that linked a ruling ended: %s", error)
            self._replace(lane, build)
            raise ProblemError("busy", "this took too much time or memory") from None
        except asyncio.CancelledError:
            self._replace(lane, build)
            raise

    def _replace(self, lane: _Lane, build: Build) -> None:
        """Start a process in place of one that was killed; only short rulings have one ready."""
        if lane.longest == _SHORT:
            self._starting = asyncio.ensure_future(self.warm(build))

    async def warm(self, build: Build) -> None:
        """Start processes and let them read a build, so that the first short ruling does not wait.

        Errors are ignored here; the first request will report them.
        """
        short = self._lanes[0]
        with suppress(Exception):
            await asyncio.gather(
                *(short.pool.run(_open, build) for _ in range(self._keep_ready)),
                return_exceptions=True,
            )


def _finished(queue: FairQueue, client: Client, work: asyncio.Future[LinkedOutput]) -> None:
    """Give the place back, also when the client has gone meanwhile and nobody awaits the work."""
    queue.release(client)
    if not work.cancelled():
        work.exception()  # asyncio logs an error that nobody has looked at


def _open(build: Build) -> None:
    """Read a build into the memory of the process that runs this."""
    opened(build)
