"""Endpoints for concepts, the glossary of seven languages, and definitions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from kb.records.alignment import EDITION_SCHEMA
from kb.service.answers import concepts as answers
from kb.service.answers.laws import records_of_kind
from kb.service.dependencies import (
    CurrentRequest,
    EditionId,
    LanguagesParameter,
    RequestedSlice,
    codes,
    documented,
)

router = APIRouter(tags=["concepts"])

AreaParameter = Annotated[
    str | None,
    Query(max_length=60, description="An area of concepts.", examples=["irregularities"]),
]


@router.get(
    "/concepts",
    summary="The concepts that a term is a word for",
    responses=documented("concepts", "Concepts.", "not-found"),
)
async def concepts(
    context: CurrentRequest,
    part: RequestedSlice,
    term: Annotated[
        str,
        Query(
            max_length=60,
            description="A word in any language, inflected or not; all concepts without one.",
            examples=["színvétés"],
        ),
    ] = "",
    lang: LanguagesParameter = None,
    area: AreaParameter = None,
) -> Response:
    """What players have words for: the words of each language, the provisions about it."""
    given = (context.served, term, codes(lang), area)
    matches = await context.in_thread(answers.concepts, *given)
    return context.listed(answers.CONCEPTS_SCHEMA, matches, part)


@router.get(
    "/concepts/{concept}",
    summary="A concept",
    responses=documented("concept", "The concept.", "not-found"),
)
async def concept(
    context: CurrentRequest,
    concept: Annotated[str, Path(max_length=100, description="Its id.", examples=["revoke"])],
) -> Response:
    """One concept by its id."""
    return context.reply(answers.concept(context.served, concept, context.reader))


@router.get(
    "/glossary",
    summary="What things are called, side by side",
    responses=documented("glossary_table", "Rows.", "not-found"),
)
async def glossary(
    context: CurrentRequest,
    part: RequestedSlice,
    lang: LanguagesParameter = None,
    area: AreaParameter = None,
) -> Response:
    """A row for each concept, in the order of the first language's dictionary."""
    given = (context.served, codes(lang), area, context.reader)
    rows = await context.in_thread(answers.glossary_rows, *given)
    return context.listed(answers.GLOSSARY_TABLE_SCHEMA, rows, part)


@router.get(
    "/definitions/{edition}",
    summary="The definitions of an edition",
    responses=documented("edition_records", "Definitions.", "not-exported", "not-found"),
)
async def definitions(
    context: CurrentRequest,
    edition: EditionId,
    part: RequestedSlice,
) -> Response:
    """Every definition of an edition, its languages side by side; one alone is a record."""
    records = records_of_kind(context.served, edition, "definition")
    return context.listed(EDITION_SCHEMA, records, part)
