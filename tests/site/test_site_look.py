"""How the site looks: colours that can be read, suits that can be told apart, nothing cut off."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from kb.corpus.corpus import Corpus
from kb.languages.catalogue import load
from kb.publishing.parts.suits import coloured
from support.federations import DESK, PHONE
from support.homes import REPOSITORY
from support.site_reading import Pages

COLOURS = (REPOSITORY / "site/styles/colours.css").read_text("utf-8")
SUITS = ("--kb-spade", "--kb-heart", "--kb-diamond", "--kb-club")
WORDS = ("--md-typeset-color", "--md-typeset-a-color", "--kb-quiet", "--kb-warn", *SUITS)
GROUNDS = ("--md-default-bg-color", "--kb-panel", "--kb-here", "--kb-warn-panel")

#: A page of every kind, by what asks most of its width.
KINDS = [
    "",
    "hu/",
    "fr/",
    "hu/bridge-2017/",
    "hr/bridge-1997/",
    "pl/bridge-2017/12/",
    "pl/bridge-2017/77/",
    "hr/bridge-2017/40/",
    "de/bridge-2017/64/",
    "hr/bridge-1997_bridge-2017/",
    "hr/bridge-1997_bridge-2017/27/",
    "pl/bridge-2017/definitions/",
    "hu/bridge-2017/glossary/",
    "pl/bridge-2017/subject-index/",
    "hu/concepts/",
    "de/concepts/subject-index/",
    "hu/concepts/revoke/",
    "de/irregularities/",
    "fr/irregularities/7/",
    "hu/ulti-2017/13/",
    "hu/ulti-2017/bids/",
    "pl/rulings/falszywy-renons/",
    "de/linker/",
    "hu/about/",
    "nowhere/",
]


def scheme(name: str) -> dict[str, str]:
    """The custom properties by day; by night those that are different."""
    day, _, night = COLOURS.partition("@media screen")
    found = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6})\b", day))
    return found | (
        dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6})\b", night)) if name == "dark" else {}
    )


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_words_and_suits_stand_out_from_every_ground(name: str) -> None:
    """WCAG 1.4.3: 4.5 to 1, by day and by night, on a panel and where a clause is marked."""
    colours = scheme(name)
    for word, ground in product(WORDS, GROUNDS):
        assert contrast(colours[word], colours[ground]) >= 4.5, (word, ground)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_four_suits_have_four_colours(name: str) -> None:
    assert len({scheme(name)[suit] for suit in SUITS}) == 4


def test_suits_are_coloured_in_words_and_not_in_attributes() -> None:
    html = '<a title="4♠">4♠, 3<b>♥</b></a>'
    assert re.sub(r"</?span[^>]*>", "", coloured(html)) == html
    assert coloured(html).count("<span") == 2


@pytest.mark.slow
def test_law_1_and_the_table_of_law_77_show_suits_in_colour(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=DESK)
    for path in ("hu/bridge-2017/1/", "pl/bridge-2017/77/"):
        page.goto(address + path)
        shown = page.evaluate(
            """() => [...document.querySelectorAll(
                 ".kb-page :is(.kb-spades, .kb-hearts, .kb-diamonds, .kb-clubs)")]
               .map((it) => it.textContent + " " + getComputedStyle(it).color)"""
        )
        assert {one[0] for one in shown} == set("♠♥♦♣"), path
        assert len(set(shown)) == 4, path
    page.close()


@pytest.mark.parametrize("language", ["hu", "hr", "de"])
def test_the_page_about_the_site_says_what_the_manifest_says(
    language: str, corpus: Corpus, site_pages: Pages
) -> None:
    said = site_pages[f"{language}/about/index.html"].text
    say = load(language).gettext
    manifest = tomllib.loads((corpus.home / "corpus/corpus.toml").read_text("utf-8"))
    texts = [one for one in manifest["text"] if one["rights"]["publish"]]
    assert len(texts) == len(corpus.published)
    for one in texts:
        for words in (one["publisher"], one["revision"], one["status"], one["rights"]["holder"]):
            assert " ".join(say(words).split()) in said, (one["id"], words)
        assert one["title"] in said
    day = load(language).long_date(date.fromisoformat(manifest["date"]))
    assert day in said


@pytest.mark.slow
def test_every_page_leads_to_the_page_about_the_site(corpus: Corpus, site_pages: Pages) -> None:
    for path, page in site_pages.items():
        if path.partition("/")[0] in corpus.page_languages and 'class="kb-page' in page.html:
            assert any(href.endswith("#corrections") for _, href in page.links), path


def too_wide(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


#: Words that are cut off.
_CUT = """() => [...document.querySelectorAll(".kb-page :is(h1, h2, h3, p, li, a, dd, td)")]
  .filter((it) => it.checkVisibility() && getComputedStyle(it).overflowX === "hidden"
    && !it.closest(".kb-unseen, thead") && it.scrollWidth > it.clientWidth + 1)
  .map((it) => it.textContent.trim().slice(0, 40))"""


@pytest.mark.slow
def test_no_page_scrolls_sideways_and_letters_twice_as_large_are_all_there(
    browser: Browser, address: str
) -> None:
    """WCAG 1.4.10: a page of 320 CSS pixels is one of 1280 enlarged four times.

    WCAG 1.4.4: no word is cut off, none lies upon another, the page does not scroll sideways.
    """
    page = browser.new_page(viewport=DESK)
    for path in KINDS:
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(address + path)
        assert too_wide(page) <= 0, path
        page.set_viewport_size(PHONE)
        assert too_wide(page) <= 0, path
        page.set_viewport_size(DESK)
        page.evaluate("document.documentElement.style.fontSize = '250%'")  # the theme's is 125 %
        assert too_wide(page) <= 0, path
        assert page.evaluate(_CUT) == [], path
    page.close()


@pytest.mark.slow
def test_a_player_at_the_table_reaches_any_law_with_one_tap(browser: Browser, address: str) -> None:
    """What happened comes first and fills the screen; the numbers are on the next one."""
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}hu/")
    tiles = page.locator(".kb-tiles a")
    assert tiles.count() == 12
    for tile in tiles.all():
        box = tile.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"], tile.inner_text()
        assert box["height"] >= 44, tile.inner_text()
    for law in ("1", "50", "93"):
        box = (
            page.locator(".kb-card-first .kb-numbers")
            .get_by_role("link", name=law, exact=True)
            .bounding_box()
        )
        assert box is not None
        assert box["y"] + box["height"] <= 2 * PHONE["height"], law
        assert min(box["width"], box["height"]) >= 24, law
    # What stands first is seen first: else it jumps where a page comes piece by piece, and the
    # keyboard goes another way than the eye.
    tops = page.evaluate(
        """() => [...document.querySelectorAll(".kb-cards a")]
           .map((it) => Math.round(it.getBoundingClientRect().top))"""
    )
    assert tops == sorted(tops)
    assert len(tops) > 93
    page.locator(".kb-numbers").get_by_role("link", name="64", exact=True).first.click()
    page.wait_for_url("**/hu/bridge-2017/64/")
    page.close()


@pytest.mark.slow
def test_the_tabs_of_an_edition_are_one_line_on_a_phone_with_its_own_in_sight(
    browser: Browser, address: str
) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}hr/bridge-1997_bridge-2017/27/")
    strip, own = (page.locator(it).bounding_box() for it in (".kb-tabs", ".kb-tabs [aria-current]"))
    assert strip is not None
    assert own is not None
    assert own["height"] >= 24
    assert strip["height"] < 2 * own["height"]
    assert 0 <= own["x"] < PHONE["width"] / 2
    assert page.locator(".kb-tabs a").first.evaluate("(it) => it.getBoundingClientRect().right") < 0
    page.close()


@pytest.mark.slow
def test_the_foot_of_a_page_can_be_hit(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}pl/bridge-2017/27/")
    for link in page.locator(".kb-foot a").all():
        box = link.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "locale", "first"),
    [
        ("", "hr-HR", "hr"),
        ("", "fr-CA", "fr"),
        ("pl/bridge-2017/nowhere/", "de-DE", "pl"),
        ("nowhere/", "it-IT", "it"),
    ],
)
def test_pages_outside_every_language_begin_with_the_readers(
    path: str, locale: str, first: str, browser: Browser, address: str
) -> None:
    with browser.new_context(locale=locale) as context:
        page = context.new_page()
        page.goto(address + path)
        assert page.locator(".kb-tongues a").first.get_attribute("hreflang") == first


def test_without_scripts_the_root_has_every_language(
    corpus: Corpus, browser: Browser, address: str
) -> None:
    with browser.new_context(java_script_enabled=False, locale="de-DE") as context:
        page = context.new_page()
        page.goto(address)
        links = page.locator(".kb-tongues a").all()
        assert tuple(link.get_attribute("hreflang") for link in links) == corpus.page_languages
