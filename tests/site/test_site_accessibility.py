"""Every kind of page under axe-core (WCAG 2.2 A and AA), in both themes, on a phone and a desk.

While it is looked at, a page must not shift, complain, or ask another host for anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from support.federations import DESK, PHONE
from support.homes import REPOSITORY
from support.site_browsing import open_page

AXE = REPOSITORY / "node_modules/axe-core/axe.min.js"

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

#: Those of them that look at colours: all that another theme can break.
COLOUR_RULES = ["color-contrast", "link-in-text-block"]

#: What the theme does when a page is loaded in the dark, and when somebody switches.
_DARK = "document.body.setAttribute('data-md-color-scheme', 'slate')"

#: Of the largest pages, which have the same a thousand times, only the beginning is looked at: axe
#: takes as long for each of them as for ten others.
_BEGINNING = """(most) => {
  for (const one of [...document.querySelectorAll(".md-content *")].slice(most)) one.remove();
}"""
_MOST = 1500

#: What colour a page has.
_BACKGROUND = "getComputedStyle(document.body).backgroundColor"

#: Answers of an insufficient bid that end in a ruling with steps at several times.
RULED = "how=meant,lho=no,replacement=bid-or-pass"

#: One page of every kind, in turn in every language, where the kind is at its most difficult.
KINDS = {
    "languages": "",
    "home": "hu/",
    "home of a language without a lawbook": "en/",
    "what happened": "it/decide/",
    "what happened, of several": "de/decide/#revoke",
    "a question": "fr/decide/insufficient-bid/",
    "a later question": "hu/decide/insufficient-bid/#how=meant",
    "a ruling": f"pl/decide/insufficient-bid/#{RULED}",
    "for the wall": "hr/decide/wall/",
    "contents": "pl/bridge-2017/",
    "law": "hu/bridge-2017/27/",
    "law with tables": "pl/bridge-2017/78/",
    "law with notes": "pl/bridge-2017/13/",
    "law for readers without a lawbook": "de/bridge-2017/64/",
    "law beside its older wording": "hr/bridge-2017/40/",
    "law of an older code": "hr/bridge-1997/25/",
    "editions compared": "fr/bridge-1997_bridge-2017/",
    "a law compared": "it/bridge-1997_bridge-2017/16/",
    "definitions": "it/bridge-2017/definitions/",
    "preface": "hu/bridge-2017/preface/",
    "glossary of a book": "hu/bridge-2017/glossary/",
    "subject index of a book": "pl/bridge-2017/subject-index/",
    "worked examples": "hr/bridge-1997/examples/",
    "articles": "de/irregularities/",
    "article": "fr/irregularities/7/",
    "article in another language": "en/irregularities/10/",
    "Ulti": "hu/ulti-2017/4/",
    "bids of Ulti": "hu/ulti-2017/bids/",
    "cases of Ulti": "pl/ulti-2017/13/",
    "concepts": "hr/concepts/",
    "concept": "en/concepts/revoke/",
    "subject index": "fr/concepts/subject-index/",
    "rulings": "en/rulings/",
    "ruling": "pl/rulings/kaznena-karta/",
    "linker": "de/linker/",
    "search": "it/search/?q=renonce",
    "about": "hr/about/",
    "without a network": "pl/offline/",
    "for paper": "hu/bridge-2017/print/",
    "nowhere": "nowhere/",
    "documentation": "docs/",
    "documentation with code": "docs/operators/running/",
    "reference": "docs/reference/formats/",
}

#: Adds up what shifts without having been asked for, from the first paint on.
_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture(scope="module")
def axe() -> str:
    assert AXE.is_file(), f"{AXE} is missing: make setup"
    return AXE.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_nothing_shifts_nothing_complains(
    viewport: dict[str, int], browser: Browser, address: str, axe: str
) -> None:
    """Colours are looked at on the desk, where everything is shown that a phone shows, and more."""
    complaints: list[str] = []
    found: list[str] = []
    with browser.new_context(
        viewport=viewport,
        color_scheme="light",
        reduced_motion="reduce",
        bypass_csp=True,  # axe is put into the page; the policy has tests of its own
    ) as context:
        context.add_init_script(_SHIFTS)
        page = open_page(context, complaints)
        for kind, path in KINDS.items():
            page.goto(address + path, wait_until="networkidle")
            if (shifted := page.evaluate("window.shifted")) >= 0.1:
                found.append(f"{kind}: shifts by {shifted}")
            # Everything is opened that a reader may open.
            page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
            page.evaluate(_BEGINNING, _MOST)
            page.evaluate(axe)
            left = COLOUR_RULES if viewport == PHONE else []
            found += [f"{kind} ({path}), light: {one}" for one in violations(page, RULES, left)]
            if viewport == PHONE:
                continue
            day = page.evaluate(_BACKGROUND)
            page.evaluate(_DARK)
            found += [f"{kind} ({path}), dark: {one}" for one in violations(page, COLOUR_RULES)]
            assert page.evaluate(_BACKGROUND) != day, f"{kind} ({path}) was light all the time"
    assert not complaints
    assert not found


def violations(page: Page, rules: list[str], left: Sequence[str] = ()) -> list[str]:
    """What axe finds by these rules, or by the rules that have these tags but those left out."""
    result = page.evaluate(
        """([runOnly, left]) => {
          const rules = Object.fromEntries(left.map((one) => [one, { enabled: false }]));
          return axe.run(document, { runOnly, rules, resultTypes: ["violations"] });
        }""",
        [rules, [*left]],
    )
    return [
        f"{one['id']}: {len(one['nodes'])} times, first {one['nodes'][0]['html'][:160]}"
        for one in result["violations"]
    ]


def test_every_kind_of_page_is_there(site: Path) -> None:
    for kind, path in KINDS.items():
        if kind != "nowhere":
            assert (site / re.split("[?#]", path)[0] / "index.html").is_file(), kind
