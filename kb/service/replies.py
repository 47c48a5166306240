"""HTTP responses: ETag, Last-Modified, Cache-Control, and 304 Not Modified."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from email.utils import format_datetime
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from kb.service.served_build import JsonAnswer, ServedBuild, encoded

JSON = "application/json"


#: What lists can be asked for; answers are remembered with it, so nothing else gets in.
_SINGLE, _MULTIPLE = ("q", "term", "area", "in", "limit"), "lang"
#: What a code of a language has, in characters; how many of them a list takes. Where a route takes
#: none nothing was checked before.
_CODE, _LANGUAGES = 2, 10


def reply(
    request: Request,
    served: ServedBuild,
    content: bytes | JsonAnswer | list[Any],
    language: str,
    media_type: str = JSON,
    headers: Mapping[str, str] | None = None,
    site: str = "",
) -> Response:
    """The response with an answer for a reader of a language, or 304 when the client has it.

    The tag is of the build, the language, the kind of answer and the address that the world knows
    us by (`site`, unless settings say it): of one address it changes when the answer may. The date
    is that of the corpus, which other builds have too: it decides nothing.
    """
    tag = entity_tag(served.fingerprint, language, media_type, served.base, site)
    own = {
        "etag": tag,
        "last-modified": format_datetime(served.modified, usegmt=True),
        "cache-control": f"public, max-age={request.app.state.settings.fresh}",
        "vary": "Accept-Language",
        "content-language": language,
        **(headers or {}),
    }
    if not_modified(request, tag):
        return Response(None, 304, own | {"vary": f"{own['vary']}, Accept-Encoding"})
    body = content if isinstance(content, bytes) else encoded(content)
    return Response(body, 200, own, media_type)


def entity_tag(*parts: str) -> str:
    """A weak ETag over what an answer depends on; compression does not change it."""
    return f'W/"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:20]}"'


def not_modified(request: HTTPConnection, tag: str) -> bool:
    """Whether the If-None-Match header of a request has this tag."""
    known = request.headers.get("if-none-match", "")
    bare = tag.removeprefix("W/")
    return known.strip() == "*" or any(
        one.strip().removeprefix("W/") == bare for one in known.split(",")
    )


def next_page(request: Request, offset: int) -> str:
    """The address of the next part of a list, with those parameters that routes understand."""
    base = request.app.state.settings.url.rstrip("/")
    asked = request.query_params
    query = [(key, asked[key]) for key in _SINGLE if key in asked]
    languages = [value for value in asked.getlist(_MULTIPLE) if len(value) == _CODE]
    query += [(_MULTIPLE, value) for value in languages[:_LANGUAGES]]
    path = quote(request.scope["path"])
    return f"{base}{path}?{urlencode([*query, ('offset', str(offset))])}"


def link_headers(onward: str | None) -> dict[str, str]:
    """The header that leads to the next part (RFC 8288); none for the last."""
    return {"link": f'<{onward}>; rel="next"'} if onward else {}
