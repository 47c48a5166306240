"""Somebody's site with the linker's tag on its pages, and the site that the linker comes from."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route

from kb.corpus.corpus import Corpus
from kb.linking.resolving.index import Index
from kb.publishing.browser.linker_script import NAME, linker_scripts
from kb.publishing.parts.clauses import clauses
from kb.storage.store import Store

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}


class _Laws(SimpleHTTPRequestHandler):
    """The site of the laws, as a static host serves it to pages of others."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


def served(server: ThreadingHTTPServer) -> Iterator[str]:
    with server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@dataclass
class Federation:
    """Somebody's site: pages by path, and headers that it sends with them."""

    laws: str
    address: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def tag(self, **data: str) -> str:
        said = " ".join(f'data-{key}="{value}"' for key, value in data.items())
        return f'<script src="{self.laws}/{NAME}" {said} defer></script>'

    def publish(self, body: str, page_lang: str = "hu", head: str = "", **data: str) -> str:
        """The address of a page with the linker's tag."""
        self.pages["/ruling"] = (
            f'<!doctype html><html lang="{page_lang}"><head><meta charset="utf-8">'
            f"<title>27B1</title>{head}{self.tag(**data)}</head><body>{body}</body></html>"
        )
        return f"{self.address}/ruling"

    def open(
        self,
        at: Browser | BrowserContext,
        body: str,
        page_lang: str = "hu",
        head: str = "",
        **data: str,
    ) -> Page:
        """A tab with a page that is linked."""
        page = at.new_page()
        page.goto(self.publish(body, page_lang, head, **data))
        page.evaluate("kodeksLinker.link()")
        return page


def serve_laws(home: Path, corpus: Corpus, store: Store, root: Path) -> Iterator[str]:
    """The address of a site that has the linker, its clauses, and the page of a law."""
    files = [*clauses(corpus, store), *linker_scripts(home, Index.of(corpus, store)).items()]
    files.append(("hu/bridge-2017/23/index.html", b"<!doctype html><title>23</title>"))
    for path, content in files:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    yield from served(ThreadingHTTPServer(("127.0.0.1", 0), partial(_Laws, directory=str(root))))


def serve_federation(laws: str) -> Iterator[Federation]:
    """A federation whose pages are served as long as it is used."""
    site = Federation(laws)

    class Pages(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            content = site.pages.get(self.path, "").encode()
            self.send_response(200 if content else 204)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            for name, value in site.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

    for site.address in served(ThreadingHTTPServer(("127.0.0.1", 0), Pages)):
        yield site


def links(page: Page) -> list[tuple[str, str]]:
    """What is linked, with what it is."""
    found: list[list[str]] = page.locator("a.kodeks-law").evaluate_all(
        "all => all.map(one => [one.textContent, one.dataset.kodeks])"
    )
    return [(words, id) for words, id in found]


def linked(page: Page, words: str) -> Locator:
    return page.locator(".kodeks-law, .kodeks-unknown").filter(has_text=words).first


def panel(page: Page) -> Locator:
    return page.locator("kodeks-preview .panel")


def preview(page: Page, words: str | None = None) -> Locator:
    """What is shown of a reference once it is there; the mouse goes to the one with such words."""
    if words is not None:
        linked(page, words).hover()
    panel(page).locator(".part").first.wait_for()
    return panel(page)


def untold(page: Page) -> None:
    """Take the plain words out of what previews get."""

    def answer(route: Route) -> None:
        response = route.fetch()
        file = response.json()
        assert file.pop("plain")
        route.fulfill(response=response, json=file)

    page.route("**/linker/bridge-2017/*/27.json", answer)
