"""Who is next: clients in turn, and what waits to be taken by them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.types import Message
from uvicorn.protocols.http.flow_control import FlowControl

from kb.service.problems import ProblemError
from kb.service.protocol import Unwanted
from kb.service.settings import Settings
from kb.service.turns import Room, Turns
from kb.service.untaken import ABORT, FLOW, Untaken
from support.loops import played, settled


class Queue:
    """Work for which clients stand in line; `served` are they in the order of their turns."""

    def __init__(self, places: int) -> None:
        self.turns = Turns(places)
        self.served: list[str | None] = []
        self._ends: list[asyncio.Event] = []

    async def work(self, client: str | None) -> None:
        async with self.turns.turn(client):
            self.served.append(client)
            end = asyncio.Event()
            self._ends.append(end)
            await end.wait()

    async def finish(self) -> None:
        """The one who has been at work for longest is done."""
        self._ends.pop(0).set()
        await settled()


def test_who_asks_for_much_waits_behind_himself() -> None:
    async def story() -> None:
        queue = Queue(1)
        tasks = [asyncio.create_task(queue.work(one)) for one in "aaaab"]
        tasks.append(asyncio.create_task(queue.work("c")))
        await settled()
        assert queue.turns.is_waited_for("a")
        for _ in tasks:
            await queue.finish()
        assert queue.served == [*"aabcaa"]
        await asyncio.gather(*tasks)

    played(story)


def test_one_client_never_has_all_places() -> None:
    async def story() -> None:
        queue = Queue(3)
        tasks = [asyncio.create_task(queue.work("a")) for _ in range(5)]
        await settled()
        assert queue.served == ["a", "a"]
        tasks.append(asyncio.create_task(queue.work("b")))
        await settled()
        assert queue.served == ["a", "a", "b"]
        for _ in tasks:
            await queue.finish()
        await asyncio.gather(*tasks)

    played(story)


def test_one_client_does_not_let_any_number_wait() -> None:
    async def story() -> None:
        queue = Queue(1)
        tasks = [asyncio.create_task(queue.work("a")) for _ in range(100)]
        own = [asyncio.create_task(queue.work(None)) for _ in range(100)]
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
        queue = Queue(3)
        tasks = [asyncio.create_task(queue.work(None)) for _ in range(3)]
        await settled()
        assert len(queue.served) == 3
        for _ in tasks:
            await queue.finish()
        await asyncio.gather(*tasks)

    played(story)


def test_who_goes_while_he_waits_or_at_his_turn_leaves_his_place_to_the_next() -> None:
    async def story() -> None:
        queue = Queue(1)
        first = asyncio.create_task(queue.work("a"))
        await settled()
        waiting = [asyncio.create_task(queue.work(one)) for one in "bcd"]
        await settled()
        waiting[0].cancel()  # while he waits
        await settled()
        await asyncio.sleep(0)
        await_first = queue.finish()
        waiting[1].cancel()  # in the very moment of his turn
        await await_first
        await settled()
        assert queue.served == ["a", "d"]
        await queue.finish()
        await asyncio.gather(first, *waiting, return_exceptions=True)
        late = asyncio.create_task(queue.work("e"))
        await settled()
        assert queue.served[-1] == "e"
        late.cancel()

    played(story)


def test_room_is_for_all_and_a_part_of_it_for_one() -> None:
    room = Room(100, 60)
    room.take("a", 60)
    with pytest.raises(ProblemError, match="busy"):
        room.take("a", 1)
    room.take("b", 40)
    with pytest.raises(ProblemError):
        room.take("c", 1)
    room.give("b", 40)
    room.take("c", 40)
    room.give("a", 60)
    room.give("c", 40)
    room.take(None, 100)


# --- what is sent and nobody wants --------------------------------------------------------------


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
        unwanted, senders = Unwanted(), [Sender() for _ in range(6)]
        waited: list[Any] = list(senders)
        for one in waited:
            unwanted.wait(one)
        senders[0].has_gone = senders[2].has_gone = True
        order: list[int] = []
        while len(order) < 4:
            await asyncio.sleep(0)
            now = [number for number, one in enumerate(senders) if one.is_read]
            assert len(now) <= len(order) + 1  # never two in the same breath
            order += [number for number in now if number not in order]
        assert order == [1, 3, 4, 5]
        unwanted.wait(waited[4])  # it has sent more
        assert not senders[4].is_read
        while not senders[4].is_read:
            await asyncio.sleep(0)

    played(story)


# --- what waits to be taken ----------------------------------------------------------------------


class Reader:
    """Takes an answer piece by piece, each when he is told to; `is_cut` off when he is too slow."""

    def __init__(self, client: str) -> None:
        self.client = client
        self.taken = bytearray()
        self.is_cut = False
        self._may = asyncio.Semaphore(0)

    async def send(self, message: Message) -> None:
        await self._may.acquire()
        self.taken += message["body"]

    def take(self, pieces: int = 1) -> None:
        for _ in range(pieces):
            self._may.release()

    def cut(self) -> None:
        self.is_cut = True
        self.take(1000)

    def given(
        self, by: Untaken, body: bytes, flow: FlowControl | None = None
    ) -> asyncio.Task[None]:
        scope: dict[str, Any] = {ABORT: self.cut, FLOW: flow}
        message = {"type": "http.response.body", "body": body, "more_body": False}
        return asyncio.create_task(by.send(self.client, scope, self.send, message))


def settings(**given: Any) -> Settings:
    return Settings(**{"receive": 30.0, "floor": 1_000_000, "untaken": 1_000_000, **given})


def test_an_answer_comes_whole_however_it_is_cut_into_pieces() -> None:
    async def story() -> None:
        for length in (0, 1, 16_383, 16_384, 16_385, 100_000):
            reader, body = Reader("a"), bytes(range(256)) * (length // 256 + 1)
            reader.take(1000)
            await reader.given(Untaken(settings()), body[:length])
            assert bytes(reader.taken) == body[:length]
            assert not reader.is_cut

    played(story)


def test_a_small_answer_goes_out_whole_and_is_waited_for_where_it_is_not_taken() -> None:
    async def story() -> None:
        untaken, reader, body = Untaken(settings()), Reader("a"), bytes(100_000)
        flow = FlowControl(Mock())
        reader.take()
        await reader.given(untaken, body, flow)
        assert bytes(reader.taken) == body
        flow.pause_writing()  # the connection has more than it can pass on
        task = reader.given(untaken, body, flow)
        reader.take(1)
        await settled()
        assert len(reader.taken) == 100_000 + 16_384  # more only goes out when that is taken
        reader.take(1000)
        await task

        class Stuck(Reader):
            async def send(self, message: Message) -> None:
                await super().send(message)
                stuck.pause_writing()

        late, stuck = Stuck("a"), FlowControl(Mock())
        late.take(1000)
        task = late.given(untaken, body, stuck)
        await settled()
        assert not task.done()
        stuck.resume_writing()
        await task
        assert not late.is_cut
        await late.given(Untaken(settings(receive=0.05)), body, stuck)
        assert late.is_cut

    played(story)


def test_who_takes_nothing_for_too_long_is_cut_off() -> None:
    async def story() -> None:
        reader = Reader("a")
        await reader.given(Untaken(settings(receive=0.1)), b"x" * 100_000)
        assert reader.is_cut

    played(story)


def test_when_too_much_waits_the_slowest_of_who_holds_most_is_cut_off() -> None:
    async def story() -> None:
        untaken = Untaken(settings())
        greedy = [Reader("greedy") for _ in range(3)]
        other = Reader("other")
        tasks = [one.given(untaken, bytes([n]) * 300_000) for n, one in enumerate(greedy)]
        await settled()
        greedy[0].take(3)
        greedy[1].take(9)
        greedy[2].take(6)
        await asyncio.sleep(1.1)  # nobody is too slow before a second has gone
        tasks.append(other.given(untaken, b"o" * 300_000))
        await asyncio.sleep(0.1)
        assert [one.is_cut for one in (*greedy, other)] == [True, False, False, False]
        for one in (*greedy, other):
            one.take(1000)
        await asyncio.gather(*tasks)
        assert len(other.taken) == 300_000

    played(story)


def test_the_same_answer_waits_once_for_all_who_are_given_it() -> None:
    async def story() -> None:
        untaken, body = Untaken(settings()), b"x" * 900_000
        readers = [Reader(str(number)) for number in range(50)]
        tasks = [one.given(untaken, body) for one in readers]
        await asyncio.sleep(1.1)
        late = Reader("late")
        tasks.append(late.given(untaken, body))
        await settled()
        assert not any(one.is_cut for one in (*readers, late))
        for one in (*readers, late):
            one.take(1000)
        await asyncio.gather(*tasks)

    played(story)
