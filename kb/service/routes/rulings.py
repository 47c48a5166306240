"""Endpoints for the library of rulings: search, one ruling, those like it."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import StringConstraints

from kb.service.dependencies import MAY_LACK, CurrentRequest, Limit, documented
from kb.service.replies import next_page, part_headers
from kb.service.served_build import JsonAnswer, ServedBuild
from kb.service.served_rulings import ServedRulings

router = APIRouter(tags=["rulings"])

#: The longest query, and how many results may be left out (kb.library.querying has the same).
_LONGEST, _DEEPEST = 2000, 10_000
#: How many values a parameter may have, and how long each may be.
_MOST, _VALUE = 20, 200
#: The parameters of a search that its next part has too: those with one value, and the others.
_SINGLE = ("q", "since", "until", "sort", "limit")
_MULTIPLE = ("law", "body", "lang", "year", "decision")

_FacetValue = Annotated[str, StringConstraints(min_length=1, max_length=_VALUE)]
_LanguageCode = Annotated[str, StringConstraints(pattern="^[a-z]{2}$")]
_Year = Annotated[str, StringConstraints(pattern="^[0-9]{4}$")]
_DATE = "^[0-9]{4}(-[0-9]{2}){0,2}$"


async def _rulings(request: Request) -> ServedRulings:
    rulings: ServedRulings = request.app.state.rulings
    return rulings


Rulings = Annotated[ServedRulings, Depends(_rulings)]
RulingId = Annotated[
    str,
    Path(
        pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
        max_length=80,
        description="The id of a ruling.",
        examples=["falszywy-renons-2a23911d39"],
    ),
]


@router.get(
    "/rulings",
    summary="Find rulings by words in any language, and by the laws that they cite",
    responses=documented("rulings_found", "Rulings, with counts of all.", "not-found"),
    openapi_extra=MAY_LACK,
)
async def rulings(
    context: CurrentRequest,
    library: Rulings,
    q: Annotated[
        str,
        Query(
            max_length=_LONGEST,
            description="Words in any language, laws that must be cited, a time: since 2019.",
            examples=["$words"],
        ),
    ] = "",
    law: Annotated[
        list[_FacetValue] | None,
        Query(max_length=_MOST, description="A law that must be cited; repeat for several."),
    ] = None,
    body: Annotated[
        list[_FacetValue] | None, Query(max_length=_MOST, description="Who ruled: one of these.")
    ] = None,
    lang: Annotated[
        list[_LanguageCode] | None,
        Query(max_length=10, description="The language of the ruling: one of these."),
    ] = None,
    year: Annotated[
        list[_Year] | None, Query(max_length=_MOST, description="Its year: one of these.")
    ] = None,
    decision: Annotated[
        list[_FacetValue] | None,
        Query(max_length=_MOST, description="What was decided: one of these."),
    ] = None,
    since: Annotated[
        str | None, Query(pattern=_DATE, description="The first day, month or year.")
    ] = None,
    until: Annotated[
        str | None, Query(pattern=_DATE, description="The last day, month or year.")
    ] = None,
    sort: Annotated[
        Literal["relevance", "date"], Query(description="The best or the newest first.")
    ] = "relevance",
    limit: Limit = 10,
    offset: Annotated[
        int, Query(ge=0, le=_DEEPEST, description="How many to leave out first.")
    ] = 0,
) -> Response:
    """Rulings that cite all these laws and have these facts, the best for the words first.

    Words are understood in any language, and so are rulings. Laws in the query must be cited too.
    Each result tells its language, title, decision and the passage that speaks for it; `facets`
    count all that was found. A service may have no library: then there is no such thing.
    """
    only = (
        ("body", tuple(body or ())),
        ("language", tuple(lang or ())),
        ("year", tuple(year or ())),
        ("decision", tuple(decision or ())),
    )
    asked = (q, tuple(law or ()), only, since, until, sort, limit, offset, context.reader)
    version = await to_thread(library.version, context.served)
    onward = next_page(context.request, offset + limit, _SINGLE, _MULTIPLE)
    content = await context.answer_in_thread(_search, library, asked, onward, version)
    headers = part_headers(content, onward)
    return context.reply(content, headers=headers, site=version)


def _search(
    served: ServedBuild, library: ServedRulings, asked: Any, onward: str, _: str
) -> JsonAnswer:
    from kb.library.answers import RulingAnswers
    from kb.library.querying import AskedRulings

    q, law, only, since, until, sort, limit, offset, reader = asked
    facts = {name: values for name, values in only if values}
    planned, found = library.library(served).search(
        AskedRulings(q, law, facts, since, until, sort, limit, offset, reader)
    )
    more = found.total > offset + limit and offset + limit <= _DEEPEST
    answer = RulingAnswers(served.corpus, reader).found(planned, found)
    return {**answer, "next": onward if more else None}


@router.get(
    "/rulings/{id}",
    summary="A ruling with its text and what it cites",
    responses=documented("rulings_one", "The ruling.", "not-found"),
    openapi_extra=MAY_LACK,
)
async def ruling(context: CurrentRequest, library: Rulings, id: RulingId) -> Response:
    """What is known of a ruling and how, its words, and every citation in today's numbers."""
    version = await to_thread(library.version, context.served)
    content = await context.answer_in_thread(_ruling, library, id, context.reader, version)
    return context.reply(content, site=version)


def _ruling(
    served: ServedBuild, library: ServedRulings, id: str, reader: str, _: str
) -> JsonAnswer:
    from kb.library.answers import RulingAnswers

    return RulingAnswers(served.corpus, reader).ruling(library.library(served).get(id))


@router.get(
    "/rulings/{id}/similar",
    summary="The rulings that are like one",
    responses=documented("rulings_alike", "Rulings, the best first.", "not-found"),
    openapi_extra=MAY_LACK,
)
async def similar(
    context: CurrentRequest, library: Rulings, id: RulingId, limit: Limit = 10
) -> Response:
    """The rulings that cite the same and are about the same, in whatever language they are."""
    version = await to_thread(library.version, context.served)
    asked = id, limit, context.reader
    content = await context.answer_in_thread(_similar, library, asked, version)
    return context.reply(content, site=version)


def _similar(served: ServedBuild, library: ServedRulings, asked: Any, _: str) -> JsonAnswer:
    from kb.library.answers import RulingAnswers

    id, limit, reader = asked
    found = library.library(served).similar(id, limit)
    return RulingAnswers(served.corpus, reader).similar(id, found)
