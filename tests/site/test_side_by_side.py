"""Wordings side by side: chosen, in the address, remembered; those of another edition fetched."""

from __future__ import annotations

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    FloatRect,
    Page,
    expect,
)

from support.federations import DESK, PHONE
from support.site_browsing import visit

#: How far a page has moved under its reader, as browsers count it.
_SHIFT = """() => new Promise((done) => new PerformanceObserver((list) =>
  done(list.getEntries().reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0)))
  .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""

#: Words wait a second for those that are fetched to stand beside them: long enough on a phone, and
#: not always on a machine that has much else to do. Here they wait until these are there.
_PATIENT = """
  const patient = new CSSStyleSheet();
  patient.replaceSync(".kb-coming * { animation-duration: 600s !important }");
  document.adoptedStyleSheets.push(patient);
"""


def choice(page: Page, name: str) -> None:
    page.locator(".kb-wordings label", has_text=name).click()


def chosen(page: Page) -> list[str]:
    found: list[str] = page.locator(".kb-chosen:checked").evaluate_all(
        "all => all.map(it => it.value)"
    )
    return found


def shown(page: Page, id: str) -> list[str]:
    """The languages in which a clause can be read, in the order of the columns."""
    cells = page.locator(f'[id="{id}"] .kb-cell[lang]').filter(visible=True)
    found: list[str] = cells.evaluate_all("all => all.map(it => it.lang)")
    return list(dict.fromkeys(found))


def rows(page: Page) -> str:
    """The law's rows and what heads them, but for blanks."""
    html = page.locator(".kb-columns, .kb-rows").evaluate_all("all => all.map(it => it.outerHTML)")
    return "".join("".join(html).split())


def query(page: Page) -> str:
    return page.url.partition("#")[0].partition("?")[2]


def boxes(page: Page, id: str) -> list[FloatRect]:
    """Where the cells of a clause stand that are shown."""
    cells = page.locator(f'[id="{id}"] .kb-cell').filter(visible=True).all()
    return [box for cell in cells if (box := cell.bounding_box())]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "usual"),
    [
        ("hu/bridge-2017/27/", ["hu"]),
        ("pl/bridge-2017/27/", ["pl"]),
        ("hr/bridge-2017/27/", ["plain"]),
        ("hr/bridge-1997/27/", ["hr"]),
        ("it/bridge-2017/63/", ["plain"]),
        ("pl/bridge-2017/definitions/", ["pl"]),
        ("fr/irregularities/7/", ["fr"]),
        ("pl/bridge-1997_bridge-2017/27/", ["hr-1997", "pl"]),
    ],
)
def test_readers_begin_with_the_wording_they_would_choose(
    path: str, usual: list[str], desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(address + path)
    assert chosen(page) == usual
    assert query(page) == ""
    assert not page.locator(".kb-wordings [type=reset]").is_visible()


def test_a_wording_chosen_stands_beside_in_the_address_and_one_tap_leads_back(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}hu/bridge-2017/27/#27.B.1.b")
    assert shown(page, "27.B.1.b") == ["hu"]
    choice(page, "polski")
    assert shown(page, "27.B.1.b") == ["hu", "pl"]
    hungarian, polish = boxes(page, "27.B.1.b")
    assert polish["y"] == hungarian["y"]
    assert polish["x"] >= hungarian["x"] + hungarian["width"] - 1
    assert page.url.endswith("?beside=hu,pl#27.B.1.b")
    page.locator(".kb-wordings [type=reset]").click()
    assert shown(page, "27.B.1.b") == ["hu"]
    assert query(page) == ""
    choice(page, "polski")
    choice(page, "magyar")  # the Polish words alone: nothing before them
    assert shown(page, "27.B.1.b") == ["pl"]
    assert boxes(page, "27.B.1.b")[0]["x"] == hungarian["x"]


@pytest.mark.slow
def test_a_choice_is_remembered_for_the_laws_and_a_shared_link_is_not(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}hu/bridge-2017/27/")
    choice(page, "polski")
    page.goto(f"{address}hu/bridge-2017/25/")
    assert shown(page, "25.A.2") == ["hu", "pl"]
    assert query(page) == "beside=hu,pl"
    page.goto(f"{address}pl/bridge-2017/25/")  # in whatever language that is read
    assert chosen(page) == ["pl", "hu"]
    page.goto(f"{address}hu/bridge-2017/definitions/")
    assert chosen(page) == ["hu", "pl"]
    page.goto(f"{address}hu/bridge-2017/25/?beside=pl#25.A.2")
    assert shown(page, "25.A.2") == ["pl"]
    page.goto(f"{address}hu/bridge-2017/26/")
    assert chosen(page) == ["hu", "pl"]
    page.goto(f"{address}hu/bridge-2017/26/?beside=xx")  # nothing that there is
    assert chosen(page) == ["hu"]


@pytest.mark.slow
def test_the_last_wording_stays(desk: BrowserContext, address: str) -> None:
    page = desk.new_page()
    page.goto(f"{address}hu/bridge-2017/27/")
    choice(page, "magyar")
    assert chosen(page) == ["hu"]
    expect(page.locator(".kb-wordings-said")).not_to_be_empty()


@pytest.mark.slow
def test_old_words_are_fetched_and_stand_at_what_came_of_them(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}hu/bridge-2017/27/")
    before = rows(page)
    choice(page, "hrvatski")
    expect(page.locator("[id='27.D'] .kb-fetched")).to_contain_text("27B1(b) (1997)")
    assert shown(page, "27.D") == ["hu", "hr"]
    assert query(page) == "beside=hu,hr-1997"
    split = page.locator("[id='27.A'] > .kb-pair > .kb-fetched .kb-was")
    assert split.locator("a").nth(1).get_attribute("href") == "#27.A.1"  # its words stand there
    assert page.locator(".kb-fetched [id]").count() == 0
    old = page.locator("[id='27.B'] .kb-fetched a", has_text="člana 26")
    assert str(old.evaluate("it => it.href")).endswith("/hu/bridge-1997/26/")
    page.locator(".kb-wordings [type=reset]").click()
    expect(page.locator(".kb-fetched")).to_have_count(0)
    assert page.locator(".kb-rows .kb-pair").count() == 0
    assert rows(page) == before


@pytest.mark.slow
def test_words_of_today_are_fetched_to_where_the_old_ones_say(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}hr/bridge-1997/12/?beside=hr,pl-2017")
    old = page.locator("[id='12.C.2'] > .kb-pair > .kb-fetched")
    expect(old).to_be_attached()
    places = page.locator("[id='12.C.2'] .kb-places a").all_inner_texts()
    assert places
    assert old.locator(".kb-was > a:first-child").all_inner_texts() == places
    removed = page.locator(".kb-provision:has(> .kb-today .kb-removed) .kb-fetched .kb-missing")
    split = page.locator(".kb-provision:has(> .kb-today .kb-split) .kb-fetched")
    assert removed.count() + split.count() > 0


@pytest.mark.slow
def test_what_cannot_be_fetched_leaves_the_page_as_it_was(
    desk: BrowserContext, address: str
) -> None:
    page = visit(desk, f"{address}pl/bridge-2017/27/")
    desk.set_offline(True)
    choice(page, "hrvatski")
    expect(page.locator(".kb-wordings-said")).to_contain_text("Nie udało się")
    assert chosen(page) == ["pl"]
    assert query(page) == ""
    assert page.locator(".kb-fetched, .kb-pair").count() == 0
    desk.set_offline(False)
    choice(page, "hrvatski")  # the network is back
    expect(page.locator("[id='27.A'] .kb-fetched")).to_be_visible()


@pytest.mark.slow
def test_on_a_phone_wordings_are_stacked_each_with_its_language(
    phone: BrowserContext, address: str
) -> None:
    page = phone.new_page()
    page.goto(f"{address}hu/bridge-2017/27/?beside=hu,pl")
    hungarian, polish = boxes(page, "27.B.1.b")
    assert polish["y"] >= hungarian["y"] + hungarian["height"]
    tags = page.locator('[id="27.B.1.b"] .kb-cell:not(.kb-plain)').evaluate_all(
        "all => all.map(it => getComputedStyle(it, '::before').content)"
    )
    assert [tag.split('"')[1] for tag in tags] == ["hu", "pl"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.slow
def test_what_a_text_lacks_is_a_gap(desk: BrowserContext, address: str) -> None:
    page = desk.new_page()
    page.goto(f"{address}pl/bridge-2017/definitions/?beside=pl,hu")
    gap = page.locator(".kb-missing").first
    assert gap.inner_text() == "brak w tym tekście"
    both = gap.locator("xpath=preceding-sibling::*|following-sibling::*")
    other = both.filter(visible=True)
    assert other.bounding_box()["y"] == gap.bounding_box()["y"]  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["it/bridge-2017/63/", "hr/bridge-2017/12/", "fr/irregularities/7/"]
)
def test_wordings_of_the_page_need_no_scripts(path: str, browser: Browser, address: str) -> None:
    with browser.new_context(viewport=DESK, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address + path)
        before = page.locator(".kb-rows .kb-cell").filter(visible=True).count()
        page.locator(".kb-wording:has(+ .kb-chosen:not(:checked))").last.click()
        assert page.locator(".kb-rows .kb-cell").filter(visible=True).count() > before
        page.locator(".kb-wordings [type=reset]").click()
        assert page.locator(".kb-rows .kb-cell").filter(visible=True).count() == before


@pytest.mark.slow
def test_without_scripts_another_edition_is_a_link_to_the_comparison(
    browser: Browser, address: str
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}hu/bridge-2017/27/")
        page.locator(".kb-wordings a", has_text="hrvatski").click()
        page.wait_for_url("**/hu/bridge-1997_bridge-2017/27/")


@pytest.mark.slow
def test_wordings_are_chosen_with_the_keyboard_and_said_to_who_hears_them(
    desk: BrowserContext, address: str
) -> None:
    page = desk.new_page()
    page.goto(f"{address}pl/bridge-2017/27/")
    group = page.get_by_role("group", name="Wersje językowe:")
    box = group.get_by_role("checkbox", name="magyar 2017")
    group.get_by_role("checkbox", name="polski 2017").focus()
    page.keyboard.press("Tab")
    expect(box).to_be_focused()
    outline = "it => getComputedStyle(it.labels[0]).outlineStyle"
    assert box.evaluate(outline) == "solid"
    page.keyboard.press("Space")
    assert shown(page, "27.B.1.b") == ["pl", "hu"]
    back = group.get_by_role("button")
    back.focus()
    page.keyboard.press("Enter")
    assert shown(page, "27.B.1.b") == ["pl"]
    expect(group.get_by_role("checkbox", name="polski 2017")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_nothing_moves_under_who_reads(
    viewport: dict[str, int], browser: Browser, address: str
) -> None:
    with browser.new_context(viewport=viewport) as context:
        page = context.new_page()
        page.add_init_script(_PATIENT)
        for path in (
            "hu/bridge-2017/27/",
            "hr/bridge-2017/12/",
            "it/bridge-2017/63/?beside=hu,pl",
            "pl/bridge-2017/27/?beside=pl,hr-1997",
        ):
            page.goto(address + path)
            if "1997" in path:
                page.locator(".kb-rows .kb-fetched").first.wait_for(state="attached")
            assert page.evaluate(_SHIFT) < 0.1, path
