"""Clients take turns: who asks for much waits behind his own requests."""

from __future__ import annotations

import asyncio

from kb.service.fair_queue import FairQueue
from kb.service.problems import ProblemError
from support.loops import played, settled


class Line:
    """Work for which clients stand in line; `served` are they in the order of their turns."""

    def __init__(self, places: int) -> None:
        self.queue = FairQueue(places)
        self.served: list[str | None] = []
        self._ends: list[asyncio.Event] = []

    async def work(self, client: str | None) -> None:
        await self.queue.acquire(client)
        try:
            self.served.append(client)
            end = asyncio.Event()
            self._ends.append(end)
            await end.wait()
        finally:
            self.queue.release(client)

    async def finish(self) -> None:
        """The one who has been at work for longest is done."""
        self._ends.pop(0).set()
        await settled()


def test_who_asks_for_much_waits_behind_himself() -> None:
    async def story() -> None:
        line = Line(1)
        tasks = [asyncio.create_task(line.work(one)) for one in "aaaab"]
        tasks.append(asyncio.create_task(line.work("c")))
        await settled()
        assert line.queue.others_wait("a")
        for _ in tasks:
            await line.finish()
        assert line.served == [*"aabcaa"]
        await asyncio.gather(*tasks)

    played(story)


def test_one_client_never_has_all_places() -> None:
    async def story() -> None:
        line = Line(3)
        tasks = [asyncio.create_task(line.work("a")) for _ in range(5)]
        await settled()
        assert line.served == ["a", "a"]
        tasks.append(asyncio.create_task(line.work("b")))
        await settled()
        assert line.served == ["a", "a", "b"]
        for _ in tasks:
            await line.finish()
        await asyncio.gather(*tasks)

    played(story)


def test_one_client_does_not_let_any_number_wait() -> None:
    async def story() -> None:
        line = Line(1)
        tasks = [asyncio.create_task(line.work("a")) for _ in range(100)]
        own = [asyncio.create_task(line.work(None)) for _ in range(100)]
        await settled()
        refused = [one for one in tasks if one.done()]
        assert len(refused) == 100 - 1 - 32
        assert all(isinstance(one.exception(), ProblemError) for one in refused)
        assert not any(one.done() for one in own)
        for one in (*tasks, *own):
            one.cancel()
        await asyncio.gather(*tasks, *own, return_exceptions=True)

    played(story)


def test_this_machine_itself_is_many_and_has_all_places() -> None:
    async def story() -> None:
        line = Line(3)
        tasks = [asyncio.create_task(line.work(None)) for _ in range(3)]
        await settled()
        assert len(line.served) == 3
        for _ in tasks:
            await line.finish()
        await asyncio.gather(*tasks)

    played(story)


def test_who_goes_while_he_waits_or_at_his_turn_leaves_his_place_to_the_next() -> None:
    async def story() -> None:
        line = Line(1)
        first = asyncio.create_task(line.work("a"))
        await settled()
        waiting = [asyncio.create_task(line.work(one)) for one in "bcd"]
        await settled()
        waiting[0].cancel()  # while he waits
        await settled()
        await asyncio.sleep(0)
        await_first = line.finish()
        waiting[1].cancel()  # in the very moment of his turn
        await await_first
        await settled()
        assert line.served == ["a", "d"]
        await line.finish()
        await asyncio.gather(first, *waiting, return_exceptions=True)
        late = asyncio.create_task(line.work("e"))
        await settled()
        assert line.served[-1] == "e"
        late.cancel()

    played(story)
