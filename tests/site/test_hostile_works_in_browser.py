"""Rulebooks as unlike ours as can be, in a browser: as in Python, and nothing of ours changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from run_queries import read_queries, run_in_browser
from search_page import serving, write_search_page

from kb.citations.anchors import patterns
from kb.corpus.corpus import Corpus
from kb.linking.resolving.index import Index
from kb.publishing.browser.linker_script import data
from kb.publishing.browser.scripts import bundle
from kb.search.asking.query import Searcher
from kb.storage.store import Store
from support.cited_in_browser import Case, disagreements, told_in_browser
from support.federations import Federation, preview, serve_federation, serve_laws
from support.homes import REPOSITORY
from support.hostile_works import HOSTILE, expected, ruling

pytestmark = pytest.mark.slow

RULINGS = sorted(path.name for path in (HOSTILE / "rulings").glob("*.md"))

#: The games that are here without the made-up works.
OURS = ("bridge", "ulti")

#: Among how many provisions the one that somebody looks for stands.
MOST = 3

#: What only Python finds: no text has these forms, and a browser has no stemmer.
UNKNOWN = ["διπλών ζαριών", "sırasız pasın geri alınması"]

#: A reader of each language asks, and has all results that there are.
_ASK = """async (queries) => {
  const found = [];
  for (const [query, language] of queries) {
    kodeksSearch.language = language;
    found.push(await new Promise((resolve) => kodeksSearch.search(query, {}, (answer) => {
      if (!answer.refining) resolve(answer);
    })));
  }
  return found;
}"""


@pytest.fixture(scope="module")
def index(hostile: tuple[Corpus, Store]) -> Index:
    return Index.of(*hostile)


def linking(browser: Browser, index: Index) -> Iterator[Page]:
    """A page with what the linker reads with."""
    code = bundle(REPOSITORY, "scripts/browser/linker.js", data(REPOSITORY, index))
    with browser.new_context() as context:
        page = context.new_page()
        page.add_script_tag(content=code.decode("ascii"))
        yield page


@pytest.fixture(scope="module")
def page(browser: Browser, index: Index) -> Iterator[Page]:
    yield from linking(browser, index)


@pytest.fixture(scope="module")
def page_without(browser: Browser, corpus: Corpus, store: Store) -> Iterator[Page]:
    """The same without the made-up works."""
    yield from linking(browser, Index.of(corpus, store))


# --- links ---------------------------------------------------------------------------------------


def languages_of(name: str) -> list[list[str]]:
    """In which languages a ruling is read: its own, if something is known of it, and all."""
    [own] = re.findall(r"^lang: (\w+)$", ruling(name), re.MULTILINE)
    return [[own], []] if own in patterns() else [[]]


@pytest.mark.parametrize("name", RULINGS)
def test_rulings_are_linked_as_in_python(name: str, page: Page, index: Index) -> None:
    text = ruling(name)
    cases: list[Case] = [
        (text, format, languages, None)
        for languages in languages_of(name)
        for format in ("markdown", "text", "html")
    ]
    assert disagreements(page, index, cases) == []


@pytest.mark.parametrize("name", RULINGS)
def test_rulings_are_linked_as_they_should(name: str, page: Page) -> None:
    text = ruling(name)
    cases: list[Case] = [(text, "markdown", languages, None) for languages in languages_of(name)]
    for told in told_in_browser(page, cases):
        assert told_wrong(name, text, told) == []


def told_wrong(name: str, text: str, told: Sequence[dict[str, Any]]) -> list[str]:
    """What should be said of a ruling and is not, and what is said and should not be."""
    wrong, judged, at = [], [], 0
    for row in expected("links"):
        if row["ruling"] != name:
            continue
        words = r"\s+".join(map(re.escape, row["quote"].split()))
        quote = re.compile(words).search(text, at)
        assert quote, row
        at = quote.end()
        said = [one for one in told if one["start"] < quote.end() and quote.start() < one["end"]]
        judged += said
        wanted = [] if row["status"] == "none" else [(row["status"], row["edition"], row["id"])]
        found = [(one["status"], one["edition"], " ".join(one["targets"])) for one in said]
        if not {*wanted} <= {*found} or (found and not wanted):
            wrong.append(f"{row['quote']}: {found} instead of {wanted}")
    more = [one for one in told if one not in judged]
    return [*wrong, *(f"{one['quote']}: {one['status']} {one['targets']}" for one in more)]


def test_every_record_of_the_works_is_read_as_in_python(
    page: Page, index: Index, hostile: tuple[Corpus, Store]
) -> None:
    corpus, store = hostile
    cases: list[Case] = [
        (f"{record.heading or ''}\n\n{record.body}", "text", [], None)
        for text in corpus.readable
        if corpus.edition(text.edition).work not in (*OURS, "irregularities")
        for record in store.records(text.id)
    ]
    assert len(cases) > 150
    assert disagreements(page, index, cases) == []


def test_judged_rulings_are_linked_as_without_the_works(
    page: Page, page_without: Page, index: Index
) -> None:
    lines = (REPOSITORY / "tests/data/citations_dev.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    cases: list[Case] = [
        (row["text"], "text", languages, None) for row in rows for languages in ([row["lang"]], [])
    ]
    told, before = (told_in_browser(one, cases) for one in (page, page_without))
    for case, one, other in zip(cases, told, before, strict=True):
        assert one == other, case
    assert sum(map(len, told)) > 100
    assert disagreements(page, index, cases) == []


@pytest.mark.parametrize(
    ("cited", "words"),
    [
        ("Статья 9.2", "Кто не может пойти"),
        ("Приложение A.4.1", "Ничью по статье 9.3"),
        ("статье 5.1.2(a)", "нужно позвать судью"),
    ],
)
def test_previews_show_the_words(
    cited: str, words: str, desk: BrowserContext, hostile_federation: Federation
) -> None:
    page = hostile_federation.open(desk, f"<p>Правила «Заставы»: {cited}.</p>", page_lang="ru")
    shown = preview(page, cited)
    assert words in shown.inner_text()
    assert shown.locator("[lang=ru]").filter(has_text=words).count()


@pytest.fixture(scope="module")
def hostile_laws(
    hostile: tuple[Corpus, Store], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    yield from serve_laws(REPOSITORY, *hostile, tmp_path_factory.mktemp("hostile-laws"))


@pytest.fixture
def hostile_federation(hostile_laws: str) -> Iterator[Federation]:
    yield from serve_federation(hostile_laws)


# --- search --------------------------------------------------------------------------------------


def searching(browser: Browser, corpus: Corpus, store: Store, root: Path) -> Iterator[Page]:
    """A page that searches as those of the site do."""
    write_search_page(root, corpus, store)
    with serving(root) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        yield page


@pytest.fixture(scope="module")
def asking(
    browser: Browser, hostile: tuple[Corpus, Store], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    yield from searching(browser, *hostile, tmp_path_factory.mktemp("hostile-search"))


@pytest.fixture(scope="module")
def asking_without(
    browser: Browser, corpus: Corpus, store: Store, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    yield from searching(browser, corpus, store, tmp_path_factory.mktemp("search"))


def test_what_people_type_is_found_as_in_python(
    asking: Page, hostile: tuple[Corpus, Store]
) -> None:
    corpus, store = hostile
    searcher = Searcher.open(corpus, store)
    rows = expected("queries")
    answers = asking.evaluate(_ASK, [[row["query"], row["language"]] for row in rows])
    missed, unlike = [], []
    for row, answer in zip(rows, answers, strict=True):
        python = searcher.search(row["query"], corpus.readable, [row["language"]])
        ours = [(law.edition, hit.document.id) for law in python.of("law") for hit in law.hits]
        told = [
            (law["edition"], hit["id"])
            for law in answer["results"]
            if law["kind"] == "law"
            for hit in law["hits"]
        ]
        place = (row["text"].partition("/")[0], row["provision"])
        if place not in told[:MOST]:
            missed.append(row["query"])
        elif told[:1] != ours[:1]:
            unlike.append(f"{row['query']}: {told[:3]} instead of {ours[:3]}")
    assert missed == UNKNOWN
    assert unlike == []


def test_judged_queries_are_answered_as_without_the_works(
    asking: Page, asking_without: Page, hostile: tuple[Corpus, Store], corpus: Corpus
) -> None:
    queries = read_queries(REPOSITORY / "tests/data/queries_dev.jsonl")[:100]
    found = run_in_browser(asking, hostile[0], queries)
    before = run_in_browser(asking_without, corpus, queries)
    assert found.unsure == before.unsure
    for query in queries:
        assert found.ids[query["qid"]] == before.ids[query["qid"]], query
