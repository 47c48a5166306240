"""Endpoints for search, and for suggestions while somebody types."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from kb.core.errors import NotFoundError
from kb.corpus.selecting import select_texts
from kb.search.asking.answer import answer_json
from kb.search.asking.plan import normalised
from kb.search.asking.query import LONGEST
from kb.search.asking.results import Results
from kb.search.asking.suggest import SCHEMA as SUGGEST_SCHEMA
from kb.search.asking.suggest import suggest as offers
from kb.service.dependencies import (
    CurrentRequest,
    LanguagesParameter,
    Limit,
    WithinParameter,
    codes,
    documented,
)
from kb.service.replies import next_page, part_headers
from kb.service.served_build import JsonAnswer, ServedBuild

router = APIRouter(tags=["search"])

WordsParameter = Annotated[
    str,
    Query(
        min_length=1,
        max_length=LONGEST,
        pattern=r"\S",
        description="Words in any of seven languages, inflected or misspelt, or a law number.",
        examples=["$words", "$number"],
    ),
]

#: How many suggestions a search that finds nothing is answered with.
_OFFERED = 5

#: The largest offset: how many laws of each game may be left out.
_DEEPEST = 200


@router.get(
    "/search",
    summary="Find the laws that decide a case",
    responses=documented("search", "The results, by game.", "not-found"),
)
async def search(
    context: CurrentRequest,
    q: WordsParameter,
    lang: LanguagesParameter = None,
    within: WithinParameter = None,
    limit: Limit = 10,
    offset: Annotated[
        int, Query(ge=0, le=_DEEPEST, description="Laws of each game to leave out first.")
    ] = 0,
) -> Response:
    """Words or law numbers → laws with the best provisions of each, in the reader's language.

    `limit` laws of each game; what stands beside them (definitions, articles) comes with the
    first. `lang` says in which language to show what is found, else Accept-Language. The words of
    texts that may not be exported are withheld; their pages are named. Each law names the
    procedures that lead there from what happened, if they are in the language.
    """
    languages = codes(lang) or (context.reader,)
    onward = next_page(context.request, offset + limit)
    content = await context.answer_in_thread(_search, q, languages, within, limit, offset, onward)
    headers = part_headers(content, onward)
    return context.reply(content, languages[0], headers=headers)


def _search(
    served: ServedBuild,
    query: str,
    languages: tuple[str, ...],
    within: str | None,
    limit: int,
    offset: int,
    onward: str,
) -> JsonAnswer:
    searcher = served.searcher
    for code in languages:
        if code not in served.languages:
            raise NotFoundError(f"there is nothing in {code!r}", [*served.languages])
    texts = select_texts(served.shown, within, ())
    end = offset + limit
    if normalised(query):
        results = searcher.search(query, texts, languages, end + 1)
    else:  # it has invisible characters only
        results = Results("", None, (), {}, None, ())
    offered = []
    if not results.results:
        offered = offers(searcher.corpus, searcher.database, query, texts, languages[0], _OFFERED)
    answer = answer_json(
        served.corpus, searcher.database, results, [offer.to_dict() for offer in offered]
    )
    part, more = _part(answer["results"], offset, end)
    for result in part:
        _complete(served, result, languages[0])
    return {**answer, "results": part, "next": onward if more else None}


def _part(results: list[JsonAnswer], offset: int, end: int) -> tuple[list[JsonAnswer], bool]:
    """The laws from `offset` to `end` of each game, and whether any game has more.

    Results that are not laws (definitions, articles) come with the first part only.
    """
    seen: Counter[str] = Counter()
    part = []
    for result in results:
        place = seen[result["game"]]
        is_law = result["kind"] == "law"
        seen[result["game"]] += is_law
        if (offset <= place < end) if is_law else not offset:
            part.append(result)
    return part, any(count > end for count in seen.values())


def _complete(served: ServedBuild, result: JsonAnswer, reader: str) -> None:
    """Add the pages of hits and procedures, and withhold the words that may not be exported."""
    for one in result["procedures"]:
        one["page"] = served.procedure_page(one["id"], one["language"])
    for hit in result["hits"]:
        hit["page"] = served.page(result["edition"], hit["id"], reader)
        for wording in filter(None, (hit["wording"], hit["matched"])):
            if wording["text"] in served.withheld and not wording["plain"]:
                wording["heading"] = None
                wording["snippet"] = {"text": "", "highlights": []}
                wording["withheld"] = True


@router.get(
    "/suggest",
    summary="What to offer somebody who is still typing",
    responses=documented("suggest", "Numbers, titles, procedures, concepts, …", "not-found"),
)
async def suggest(
    context: CurrentRequest,
    q: WordsParameter,
    lang: LanguagesParameter = None,
    within: WithinParameter = None,
    limit: Annotated[int, Query(ge=1, le=50, description="How many at most.")] = 8,
) -> Response:
    """The beginning of a query → law numbers, titles, procedures, concepts and situations."""
    language = (*codes(lang), context.reader)[0]
    return context.reply(
        await context.answer_in_thread(_suggest, q, language, within, limit), language
    )


def _suggest(
    served: ServedBuild, typed: str, language: str, within: str | None, limit: int
) -> JsonAnswer:
    return {
        "schema": SUGGEST_SCHEMA,
        "typed": typed,
        "suggestions": suggestions(served, typed, language, within, limit),
    }


def suggestions(
    served: ServedBuild, typed: str, language: str, within: str | None, limit: int
) -> list[dict[str, Any]]:
    """Suggestions for the beginning of a query; raises `NotFoundError`, `BadQueryError`."""
    if language not in served.languages:
        raise NotFoundError(f"there is nothing in {language!r}", [*served.languages])
    texts = select_texts(served.shown, within, ())
    database = served.searcher.database
    offered = offers(served.corpus, database, typed, texts, language, limit)
    return [offer.to_dict() for offer in offered]
