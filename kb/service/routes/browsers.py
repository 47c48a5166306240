"""Endpoints for the search bar of a browser (OpenSearch): description document, suggestions."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from kb.core.errors import NotFoundError
from kb.core.source_language import SOURCE_LANGUAGE
from kb.languages.catalogue import load
from kb.publishing.browser.opensearch import MEDIA_TYPE, NAME, opensearch
from kb.publishing.parts.summary import summary
from kb.search.asking.query import LONGEST
from kb.service.dependencies import CurrentRequest, documented
from kb.service.routes.searching import suggestions

router = APIRouter(tags=["search"])
described = APIRouter(tags=["search"])

_SUGGESTIONS = "application/x-suggestions+json"

#: A Host header as browsers send it; no other text gets into the description document.
_HOST = re.compile(r"[0-9A-Za-z.-]{1,253}(:[0-9]{1,5})?|\[[0-9a-fA-F:.]{2,45}\](:[0-9]{1,5})?")

#: How many suggestions a browser gets.
_MOST = 8


@router.get(
    "/opensearch/suggestions",
    summary="Suggestions for the bar of a browser",
    responses=documented(
        "opensearch_suggestions", "As browsers want them.", "not-found", media_type=_SUGGESTIONS
    ),
)
async def offered(
    context: CurrentRequest,
    q: Annotated[
        str, Query(max_length=LONGEST, description="What was typed so far.", examples=["szín"])
    ],
    lang: Annotated[
        str,
        Query(pattern="^[a-z]{2}$", description="Language, two letters.", examples=["$language"]),
    ] = SOURCE_LANGUAGE,
) -> Response:
    """What was typed, the names that are offered, what they are, where each leads."""
    served = context.served
    offers = await context.in_thread(suggestions, served, q, lang, None, _MOST)
    names = [offer["name"] for offer in offers]
    details = [offer["detail"] or "" for offer in offers]
    answer = [q, names, details, [served.full_page(offer["place"], lang) for offer in offers]]
    return context.reply(answer, lang, _SUGGESTIONS)


@described.get(f"/{{language}}/{NAME}", include_in_schema=False)
async def description(
    context: CurrentRequest,
    language: str,
) -> Response:
    """The description document of a language, with the address that the client knows us by."""
    served = context.served
    if language not in served.corpus.page_languages:
        raise NotFoundError(f"there are no pages in {language!r}", [*served.corpus.page_languages])
    site = _site(context.request, served.base)
    catalogue = load(language, served.corpus.home)
    written = opensearch(catalogue, summary(served.corpus, catalogue), site, True)
    # The address is from the client's Host header then: no cache may give it to other clients.
    headers = {} if served.base else {"cache-control": "no-store"}
    return context.reply(written.encode(), language, MEDIA_TYPE, headers, site=site)


def _site(request: Request, base: str) -> str:
    """The address of the site: that of the settings, else the host that the client asked for."""
    if base:
        return f"{base}/"
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}/" if _HOST.fullmatch(host) else "/"
