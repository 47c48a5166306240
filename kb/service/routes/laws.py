"""Endpoints for provisions, laws and records, and the permalinks of provisions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Path, Response
from fastapi.responses import RedirectResponse

from kb.core.errors import NotFoundError
from kb.records.lookup import parse_reference
from kb.service.answers import laws as answers
from kb.service.dependencies import (
    CurrentBuild,
    CurrentRequest,
    EditionId,
    LanguagesParameter,
    ReaderLanguage,
    RequestedSlice,
    WithinParameter,
    codes,
    documented,
    problem_answers,
)
from kb.service.negotiation import wants_page

router = APIRouter(tags=["laws"])
lasting = APIRouter(tags=["laws"])

#: How many characters an id or a citation has at most.
_LONGEST = 200

LocalIdParameter = Annotated[
    str,
    Path(max_length=_LONGEST, description="An id in its edition.", examples=["27.B.1.b"]),
]


@router.get(
    "/provisions/{reference:path}",
    summary="A provision by id or by any citation",
    responses=documented("show", "By edition, the newest first.", "not-exported", "not-found"),
)
async def provision(
    context: CurrentRequest,
    reference: Annotated[
        str,
        Path(
            min_length=1,
            max_length=_LONGEST,
            description="27.B.1.b, Law 27B1(b), čl. 75D, 13. § (3), $edition:27, def.alert …",
            examples=["$number", "$edition:27.B.1.b"],
        ),
    ],
    lang: LanguagesParameter = None,
    within: WithinParameter = None,
) -> Response:
    """What a reference names and all that it contains, in every language of its edition.

    With its counterparts in other editions, what it cites and is cited by, the articles about it
    and the concepts that it defines or governs. A number without an edition is of the current
    code; `lang` chooses languages, and one that has only an older code gets the words there that
    correspond (`forebears`).
    """
    given = (reference, codes(lang), within, context.reader)
    return context.reply(context.answer(answers.provision, *given))


@router.get(
    "/records/{edition}/{id}",
    summary="One record, its languages side by side",
    responses=documented("record", "The record.", "not-exported", "not-found"),
)
async def record(
    context: CurrentRequest,
    edition: EditionId,
    id: LocalIdParameter,
    lang: LanguagesParameter = None,
) -> Response:
    """One id of an edition, without what it contains: its wording in every language."""
    given = (edition, id, codes(lang), context.reader)
    return context.reply(context.answer(answers.record, *given))


@router.get(
    "/laws/{edition}",
    summary="The laws of an edition",
    responses=documented("laws", "The laws in the order of the book.", "not-exported", "not-found"),
)
async def laws(
    context: CurrentRequest,
    edition: EditionId,
    part: RequestedSlice,
) -> Response:
    """Every law with what it is called in each language."""
    rows = answers.law_list(context.served, edition, context.reader)
    return context.listed(answers.LAWS_SCHEMA, rows, part)


@router.get(
    "/laws/{edition}/{law}",
    summary="A whole law",
    responses=documented("law", "The law.", "not-exported", "not-found"),
)
async def law(
    context: CurrentRequest,
    edition: EditionId,
    law: Annotated[str, Path(max_length=20, description="Its number.", examples=["27"])],
    lang: LanguagesParameter = None,
) -> Response:
    """A law with all its provisions and notes, its titles, and the laws before and after it."""
    given = (edition, law, codes(lang), context.reader)
    return context.reply(context.answer(answers.law, *given))


@lasting.get(
    "/id/{edition}/{id}",
    summary="The address that lasts",
    status_code=303,
    response_class=RedirectResponse,
    responses=problem_answers("not-found"),
)
async def permalink(
    served: CurrentBuild,
    reader: ReaderLanguage,
    edition: EditionId,
    id: LocalIdParameter,
    accept: Annotated[
        str | None, Header(description="text/html leads to the page, application/json to JSON.")
    ] = None,
) -> Response:
    """Leads to the page of a provision in the reader's language, or to its JSON."""
    named, local = parse_reference(id)
    page = served.page(served.corpus.edition(edition).id, str(local), reader)
    if page is None or named:
        raise NotFoundError(f"there is no {id} in {edition}", served.nearest(edition, id))
    target = f"{served.base}/api/v1/provisions/{edition}:{local}"
    if wants_page(accept):
        target = page
    return RedirectResponse(target, 303, {"vary": "Accept, Accept-Language"})
