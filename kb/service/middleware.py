"""The outermost middleware: rate limits, limits on bodies and concurrency, headers, the log.

Whatever goes wrong behind it, the client gets an answer, which does not give our secrets away.
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

from kb.core.source_language import SOURCE_LANGUAGE
from kb.languages.catalogue import load
from kb.service.back_pressure import BackPressure
from kb.service.body_budget import BodyBudget
from kb.service.fair_queue import Client
from kb.service.headers import DATA, SecurityHeaders, added
from kb.service.negotiation import wanted_language
from kb.service.problems import ProblemError, answer
from kb.service.settings import Settings

log = logging.getLogger("kodeks.requests")

#: The health check is never refused: a supervisor that gets no answer would kill the service just
#: when it is busiest.
_HEALTH = "/api/v1/health"

#: What a client is told when something is wrong with the program.
DEFECT = "the log has it, under the id of this request"

#: The budget for request bodies, for all clients and for one, in bodies of the greatest length.
_BUDGET, _SHARE = 8, 2

#: Bodies of up to so many bytes are not counted in the budget: `Settings.concurrency` limits them.
_SMALL = 16_384

#: The id that a proxy may give a request; what is longer or has other characters is ignored.
_ID = re.compile(r"[0-9A-Za-z._-]{1,64}")

#: How many characters of a client's address are read: a proxy could send anything, and it is kept.
_LONGEST_ADDRESS = 64

#: All IPv6 addresses whose first so many bits are the same count as one client.
_NETWORK_BITS = 64


class RequestMiddleware:
    """The ASGI middleware that every request passes first."""

    def __init__(self, app: ASGIApp, settings: Settings, languages: tuple[str, ...]) -> None:
        self._app = app
        self._settings = settings
        self._languages = languages
        self._headers = SecurityHeaders(settings)
        self._rates = parse_many(settings.rate) if settings.rate else []
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._back_pressure = BackPressure(settings)
        self._budget = BodyBudget(_BUDGET * settings.body, _SHARE * settings.body)
        self._at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit a request, pass it on, and write a line about it to the log."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = _Request(scope, send, self._headers, self._languages)
        request.on_answer = self._release
        self._at_work += 1
        try:
            self._admit(request)
            await self._pass_on(request, receive)
        except ProblemError as problem:
            await request.answer(problem)
        except Exception:
            log.exception("defect", extra={"request": request.id})
            await request.answer(ProblemError("defect", DEFECT))
        finally:
            if not request.is_answered:
                self._release(request)
            request.log_line()

    def _admit(self, request: _Request) -> None:
        """Admission control: count a request and reserve bytes for its body before it is read.

        Raises `ProblemError`.
        """
        if request.path != _HEALTH:
            self._limit_rate(request)
        announced = request.announced
        length = self._settings.body if announced is None else announced
        self._limit_length(length)
        if length > _SMALL:
            self._budget.reserve(request.client, length)
            request.reserved = length

    def _release(self, request: _Request) -> None:
        """Stop counting a request: its answer begins, and reading that may take a client long."""
        self._at_work -= 1
        if request.reserved:
            self._budget.release(request.client, request.reserved)

    async def _pass_on(self, request: _Request, receive: Receive) -> None:
        """Call the application, with deadlines for the request and for the start of the answer."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._settings.receive

        async def receive_in_time() -> Message:
            if request.is_received:
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
            request.is_received = not message.get("more_body", False)
            request.length += len(message.get("body", b""))
            self._limit_length(request.length)
            return message

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                limit.reschedule(None)  # from here on back-pressure has the deadlines
                await request.send(message)
            else:
                await self._back_pressure.send(request.client, request.scope, request.send, message)

        try:
            async with asyncio.timeout(self._settings.answer) as limit:
                await self._app(request.scope, receive_in_time, send)
        except TimeoutError:
            raise ProblemError(
                "busy", f"this took longer than {self._settings.answer:g} seconds"
            ) from None

    def _limit_length(self, length: int) -> None:
        """Refuse a body that is, or is announced to be, too long; raises `ProblemError`."""
        if length > self._settings.body:
            raise ProblemError("too-large", f"at most {self._settings.body} bytes are read")

    def _limit_rate(self, request: _Request) -> None:
        """Refuse a request if too many are in hand or the client asks too often.

        Raises `ProblemError`.
        """
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
    """A request in hand: its client, its body, and the status and length of its answer.

    `on_answer` is called when the answer begins; `reserved` is how many bytes of the budget for
    bodies the request has.
    """

    def __init__(
        self, scope: Scope, send: Send, headers: SecurityHeaders, languages: tuple[str, ...]
    ) -> None:
        self.path: str = scope["path"]
        self.is_received = False
        self.length = 0
        self.reserved = 0
        self.on_answer: Callable[[_Request], None] = lambda _: None
        self._method: str = scope["method"]
        self._languages = languages
        self._headers = RequestHeaders(scope=scope)
        self._client: tuple[str, int] | None = scope.get("client")
        self._send = send
        self._security_headers = headers.of(self.path)
        self._began = time.perf_counter()
        self._status = 0
        self._bytes = 0
        proxy_id = self._headers.get("x-request-id", "")
        self.id = proxy_id if _ID.fullmatch(proxy_id) else secrets.token_hex(16)
        # HEAD is answered as GET; the server leaves the body out.
        method = "GET" if self._method == "HEAD" else self._method
        self.scope = {
            **scope,
            "method": method,
            "kodeks.request": self.id,
            "kodeks.client": self.client,
        }

    @property
    def is_answered(self) -> bool:
        """Whether the answer has begun."""
        return bool(self._status)

    @property
    def announced(self) -> int | None:
        """The announced length of the body in bytes; None if none is announced."""
        if "transfer-encoding" in self._headers:
            return None
        return int(self._headers.get("content-length", 0))

    @cached_property
    def client(self) -> Client:
        """The client that the request counts for; None for this machine itself."""
        return None if self._client is None else _client(self._client[0][:_LONGEST_ADDRESS])

    async def send(self, message: Message) -> None:
        """Send a part of the answer; adds the headers that every answer has."""
        if message["type"] == "http.response.start":
            self._status = int(message["status"])  # an enum would be logged as one
            self.on_answer(self)
            common = [*self._security_headers, (b"x-request-id", self.id.encode())]
            message["headers"] = added(list(message.get("headers", ())), common)
        elif message["type"] == "http.response.body":
            self._bytes += len(message.get("body", b""))
        await self._send(message)

    async def answer(self, problem: ProblemError) -> None:
        """Answer with a problem document, unless an answer has begun.

        An answer that has begun is aborted: the server closes the connection.
        """
        if self._status:
            return
        language = wanted_language(
            self._headers.get("accept-language"), self._languages, SOURCE_LANGUAGE
        )
        status, problem_headers, body = answer(problem, load(language), language, self.id)
        headers = [(name.encode(), value.encode()) for name, value in problem_headers.items()]
        headers.append((b"content-length", b"%d" % len(body)))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})

    def log_line(self) -> None:
        """Write the line of the request to the log, without its query and the client's address."""
        fields: Mapping[str, object] = {
            "request": self.id,
            "method": self._method,
            "path": self.path,
            "status": self._status,
            "ms": round((time.perf_counter() - self._began) * 1000, 1),
            "bytes": self._bytes,
        }
        log.info("request", extra=fields)


@lru_cache(4096)
def _client(host: str) -> Client:
    """The client that an address belongs to; None for this machine itself."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.is_loopback:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _NETWORK_BITS), strict=False))
    return str(address)
