"""Endpoints that lead from what happened at the table to the ruling."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from kb.deciding.walking import LONGEST
from kb.service.answers import procedures as answered
from kb.service.dependencies import (
    CurrentRequest,
    EditionId,
    LanguagesParameter,
    codes,
    documented,
)

router = APIRouter(tags=["procedures"])


@router.get(
    "/procedures/{edition}",
    summary="What may have happened",
    responses=documented("procedures", "All procedures, by group.", "not-found"),
)
async def procedures(
    context: CurrentRequest,
    edition: EditionId,
    lang: LanguagesParameter = None,
) -> Response:
    """The most frequent situations, then every procedure by group; `lang` chooses languages."""
    given = (edition, codes(lang), context.reader)
    return context.reply(context.answer(answered.procedures, *given))


@router.get(
    "/procedures/{edition}/{procedure}",
    summary="The next question, or the ruling",
    responses=documented("decide", "Where the answers lead to.", "not-found"),
)
async def decision(
    context: CurrentRequest,
    edition: EditionId,
    procedure: Annotated[
        str, Path(max_length=100, description="Its id.", examples=["insufficient-bid"])
    ],
    answers: Annotated[
        str,
        Query(
            max_length=LONGEST,
            description="Answers so far: question=answer, with commas; none: the first question.",
            examples=["", "how=meant,lho=no"],
        ),
    ] = "",
    lang: LanguagesParameter = None,
) -> Response:
    """The way so far, then the next question, or the ruling with what the law says.

    Repeat `lang` for the same in a second language beside the first.
    """
    given = (edition, procedure, answers, codes(lang), context.reader)
    return context.reply(context.answer(answered.decision, *given))
