"""Endpoints for what is not a code of laws: articles about one, and tables of a rulebook."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from kb.core.errors import NotFoundError
from kb.records.alignment import EDITION_SCHEMA
from kb.service.answers import articles as answers
from kb.service.answers.laws import records_of_kind
from kb.service.answers.texts import newest
from kb.service.dependencies import (
    CurrentRequest,
    ListSlice,
    RequestContext,
    RequestedSlice,
    documented,
)

router = APIRouter()

WorkId = Annotated[str, Path(max_length=60, description="A work.", examples=["$other_game"])]


@router.get(
    "/articles",
    tags=["articles"],
    summary="All articles",
    responses=documented("articles", "Articles."),
)
async def articles(context: CurrentRequest, part: RequestedSlice) -> Response:
    """Every article and the provisions that it explains; its words where they may be exported."""
    return context.listed(
        answers.ARTICLES_SCHEMA, answers.articles(context.served, context.reader), part
    )


@router.get(
    "/articles/{edition}/{number}",
    tags=["articles"],
    summary="An article",
    responses=documented("article", "The article.", "not-found"),
)
async def article(
    context: CurrentRequest,
    edition: Annotated[str, Path(max_length=60, description="A series.", examples=["$series"])],
    number: Annotated[str, Path(max_length=20, description="Its number.", examples=["7"])],
) -> Response:
    """The sections of an article, each with the provisions that it is about."""
    return context.reply(context.answer(answers.article, edition, number, context.reader))


@router.get(
    "/{work}/bids",
    tags=["tables"],
    summary="The bids of a game",
    responses=documented("edition_records", "Bids.", "not-exported", "not-found"),
)
async def bids(context: CurrentRequest, work: WorkId, part: RequestedSlice) -> Response:
    """The table of bids: points, precedence, what beats what, how each cell is known."""
    return _table(context, work, "bid", part)


@router.get(
    "/{work}/cases",
    tags=["tables"],
    summary="The cases of a game",
    responses=documented("edition_records", "Cases.", "not-exported", "not-found"),
)
async def cases(context: CurrentRequest, work: WorkId, part: RequestedSlice) -> Response:
    """The table of cases: what happened, what follows, why."""
    return _table(context, work, "case", part)


def _table(context: RequestContext, work: str, kind: str, part: ListSlice) -> Response:
    """The records of a kind in the newest edition of a work."""
    edition = newest(context.served, work)
    records = records_of_kind(context.served, edition, kind)
    if not records:
        raise NotFoundError(f"{edition} has no table of {kind}s")
    return context.listed(EDITION_SCHEMA, records, part)
