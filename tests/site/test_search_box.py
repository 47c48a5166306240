"""The search box in the bar, in a real browser, with an engine that stands in for the real one."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from kb.languages.catalogue import load
from support.federations import DESK, PHONE
from support.homes import REPOSITORY

STAND_IN = REPOSITORY / "tests/data/stand_in_engine.js"

LAW = "hu/bridge-2017/64/"


@pytest.fixture
def page(desk: BrowserContext, address: str) -> Page:
    desk.add_init_script(path=STAND_IN)
    page = desk.new_page()
    page.goto(address + LAW)
    return page


def box(page: Page) -> Locator:
    return page.locator(".kb-search").get_by_role("combobox")


def offered(page: Page) -> list[str]:
    return page.locator(".kb-search").get_by_role("option").all_inner_texts()


def typed(page: Page, words: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(words)
    page.get_by_role("listbox").wait_for()
    page.locator("[aria-labelledby=kb-offers-found]").wait_for(state="attached")


def chosen(page: Page) -> str:
    """The words of the option that the box says is chosen; it must be the one that looks so."""
    id = box(page).get_attribute("aria-activedescendant")
    marked = page.locator("[role=option][aria-selected=true]")
    if id is None:
        assert marked.count() == 0
        return ""
    assert marked.get_attribute("id") == id
    return " ".join(marked.inner_text().split())


# --- the keyboard --------------------------------------------------------------------------------


def test_with_the_keyboard_alone_one_finds_and_opens_a_law(page: Page) -> None:
    expect(box(page)).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_role("listbox")).to_have_count(0)
    page.keyboard.press("/")
    expect(box(page)).to_be_focused()
    page.keyboard.type("licit")
    expect(box(page)).to_have_attribute("aria-expanded", "true")
    expect(box(page)).to_have_attribute("aria-autocomplete", "list")
    assert page.get_by_role("listbox").get_attribute("id") == box(page).get_attribute(
        "aria-controls"
    )
    page.locator("[aria-labelledby=kb-offers-found]").wait_for(state="attached")
    assert chosen(page) == ""
    steps = []
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        steps.append(chosen(page))
    assert steps == ["licit", "licitacija", "27. szakasz ELÉGTELEN BEMONDÁS"]
    expect(box(page)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/hu/bridge-2017/27/")


@pytest.mark.slow
def test_enter_with_nothing_chosen_leads_to_the_search_page(page: Page) -> None:
    typed(page, "licit")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hu/search/?q=licit")
    expect(page.locator(".kb-find input")).to_have_value("licit")


@pytest.mark.slow
def test_arrows_go_round_by_way_of_what_was_typed(page: Page) -> None:
    typed(page, "licit")
    page.keyboard.press("ArrowUp")
    assert "licit" in chosen(page)  # the last: search for it
    assert page.locator("[aria-selected=true]").evaluate("one => one.href").endswith("?q=licit")
    page.keyboard.press("ArrowDown")
    assert chosen(page) == ""
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Home")
    assert chosen(page) == "licit"
    page.keyboard.press("End")
    assert page.locator("[aria-selected=true]").evaluate("one => one.href").endswith("?q=licit")


@pytest.mark.slow
def test_who_types_on_leaves_what_was_chosen(page: Page) -> None:
    typed(page, "lici")
    page.keyboard.press("ArrowDown")
    assert chosen(page) == "licit"
    page.keyboard.type("t")
    assert chosen(page) == ""
    expect(page.get_by_role("option").last).to_contain_text("licit")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hu/search/?q=licit")


@pytest.mark.slow
def test_home_and_end_move_the_caret_while_nothing_is_chosen(page: Page) -> None:
    typed(page, "licit")
    page.keyboard.press("Home")
    page.keyboard.type("x")
    expect(box(page)).to_have_value("xlicit")
    assert chosen(page) == ""


@pytest.mark.slow
def test_escape_closes_the_list_then_empties_the_box(page: Page) -> None:
    typed(page, "licit")
    page.keyboard.press("Escape")
    expect(box(page)).to_have_attribute("aria-expanded", "false")
    expect(box(page)).to_have_value("licit")
    expect(page.get_by_role("listbox")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(box(page)).to_have_value("")
    expect(box(page)).to_be_focused()


@pytest.mark.slow
def test_tab_leaves_the_box_and_its_list_behind(page: Page) -> None:
    typed(page, "licit")
    page.keyboard.press("Tab")  # to the button beside it
    page.keyboard.press("Tab")
    expect(page.get_by_role("listbox")).to_have_count(0)
    assert not page.evaluate("document.activeElement.closest('.kb-search')")


@pytest.mark.slow
def test_a_slash_is_a_slash_where_one_writes_and_the_key_can_be_switched_off(
    page: Page, address: str
) -> None:
    page.keyboard.press("/")
    page.keyboard.type("12/13")
    expect(box(page)).to_have_value("12/13")
    page.goto(f"{address}hu/search/")
    page.locator(".kb-slash input").uncheck()
    page.goto(address + LAW)
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement === document.body")


@pytest.mark.slow
def test_a_word_that_is_being_composed_is_not_looked_up_before_it_is_whole(page: Page) -> None:
    page.keyboard.press("/")
    keyboard = page.context.new_cdp_session(page)
    keyboard.send(
        "Input.imeSetComposition", {"text": "lici", "selectionStart": 4, "selectionEnd": 4}
    )
    expect(box(page)).to_have_value("lici")
    page.wait_for_timeout(100)
    assert page.evaluate("standIn.asked") == []
    keyboard.send("Input.insertText", {"text": "licit"})
    page.get_by_role("listbox").wait_for()
    assert page.evaluate("standIn.asked.at(-1)[0]") == "licit"


# --- what is offered -----------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_offered_stands_in_named_groups_in_its_own_language(page: Page) -> None:
    typed(page, "licit")
    groups = page.get_by_role("listbox").get_by_role("group").all()
    names = [group.get_attribute("aria-labelledby") or "" for group in groups]
    assert names == ["kb-offers-concept", "kb-offers-found"]
    assert all(page.locator(f'[id="{name}"]').inner_text() for name in names)
    assert page.get_by_text("licitacija").get_attribute("lang") == "hr"
    assert page.get_by_role("option").first.locator("[lang]").count() == 0
    # What leads to the same page is offered once: law 18 is the concept's.
    assert [words for words in offered(page) if "18. szakasz" in words] == []


@pytest.mark.slow
def test_what_may_have_happened_is_offered_under_a_head_of_its_own(
    page: Page, address: str
) -> None:
    typed(page, "megvált")
    group = page.locator("[aria-labelledby=kb-offers-procedure]")
    expect(page.locator("#kb-offers-procedure")).to_have_text(load("hu").gettext("What happened?"))
    option = group.get_by_role("option", name="Megváltoztatott hívás")
    expect(option).to_have_attribute("href", f"{address}hu/decide/changed-call/")


@pytest.mark.slow
def test_the_number_of_offers_is_said_when_the_typing_rests(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("licit")
    status = page.locator(".kb-search [role=status]")
    expect(status).to_have_text(re.compile("^3 "))
    page.keyboard.press("Escape")
    expect(status).to_have_text("")


@pytest.mark.slow
def test_the_box_asks_for_the_reader_s_language_only(page: Page) -> None:
    typed(page, "licit")
    assert page.evaluate("standIn.asked.every(([, { refine }]) => refine === false)")


@pytest.mark.slow
def test_what_is_typed_is_only_ever_text(page: Page) -> None:
    words = '<img src=x onerror="document.title=1">'
    typed(page, words)
    assert words in offered(page)[-1]
    assert page.locator(".kb-search img, .kb-page img[src=x]").count() == 0
    page.keyboard.press("Enter")
    page.wait_for_url("**/hu/search/?q=*")
    expect(page.locator(".kb-result-of-search")).to_have_count(1)
    assert words in page.title()
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.slow
def test_nothing_moves_when_the_box_opens(browser: Browser, address: str) -> None:
    for viewport in (DESK, PHONE):
        context = browser.new_context(viewport=viewport)
        context.add_init_script(path=STAND_IN)
        page = context.new_page()
        page.goto(address + LAW)
        where = """[...document.querySelectorAll(".md-header, .md-tabs, h1, .kb-page p")]
          .map((one) => JSON.stringify(one.getBoundingClientRect()))"""
        before = page.evaluate(where)
        typed(page, "licit")
        assert page.evaluate(where) == before
        context.close()


# --- a phone -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_on_a_phone_a_button_opens_the_box_to_the_full_width(
    phone: BrowserContext, address: str
) -> None:
    phone.add_init_script(path=STAND_IN)
    page = phone.new_page()
    page.goto(address + LAW)
    opener = page.locator("button.kb-search-open")
    expect(box(page)).to_be_hidden()
    expect(opener).to_have_attribute("aria-expanded", "false")
    for name in (".kb-search-open", ".kb-search-close"):
        if name == ".kb-search-close":
            opener.tap()
        size = page.locator(name).bounding_box()
        assert size
        assert min(size["width"], size["height"]) >= 44
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(box(page)).to_be_focused()
    over = page.locator(".kb-search-box").bounding_box()
    assert over
    assert over["width"] == PHONE["width"]
    page.locator(".kb-search-close").tap()
    expect(box(page)).to_be_hidden()
    expect(opener).to_be_focused()
    opener.tap()
    page.keyboard.type("licit")
    page.get_by_role("option").filter(has_text="27. szakasz").tap()
    page.wait_for_url("**/hu/bridge-2017/27/")


# --- without scripts, and on pages in no language ------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_without_scripts_the_box_leads_to_a_page_that_leads_on(
    viewport: dict[str, int], browser: Browser, address: str
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=viewport)
    page = context.new_page()
    page.goto(address + LAW)
    if viewport == DESK:
        page.locator(".kb-search input").fill("licit")
        page.keyboard.press("Enter")
        page.wait_for_url("**/hu/search/?q=licit")
    else:
        page.locator("a.kb-search-open").click()
        page.wait_for_url("**/hu/search/")
    assert page.locator("noscript").first.is_visible()
    hrefs = page.locator("noscript .kb-links a").evaluate_all("all => all.map((one) => one.href)")
    found = [href.removeprefix(f"{address}hu/") for href in hrefs]
    assert {"bridge-2017/", "ulti-2017/", "concepts/", "concepts/subject-index/"} <= set(found)
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(("locale", "code"), [("pl-PL", "pl"), ("de-AT", "de")])
def test_the_way_in_searches_in_the_browser_s_language(
    locale: str, code: str, browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport=DESK, locale=locale)
    context.add_init_script(path=STAND_IN)
    page = context.new_page()
    page.goto(address)
    typed(page, "licit")
    assert page.evaluate("standIn.language") == code
    assert page.locator(".kb-search").get_attribute("lang") == code
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{code}/search/?q=licit")
    context.close()


@pytest.mark.slow
def test_a_page_that_is_not_there_offers_what_its_address_names(
    desk: BrowserContext, address: str
) -> None:
    desk.add_init_script(path=STAND_IN)
    page = desk.new_page()
    page.goto(f"{address}hu/bridge-2017/27/foo/")
    expect(page.locator(".kb-sought input")).to_have_value("27 foo")
    link = page.locator(".kb-sought li a")
    expect(link).to_have_attribute("href", f"{address}hu/bridge-2017/27/")
    assert page.locator(".kb-sought").get_attribute("lang") == "hu"
    page.goto(f"{address}hu/concepts/%3Cimg%20src=x%3E/%E0%A4%A/")
    assert "<img src=x>" in page.locator(".kb-sought input").input_value()
    page.locator(".kb-sought button").click()
    page.wait_for_url("**/hu/search/?q=*")


@pytest.mark.slow
def test_every_language_s_box_says_all_of_it_in_every_number(
    address: str, desk: BrowserContext
) -> None:
    """Polish and Croatian count in three forms."""
    page = desk.new_page()
    page.goto(address)
    for code in ("pl", "hr", "hu"):
        forms = page.locator(f'template.kb-search-words[lang="{code}"]').get_attribute(
            "data-counted"
        )
        assert (
            set(json.loads(forms or ""))
            == {
                "pl": {"one", "few", "many"},
                "hr": {"one", "few", "other"},
                "hu": {"one", "other"},
            }[code]
        )
