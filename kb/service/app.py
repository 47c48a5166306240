"""The service as one ASGI application: the API, the permalinks, the built site."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

import kb
from kb.core.errors import BuildError, KodeksError
from kb.core.source_language import SOURCE_LANGUAGE
from kb.languages.catalogue import catalogues, load
from kb.service import compression
from kb.service.builds import Builds
from kb.service.fair_queue import FairQueue
from kb.service.headers import DATA, FOR_OTHERS
from kb.service.linking_pool import LinkingPool
from kb.service.middleware import DEFECT, RequestMiddleware
from kb.service.negotiation import takes_gzip, wanted_language
from kb.service.problems import STATUS, ProblemError, answer, invalid, of_error
from kb.service.routes import (
    articles_and_tables,
    browsers,
    concepts,
    concordances,
    description,
    laws,
    linking,
    operating,
    procedures,
    rulings,
    searching,
    texts,
)
from kb.service.served_rulings import ServedRulings
from kb.service.settings import Settings
from kb.service.static_files import BINARY, SitePages
from kb.service.watchdog import end_when_hung

log = logging.getLogger(__name__)

#: What the addresses of the API begin with.
API = "/api/v1"

#: How many threads of a worker compute answers. Threads share the interpreter, so a second thread
#: would only delay the answers that are in memory already.
_THREADS = 1

#: After how many seconds Python switches to another thread.
_SWITCH_INTERVAL = 0.0003

#: The thresholds of Python's garbage collector. It seldom runs: almost none of our objects are in
#: cycles, and all requests wait while it does.
_GC_THRESHOLDS = 5000, 10, 50

#: The status of a request whose client has disconnected, as nginx logs it.
_CLIENT_CLOSED = 499

_DESCRIPTION = """\
Reads only, knows nobody. Answers are JSON in UTF-8; everything that goes wrong is an
application/problem+json (RFC 9457) whose type leads to what it means.

Ids are 27.B.1.b in an edition, $edition:27.B.1.b anywhere; a provision may also be named as
people write it. Languages are two letters; Accept-Language decides in which names and titles come.
An answer has an ETag of the build, the language and its kind: send it back in If-None-Match and
get 304 for as long as nothing has changed. Lists take limit and offset and lead on by next and a
Link header.

The texts are unofficial copies; the federations' texts bind. Words of texts whose rights forbid
export are withheld: their pages are named instead."""

_TAGS = [
    {"name": "search", "description": "From words to laws."},
    {"name": "laws", "description": "Provisions, laws, records, and addresses that last."},
    {"name": "procedures", "description": "From what happened at the table to the ruling."},
    {"name": "texts", "description": "What there is, whose it is, all of it as far as it goes."},
    {"name": "concepts", "description": "What players have words for, in seven languages."},
    {"name": "linker", "description": "Law numbers in rulings become links."},
    {"name": "rulings", "description": "A library of rulings, if the service has one."},
    {"name": "articles", "description": "Articles on irregularities: what they are about."},
    {"name": "tables", "description": "The tables of a rulebook; its sections are laws."},
    {"name": "operation", "description": "For those who run it."},
]


def create_app(home: Path, settings: Settings, ends_when_hung: bool = False) -> ASGIApp:
    """The application for the corpus and the site of a home.

    With `ends_when_hung` it may end its process, because a supervisor starts another.
    """
    api = create_api(home, settings)
    api.state.ends_when_hung = ends_when_hung
    return RequestMiddleware(_Cors(_Compression(api)), settings, api.state.languages)


def create_api(home: Path, settings: Settings) -> FastAPI:
    """The endpoints alone, without the middleware."""
    api = FastAPI(
        title="Kodeks",
        summary="$contents as one knowledge base in seven languages",
        description=_DESCRIPTION,
        version=kb.__version__,
        openapi_tags=_TAGS,
        license_info={"name": "MIT (the code; the texts are their holders')"},
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        lifespan=_lifespan,
    )
    api.state.settings = settings
    api.state.home = home
    api.state.ends_when_hung = False
    api.state.builds = Builds(home, settings)
    api.state.rulings = ServedRulings(home, settings)
    api.state.languages = tuple(dict.fromkeys((SOURCE_LANGUAGE, *catalogues(home))))
    for routes in (
        searching,
        concordances,
        laws,
        procedures,
        texts,
        concepts,
        linking,
        rulings,
        articles_and_tables,
        operating,
        browsers,
        description,
    ):
        api.include_router(routes.router, prefix=API)
    api.include_router(laws.lasting)
    api.include_router(browsers.described)
    api.router.default = _OtherAddresses(SitePages(home))
    for error, answered in (
        (KodeksError, _kodeks_error),
        (ProblemError, _problem),
        (HTTPException, _http_error),
        (RequestValidationError, _invalid),
        (ClientDisconnect, _gone),
        (Exception, _defect),
    ):
        api.add_exception_handler(error, answered)
    return api


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the build before the first request, and look for newer ones until the service ends."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    gc.set_threshold(*_GC_THRESHOLDS)
    threads, linking_pool = ThreadPoolExecutor(_THREADS), LinkingPool(app.state.settings)
    app.state.threads, app.state.thread_queue = threads, FairQueue(_THREADS)
    app.state.linking_pool = linking_pool
    builds: Builds = app.state.builds
    await asyncio.to_thread(builds.look)
    tasks = [asyncio.create_task(builds.watch())]
    if app.state.ends_when_hung:
        tasks.append(asyncio.create_task(end_when_hung(app.state.settings.hang)))
    with suppress(BuildError):
        await linking_pool.warm(builds.in_use.build)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await linking_pool.close()
        threads.shutdown(wait=False, cancel_futures=True)


#: The header of a client that accepts gzip. Starlette's middleware looks for the word "gzip" only,
#: which is also in the header of a client that refuses it (`gzip;q=0`). So it gets this or none.
_ACCEPTS_GZIP = (b"accept-encoding", b"gzip")


class _Compression:
    """Compresses answers for clients that accept gzip; pages and rulings are compressed already."""

    def __init__(self, app: ASGIApp) -> None:
        self._gzip = GZipMiddleware(
            app,
            minimum_size=compression.MINIMUM_SIZE,
            compresslevel=compression.LEVEL,
            exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, BINARY),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            header = Headers(scope=scope).get("accept-encoding", "")
            accepts = takes_gzip(header)
            if accepts != ("gzip" in header):
                headers = [
                    (name, value) for name, value in scope["headers"] if name != _ACCEPTS_GZIP[0]
                ]
                scope = {**scope, "headers": [*headers, *([_ACCEPTS_GZIP] if accepts else ())]}
        await self._gzip(scope, receive, send)


class _Cors:
    """CORS: pages of other sites may read data and the clauses of previews, and nothing else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._shared = CORSMiddleware(
            app,
            allow_origins=["*"],
            allow_methods=["*"],  # each endpoint refuses other methods itself
            allow_headers=["*"],
            max_age=86_400,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_shared = scope["type"] == "http" and scope["path"].startswith(FOR_OTHERS)
        await (self._shared if is_shared else self._app)(scope, receive, send)


class _OtherAddresses:
    """Answers what no endpoint has: with a page of the site, or else a 404."""

    def __init__(self, pages: SitePages) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if f"{scope['path']}/".startswith(DATA):
            raise ProblemError("not-found", "there is no such address", {"hint": _SEE})
        await self._pages(scope, receive, send)


_SEE = f"{API}/docs has them all."


def _answer(request: Request, problem: ProblemError) -> Response:
    """The response with a problem, in the reader's language."""
    home = request.app.state.builds.home
    languages = request.app.state.languages
    language = wanted_language(request.headers.get("accept-language"), languages, SOURCE_LANGUAGE)
    id = request.scope.get("kodeks.request", "")
    status, headers, body = answer(problem, load(language, home), language, id)
    return Response(body, status, headers)


async def _kodeks_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, KodeksError)
    return _answer(request, of_error(error))


async def _problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, ProblemError)
    return _answer(request, problem)


async def _http_error(request: Request, error: Exception) -> Response:
    """Answer what Starlette refuses, such as a method that an endpoint does not have."""
    assert isinstance(error, HTTPException)
    allowed = (error.headers or {}).get("Allow", "").replace("GET", "GET, HEAD")
    headers = {"allow": allowed} if allowed else {}
    kind = next((kind for kind, status in STATUS.items() if status == error.status_code), None)
    detail = {
        "wrong-method": f"here one can {allowed}",
        "not-found": "there is no such address",
    }.get(kind or "", "the request cannot be understood")
    return _answer(request, ProblemError(kind or "bad-request", detail, headers=headers))


async def _gone(_: Request, __: Exception) -> Response:
    """Give a request whose client went before it had sent all a status for the log."""
    return Response(None, _CLIENT_CLOSED)


async def _defect(request: Request, _: Exception) -> Response:
    """Answer an error of the program, which a damaged index may cause; the middleware logs it."""
    request.app.state.builds.doubt()
    return _answer(request, ProblemError("defect", DEFECT))


async def _invalid(request: Request, error: Exception) -> Response:
    """Answer a request with values that are not as the OpenAPI document says."""
    assert isinstance(error, RequestValidationError)
    faults = ((str(fault["loc"][0]), fault["loc"][1:], fault["msg"]) for fault in error.errors())
    return _answer(request, invalid(faults))
