"""Editions on the site: where old provisions stand today, old words beside today's, citations."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from kb.core.stored_records import RuleRecord
from kb.corpus.corpus import Corpus
from kb.languages.catalogue import load
from kb.publishing.output.page_list import edition_pages
from kb.publishing.parts.language_site import language_site
from kb.records.cross_references import cross_references
from kb.storage.store import Store
from support.site_reading import Built, Pages, read_fragment, target

LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")
OLD, NEW = "bridge-1997", "bridge-2017"
BOTH = f"{OLD}_{NEW}"


@pytest.fixture(scope="module")
def old(store: Store) -> dict[str, RuleRecord]:
    return {r.id: r for r in store.records("bridge-1997/hr") if isinstance(r, RuleRecord)}


@pytest.fixture(scope="module")
def new(store: Store) -> dict[str, RuleRecord]:
    texts = ("bridge-2017/hu", "bridge-2017/pl")
    return {r.id: r for t in texts for r in store.records(t) if isinstance(r, RuleRecord)}


@pytest.fixture(scope="module")
def untold(corpus: Corpus, store: Store) -> Pages:
    """The pages of today's code for Croatians if nothing told it in their words, by their path."""
    croatian = language_site(corpus, store, "hr")
    book = croatian.book(NEW)
    assert book is not None
    pages = edition_pages(croatian, replace(book, plain={}))
    return {page.path: read_fragment(page.path, page.html) for page in pages}


def law(id: str) -> str:
    return id.partition(".")[0]


def place(edition: str, id: str) -> str:
    """The address of a provision as a page of another edition links it."""
    return f"../../{edition}/{law(id)}/" + (f"#{id}" if "." in id else "")


def hrefs(page: Built) -> set[str]:
    return {url for tag, url in page.links if tag == "a"}


# --- the old code ---------------------------------------------------------------------------------


def test_a_page_of_the_old_code_says_so_on_top(site_pages: Pages) -> None:
    page = site_pages["hr/bridge-1997/12/index.html"]
    assert page.html.index('class="kb-superseded"') < page.html.index("<h1")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_old_provision_links_to_where_it_stands_today(
    language: str, old: dict[str, RuleRecord], site_pages: Pages
) -> None:
    for id, record in old.items():
        found = hrefs(site_pages[f"{language}/{OLD}/{law(id)}/index.html"])
        for one in record.counterparts:
            assert one.provision is None or place(NEW, one.provision) in found, id


def today(html: str, id: str) -> str:
    """What is said of where a provision stands today, up to what became of it."""
    at = html.index(f'id="{id}"')
    paragraph = html[html.index('<p class="kb-today">', at) :].partition("</p>")[0]
    return paragraph.partition('<span class="kb-became')[0]


def test_the_places_of_today_are_just_its_counterparts(
    old: dict[str, RuleRecord], site_pages: Pages
) -> None:
    for id, record in old.items():
        html = site_pages[f"de/{OLD}/{law(id)}/index.html"].html
        shown = re.findall(r'href="([^"]+)"', today(html, id).partition(". ")[0])
        places = [one.provision for one in record.counterparts if one.provision]
        assert shown == [place(NEW, one) for one in places], id


@pytest.mark.slow
def test_what_is_different_is_said_in_the_language_of_the_page(
    old: dict[str, RuleRecord], site_pages: Pages
) -> None:
    for language in LANGUAGES:
        catalogue = load(language)
        unsure = catalogue.gettext("(The comparison is not certain.)")
        for id, record in old.items():
            page = site_pages[f"{language}/{OLD}/{law(id)}/index.html"]
            main = record.counterparts[0]
            said = "".join(page.text.split())
            change = catalogue.gettext(main.change) if main.change else ""
            assert "".join(change.split()) in said, (language, id)
            if main.confidence == "low":
                assert "".join(unsure.split()) in said


@pytest.mark.slow
def test_the_old_code_leads_to_the_new_by_content_only(
    old: dict[str, RuleRecord], site_pages: Pages
) -> None:
    """To an equal number only where it is the content, or to warn that it is not."""
    for path, page in site_pages.items():
        if match := re.fullmatch(r"[a-z]{2}/bridge-1997/([0-9]+)/index\.html", path):
            own = [record for id, record in old.items() if law(id) == match[1]]
            allowed = {
                place(NEW, one.provision)
                for record in own
                for one in record.counterparts
                if one.provision
            }
            allowed |= {place(NEW, record.id) for record in own if record.reassigned}
            found = {url for url in hrefs(page) if re.match(r"\.\./\.\./bridge-2017/[0-9]", url)}
            # Without what is different, and what terms mean.
            html = re.sub(r"</span>\. .*?</p>", "</p>", page.html)
            html = re.sub(
                r'<details class="kb-explained kb-terms">.*?</details>', "", html, flags=re.S
            )
            found = {url for url in found if f'href="{url}"' in html}
            assert found <= allowed, path


def test_a_number_that_means_something_else_is_warned_of(
    old: dict[str, RuleRecord], site_pages: Pages
) -> None:
    for id, record in old.items():
        html = site_pages[f"hu/{OLD}/{law(id)}/index.html"].html
        warnings = re.findall(r'<p class="kb-other">.*?</p>', html, re.S)
        warned = any(f'href="{place(NEW, id)}"' in warning for warning in warnings)
        assert warned == bool(record.reassigned), id


@pytest.mark.slow
def test_references_inside_old_words_stay_within_the_old_code(site_pages: Pages) -> None:
    checked = 0
    for path, page in site_pages.items():
        for id, language, url, _ in page.cited:
            here = path.split("/")[1]
            if language == "hr" and url and (here == OLD or id.startswith(f"{OLD}:")):
                file, _ = target(page, url)
                assert file.split("/")[1] == OLD, (path, id, url)
                checked += 1
    assert checked > 600


# --- the current code for a reader whose language has only the old --------------------------------


@pytest.mark.slow
def test_without_plain_words_a_croatian_gets_the_words_that_correspond(
    old: dict[str, RuleRecord], new: dict[str, RuleRecord], untold: Pages
) -> None:
    """Each once on the page of a law, and never those of the same number as such."""
    for number in map(str, range(1, 94)):
        page = untold[f"{NEW}/{number}.md"]
        wanted = {
            one.provision
            for id, record in new.items()
            if law(id) == number
            for one in record.counterparts
            if one.provision
        }
        shown = {id.partition(":")[2] for id, *_ in page.words if id.startswith(f"{OLD}:")}
        assert {id for id in wanted if old[id].heading or old[id].body} == shown, number
        for id in shown:
            key = f"{OLD}:{id}"
            heading = page.words.get((key, "hr", "heading"), [""])
            body = page.said(key, "hr", "body")
            assert ["".join(heading).strip()] == [old[id].heading or ""], id
            assert body == " ".join(old[id].body.split()), id


@pytest.mark.slow
def test_law_12_has_the_words_that_changed_places(untold: Pages) -> None:
    page = untold[f"{NEW}/12.md"]
    at = page.html.index('id="12.C.1"'), page.html.index('id="12.C.1.b"')
    words = re.sub("<[^>]+>", "", page.html[at[0] : at[1]])
    assert "Kada Direktor dodijeli prilagođeni rezultat umjesto" in words
    assert "Umjetan rezultat" not in page.html[at[0] : at[1]]


@pytest.mark.slow
def test_old_words_stand_beside_the_first_words_of_today(untold: Pages) -> None:
    """12C1 has no words of its own: those of old 12C2 stand at 12C1(a), to which it leads."""
    html = untold[f"{NEW}/12.md"].html
    first, second = html.index('id="12.C.1"'), html.index('id="12.C.1.a"')
    assert "prilagođeni rezultat umjesto" not in html[first:second]
    assert 'href="#12.C.1.a"' in html[first:second]


def test_a_law_that_is_wholly_new_stands_alone(untold: Pages) -> None:
    page = untold[f"{NEW}/23.md"]
    assert "kb-older" not in page.html
    assert "../../bridge-1997/23/" in hrefs(page)  # with the warning that it is something else


@pytest.mark.slow
def test_with_plain_words_the_old_ones_are_one_tap_away(site_pages: Pages) -> None:
    for number in map(str, range(1, 94)):
        page = site_pages[f"hr/{NEW}/{number}/index.html"]
        assert f'href="../../{BOTH}/{number}/" data-value="hr-1997"' in page.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_get_the_current_code_alone(language: str, site_pages: Pages) -> None:
    page = site_pages[f"{language}/bridge-2017/12/index.html"]
    assert {code for _, code, _ in page.words} == {"hu", "pl"}
    assert f"../../{BOTH}/12/" in hrefs(page)


def test_who_has_no_lawbook_gets_first_what_there_is_in_his_language(site_pages: Pages) -> None:
    """Concepts come before the words of the old code; who has wording or plain words gets them."""
    for path, is_first in ((f"it/{OLD}", True), (f"fr/{NEW}", False), (f"hu/{NEW}", False)):
        html = site_pages[f"{path}/63/index.html"].html
        before = html.index('<h2 id="concepts"') < html.index('<div class="kb-rows"')
        assert before == is_first, path


# --- the edition view -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_edition_view_has_every_law_by_content(
    language: str,
    old: dict[str, RuleRecord],
    new: dict[str, RuleRecord],
    site_pages: Pages,
) -> None:
    seen = set()
    for number in map(str, range(1, 94)):
        page = site_pages[f"{language}/{BOTH}/{number}/index.html"]
        assert {id for id in new if law(id) == number} <= {*page.ids}
        forebears = {id.partition(":")[2] for id in data_bodies(page)}
        seen |= forebears
        for id, record in new.items():
            if law(id) == number:
                own = {one.provision for one in record.counterparts if one.provision}
                assert own <= forebears
    assert seen == set(old), "every old provision stands somewhere"


def data_bodies(page: Built) -> list[str]:
    return re.findall(rf'data-body="({OLD}:[^"]+)"', page.html)


def test_the_edition_view_marks_what_moved_and_changed(site_pages: Pages) -> None:
    page = site_pages[f"hr/{BOTH}/12/index.html"]
    for relation in ("same", "changed", "split", "moved"):
        assert f'class="kb-became kb-{relation}"' in page.html
    assert page.html.index('id="12.C.1.d"') < page.html.index("kb-was", page.html.index("12.C.1.d"))
    gone = site_pages[f"hr/{BOTH}/23/index.html"].html
    assert "KAZNENI PASS REZULTIRA ŠTETOM" in gone[gone.index('id="gone"') :]
    assert 'href="../../bridge-2017/72/#72.C"' in gone[gone.index('id="gone"') :]


def test_the_list_has_every_number_that_means_something_else(
    old: dict[str, RuleRecord], site_pages: Pages
) -> None:
    for language in LANGUAGES:
        html = site_pages[f"{language}/{BOTH}/index.html"].html
        rows = html[html.index("kb-reassigned") :].count('<th scope="row">')
        assert rows == sum(bool(record.reassigned) for record in old.values())


def test_the_list_says_what_those_numbers_were(
    old: dict[str, RuleRecord], site_pages: Pages
) -> None:
    html = site_pages[f"pl/{BOTH}/index.html"].html
    table = html[html.index("kb-reassigned") :]
    for id, record in old.items():
        if record.reassigned:
            row = table[table.index(f'href="{place(OLD, id)[3:]}"') :].partition("</tr>")[0]
            said = re.search(r'<span lang="hr">([^<]+)</span>', row)
            assert said is not None
            words = unescape(said[1]).removesuffix(" …")
            assert words
            assert (record.heading or record.body).startswith(words)


def test_the_list_counts_what_is_different(new: dict[str, RuleRecord], site_pages: Pages) -> None:
    """Law 12 of 2017: 24 provisions, each counted once."""
    html = site_pages[f"pl/{BOTH}/index.html"].html
    entry = html[html.index('<a href="12/">') :].partition("</li>")[0]
    numbers = list(map(int, re.findall(r"\b([0-9]+) (?:bez|zmien|z in|now)", entry)))
    assert sum(numbers) == sum(law(id) == "12" for id in new) == 24
    fresh = sum(new[id].counterparts[0].provision is None for id in new if law(id) == "12")
    assert f"{fresh} now" in entry


def test_what_became_is_said_from_either_end(site_pages: Pages) -> None:
    words = load("fr").gettext
    forward = site_pages["fr/bridge-1997/12/index.html"].text
    back = site_pages[f"fr/{BOTH}/12/index.html"].text
    assert words("stands elsewhere") in forward
    assert words("divided") in forward
    assert words("moved here") in back
    assert words("in part here") in back
    assert words("moved here") not in forward
    html = site_pages[f"fr/{BOTH}/27/index.html"].html
    at = html.index('id="27.D"')
    assert words("moved here") in html[at : html.index("kb-now", at)]  # old 27.B.1.b


def test_editions_lead_to_their_comparison(site_pages: Pages) -> None:
    assert f"../{BOTH}/" in hrefs(site_pages["pl/bridge-2017/index.html"])
    assert f"../../{BOTH}/27/" in hrefs(site_pages["pl/bridge-1997/27/index.html"])
    assert f"../../{BOTH}/" in hrefs(site_pages["pl/bridge-2017/definitions/index.html"])
    assert f"../../{BOTH}/3/" not in hrefs(site_pages["hu/ulti-2017/3/index.html"])


# --- titles, and who cites whom -------------------------------------------------------------------


@pytest.mark.slow
def test_titles_of_ours_are_marked(store: Store, site_pages: Pages) -> None:
    titles = store.titles(NEW)
    for language in ("it", "fr", "de", "hr"):
        contents = site_pages[f"{language}/{NEW}/index.html"]
        for number, found in titles.items():
            words = found[language].words
            page = site_pages[f"{language}/{NEW}/{number}/index.html"]
            assert words in contents.text
            mark = re.search(r'kb-own-title">.*?<span class="kb-tag">([^<]+)', page.html, re.S)
            assert mark is not None
            assert ("1997" in mark[1]) == (found[language].origin is not None), number
    assert "kb-own-title" not in site_pages["hu/bridge-2017/27/index.html"].html


@pytest.mark.slow
def test_law_pages_say_who_cites_whom(corpus: Corpus, store: Store, site_pages: Pages) -> None:
    edges = cross_references(store, corpus.published)
    checked = 0
    for one in edges.citing:
        for end, other in ((one.source, one.target), (one.target, one.source)):
            edition, _, id = end.partition(":")
            if not id[0].isdigit() or edition not in (NEW, OLD, "ulti-2017"):
                continue
            html = site_pages[f"it/{edition}/{law(id)}/index.html"].html
            table = html[html.index("kb-citations") :]
            row = table[table.index(f'<th scope="row"><a href="#{id}"') :].partition("</tr>")[0]
            row = row.split("<td>")[1 if end == one.source else 2]
            code, _, local = other.partition(":")
            page = law(local)
            if not local[0].isdigit():
                continue
            if code != edition:
                address = f"../../{code}/{page}/#{local}"
            elif page == law(id):
                address = f"#{local}"
            else:
                address = f"../{page}/" + (f"#{local}" if "." in local else "")
            assert f'href="{address}"' in row, (end, other)
            checked += 1
            few = {*one.languages} < {t.language for t in corpus.texts if t.edition == edition}
            if code == edition and few:
                said = row.partition(f'href="{address}"')[2].partition('class="kb-cited"')[0]
                assert "kb-tag" in said, (end, other)
    assert checked > 1_000
