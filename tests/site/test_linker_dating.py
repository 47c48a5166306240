"""The date of a document in a browser: the same as in Python, and what readers see of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kb.corpus.corpus import Corpus
from kb.linking.linker import read
from kb.linking.resolving.index import Index
from kb.publishing.browser.linker_script import data
from kb.publishing.browser.scripts import bundle
from kb.storage.store import Store
from support.federations import Federation
from support.homes import REPOSITORY
from support.site_browsing import open_page

pytestmark = pytest.mark.slow

_READ = """rows => rows.map(([text, format, languages]) => {
  const { cited, dating } = kodeksLinker.read(text, { format, languages });
  const shown = ({ quote, edition, doubted, then }) => ({ quote, edition, doubted, then });
  return { dating, cited: cited.map(shown) };
})"""


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


@pytest.fixture(scope="module")
def linker(browser: Browser, corpus: Corpus, index: Index) -> Iterator[Page]:
    code = bundle(REPOSITORY, "scripts/browser/linker.js", data(corpus.home, index))
    with browser.new_context() as context:
        page = context.new_page()
        page.add_script_tag(content=code.decode("ascii"))
        yield page


def passages() -> list[str]:
    """The judged passages of old rulings, and all others that have a year."""
    texts: list[str] = []
    for name in ("old", "dev", "blind"):
        file = REPOSITORY / f"tests/data/citations_{name}.jsonl"
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        texts += [row["text"] for row in rows if re.search("(19|20)[0-9]{2}|'[0-9]", row["text"])]
    return texts


#: Long lines, signs of two units, marks, quotations, front matter, mails.
DIFFICULT = [
    "𝄞 " * 250 + "8 March 2003\n\nLaw 27", "x " * 300 + "8 March 2003",
    "\ufeff8 March 2003\nLaw 27",
    "𝄞𝄞𝄞 Lyon, 8 March 2003, Law 27\n" + "𝄞 Law 27B1.\n" * 40,
    "---\ndate: \"2003-03-08\"\ntitle: 'it''s'\n---\nLaw 27", "---\ndate: 2003\nLaw 27",
    "> Date: 8 Mar 2003\n\n**Sent:** 9 May 2019\nDate: x\n\nLaw 27",
    "<p>Lyon,&nbsp;<b>8</b> March 2003</p><p>Law 27</p>",
    "<!-- 2003 --><h1>Bulletin 2003</h1>Law 27",
    '<meta name="Date" content=" 2003-03-08 "><meta name=date content=2019>Law 27',
    "Law 27\n\n" + "word " * 200 + "Lyon, 8 March 2003", "Law 27 (8 March 2003)",
    "MPB ’97\n\nprzepis 27",
    "Codice 1997; 12 Art. 27", "ǅ 8 March 2003\nLaw 27", "İstanbul, 8 March 2003\nLaw 27",
]  # fmt: skip


@pytest.mark.parametrize("format", ["text", "markdown", "html"])
def test_documents_are_dated_alike(linker: Page, index: Index, format: Any) -> None:
    rows = [(text, format, []) for text in (*passages(), *DIFFICULT)]
    for (text, _, _), browser in zip(rows, linker.evaluate(_READ, rows), strict=True):
        found = read(text, format, index)
        dating = found.dating and {
            "year": found.dating.year,
            "code": found.dating.code,
            "source": found.dating.source,
            "quote": found.dating.quote,
            "isStated": found.dating.is_stated,
        }
        if browser["dating"]:
            del browser["dating"]["start"]
        assert browser["dating"] == dating, text
        assert browser["cited"] == [
            {
                "quote": one.quote,
                "edition": one.edition,
                "doubted": one.doubted,
                "then": [*map(str, one.then)],
            }
            for one in found.cited
        ], text


OLD = "Memphis, 2003. március 8.\n\nA 72B1 pont és a 27. szakasz."


def test_the_page_asks_of_which_code_an_old_ruling_is_and_one_click_says_it(
    browser: Browser, address: str
) -> None:
    complaints: list[str] = []
    with browser.new_context() as context:
        page = open_page(context, complaints)
        page.goto(f"{address}hu/linker/", wait_until="load")
        page.get_by_label("A döntés", exact=True).fill(OLD)
        asked = page.locator(".kb-asked")
        expect(asked.locator("p")).to_contain_text("2003")
        first = page.locator(".kb-linked a").first
        expect(first).to_have_attribute("data-kodeks-doubt", "1997")
        expect(first).to_have_attribute("title", re.compile("⚠ .*72C"))
        expect(first).to_have_attribute("href", re.compile("bridge-2017/72/#72.B.1$"))
        asked.get_by_role("button", name="1997").click()
        expect(asked).to_be_hidden()
        expect(first).to_have_attribute("data-kodeks", "bridge-1997:72.B.1")
        expect(first).to_have_attribute("href", re.compile("bridge-2017/72/#72.C$"))
        expect(page.locator("#kb-within")).to_be_focused()
        page.locator("#kb-within").select_option("")
        asked.get_by_role("button", name="2017").click()
        expect(asked).to_be_hidden()
        expect(first).to_have_attribute("data-kodeks", "bridge-2017:72.B.1")
        assert first.get_attribute("data-kodeks-doubt") is None
        page.locator("#kb-within").select_option("")
        page.get_by_label("A döntés", exact=True).fill(OLD.replace("2003", "2023"))
        expect(first).not_to_have_attribute("data-kodeks-doubt", "1997")
        expect(asked).to_be_hidden()
    assert not complaints


def test_the_tag_marks_the_numbers_of_an_old_page_and_of_no_other(
    desk: BrowserContext, federation: Federation
) -> None:
    body = (
        "<nav>" + "<p>Menu</p>" * 12 + "</nav>"
        "<article lang=hu><h2>Fellebbezés</h2><p>Eger, 2003. március 8.</p>"
        "<p>A 72B1 pont és a 27. szakasz.</p></article>"
        "<article lang=hu><h2>Új</h2><p>Eger, 2023. március 8.</p><p>A 72C pont.</p></article>"
    )
    page = federation.open(desk, body)
    doubts = page.locator("a.kodeks-law").evaluate_all(
        "all => all.map((one) => [one.textContent, one.dataset.kodeksDoubt ?? null])"
    )
    assert doubts == [["72B1 pont", "1997"], ["27. szakasz", "1997"], ["72C pont", None]]
    first = page.locator("a.kodeks-law").first
    assert first.evaluate("one => one.style.textDecorationStyle") == "wavy"
    first.focus()
    notice = page.locator("kodeks-preview .notice").first
    expect(notice).to_contain_text("72C")
    page = federation.open(desk, body, within="bridge-2017")
    assert page.locator("[data-kodeks-doubt]").count() == 0
