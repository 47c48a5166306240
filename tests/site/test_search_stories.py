"""What the site does with a story, with a number alone, and where nothing answers for sure."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from kb.languages.catalogue import load

say = load("hu").gettext
STORY = "dummy warned him, he led from the wrong hand"
UNSURE = "best defence to a multi 2D opening"


@pytest.fixture
def page(desk: BrowserContext) -> Page:
    return desk.new_page()


def look_up(page: Page, address: str, query: str) -> None:
    page.goto(f"{address}hu/search/")
    page.locator(".kb-find input").fill(query)
    expect(page.locator(".kb-refining")).to_be_empty()
    expect(page.locator(".kb-found")).not_to_be_empty()


@pytest.mark.slow
def test_above_each_law_stand_the_words_that_led_there(page: Page, address: str) -> None:
    look_up(page, address, STORY)
    law = page.locator(".kb-result-of-search").filter(has=page.locator("h3 a[href$='/55/']"))
    asked = law.locator(".kb-led")
    expect(asked).to_contain_text(
        say("You said: %(words)s") % {"words": "he led from the wrong hand"}
    )
    assert asked.locator("mark").all_inner_texts() == ["led", "wrong", "hand"]
    assert asked.locator(".kb-led-words").get_attribute("lang") == "en"
    expect(page.locator(".kb-perhaps")).to_have_count(0)


@pytest.mark.slow
def test_a_few_words_are_not_said_again(page: Page, address: str) -> None:
    look_up(page, address, "penalty card")
    expect(page.locator(".kb-results h3").first).to_be_visible()
    expect(page.locator(".kb-led")).to_have_count(0)


@pytest.mark.slow
def test_where_nothing_answers_for_sure_the_page_says_so(page: Page, address: str) -> None:
    look_up(page, address, UNSURE)
    unsure = page.locator(".kb-perhaps")
    expect(unsure).to_have_text(say("Nothing answers this for sure. Perhaps one of these:"))
    expect(page.locator(".kb-results h3").first).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["27b1b", "Law 27B1(b)"])
def test_a_number_alone_opens_its_clause_from_the_box(page: Page, address: str, typed: str) -> None:
    page.goto(f"{address}hu/")
    box = page.locator(".kb-search-box input")
    box.fill(typed)
    box.press("Enter")
    page.wait_for_url("**/hu/bridge-2017/27/#27.B.1.b")
    page.go_back()
    expect(page).to_have_url(f"{address}hu/")


@pytest.mark.slow
def test_a_number_alone_opens_its_clause_from_the_search_page(page: Page, address: str) -> None:
    look_up(page, address, "27b1b")
    expect(page.locator(".kb-results h3")).to_have_count(1)  # it is only typed as yet
    page.locator(".kb-find input").press("Enter")
    page.wait_for_url("**/hu/bridge-2017/27/#27.B.1.b")
    page.go_back()
    expect(page.locator(".kb-find input")).to_have_value("27b1b")


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["27b1b licit", "99", "3"])
def test_what_is_not_the_number_of_one_clause_is_searched(
    page: Page, address: str, typed: str
) -> None:
    """Other words, a law that there is not, a number of two games."""
    page.goto(f"{address}hu/")
    box = page.locator(".kb-search-box input")
    box.fill(typed)
    box.press("Enter")
    page.wait_for_url("**/hu/search/?q=*")
    expect(page.locator(".kb-find input")).to_have_value(typed)
