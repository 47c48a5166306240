"""The pages of the concepts: their table, the subject index, each by itself, terms in the law."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page

from kb.languages.collation import initial, sort_key
from kb.records.glossary import Glossary, glossary
from kb.storage.store import Store
from support.site_reading import Built, Pages

SITE = ("hu", "pl", "hr", "it", "fr", "de", "en")


@pytest.fixture(scope="module")
def words(store: Store) -> Glossary:
    return glossary(store)


def plain(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


def between(html: str, start: str, end: str) -> str:
    at = html.index(start)
    return html[at : html.index(end, at)]


# --- the table, the index, the pages ------------------------------------------------------------


@pytest.mark.parametrize("language", SITE)
def test_every_concept_has_its_page_and_its_row(
    language: str, words: Glossary, site_pages: Pages
) -> None:
    table = site_pages[f"{language}/concepts/index.html"].html
    rows = re.findall(
        r'<tr data-area="([a-z-]+)".*?><th scope="row"><a href="([a-z0-9-]+)/"', table
    )
    assert sorted(id for _, id in rows) == sorted(one.id for one in words.concepts)
    assert {id: area for area, id in rows} == {one.id: one.area for one in words.concepts}
    for one in words.concepts:
        assert f"{language}/concepts/{one.id}/index.html" in site_pages
    assert table.count('<th scope="col"') == len(words.languages)


@pytest.mark.parametrize("language", SITE)
def test_words_stand_in_the_alphabet_of_the_reader(language: str, site_pages: Pages) -> None:
    html = site_pages[f"{language}/concepts/subject-index/index.html"].html
    entries = re.findall(
        r"<li>(?:<a [^>]+>)?([^<]+?)(?:</a>| <| →)", between(html, 'class="kb-index"', "<footer")
    )
    assert len(entries) > 500
    entries = [*map(unescape, entries)]
    for one, next in pairwise(entries):
        assert sort_key(one, language) <= sort_key(next, language), (one, next)
    heads = re.findall(r'<h2 id="letter-[^"]+">([^<]+)</h2>', html)
    assert heads == list(dict.fromkeys(initial(one, language) for one in entries))


def test_hungarian_letters_are_hungarian(site_pages: Pages) -> None:
    html = site_pages["hu/concepts/subject-index/index.html"].html
    assert re.findall(r'<a href="#letter-[^"]+">(Cs|Gy|Ny|Sz|Ö|Zs|Á|É)</a>', html) == [
        "Cs",
        "Gy",
        "Ny",
        "Ö",
        "Sz",
        "Zs",
    ]


def test_the_index_has_the_laws_and_what_the_printed_one_names(site_pages: Pages) -> None:
    html = site_pages["hu/concepts/subject-index/index.html"].html
    revoke = between(html, '<li><a href="../revoke/">', "</li>")
    main, _, further = revoke.partition("</strong>")
    assert re.findall(">([0-9][^<]*)</a>", main) == ["61A", "61", "62", "63", "64", "44C"]
    assert "64B3" in plain(further)  # below the Polish headword Fałszywy renons
    assert plain(between(html, "<li>renonsz", "</li>")).startswith("renonsz → színvétés")


def test_croatian_readers_get_the_numbers_of_their_code_too(site_pages: Pages) -> None:
    html = site_pages["hr/concepts/subject-index/index.html"].html
    _, _, earlier = between(html, '<li><a href="../insufficient-bid/">', "</li>").partition("1997:")
    assert 'href="../../bridge-1997/27/"' in earlier
    assert "1997:" not in plain(site_pages["hu/concepts/subject-index/index.html"].html)


def test_a_concept_shows_what_it_is_its_words_and_its_laws_by_weight(site_pages: Pages) -> None:
    html = site_pages["pl/concepts/revoke/index.html"].html
    main = plain(between(html, "<h1", "<footer"))
    assert main.startswith("fałszywy renons")
    assert main.index("Niedopełnienie obowiązku") < main.index("A színvétés a színre")
    assert "renege" in main
    laws = re.findall(
        r'<li><a href="../../bridge-2017/([0-9]+)/', between(html, 'id="kb-laws"', "</ol>")
    )
    assert laws == ["61", "61", "62", "63", "64", "44"]


def test_concepts_of_ulti_are_explained_where_there_is_no_word(site_pages: Pages) -> None:
    html = site_pages["de/concepts/betli/index.html"].html
    assert '<h1 id="betli" lang="hu">betli</h1>' in html
    assert "ohne Trumpf keinen einzigen Stich machen" in plain(html)


def test_a_law_lists_its_concepts_the_weightiest_first(site_pages: Pages) -> None:
    for path, first in (
        ("hu/bridge-2017/61", "színvétés"),
        ("pl/bridge-2017/27", "odzywka niewystarczająca"),
        ("hr/bridge-1997/27", "nedostatan licit"),
        ("hu/ulti-2017/10", "renonsz"),
    ):
        listed = between(site_pages[f"{path}/index.html"].html, 'id="concepts"', "</ul>")
        assert re.findall(r'<li><a href="[^"]+">([^<]+)</a>', listed)[0] == first


@pytest.mark.slow
def test_every_place_of_a_word_leads_to_its_own_text(words: Glossary, site_pages: Pages) -> None:
    """Also where texts have records of the same id that are not joined: index, paragraphs."""
    for path, place in (
        ("hu/concepts/disciplinary-penalty", "../../bridge-2017/subject-index/#index.110"),
        ("fr/concepts/alert", "../../irregularities/9/#fr:9.2.1"),
    ):
        assert f'href="{place}"' in site_pages[f"{path}/index.html"].html, path
    for language in ("hu", "fr"):
        for one in words.concepts:
            placed = sum(bool(w.place) for own in one.words.values() for w in own)
            every = sum(map(len, one.words.values()))
            html = site_pages[f"{language}/concepts/{one.id}/index.html"].html
            rows = between(html, 'id="kb-words"', "</table>")
            assert rows.count('class="kb-tag"') == every - placed, (language, one.id)
            assert rows.count('<a class="kb-small"') == placed, (language, one.id)


def test_a_note_goes_by_its_name_not_by_the_number_of_its_law(site_pages: Pages) -> None:
    html = site_pages["hu/concepts/class-of-player/index.html"].html
    listed = between(html, 'id="kb-laws"', "</ol>")
    assert re.search(r'#note\.71\.1">71B[^<]+jegyzet[^<]*</a>', listed)
    words = between(html, 'id="kb-words"', "</table>")
    assert '#note.70.1">70. szakasz</a>' in words


def test_the_laws_where_words_occur_most_come_first(site_pages: Pages) -> None:
    html = between(site_pages["hu/concepts/revoke/index.html"].html, 'id="kb-occurring"', "</ul>")
    times = [int(one) for one in re.findall(r">([0-9]+)×<", html)]
    assert times == sorted(times, reverse=True)
    assert times[0] > times[-1]


def test_what_the_index_names_in_vain_is_not_listed(site_pages: Pages) -> None:
    """70D3 does not exist, though the Polish index has it below Deklaracja."""
    html = site_pages["pl/concepts/subject-index/index.html"].html
    assert "68D2(b)" in between(html, '<li><a href="../claim/">', "</li>")
    assert "70D3" not in html


# --- terms in the law ----------------------------------------------------------------------------


class Terms(HTMLParser):
    """Reads where terms are marked: the paragraph of each, and whatever it is inside of."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.paragraph = 0
        self.found: list[tuple[int, str]] = []
        self.inside: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "kb-provision" in given.get("class", "").split() or "kb-words" in given.get("class", ""):
            self.paragraph += 1
        if tag == "a" and given.get("href", "").startswith("#term-"):
            self.found += [
                (self.paragraph, anchor)
                for anchor in [given["href"][len("#term-") :], *given.get("data-also", "").split()]
            ]
            self.inside |= {above for above, _ in self.open}
        if tag not in ("br", "img", "input", "link", "meta", "hr"):
            self.open.append((tag, given.get("class", "")))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass


@pytest.mark.slow
def test_a_term_is_marked_once_in_a_paragraph_and_in_no_heading_or_link(site_pages: Pages) -> None:
    marked = 0
    for path, page in site_pages.items():
        if not re.fullmatch(
            r"(hu|hr|de)/(bridge-|ulti-|irregularities)[^/]*/[0-9]+/index\.html", path
        ):
            continue
        terms = Terms()
        terms.feed(between(page.html, '<div class="kb-page', '<footer class="kb-colophon"'))
        assert len(terms.found) == len(set(terms.found)), path
        assert not terms.inside & {"h1", "h2", "h3", "h4", "a"}, path
        marked += len(terms.found)
    assert marked > 5_000


def told(page: Built, concept: str) -> str:
    """What a page says of a concept, in HTML."""
    return between(page.html, f'<div id="term-{concept}">', "</div>")


def test_a_marked_term_is_a_form_of_a_word_and_told_below(site_pages: Pages) -> None:
    page = site_pages["hu/bridge-2017/50/index.html"]
    marked = re.findall(r'<a href="#term-([a-z-]+)"[^>]*>([^<]+)</a>', page.html)
    assert {id for id, _ in marked} <= {id.removeprefix("term-") for id in page.ids}
    assert {words for id, words in marked if id == "penalty-card"} >= {
        "büntetőlapot",
        "Karta przygwożdżona",
    }
    assert plain(told(page, "declarer")).startswith("felvevő ")
    assert 'href="../../concepts/declarer/"' in told(page, "declarer")


@pytest.mark.slow
def test_whatever_else_a_word_may_mean_is_told_too(site_pages: Pages) -> None:
    several = 0
    for path, page in site_pages.items():
        if path.startswith(("hu/bridge-2017/", "pl/bridge-1997/")):
            also = {
                id for ids in re.findall(r'data-also="([^"]+)"', page.html) for id in ids.split()
            }
            assert {f"term-{id}" for id in also} <= set(page.ids), path
            several += len(also)
    assert several > 50


def test_a_term_of_one_sense_is_marked_in_the_next(site_pages: Pages) -> None:
    """Each sense of a definition is a paragraph of its own."""
    dummy = between(
        site_pages["hu/bridge-2017/definitions/index.html"].html, 'id="def.dummy"', 'id="def.bid"'
    )
    html = between(dummy, '<div class="kb-cell" lang="hu">', "</div>")
    assert html.count('href="#term-declarer"') >= 2


def test_no_definition_marks_its_own_term(site_pages: Pages) -> None:
    html = site_pages["hu/bridge-2017/definitions/index.html"].html
    for id in ("declarer", "trick", "penalty-card", "auction"):
        own = html[html.index(f'id="def.{id}"') :]
        own = own[: own.index('class="kb-provision', 1)]
        assert f'"#term-{id}"' not in own


def test_terms_of_every_column_are_told_in_the_language_of_the_page(site_pages: Pages) -> None:
    """A Polish term on a Hungarian page carries the Hungarian definition, and the other way."""
    for language, start in (("hu", "felvevő"), ("pl", "rozgrywający"), ("hr", "izvođač")):
        said = told(site_pages[f"{language}/bridge-2017/45/index.html"], "declarer")
        assert plain(said).startswith(start)
        assert " lang=" not in said


def test_a_term_is_not_marked_where_it_is_defined(site_pages: Pages) -> None:
    html = site_pages["hu/bridge-2017/61/index.html"].html
    assert '"#term-revoke"' not in between(html, 'id="61.A"', 'id="61.B"')
    assert '"#term-revoke"' in between(html, 'id="61.C"', "<footer")


# --- with scripts ---------------------------------------------------------------------------------


@pytest.fixture
def page(browser: Browser, address: str) -> Page:
    """The Hungarian page of Law 50 on a desk."""
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(f"{address}hu/bridge-2017/50/")
    return opened


@pytest.mark.slow
def test_a_term_shows_what_it_means_under_the_pointer_and_on_focus(page: Page) -> None:
    tip = page.locator(".kb-tip")
    term = page.locator(".kb-rows a[href='#term-declarer']").first
    assert tip.is_hidden()
    term.hover()
    tip.wait_for(state="visible")
    assert tip.inner_text().startswith("felvevő ")
    tip.hover()  # it stays while the pointer is on it
    page.wait_for_timeout(400)
    assert tip.is_visible()
    page.keyboard.press("Escape")
    assert tip.is_hidden()
    page.mouse.move(0, 0)
    term.focus()
    assert tip.is_visible()
    assert term.get_attribute("aria-describedby") == tip.get_attribute("id")
    page.close()


@pytest.mark.slow
def test_a_term_leads_to_the_list_below_which_opens(page: Page) -> None:
    told = page.locator("#term-declarer")
    assert not told.is_visible()
    page.locator(".kb-rows a[href='#term-declarer']").first.click()
    assert told.is_visible()
    page.close()


@pytest.mark.slow
def test_terms_can_be_left_unmarked_and_that_is_remembered(page: Page, address: str) -> None:
    box = page.locator(".kb-terms-switch input")
    box.uncheck()
    term = page.locator(".kb-rows a[href='#term-declarer']").first
    assert term.count() == 0  # no link any more
    page.locator(".kb-rows .kb-words a:not([href])").first.hover()
    page.wait_for_timeout(400)
    assert page.locator(".kb-tip").is_hidden()
    page.goto(f"{address}hu/bridge-2017/51/")
    assert not page.locator(".kb-terms-switch input").is_checked()
    page.close()


@pytest.mark.slow
def test_a_tap_shows_a_term_and_a_second_leads_on(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}pl/bridge-2017/50/")
    term = page.locator(".kb-rows a[href='#term-declarer']").first
    term.tap()
    tip = page.locator(".kb-tip")
    tip.wait_for(state="visible")
    box = tip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    term.tap()
    assert page.locator("#term-declarer").is_visible()
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "found"),
    [("szinvetes", "revoke"), ("RENEGE", "revoke"), ("Strafkarte", "penalty-card")],
)
def test_the_table_is_filtered_by_words_of_any_language(
    typed: str, found: str, browser: Browser, address: str
) -> None:
    page = browser.new_page()
    page.goto(f"{address}hu/concepts/")
    rows = page.locator("tr[data-area]:visible")
    every = rows.count()
    page.locator(".kb-filter input").fill(typed)
    assert 1 <= rows.count() < every / 10
    assert page.locator(f"tr:visible a[href='{found}/']").count() == 1
    assert page.locator(".kb-filter output").inner_text() == str(rows.count())
    page.locator(".kb-filter select").select_option("ulti")
    assert page.locator(f"tr:visible a[href='{found}/']").count() == 0
    page.locator(".kb-filter input").fill("zzzz")
    assert page.locator(".kb-filter output").inner_text() == "Nincs ilyen szó."
    page.close()
