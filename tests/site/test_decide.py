"""What happened? From the home page to the ruling: on a phone, by keyboard, without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import cycle
from statistics import median

import pytest
from bench_decide import taps
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kb.core.procedures import GO, Procedures
from kb.corpus.corpus import Corpus
from kb.deciding.walking import parse_answers, walk, ways
from kb.storage.store import Store
from support.federations import PHONE
from support.site_browsing import open_page
from support.waiting import wait_until

BID = "insufficient-bid"


@pytest.fixture(scope="module")
def procedures(store: Store) -> Procedures:
    return store.procedures("bridge-2017")


@pytest.fixture
def page(phone: BrowserContext) -> Iterator[Page]:
    """A tab on a phone, of which nothing may be complained."""
    complaints: list[str] = []
    yield open_page(phone, complaints)
    assert complaints == []


def answer(page: Page, key: str) -> None:
    """Choose an answer of the question that is shown."""
    page.locator(f".kb-ask:visible [data-answer='{key}']").click()


def steps(page: Page) -> list[str]:
    """The words of the steps of the ruling that is shown."""
    return page.locator(".kb-end:visible .kb-step-words").all_inner_texts()


def steps_of(procedures: Procedures, answers: str, language: str) -> list[str]:
    """The words of the steps that answers to the insufficient bid lead to."""
    bid = procedures.by_id[BID]
    outcome = walk(bid, parse_answers(answers)).outcome
    assert outcome
    return [bid.says(step.words_key, language) for step in outcome.steps]


def with_pending(procedures: Procedures) -> tuple[str, list[str]]:
    """A way of the insufficient bid with something due after play: its answers, their keys."""
    for way in ways(procedures.by_id[BID]):
        if way.outcome and way.outcome.steps[-1].when == "after":
            return way.answers, [answer.key for _, answer in way.path]
    raise AssertionError


@pytest.mark.slow
def test_from_the_home_page_to_a_ruling_for_every_frequent_situation(
    page: Page, address: str, procedures: Procedures
) -> None:
    """Each in one language, by turns: that all have all words, the build sees."""
    languages = cycle(["hu", "pl", "hr", "it", "fr", "de", "en"])
    for number, (tile, language) in enumerate(
        zip(procedures.header.tiles, languages, strict=False)
    ):
        page.goto(f"{address}{language}/")
        page.locator(".kb-tiles a").nth(number).click()
        if len(tile.procedures) > 1:
            page.locator(f"#{tile.key} .kb-answers a").first.click()
        procedure = procedures.by_id[tile.procedures[0]]
        expect(page.locator("h1")).to_have_text(procedure.says("title", language))
        expect(page.locator(".kb-scripted")).to_have_count(1)
        way = next(way for way in ways(procedure) if way.outcome)
        for question, chosen in way.path:
            asked = page.locator(".kb-ask:visible h2")
            expect(asked).to_have_text(procedure.says(question.words_key, language))
            answer(page, chosen.key)
        assert way.outcome
        told = [procedure.says(step.words_key, language) for step in way.outcome.steps]
        assert steps(page) == told


def test_the_frequent_situations_take_few_taps(procedures: Procedures) -> None:
    """Counted from the home page: the tile, which of its procedures, every answer; to a ruling.

    An answer that says it was another situation begins anew, and is not counted.
    """

    medians = []
    for tile in procedures.header.tiles:
        before = 1 + (len(tile.procedures) > 1)
        medians.append(median(before + n for id in tile.procedures for n in taps(procedures, id)))
    assert median(medians) <= 4


def test_the_way_so_far_leads_back_to_any_answer(
    page: Page, address: str, procedures: Procedures
) -> None:
    _, keys = with_pending(procedures)
    assert len(keys) >= 2
    page.goto(f"{address}hu/decide/{BID}/")
    for key in keys:
        answer(page, key)
    sofar = page.locator(".kb-so-far li a")
    expect(sofar).to_have_count(len(keys))
    sofar.nth(0).click()
    expect(page.locator(".kb-ask:visible")).to_have_count(1)
    expect(
        page.locator(f".kb-ask:visible[data-question='{procedures.by_id[BID].start}']")
    ).to_be_visible()
    page.go_back()
    expect(page.locator(".kb-end:visible")).to_have_count(1)
    page.locator(".kb-backwards a").first.click()
    expect(page.locator(".kb-so-far li")).to_have_count(len(keys) - 1)
    assert page.evaluate("document.activeElement.tagName") == "H2"


@pytest.mark.slow
def test_an_address_with_answers_is_a_permalink(
    page: Page, address: str, procedures: Procedures
) -> None:
    answers, _ = with_pending(procedures)
    page.goto(f"{address}pl/decide/{BID}/#{answers}")
    assert len(steps(page)) == len(steps_of(procedures, answers, "pl"))
    page.goto(f"{address}pl/decide/{BID}/#how=<b>,lho=%22")
    expect(page.locator(".kb-ask:visible")).to_have_count(1)


#: By the answers of each way, which end is shown, or where the answers of a question lead.
_SHOWN = """async (all) => {
  const found = [];
  for (const answers of all) {
    if (location.hash !== (answers && `#${answers}`)) {
      const turned = new Promise((done) => addEventListener("hashchange", done, { once: true }));
      location.hash = answers;
      await turned;
    }
    const every = [...document.querySelectorAll(".kb-end, .kb-ask")];
    const shown = every.filter((one) => one.checkVisibility());
    if (shown.length !== 1) throw new Error(`${answers}: ${shown.length} are shown`);
    const links = {};
    for (const one of shown[0].querySelectorAll("[data-answer]"))
      links[one.dataset.answer] = [one.getAttribute("href"), one.dataset.to];
    found.push({ end: shown[0].dataset.end, links });
  }
  return found;
}"""


@pytest.mark.slow
def test_every_way_in_the_browser_is_that_of_the_program(
    desk: BrowserContext, address: str, procedures: Procedures
) -> None:
    page = desk.new_page()
    for id, procedure in procedures.by_id.items():
        page.goto(f"{address}de/decide/{id}/")
        expect(page.locator(".kb-scripted")).to_have_count(1)
        every = [*ways(procedure)]
        found = page.evaluate(_SHOWN, [way.answers for way in every])
        for way, shown in zip(every, found, strict=True):
            if way.goes:
                last = way.path[-1][1]
                assert shown["links"][last.key] == [f"../{way.goes}/", f"{GO}{way.goes}"], id
            else:
                assert way.outcome
                assert shown["end"] == way.outcome.key, (id, way.answers)


@pytest.mark.slow
def test_it_works_without_scripts(browser: Browser, address: str, procedures: Procedures) -> None:
    with browser.new_context(viewport=PHONE, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}fr/")
        page.locator(".kb-tiles a").first.click()
        expect(page.locator(".kb-choice:visible")).to_have_count(1)
        page.goto(f"{address}fr/decide/{BID}/")
        _, keys = with_pending(procedures)
        for key in keys:
            expect(page.locator(".kb-ask:visible")).to_have_count(1)
            answer(page, key)
        expect(page.locator(".kb-end:visible")).to_have_count(1)
        expect(page.locator(".kb-ask:visible")).to_have_count(0)


@pytest.mark.slow
def test_a_tap_before_the_script_is_there_counts(
    phone: BrowserContext, address: str, procedures: Procedures
) -> None:
    """On a slow connection an answer leads on as without scripts; then the script knows the way."""
    procedure = procedures.by_id[BID]
    start = procedure.question(procedure.start)
    first = next(answer for answer in start.answers if not answer.to.startswith(GO))
    page = phone.new_page()
    page.goto(f"{address}hu/decide/{BID}/#ask-{first.to}")
    expect(page.locator(".kb-so-far li")).to_have_count(1)
    expect(page.locator(f".kb-ask:visible[data-question='{first.to}']")).to_be_visible()
    assert page.url.endswith(f"#{start.key}={first.key}")


@pytest.mark.slow
def test_by_keyboard_alone(desk: BrowserContext, address: str, procedures: Procedures) -> None:
    page = desk.new_page()
    page.goto(f"{address}hr/decide/{BID}/")
    _, keys = with_pending(procedures)
    for key in keys:
        link = page.locator(f".kb-ask:visible [data-answer='{key}']")
        link.focus()
        page.keyboard.press("Enter")
    expect(page.locator(".kb-end:visible")).to_have_count(1)
    assert page.evaluate("document.activeElement.closest('.kb-end') !== null")


@pytest.mark.slow
def test_the_ruling_is_shown_to_people_of_another_language(
    page: Page, address: str, procedures: Procedures
) -> None:
    answers, _ = with_pending(procedures)
    page.goto(f"{address}hr/decide/{BID}/#{answers}")
    page.click(".kb-theirs [data-language=pl]")
    shown = page.locator(".kb-turn[open] section")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("lang", "pl")
    expect(shown.locator("h2")).to_have_text(procedures.by_id[BID].says("title", "pl"))
    for number, words in enumerate(steps_of(procedures, answers, "pl")):
        expect(shown.locator("ol > li").nth(number)).to_contain_text(words)
    page.click(".kb-turn [data-do=beside]")
    expect(shown).to_have_count(2)
    expect(shown.nth(1)).to_have_attribute("lang", "hr")
    page.click(".kb-turn [data-do=close]")
    expect(page.locator(".kb-turn")).to_be_hidden()


@pytest.mark.slow
def test_what_is_pending_stays_until_it_is_ticked_off(
    page: Page, address: str, procedures: Procedures
) -> None:
    answers, _ = with_pending(procedures)
    page.goto(f"{address}it/decide/{BID}/#{answers}")
    later = page.locator(".kb-end:visible li[data-when]:not([data-when=now])").count()
    page.click("[data-do=keep]")
    page.goto(f"{address}it/decide/")
    boxes = page.locator(".kb-due input")
    expect(boxes).to_have_count(later)
    page.reload()
    expect(boxes).to_have_count(later)
    expect(page.locator(".kb-due a")).to_have_attribute("href", f"{BID}/#{answers}")
    for left in range(later - 1, -1, -1):
        boxes.first.click()
        expect(boxes).to_have_count(left)
    expect(page.locator(".kb-due")).to_be_hidden()


@pytest.mark.slow
def test_what_others_wrote_into_the_storage_is_no_danger(page: Page, address: str) -> None:
    page.goto(f"{address}en/decide/")
    evil = [
        {
            "language": "en",
            "title": "<img onerror=alert(1)>",
            "address": "javascript:alert(1)",
            "day": "x",
            "steps": [{"label": "a", "words": "b", "cited": "c"}],
        },
        {
            "language": "en",
            "title": "<b>x</b>",
            "address": f"{BID}/#how=meant",
            "day": "x",
            "steps": [{"label": "<i>a</i>", "words": "b", "cited": "c"}],
        },
    ]
    for value in (json.dumps(evil), "{", "null", "[[]]"):
        page.evaluate("value => localStorage.setItem('kodeks.due', value)", value)
        page.reload()
        assert page.locator(".kb-due a").count() == (1 if value.startswith("[{") else 0)
        assert page.locator(".kb-due :is(img, i)").count() == 0


@pytest.mark.slow
def test_a_ruling_is_copied_as_a_note_with_links(
    browser: Browser, address: str, procedures: Procedures
) -> None:
    answers, _ = with_pending(procedures)
    with browser.new_context(permissions=["clipboard-read", "clipboard-write"]) as context:
        page = context.new_page()
        page.goto(f"{address}en/decide/{BID}/#{answers}")
        page.click("[data-do=copy]")
        expect(page.locator(".kb-copied")).to_have_text("Copied.")
        text = page.evaluate("navigator.clipboard.readText()")
    for words in steps_of(procedures, answers, "en"):
        assert words in text
    assert f"{address}en/decide/{BID}/#{answers}" in text
    assert re.search(rf"^27\w+(\(\w\))?: {re.escape(address)}en/bridge-2017/27/#27", text, re.M)


@pytest.mark.slow
def test_the_laws_words_are_one_tap_away(page: Page, address: str, procedures: Procedures) -> None:
    answers, _ = with_pending(procedures)
    page.goto(f"{address}hu/decide/{BID}/#{answers}")
    page.locator(".kb-end:visible .kb-cites a").first.tap()
    preview = page.locator("kodeks-preview")
    expect(preview).to_be_visible()
    wait_until(page, "document.querySelector('kodeks-preview').shadowRoot.textContent.length > 80")


@pytest.mark.slow
def test_pages_of_laws_name_the_procedures_that_end_there(page: Page, address: str) -> None:
    page.goto(f"{address}en/bridge-2017/27/")
    led = page.locator(".kb-leading a")
    expect(led.first).to_have_attribute("href", f"../../decide/{BID}/")
    led.first.click()
    expect(page.locator("h1")).to_have_attribute("id", BID)
    page.goto(f"{address}en/bridge-2017/1/")
    expect(page.locator(".kb-leading")).to_have_count(0)


@pytest.mark.slow
def test_situations_are_found_by_their_words(page: Page, address: str) -> None:
    page.goto(f"{address}de/decide/")
    page.fill(".kb-filter input", "revoke")
    visible = page.locator(".kb-group li:visible a")
    expect(visible.first).to_contain_text(re.compile("Revoke"))
    assert 1 <= visible.count() <= 8
    page.fill(".kb-filter input", "zzz")
    expect(visible).to_have_count(0)


@pytest.mark.slow
def test_the_sheet_for_the_wall_is_one_page_of_a4(
    desk: BrowserContext, address: str, corpus: Corpus
) -> None:
    page = desk.new_page()
    for language in corpus.page_languages:
        page.goto(f"{address}{language}/decide/wall/")
        expect(page.locator(".kb-wall-tiles section")).to_have_count(12)
        printed = page.pdf(format="A4", prefer_css_page_size=False)
        assert printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") == 1, language


@pytest.mark.slow
def test_a_ruling_in_another_language_is_there_without_a_network(
    browser: Browser, address: str, procedures: Procedures
) -> None:
    answers, _ = with_pending(procedures)
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{address}hr/")
        wait_until(page, "navigator.serviceWorker.controller !== null")
        page.locator(".kb-take-take").click()
        expect(page.locator(".kb-take-back")).to_be_visible()
        context.set_offline(True)
        page.goto(f"{address}hr/decide/{BID}/#{answers}")
        assert steps(page)
        page.click(".kb-theirs [data-language=pl]")
        expect(page.locator(".kb-turn[open] section")).to_have_attribute("lang", "pl")
