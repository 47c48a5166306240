"""The previews of the browser linker: for pointer, keyboard and touch, in the reader's language."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from kb.publishing.browser.linker_script import NAME
from support.contrast import faint_texts, shown_texts
from support.federations import DESK, Federation, linked, panel, preview, untold
from support.site_browsing import focused, requests_of, tab_to_first
from support.waiting import until

# --- what is asked of the network ----------------------------------------------------------------


@pytest.mark.slow
def test_nothing_is_asked_until_a_preview_is_opened_and_then_one_file(
    desk: BrowserContext, federation: Federation
) -> None:
    asked = requests_of(desk)
    page = federation.open(desk, "<p>A 27B1 pont, a 27A pont és a 23A szakasz</p>")
    script = [f"{federation.address}/ruling", f"{federation.laws}/{NAME}"]
    assert asked == script
    for words in ("27B1", "27A", "27B1"):
        preview(page, words)
        page.keyboard.press("Escape")
        page.mouse.move(0, 0)
    assert asked == [*script, f"{federation.laws}/linker/bridge-2017/hu/27.json"]
    assert {urlsplit(url).hostname for url in asked} == {"127.0.0.1"}


@pytest.mark.slow
def test_what_cannot_be_fetched_is_said_and_the_link_still_works(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 23A szakasz és a 27B1 pont</p>", lang="pl")
    page.route("**/*.json", lambda route: route.abort())
    linked(page, "23A").hover()
    panel(page).get_by_text("Nie udało się pobrać treści.").wait_for()
    assert panel(page).locator(".head").inner_text() == "przepis 23A"
    assert linked(page, "23A").get_attribute("href") == f"{federation.laws}/pl/bridge-2017/23/#23.A"
    page.unroute("**/*.json")
    page.route("**/*.json", lambda route: route.fulfill(response=route.fetch(), status=500))
    linked(page, "27B1").hover()
    panel(page).get_by_text("Nie udało się pobrać treści.").wait_for()
    page.unroute("**/*.json")
    page.keyboard.press("Escape")
    page.mouse.move(0, 0)
    preview(page, "27B1")
    linked(page, "23A").hover()  # asked again: the network is back
    panel(page).get_by_text("Zapowiedź").first.wait_for()


# --- whose language ------------------------------------------------------------------------------


def shown(page: Page) -> list[tuple[str, str]]:
    """The passages of a preview with the language each says it is in."""
    found: list[list[str]] = (
        panel(page)
        .locator("[lang]")
        .evaluate_all(
            "all => all.filter(it => it.checkVisibility()).map(it => [it.lang, it.textContent])"
        )
    )
    return [(language, words) for language, words in found]


@pytest.mark.slow
def test_a_preview_has_the_law_in_the_readers_language(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, '<p lang="en">Law 27B1(b)</p>', lang="pl")
    preview(page, "27B1")
    passages = shown(page)
    assert ("pl", "przepis 27B1(b) Odzywka niewystarczająca") in passages
    assert any(words.startswith("Z wyjątkiem przypadków") for _, words in passages)
    assert {language for language, _ in passages} == {"pl"}
    assert not any("w innym języku" in words for _, words in passages)
    name = "przepis 27B1(b) Odzywka niewystarczająca"
    assert page.get_by_role("group", name=name, exact=True).is_visible()


@pytest.mark.slow
def test_who_has_no_wording_gets_plain_words_which_say_what_they_are(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, '<p lang="en">Law 27B1(b)</p>', lang="it,pl")
    preview(page, "27B1")
    passages = shown(page)
    assert ("it", "In parole semplici: sono parole nostre, non del Codice.") in passages
    assert any(words.startswith("27B1 Il colpevole può") for _, words in passages)
    assert {language for language, _ in passages} == {"it"}
    links = panel(page).locator(".part a").evaluate_all("all => all.map(it => it.href)")
    assert f"{federation.laws}/it/bridge-2017/23/#23.A" in links


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reader", "language", "note"),
    [
        ("cs", "en", "The wording is in another language: Hungarian"),
        ("hr", "hr", "Novo u odnosu na izdanje 1997."),
    ],
    ids=["no language of ours", "new since 1997"],
)
def test_whose_words_are_shown_is_said(
    reader: str, language: str, note: str, desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, '<p lang="en">Law 27B1(b)</p>', page_lang=reader)
    untold(page)
    preview(page, "27B1")
    assert (language, note) in shown(page)


@pytest.mark.slow
def test_the_first_language_that_has_words_is_taken_and_the_title_is_the_readers(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, '<p lang="en">Law 27B1(b)</p>', lang="it,pl")
    untold(page)
    preview(page, "27B1")
    passages = shown(page)
    assert ("it", "Licita insufficiente: accettarla o sostituirla") in passages
    assert ("it", "Il testo è in un’altra lingua: polacco") in passages
    worded = [language for language, words in passages if words.startswith("Z wyjątkiem")]
    assert worded == ["pl"]


@pytest.mark.slow
def test_croatians_get_the_words_of_1997_that_correspond(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, '<p lang="hr">Prema članu 27A2.</p>', lang="hr")
    untold(page)
    preview(page, "27A2")
    words = panel(page).inner_text()
    assert "Ovako je glasilo izdanje 1997" in words
    assert "27C Nedostatan licit izvan slijeda Ako igrač izvede" in words
    assert all(language == "hr" for language, _ in shown(page))


@pytest.mark.slow
def test_a_law_is_shown_with_its_parts_and_its_last_words(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 69B szakasz</p>")
    preview(page, "69B")
    parts = panel(page).locator(".part").all_inner_texts()
    assert parts[0].startswith("Az elfogadás visszavonása Az A pont szerinti")
    assert [part[:2] for part in parts[1:-1]] == ["1.", "2."]
    assert parts[-1].startswith("Az eredményt újra meg kell állapítani")


@pytest.mark.slow
def test_what_a_part_stands_in_is_shown_by_its_heading_or_its_beginning(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 12C1(e)(i) pont és a 40B2(a)(i) pont</p>")
    above = panel(page).locator(".above")
    preview(page, "12C1")
    heading, beginning = above.all_inner_texts()
    assert heading == "C. Módosított eredmény kiszabása"
    assert beginning.startswith("(e) Ha egy szabálytalanság után a vétlen fél egy")
    assert beginning.endswith(" vagy …")
    page.keyboard.press("Escape")
    preview(page, "40B2")
    assert above.all_inner_texts()[-1] == "(a) A rendező szervezet:"


@pytest.mark.slow
def test_a_section_of_ulti_is_named_as_statutes_are(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>Az ulti szabályai szerint a 3. § (5) dönt.</p>")
    assert preview(page, "3. §").inner_text().startswith("3. § (5)")


@pytest.mark.slow
def test_a_range_names_the_others_that_it_cites(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, '<p lang="en">Laws 44-46 apply</p>', lang="pl")
    linked(page, "44").hover()
    panel(page).get_by_role("link", name="przepis 46").wait_for()


# --- pointer, keyboard, touch --------------------------------------------------------------------


@pytest.mark.slow
def test_a_preview_can_be_entered_with_the_pointer_and_goes_when_it_leaves(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 23A szakasz</p>")
    linked(page, "23A").hover()
    panel(page).wait_for()
    box = panel(page).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 30, steps=5)
    page.wait_for_timeout(700)
    assert panel(page).is_visible()
    page.mouse.move(1_200, 850, steps=3)
    panel(page).wait_for(state="detached")


@pytest.mark.slow
def test_a_pointer_that_passes_opens_nothing(desk: BrowserContext, federation: Federation) -> None:
    page = federation.open(desk, "<p>A 23A szakasz</p>")
    linked(page, "23A").hover()
    page.mouse.move(900, 800)
    page.wait_for_timeout(500)
    assert panel(page).count() == 0


@pytest.mark.slow
def test_escape_puts_a_preview_away_and_the_pointer_may_stay(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 23A szakasz</p>")
    linked(page, "23A").hover()
    panel(page).wait_for()
    page.keyboard.press("Escape")
    panel(page).wait_for(state="detached")
    page.wait_for_timeout(400)
    assert panel(page).count() == 0
    assert page.evaluate("document.activeElement.localName") == "body"


@pytest.mark.slow
def test_the_keyboard_has_previews_and_goes_on_to_the_next_number(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 23A szakasz és a 27B1(a) pont</p><button>vége</button>")
    tab_to_first(page, "23A szakasz")
    preview(page)
    told = page.evaluate(
        """() => document.getElementById(document.activeElement.getAttribute("aria-describedby"))
             .textContent"""
    )
    lines = panel(page).locator(".body > *").all_text_contents()
    assert told.startswith("23A szakasz")
    assert len(told) > 60
    assert told == ". ".join(lines[:4])
    assert len(lines) > 4
    page.mouse.move(1_200, 850)
    page.mouse.move(1_100, 800)
    page.evaluate("document.documentElement.dispatchEvent(new PointerEvent('pointerleave'))")
    page.wait_for_timeout(400)
    assert panel(page).is_visible()  # the focus is on its number, wherever the pointer goes
    page.keyboard.press("Tab")
    assert focused(page) == "27B1(a) pont"
    panel(page).get_by_text("27B1(a) pont").wait_for()
    assert page.locator("[aria-describedby]").count() == 1
    page.keyboard.press("Tab")
    assert focused(page) == "vége"
    panel(page).wait_for(state="detached")
    assert page.locator("[aria-describedby]").count() == 0
    page.keyboard.press("Shift+Tab")
    panel(page).wait_for()
    page.evaluate("document.activeElement.blur()")
    panel(page).wait_for(state="detached")


@pytest.mark.slow
def test_words_that_come_late_are_announced(desk: BrowserContext, federation: Federation) -> None:
    """By then a screen reader has read the link out with its description."""
    page = federation.open(desk, "<p>A 27B1 pont és a 27A pont</p>")
    asked: list[Route] = []
    page.route("**/*.json", lambda route: asked.append(route))
    heard = page.locator("kodeks-preview [role=status]")
    tab_to_first(page, "27B1 pont")
    until(lambda: page.title() and asked, "the words have been asked for")
    page.wait_for_timeout(100)
    assert heard.text_content() == ""
    asked[0].continue_()
    until(lambda: str(heard.text_content()).startswith("27B1 pont"), "they are announced")


@pytest.mark.slow
def test_the_keyboard_enters_a_preview_that_has_more_than_fits_and_leaves_it(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 16. szakasz és a 23A szakasz</p>")
    tab_to_first(page, "16. szakasz")
    preview(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.localName") == "kodeks-preview"
    page.keyboard.press("End")
    page.wait_for_function(
        "document.querySelector('kodeks-preview').shadowRoot.querySelector('.panel').scrollTop > 50"
    )
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "16. szakasz"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert focused(page) == "23A szakasz"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert focused(page) == "16. szakasz"
    page.wait_for_timeout(400)
    assert panel(page).count() == 0
    page.keyboard.press("Tab")
    assert focused(page) == "23A szakasz"
    panel(page).wait_for()


@pytest.mark.slow
def test_a_mark_leads_the_keyboard_to_what_is_nearest(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 27B9 pont és a 23A szakasz</p>")
    tab_to_first(page, "27B9 pont (Nincs ilyen pont. A legközelebbi: 27B szakasz)")
    page.keyboard.press("Tab")
    assert focused(page) == "27B szakasz"
    assert panel(page).get_attribute("aria-label") == "27B9 pont"
    page.keyboard.press("Tab")
    assert focused(page) == "23A szakasz"


@pytest.mark.slow
def test_a_first_tap_shows_and_a_second_follows(
    phone: BrowserContext, federation: Federation
) -> None:
    page = federation.open(phone, "<h2>más</h2><p>A 23A szakasz és a 27B1 pont</p>")
    linked(page, "23A").tap()
    preview(page)
    linked(page, "27B1").tap()
    panel(page).get_by_text("27B1 pont").wait_for()
    page.get_by_text("más", exact=True).tap()
    panel(page).wait_for(state="detached")
    linked(page, "23A").tap()
    panel(page).get_by_role("button", name="Bezárás").tap()
    panel(page).wait_for(state="detached")
    assert page.url == f"{federation.address}/ruling"
    linked(page, "23A").tap()
    panel(page).wait_for()
    linked(page, "23A").tap()
    page.wait_for_url("**/hu/bridge-2017/23/#23.A")


@pytest.mark.slow
def test_a_tooltip_of_the_link_itself_gives_way_and_comes_back(
    desk: BrowserContext, federation: Federation
) -> None:
    """Links that were written where the page was made have one."""
    body = (
        '<p><a class="kodeks-law" href="/x" title="23A" data-kodeks="bridge-2017:23.A">23A</a></p>'
    )
    page = federation.open(desk, body, auto="off")
    link = linked(page, "23A")
    link.hover()
    panel(page).wait_for()
    assert link.get_attribute("title") is None
    page.keyboard.press("Escape")
    assert link.get_attribute("title") == "23A"


# --- the look ------------------------------------------------------------------------------------

BAD_STYLE = """<style>
  * { color: #fefefe !important; background: #fff; font: 5px fantasy !important; float: right;
      visibility: inherit; letter-spacing: 9px; text-transform: uppercase;
      line-height: 5px !important }
  body > * { display: none !important; opacity: 0 !important; transform: scale(.1) }
  body > main { display: block !important; opacity: 1 !important; transform: none }
  html { font-size: 3px } p, div, a { max-width: 9px; overflow: hidden; z-index: -1 }
  main { overflow: hidden; height: 40px; contain: layout paint }
</style>"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_style_of_the_page_spoils_a_preview(
    scheme: str, browser: Browser, federation: Federation
) -> None:
    context = browser.new_context(viewport=DESK, color_scheme=scheme, reduced_motion="reduce")
    page = federation.open(context, "<main><p>Prema čl. 25B iz 1997.</p></main>", "hr", BAD_STYLE)
    page.locator("a.kodeks-law").focus()
    page.keyboard.press("Shift")
    preview(page)
    assert shown_texts(panel(page)) > 5
    assert faint_texts(panel(page), strictly=True) == []
    style = panel(page).evaluate(
        """it => {
          const style = getComputedStyle(it);
          return [parseFloat(style.fontSize) > 14, style.letterSpacing, style.textTransform,
                  style.opacity, parseFloat(style.lineHeight) > 20];
        }"""
    )
    assert style == [True, "normal", "none", "1", True]
    box = panel(page).bounding_box()
    assert box is not None
    assert box["width"] > 300
    on_top = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).localName", [box["x"] + 9, box["y"] + 9]
    )
    assert on_top == "kodeks-preview"
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (320, 256), (1280, 900)], ids=["phone", "400 %", "desk"]
)
def test_a_preview_fits_the_window_wherever_its_number_stands(
    width: int, height: int, browser: Browser, federation: Federation
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    places = [
        "position: fixed; left: 2px; top: 2px",
        "position: fixed; right: 2px; bottom: 2px",
        "position: fixed; left: 40%; top: 45%",
    ]
    body = "".join(f'<p style="{place}">16. szakasz</p>' for place in places)
    page.goto(federation.publish(body))
    for link in page.locator("a.kodeks-law").all():
        link.focus()
        page.keyboard.press("Shift")
        link.hover()
        preview(page)
        box = panel(page).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        assert box["height"] >= 100
        assert panel(page).evaluate("it => it.scrollWidth <= it.clientWidth")
        page.keyboard.press("Escape")
    page.close()


@pytest.mark.slow
def test_a_preview_follows_its_number_and_goes_when_that_is_out_of_sight(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 23A szakasz</p><div style='height: 3000px'></div>")
    preview(page, "23A")
    before = panel(page).bounding_box()
    assert before is not None
    page.evaluate("scrollBy(0, 4)")  # the pointer is still on the number
    moved = {**before, "y": before["y"] - 4}
    until(lambda: panel(page).bounding_box() == moved, "the preview has followed its number")
    page.evaluate("scrollBy(0, 2000)")
    panel(page).wait_for(state="detached")


@pytest.mark.slow
def test_motion_and_colours_are_the_readers_choice(
    browser: Browser, federation: Federation
) -> None:
    look = "it => [getComputedStyle(it).animationName, getComputedStyle(it).borderTopStyle]"
    for motion, name in (("reduce", "none"), ("no-preference", "appear")):
        context = browser.new_context(reduced_motion=motion, forced_colors="active")
        page = federation.open(context, "<p>A 23A szakasz</p>")
        linked(page, "23A").hover()
        panel(page).wait_for()
        assert panel(page).evaluate(look) == [name, "solid"]
        context.close()


@pytest.mark.slow
def test_a_preview_stands_above_an_open_dialog(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<dialog><p>A 23A szakasz</p></dialog>")
    page.evaluate("document.querySelector('dialog').showModal()")
    preview(page, "23A")
    box = panel(page).bounding_box()
    assert box is not None
    on_top = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).localName", [box["x"] + 9, box["y"] + 9]
    )
    assert on_top == "kodeks-preview"
    page.keyboard.press("Escape")
    panel(page).wait_for(state="detached")
    assert page.locator("dialog").is_visible()


@pytest.mark.slow
def test_targets_in_a_preview_are_large_enough_to_hit(
    phone: BrowserContext, federation: Federation
) -> None:
    """WCAG 2.5.8: 24 by 24 CSS pixels, but for links inside sentences."""
    page = federation.open(phone, "<p>A 23A szakasz</p>")
    linked(page, "23A").tap()
    targets = panel(page).locator(".foot > :visible").all()
    assert len(targets) == 2
    for target in targets:
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
