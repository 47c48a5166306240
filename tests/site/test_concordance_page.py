"""The page of the concordance in a real browser, with the service and without it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from kb.languages.catalogue import load
from support.site_browsing import open_page

say = load("pl").gettext

QUERY = '"karta przygwożdżona" NOT law:50'


@pytest.fixture
def page(desk: BrowserContext, complaints: list[str]) -> Page:
    return open_page(desk, complaints)


def ask(page: Page, address: str, query: str = "") -> None:
    page.goto(f"{address}pl/concordance/{f'?q={query}' if query else ''}")


def rows(page: Page) -> Locator:
    return page.locator(".kb-kwic tr")


@pytest.mark.slow
def test_every_place_stands_with_its_words_in_one_column(
    page: Page, address: str, complaints: list[str]
) -> None:
    ask(page, address, QUERY)
    expect(rows(page)).to_have_count(43)
    matches = page.locator(".kb-kwic mark")
    assert {words.lower() for words in matches.all_inner_texts()} >= {"kartą przygwożdżoną"}
    edges = {round((box or {"x": 0})["x"]) for one in matches.all() if (box := one.bounding_box())}
    assert len(edges) == 1
    expect(page.locator(".kb-found")).to_have_text("43 miejsca w 42 fragmentach")
    line = rows(page).filter(has=page.get_by_role("link", name="przepis 14B4")).first
    expect(line.locator("mark")).to_have_count(1)
    link = line.get_by_role("link")
    expect(link).to_have_attribute("href", "/pl/bridge-2017/14/#14.B.4")
    link.click()
    page.wait_for_url("**/pl/bridge-2017/14/#14.B.4")
    assert complaints == []


@pytest.mark.slow
def test_a_line_says_which_language_it_is_in(page: Page, address: str) -> None:
    ask(page, address, "revoke OR renons lang:(de OR hr)")
    expect(rows(page).first).to_be_visible()
    languages = page.locator(".kb-kwic td").evaluate_all("all => all.map((one) => one.lang)")
    assert {*languages} == {"de", "hr"}


@pytest.mark.slow
def test_counts_narrow_the_query_and_the_way_back_leads_back(page: Page, address: str) -> None:
    ask(page, address, "karta")
    expect(rows(page)).to_have_count(50)
    before = page.locator(".kb-found").inner_text()
    counted = page.locator(".kb-counted-by").nth(1).get_by_role("link", name=say("Notes"))
    number = counted.locator("xpath=..").locator(".kb-count").inner_text()
    counted.click()
    expect(rows(page)).to_have_count(int(number))
    expect(page.locator("#kb-words")).to_have_value("karta kind:note")
    assert page.evaluate("new URLSearchParams(location.search).get('q')") == "karta kind:note"
    page.go_back()
    expect(page.locator(".kb-found")).to_have_text(before)
    expect(page.locator("#kb-words")).to_have_value("karta")


@pytest.mark.slow
def test_the_form_asks_for_a_language_a_text_and_an_order(page: Page, address: str) -> None:
    ask(page, address)
    expect(page.locator(".kb-ways")).to_be_visible()
    page.locator("#kb-words").fill("karta")
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(50)
    # The ways to narrow an answer say what was asked; its words may be those of the answer before.
    narrower = page.locator(".kb-counted-by").get_by_role("link", name=say("Notes"))
    page.locator("#kb-within").select_option("bridge-1997/hr")
    expect(narrower).to_have_attribute("href", "?q=karta+kind%3Anote&in=bridge-1997%2Fhr")
    expect(rows(page).first.locator("a")).to_have_attribute("href", re.compile("/bridge-1997/"))
    page.locator("#kb-sort").select_option("right")
    expect(narrower).to_have_attribute("href", re.compile("&sort=right$"))
    words = [one.lower() for one in page.locator(".kb-kwic .kb-right").all_inner_texts()]
    assert words[0].startswith("karta")
    page.get_by_role("button", name=say("Show more")).click()
    expect(rows(page)).to_have_count(100)
    assert page.evaluate("document.activeElement.closest('.kb-kwic') !== null")


@pytest.mark.slow
def test_what_is_read_stays_when_the_service_has_too_much_to_do(
    answered: Page, address: str
) -> None:
    ask(answered, address, "karta")
    expect(rows(answered)).to_have_count(50)
    problem = json.dumps({"type": "/problems/busy", "title": "Busy", "status": 503})
    busy = {"status": 503, "content_type": "application/problem+json", "body": problem}
    answered.route("**/concordance?**", lambda route: route.fulfill(**busy))
    answered.get_by_role("button", name=say("Show more")).click()
    told = "There is too much to do right now. Try again in a moment."
    expect(answered.locator(".kb-found")).to_have_text(say(told))
    expect(rows(answered)).to_have_count(50)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "marked", "told"),
    [
        ("karta lawn:27", "lawn:", "There is no such field."),
        ("szín👍 (karta", "(", "This bracket is not closed."),
        ("NOT karta", "NOT", "NOT and fields only narrow"),
    ],
)
def test_a_slip_is_shown_at_its_place(
    page: Page, address: str, query: str, marked: str, told: str
) -> None:
    ask(page, address, query)
    expect(page.locator(".kb-fault mark")).to_have_text(marked)
    expect(page.locator(".kb-fault code")).to_have_text(query)
    english = next(m for m in MESSAGES if m.startswith(told))
    expect(page.locator(".kb-fault")).to_contain_text(say(english))
    expect(page.locator("#kb-words")).to_have_attribute("aria-invalid", "true")
    page.locator("#kb-words").fill("karta")
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(50)
    expect(page.locator(".kb-fault")).to_be_empty()


MESSAGES = (
    "There is no such field. Words with a colon stand in quotation marks.",
    "This bracket is not closed.",
    "NOT and fields only narrow what other words find: add a word or a phrase.",
)


@pytest.mark.slow
def test_nothing_found_names_what_is_near(page: Page, address: str) -> None:
    ask(page, address, "przygwozdona")
    expect(page.locator(".kb-found")).to_contain_text(say("Nothing was found."))
    expect(page.locator(".kb-found")).to_contain_text("przygwozdzona")


@pytest.mark.slow
def test_markup_in_a_query_is_shown_as_it_is(page: Page, address: str) -> None:
    ask(page, address, "karta <img/src=x> law:")
    expect(page.locator(".kb-fault code")).to_have_text("karta <img/src=x> law:")
    assert page.locator(".kb-fault img").count() == 0


@pytest.mark.slow
def test_without_the_service_the_page_says_so(answered: Page, address: str) -> None:
    def absent(route: Route) -> None:
        route.fulfill(status=404, content_type="text/html", body="<h1>Not found</h1>")

    answered.route("**/api/v1/**", absent)
    ask(answered, address)
    expect(answered.locator(".kb-no-service")).to_be_visible()
    expect(answered.locator(".kb-no-service")).to_contain_text("kodeks concordance")
    expect(answered.locator("#kb-words")).to_be_disabled()


@pytest.mark.slow
def test_without_a_network_the_page_says_so(answered: Page, address: str) -> None:
    answered.route("**/api/v1/**", lambda route: route.abort())
    ask(answered, address, "karta")
    expect(answered.locator(".kb-found")).to_have_text(
        say("The concordance could not be asked. Is there a connection?")
    )


@pytest.mark.slow
def test_words_that_may_not_be_shown_are_a_link_alone(answered: Page, address: str) -> None:
    def withheld(route: Route) -> None:
        answer = route.fetch().json()
        for line in answer["lines"]:
            line |= {"left": "", "match": "", "right": "", "withheld": True}
        route.fulfill(content_type="application/json", body=json.dumps(answer))

    answered.route("**/api/v1/concordance**", withheld)
    ask(answered, address, "karta law:50")
    expect(rows(answered).first.locator(".kb-withheld")).to_be_visible()
    expect(rows(answered).first.get_by_role("link")).to_be_visible()
    assert answered.locator(".kb-kwic mark").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_has_room_for_everything(phone: BrowserContext, address: str, scheme: str) -> None:
    page = phone.new_page()
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    ask(page, address, "karta")
    expect(rows(page)).to_have_count(50)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


@pytest.mark.slow
def test_the_search_page_leads_there(page: Page, address: str) -> None:
    page.goto(f"{address}pl/search/")
    page.locator(".kb-ways").get_by_role("link", name=say("Concordance")).click()
    page.wait_for_url("**/pl/concordance/")
    expect(page.get_by_role("heading", name=say("Concordance"), level=1)).to_be_visible()
