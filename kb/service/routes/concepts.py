"""Concepts, the glossary of seven languages, definitions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from kb.records.alignment import EDITION_SCHEMA
from kb.service import answers
from kb.service.asking import (
    Asking,
    EditionId,
    LanguagesParameter,
    Parted,
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
    asked: Asking,
    part: Parted,
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
    given = (asked.served, term, codes(lang), area)
    found = await asked.in_thread(answers.concepts, *given)
    return asked.listed(answers.CONCEPTS_SCHEMA, found, part)


@router.get(
    "/concepts/{concept}",
    summary="A concept",
    responses=documented("concept", "The concept.", "not-found"),
)
async def concept(
    asked: Asking,
    concept: Annotated[str, Path(max_length=100, description="Its id.", examples=["revoke"])],
) -> Response:
    """One concept by its id."""
    return asked.reply(answers.concept(asked.served, concept, asked.reader))


@router.get(
    "/glossary",
    summary="What things are called, side by side",
    responses=documented("glossary_table", "Rows.", "not-found"),
)
async def glossary(
    asked: Asking,
    part: Parted,
    lang: LanguagesParameter = None,
    area: AreaParameter = None,
) -> Response:
    """A row for each concept, in the order of the first language's dictionary."""
    given = (asked.served, codes(lang), area, asked.reader)
    found = await asked.in_thread(answers.glossary_rows, *given)
    return asked.listed(answers.GLOSSARY_TABLE_SCHEMA, found, part)


@router.get(
    "/definitions/{edition}",
    summary="The definitions of an edition",
    responses=documented("edition_records", "Definitions.", "not-exported", "not-found"),
)
async def definitions(
    asked: Asking,
    edition: EditionId,
    part: Parted,
) -> Response:
    """Every definition of an edition, its languages side by side; one alone is a record."""
    found = answers.of_kind(asked.served, edition, "definition")
    return asked.listed(EDITION_SCHEMA, found, part)
