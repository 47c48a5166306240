"""Connections that send on after their last answer are read one after another."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from kb.service.drain_queue import DrainQueue
from support.loops import played


@dataclass
class Sender:
    """A connection that sends on after its answer, as much as is taken."""

    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    is_read: bool = True
    has_gone: bool = False

    def is_closing(self) -> bool:
        return self.has_gone

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        assert not self.has_gone
        self.is_read = True

    @property
    def flow(self) -> Sender:
        return self

    transport = flow


def test_what_nobody_wants_is_read_one_after_the_other() -> None:
    async def story() -> None:
        queue, senders = DrainQueue(), [Sender() for _ in range(6)]
        waited: list[Any] = list(senders)
        for one in waited:
            queue.add(one)
        senders[0].has_gone = senders[2].has_gone = True
        order: list[int] = []
        while len(order) < 4:
            await asyncio.sleep(0)
            now = [number for number, one in enumerate(senders) if one.is_read]
            assert len(now) <= len(order) + 1  # never two in the same breath
            order += [number for number in now if number not in order]
        assert order == [1, 3, 4, 5]
        queue.add(waited[4])  # it has sent more
        assert not senders[4].is_read
        while not senders[4].is_read:
            await asyncio.sleep(0)

    played(story)
