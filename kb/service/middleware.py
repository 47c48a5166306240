"""What every request goes through: how many at once, how often, how long; one line in the log.

Whatever happens behind it a client gets an answer, and one that says no more than it should.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache

from limits import parse_many
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers as RequestHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kb.languages.catalogue import SOURCE_LANGUAGE, load
from kb.service.headers import DATA, SecurityHeaders, added
from kb.service.negotiation import wanted_language
from kb.service.problems import ProblemError, answer
from kb.service.settings import Settings
from kb.service.turns import Client, Room
from kb.service.untaken import Untaken

log = logging.getLogger("kodeks.requests")

#: Who asks whether we are alive is always told: who does not hear it ends us, just when there is
#: most to do.
_HEALTH = "/api/v1/health"

#: What is said of a defect of ours: no more.
DEFECT = "the log has it, under the id of this request"

#: What has been sent and waits is as long as so many of the longest bodies, in all and from one
#: client.
_ROOM, _SHARE = 8, 2

#: A body of up to so many bytes needs no room: as many of them as may be in hand are little.
_LITTLE = 16_384

#: An id that a proxy has given a request.
_ID = re.compile(r"[0-9A-Za-z._-]{1,64}")

#: No address is longer, in characters; what a proxy says is kept for a while.
_ADDRESS = 64

#: One client has so many addresses of the sixth version of IP.
_OWN_NETWORK = 64


class RequestMiddleware:
    """The outermost layer of the service."""

    def __init__(self, app: ASGIApp, settings: Settings, languages: tuple[str, ...]) -> None:
        self._app = app
        self._settings = settings
        self._languages = languages
        self._headers = SecurityHeaders(settings)
        self._rates = parse_many(settings.rate) if settings.rate else []
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._untaken = Untaken(settings)
        self._room = Room(_ROOM * settings.body, _SHARE * settings.body)
        self._at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, see it through, write a line about it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = _Request(scope, send, self._headers, self._languages)
        request.on_answer = self._answered
        self._at_work += 1
        try:
            self._admit(request)
            await self._seen_through(request, receive)
        except ProblemError as problem:
            await request.answer(problem)
        except Exception:
            log.exception("defect", extra={"request": request.id})
            await request.answer(ProblemError("defect", DEFECT))
        finally:
            if not request.is_answered:
                self._answered(request)
            request.told()

    def _admit(self, request: _Request) -> None:
        """Count a request and have room for its body, before any of that is read.

        Raises `ProblemError`.
        """
        if request.path != _HEALTH:
            self._count(request)
        announced = request.announced
        length = self._settings.body if announced is None else announced
        self._measure(length)
        if length > _LITTLE:
            self._room.take(request.client, length)
            request.room = length

    def _answered(self, request: _Request) -> None:
        """A request is in hand until its answer begins; to take that a client has his own time."""
        self._at_work -= 1
        if request.room:
            self._room.give(request.client, request.room)

    async def _seen_through(self, request: _Request, receive: Receive) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + self._settings.receive

        async def in_time() -> Message:
            if request.received:
                return await receive()
            try:
                async with asyncio.timeout_at(due):
                    message = await receive()
            except TimeoutError:
                raise ProblemError(
                    "too-slow",
                    f"a request must be here after {self._settings.receive:g} seconds",
                    headers={"connection": "close"},
                ) from None
            request.received = not message.get("more_body", False)
            request.length += len(message.get("body", b""))
            self._measure(request.length)
            return message

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                limit.reschedule(None)  # to take it a client has his time: kb.service.untaken
                await request.send(message)
            else:
                await self._untaken.send(request.client, request.scope, request.send, message)

        try:
            async with asyncio.timeout(self._settings.answer) as limit:
                await self._app(request.scope, in_time, sending)
        except TimeoutError:
            raise ProblemError(
                "busy", f"this took longer than {self._settings.answer:g} seconds"
            ) from None

    def _measure(self, length: int) -> None:
        """Refuse a body that is too long, or is going to be; raises `ProblemError`."""
        if length > self._settings.body:
            raise ProblemError("too-large", f"at most {self._settings.body} bytes are read")

    def _count(self, request: _Request) -> None:
        """Refuse what is too much; raises `ProblemError`."""
        if self._at_work > self._settings.concurrency:
            raise ProblemError("busy", f"{self._settings.concurrency} requests are in hand already")
        if not request.path.startswith(DATA) or (client := request.client) is None:
            return
        for rate in self._rates:
            if not self._limiter.test(rate, client):
                after = self._limiter.get_window_stats(rate, client).reset_time - time.time()
                raise ProblemError(
                    "too-many",
                    f"at most {rate} from one address",
                    headers={"retry-after": str(max(1, round(after)))},
                )
        for rate in self._rates:
            self._limiter.hit(rate, client)


class _Request:
    """A request on its way, and what becomes known of its answer."""

    def __init__(
        self, scope: Scope, send: Send, headers: SecurityHeaders, languages: tuple[str, ...]
    ) -> None:
        self.path: str = scope["path"]
        self.received = False
        self.length = 0
        self.room = 0
        self.on_answer: Callable[[_Request], None] = lambda _: None
        self._method: str = scope["method"]
        self._languages = languages
        self._own = RequestHeaders(scope=scope)
        self._client: tuple[str, int] | None = scope.get("client")
        self._send = send
        self._more = headers.of(self.path)
        self._started = time.perf_counter()
        self._status = 0
        self._bytes = 0
        given = self._own.get("x-request-id", "")
        self.id = given if _ID.fullmatch(given) else secrets.token_hex(16)
        # HEAD is GET whose body the server leaves out.
        method = "GET" if self._method == "HEAD" else self._method
        self.scope = {
            **scope,
            "method": method,
            "kodeks.request": self.id,
            "kodeks.client": self.client,
        }

    @property
    def is_answered(self) -> bool:
        """Whether its answer has begun."""
        return bool(self._status)

    @property
    def announced(self) -> int | None:
        """How long its body is going to be, in bytes; None if it does not say so."""
        if "transfer-encoding" in self._own:
            return None
        return int(self._own.get("content-length", 0))

    @cached_property
    def client(self) -> Client:
        """Whom to count the request to; None for this machine itself."""
        return None if self._client is None else _client(self._client[0][:_ADDRESS])

    async def send(self, message: Message) -> None:
        """Pass an answer on with the headers that all have."""
        if message["type"] == "http.response.start":
            self._status = int(message["status"])  # an enum would be logged as one
            self.on_answer(self)
            more = [*self._more, (b"x-request-id", self.id.encode())]
            message["headers"] = added(list(message.get("headers", ())), more)
        elif message["type"] == "http.response.body":
            self._bytes += len(message.get("body", b""))
        await self._send(message)

    async def answer(self, problem: ProblemError) -> None:
        """Answer with a problem, unless there is an answer.

        One that has begun breaks off: the server closes the connection.
        """
        if self._status:
            return
        language = wanted_language(
            self._own.get("accept-language"), self._languages, SOURCE_LANGUAGE
        )
        status, own, body = answer(problem, load(language), language, self.id)
        headers = [(name.encode(), value.encode()) for name, value in own.items()]
        headers.append((b"content-length", b"%d" % len(body)))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})

    def told(self) -> None:
        """A line about it in the log: no query, no address of anybody."""
        facts: Mapping[str, object] = {
            "request": self.id,
            "method": self._method,
            "path": self.path,
            "status": self._status,
            "ms": round((time.perf_counter() - self._started) * 1000, 1),
            "bytes": self._bytes,
        }
        log.info("request", extra=facts)


@lru_cache(4096)
def _client(host: str) -> Client:
    """Whom an address is of; None for this machine itself."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.is_loopback:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _OWN_NETWORK), strict=False))
    return str(address)
