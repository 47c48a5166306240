"""What endpoints share: the build in use, the reader's language, parameters, documentation.

The parameters are FastAPI dependencies: an endpoint names one as a type, and FastAPI fills it in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, Path, Query, Request, Response
from pydantic import StringConstraints

from kb.core.source_language import SOURCE_LANGUAGE
from kb.languages.catalogue import load
from kb.service.fair_queue import Client, FairQueue
from kb.service.negotiation import wanted_language
from kb.service.problems import MEDIA_TYPE, STATUS, titles
from kb.service.replies import JSON, link_headers, next_page, reply
from kb.service.served_build import JsonAnswer, ServedBuild

T = TypeVar("T")

#: How many items of a list one answer has: at most, and unless the client says otherwise.
MOST, _USUAL = 100, 20


async def build_in_use(request: Request) -> ServedBuild:
    """The build in use; the whole of an answer comes from this one."""
    served: ServedBuild = request.app.state.builds.in_use
    return served


async def reader(
    served: Annotated[ServedBuild, Depends(build_in_use)],
    accept_language: Annotated[
        str | None,
        Header(
            description="Languages of names and titles, the best first.", examples=["$language, en"]
        ),
    ] = None,
) -> str:
    """The reader's language: the best that the Accept-Language header wants and the build has."""
    return wanted_language(accept_language, served.languages, SOURCE_LANGUAGE)


CurrentBuild = Annotated[ServedBuild, Depends(build_in_use)]
ReaderLanguage = Annotated[str, Depends(reader)]

_Code = Annotated[str, StringConstraints(pattern="^[a-z]{2}$")]

LanguagesParameter = Annotated[
    list[_Code] | None,
    Query(
        alias="lang",
        max_length=10,
        description="Language, two letters; repeat for several, the best first.",
        examples=[["$language", "$other_language"]],
    ),
]
WithinParameter = Annotated[
    str | None,
    Query(
        alias="in",
        max_length=60,
        description="A work, edition or text: $game, $older, $text.",
        examples=["$edition"],
    ),
]
Limit = Annotated[int, Query(ge=1, le=MOST, description="How many at most.")]
Offset = Annotated[int, Query(ge=0, le=100_000, description="How many to leave out first.")]
EditionId = Annotated[str, Path(max_length=60, description="An edition.", examples=["$edition"])]
LanguageId = Annotated[
    _Code, Path(description="A language, two letters.", examples=["$other_language"])
]


#: What an operation says of itself in the OpenAPI document that a service may lack.
MAY_LACK = {"x-may-be-lacking": True}


def documented(
    schema: str, description: str, *kinds: str, media_type: str = JSON
) -> dict[int | str, dict[str, Any]]:
    """The answers of an endpoint for the OpenAPI document: 200, 304 and problems.

    `schema` names the component that describes the answer. `kinds` are the problems that it may
    answer with besides those that every endpoint may.
    """
    content = {media_type: {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    answers: dict[int | str, dict[str, Any]] = {
        200: {"description": description, "content": content, "headers": _HEADERS},
        304: {"description": "The client has this answer already.", "headers": _HEADERS},
    }
    return answers | problem_answers(*kinds)


def problem_answers(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """The problems of an endpoint for the OpenAPI document, by status."""
    title = titles(load(SOURCE_LANGUAGE))
    answers: dict[int | str, dict[str, Any]] = {}
    for kind in (*kinds, *_ALWAYS):
        status = int(STATUS[kind])
        before = answers.get(status, {}).get("description")
        answers[status] = {
            "description": f"{before}; or: {title[kind]}" if before else title[kind],
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/problem"}}},
        }
    return answers


#: The problems that every endpoint may answer with.
_ALWAYS = (
    "bad-request",
    "too-slow",
    "too-large",
    "head-too-large",
    "invalid",
    "too-many",
    "busy",
    "not-ready",
)

_HEADERS = {
    "ETag": {
        "description": "Of the build, the language, the kind.",
        "schema": {"type": "string"},
    },
    "Last-Modified": {"description": "The corpus date.", "schema": {"type": "string"}},
    "Cache-Control": {"description": "How long it keeps.", "schema": {"type": "string"}},
}


@dataclass(frozen=True)
class RequestContext:
    """A request with what every answer needs: the build in use and the reader's language."""

    request: Request
    served: ServedBuild
    reader: str

    @property
    def client(self) -> Client:
        """The client that the request counts for; None for this machine itself."""
        client: Client = self.request.scope["kodeks.client"]
        return client

    async def disconnected(self) -> None:
        """Return when the client has disconnected; its request must have been read before."""
        while (await self.request.receive())["type"] != "http.disconnect":
            pass

    async def in_thread(self, make: Callable[..., T], *given: Any) -> T:
        """Call a function that takes long in a thread, when it is the client's turn.

        If this is cancelled (the client has gone, or waited too long), the function goes on and
        keeps its place until it returns, so that no more are at work than there are threads.
        """
        state = self.request.app.state
        pool: Executor = state.threads
        queue: FairQueue = state.thread_queue
        await queue.acquire(self.client)
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(pool, partial(make, *given))
        work.add_done_callback(lambda _: queue.release(self.client))
        return await asyncio.shield(work)

    def answer(self, make: Callable[..., JsonAnswer], *given: Hashable) -> bytes:
        """What `make` returns, as JSON; for functions that take some thousandths of a second."""
        remembered = self.served.remembered(make, *given)
        return self.served.answer(make, *given) if remembered is None else remembered

    async def answer_in_thread(self, make: Callable[..., JsonAnswer], *given: Hashable) -> bytes:
        """The same for functions that take longer: in a thread, unless the answer is remembered."""
        remembered = self.served.remembered(make, *given)
        if remembered is not None:
            return remembered
        return await self.in_thread(self.served.answer, make, *given)

    def reply(
        self,
        content: bytes | JsonAnswer | list[Any],
        language: str | None = None,
        media_type: str = JSON,
        headers: Mapping[str, str] | None = None,
        site: str = "",
    ) -> Response:
        """The HTTP response with an answer, in the reader's language unless another is given."""
        language = language or self.reader
        return reply(self.request, self.served, content, language, media_type, headers, site)

    def listed(
        self, schema: str, items: Sequence[object], part: ListSlice, language: str | None = None
    ) -> Response:
        """The response with a part of a list, the length of the whole and a link to the next."""
        end = part.offset + part.limit
        onward = next_page(self.request, end) if end < len(items) else None
        body = {
            "schema": schema,
            "total": len(items),
            "offset": part.offset,
            "next": onward,
            "items": items[part.offset : end],
        }
        return self.reply(body, language, headers=link_headers(onward))


async def _context(
    request: Request, served: CurrentBuild, reader: ReaderLanguage
) -> RequestContext:
    return RequestContext(request, served, reader)


@dataclass(frozen=True)
class ListSlice:
    """The part of a list that a client asks for."""

    limit: int
    offset: int


async def _slice(limit: Limit = _USUAL, offset: Offset = 0) -> ListSlice:
    return ListSlice(limit, offset)


CurrentRequest = Annotated[RequestContext, Depends(_context)]
RequestedSlice = Annotated[ListSlice, Depends(_slice)]


def codes(languages: list[str] | None) -> tuple[str, ...]:
    """The languages that were asked for, each once, in their order."""
    return tuple(dict.fromkeys(languages or ()))
