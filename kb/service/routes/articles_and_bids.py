"""What is not a code of laws: articles about one, and the tables of Ulti."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from kb.records.alignment import EDITION_SCHEMA
from kb.service import answers
from kb.service.asking import Asked, Asking, ListSlice, Parted, documented

router = APIRouter()

#: The work whose bids and cases these are.
_ULTI = "ulti"


@router.get(
    "/articles",
    tags=["articles"],
    summary="All articles",
    responses=documented("articles", "Articles."),
)
async def articles(asked: Asking, part: Parted) -> Response:
    """Every article and the provisions that it explains; its words where they may be exported."""
    return asked.listed(answers.ARTICLES_SCHEMA, answers.articles(asked.served, asked.reader), part)


@router.get(
    "/articles/{edition}/{number}",
    tags=["articles"],
    summary="An article",
    responses=documented("article", "The article.", "not-found"),
)
async def article(
    asked: Asking,
    edition: Annotated[
        str, Path(max_length=60, description="A series.", examples=["irregularities"])
    ],
    number: Annotated[str, Path(max_length=20, description="Its number.", examples=["7"])],
) -> Response:
    """The sections of an article, each with the provisions that it is about."""
    return asked.reply(asked.answer(answers.article, edition, number, asked.reader))


@router.get(
    "/ulti/bids",
    tags=["ulti"],
    summary="The bids of Ulti",
    responses=documented("edition_records", "Bids.", "not-exported", "not-found"),
)
async def bids(asked: Asking, part: Parted) -> Response:
    """The table of bids: points, precedence, what beats what, how each cell is known."""
    return _table(asked, "bid", part)


@router.get(
    "/ulti/cases",
    tags=["ulti"],
    summary="The cases of § 13 of Ulti",
    responses=documented("edition_records", "Cases.", "not-exported", "not-found"),
)
async def cases(asked: Asking, part: Parted) -> Response:
    """The table of cases: what happened, what follows, why."""
    return _table(asked, "case", part)


def _table(asked: Asked, kind: str, part: ListSlice) -> Response:
    edition = answers.newest(asked.served, _ULTI)
    found = answers.of_kind(asked.served, edition, kind)
    return asked.listed(EDITION_SCHEMA, found, part)
