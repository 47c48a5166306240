"""Processes that work for the service: each waits for who asks next, and goes if nobody does."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kb.service.killable_pool import KillablePool, ProcessEndedError
from support.loops import played, settled
from support.waiting import until

#: How long a process that is idle stays here, in seconds by a clock that is put forward.
STAYS = 60.0


class Clock:
    """The time of a loop, which can be put forward."""

    def __init__(self) -> None:
        self._forward = 0.0
        asyncio.get_running_loop().time = self._now  # type: ignore[method-assign]

    async def forward(self, seconds: float) -> None:
        """Let so many seconds have gone, and what was due then happen."""
        self._forward += seconds
        await settled()

    def _now(self) -> float:
        return time.monotonic() + self._forward


def with_pool(
    body: Callable[[KillablePool, Clock], Awaitable[None]],
    most: int = 1,
    stays: float | None = STAYS,
) -> None:
    """Do something with a pool of its own."""

    async def story() -> None:
        pool = KillablePool(most, 0, stays)
        try:
            await body(pool, Clock())
        finally:
            await pool.close()

    played(story, most=10 * STAYS)


def is_there(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


async def at_work(pool: KillablePool) -> tuple[int, asyncio.Future[None]]:
    """A process that does not come back, and who waits for it."""
    process = await pool.run(os.getpid)
    work = asyncio.ensure_future(pool.run(time.sleep, 600))
    await settled()
    return process, work


def test_a_process_works_again_and_again() -> None:
    async def body(pool: KillablePool, _: Clock) -> None:
        first = await pool.run(os.getpid)
        assert first != os.getpid()
        assert await pool.run(os.getpid) == first

    with_pool(body)


def test_what_is_raised_there_is_raised_here_and_the_process_works_on() -> None:
    async def body(pool: KillablePool, _: Clock) -> None:
        first = await pool.run(os.getpid)
        with pytest.raises(ValueError, match="invalid literal"):
            await pool.run(int, "27B")
        assert await pool.run(os.getpid) == first

    with_pool(body)


def test_a_process_that_was_idle_long_enough_is_ended() -> None:
    async def body(pool: KillablePool, clock: Clock) -> None:
        first = await pool.run(os.getpid)
        await clock.forward(STAYS + 1)
        second = await pool.run(os.getpid)
        assert second != first
        async with asyncio.timeout(30):
            while is_there(first):
                await asyncio.sleep(0.01)

    with_pool(body)


def test_a_process_that_worked_meanwhile_has_all_its_time_again() -> None:
    async def body(pool: KillablePool, clock: Clock) -> None:
        first = await pool.run(os.getpid)
        for _ in range(4):
            await clock.forward(STAYS * 0.7)
            assert await pool.run(os.getpid) == first

    with_pool(body)


def test_a_process_stays_for_ever_where_nothing_is_said() -> None:
    async def body(pool: KillablePool, clock: Clock) -> None:
        first = await pool.run(os.getpid)
        await clock.forward(STAYS * 5)
        assert await pool.run(os.getpid) == first

    with_pool(body, stays=None)


def test_no_more_wait_than_may() -> None:
    async def body(pool: KillablePool, _: Clock) -> None:
        naps = (pool.run(time.sleep, 0.2) for _ in range(3))
        await asyncio.gather(*naps)
        waiting = {await pool.run(os.getpid) for _ in range(3)}
        assert len(waiting) == 1

    with_pool(body)


def test_a_process_that_is_killed_at_work_is_told_and_another_works() -> None:
    async def body(pool: KillablePool, _: Clock) -> None:
        first, work = await at_work(pool)
        os.kill(first, signal.SIGKILL)
        with pytest.raises(ProcessEndedError):
            await work
        assert await pool.run(os.getpid) != first

    with_pool(body)


def test_whoever_is_cancelled_leaves_nothing_at_work() -> None:
    async def body(pool: KillablePool, _: Clock) -> None:
        first, work = await at_work(pool)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert not is_there(first)

    with_pool(body)


def test_after_the_end_there_are_none() -> None:
    async def body(pool: KillablePool, _: Clock) -> None:
        first = await pool.run(os.getpid)
        await pool.close()
        until(lambda: not is_there(first), "the process is gone")
        with pytest.raises(ProcessEndedError):
            await pool.run(os.getpid)

    with_pool(body)
