"""The site in a real browser: Debian's Chromium, driven over the loopback server."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from support.contrast import faint_texts
from support.federations import DESK, PHONE
from support.site_browsing import open_page, tab_to_first
from support.waiting import wait_until

#: Pages beside those that test_site_look and test_site_accessibility look at.
PAGES = [
    "pl/bridge-2017/16/",
    "hr/bridge-2017/77/",
    "hr/bridge-1997/78/",
    "it/",
    "it/irregularities/10/",
    "pl/irregularities/1/",
    "it/bridge-2017/40/",
    "hu/ulti-2017/",
    "hu/ulti-2017/4/",
]


@pytest.mark.slow
def test_pages_fit_a_phone_and_complain_of_nothing(
    browser: Browser, address: str, complaints: list[str]
) -> None:
    with browser.new_context(viewport=PHONE) as context:
        page = open_page(context, complaints)
        for path in PAGES:
            page.goto(address + path, wait_until="load")
            too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert too_wide <= 0, path
    assert not complaints


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "expected"), [("light", "default"), ("dark", "slate")])
def test_a_page_is_as_dark_as_its_reader_has_it(
    scheme: str, expected: str, browser: Browser, address: str, complaints: list[str]
) -> None:
    with browser.new_context(viewport=PHONE, color_scheme=scheme) as context:
        page = open_page(context, complaints)
        for path in ("", "hu/bridge-2017/27/", "docs/"):
            page.goto(address + path, wait_until="load")
            assert page.get_attribute("body", "data-md-color-scheme") == expected
    assert not complaints


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_an_anchor_scrolls_its_clause_into_view_below_what_sticks(
    viewport: dict[str, int], browser: Browser, address: str
) -> None:
    page = browser.new_page(viewport=viewport)
    page.goto(f"{address}pl/bridge-2017/12/#12.C.1.e.ii")
    wait_until(
        page,
        """height => {
             const sticking = [...document.querySelectorAll(".md-header, .kb-columns")];
             const covered = Math.max(...sticking.map((it) => it.getBoundingClientRect().bottom));
             const { top } = document.getElementById("12.C.1.e.ii").getBoundingClientRect();
             return 0 < covered && covered <= top && top < height;
           }""",
        viewport["height"],
    )
    page.close()


@pytest.mark.slow
def test_every_stop_of_the_keyboard_is_seen(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=DESK)
    page.goto(f"{address}hu/bridge-2017/27/")
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => {
              const it = document.activeElement;
              const shown = it.matches(".md-option") ? it.nextElementSibling : it;
              const style = getComputedStyle(shown), box = shown.getBoundingClientRect();
              return { name: it.ariaLabel || it.textContent.trim() || it.title || it.type,
                       outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
                       inView: box.width > 0 && box.bottom > 0 && box.top < innerHeight };
            }"""
        )
        seen.append(stop)
        assert stop["outline"], stop
        assert stop["inView"], stop
    names = [stop["name"] for stop in seen]
    assert names[0] == "Kihagyás"  # Material's Hungarian for the link past the menus
    assert "A, 27A szakasz" in names
    page.keyboard.press("Shift+Tab")
    page.close()


@pytest.mark.slow
def test_the_menu_of_a_narrow_window_is_the_keyboards_too(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}hu/bridge-2017/27/")
    in_menu = "document.activeElement.closest('.md-nav--primary') !== null"
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate(in_menu)  # while it is closed
    menu = page.locator(".kb-menu")
    menu.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(in_menu)
    assert menu.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    assert menu.get_attribute("aria-expanded") == "false"
    assert page.evaluate("document.activeElement.matches('.kb-menu')")
    page.close()


@pytest.mark.slow
def test_paper_is_printed_by_day(browser: Browser, address: str) -> None:
    context = browser.new_context(color_scheme="dark", viewport={"width": 680, "height": 1000})
    page = context.new_page()
    page.goto(f"{address}hu/bridge-2017/27/")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(32, 38, 31)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    context.close()


@pytest.mark.slow
def test_the_link_past_the_menus_goes_to_the_law(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=DESK)
    page.goto(f"{address}hu/bridge-2017/27/")
    tab_to_first(page, "Kihagyás")
    page.keyboard.press("Enter")
    page.wait_for_url("**/#27")
    page.close()


@pytest.mark.slow
def test_targets_are_large_enough_to_hit(browser: Browser, address: str) -> None:
    """WCAG 2.5.8: 24 by 24 CSS pixels, but for links inside sentences."""
    page = browser.new_page(viewport=PHONE)
    for path in (
        "pl/",
        "pl/bridge-2017/",
        "pl/bridge-2017/27/",
        "pl/bridge-2017/definitions/",
        "it/bridge-2017/63/",
        "it/irregularities/",
        "it/irregularities/7/",
        "hu/bridge-2017/50/",
        "pl/rulings/kaznena-karta/",
        "de/linker/",
    ):
        page.goto(address + path)
        small = page.evaluate(
            """() => [...document.querySelectorAll(
                 ".kb-page nav a, .kb-laws a, .kb-links a, .kb-label, .kb-explained a, " +
                 ".kb-beside label, .kb-wording, .kb-cited-in a, " +
                 ".kb-authorities a, .kb-options fieldset label")]
               .filter((a) => a.checkVisibility())
               .map((a) => [a.textContent, a.getBoundingClientRect()])
               .filter(([, box]) => box.width < 24 || box.height < 24)
               .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""
        )
        assert not small, path
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(scheme: str, browser: Browser, address: str) -> None:
    """WCAG 1.4.3: 4.5 to 1 for every text, 3 to 1 for large ones; where something is marked, too.

    Every other kind of page has axe's judgement (test_site_accessibility).

    Without motion: the theme fades the page's title into its header, and what is half faded in
    has no contrast to judge.
    """
    context = browser.new_context(viewport=DESK, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    for path in (
        "hu/bridge-2017/",
        "pl/bridge-1997/20/#20.A",
        "de/irregularities/10/#10.5.4",
        "pl/rulings/kaznena-karta/#citation-3",
    ):
        page.goto(address + path)
        assert faint_texts(page.locator("body")) == [], path
    context.close()


def test_the_language_switch_keeps_page_and_clause(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=DESK)
    page.goto(f"{address}hu/bridge-2017/27/#27.B.1.b")
    page.locator(".md-select button").focus()
    page.get_by_role("link", name="polski", exact=True).click()
    page.wait_for_url("**/pl/bridge-2017/27/#27.B.1.b")
    assert page.get_attribute("html", "lang") == "pl"
    page.close()


@pytest.mark.slow
def test_a_lasting_address_keeps_the_clause(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}hr/bridge/27/#27.B.1.b")
    page.wait_for_url("**/hr/bridge-2017/27/#27.B.1.b")
    page.close()


def test_everything_is_there_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}hu/")
    page.locator(".kb-card h2 a").first.click()
    page.wait_for_url("**/hu/bridge-2017/")
    page.locator(".kb-numbers a", has_text="27").click()
    page.wait_for_url("**/hu/bridge-2017/27/")
    assert page.locator('[id="27.B.1.b"] .kb-words').first.is_visible()
    page.locator(".kb-jump a", has_text="D").click()
    page.wait_for_url("**/#27.D")
    page.goto(f"{address}pl/bridge/27/")
    page.wait_for_url("**/pl/bridge-2017/27/")
    context.close()


@pytest.mark.slow
def test_an_article_stands_alone_until_another_language_is_asked_for(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.goto(f"{address}fr/irregularities/7/#7.3")

    def shown(language: str) -> bool:
        return page.locator(f'[id="7.3"] .kb-cell[lang="{language}"]').first.is_visible()

    assert [shown(code) for code in ("fr", "it", "de")] == [True, False, False]
    page.get_by_role("checkbox", name="Deutsch").check()
    assert [shown(code) for code in ("fr", "it", "de")] == [True, False, True]
    own, other = (page.locator(f'[id="{id}"]').bounding_box() for id in ("fr:7.3.1", "de:7.3.1"))
    assert own is not None
    assert other is not None
    assert other["y"] == own["y"]
    assert other["x"] > own["x"] + own["width"]
    page.goto(f"{address}fr/irregularities/8/")  # the wish is remembered
    assert page.get_by_role("checkbox", name="Deutsch").is_checked()
    page.get_by_role("checkbox", name="Deutsch").uncheck()
    page.reload()
    assert not page.get_by_role("checkbox", name="Deutsch").is_checked()
    context.close()


@pytest.mark.slow
def test_other_languages_of_an_article_need_no_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}it/irregularities/3/")
    page.get_by_role("checkbox", name="français").check()
    own, other = (page.locator(f'[id="{id}"]').bounding_box() for id in ("3.3.1", "fr:3.3.1"))
    assert own is not None
    assert other is not None
    assert other["y"] >= own["y"] + own["height"]
    context.close()


@pytest.mark.slow
def test_a_law_leads_to_what_explains_it_and_back(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}it/bridge-2017/63/")
    page.locator(".kb-explained").get_by_role("link", name="La renonce deve essere").click()
    page.wait_for_url("**/it/irregularities/7/#7.3")
    page.locator('.kb-about:near([id="7.3"]) a').get_by_text("63A", exact=True).first.click()
    page.wait_for_url("**/it/bridge-2017/63/#63.A")
    page.close()


# --- a scan: what it reads, the bids, the cases --------------------------------------------------


def serials(page: Page) -> list[str]:
    rows: list[str] = page.locator("tbody tr").evaluate_all("rows => rows.map(row => row.id)")
    return rows


@pytest.mark.slow
def test_bids_are_sorted_by_a_heading_and_equal_ones_stay_in_order(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.goto(f"{address}hu/ulti-2017/bids/")
    printed = [f"bid.{number}" for number in range(1, 55)]
    assert serials(page) == printed
    number, _, name, _, total = page.locator("thead button").all()
    total.click()
    assert serials(page) == printed  # which is the order of the totals
    total.press("Enter")
    assert serials(page)[:4] == ["bid.54", "bid.52", "bid.53", "bid.51"]
    assert total.locator("xpath=..").get_attribute("aria-sort") == "descending"
    assert page.locator("th[aria-sort]").count() == 1
    name.click()
    assert serials(page)[:2] == ["bid.4", "bid.11"]  # 4 ász before 20/100
    number.click()
    assert serials(page) == printed
    context.close()


@pytest.mark.slow
def test_what_a_scan_reads_is_one_tap_away(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{address}hu/ulti-2017/13/")
    page.locator('[id="13.3.1"] a.kb-unsure', has_text="[nem]").click()
    page.wait_for_url("**/hu/ulti-2017/scan/#scan-13.3.1-*")
    scan = page.locator('[id="scan-13.3.1"]')
    assert scan.is_visible()
    assert "k_ontrak = vehetdk" in scan.inner_text()
    scan.get_by_role("link").first.click()
    page.wait_for_url("**/hu/ulti-2017/13/#13.3.1")
    context.close()


@pytest.mark.slow
def test_cases_are_cards_with_their_parts_named_for_the_reader(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.goto(f"{address}pl/ulti-2017/13/")
    assert page.locator(".kb-case").count() == 25
    heads = page.locator(".kb-case").first.locator("dt")
    assert heads.all_inner_texts() == ["Opis", "Skutek", "Uzasadnienie"]
    assert heads.first.get_attribute("lang") == "pl"
    context.close()
