"""The endpoint of the concordance: every place where words stand."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

from fastapi import APIRouter, Query, Response

from kb.core.concording import LONGEST, NARROWEST, RULING, USUAL, WIDEST, Order
from kb.service.dependencies import (
    CurrentRequest,
    LanguagesParameter,
    Limit,
    Offset,
    WithinParameter,
    codes,
    documented,
)
from kb.service.replies import next_page, part_headers
from kb.service.routes.rulings import Rulings
from kb.service.served_build import JsonAnswer, ServedBuild
from kb.service.served_rulings import ServedRulings

router = APIRouter(tags=["search"])


@router.get(
    "/concordance",
    summary="Every place where words stand",
    responses=documented(
        "concordance", "The places with what stands around them, counted.", "not-found"
    ),
)
async def concordance(
    context: CurrentRequest,
    library: Rulings,
    q: Annotated[
        str,
        Query(
            min_length=1,
            max_length=LONGEST,
            pattern=r"\S",
            description="Words, phrases in quotes, AND OR NOT, brackets, wildcards, fields.",
            examples=["$words"],
        ),
    ],
    lang: LanguagesParameter = None,
    within: WithinParameter = None,
    kind: Annotated[
        str | None, Query(max_length=20, description="A kind of records.", examples=["note"])
    ] = None,
    sort: Annotated[
        Order, Query(description="By the place in the books, or by the words beside.")
    ] = "place",
    width: Annotated[
        int, Query(ge=NARROWEST, le=WIDEST, description="Characters of context on each side.")
    ] = USUAL,
    limit: Limit = 20,
    offset: Offset = 0,
) -> Response:
    """Words as they are written → every place in the texts and in our plain words.

    Case and accents do not matter; no other forms are looked for, but `*` stands for any letters
    and `?` for one. Fields narrow: `lang:`, `text:`, `edition:`, `kind:`, `law:`, `id:`, `plain:`.
    Where the service has a library of up to 3,000 rulings, these are looked at too (`kind:ruling`).
    A fault in a query is a problem with the `position` at which it is. Words of texts that may not
    be exported are counted and withheld.
    """
    version = await to_thread(library.version, context.served) if library.is_there else ""
    onward = next_page(context.request, offset + limit)
    given = (
        library,
        version,
        q,
        codes(lang),
        within,
        kind,
        sort,
        width,
        limit,
        offset,
        onward,
        context.reader,
    )
    content = await context.answer_in_thread(_concordance, *given)
    headers = part_headers(content, onward)
    return context.reply(content, headers=headers, site=version)


def _concordance(
    served: ServedBuild,
    library: ServedRulings,
    version: str,
    written: str,
    languages: tuple[str, ...],
    within: str | None,
    kind: str | None,
    order: Order,
    width: int,
    limit: int,
    offset: int,
    onward: str,
    reader: str,
) -> JsonAnswer:
    # Not at the top: these import Whoosh, which the service does without until somebody asks.
    from kb.concordance.concordance_answer import answer_json
    from kb.concordance.narrowing import narrowed

    opened = library.concordance(served, version)
    wanted = narrowed(served.corpus, opened, within, languages, kind, published=True)
    found = opened.ask(written, wanted, order, width)
    answer = answer_json(written, found, order, width, offset, limit, served.withheld)
    for line in answer["lines"]:
        if line["kind"] == RULING:
            line["name"] = line["heading"]
            line["page"] = served.ruling_page(line["id"], reader)
        else:
            line["name"] = served.name(line["edition"], line["id"], reader)
            line["page"] = served.page(line["edition"], line["id"], reader)
    more = offset + limit < len(found.occurrences)
    return {**answer, "next": onward if more else None}
