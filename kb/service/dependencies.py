"""What routes are given: the build, the reader, parameters that many share, their documentation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, Path, Query, Request, Response
from pydantic import StringConstraints

from kb.languages.catalogue import SOURCE_LANGUAGE, load
from kb.service.fair_queue import Client, FairQueue
from kb.service.negotiation import wanted_language
from kb.service.problems import MEDIA_TYPE, STATUS, titles
from kb.service.replies import JSON, link_headers, next_page, reply
from kb.service.served_build import JsonAnswer, ServedBuild

T = TypeVar("T")

#: So many items of a list at once, at most and unless said otherwise.
MOST, _USUAL = 100, 20


async def build_in_use(request: Request) -> ServedBuild:
    """The build in use; the whole of an answer comes from one."""
    found: ServedBuild = request.app.state.builds.in_use
    return found


async def reader(
    served: Annotated[ServedBuild, Depends(build_in_use)],
    accept_language: Annotated[
        str | None,
        Header(description="Languages of names and titles, the best first.", examples=["hu, en"]),
    ] = None,
) -> str:
    """The language of the reader: of what the header wants the best that there is."""
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
        examples=[["hu", "pl"]],
    ),
]
WithinParameter = Annotated[
    str | None,
    Query(
        alias="in",
        max_length=60,
        description="A work, edition or text: bridge, bridge-1997, bridge-2017/pl.",
        examples=["bridge-2017"],
    ),
]
Limit = Annotated[int, Query(ge=1, le=MOST, description="How many at most.")]
Offset = Annotated[int, Query(ge=0, le=100_000, description="How many to leave out first.")]
EditionId = Annotated[str, Path(max_length=60, description="An edition.", examples=["bridge-2017"])]
LanguageId = Annotated[_Code, Path(description="A language, two letters.", examples=["pl"])]


def documented(
    schema: str, said: str, *kinds: str, media_type: str = JSON
) -> dict[int | str, dict[str, Any]]:
    """The answers of a route for the document: its own, by the name of a component, and problems.

    `kinds` are the problems that it may answer with besides those that every route may.
    """
    content = {media_type: {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    found: dict[int | str, dict[str, Any]] = {
        200: {"description": said, "content": content, "headers": _HEADERS},
        304: {"description": "The client has this answer already.", "headers": _HEADERS},
    }
    return found | problem_answers(*kinds)


def problem_answers(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """The problems of a route for the document."""
    said = titles(load(SOURCE_LANGUAGE))
    found: dict[int | str, dict[str, Any]] = {}
    for kind in (*kinds, *_ALWAYS):
        status = int(STATUS[kind])
        before = found.get(status, {}).get("description")
        found[status] = {
            "description": f"{before}; or: {said[kind]}" if before else said[kind],
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/problem"}}},
        }
    return found


#: What every route may answer with.
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
    """A request with what every answer needs: the build, whole, and the language of the reader."""

    request: Request
    served: ServedBuild
    reader: str

    @property
    def client(self) -> Client:
        """Whom the request is counted to; None for this machine itself."""
        found: Client = self.request.scope["kodeks.client"]
        return found

    async def left(self) -> None:
        """Return when the client has gone; its request is here whole."""
        while (await self.request.receive())["type"] != "http.disconnect":
            pass

    async def in_thread(self, make: Callable[..., T], *given: Any) -> T:
        """What a function makes that takes long, apart from the other requests, in turn.

        Who has gone, or waited too long, is not waited for; what is being made for him keeps its
        place until it is done, so that there are never more at work than there are threads.
        """
        state = self.request.app.state
        pool: Executor = state.threads
        queue: FairQueue = state.thread_queue
        await queue.acquire(self.client)
        loop = asyncio.get_running_loop()
        made = loop.run_in_executor(pool, partial(make, *given))
        made.add_done_callback(lambda _: queue.release(self.client))
        return await asyncio.shield(made)

    def answer(self, make: Callable[..., JsonAnswer], *given: Hashable) -> bytes:
        """What `make` answers, as JSON; it takes thousandths of a second, or was asked before."""
        before = self.served.remembered(make, *given)
        return self.served.answer(make, *given) if before is None else before

    async def answer_apart(self, make: Callable[..., JsonAnswer], *given: Hashable) -> bytes:
        """The same of what takes longer: in a thread, unless it was asked before."""
        before = self.served.remembered(make, *given)
        if before is not None:
            return before
        return await self.in_thread(self.served.answer, make, *given)

    def reply(
        self,
        content: bytes | JsonAnswer | list[Any],
        language: str | None = None,
        media_type: str = JSON,
        headers: Mapping[str, str] | None = None,
        site: str = "",
    ) -> Response:
        """The answer as HTTP has it; in the language of the reader unless given."""
        spoken = language or self.reader
        return reply(self.request, self.served, content, spoken, media_type, headers, site)

    def listed(
        self, schema: str, items: Sequence[object], part: ListSlice, language: str | None = None
    ) -> Response:
        """A part of a list with what is said of the whole, and what leads on."""
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


async def _asked(request: Request, served: CurrentBuild, reader: ReaderLanguage) -> RequestContext:
    return RequestContext(request, served, reader)


@dataclass(frozen=True)
class ListSlice:
    """The part of a list that is wanted."""

    limit: int
    offset: int


async def _part(limit: Limit = _USUAL, offset: Offset = 0) -> ListSlice:
    return ListSlice(limit, offset)


Context = Annotated[RequestContext, Depends(_asked)]
RequestedSlice = Annotated[ListSlice, Depends(_part)]


def codes(languages: list[str] | None) -> tuple[str, ...]:
    """Languages that were asked for, each once."""
    return tuple(dict.fromkeys(languages or ()))
