"""The built site: its files as they are on disk at the moment, with what HTTP says of them."""

from __future__ import annotations

import asyncio
import mimetypes
import os
import re
import time
from http import HTTPStatus
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from kb.publishing.site import site_directory
from kb.service.problems import ProblemError
from kb.service.replies import not_modified

#: What Python does not know.
_TYPES = {
    ".webmanifest": "application/manifest+json",
    ".pack": "application/octet-stream",
    ".js": "text/javascript",
    ".jsonl": "application/jsonl",
}
_TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml")

#: A file whose name changes with its content.
_HASHED = re.compile(r"[.-][0-9a-f]{8,}\.")

#: What is asked for in an address; everything else is no file of ours.
_NAME = re.compile(r"[^./\\\x00-\x1f][^/\\\x00-\x1f]*")

#: What stands in a query as it is.
_IN_QUERY = "!$&'()*+,;=:@/?%"

#: While a new site takes the place of the old one there is none, for less than a thousandth of
#: this time.
_BETWEEN = 0.2


class _File(NamedTuple):
    """What was read of a file, all of it from the same one."""

    path: str
    content: bytes
    modified: int


class _GoneError(Exception):
    """The directory of the site is not there, or no longer the same."""


class _Site:
    """The directory of the site as it is at the moment, open until the context ends.

    Whatever takes its place meanwhile, all names are looked up in this one.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def __enter__(self) -> _Site:
        """Open it; raises `_GoneError` when it is not there."""
        try:
            self._handle = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            raise _GoneError from None
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def read(self, name: str) -> _File | None:
        """A file of the site, from its one reading; None where there is none.

        Raises `_GoneError` when that may be because the site has been replaced, and is being
        removed.
        """
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        try:
            handle = os.open(name, flags, dir_fd=self._handle)
        except OSError:
            if self._is_replaced():
                raise _GoneError from None
            return None
        status = os.fstat(handle)
        if not S_ISREG(status.st_mode):
            os.close(handle)
            return None
        with os.fdopen(handle, "rb") as file:
            return _File(name, file.read(), status.st_mtime_ns)

    def _is_replaced(self) -> bool:
        try:
            return not os.path.samestat(self._root.stat(), os.fstat(self._handle))
        except OSError:
            return True


class SitePages:
    """An ASGI application that answers with the files of a home's site."""

    def __init__(self, home: Path) -> None:
        self._root = site_directory(home)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a page or a file of the site."""
        request = Request(scope, receive)
        if request.method != "GET":
            raise ProblemError(
                "wrong-method", "pages are only read", headers={"allow": "GET, HEAD"}
            )
        response = await self._answer(request)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        """The answer of the site as it is now, or in a moment when another takes its place."""
        give_up = time.monotonic() + _BETWEEN
        while True:
            try:
                with _Site(self._root) as site:
                    return _page(site, request)
            except _GoneError:
                if time.monotonic() > give_up:
                    raise ProblemError("not-ready", "the site is not there") from None
            await asyncio.sleep(_BETWEEN / 1000)


def _page(site: _Site, request: Request) -> Response:
    """What a site has under the path of a request."""
    path = str(request.scope["path"])
    names = path.split("/")[1:]
    is_directory = names[-1:] == [""]
    wanted = [*names[:-1], "index.html"] if is_directory else names
    if not all(_NAME.fullmatch(name) for name in wanted):
        return _missing(site)
    found = site.read("/".join(wanted))
    if found is None and not is_directory and site.read(f"{'/'.join(names)}/index.html"):
        query = quote(request.scope["query_string"], safe=_IN_QUERY)
        where = f"{quote(path)}/?{query}" if query else f"{quote(path)}/"
        return RedirectResponse(where, HTTPStatus.MOVED_PERMANENTLY)
    return _missing(site) if found is None else _response(request, found)


def _missing(site: _Site) -> Response:
    """The site's own page for what is not there."""
    found = site.read("404.html")
    if found is None:
        raise ProblemError("not-found", "there is no such page")
    return Response(found.content, HTTPStatus.NOT_FOUND, {"cache-control": "no-store"}, _HTML)


_HTML = "text/html; charset=utf-8"


def _response(request: Request, file: _File) -> Response:
    """A file with its type, its tag and how long it keeps."""
    headers = {
        "etag": f'W/"{file.modified:x}-{len(file.content):x}"',
        "cache-control": _keeps(file.path),
    }
    if not_modified(request, headers["etag"]):
        return Response(None, HTTPStatus.NOT_MODIFIED, headers)
    return Response(file.content, HTTPStatus.OK, headers, _media_type(file.path))


def _keeps(path: str) -> str:
    """How long a browser may keep a file unasked: not at all, unless its name is its content's.

    Whoever fetches a new version of the site must not be given a file of the old one.
    """
    return "public, max-age=31536000, immutable" if _HASHED.search(path) else "no-cache"


def _media_type(path: str) -> str:
    suffix = os.path.splitext(path)[1]  # noqa: PTH122  # of an address
    kind = _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith(_TEXTS) else kind
