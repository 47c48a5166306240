"""A clause's number: its link, citation and words to be copied, an error to be reported."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from support.site_browsing import requests_of

REVISION = "2017, a 73. és a 89. szakasz 2024-es szövegével"
WORDS = (
    "„Eltekintve az a) pontban leírt esetektől, ha az elégtelen licitet egy hasonló értelmű "
    "licittel (lásd a 23A szakaszt) helyettesítik, a licit helyreigazítás nélkül folytatódik. "
    "A 16C szakasz nem alkalmazható, de lásd a lenti D pontot.”"
)


@pytest.fixture
def writing(desk: BrowserContext) -> BrowserContext:
    """A window whose reader lets pages copy."""
    desk.grant_permissions(["clipboard-read", "clipboard-write"])
    return desk


def copied(page: Page, kind: str) -> str:
    page.evaluate("navigator.clipboard.writeText('')")
    page.locator(f".kb-clause [data-copy={kind}]").click()
    expect(page.locator(".kb-copied")).not_to_be_empty()
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def open_clause(page: Page, id: str) -> None:
    page.locator(f'[id="{id}"] > .kb-label').click()
    expect(page.locator(".kb-clause")).to_be_visible()


def test_a_clause_is_copied_as_players_cite_it(writing: BrowserContext, address: str) -> None:
    page = writing.new_page()
    page.goto(f"{address}hu/bridge-2017/27/")
    open_clause(page, "27.B.1.b")
    link = f"{address}hu/bridge-2017/27/#27.B.1.b"
    citation = "27B1(b) pont, A versenybridzs szabályai 2017 (magyar)"
    assert page.url == link
    assert copied(page, "link") == link
    assert copied(page, "citation") == citation
    assert copied(page, "quotation") == f"{WORDS}\n{citation}; változat: {REVISION}\n{link}"
    assert page.get_by_text("Másolva.").is_visible()


@pytest.mark.slow
def test_a_clause_without_words_of_its_own_is_quoted_with_its_parts(
    writing: BrowserContext, address: str
) -> None:
    page = writing.new_page()
    page.goto(f"{address}pl/bridge-2017/27/?beside=pl,hu")
    open_clause(page, "27.B.1")
    polish, hungarian = copied(page, "quotation").split("\n\n")
    assert polish.startswith("„(a) Jeżeli odzywka niewystarczająca została zastąpiona")
    assert "\n(b) Z wyjątkiem przypadków przewidzianych w punkcie (a)" in polish
    assert polish.endswith(f"\n{address}pl/bridge-2017/27/#27.B.1")
    assert "\nprzepis 27B1, " in hungarian
    assert "(węgierski)" in hungarian.splitlines()[-2]


@pytest.mark.slow
def test_old_words_are_quoted_with_their_own_number(writing: BrowserContext, address: str) -> None:
    page = writing.new_page()
    page.goto(f"{address}hr/bridge-2017/27/?beside=hr-1997,hu")
    page.locator('[id="27.D"] .kb-fetched .kb-words').first.wait_for()
    open_clause(page, "27.D")
    today, old = copied(page, "quotation").split("\n\n")
    assert "27B1(b)" in old.splitlines()[-2]
    assert "1997" in old.splitlines()[-2]
    assert old.endswith("/hr/bridge-1997/27/#27.B.1.b")
    assert today.endswith("/hr/bridge-2017/27/#27.D")


@pytest.mark.slow
def test_the_comparison_gives_the_lasting_link_and_a_law_its_page(
    writing: BrowserContext, address: str
) -> None:
    page = writing.new_page()
    page.goto(f"{address}pl/bridge-1997_bridge-2017/25/")
    open_clause(page, "25.A.2")
    assert copied(page, "link") == f"{address}pl/bridge-2017/25/#25.A.2"
    page.keyboard.press("Escape")
    page.goto(f"{address}pl/bridge-2017/25/")
    page.locator("h1 .kb-number").click()
    assert copied(page, "link") == f"{address}pl/bridge-2017/25/"


@pytest.mark.slow
def test_the_keyboard_opens_copies_and_comes_back(writing: BrowserContext, address: str) -> None:
    page = writing.new_page()
    page.goto(f"{address}hu/bridge-2017/25/")
    label = page.locator('[id="25.A.2"] > .kb-label')
    label.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="25A2 pont")).to_be_visible()
    page.keyboard.press("Enter")  # the first way is the link
    expect(page.locator(".kb-copied")).to_have_text("Másolva.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}hu/bridge-2017/25/#25.A.2"
    page.keyboard.press("Escape")
    expect(label).to_be_focused()


@pytest.mark.slow
def test_who_may_not_copy_gets_the_words_by_hand(phone: BrowserContext, address: str) -> None:
    page = phone.new_page()
    page.add_init_script("delete Clipboard.prototype.write")
    page.goto(f"{address}hu/bridge-2017/27/")
    page.locator('[id="27.A.1"] > .kb-label').tap()
    page.locator("[data-copy=citation]").tap()
    by_hand = page.locator(".kb-by-hand")
    expect(by_hand).to_have_value("27A1 pont, A versenybridzs szabályai 2017 (magyar)")
    expect(by_hand).to_be_focused()
    assert page.locator(".kb-clause").bounding_box()["width"] == 360  # type: ignore[index]


@pytest.mark.slow
def test_an_error_is_reported_in_ones_own_letter(desk: BrowserContext, address: str) -> None:
    page = desk.new_page()
    page.goto(f"{address}hu/bridge-2017/27/")
    asked = requests_of(page)
    open_clause(page, "27.B.1.b")
    page.locator("[data-report]").click()
    report = page.locator(".kb-report textarea").input_value()
    assert report.startswith("Hiba itt: 27B1(b) pont, A versenybridzs szabályai 2017 (magyar)\n")
    assert f"{address}hu/bridge-2017/27/#27.B.1.b\n" in report
    assert WORDS in report
    assert REVISION in report
    assert not page.locator("[data-mail]").is_visible()  # there is no address to write to
    page.keyboard.press("Escape")
    page.locator(".kb-report-page a").click()
    assert "Eltekintve" not in page.locator(".kb-report textarea").input_value()
    assert not asked


@pytest.mark.slow
def test_without_scripts_numbers_and_reports_are_links(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}pl/bridge-2017/27/")
        page.locator('[id="27.B.1.b"] > .kb-label').click()
        page.wait_for_url("**/#27.B.1.b")
        report = page.locator(".kb-report-page a").get_attribute("href")
        assert report == "../../about/#corrections"
