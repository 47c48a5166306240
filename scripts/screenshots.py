"""Take pictures of the main kinds of pages, to look at: narrow and wide, by day and by night.

    .venv/bin/python scripts/screenshots.py                  # all, into build/screenshots
    .venv/bin/python scripts/screenshots.py --pages law home      # only these
    .venv/bin/python scripts/screenshots.py --widths 360 --schemes dark --address http://127.0.0.1:8000/

They are pictures of the built site (`kodeks site`), or of a site that somebody serves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, get_args

from chromium import chromium
from playwright.sync_api import Browser, ViewportSize

from kb.service.server import running
from kb.service.settings import Settings

HOME = Path(__file__).resolve().parents[1]

#: The kinds of pages, each by one that asks much of its kind; a kind whose name begins with
#: "print" is shown as it is on paper.
PAGES = {
    "root": "",
    "home": "hu/",
    "home-foreign": "en/",
    "contents": "hu/bridge-2017/",
    "contents-old": "hr/bridge-1997/",
    "law": "hu/bridge-2017/27/#27.B.1.b",
    "law-long": "hu/bridge-2017/12/",
    "law-table": "hu/bridge-2017/77/",
    "law-table-screens": "hu/bridge-2017/64/",
    "law-pair": "hr/bridge-2017/40/",
    "law-foreign": "en/bridge-2017/27/",
    "law-old": "hr/bridge-1997/27/",
    "compared": "hr/bridge-1997_bridge-2017/27/",
    "comparison": "hr/bridge-1997_bridge-2017/",
    "definitions": "pl/bridge-2017/definitions/",
    "glossary": "hu/bridge-2017/glossary/",
    "subject-index": "pl/bridge-2017/subject-index/",
    "concepts": "hu/concepts/",
    "concept": "hu/concepts/revoke/",
    "articles": "de/irregularities/",
    "article": "fr/irregularities/7/",
    "ulti": "hu/ulti-2017/4/",
    "ulti-cases": "hu/ulti-2017/13/",
    "ulti-bids": "hu/ulti-2017/bids/",
    "rulings": "hu/rulings/",
    "ruling": "pl/rulings/falszywy-renons/",
    "linker": "de/linker/",
    "search": "hu/search/?q=renonsz",
    "about": "hu/about/",
    "nowhere": "hu/bridge-2017/27/nowhere/",
    "print": "hu/bridge-2017/27/",
    "print-book": "hu/bridge-2017/print/",
}

#: The windows: a small phone and a desk. Paper is looked at as wide as an A4 page's text.
WIDTHS = (360, 1280)
HEIGHTS = {360: 740}
PAPER = 680

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)


def main() -> None:
    """Take the pictures that the command line asks for."""
    arguments = _arguments()
    target: Path = arguments.directory
    target.mkdir(parents=True, exist_ok=True)
    with _address(arguments.address) as address, chromium() as browser:
        for width in arguments.widths:
            for scheme in arguments.schemes:
                _pictures(browser, address, arguments, width, scheme)
    print(target)


def _pictures(
    browser: Browser, address: str, arguments: argparse.Namespace, width: int, scheme: Scheme
) -> None:
    with browser.new_context(
        color_scheme=scheme, reduced_motion="reduce", service_workers="block"
    ) as context:
        page = context.new_page()
        for name in arguments.pages:
            paper = name.startswith("print")
            size = ViewportSize(width=PAPER if paper else width, height=HEIGHTS.get(width, 900))
            page.set_viewport_size(size)
            page.emulate_media(media="print" if paper else "screen", color_scheme=scheme)
            page.goto(address + PAGES[name], wait_until="networkidle")
            page.wait_for_timeout(arguments.wait)
            # A window as high as the page, for what sticks to the top is then at the top; what is
            # longer than this nobody looks at in one picture.
            height = min(page.evaluate("document.documentElement.scrollHeight"), arguments.height)
            page.set_viewport_size(ViewportSize(width=size["width"], height=height))
            page.screenshot(path=arguments.directory / f"{name}-{width}-{scheme}.png")


@contextmanager
def _address(given: str | None) -> Iterator[str]:
    """The address given, or that of a server of the built site."""
    if given:
        yield given.rstrip("/") + "/"
        return
    with running(HOME, Settings(port=0, level="error")) as served:
        yield served


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("directory", type=Path, nargs="?", default=HOME / "build" / "screenshots")
    add(
        "--pages",
        nargs="+",
        choices=PAGES,
        default=list(PAGES),
        metavar="PAGE",
        help=", ".join(PAGES),
    )
    add("--widths", nargs="+", type=int, default=WIDTHS, help="of the window, in CSS pixels")
    add("--schemes", nargs="+", choices=SCHEMES, default=SCHEMES)
    add("--height", type=int, default=2400, help="how much of a long page is shown, in CSS pixels")
    add("--wait", type=int, default=300, help="milliseconds for what scripts put in later")
    add("--address", help="of a site that is served; without it the built site is")
    return parser.parse_args()


if __name__ == "__main__":
    main()
