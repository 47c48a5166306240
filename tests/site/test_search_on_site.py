"""Search on the built site as a reader has it: the box, the page and the real engine together."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

#: The engine is loaded first; on a busy machine that takes its time.
PATIENCE = 30_000


@pytest.mark.slow
def test_the_number_of_a_clause_typed_anywhere_leads_there(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}hu/about/")
    page.keyboard.press("/")
    page.keyboard.type("27B1b")
    first = page.locator("#kb-offers").get_by_role("option").first
    expect(first).to_have_attribute(
        "href", f"{address}hu/bridge-2017/27/#27.B.1.b", timeout=PATIENCE
    )
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hu/bridge-2017/27/#27.B.1.b")


@pytest.mark.slow
def test_what_happened_leads_from_the_box_and_from_each_law_to_its_page(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}en/bridge-2017/27/")
    page.keyboard.press("/")
    page.keyboard.type("revoke, noticed l")
    group = page.locator("[aria-labelledby=kb-offers-procedure]")
    option = group.get_by_role("option", name="Revoke, noticed later")
    expect(option).to_be_visible(timeout=PATIENCE)
    option.click()
    page.wait_for_url("**/en/decide/revoke-established/")
    expect(page.locator("h1")).to_have_text("Revoke, noticed later")
    page.goto(f"{address}en/search/?q=revoke")
    law = page.locator(".kb-result-of-search").filter(has=page.locator("h3 a[href$='/64/']"))
    leading = law.locator(".kb-led-to")
    expect(leading).to_contain_text("What happened?", timeout=PATIENCE)
    leading.get_by_role("link", name="Revoke, noticed later").click()
    page.wait_for_url("**/en/decide/revoke-established/")


@pytest.mark.slow
def test_words_without_accents_find_the_law_with_its_words_marked(
    phone: BrowserContext, address: str
) -> None:
    page = phone.new_page()
    page.goto(f"{address}hu/search/?q=elegtelen licit")
    first = page.locator(".kb-result-of-search").first
    expect(first.locator("h3 .kb-number")).to_have_text("27. szakasz", timeout=PATIENCE)
    expect(first.locator(".kb-snippet mark").first).to_be_visible(timeout=PATIENCE)
    assert "elégtelen" in first.locator(".kb-snippet mark").first.inner_text().lower()


@pytest.mark.slow
def test_a_polish_word_finds_the_law_for_a_german_reader(
    desk: BrowserContext, address: str
) -> None:
    """No word of it is German: only the other languages' evidence finds it."""
    page = desk.new_page()
    page.goto(f"{address}de/search/?q=fałszywy renons")
    numbers = page.locator(".kb-results .kb-number")
    expect(page.locator(".kb-refining")).to_be_empty(timeout=PATIENCE)
    expect(numbers.first).to_be_visible(timeout=PATIENCE)
    assert {"§ 61", "§ 62", "§ 63", "§ 64"} & set(numbers.all_inner_texts()[:3])


@pytest.mark.slow
def test_a_clause_that_does_not_exist_is_named_with_its_neighbours(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}pl/search/?q=27Z9")
    near = page.locator(".kb-asides a").first
    expect(near).to_have_attribute("href", f"{address}pl/bridge-2017/27/", timeout=PATIENCE)


@pytest.mark.slow
def test_an_address_that_is_not_there_offers_the_law_that_it_names(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}hu/bridge-2017/27/foo/")
    link = page.locator(".kb-sought li a").first
    expect(link).to_have_attribute("href", f"{address}hu/bridge-2017/27/", timeout=PATIENCE)
