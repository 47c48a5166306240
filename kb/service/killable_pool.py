"""A process pool whose processes can be killed while they work; each kind of work has a pool.

The pools of the standard library cannot kill a process that works. anyio's (to_process) can, but it
has one pool for all kinds of work, so that long work takes the process kept ready for short work.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from kb.service.linking_process import LENGTH, framed

#: How often `KillablePool.close` looks whether all processes have gone, in seconds.
_CHECK = 0.01

P = ParamSpec("P")
T = TypeVar("T")


class ProcessEndedError(Exception):
    """A process died, or was killed, before it had answered."""


class KillablePool:
    """Processes for one kind of work, at a lower priority (`nice`). They are used again.

    The caller decides how many work at once. At most `most_idle` idle processes are kept, and one
    that was idle for `keep_idle` seconds is killed, which frees its memory; None keeps it for good.
    """

    def __init__(self, most_idle: int, nice: int, keep_idle: float | None = None) -> None:
        self._most_idle, self._nice, self._keep_idle = most_idle, nice, keep_idle
        self._all: set[Process] = set()
        #: The idle processes with the timers that kill them; the one that worked last is last.
        self._idle: dict[Process, asyncio.TimerHandle | None] = {}
        self._is_closed = False
        self._ending: asyncio.Future[None] | None = None

    async def run(self, function: Callable[P, T], *given: P.args, **_: P.kwargs) -> T:
        """Run a function in a process and return what it returns; killed when this is cancelled.

        The function and its arguments must be picklable. Raises what the function raises, and
        `ProcessEndedError`.
        """
        process = await self._ready()
        has_answered = False
        try:
            answer = await _asked(process, framed((function, given)))
            has_answered = True
        finally:
            if has_answered and not self._is_closed and len(self._idle) < self._most_idle:
                self._rest(process)
            else:
                await self._end(process)
        if isinstance(answer, Exception):
            raise answer
        result: T = answer
        return result

    async def close(self) -> None:
        """Kill all processes; whoever waits for one of them gets `ProcessEndedError`."""
        self._is_closed = True
        for process in self._all:
            _kill(process)
        while self._idle:
            await self._end(self._last_idle())
        while self._all:  # `run` takes those out that were at work
            await asyncio.sleep(_CHECK)

    async def _ready(self) -> Process:
        """An idle process that lives, or a new one."""
        if self._is_closed:
            raise ProcessEndedError("there are no processes any more")
        while self._idle:
            process = self._last_idle()
            if process.returncode is None:
                return process
            await self._end(process)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "kb.service.linking_process", stdin=PIPE, stdout=PIPE
        )
        self._all.add(process)
        assert process.stdin is not None
        process.stdin.write(framed((sys.path, self._nice)))
        return process

    def _rest(self, process: Process) -> None:
        """Keep a process idle until it is needed, or has been idle for too long."""
        timer = None
        if self._keep_idle is not None:
            loop = asyncio.get_running_loop()
            timer = loop.call_later(self._keep_idle, self._end_idle, process)
        self._idle[process] = timer

    def _last_idle(self) -> Process:
        """Take the idle process that worked last."""
        process, timer = self._idle.popitem()
        if timer is not None:
            timer.cancel()
        return process

    def _end_idle(self, process: Process) -> None:
        """Kill an idle process."""
        del self._idle[process]
        self._ending = asyncio.ensure_future(self._end(process))

    async def _end(self, process: Process) -> None:
        """Kill a process and wait until it is gone."""
        _kill(process)
        try:
            await process.communicate()
        finally:
            self._all.discard(process)


async def _asked(process: Process, question: bytes) -> Any:
    """What a process answers to a framed question; raises `ProcessEndedError`."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(question)
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH))
        answer = await process.stdout.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError, RuntimeError):  # uvloop's: it is closed
        raise ProcessEndedError(f"process {process.pid}") from None
    return pickle.loads(answer)  # noqa: S301  # of a process of ours


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
