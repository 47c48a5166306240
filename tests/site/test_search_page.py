"""The page that shows what a search finds, in a real browser, with an engine that stands in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from kb.languages.catalogue import load
from support.federations import DESK
from support.homes import REPOSITORY

STAND_IN = REPOSITORY / "tests/data/stand_in_engine.js"

say = load("hu").gettext


@pytest.fixture
def page(desk: BrowserContext) -> Page:
    desk.add_init_script(path=STAND_IN)
    return desk.new_page()


def look_up(page: Page, address: str, query: str) -> None:
    page.goto(f"{address}hu/search/?q={query}")
    expect(page.locator(".kb-found")).not_to_be_empty()


def results(page: Page) -> list[str]:
    return page.locator(".kb-results h3").all_inner_texts()


def found(page: Page) -> Locator:
    return page.locator(".kb-found")


def test_what_is_found_stands_by_law_with_the_words_of_each_provision(
    page: Page, address: str
) -> None:
    look_up(page, address, "licit")
    assert results(page) == ["27. szakasz\nELÉGTELEN BEMONDÁS", "18. szakasz\nBEMONDÁSOK"]
    expect(page.locator(".kb-find input")).to_have_value("licit")
    assert page.title().startswith("licit – ")
    assert found(page).inner_text() == load("hu").ngettext(
        "%(num)d result", "%(num)d results", 2
    ) % {"num": 2}
    law = page.locator(".kb-result-of-search").first
    link = law.get_by_role("link", name="27B1(b) pont")
    expect(link).to_have_attribute("href", f"{address}hu/bridge-2017/27/#27.B.1.b")
    hit = law.locator(".kb-hit").first
    expect(hit.locator(".kb-snippet")).to_have_text("… az elégtelen <b>licit</b> (27.B.1.b)")
    assert hit.locator("mark").all_inner_texts() == ["elégtelen"]
    link.click()
    page.wait_for_url("**/hu/bridge-2017/27/#27.B.1.b")


@pytest.mark.slow
def test_other_languages_come_after_and_an_older_edition_says_so(page: Page, address: str) -> None:
    look_up(page, address, "licit")
    refining = page.locator(".kb-refining")
    expect(refining).to_have_text(say("Looking in the other languages too …"))
    status = page.locator(".kb-told [role=status]")
    expect(status).to_contain_text(say("Looking in the other languages too …"))
    page.evaluate("standIn.refine()")
    expect(status).to_have_text(found(page).inner_text())
    expect(refining).to_be_empty()
    assert [one.split("\n")[0] for one in results(page)] == [
        "18. szakasz",
        "27. szakasz",
        "25. szakasz",
    ]
    old = page.locator(".kb-result-old")
    assert "1997" in old.locator(".kb-tag").inner_text()
    assert old.locator(".kb-became").inner_text() == say("Superseded code.")
    assert old.locator("h3 [lang=hr]").inner_text() == "Zakonite promjene"
    expect(old.locator(".kb-snippet")).to_have_attribute("lang", "hr")
    today = old.locator(".kb-now-at a")
    expect(today).to_have_attribute("href", f"{address}hu/bridge-2017/25/#25.B")


@pytest.mark.slow
def test_a_law_is_followed_by_what_leads_to_it(page: Page, address: str) -> None:
    look_up(page, address, "licit")
    laws = page.locator(".kb-result-of-search")
    leading = laws.first.locator(".kb-led-to")
    expect(leading).to_contain_text(say("What happened?"))
    links = leading.get_by_role("link")
    assert links.all_inner_texts() == ["Elégtelen licit <1>", "Megváltoztatott hívás"]
    expect(links.first).to_have_attribute("href", f"{address}hu/decide/insufficient-bid/")
    expect(laws.nth(1).locator(".kb-led-to")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("sign", ["keyboard", "pointer"])
def test_what_is_being_read_stays_where_it_is_and_the_new_order_is_offered(
    sign: str, page: Page, address: str
) -> None:
    look_up(page, address, "licit")
    link = page.locator(".kb-results h3 a").nth(1)
    link.focus() if sign == "keyboard" else link.hover()
    before = results(page)
    page.evaluate("standIn.refine()")
    expect(page.locator(".kb-refining")).to_have_text(
        say("The other languages have been searched too, and the order has changed.")
    )
    assert results(page) == before
    if sign == "keyboard":
        expect(link).to_be_focused()
    page.locator(".kb-refine").click()
    expect(page.locator(".kb-results h3")).to_have_count(3)
    expect(page.locator(".kb-results h3 a").first).to_be_focused()


@pytest.mark.slow
def test_the_back_button_leads_through_what_was_asked(page: Page, address: str) -> None:
    look_up(page, address, "licit")
    box = page.locator(".kb-find input")
    box.fill("kontra")
    page.wait_for_url("**/hu/search/?q=kontra")  # as typed, without a step of its own
    assert page.evaluate("history.length") == 2
    box.press("Enter")
    assert page.evaluate("history.length") == 3
    page.locator(".kb-results h3 a").first.click()
    page.wait_for_url("**/hu/bridge-2017/27/")
    page.go_back()
    expect(box).to_have_value("kontra")
    expect(page.locator(".kb-results")).to_have_count(2)
    page.go_back()
    expect(box).to_have_value("licit")
    expect(page.locator(".kb-results h3")).to_have_count(2)
    assert page.title().startswith("licit – ")


@pytest.mark.slow
def test_games_stand_apart_and_one_book_can_be_shown_alone(page: Page, address: str) -> None:
    look_up(page, address, "kontra")
    heads = page.locator(".kb-answer h2").all_inner_texts()
    assert heads == [say("Laws of Duplicate Bridge"), say("Tournament rules of Ulti")]
    facets = page.locator(".kb-facets").get_by_role("button")
    assert facets.count() == 3
    facets.filter(has_text="Ulti").or_(facets.filter(has_text="ulti")).click()
    assert results(page) == ["10. §\nA renonsz."]
    expect(page.locator(".kb-facets [aria-pressed=true]")).to_be_focused()
    page.reload()
    expect(page.locator(".kb-results h3")).to_have_count(1)
    page.go_back()
    expect(page.locator(".kb-results h3")).to_have_count(2)


@pytest.mark.slow
def test_ten_laws_are_shown_and_the_reader_may_go_on_to_more(page: Page, address: str) -> None:
    look_up(page, address, "sok")
    more = page.locator(".kb-more")
    expect(more).to_be_hidden()  # others may still come first
    page.evaluate("standIn.refine()")
    expect(page.locator(".kb-results h3")).to_have_count(10)
    more.click()
    expect(page.locator(".kb-results h3")).to_have_count(12)
    expect(page.locator(".kb-results h3 a").nth(10)).to_be_focused()
    expect(more).to_be_hidden()


@pytest.mark.slow
def test_what_was_read_otherwise_and_what_does_not_exist_is_said(page: Page, address: str) -> None:
    look_up(page, address, "kontra")
    aside = page.locator(".kb-asides p")
    assert aside.all_inner_texts() == [
        say("“%(read)s” was searched for instead of “%(typed)s”.")
        % {"read": "kontra", "typed": "kontar"}
    ]
    page.goto(f"{address}hu/search/?q=27Z9")
    expect(aside).to_have_text(
        say("There is no %(place)s. The nearest: %(places)s")
        % {"place": "27Z9 pont", "places": "27. szakasz"}
    )
    expect(aside.locator("a")).to_have_attribute("href", f"{address}hu/bridge-2017/27/")


@pytest.mark.slow
def test_where_nothing_is_found_that_is_said_only_when_all_languages_were_searched(
    page: Page, address: str
) -> None:
    page.goto(f"{address}hu/search/?q=semmi")
    expect(page.locator(".kb-refining")).not_to_be_empty()
    assert found(page).inner_text() == ""
    page.evaluate("standIn.refine()")
    expect(found(page)).to_have_text(say("Nothing was found."))
    expect(page.get_by_role("link", name=say("Subject index"))).to_be_visible()
    page.goto(f"{address}hu/search/?q=pótlás")
    expect(page.locator(".kb-refining")).not_to_be_empty()
    page.evaluate("standIn.refine()")
    expect(page.locator(".kb-results h3")).to_have_count(1)


@pytest.mark.slow
def test_a_search_that_fails_says_why_and_the_next_one_is_tried(page: Page, address: str) -> None:
    look_up(page, address, "törött")
    expect(found(page)).to_have_text(say("The search could not be loaded. Is there a connection?"))
    page.locator(".kb-find input").fill("licit")
    expect(page.locator(".kb-results h3")).to_have_count(2)
    page.locator(".kb-find input").fill("licit " * 400)
    expect(found(page)).to_contain_text("2000")
    expect(page.locator(".kb-results")).to_have_count(0)


@pytest.mark.slow
def test_an_example_is_searched_for_and_an_empty_page_says_how(page: Page, address: str) -> None:
    page.goto(f"{address}hu/search/")
    expect(page.locator(".kb-advice li").first).to_be_visible()
    assert found(page).inner_text() == ""
    page.locator(".kb-examples a").first.click()
    expect(page.locator(".kb-find input")).to_have_value("27B1(b)")
    expect(page.locator(".kb-results h3")).to_have_count(1)
    page.go_back()
    expect(page.locator(".kb-find input")).to_have_value("")
    expect(page.locator(".kb-results")).to_have_count(0)


@pytest.mark.slow
def test_results_push_nothing_that_is_being_looked_at(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=DESK)
    context.add_init_script(path=STAND_IN)
    context.add_init_script(
        """window.shifted = 0;
        new PerformanceObserver((list) => {
          for (const one of list.getEntries()) window.shifted += one.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    page = context.new_page()
    look_up(page, address, "licit")
    page.wait_for_timeout(200)
    page.evaluate("standIn.refine()")
    expect(page.locator(".kb-results h3")).to_have_count(3)
    page.wait_for_timeout(200)
    assert page.evaluate("shifted") < 0.1
    context.close()
