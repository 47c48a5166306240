"""Articles on the site: laws and sections lead to each other."""

from __future__ import annotations

import pytest

from kb.storage.store import Store
from support.homes import REPOSITORY
from support.site_reading import Pages
from support.texts import tsv

CURATION = REPOSITORY / "corpus/curation/articles/irregularities"


LANGUAGES = ("it", "fr", "de")


def test_a_law_lists_the_sections_that_explain_it(site_pages: Pages) -> None:
    page = site_pages["it/bridge-2017/63/index.html"]
    assert ("a", "../../irregularities/7/#7.3") in page.links
    start = page.html.index('id="explained"')
    shown = page.html[start:]
    assert shown.index("Parte 7 · ") < shown.index("La renonce deve essere consumata")
    hungarian = site_pages["hu/bridge-2017/63/index.html"]
    assert ("a", "../../irregularities/7/#7.3") in hungarian.links
    assert hungarian.html.index('id="63.A"') < hungarian.html.index('id="explained"')
    old = site_pages["hu/bridge-1997/63/index.html"]
    assert 'id="explained"' not in old.html


def test_guesses_are_not_listed_as_explanations(site_pages: Pages, store: Store) -> None:
    guesses = {
        (row["section"], row["provision"].partition(".")[0])
        for row in tsv(CURATION / "links.tsv")
        if row["confidence"] == "low"
    }
    listed = {
        (row["section"], row["provision"].partition(".")[0])
        for row in tsv(CURATION / "links.tsv")
        if row["confidence"] != "low"
    }
    assert guesses - listed
    for section, law in guesses - listed:
        page = site_pages[f"de/bridge-2017/{law}/index.html"]
        assert (
            "a",
            f"../../irregularities/{section.partition('.')[0]}/#{section}",
        ) not in page.links


@pytest.mark.parametrize("language", ["hu", *LANGUAGES])
def test_a_section_leads_to_its_laws(language: str, site_pages: Pages) -> None:
    for row in tsv(CURATION / "links.tsv"):
        article = row["section"].partition(".")[0]
        links = {
            url for _, url in site_pages[f"{language}/irregularities/{article}/index.html"].links
        }
        id = row["provision"]
        law = id.partition(".")[0]
        if id == law:
            assert f"../../bridge-2017/{id}/" in links
        elif law.isdigit():
            assert f"../../bridge-2017/{law}/#{id}" in links
        else:
            assert any(
                url.startswith("../../bridge-2017/") and url.endswith(f"#{id}") for url in links
            )


def test_remarks_are_in_the_readers_language_with_their_laws_as_links(site_pages: Pages) -> None:
    page = site_pages["de/irregularities/2/index.html"]
    start = page.html.index('class="kb-difference"')
    remark = page.html[start : page.html.index("</p>", start)]
    assert 'href="../../bridge-2017/23/#23.A.1"' in remark
    assert "yardstick" not in page.html


def test_a_citation_in_an_article_leads_to_the_code(site_pages: Pages) -> None:
    page = site_pages["fr/irregularities/4/index.html"]
    assert ("fr:4.1.1", "fr", "../../bridge-2017/16/", "article 16") in page.cited


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readers_language_comes_first(language: str, site_pages: Pages) -> None:
    page = site_pages[f"{language}/irregularities/7/index.html"]
    order = [key[1] for key in page.words if key[0] == "7.3"]
    assert order[0] == language
    assert sorted(order) == sorted(LANGUAGES)
