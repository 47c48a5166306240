"""References on the site's own pages show their clause: by pointer, focus and touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect


def reference(page: Page, id: str, words: str) -> Locator:
    return page.locator(f'[id="{id}"] .kb-words a', has_text=words).first


def panel(page: Page) -> Locator:
    return page.locator("kodeks-preview .panel")


@pytest.mark.slow
def test_a_reference_shows_its_clause_under_a_pointer_that_may_go_there(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}hu/bridge-2017/27/")
    assert reference(page, "27.B.1.b", "23A").get_attribute("title") == "23A szakasz"
    reference(page, "27.B.1.b", "23A").hover()
    expect(panel(page).locator(".part").first).to_contain_text(
        "mely egy visszavont licitet helyettesít"
    )
    assert (
        reference(page, "27.B.1.b", "23A").get_attribute("title") is None
    )  # one tooltip is enough
    panel(page).hover()
    page.wait_for_timeout(500)
    assert panel(page).is_visible()
    page.keyboard.press("Escape")
    expect(panel(page)).to_have_count(0)


@pytest.mark.slow
def test_a_clause_of_the_same_law_is_shown_on_focus_and_read_out(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}pl/bridge-2017/27/")
    link = reference(page, "27.B", "punkt A")
    link.focus()
    expect(panel(page)).to_contain_text("Akceptacja odzywki niewystarczającej")
    assert link.get_attribute("aria-describedby") == "kodeks-told"
    page.keyboard.press("Escape")
    expect(panel(page)).to_have_count(0)
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/#27.A")


def test_the_first_tap_shows_and_the_second_follows(phone: BrowserContext, address: str) -> None:
    page = phone.new_page()
    page.goto(f"{address}hu/bridge-2017/27/")
    link = reference(page, "27.B.1.b", "23A")
    link.tap()
    expect(panel(page).locator(".part").first).to_be_visible()
    box = panel(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert page.url.endswith("/bridge-2017/27/")
    link.tap()
    page.wait_for_url("**/hu/bridge-2017/23/#23.A")


@pytest.mark.slow
def test_who_has_no_lawbook_gets_the_wording_of_his_choice(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}it/bridge-2017/27/?beside=pl")
    page.locator('[id="27.B.1.b"] .kb-cell[lang=pl] a', has_text="23A").hover()
    words = panel(page).locator(".part[lang=pl]").first
    expect(words).to_be_visible()
    assert "polacco" in panel(page).inner_text()


@pytest.mark.slow
def test_terms_and_notes_have_no_preview(desk: BrowserContext, address: str) -> None:
    page = desk.new_page()
    page.goto(f"{address}hu/bridge-2017/27/")
    page.locator('[id="27.B.1.b"] a[href^="#term-"]').first.focus()
    expect(page.locator("#kb-tip")).to_be_visible()
    assert panel(page).count() == 0
