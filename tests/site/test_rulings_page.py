"""The page of rulings in a real browser: by itself, and with the service for too many rulings."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from kb.languages.catalogue import load
from support.site_browsing import focused, open_page

say = load("pl").gettext


@pytest.fixture
def page(desk: BrowserContext, complaints: list[str]) -> Page:
    return open_page(desk, complaints)


def items(page: Page) -> Locator:
    return page.locator(".kb-ruling-list > li")


def titles(page: Page) -> list[str]:
    return page.locator(".kb-ruling-list h2").all_inner_texts()


def test_a_question_in_one_language_finds_a_ruling_in_another(
    page: Page, address: str, complaints: list[str]
) -> None:
    page.goto(f"{address}pl/rulings/")
    expect(items(page)).to_have_count(3)
    page.locator("#kb-words").fill("odzywka niewystarczająca")
    page.keyboard.press("Enter")
    expect(items(page)).to_have_count(1)
    expect(page.locator(".kb-found")).to_have_text("1 orzeczenie")
    found = items(page).first
    expect(found.locator("h2 a")).to_have_attribute("lang", "hu")
    expect(found.locator("time")).to_have_text("7 października 2025")
    expect(found).to_contain_text("węgierski")
    expect(found).to_contain_text("Wynik utrzymany")
    passage = found.locator(".kb-snippet")
    expect(passage).to_have_attribute("lang", "hu")
    expect(passage.locator("mark").first).to_contain_text("elégtelen licit")
    assert parse_qs(urlsplit(page.url).query) == {"q": ["odzywka niewystarczająca"]}
    assert page.title().startswith("odzywka niewystarczająca – orzeczenia")
    found.locator("h2 a").click()
    page.wait_for_url("**/pl/rulings/elegtelen-licit/")
    assert complaints == []


@pytest.mark.slow
def test_facts_narrow_and_the_way_back_leads_back(page: Page, address: str) -> None:
    page.goto(f"{address}pl/rulings/")
    page.locator("#kb-by-lang").select_option("hr")
    expect(items(page)).to_have_count(1)
    expect(page.locator("#kb-by-year option[value='2005']")).to_have_text("2005 (1)")
    expect(page.locator("#kb-by-year option[value='2025']")).to_be_disabled()
    page.go_back()
    expect(items(page)).to_have_count(3)
    expect(page.locator("#kb-by-lang")).to_have_value("")
    expect(page.locator("#kb-by-year option[value='2025']")).to_be_enabled()


@pytest.mark.slow
def test_the_dialog_of_a_clause_leads_to_the_rulings_that_cite_it(page: Page, address: str) -> None:
    page.goto(f"{address}pl/bridge-2017/27/")
    page.locator("a.kb-label[href='#27.B.1.b']").click()
    way = page.locator("dialog .kb-clause-rulings a")
    expect(way).to_have_text("Przywołany w 1 orzeczeniu")
    way.click()
    page.wait_for_url("**/pl/rulings/?law=bridge-2017:27.B.1.b")
    expect(items(page)).to_have_count(1)
    assert titles(page) == ["Elégtelen licit, hasonló értelmű helyesbítés"]
    expect(page.locator("#kb-by-law")).to_have_value("bridge-2017:27.B.1.b")
    expect(items(page).first.locator(".kb-snippet mark")).to_have_text("27B1(b) pontot")


@pytest.mark.slow
def test_the_dialog_of_a_clause_that_no_ruling_cites_says_nothing(page: Page, address: str) -> None:
    page.goto(f"{address}pl/bridge-2017/27/")
    page.locator("a.kb-label[href='#27.C']").click()
    expect(page.locator("dialog .kb-clause-name")).to_be_visible()
    expect(page.locator("dialog .kb-clause-rulings")).to_be_hidden()


@pytest.mark.slow
def test_several_laws_in_the_address_are_asked_for_together(page: Page, address: str) -> None:
    page.goto(f"{address}pl/rulings/?law=bridge-2017:27.B,64.C.1")
    expect(items(page)).to_have_count(2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("qwrtz", "Nic nie znaleziono."),
        ("27X", "Nic nie znaleziono. Nie ma takiego przepisu: przepis 27X."),
        ("<img/src=qwrtz>", "Nic nie znaleziono."),
    ],
)
def test_what_finds_nothing_says_so(page: Page, address: str, query: str, told: str) -> None:
    page.goto(f"{address}pl/rulings/")
    page.locator("#kb-words").fill(query)
    page.keyboard.press("Enter")
    expect(page.locator(".kb-found")).to_contain_text(told)
    assert page.locator(".kb-page img").count() == 0


@pytest.mark.slow
def test_a_broken_shard_is_told(browser: Browser, address: str) -> None:
    damaged = "The search could not be loaded: a file of it is damaged. Load the page again."
    with browser.new_context() as context:  # one that has kept no file
        context.route("**/search/rulings-*.json", lambda route: route.fulfill(status=404, body=""))
        page = context.new_page()
        page.goto(f"{address}pl/rulings/?q=renons")
        expect(page.locator(".kb-found")).to_have_text(say(damaged))


_RULING = {
    "id": "velika-karta-0123456789",
    "title": "Velika karta <b>",
    "date": "2005-03",
    "language": "hr",
    "body": "HBS",
    "decision": "stands",
    "passage": {"text": "🂡 Karta na stolu", "highlights": [[2, 7]], "line": 3},
}


def with_service(page: Page, asked: list[str], total: int = 25) -> None:
    """Make a page one of a site with too many rulings, with a service that answers it."""

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        facets = {"language": [{"value": "hr", "count": total}, {"value": None, "count": 1}]}
        body: object = {"total": total, "results": [_RULING] * 10, "facets": facets}
        if "?" not in route.request.url:
            text = "Prvi redak\nPrema 🂡 članu 50B."
            cites = [{"start": 19, "end": 29, "now": ["bridge-2017:50.B"]}]
            body = {"ruling": {**_RULING, "text": text, "cites": cites}}
        route.fulfill(body=json.dumps(body), content_type="application/json")

    def many(route: Route) -> None:
        html = route.fetch().text().replace('class="kb-said"', 'class="kb-said" data-service=""')
        route.fulfill(body=html, content_type="text/html")

    page.route("**/api/v1/rulings**", answer)
    page.route("**/pl/rulings/**", many)


@pytest.mark.slow
def test_too_many_rulings_are_searched_by_the_service(answered: Page, address: str) -> None:
    asked: list[str] = []
    with_service(answered, asked)
    answered.goto(f"{address}pl/rulings/?q=karta&lang=hr&law=bridge-2017:50")
    expect(items(answered)).to_have_count(10)
    wanted = parse_qs(urlsplit(asked[0]).query)
    assert wanted == {
        "q": ["karta"], "lang": ["hr"], "law": ["bridge-2017:50"], "limit": ["10"], "offset": ["0"],
    }  # fmt: skip
    expect(answered.locator(".kb-found")).to_have_text("25 orzeczeń")
    first = items(answered).first
    expect(first.locator("h2")).to_have_text("Velika karta <b>")
    expect(first.locator("time")).to_have_text("marzec 2005")
    expect(first.locator("mark")).to_have_text("Karta")
    answered.get_by_role("button", name=say("Show more")).click()
    expect(items(answered)).to_have_count(20)
    assert "offset=10" in asked[1]
    assert focused(answered) == "Velika karta <b>"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "kind", "told"),
    [
        (
            429,
            "application/problem+json",
            "There is too much to do right now. Try again in a moment.",
        ),
        (404, "text/html", "The search could not be loaded. Is there a connection?"),
    ],
)
def test_what_is_read_stays_when_the_service_fails(
    answered: Page, address: str, status: int, kind: str, told: str
) -> None:
    with_service(answered, [])
    answered.goto(f"{address}pl/rulings/?q=karta")
    expect(items(answered)).to_have_count(10)
    answered.route(
        "**/api/v1/rulings**",
        lambda route: route.fulfill(status=status, content_type=kind, body="{}"),
    )
    onward = answered.get_by_role("button", name=say("Show more"))
    onward.click()
    expect(answered.locator(".kb-found")).to_have_text(say(told))
    expect(items(answered)).to_have_count(10)
    expect(answered.locator(".kb-no-service")).to_be_hidden()
    answered.unroute("**/api/v1/rulings**")
    with_service(answered, [])
    onward.click()
    expect(items(answered)).to_have_count(20)


@pytest.mark.slow
def test_a_ruling_of_the_service_is_shown_with_its_laws(answered: Page, address: str) -> None:
    asked: list[str] = []
    with_service(answered, asked)
    answered.goto(f"{address}pl/rulings/?id=velika-karta-0123456789")
    expect(answered.locator(".kb-whole p[class=''], .kb-whole .kb-ruling-words p")).to_have_count(2)
    link = answered.locator(".kb-ruling-words a")
    expect(link).to_have_text("članu 50B.")
    link.click()
    answered.wait_for_url("**/pl/bridge-2017/50/#50.B")


@pytest.mark.slow
def test_without_the_service_the_page_says_so(answered: Page, address: str) -> None:
    with_service(answered, [])
    answered.unroute("**/api/v1/rulings**")
    answered.route(
        "**/api/v1/rulings**",
        lambda route: route.fulfill(status=404, content_type="text/html", body="<h1>No</h1>"),
    )
    answered.goto(f"{address}pl/rulings/?q=karta")
    expect(answered.locator(".kb-no-service")).to_be_visible()
    expect(items(answered)).to_have_count(0)
