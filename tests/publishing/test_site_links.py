"""Every link of the site leads somewhere, every anchor is there once, and nothing leaves it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from kb.core.addresses import EXAMPLE
from kb.core.stored_records import IndexRecord
from kb.corpus.corpus import Corpus
from kb.storage.store import Store
from support.site_reading import Pages, SitePages, target


@pytest.mark.slow
def test_every_link_and_anchor_resolves(site: Path, site_pages: Pages) -> None:
    checked = 0
    for page in site_pages.values():
        for _, url in page.links:
            if url.startswith("data:"):
                continue
            file, anchor = target(page, url)
            assert (site / file).is_file(), (page.path, url)
            if anchor:
                assert anchor in site_pages[file].ids, (page.path, url)
            checked += 1
    assert checked > 30_000


@pytest.mark.slow
def test_nothing_is_asked_of_another_host(site_pages: Pages) -> None:
    for page in site_pages.values():
        for tag, url in page.links:
            if tag == "link" and url.startswith(EXAMPLE):
                continue  # named in the head, not asked for
            assert not urlsplit(url).netloc, (page.path, tag, url)
            assert urlsplit(url).scheme in ("", "data"), (page.path, tag, url)


@pytest.mark.slow
def test_an_anchor_is_on_its_page_once(site_pages: Pages) -> None:
    for page in site_pages.values():
        twice = [id for id, count in Counter(page.ids).items() if count > 1]
        assert not twice, (page.path, twice)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["hu", "pl", "hr"])
def test_every_reference_is_a_link_or_marked_as_leading_nowhere(
    language: str, corpus: Corpus, store: Store, site_pages: Pages
) -> None:
    for text in corpus.published:
        records = {record.id: record for record in store.records(text.id)}
        expected = {
            (
                one.source,
                records[one.source].words(one.field)[item.start : item.end],
                item.dangling,
            )
            for one in store.references(text.id)
            for item in one.items
        }
        expected |= {
            (record.id, locator.printed, locator.dangling)
            for record in records.values()
            for locator in (record.locators if isinstance(record, IndexRecord) else ())
        }
        shown = {
            (record.removeprefix(f"{text.language}:"), quote, address is None)
            for path, page in site_pages.items()
            if path.startswith(f"{language}/{text.edition}/")
            for record, spoken, address, quote in page.cited
            if spoken == text.language
        }
        least = {"bridge": 200, "irregularities": 1, "ulti": 0}  # Ulti cites nothing by number
        assert len(expected) >= least[corpus.edition(text.edition).work]
        assert expected <= shown, (text.id, sorted(expected - shown)[:5])


def test_a_citation_leads_to_the_provision_itself(site_pages: Pages) -> None:
    page = site_pages["pl/bridge-2017/27/index.html"]
    assert ("27.B.1.b", "pl", "../23/#23.A") in [one[:3] for one in page.cited]
    assert ("27.B", "pl", "#27.A") in [one[:3] for one in page.cited]
    index = site_pages["hr/bridge-2017/subject-index/index.html"]
    assert ("index.36", "pl", None, "70D3") in index.cited  # the print names what is not there


@pytest.mark.parametrize("language", ["hu", "pl", "hr"])
def test_lasting_addresses_lead_to_the_current_edition(language: str, site_pages: Pages) -> None:
    page = site_pages[f"{language}/bridge/27/index.html"]
    assert ("a", "../../bridge-2017/27/") in page.links
    assert '<meta http-equiv="refresh" content="0; url=../../bridge-2017/27/">' in page.html
    assert '<meta name="robots" content="noindex">' in page.html
    assert f"{language}/bridge/definitions/index.html" in site_pages
    assert f"{language}/bridge/index.html" in site_pages


def test_neighbouring_laws_are_one_step_away(site_pages: Pages) -> None:
    links = site_pages["hu/bridge-2017/27/index.html"].links
    for step in ("../26/", "../28/", "../", "../#chapter.4"):
        assert ("a", step) in links
    assert ("a", "../94/") not in site_pages["hu/bridge-2017/93/index.html"].links


@pytest.mark.parametrize("language", ["hu", "pl", "hr"])
def test_the_language_switch_keeps_the_page(language: str, site_pages: Pages) -> None:
    page = site_pages[f"{language}/bridge-2017/definitions/index.html"]
    for other in ("hu", "pl", "hr"):
        assert ("a", f"../../../{other}/bridge-2017/definitions/") in page.links


@pytest.mark.slow
def test_so_it_is_on_the_pages_of_concepts_in_every_language(site: Path) -> None:
    every = SitePages(site)
    test_every_link_and_anchor_resolves(site, every)
    test_nothing_is_asked_of_another_host(every)
    test_an_anchor_is_on_its_page_once(every)
