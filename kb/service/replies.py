"""HTTP responses: ETag, Last-Modified, Cache-Control, and 304 Not Modified."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from email.utils import format_datetime
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from kb.service.served_build import JsonAnswer, ServedBuild, encoded

JSON = "application/json"


#: The parameters that go into the address of the next part of a list: those with one value, and the
#: one with several. An answer with this address is remembered, so clients cannot add others.
_SINGLE = ("q", "term", "area", "in", "kind", "sort", "width", "limit")
_MULTIPLE = "lang"
#: How many characters the code of a language has, and how many codes a list takes. FastAPI has not
#: checked them where an endpoint has no such parameter.
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
    """The response with an answer in a language, or 304 when the client has it already.

    The ETag is made of the build, the language, the media type and the address of the site (that of
    the settings, and `site`): for one URL it changes whenever the answer may. Last-Modified is the
    date of the corpus, which other builds may share, so If-Modified-Since is ignored.
    """
    tag = entity_tag(served.fingerprint, language, media_type, served.base, site)
    all_headers = {
        "etag": tag,
        "last-modified": format_datetime(served.modified, usegmt=True),
        "cache-control": f"public, max-age={request.app.state.settings.fresh}",
        "vary": "Accept-Language",
        "content-language": language,
        **(headers or {}),
    }
    if not_modified(request, tag):
        return Response(
            None, 304, all_headers | {"vary": f"{all_headers['vary']}, Accept-Encoding"}
        )
    body = content if isinstance(content, bytes) else encoded(content)
    return Response(body, 200, all_headers, media_type)


def entity_tag(*parts: str) -> str:
    """An ETag from all that an answer depends on; weak, as compression does not change it."""
    return f'W/"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:20]}"'


def not_modified(request: HTTPConnection, tag: str) -> bool:
    """Whether the If-None-Match header of a request has this tag."""
    header = request.headers.get("if-none-match", "")
    bare = tag.removeprefix("W/")
    return header.strip() == "*" or any(
        item.strip().removeprefix("W/") == bare for item in header.split(",")
    )


def next_page(
    request: Request,
    offset: int,
    single: Sequence[str] = _SINGLE,
    multiple: Sequence[str] | None = None,
) -> str:
    """The address of the next part of a list, with the parameters of the request that count.

    Who names those with several values has checked all of them.
    """
    base = request.app.state.settings.url.rstrip("/")
    parameters = request.query_params
    query = [(key, parameters[key]) for key in single if key in parameters]
    if multiple is None:
        languages = [value for value in parameters.getlist(_MULTIPLE) if len(value) == _CODE]
        query += [(_MULTIPLE, value) for value in languages[:_LANGUAGES]]
    for key in multiple or ():
        query += [(key, value) for value in parameters.getlist(key)]
    path = quote(request.scope["path"])
    return f"{base}{path}?{urlencode([*query, ('offset', str(offset))])}"


#: How the JSON of an answer ends that has no next part: `next` stands last in it.
_NO_MORE = b'"next":null}'


def part_headers(content: bytes, onward: str) -> dict[str, str]:
    """The headers of an answer that may have a next part, at `onward`."""
    return link_headers(None if content.endswith(_NO_MORE) else onward)


def link_headers(onward: str | None) -> dict[str, str]:
    """The Link header that leads to the next part (RFC 8288); none for the last."""
    return {"link": f'<{onward}>; rel="next"'} if onward else {}
