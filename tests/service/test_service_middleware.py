"""What the middleware admits: how long, how many at once, how often; tried without a network."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from kb.service.middleware import DEFECT, RequestMiddleware
from kb.service.settings import Settings
from support.loops import played, settled

#: The longest body in these tests, in bytes.
LONGEST = 100_000

App = Callable[[Scope, Receive, Send], Awaitable[None]]


async def reading(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that reads a body to its end and says how long it was."""
    length, more = 0, True
    while more:
        message = await receive()
        length += len(message.get("body", b""))
        more = message.get("more_body", False)
    body = f"{scope['method']} {length}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


@dataclass
class Reply:
    """What came back of a request."""

    messages: list[Message] = field(default_factory=list)

    @property
    def status(self) -> int:
        [start] = (one for one in self.messages if one["type"] == "http.response.start")
        return int(start["status"])

    @property
    def headers(self) -> dict[str, str]:
        found = next(one["headers"] for one in self.messages if "headers" in one)
        return {name.decode(): value.decode() for name, value in found}

    @property
    def body(self) -> bytes:
        return b"".join(one.get("body", b"") for one in self.messages)

    @property
    def problem(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


class Guarded:
    """An application behind the middleware, which is called as a server calls it."""

    def __init__(self, app: App = reading, **settings: Any) -> None:
        given = {"body": LONGEST, "concurrency": 3, "rate": ""} | settings
        self.middleware = RequestMiddleware(app, Settings(**given), ("en", "hu"))

    async def ask(
        self,
        *parts: bytes,
        path: str = "/api/v1/link",
        method: str = "POST",
        client: str = "192.0.2.1",
        length: int | None = None,
        chunked: bool = False,
        **headers: str,
    ) -> Reply:
        """Send a request in parts; `length` is what it says of its body's."""
        reply = Reply()
        pieces = [*(parts or (b"",))]
        said = sum(map(len, pieces)) if length is None else length
        named = {"transfer-encoding": "chunked"} if chunked else {"content-length": str(said)}
        named |= {name.replace("_", "-"): value for name, value in headers.items()}
        scope = {
            "type": "http",
            "path": path,
            "method": method,
            "client": (client, 4000),
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        }

        async def receive() -> Message:
            body = pieces.pop(0) if pieces else b""
            return {"type": "http.request", "body": body, "more_body": bool(pieces)}

        async def send(message: Message) -> None:
            reply.messages.append(message)

        await self.middleware(scope, receive, send)
        return reply


def asked(guarded: Guarded, *parts: bytes, **request: Any) -> Reply:
    """The answer to one request."""
    answers: list[Reply] = []

    async def story() -> None:
        answers.append(await guarded.ask(*parts, **request))

    played(story)
    return answers[0]


# --- how long -------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunked", [False, True])
def test_the_longest_body_is_read_and_one_byte_more_is_refused(chunked: bool) -> None:
    half = b"x" * (LONGEST // 2)
    reply = asked(Guarded(), half, half, chunked=chunked)
    assert (reply.status, reply.body) == (200, f"POST {LONGEST}".encode())
    assert asked(Guarded(), half, half, b"x", chunked=chunked).status == 413


def test_who_announces_too_much_is_refused_before_anything_is_read() -> None:
    async def unread(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("nothing is asked of the application")

    reply = asked(Guarded(unread), b"x", length=LONGEST + 1)
    assert reply.status == 413
    assert str(LONGEST) in reply.problem["detail"]


def test_who_sends_more_than_he_announced_is_refused_too() -> None:
    assert asked(Guarded(), *[b"x" * 60_000] * 2, length=10).status == 413


def test_who_does_not_send_his_body_in_time_is_told_so() -> None:
    async def story() -> None:
        guarded = Guarded(receive=0.05)
        waiting = asyncio.Event()
        scope = {
            "type": "http",
            "path": "/api/v1/link",
            "method": "POST",
            "client": ("192.0.2.1", 4000),
            "headers": [(b"content-length", b"10")],
        }
        reply = Reply()

        async def receive() -> Message:
            await waiting.wait()
            return {}

        async def send(message: Message) -> None:
            reply.messages.append(message)

        await guarded.middleware(scope, receive, send)
        assert reply.status == 408
        assert reply.headers["connection"] == "close"
        assert "0.05 seconds" in reply.problem["detail"]

    played(story)


# --- how many at once -----------------------------------------------------------------------------


class Held:
    """An application that answers when it is let."""

    def __init__(self) -> None:
        self.end = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.end.wait()
        await reading(scope, receive, send)


def test_as_many_are_in_hand_as_may_be_and_who_asks_for_health_is_always_told() -> None:
    async def story() -> None:
        app = Held()
        guarded = Guarded(app, concurrency=2)
        first = [asyncio.create_task(guarded.ask()) for _ in range(2)]
        await settled()
        busy = await guarded.ask()
        assert busy.status == 503
        assert busy.problem["detail"].startswith("2 requests")
        health = asyncio.create_task(guarded.ask(path="/api/v1/health", method="GET"))
        await settled()
        app.end.set()
        assert [(await one).status for one in (*first, health)] == [200, 200, 200]
        assert (await guarded.ask()).status == 200

    played(story)


def test_a_request_that_failed_is_in_hand_no_more() -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("secret")

    async def story() -> None:
        guarded = Guarded(failing, concurrency=1)
        assert [(await guarded.ask()).status for _ in range(4)] == [500] * 4

    played(story)


def test_what_is_long_waits_for_room_and_what_is_little_never_does() -> None:
    """One client has the room of two of the longest bodies, until he is answered."""

    async def story() -> None:
        app = Held()
        guarded = Guarded(app, concurrency=9)
        whole = b"x" * LONGEST
        first = [asyncio.create_task(guarded.ask(whole)) for _ in range(2)]
        await settled()
        assert (await guarded.ask(whole)).status == 503
        assert (await guarded.ask(b"x" * 16_385)).status == 503
        unsaid = await guarded.ask(whole, chunked=True)
        assert unsaid.status == 503
        others = [
            asyncio.create_task(guarded.ask(b"x" * 16_384)),
            asyncio.create_task(guarded.ask(whole, client="192.0.2.2")),
        ]
        await settled()
        app.end.set()
        assert [(await one).status for one in (*first, *others)] == [200] * 4
        assert (await guarded.ask(whole)).status == 200

    played(story)


def test_what_takes_too_long_is_given_up() -> None:
    async def story() -> None:
        reply = await Guarded(Held(), answer=0.05).ask()
        assert reply.status == 503
        assert "0.05 seconds" in reply.problem["detail"]

    played(story)


# --- how often, from whom -------------------------------------------------------------------------


def statuses(*requests: dict[str, str], rate: str = "2/minute") -> list[int]:
    found: list[int] = []

    async def story() -> None:
        guarded = Guarded(rate=rate)
        found.extend([(await guarded.ask(method="GET", **one)).status for one in requests])

    played(story)
    return found


def clients(*addresses: str) -> list[int]:
    return statuses(*({"client": one} for one in addresses))


def test_who_asks_too_often_is_refused_until_he_may_again() -> None:
    assert clients(*["192.0.2.1"] * 4) == [200, 200, 429, 429]
    assert clients("192.0.2.1", "192.0.2.1", "192.0.2.2") == [200] * 3

    async def story() -> None:
        guarded = Guarded(rate="1/minute")
        await guarded.ask()
        reply = await guarded.ask()
        assert 1 <= int(reply.headers["retry-after"]) <= 120
        assert "1 per 1 minute" in reply.problem["detail"]

    played(story)


def test_who_may_ask_again_within_a_second_is_told_to_wait_one() -> None:
    async def story() -> None:
        guarded = Guarded(rate="1/second")
        replies = [await guarded.ask() for _ in range(3)]
        refused = [one.headers["retry-after"] for one in replies if one.status == 429]
        assert {*refused} == {"1"}

    played(story)


def test_of_two_rates_the_one_that_is_reached_first_refuses() -> None:
    four = [{"client": "192.0.2.1"}] * 4
    assert statuses(*four, rate="3/minute;2/hour") == [200, 200, 429, 429]
    assert statuses(*four, rate="2/minute;3/hour") == [200, 200, 429, 429]


def test_whoever_has_no_address_but_a_name_is_counted_by_it() -> None:
    assert clients("desk", "desk", "desk", "other") == [200, 200, 429, 200]


@pytest.mark.parametrize("path", ["/hu/bridge-2017/27/", "/linker/hu.json", "/api/v1/health"])
def test_pages_and_health_are_not_counted(path: str) -> None:
    assert statuses(*[{"path": path}] * 5) == [200] * 5


@pytest.mark.parametrize("path", ["/api/v1/search", "/id/bridge-2017/27"])
def test_data_are_counted(path: str) -> None:
    assert statuses(*[{"path": path}] * 3) == [200, 200, 429]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "127.8.8.8", "::ffff:127.0.0.1"])
def test_this_machine_itself_is_not_counted(host: str) -> None:
    assert clients(*[host] * 5) == [200] * 5


def test_the_addresses_of_a_network_are_one_client() -> None:
    """Of the sixth version of IP everybody has a network; its last half is his to choose."""
    network = ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:1:ffff::3"]
    assert clients(*network) == [200, 200, 429]
    assert clients(network[0], network[1], "2001:db8:0:2::1") == [200] * 3
    assert clients("192.0.2.1", "192.0.2.1", "::ffff:192.0.2.1") == [200, 200, 429]
    assert clients("192.0.2.1", "192.0.2.2", "192.0.2.3") == [200] * 3


# --- what comes back -----------------------------------------------------------------------------


def test_head_is_get_to_the_application() -> None:
    assert asked(Guarded(), method="HEAD").body == b"GET 0"
    assert asked(Guarded(), method="GET").body == b"GET 0"


@pytest.mark.parametrize(
    ("given", "kept"),
    [("a-1.B_2", True), ("x" * 64, True), ("x" * 65, False), ("a b", False), ("<b>", False)],
)
def test_the_id_that_a_proxy_gave_is_kept_if_it_is_one(given: str, kept: bool) -> None:
    found = asked(Guarded(), x_request_id=given).headers["x-request-id"]
    assert (found == given) is kept
    assert found.isascii()
    assert 0 < len(found) <= 64


def test_of_a_defect_no_more_is_said_than_that_there_is_one() -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("secret")

    reply = asked(Guarded(failing), accept_language="hu")
    assert reply.status == 500
    assert reply.problem["detail"] == DEFECT
    assert b"secret" not in reply.body
    assert reply.headers["content-language"] == "hu"


def test_a_refusal_names_its_request_as_the_log_does() -> None:
    reply = asked(Guarded(), length=LONGEST + 1, x_request_id="this-one")
    assert reply.headers["x-request-id"] == "this-one"
    assert reply.problem["instance"].endswith(":this-one")


def test_an_answer_that_has_begun_breaks_off_and_no_other_follows() -> None:
    async def breaking(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ValueError("secret")

    reply = asked(Guarded(breaking))
    assert [one["type"] for one in reply.messages] == ["http.response.start"]


def test_every_answer_has_the_headers_that_all_have() -> None:
    for reply in (asked(Guarded()), asked(Guarded(), length=LONGEST + 1)):
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["access-control-allow-origin"] == "*"


def test_an_answer_that_has_begun_may_take_its_time() -> None:
    async def slowly(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.sleep(0.2)
        await send({"type": "http.response.body", "body": b"whole"})

    async def story() -> None:
        reply = await Guarded(slowly, answer=0.05).ask()
        assert (reply.status, reply.body) == (200, b"whole")

    played(story)


def test_a_problem_says_of_which_kind_it_is() -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("secret")

    assert asked(Guarded(failing)).problem["type"].endswith("defect")
    assert asked(Guarded(), length=LONGEST + 1).problem["type"].endswith("too-large")


def test_an_id_of_ours_is_told_from_any_other() -> None:
    ids = {asked(Guarded()).headers["x-request-id"] for _ in range(4)}
    assert len(ids) == 4
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in ids)


# --- the log -------------------------------------------------------------------------------------


@pytest.fixture
def logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> pytest.LogCaptureFixture:
    """What is written about requests, whether or not a service of another test has its own log."""
    monkeypatch.setattr(logging.getLogger("kodeks"), "propagate", True)
    caplog.set_level(logging.INFO, "kodeks.requests")
    return caplog


def test_the_log_has_a_line_for_every_request_without_query_or_address(
    logged: pytest.LogCaptureFixture,
) -> None:
    asked(Guarded(), b"body", path="/api/v1/link", x_request_id="first")
    asked(Guarded(), length=LONGEST + 1, method="PUT", x_request_id="second")
    lines = [
        {name: vars(one)[name] for name in ("request", "method", "path", "status", "bytes")}
        for one in logged.records
    ]
    answered, refused = lines
    assert answered == {
        "request": "first",
        "method": "POST",
        "path": "/api/v1/link",
        "status": 200,
        "bytes": len("POST 4"),
    }
    assert (refused["request"], refused["method"], refused["status"]) == ("second", "PUT", 413)
    assert refused["bytes"] > 0
    assert all(vars(one)["ms"] >= 0 for one in logged.records)
    assert "192.0.2.1" not in logged.text


def test_the_log_says_how_long_a_request_took_in_milliseconds_and_tenths(
    logged: pytest.LogCaptureFixture,
) -> None:
    async def slowly(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.05)
        await reading(scope, receive, send)

    asked(Guarded(slowly))
    for _ in range(9):
        asked(Guarded())
    first, *others = [vars(one)["ms"] for one in logged.records]
    assert first >= 50
    assert not all(float(one).is_integer() for one in others)


def test_the_log_has_a_defect_with_the_id_of_its_request(logged: pytest.LogCaptureFixture) -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("the reason")

    asked(Guarded(failing), x_request_id="this-one")
    defect, line = logged.records
    assert (vars(defect)["request"], defect.levelname) == ("this-one", "ERROR")
    assert "the reason" in logged.text
    assert vars(line)["status"] == 500
