"""Endpoints for editions and texts, their rights, and the records that may be exported."""

from __future__ import annotations

from fastapi import APIRouter, Response

from kb.core.references import REFERENCES_SCHEMA
from kb.core.stored_records import RECORDS_SCHEMA
from kb.service.answers import texts as answers
from kb.service.dependencies import (
    CurrentRequest,
    EditionId,
    LanguageId,
    RequestedSlice,
    documented,
)

router = APIRouter(tags=["texts"])


@router.get("/editions", summary="All editions", responses=documented("editions", "Editions."))
async def editions(context: CurrentRequest, part: RequestedSlice) -> Response:
    """Every edition of every work, with its texts."""
    served = context.served
    rows = [answers.edition(served, edition, context.reader) for edition in served.corpus.editions]
    return context.listed(answers.EDITIONS_SCHEMA, rows, part)


@router.get(
    "/editions/{edition}",
    summary="An edition",
    responses=documented("edition_of_a_work", "The edition.", "not-found"),
)
async def edition(context: CurrentRequest, edition: EditionId) -> Response:
    """One numbering of a work, and its texts."""
    record = context.served.corpus.edition(edition)
    return context.reply(answers.edition(context.served, record, context.reader))


@router.get("/texts", summary="All texts", responses=documented("texts", "Texts."))
async def texts(context: CurrentRequest, part: RequestedSlice) -> Response:
    """Every published text: where it comes from, whose it is, whether its words are exported."""
    served = context.served
    rows = [answers.text(served, text, context.reader) for text in served.corpus.published]
    return context.listed(answers.TEXTS_SCHEMA, rows, part)


@router.get(
    "/texts/{edition}/{language}",
    summary="A text",
    responses=documented("text", "The text.", "not-found"),
)
async def text(context: CurrentRequest, edition: EditionId, language: LanguageId) -> Response:
    """An edition in one language: where it comes from and what may be done with it."""
    text = context.served.shown.text(f"{edition}/{language}")
    return context.reply(answers.text(context.served, text, context.reader))


@router.get(
    "/texts/{edition}/{language}/records",
    summary="The records of a text",
    responses=documented("text_records", "Records.", "not-exported", "not-found"),
)
async def records(
    context: CurrentRequest,
    edition: EditionId,
    language: LanguageId,
    part: RequestedSlice,
) -> Response:
    """Every record in the order of the book, as `kodeks records` prints them."""
    text = answers.exported(context.served, f"{edition}/{language}")
    records = [*context.served.store.records(text.id)]
    return context.listed(RECORDS_SCHEMA, records, part, language)


@router.get(
    "/texts/{edition}/{language}/references",
    summary="What a text cites",
    responses=documented("text_references", "References.", "not-exported", "not-found"),
)
async def references(
    context: CurrentRequest,
    edition: EditionId,
    language: LanguageId,
    part: RequestedSlice,
) -> Response:
    """Every place that cites a provision, as `kodeks references` prints them."""
    text = answers.exported(context.served, f"{edition}/{language}")
    references = [*context.served.store.references(text.id)]
    return context.listed(REFERENCES_SCHEMA, references, part, language)
