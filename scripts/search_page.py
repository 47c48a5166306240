"""A page in a real browser that searches as the pages of the site do; without building them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chromium import chromium
from playwright.sync_api import Browser

from kb.corpus.corpus import Corpus
from kb.publishing.browser.page_scripts import page_scripts
from kb.publishing.browser.search_script import search_files
from kb.storage.store import Store

CLIENT = "assets/search-client.js"

_PAGE = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Search</title>
<script src="{CLIENT}" defer></script></html>"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def write_search_page(directory: Path, corpus: Corpus, store: Store) -> None:
    """The files of search as the site has them, and a bare page that asks for them."""
    for path, content in search_files(corpus, store):
        (directory / path).parent.mkdir(parents=True, exist_ok=True)
        (directory / path).write_bytes(content)
    (directory / CLIENT).parent.mkdir(parents=True, exist_ok=True)
    (directory / CLIENT).write_bytes(page_scripts(corpus.home)[CLIENT])
    (directory / "index.html").write_text(_PAGE, encoding="utf-8")


@contextmanager
def serving(directory: Path) -> Iterator[str]:
    """The address at which a directory is served on loopback."""
    handler = partial(_Quiet, directory=str(directory))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@contextmanager
def search_page(corpus: Corpus, store: Store) -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a page with `kodeksSearch` on it."""
    with TemporaryDirectory() as directory:
        write_search_page(Path(directory), corpus, store)
        with serving(Path(directory)) as address, chromium() as browser:
            yield browser, address
