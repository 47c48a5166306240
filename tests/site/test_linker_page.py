"""The browser linker on pages of others: what it links, what it leaves alone, what it survives."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from support.federations import Federation, linked, links, panel, preview
from support.homes import REPOSITORY

pytestmark = pytest.mark.slow

# --- what is linked ------------------------------------------------------------------------------

RULINGS = {
    "hu": "<p>A tornavezető a 27B1(b) pont szerint járt el.</p>",
    "pl": "<ul><li>Sędzia zastosował przepis 27B1(b).</li></ul>",
    "hr": "<table><tr><td>Sudac je primijenio član 27B1(b).</td></tr></table>",
    "it": "<blockquote>L’arbitro ha applicato l’articolo 27B1(b).</blockquote>",
    "fr": "<dl><dd>L’arbitre a appliqué la loi 27B1(b).</dd></dl>",
    "de": "<div>Der Turnierleiter wandte § 27B1(b) an.</div>",
    "en": "<section>The Director applied Law 27B1(b).</section>",
}


def test_rulings_in_seven_languages_are_linked_on_one_page(
    desk: BrowserContext, federation: Federation
) -> None:
    body = "".join(f'<div lang="{code}">{ruling}</div>' for code, ruling in RULINGS.items())
    page = federation.open(desk, body, page_lang="en-GB")
    assert [id for _, id in links(page)] == ["bridge-2017:27.B.1.b"] * 7
    address = f"{federation.laws}/en/bridge-2017/27/#27.B.1.b"
    assert page.locator("a.kodeks-law").first.get_attribute("href") == address


def test_a_word_is_read_in_the_language_of_what_it_stands_in(
    desk: BrowserContext, federation: Federation
) -> None:
    """`pont` announces a law in Hungarian only; without a language every one is tried."""
    body = (
        '<p lang="pl">A 7. pont</p><p lang="hu-HU">A 7. szakasz</p><p lang="x-y">A 9. szakasz</p>'
    )
    page = federation.open(desk, body)
    assert [id for _, id in links(page)] == ["bridge-2017:7", "bridge-2017:9"]
    page = federation.open(desk, body, languages="en")
    assert links(page) == []


def test_a_citation_over_inline_tags_is_linked_where_its_number_begins(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(
        desk,
        "<p>a <b>27B1(b)</b> pont, <i>lásd</i> 23<wbr>A, a <em>64</em>A szakasz</p>"
        '<p lang="en">See <i>Law</i> 16B1 or so.</p><p>Ezt írja elő a 73C szakasz.</p>',
    )
    assert "<b><a" in page.inner_html("p")
    assert ("27B1(b)", "bridge-2017:27.B.1.b") in links(page)
    assert ("16B1", "bridge-2017:16.B.1") in links(page)
    assert ("73C szakasz", "bridge-2017:73.C") in links(page)
    for words, _ in links(page):
        assert words == words.strip()
    assert page.inner_text("p") == "a 27B1(b) pont, lásd 23A, a 64A szakasz"


CLOSED = [
    '<a href="#x">27B1 pont</a>',
    "<code>27B1 pont</code>",
    "<pre>27B1 pont</pre>",
    "<kbd>27B1 pont</kbd>",
    "<samp>27B1 pont</samp>",
    "<textarea>27B1 pont</textarea>",
    '<input value="27B1 pont">',
    "<select><option>27B1 pont</option></select>",
    "<button>27B1 pont</button>",
    "<svg><text>27B1 pont</text></svg>",
    "<math><mtext>27B1 pont</mtext></math>",
    "<template><p>27B1 pont</p></template>",
    '<script type="text/plain">27B1 pont</script>',
    "<style>/* 27B1 pont */</style>",
    '<div contenteditable="">27B1 pont</div>',
    '<div class="wide kodeks-ignore"><p>27B1 pont</p></div>',
    '<a class="kodeks-law" href="/elsewhere">27B1 pont</a>',
    '<mark class="kodeks-unknown">27Z9 pont</mark>',
    '<span role="button" tabindex="0">27B1 pont</span>',
    '<p title="27B1 pont" data-law="27B1 pont"><!-- 27B1 pont --></p>',
]


@pytest.mark.parametrize("html", CLOSED)
def test_what_is_no_text_or_a_link_or_opted_out_is_left_alone(
    html: str, desk: BrowserContext, federation: Federation
) -> None:
    page = desk.new_page()
    page.goto(federation.publish(f"<main>{html}</main><p>A 23A szakasz</p>", auto="off"))
    before = page.inner_html("main")
    assert page.evaluate("kodeksLinker.link()") == 1
    assert page.inner_html("main") == before


def test_headings_are_linked_unless_the_tag_says_no(
    desk: BrowserContext, federation: Federation
) -> None:
    body = "<h2>A 27. szakasz</h2><p>A 23A szakasz</p>"
    assert len(links(federation.open(desk, body))) == 2
    assert links(federation.open(desk, body, headings="off")) == [
        ("23A szakasz", "bridge-2017:23.A")
    ]


def test_only_what_the_tag_names_is_linked(desk: BrowserContext, federation: Federation) -> None:
    body = "<p>A 27. szakasz</p><article><p>A 23A szakasz</p></article>"
    assert len(links(federation.open(desk, body, root="article"))) == 1


def test_what_does_not_exist_is_marked_and_said_to_those_who_do_not_see_it(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A 27B9 pont szerint</p>")
    mark = page.locator("mark.kodeks-unknown")
    assert "(Nincs ilyen pont. A legközelebbi: 27B szakasz)" in page.inner_text("p")
    assert "27B9 pont (Nincs ilyen pont" in page.locator("p").aria_snapshot()
    hidden = mark.locator(".kodeks-said").bounding_box()
    assert hidden is not None
    assert hidden["width"] <= 1
    mark.hover()
    assert "A legközelebbi: 27B szakasz" in panel(page).inner_text()
    near = panel(page).get_by_role("link", name="27B szakasz")
    assert near.get_attribute("href") == f"{federation.laws}/hu/bridge-2017/27/#27.B"


def test_other_regulations_are_left_alone(desk: BrowserContext, federation: Federation) -> None:
    page = federation.open(desk, '<p lang="de">Laut § 12 der Satzung und § 64A1 TBR</p>')
    assert [id for _, id in links(page)] == ["bridge-2017:64.A.1"]
    assert page.locator("mark").count() == 0


def test_an_older_number_leads_to_where_it_stands_today(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, '<p lang="hr">Prema čl. 25B iz 1997.</p>')
    link = linked(page, "25B")
    assert link.get_attribute("data-kodeks") == "bridge-1997:25.B"
    assert "/hu/bridge-2017/25/#25." in (link.get_attribute("href") or "")
    link.hover()
    page.wait_for_function("document.querySelector('kodeks-preview')")
    notice = panel(page).locator(".notice")
    assert re.match(r"1997: 25B → ma: 25", notice.inner_text())
    old = notice.get_by_role("link").first.get_attribute("href")
    assert old == f"{federation.laws}/hu/bridge-1997/25/#25.B"


PAGE = """
<h1>A 27. szakasz</h1>
<p>Az A pont és a 27B1(b) <b>pont</b>; lásd a <i>23A</i> szakaszt, a 27B9 pontot, a
16B1&nbsp;pontot, a <code>64A</code> és a <a href="#">64B</a> szakaszt, továbbá a 72C pontot
&amp; a B pontot.</p>
<table><tr><td>12C1(e)(i) pont<td>77. szakasz</table>
<p lang="pl">przepisy 16 i 73, punkt C<br>oraz przepis 72
<p lang="de">§ 12 der Satzung, § 16B TBR 1997, § 16B TBR 2007
"""


def test_linking_twice_changes_nothing_and_unlinking_restores_the_page(
    desk: BrowserContext, federation: Federation
) -> None:
    page = desk.new_page()
    page.goto(federation.publish(PAGE, auto="off"))
    before = page.inner_html("body")
    texts = "[...document.querySelectorAll('body *')].map(it => it.childNodes.length)"
    nodes = page.evaluate(texts)
    count = page.evaluate("kodeksLinker.link()")
    once = page.inner_html("body")
    assert count == len(links(page)) + page.locator("mark").count() > 8
    assert page.evaluate("kodeksLinker.link()") == 0
    assert page.inner_html("body") == once
    assert page.evaluate("kodeksLinker.unlink()") == count
    assert page.inner_html("body") == before
    assert page.evaluate(texts) == nodes  # no text is left in pieces


def test_unlinking_stops_what_is_being_linked(desk: BrowserContext, federation: Federation) -> None:
    page = desk.new_page()
    page.goto(federation.publish("<p>A 27B1 pont</p>" * 3_000, auto="off"))
    page.evaluate(
        """() => new Promise((done) => {
          kodeksLinker.link();
          setTimeout(() => done(kodeksLinker.unlink()), 30);
        })"""
    )
    page.wait_for_timeout(500)
    assert links(page) == []


def test_what_comes_later_is_linked_where_the_tag_says_so(
    desk: BrowserContext, federation: Federation
) -> None:
    add = """() => {
      const it = document.createElement("p");
      it.textContent = "A 23A szakasz";
      document.querySelector("main").append(it);
    }"""
    for watch, count in (("on", 2), ("off", 1)):
        page = federation.open(desk, "<main><p>A 27B1 pont</p></main>", watch=watch)
        page.evaluate(add)
        expect(page.locator("a.kodeks-law")).to_have_count(count)
        page.wait_for_timeout(800)  # and no more come
        assert len(links(page)) == count
        page.close()


def test_a_page_that_changes_its_words_is_linked_anew_when_watched(
    desk: BrowserContext, federation: Federation
) -> None:
    page = federation.open(desk, "<p>A <b>27</b> pont</p>", watch="on")
    page.evaluate("document.querySelector('p').lastChild.data = ' szakasz, 23A szakasz'")
    page.locator("a.kodeks-law", has_text="23A").wait_for()


def test_a_second_tag_changes_nothing(desk: BrowserContext, federation: Federation) -> None:
    page = federation.open(desk, f"<p>A 23A szakasz</p>{federation.tag()}")
    assert len(links(page)) == 1
    linked(page, "23A").hover()
    panel(page).wait_for()
    assert page.locator("kodeks-preview").count() == 1
    assert page.evaluate("kodeksLinker.unlink()") == 1


# --- large and hostile pages ---------------------------------------------------------------------


def test_a_long_page_is_linked_whole_and_others_have_their_turn_meanwhile(
    desk: BrowserContext, federation: Federation
) -> None:
    words = "A felvevő hívott, a bal oldali ellenfél a 27B1(b) pont szerint elfogadta. "
    page = desk.new_page()
    page.goto(federation.publish(f"<p>{words * 8}</p>" * 1_700, auto="off"))
    assert len(page.inner_text("body")) > 1_000_000
    turns, count = page.evaluate(
        """async () => {
          let turns = 0;
          const clock = setInterval(() => turns++);
          const count = await kodeksLinker.link();
          clearInterval(clock);
          return [turns, count];
        }"""
    )
    assert count == 8 * 1_700
    assert turns > 10


def test_a_paragraph_of_any_length_is_read_in_portions(
    desk: BrowserContext, federation: Federation
) -> None:
    page = desk.new_page()
    page.goto(federation.publish(f"<p>{'A 27B1(b) pont szerint. ' * 10_000}</p>", auto="off"))
    before = page.inner_html("p")
    assert page.evaluate("kodeksLinker.link()") == 10_000
    page.evaluate("kodeksLinker.unlink()")
    assert page.inner_html("p") == before


@pytest.mark.parametrize(
    "html",
    [
        "<span>" * 100_000 + "A 27B1 pont",
        "<span>x</span>" * 100_000 + "A 27B1 pont",
        "<span lang=pl>x</span><span lang=hu>y</span>" * 10_000 + "A 27B1 pont",
        "<p><i>" * 20_000 + "A 27B1 pont",
        "((((((27" * 50_000 + "<p>A 27B1 pont",
    ],
    ids=["nested", "many", "languages", "unclosed", "brackets"],
)
def test_hostile_pages_are_linked_all_the_same(
    html: str, desk: BrowserContext, federation: Federation
) -> None:
    page = desk.new_page()
    page.goto(federation.publish(html, auto="off"))
    page.evaluate("kodeksLinker.link()")
    assert links(page)[-1] == ("27B1 pont", "bridge-2017:27.B.1")


def test_scripts_in_words_and_attributes_stay_words_and_attributes(
    desk: BrowserContext, federation: Federation
) -> None:
    body = (
        """<p title="<img src=x onerror='window.hit=1'> 27B1" data-kodeks="x:<b>">"""
        "&lt;img src=x onerror='window.hit=1'&gt; a 27B1 pont &lt;script&gt;window.hit=1</p>"
        '<a class="kodeks-law" data-kodeks="bridge-2017:&lt;b&gt;" href="#">egy</a>'
        '<mark class="kodeks-unknown" data-kodeks="<img src=x onerror=window.hit=1>" tabindex="0">'
        "két</mark>"
    )
    page = federation.open(desk, body)
    page.evaluate("kodeksLinker.link()")
    for words in ("egy", "két", "27B1"):
        linked(page, words).hover()
        page.wait_for_timeout(400)
    assert page.evaluate("window.hit") is None


def test_words_that_are_fetched_are_never_read_as_html(
    desk: BrowserContext, federation: Federation
) -> None:
    evil = "<img src=x onerror='window.hit=1'><b>bold</b>"

    def answer(route: Route) -> None:
        file = route.fetch().json()
        file["clauses"]["27.B.1"] = file["title"]["words"] = file["headings"]["27.B"] = evil
        route.fulfill(json=file, headers={"Access-Control-Allow-Origin": "*"})

    page = federation.open(desk, "<p>A 27B1 pont</p>")
    page.route("**/27.json", answer)
    linked(page, "27B1").hover()
    panel(page).get_by_text(evil).first.wait_for()
    assert page.evaluate("window.hit") is None


def test_a_strict_policy_of_the_page_is_kept(desk: BrowserContext, federation: Federation) -> None:
    federation.headers["Content-Security-Policy"] = (
        f"default-src 'none'; script-src {federation.laws}; connect-src {federation.laws}"
    )
    page = desk.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(federation.publish("<p>A 27B9 pont és a 23A szakasz</p>"))
    preview(page, "23A")
    assert panel(page).evaluate("it => getComputedStyle(it).overflowY") == "auto"
    assert not said


# --- the script itself ---------------------------------------------------------------------------


def test_nothing_is_ever_read_as_html_or_code() -> None:
    for path in sorted((REPOSITORY / "site").glob("[lp]*/*.js")):
        source = path.read_text("utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert word not in source, path
