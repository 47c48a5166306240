"""A director with the keyboard alone: search, open, switch language, side by side, copy link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from support.federations import DESK
from support.site_browsing import open_page
from support.waiting import wait_until

#: More stops than a page has.
_STOPS = 400


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the keyboard is at an element; every stop on the way must be visible."""
    for _ in range(_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
    pytest.fail(f"{selector} is not reached by Tab on {page.url}")


@pytest.mark.slow
def test_a_croatian_director_shows_a_polish_pair_the_law_without_a_mouse(
    browser: Browser, address: str
) -> None:
    complaints: list[str] = []
    with browser.new_context(
        viewport=DESK, permissions=["clipboard-read", "clipboard-write"]
    ) as context:
        page = open_page(context, complaints)
        page.goto(f"{address}hr/")
        page.keyboard.press("/")
        page.keyboard.type("27B1b")
        page.locator('[role=option][href$="#27.B.1.b"]').first.wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url("**/hr/bridge-2017/27/#27.B.1.b")

        tab_to(page, ".md-select__link[lang=pl], .md-select button")
        tab_to(page, ".md-select__link[lang=pl]")
        page.keyboard.press("Enter")
        page.wait_for_url("**/pl/bridge-2017/27/**#27.B.1.b")
        assert page.get_attribute("html", "lang") == "pl"

        page.goto(f"{address}pl/bridge-2017/27/")
        tab_to(page, ".kb-wordings input[value*=hu]")
        page.keyboard.press("Space")
        both = page.locator('[id="27.B.1.b"] .kb-cell:visible')
        assert [one.get_attribute("lang") for one in both.all()] == ["pl", "hu"]
        assert "beside=" in page.url

        tab_to(page, '.kb-label[href="#27.A"]')
        page.keyboard.press("Enter")
        page.locator("dialog[open]").wait_for()
        if not page.evaluate("document.activeElement.matches('[data-copy=link]')"):
            tab_to(page, "[data-copy=link]")
        page.keyboard.press("Enter")
        wait_until(page, "document.querySelector('dialog .kb-copied').textContent !== ''")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == f"{address}pl/bridge-2017/27/#27.A"
        page.keyboard.press("Escape")
        wait_until(page, "document.activeElement.hash === '#27.A'")  # when it has closed
    assert not complaints
