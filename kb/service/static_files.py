"""Answers with the files of the built site, as they are on disk at the moment."""

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

#: The media type of files that are compressed already, so that the service does not do it.
BINARY = "application/octet-stream"

#: From how many bytes on a file is large; how many bytes of large and compressed files are cached.
_LARGE, _CACHE_SIZE = 128_000, 16_000_000

#: Media types that Python does not know.
_TYPES = {
    ".webmanifest": "application/manifest+json",
    ".pack": BINARY,
    ".js": "text/javascript",
    ".jsonl": "application/jsonl",
}
_TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml")

#: The name of a file that has a hash of its content in it.
_HASHED = re.compile(r"[.-][0-9a-f]{8,}\.")

#: A part of an address that can be the name of a file; the site has no others.
_NAME = re.compile(r"[^./\\\x00-\x1f][^/\\\x00-\x1f]*")

#: The characters that are not escaped in a query.
_IN_QUERY = "!$&'()*+,;=:@/?%"

#: How long a request waits for the site to be there, in seconds. When a new site replaces the old
#: one there is none for less than a thousandth of this time.
_WAIT_FOR_SITE = 0.2


class _File(NamedTuple):
    """An open file: its name below the site, its identity (inode and times), its size."""

    path: str
    handle: int
    identity: tuple[int, int, int]
    size: int

    @property
    def tag(self) -> str:
        """The ETag of the file: weak, as compression does not change it."""
        _, modified, _ = self.identity
        return f'W/"{modified:x}-{self.size:x}"'

    def read(self) -> bytes:
        """The whole content."""
        return os.pread(self.handle, self.size + 1, 0)

    def close(self) -> None:
        """Close the file."""
        os.close(self.handle)


class _GoneError(Exception):
    """Raised when the directory of the site is not there, or has been replaced meanwhile."""


class _SiteDirectory:
    """The directory of the site as it is at the moment, open until the context ends.

    All files come from this directory, even if a new site takes its place meanwhile.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def __enter__(self) -> _SiteDirectory:
        """Open the directory; raises `_GoneError` when it is not there."""
        try:
            self._handle = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            raise _GoneError from None
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def open(self, name: str) -> _File | None:
        """Open a file of the site; None where there is none.

        Raises `_GoneError` instead of returning None if the site has been replaced, because this
        directory is being removed then.
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
        """The content of a small file; None where there is none. Raises `_GoneError` as `open`."""
        file = self.open(name)
        if file is None:
            return None
        with closing(file):
            return file.read()

    def _is_replaced(self) -> bool:
        try:
            return not os.path.samestat(self._root.stat(), os.fstat(self._handle))
        except OSError:
            return True


class SitePages:
    """An ASGI application that answers with the files of a home's site.

    A file that has changed since the site was built is not given out, because a page that was cut
    short might say something else than the law.
    """

    def __init__(self, home: Path) -> None:
        self._root = site_directory(home)
        self._digests = SiteDigests()
        self._cache: LRUCache[Hashable, bytes] = LRUCache(_CACHE_SIZE, len)

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
        """The answer of the site; waits a moment if a new site is just replacing the old one."""
        give_up = time.monotonic() + _WAIT_FOR_SITE
        while True:
            try:
                with _SiteDirectory(self._root) as site:
                    return await self._page(site, request)
            except _GoneError:
                if time.monotonic() > give_up:
                    raise ProblemError("not-ready", "the site is not there") from None
            await asyncio.sleep(_WAIT_FOR_SITE / 1000)

    async def _page(self, site: _SiteDirectory, request: Request) -> Response:
        """The file, redirect or 404 page that a site has for the path of a request."""
        path = str(request.scope["path"])
        names = path.split("/")[1:]
        is_directory = names[-1:] == [""]
        wanted = [*names[:-1], "index.html"] if is_directory else names
        if not all(_NAME.fullmatch(name) for name in wanted):
            return _missing(site)
        if file := site.open("/".join(wanted)):
            return await self._file(site, request, file)
        if not is_directory and (page := site.open(f"{'/'.join(names)}/index.html")):
            page.close()
            query = quote(request.scope["query_string"], safe=_IN_QUERY)
            target = f"{quote(path)}/?{query}" if query else f"{quote(path)}/"
            return RedirectResponse(target, HTTPStatus.MOVED_PERMANENTLY)
        return _missing(site)

    async def _file(self, site: _SiteDirectory, request: Request, file: _File) -> Response:
        """The response with a file, which is closed when it has been read."""
        headers = {"etag": file.tag, "cache-control": _cache_control(file.path)}
        kind = _media_type(file.path)
        with closing(file):
            if not_modified(request, file.tag):
                return Response(None, HTTPStatus.NOT_MODIFIED, headers)
            is_text = kind.startswith(_TEXTS) and file.size >= compression.MINIMUM_SIZE
            in_gzip = is_text and takes_gzip(request.headers.get("accept-encoding"))
            if in_gzip:
                headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
            content = await self._content(site, file, in_gzip)
            return Response(content, HTTPStatus.OK, headers, kind)

    async def _content(self, site: _SiteDirectory, file: _File, in_gzip: bool) -> bytes:
        """The body of the answer; raises `ProblemError` when the file is not as it was built.

        Compressed and large files are kept in memory as far as there is room, so that many slow
        readers of one share its bytes.
        """
        key = (file.path, file.identity, in_gzip)
        if (cached := self._cache.get(key)) is not None:
            return cached
        content = file.read()
        if not self._digests.is_checked(file.path, file.identity):
            self._check(site, file, content)
        if in_gzip:
            # In a thread it does not stop other requests; for a small file that is not worth it.
            compress = compression.compressed
            is_large = file.size > _LARGE
            content = await asyncio.to_thread(compress, content) if is_large else compress(content)
        if (in_gzip or file.size > _LARGE) and len(content) <= self._cache.maxsize:
            self._cache[key] = content
        return content

    def _check(self, site: _SiteDirectory, file: _File, content: bytes) -> None:
        """Raise `ProblemError` if a file is not as it was when the site was built."""
        if not self._digests.fits(file.path, file.identity, content, site.content):
            log.error("the site is damaged: %s is not as it was built", file.path)
            raise ProblemError("not-ready", "this page of the site is damaged")


def _missing(site: _SiteDirectory) -> Response:
    """The 404 page of the site; raises `ProblemError` if it has none."""
    page = site.content("404.html")
    if page is None:
        raise ProblemError("not-found", "there is no such page")
    return Response(page, HTTPStatus.NOT_FOUND, {"cache-control": "no-store"}, _HTML)


_HTML = "text/html; charset=utf-8"


def _cache_control(path: str) -> str:
    """How long a browser may keep a file unasked: for good if a hash is in its name, else not.

    A reader of a new version of the site must not see a file of the old one.
    """
    return "public, max-age=31536000, immutable" if _HASHED.search(path) else "no-cache"


def _media_type(path: str) -> str:
    suffix = os.path.splitext(path)[1]  # noqa: PTH122  # of an address
    kind = _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or BINARY
    return f"{kind}; charset=utf-8" if kind.startswith(_TEXTS) else kind
