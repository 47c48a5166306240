"""Back-pressure: answers go out as fast as they are read, and who reads too slowly is cut off."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.types import Message
from uvicorn.protocols.http.flow_control import FlowControl

from kb.service.back_pressure import ABORT, FLOW, BackPressure
from kb.service.settings import Settings
from support.loops import played, settled


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
        self, by: BackPressure, body: bytes, flow: FlowControl | None = None
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
            await reader.given(BackPressure(settings()), body[:length])
            assert bytes(reader.taken) == body[:length]
            assert not reader.is_cut

    played(story)


def test_a_small_answer_goes_out_whole_and_is_waited_for_where_it_is_not_taken() -> None:
    async def story() -> None:
        pressure, reader, body = BackPressure(settings()), Reader("a"), bytes(100_000)
        flow = FlowControl(Mock())
        reader.take()
        await reader.given(pressure, body, flow)
        assert bytes(reader.taken) == body
        flow.pause_writing()  # the connection has more than it can pass on
        task = reader.given(pressure, body, flow)
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
        task = late.given(pressure, body, stuck)
        await settled()
        assert not task.done()
        stuck.resume_writing()
        await task
        assert not late.is_cut
        await late.given(BackPressure(settings(receive=0.05)), body, stuck)
        assert late.is_cut

    played(story)


def test_who_takes_nothing_for_too_long_is_cut_off() -> None:
    async def story() -> None:
        reader = Reader("a")
        await reader.given(BackPressure(settings(receive=0.1)), b"x" * 100_000)
        assert reader.is_cut

    played(story)


@pytest.mark.slow
def test_when_too_much_waits_the_slowest_of_who_holds_most_is_cut_off() -> None:
    async def story() -> None:
        pressure = BackPressure(settings())
        greedy = [Reader("greedy") for _ in range(3)]
        other = Reader("other")
        tasks = [one.given(pressure, bytes([n]) * 300_000) for n, one in enumerate(greedy)]
        await settled()
        greedy[0].take(3)
        greedy[1].take(9)
        greedy[2].take(6)
        await asyncio.sleep(1.1)  # nobody is too slow before a second has gone
        tasks.append(other.given(pressure, b"o" * 300_000))
        await asyncio.sleep(0.1)
        assert [one.is_cut for one in (*greedy, other)] == [True, False, False, False]
        for one in (*greedy, other):
            one.take(1000)
        await asyncio.gather(*tasks)
        assert len(other.taken) == 300_000

    played(story)


@pytest.mark.slow
def test_the_same_answer_waits_once_for_all_who_are_given_it() -> None:
    async def story() -> None:
        pressure, body = BackPressure(settings()), b"x" * 900_000
        readers = [Reader(str(number)) for number in range(50)]
        tasks = [one.given(pressure, body) for one in readers]
        await asyncio.sleep(1.1)
        late = Reader("late")
        tasks.append(late.given(pressure, body))
        await settled()
        assert not any(one.is_cut for one in (*readers, late))
        for one in (*readers, late):
            one.take(1000)
        await asyncio.gather(*tasks)

    played(story)
