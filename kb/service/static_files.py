"""The built site: its files as they are on disk at the moment, with what HTTP says of them."""

from __future__ import annotations

import asyncio
import logging
import mimetypes
import os
import re
import time
from collections.abc import Hashable
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple
from urllib.parse import quote

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from kb.publishing.output.site import site_directory
from kb.service import compression
from kb.service.digests import SiteDigests
from kb.service.negotiation import takes_gzip
from kb.service.problems import ProblemError
from kb.service.replies import not_modified

log = logging.getLogger(__name__)

#: What is given out as it is: it is compressed already.
BINARY = "application/octet-stream"

#: From how many bytes on a file is long; how many are kept of what was compressed or is long.
_LARGE, _KEPT = 128_000, 16_000_000

#: What Python does not know.
_TYPES = {
    ".webmanifest": "application/manifest+json",
    ".pack": BINARY,
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
    """A file that is open: its name below the site, what tells it from any other, its size."""

    path: str
    handle: int
    identity: tuple[int, int, int]
    size: int

    @property
    def tag(self) -> str:
        """Its entity tag: weak, as it is the same compressed or not."""
        _, modified, _ = self.identity
        return f'W/"{modified:x}-{self.size:x}"'

    def read(self) -> bytes:
        """All of it."""
        return os.pread(self.handle, self.size + 1, 0)

    def close(self) -> None:
        """Close it."""
        os.close(self.handle)


class _GoneError(Exception):
    """The directory of the site is not there, or no longer the same."""


class _SiteDirectory:
    """The directory of the site as it is at the moment, open until the context ends.

    Whatever takes its place meanwhile, all names are looked up in this one.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def __enter__(self) -> _SiteDirectory:
        """Open it; raises `_GoneError` when it is not there."""
        try:
            self._handle = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            raise _GoneError from None
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def open(self, name: str) -> _File | None:
        """A file of the site, open; None where there is none.

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
        identity = (status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
        return _File(name, handle, identity, status.st_size)

    def content(self, name: str) -> bytes | None:
        """All of a small file; None where there is none. Raises `_GoneError` as `open` does."""
        found = self.open(name)
        if found is None:
            return None
        with closing(found):
            return found.read()

    def _is_replaced(self) -> bool:
        try:
            return not os.path.samestat(self._root.stat(), os.fstat(self._handle))
        except OSError:
            return True


class SitePages:
    """An ASGI application that answers with the files of a home's site.

    A file that is not as the site was built is not given out: a page that was cut short says
    something else than the law.
    """

    def __init__(self, home: Path) -> None:
        self._root = site_directory(home)
        self._digests = SiteDigests()
        self._kept: LRUCache[Hashable, bytes] = LRUCache(_KEPT, len)

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
                with _SiteDirectory(self._root) as site:
                    return await self._page(site, request)
            except _GoneError:
                if time.monotonic() > give_up:
                    raise ProblemError("not-ready", "the site is not there") from None
            await asyncio.sleep(_BETWEEN / 1000)

    async def _page(self, site: _SiteDirectory, request: Request) -> Response:
        """What a site has under the path of a request."""
        path = str(request.scope["path"])
        names = path.split("/")[1:]
        is_directory = names[-1:] == [""]
        wanted = [*names[:-1], "index.html"] if is_directory else names
        if not all(_NAME.fullmatch(name) for name in wanted):
            return _missing(site)
        if found := site.open("/".join(wanted)):
            return await self._file(site, request, found)
        if not is_directory and (page := site.open(f"{'/'.join(names)}/index.html")):
            page.close()
            query = quote(request.scope["query_string"], safe=_IN_QUERY)
            where = f"{quote(path)}/?{query}" if query else f"{quote(path)}/"
            return RedirectResponse(where, HTTPStatus.MOVED_PERMANENTLY)
        return _missing(site)

    async def _file(self, site: _SiteDirectory, request: Request, file: _File) -> Response:
        """A file with its type, its tag and how long it keeps; it is closed when all is read."""
        headers = {"etag": file.tag, "cache-control": _keeps(file.path)}
        kind = _media_type(file.path)
        with closing(file):
            if not_modified(request, file.tag):
                return Response(None, HTTPStatus.NOT_MODIFIED, headers)
            is_text = kind.startswith(_TEXTS) and file.size >= compression.MINIMUM_SIZE
            packed = is_text and takes_gzip(request.headers.get("accept-encoding"))
            if packed:
                headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
            content = await self._content(site, file, packed)
            return Response(content, HTTPStatus.OK, headers, kind)

    async def _content(self, site: _SiteDirectory, file: _File, packed: bool) -> bytes:
        """What is given out of a file; raises `ProblemError` when it is not as it was built.

        What was compressed, or is long, is kept, as far as there is room: many who read slowly read
        the same.
        """
        key = (file.path, file.identity, packed)
        if (kept := self._kept.get(key)) is not None:
            return kept
        content = file.read()
        if not self._digests.is_checked(file.path, file.identity):
            self._check(site, file, content)
        if packed:
            # A thread lets others be answered; for a small one it is not worth it.
            pack = compression.compressed
            is_large = file.size > _LARGE
            content = await asyncio.to_thread(pack, content) if is_large else pack(content)
        if (packed or file.size > _LARGE) and len(content) <= self._kept.maxsize:
            self._kept[key] = content
        return content

    def _check(self, site: _SiteDirectory, file: _File, content: bytes) -> None:
        """Refuse a file that is not as it was built; raises `ProblemError`."""
        if not self._digests.fits(file.path, file.identity, content, site.content):
            log.error("the site is damaged: %s is not as it was built", file.path)
            raise ProblemError("not-ready", "this page of the site is damaged")


def _missing(site: _SiteDirectory) -> Response:
    """The site's own page for what is not there."""
    found = site.content("404.html")
    if found is None:
        raise ProblemError("not-found", "there is no such page")
    return Response(found, HTTPStatus.NOT_FOUND, {"cache-control": "no-store"}, _HTML)


_HTML = "text/html; charset=utf-8"


def _keeps(path: str) -> str:
    """How long a browser may keep a file unasked: not at all, unless its name is its content's.

    Whoever fetches a new version of the site must not be given a file of the old one.
    """
    return "public, max-age=31536000, immutable" if _HASHED.search(path) else "no-cache"


def _media_type(path: str) -> str:
    suffix = os.path.splitext(path)[1]  # noqa: PTH122  # of an address
    kind = _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or BINARY
    return f"{kind}; charset=utf-8" if kind.startswith(_TEXTS) else kind
