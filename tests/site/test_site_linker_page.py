"""The page where one pastes a ruling, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.site_browsing import open_page, requests_of
from support.site_reading import Pages
from support.waiting import until, wait_until

RULING = """\
Lásd a 27B1(b) pontot és a 16C szakaszt. A 94. szakasz nincs meg.

A Fegyelmi Szabályzat 12. §-a más."""


@pytest.fixture
def page(browser: Browser, address: str, complaints: list[str]) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = open_page(context, complaints)
    page.goto(f"{address}hu/linker/", wait_until="load")
    yield page
    context.close()
    assert not complaints


def paste(page: Page, words: str) -> None:
    """Paste some words, and wait until the page has counted what they cite."""
    counted = page.locator(".kb-counted")
    counted.evaluate("it => it.replaceChildren()")
    page.get_by_label("A döntés", exact=True).fill(words)
    expect(counted).not_to_be_empty()


def links(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.locator(".kb-linked a").evaluate_all(
        """all => all.map((one) => {
             const { pathname, hash } = new URL(one.href);
             return [one.textContent, pathname + hash];
           })"""
    )
    return found


def copied(page: Page, name: str) -> str:
    page.get_by_role("button", name=name).click()
    page.get_by_text("Másolva.").wait_for()
    words: str = page.evaluate("navigator.clipboard.readText()")
    return words


def test_what_is_pasted_is_linked_at_once_and_what_is_wrong_is_listed(page: Page) -> None:
    paste(page, RULING)
    assert links(page) == [
        ["27B1(b) pontot", "/hu/bridge-2017/27/#27.B.1.b"],
        ["16C szakaszt", "/hu/bridge-2017/16/#16.C"],
    ]
    assert page.locator(".kb-linked mark").all_text_contents() == ["94. szakasz"]
    assert page.locator(".kb-counted").text_content() == "Link: 2 · Megjelölve: 2"
    flags = page.locator(".kb-flags li").all_text_contents()
    assert "93" in flags[0]
    assert "Más szabályzaté" in flags[1]


@pytest.mark.slow
def test_every_character_of_the_ruling_is_in_the_result(page: Page) -> None:
    paste(page, RULING)
    assert page.locator(".kb-linked").text_content() == RULING


@pytest.mark.slow
def test_nothing_leaves_the_page(page: Page, address: str) -> None:
    page.wait_for_load_state("networkidle")
    asked = requests_of(page)
    paste(page, RULING)
    assert not asked


@pytest.mark.slow
def test_markup_in_what_is_pasted_is_only_text(page: Page) -> None:
    evil = '<img src=x onerror="document.title=1"><script>document.title=2</script> 27B1 pont'
    paste(page, evil)
    assert page.locator(".kb-linked img, .kb-linked script").count() == 0
    assert page.locator(".kb-linked").text_content() == evil
    assert "&#60;img" in copied(page, "Másolás HTML-ként")
    assert page.title() not in ("1", "2")


@pytest.mark.slow
def test_what_cites_too_much_is_told_so_and_the_page_goes_on(page: Page) -> None:
    page.get_by_label("A döntés", exact=True).fill("27B1. szakasz. " * 20_100)
    counted = page.locator(".kb-counted")
    until(lambda: "ossza több részre" in (counted.text_content() or ""), "it is told")
    assert page.locator(".kb-result").is_hidden()
    paste(page, RULING)
    assert links(page)


@pytest.mark.slow
def test_the_result_can_be_copied_in_four_ways(page: Page, address: str) -> None:
    paste(page, "Lásd a 27B1(b) pontot, a 16C szakaszt & a 27B1(b) pontot.")
    there = f"{address}hu/bridge-2017/27/#27.B.1.b"
    html = copied(page, "Másolás HTML-ként")
    link = (
        f'<a class="kodeks-law" href="{there}" title="27B1(b)" data-kodeks="bridge-2017:27.B.1.b">'
    )
    assert f"{link}27B1(b) pontot</a>" in html
    assert "&#38;" in html
    assert f'[27B1(b) pontot]({there} "Kodeks: 27B1(b)")' in copied(page, "Másolás Markdownként")
    assert copied(page, "Másolás listaként").splitlines() == [
        f"27B1(b) pontot: {there}",
        f"16C szakaszt: {address}hu/bridge-2017/16/#16.C",
        f"27B1(b) pontot: {there}",
    ]
    table = [line.split("\t") for line in copied(page, "Másolás táblázatként").splitlines()]
    assert table[1:] == [
        ["27B1(b)", "2", there],
        ["16C", "1", f"{address}hu/bridge-2017/16/#16.C"],
    ]
    assert [len(row) for row in table] == [3, 3, 3]


@pytest.mark.slow
def test_where_the_browser_forbids_copying_the_words_can_be_taken_by_hand(page: Page) -> None:
    paste(page, "A 27B1 pont.")
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error()); }")
    page.get_by_role("button", name="Másolás listaként").click()
    by_hand = page.get_by_label("Kézi másoláshoz")
    by_hand.wait_for()
    assert by_hand.input_value().startswith("27B1 pont: http")
    assert page.evaluate("document.activeElement.matches('.kb-by-hand')")


@pytest.mark.slow
def test_in_markdown_code_stays_code_and_emphasis_whole(page: Page) -> None:
    page.get_by_label("Markdown").check()
    paste(page, "Law **27B1** és `27B2 pont` és [27B3 pont](x)")
    assert [words for words, _ in links(page)] == ["27B1"]
    assert "Law **[27B1](" in copied(page, "Másolás Markdownként")


@pytest.mark.slow
def test_no_link_of_the_copy_becomes_an_image(page: Page) -> None:
    paste(page, "Hiba!27B1 pont, 16C szakasz")
    markdown = copied(page, "Másolás Markdownként")
    assert markdown.startswith("Hiba!27B1 pont, [16C szakasz](")


@pytest.mark.slow
def test_what_is_linked_already_is_not_linked_again(page: Page) -> None:
    page.get_by_label("Markdown").check()
    paste(page, "A 27B1 pont és a 94. szakasz, lásd 16C szakasz")
    once = copied(page, "Másolás Markdownként")
    assert once.count("](http") == 2
    assert once.count("<mark") == 1
    paste(page, once)
    assert copied(page, "Másolás Markdownként") == once


@pytest.mark.slow
def test_languages_and_edition_can_be_chosen(page: Page) -> None:
    paste(page, "przepis 27. Vidi član 63C")
    assert len(links(page)) + page.locator(".kb-linked mark").count() == 2
    page.get_by_label("horvát").check()
    page.get_by_label("A kiadás nélküli számok innen valók").select_option("bridge-1997")
    expected = [["član 63C", "/hu/bridge-2017/63/#63.B"]]
    until(lambda: links(page) == expected, "the choice has its effect")
    page.wait_for_timeout(600)  # and it stays
    assert links(page) == expected
    assert page.locator(".kb-linked a").get_attribute("title") == "63C (1997), ma 63B"
    assert page.locator(".kb-linked").get_attribute("lang") == "hr"


@pytest.mark.slow
def test_a_link_of_the_result_shows_its_clause(page: Page) -> None:
    paste(page, "A 27B1(b) pont.")
    page.locator(".kb-linked a").hover()
    wait_until(
        page,
        """() => [...document.querySelectorAll("*")].some((one) =>
             one.shadowRoot?.textContent.includes("hasonló értelmű licittel"))""",
    )


@pytest.mark.slow
def test_a_window_may_change_its_size_beside_a_clause(page: Page) -> None:
    paste(page, "A 27B1(b) pont.")
    page.locator(".kb-linked a").focus()
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.slow
def test_all_of_it_is_the_keyboard_s_too(page: Page) -> None:
    page.get_by_label("A döntés", exact=True).focus()
    page.keyboard.insert_text("A 27B1 pont.")
    page.locator(".kb-linked a").wait_for()
    names = []
    for _ in range(20):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => { const it = document.activeElement, style = getComputedStyle(it);
                 if (!it.closest(".kb-page")) return null;
                 return [it.textContent.trim() || it.labels?.[0]?.textContent.trim() || it.name,
                         style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0]; }"""
        )
        if stop is None:
            break
        names.append(stop[0])
        assert stop[1], stop
    assert "Másolás HTML-ként" in names
    assert "27B1 pont" in names
    page.locator("[data-copy=list]").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Másolva.").wait_for()


@pytest.mark.slow
def test_changes_are_told_to_who_does_not_see_them(page: Page) -> None:
    assert page.locator(".kb-counted").get_attribute("aria-live") == "polite"
    assert page.locator(".kb-copied").get_attribute("role") == "status"
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll(".kb-paste :is(input, select, textarea)")]
             .filter((one) => !one.labels?.length && !one.ariaLabel).map((one) => one.name)"""
    )
    assert not unnamed


@pytest.mark.slow
def test_the_lines_to_copy_name_this_site(page: Page, address: str) -> None:
    code = page.locator(".kb-code").all_text_contents()
    assert (
        code[0] == f'<script src="{address}linker/kodeks-linker.js" data-lang="hu" defer></script>'
    )
    assert f"  - kodeks:\n      base: {address.rstrip('/')}\n" in code[1]
    assert "laws.example" not in "".join(code)


@pytest.mark.slow
def test_without_scripts_the_page_names_the_command(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}hu/linker/")
    assert page.get_by_text("kodeks link ruling.md --to html").is_visible()
    assert not page.locator(".kb-paste").is_visible()
    context.close()


def test_what_the_page_names_is_there(site: Path, site_pages: Pages) -> None:
    index = json.loads((site / "linker/index.json").read_text("utf-8"))
    assert "27.B.1.b" in next(
        one["provisions"] for one in index["editions"] if one["id"] == "bridge-2017"
    )
    assert (site / "linker/bridge-2017/hu/27.json").is_file()
    assert (site / "linker/kodeks-linker.js").is_file()
    assert "linker/index.html" not in site_pages


@pytest.mark.slow
@pytest.mark.parametrize("path", ["hu/rulings/elegtelen-licit/", "de/rulings/kaznena-karta/"])
def test_the_links_of_our_rulings_show_their_clauses(
    path: str, browser: Browser, address: str, complaints: list[str]
) -> None:
    context = browser.new_context()
    page = open_page(context, complaints)
    page.goto(address + path)
    count = page.locator(".kodeks-law").count()
    page.locator(".kodeks-law").nth(3).hover()
    wait_until(
        page,
        """() => [...document.querySelectorAll("*")].some((one) =>
             one.shadowRoot?.textContent.length > 80)""",
    )
    assert page.locator(".kodeks-law").count() == count  # nothing more was linked
    context.close()
    assert not complaints
