"""Rulings on the site: their laws are links, and the laws say which rulings cite them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from kb.core.errors import CorpusError
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.publishing.output.page_list import ruling_pages
from kb.publishing.parts.language_site import language_site
from kb.publishing.parts.shown_rulings import FOLDER, read_ruling
from kb.storage.store import Store
from support.homes import REPOSITORY
from support.site_reading import Built, Pages

RULINGS = sorted((REPOSITORY / FOLDER).glob("*.md"))
SLUGS = [path.stem for path in RULINGS]


def page(pages: Pages, language: str, slug: str) -> Built:
    return pages[f"{language}/rulings/{slug}/index.html"]


def cited(built: Built) -> list[tuple[str, str]]:
    """What is linked in a ruling: the words and the address."""
    words = built.html[built.html.index("kb-ruling-words") : built.html.index("kb-authorities")]
    found = re.findall(
        r'<a class="kodeks-law"[^>]*? href="([^"]*)"[^>]*>(.*?)</a>', words, re.DOTALL
    )
    return [(" ".join(text.split()), address) for address, text in found]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_ruling_has_a_page_in_every_language_of_the_site(
    slug: str, corpus: Corpus, site_pages: Pages
) -> None:
    ruling = read_ruling(REPOSITORY / FOLDER / f"{slug}.md")
    for code in corpus.page_languages:
        built = page(site_pages, code, slug)
        assert (ruling.title, ruling.language) in built.texts
        assert ("a", f"{slug}/") in site_pages[f"{code}/rulings/index.html"].links


def test_the_list_has_the_newest_first_with_language_and_date(site_pages: Pages) -> None:
    built = site_pages["pl/rulings/index.html"]
    assert "18 listopada 2025" in built.text
    assert built.text.index("18 listopada 2025") < built.text.index("15 marca 2005")
    assert ("chorwacki", "pl") in [(words.strip(), code) for words, code in built.texts]
    assert "15. März 2005" in site_pages["de/rulings/index.html"].text


def test_links_lead_to_the_pages_of_the_reader_s_language(site_pages: Pages) -> None:
    for code in ("hu", "pl", "it"):
        found = cited(page(site_pages, code, "elegtelen-licit"))
        assert ("27B1(b) pontot", f"../../../{code}/bridge-2017/27/#27.B.1.b") in found
        assert ("16C szakasz", f"../../../{code}/bridge-2017/16/#16.C") in found


@pytest.mark.parametrize("path", RULINGS, ids=SLUGS)
def test_everything_that_a_ruling_cites_exists_and_is_linked(
    path: Path, corpus: Corpus, store: Store, site_pages: Pages
) -> None:
    ruling = read_ruling(path)
    expected = cite(ruling.markdown, "markdown", Index.of(corpus, store), [ruling.language])
    assert {one.status for one in expected} == {"linked"}
    words = [" ".join(one.quote.split()) for one in expected]
    assert [text for text, _ in cited(page(site_pages, "hu", ruling.slug))] == words


def test_a_relative_number_is_of_the_law_before_it(site_pages: Pages) -> None:
    found = cited(page(site_pages, "pl", "falszywy-renons"))
    assert ("B5", "../../../pl/bridge-2017/64/#64.B.5") in found


def test_numbers_of_1997_lead_to_today_s_law_with_a_notice(site_pages: Pages) -> None:
    built = page(site_pages, "hr", "kaznena-karta")
    assert ("članu 50D2(a)", "../../../hr/bridge-2017/50/#50.D.2.a") in cited(built)
    assert 'data-kodeks="bridge-1997:50.D.2.a"' in built.html
    assert "Ova odluka navodi kodeks koji više ne vrijedi." in built.text
    assert "kb-superseded" not in page(site_pages, "hr", "elegtelen-licit").html


def test_the_table_of_authorities_has_the_laws_in_order_with_every_place(site_pages: Pages) -> None:
    built = page(site_pages, "hu", "elegtelen-licit")
    table = built.html[built.html.index('id="authorities"') :]
    laws = re.findall(r'<a href="../../bridge-2017/(\d+)/">', table)
    assert laws == ["9", "12", "16", "23", "27"]
    assert ("HASONLÓ ÉRTELMŰ LICIT", "hu") in built.texts
    row = re.search(r"<tr><th scope=\"row\">[^/]*/[^/]*/[^/]*/[^/]*/#23\.A\.3.*?</tr>", table)
    assert row is not None
    places = re.findall(r'href="#(citation-\d+)"', row[0])
    assert len(places) == 2
    assert set(places) <= set(built.ids)


def test_the_table_of_an_old_ruling_says_where_its_laws_stand_today(site_pages: Pages) -> None:
    built = page(site_pages, "pl", "kaznena-karta")
    assert ("a", "../../bridge-1997/50/#50.D.1") in built.links
    for today in ("50.D.1.a", "50.E", "50.E.2"):
        assert ("a", f"../../bridge-2017/50/#{today}") in built.links


def cited_in(pages: Pages, path: str) -> str:
    html = pages[path].html
    start = html.find('<section class="kb-cited-in"')
    return html[start : html.index("</section>", start)] if start >= 0 else ""


def test_a_law_lists_the_rulings_that_cite_its_provisions(site_pages: Pages) -> None:
    said = cited_in(site_pages, "pl/bridge-2017/27/index.html")
    assert 'href="#27.B.1.b"' in said
    assert 'href="../../rulings/elegtelen-licit/#citation-' in said
    assert 'lang="hu"' in said
    assert not cited_in(site_pages, "pl/bridge-2017/28/index.html")


def test_a_ruling_of_the_old_code_is_listed_where_it_stands_today_under_its_number(
    site_pages: Pages,
) -> None:
    today = cited_in(site_pages, "hr/bridge-2017/50/index.html")
    assert "kao 50D (1997)" in today
    assert today.count("kaznena-karta") == today.count("<li>")
    old = cited_in(site_pages, "hr/bridge-1997/50/index.html")
    assert 'href="#50.D"' in old
    assert "(1997)" not in old


def test_the_home_page_leads_to_rulings_and_linker_the_menu_to_rulings(site_pages: Pages) -> None:
    assert ("a", "rulings/") in site_pages["hu/index.html"].links
    assert ("a", "linker/") in site_pages["hu/index.html"].links
    assert ("a", "../../rulings/") in site_pages["hu/bridge-2017/27/index.html"].links
    assert ("a", "../linker/") in site_pages["hu/rulings/index.html"].links


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("# Just words\n", "says no title, lang, date, summary"),
        ("---\ntitle: x\nlang: hu\ndate: 2025-10-07\n---\n", "says no summary"),
        ("---\ntitle: x\nlang: hu\ndate: soon\nsummary: x\n---\n", "'soon' is no date"),
        ("---\ntitle: x\nlang: eo\ndate: 2025-10-07\nsummary: x\n---\n", "are known in 'eo'"),
    ],
)
def test_a_ruling_that_does_not_say_what_it_is_is_refused(
    document: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "ruling.md"
    path.write_text(document, encoding="utf-8")
    with pytest.raises(CorpusError) as caught:
        read_ruling(path)
    assert said in caught.value.message
    assert "lang" in (caught.value.hint or "")


def test_a_home_without_rulings_has_no_pages_for_them(store: Store, built_home: Path) -> None:
    assert not [*ruling_pages(language_site(manifest.load(built_home), store, "hu"))]


def test_a_manifest_that_names_no_folder_has_no_pages_of_rulings(
    corpus: Corpus, store: Store
) -> None:
    assert not [*ruling_pages(language_site(replace(corpus, rulings=()), store, "hu"))]
