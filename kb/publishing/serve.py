"""A loopback server for the built site."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from kb.errors import BuildError
from kb.publishing.offline import WORKER
from kb.publishing.site import site_directory

_HOST = "127.0.0.1"
#: What pages of other sites read: the clauses that previews show.
_FOR_OTHERS = "/linker/"


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012  # as the base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".webmanifest": "application/manifest+json",
        ".pack": "application/octet-stream",
    }

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing about requests that went well."""

    def list_directory(self, path: Any) -> None:  # noqa: ARG002
        """A directory without an index page is no page."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """The site's own page for what is not there."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def end_headers(self) -> None:
        self.send_header("X-Content-Type-Options", "nosniff")
        if self.path.startswith(_FOR_OTHERS):
            self.send_header("Access-Control-Allow-Origin", "*")
        if self.path == f"/{WORKER}":  # with it comes every new version of the site
            self.send_header("Cache-Control", "no-cache")
        super().end_headers()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a reader who went on before a page had come."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def make_server(home: Path, port: int) -> ThreadingHTTPServer:
    """A server for the built site on 127.0.0.1, not yet running; port 0 takes any free one.

    Raises `BuildError` when there is no site or the port is taken.
    """
    directory = site_directory(home)
    if not (directory / "index.html").is_file():
        raise BuildError(f"there is no site in {directory}", "Run kodeks site first.")
    try:
        return _Server((_HOST, port), partial(_Handler, directory=str(directory)))
    except OSError as error:
        raise BuildError(
            f"cannot listen on {_HOST}:{port}: {error.strerror}",
            "Give another port: kodeks serve --port 8080, or make serve PORT=8080.",
        ) from None


def serve_site(home: Path, port: int, announce: Callable[[str], None]) -> None:
    """Serve the built site until interrupted; `announce` gets the address."""
    with make_server(home, port) as server:
        announce(f"http://{_HOST}:{server.server_address[1]}/ (Ctrl-C stops)")
        with suppress(KeyboardInterrupt):
            server.serve_forever()
