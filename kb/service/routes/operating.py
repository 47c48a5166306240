"""Endpoints for operators: health, readiness, version; and what the kinds of problems mean."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse

import kb
from kb.core.errors import BuildError, NotFoundError
from kb.languages.catalogue import load
from kb.service.dependencies import CurrentBuild, CurrentRequest, documented
from kb.service.problems import STATUS, TYPES, ProblemError, titles

router = APIRouter(tags=["operation"])

_NO_STORE = {"cache-control": "no-store"}


def _uncached(schema: str, description: str) -> dict[int | str, dict[str, object]]:
    """The documented answers of an endpoint that no cache keeps: no 304 and no tag."""
    answers = documented(schema, description)
    del answers[304]
    answers[200].pop("headers")
    return answers


@router.get("/health", summary="Alive", responses=_uncached("health", "It runs."))
async def health() -> Response:
    """200 for as long as the process answers; looks at nothing else."""
    return JSONResponse({"status": "pass"}, headers=_NO_STORE)


@router.get("/ready", summary="Ready", responses=_uncached("readiness", "It can answer."))
async def ready(request: Request) -> Response:
    """200 when there is a build to answer from, else 503; `refused`: why a newer is not used.

    Where the library of rulings is in a cluster, `library` says of each node whether it is well;
    laws are answered without one.
    """
    builds = request.app.state.builds
    refused = builds.refused
    try:
        served = builds.in_use
    except BuildError as error:
        hint = {"hint": refused} if refused else None
        raise ProblemError("not-ready", error.message, hint) from None
    content: dict[str, object] = {"build": served.fingerprint[:12], "refused": refused}
    nodes = await to_thread(request.app.state.rulings.nodes)
    if nodes is not None:
        well = sum(nodes.values())
        content["library"] = {
            "status": "pass" if well == len(nodes) else "warn" if 2 * well > len(nodes) else "fail",
            "nodes": [{"node": name, "well": one} for name, one in nodes.items()],
        }
    is_degraded = refused or (nodes is not None and not all(nodes.values()))
    content = {"status": "warn" if is_degraded else "pass", **content}
    return JSONResponse(content, headers=_NO_STORE)


@router.get(
    "/version", summary="What it answers from", responses=_uncached("version", "The version.")
)
async def version(served: CurrentBuild) -> Response:
    """The program's version, the fingerprint of corpus, code and dependencies, the corpus date."""
    content = {
        "schema": "kodeks.version/1",
        "version": kb.__version__,
        "fingerprint": served.fingerprint,
        "corpus": served.corpus.date,
        "opened": served.opened.isoformat(timespec="seconds"),
        "texts": [text.id for text in served.corpus.published],
    }
    return JSONResponse(content, headers={"cache-control": "no-cache"})


@router.get(
    "/problems", summary="What can go wrong", responses=documented("problems", "All problems.")
)
async def problems(context: CurrentRequest) -> Response:
    """Every kind of problem that this service answers with, in the reader's words."""
    named = titles(load(context.reader, context.served.corpus.home))
    kinds = [
        {"type": f"{TYPES}{kind}", "status": int(STATUS[kind]), "title": title}
        for kind, title in named.items()
    ]
    return context.reply({"schema": "kodeks.problems/1", "problems": kinds})


@router.get(
    "/problems/{kind}",
    summary="A kind of problem",
    responses=documented("problem_kind", "The problem.", "not-found"),
)
async def problem(
    context: CurrentRequest,
    kind: Annotated[str, Path(max_length=40, description="Its name.", examples=["not-found"])],
) -> Response:
    """What a problem's `type` leads to."""
    named = titles(load(context.reader, context.served.corpus.home))
    if kind not in named:
        raise NotFoundError(f"there is no problem {kind!r}", [*named])
    return context.reply(
        {"type": f"{TYPES}{kind}", "status": int(STATUS[kind]), "title": named[kind]}
    )
