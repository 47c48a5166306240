"""On paper: the law without furniture, a chapter, the whole book, and where it comes from."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import Browser, Page

from kb.core.plain import shown
from kb.corpus.corpus import Corpus
from kb.storage.store import Store
from support.site_reading import Pages
from support.texts import Read

BOOKS = [
    ("hu", "bridge-2017/hu"),
    ("pl", "bridge-2017/pl"),
    ("hr", "bridge-1997/hr"),
    ("hu", "ulti-2017/hu"),
    ("de", "bridge-2017/hu"),
]


@pytest.mark.parametrize(("reader", "text"), BOOKS)
def test_the_book_for_paper_has_every_word_of_the_law_in_its_order(
    reader: str, text: str, site_pages: Pages, texts: dict[str, Read]
) -> None:
    edition, _, language = text.partition("/")
    page = site_pages[f"{reader}/{edition}/print/index.html"]
    wanted = texts[text].of_kind("law", "provision", "definition", "note", "case", "bid")
    ids = {id: at for at, id in enumerate(page.ids)}
    for record in wanted:
        assert str(record.id) in ids, record.id
        if record.kind in ("law", "provision", "note"):
            assert (
                page.said(str(record.id), language, "body") == (record.body or "") or record.table
            )
    laws = [str(r.id) for r in wanted if r.kind in ("law", "provision", "case")]
    assert sorted(laws, key=ids.__getitem__) == laws


@pytest.mark.parametrize(
    ("reader", "edition"),
    [("en", "bridge-2017"), ("hu", "bridge-2017"), ("pl", "bridge-2017"), ("it", "ulti-2017")],
)
def test_the_book_for_paper_has_all_plain_words(
    reader: str, edition: str, store: Store, site_pages: Pages
) -> None:
    page = site_pages[f"{reader}/{edition}/print/index.html"]
    for told in store.plain(edition):
        assert page.plain[told.id].split() == shown(told.words[reader]).split(), told.id


def test_citations_in_the_book_lead_to_places_in_it(site_pages: Pages) -> None:
    page = site_pages["hu/bridge-2017/print/index.html"]
    cited = {href for id, _, href, _ in page.cited if id[:1].isdigit() and href}
    assert "#23.A" in cited
    assert all(href.startswith("#") for href in cited), cited
    assert {href[1:] for href in cited} <= {*page.ids}


def test_law_and_contents_lead_to_paper(site_pages: Pages) -> None:
    assert ("a", "print/") in site_pages["pl/bridge-2017/index.html"].links
    assert ("a", "../print/#chapter.4") in site_pages["pl/bridge-2017/27/index.html"].links
    assert "chapter.4" in site_pages["pl/bridge-2017/print/index.html"].ids


def on_paper(page: Page) -> str:
    """What stands on paper."""
    page.emulate_media(media="print")
    return str(page.evaluate("document.body.innerText"))


@pytest.mark.slow
def test_a_law_on_paper_is_the_law_with_its_notes_and_where_it_comes_from(
    browser: Browser, address: str, corpus: Corpus
) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}hu/bridge-2017/27/")
        words = on_paper(page)
        assert "Elfogadott elégtelen bemondás" in words
        for part in ("27. szakasz", "nem hivatalos másolat", "2024-es szövegével"):
            assert part in words
        assert f"{corpus.date[:4]}. november 21." in words
        assert page.locator(".kb-paper-address").inner_text().endswith("/hu/bridge-2017/27/")
        for kind in (
            ".md-header",
            ".md-tabs",
            ".kb-foot",
            ".kb-steps",
            ".kb-wordings",
            ".kb-source",
        ):
            assert page.locator(kind).count(), kind
            assert not any(one.is_visible() for one in page.locator(kind).all()), kind
        page.goto(f"{address}pl/bridge-2017/13/")
        assert page.locator(".kb-notes").is_visible()


@pytest.mark.slow
def test_a_chapter_alone_is_the_chapter_alone(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}hu/bridge-2017/print/#chapter.5")
        words = on_paper(page)
        assert re.search(r"40\. szakasz", words)
        assert not re.search(r"\b(?:39|41)\. szakasz\n", words)
        pages = pages_of(page)
        page.emulate_media(media="screen")
        page.get_by_role("link", name=whole(page)).click()
        assert re.search(r"\b41\. szakasz\n", on_paper(page))
        assert pages_of(page) > 5 * pages


def whole(page: Page) -> str:
    return unescape(page.locator(".kb-paper-whole").inner_text())


def pages_of(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


@pytest.mark.slow
def test_a_window_without_a_menu_can_print(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        context.add_init_script("window.print = () => (document.title = 'printed')")
        page = context.new_page()
        page.goto(f"{address}hr/bridge-1997/print/")
        page.locator("button.kb-print").click()
        assert page.title() == "printed"
