"""Looking at the site in a real browser: tabs that note what goes wrong."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Request

from support.waiting import until, wait_until

#: The icon that the site's pages name, and the one that a browser asks for where none is named.
_ICONS = ("/assets/kodeks.svg", "/favicon.ico")


def open_page(context: BrowserContext, complaints: list[str]) -> Page:
    """A tab that notes every console error, failed load and request to another host."""
    page = context.new_page()

    def heard(message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        if kind in ("error", "warning") and "404 (Not Found)" not in text:
            complaints.append(f"{page.url}: {kind}: {text}")

    def failed(request: Request) -> None:
        # Whoever goes on to the next page calls off what this one waits for.
        if request.failure != "net::ERR_ABORTED":
            complaints.append(f"{request.url} failed: {request.failure}")

    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on("requestfailed", failed)
    page.on(
        "request",
        lambda request: (
            None
            if urlsplit(request.url).hostname in ("127.0.0.1", None)
            else complaints.append(f"{page.url} asks {request.url}")
        ),
    )
    page.on(
        "response",
        lambda response: (
            complaints.append(f"{response.status} {response.url}")
            if response.status >= 400 and not response.url.endswith("/nowhere/")
            else None
        ),
    )
    return page


def requests_of(source: Page | BrowserContext) -> list[str]:
    """What a page, or any page of a context, asks for from now on: a list that grows.

    A tab asks for its icon in its own time, which is no page's doing; so that is left out.
    """
    asked: list[str] = []

    def heard(request: Request) -> None:
        if not urlsplit(request.url).path.endswith(_ICONS):
            asked.append(request.url)

    source.on("request", heard)
    return asked


def visit(context: BrowserContext, address: str) -> Page:
    """A tab at an address, with the site's worker in charge of what the page asks for next."""
    page = context.new_page()
    page.goto(address)
    wait_until(page, "navigator.serviceWorker.controller !== null")
    return page


def focused(page: Page) -> str:
    """The words of what has the focus, inside a preview too."""
    return str(
        page.evaluate(
            """() => {
              const it = document.activeElement;
              return (it.shadowRoot?.activeElement ?? it).textContent.trim();
            }"""
        )
    )


def tab_to_first(page: Page, words: str) -> None:
    """Press Tab on a page just opened: what has the focus first has these words.

    A browser may lose the keys that are pressed before it has painted the page, and a page that is
    not in front is told of no focus.
    """
    page.bring_to_front()
    wait_until(page, "document.hasFocus()")

    def arrived() -> bool:
        page.keyboard.press("Tab")
        return bool(page.evaluate("document.activeElement !== document.body"))

    until(arrived, "something has the focus")
    assert focused(page) == words
