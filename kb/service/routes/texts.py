"""Editions and texts: what there is, whose it is, and the records that may be exported."""

from __future__ import annotations

from fastapi import APIRouter, Response

from kb.core.references import REFERENCES_SCHEMA
from kb.core.stored_records import RECORDS_SCHEMA
from kb.service import answers
from kb.service.asking import (
    Asking,
    EditionId,
    LanguageId,
    Parted,
    documented,
)

router = APIRouter(tags=["texts"])


@router.get("/editions", summary="All editions", responses=documented("editions", "Editions."))
async def editions(asked: Asking, part: Parted) -> Response:
    """Every edition of every work, with its texts."""
    served = asked.served
    found = [answers.edition(served, one, asked.reader) for one in served.corpus.editions]
    return asked.listed(answers.EDITIONS_SCHEMA, found, part)


@router.get(
    "/editions/{edition}",
    summary="An edition",
    responses=documented("edition_of_a_work", "The edition.", "not-found"),
)
async def edition(asked: Asking, edition: EditionId) -> Response:
    """One numbering of a work, and its texts."""
    found = asked.served.corpus.edition(edition)
    return asked.reply(answers.edition(asked.served, found, asked.reader))


@router.get("/texts", summary="All texts", responses=documented("texts", "Texts."))
async def texts(asked: Asking, part: Parted) -> Response:
    """Every published text: where it comes from, whose it is, whether its words are exported."""
    served = asked.served
    found = [answers.text(served, one, asked.reader) for one in served.corpus.published]
    return asked.listed(answers.TEXTS_SCHEMA, found, part)


@router.get(
    "/texts/{edition}/{language}",
    summary="A text",
    responses=documented("text", "The text.", "not-found"),
)
async def text(asked: Asking, edition: EditionId, language: LanguageId) -> Response:
    """An edition in one language: where it comes from and what may be done with it."""
    found = asked.served.shown.text(f"{edition}/{language}")
    return asked.reply(answers.text(asked.served, found, asked.reader))


@router.get(
    "/texts/{edition}/{language}/records",
    summary="The records of a text",
    responses=documented("text_records", "Records.", "not-exported", "not-found"),
)
async def records(
    asked: Asking,
    edition: EditionId,
    language: LanguageId,
    part: Parted,
) -> Response:
    """Every record in the order of the book, as `kodeks records` prints them."""
    own = answers.exported(asked.served, f"{edition}/{language}")
    found = [*asked.served.store.records(own.id)]
    return asked.listed(RECORDS_SCHEMA, found, part, language)


@router.get(
    "/texts/{edition}/{language}/references",
    summary="What a text cites",
    responses=documented("text_references", "References.", "not-exported", "not-found"),
)
async def references(
    asked: Asking,
    edition: EditionId,
    language: LanguageId,
    part: Parted,
) -> Response:
    """Every place that cites a provision, as `kodeks references` prints them."""
    own = answers.exported(asked.served, f"{edition}/{language}")
    found = [*asked.served.store.references(own.id)]
    return asked.listed(REFERENCES_SCHEMA, found, part, language)
