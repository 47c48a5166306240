"""Search on the pages of the site: what a reader types, and what the browser answers."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route
from run_queries import read_queries, run, run_in_browser
from scoring import Run, figures, judge, refused

from kb.corpus.corpus import Corpus
from kb.publishing.browser.search_script import NAME
from kb.search.asking.query import Searcher
from kb.search.asking.suggest import suggest
from kb.storage.store import Store
from support.homes import REPOSITORY
from support.site_browsing import requests_of

#: All answers to a query in their order, the last one at least.
_ANSWERS = """query => new Promise((resolve) => {
  const answers = [];
  kodeksSearch.search(query, {}, (answer) => {
    answers.push(answer);
    if (!answer.refining) resolve(answers);
  });
})"""

LAW = "hu/bridge-2017/27/"


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A Hungarian page on which all languages have come."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address + LAW)
        page.evaluate(_ANSWERS, "licit")
        yield page


@pytest.fixture
def fresh(browser: Browser, address: str) -> Iterator[Page]:
    """A Hungarian page on which nobody has searched yet, and nothing is kept for no network."""
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.goto(address + LAW)
        yield page


def answer(page: Page, query: str) -> dict[str, Any]:
    answers: list[dict[str, Any]] = page.evaluate(_ANSWERS, query)
    return answers[-1]


def found(page: Page, query: str) -> list[str]:
    """The first provision of each result."""
    return [
        f"{one['edition']}:{hit['id']}"
        for one in answer(page, query)["results"]
        for hit in one["hits"][:1]
    ]


@pytest.mark.slow
def test_readers_are_answered_in_their_language_first(fresh: Page, address: str) -> None:
    first, refined = fresh.evaluate(_ANSWERS, "elégtelen licit")
    assert [first["stage"], first["refining"]] == ["first", True]
    assert [refined["stage"], refined["refining"]] == ["refined", False]
    for one in (first, refined):
        law = one["results"][0]
        assert (law["edition"], law["id"], law["name"]) == ("bridge-2017", "27", "27. szakasz")
        assert law["title"]["text"] == "ELÉGTELEN BEMONDÁS"
        assert law["href"] == f"{address}{LAW}"
        assert law["hits"][1]["href"].startswith(f"{address}{LAW}#27.")
    again = fresh.evaluate(_ANSWERS, "kontra")
    assert [one["stage"] for one in again] == ["refined"]


@pytest.mark.slow
def test_words_of_other_languages_are_found_then(fresh: Page) -> None:
    """A Hungarian reader asks in German; no Hungarian text has these words."""
    first, refined = fresh.evaluate(_ANSWERS, "ungenügendes Gebot")
    assert refined["results"][0]["id"] == "27"
    assert refined["languages"][0]["language"] == "de"
    assert refined["results"][0]["title"]["language"] == "hu"
    assert first["stage"] == "first"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("27B1b", "bridge-2017:27.B.1.b"),
        ("Law 27", "bridge-2017:27"),
        ("przepis 64A2", "bridge-2017:64.A.2"),
        ("§ 4 (F) (2)", "ulti-2017:4.F.2"),
        ("članak 12C2", "bridge-1997:12.C.2"),
    ],
)
def test_a_number_leads_to_its_provision(query: str, first: str, page: Page) -> None:
    assert found(page, query)[0] == first
    assert not page.evaluate(_ANSWERS, query)[-1]["missing"]


@pytest.mark.slow
def test_numbers_may_be_several(page: Page) -> None:
    said = answer(page, "16-18")
    assert said["citations"] == ["16", "17", "18"]
    laws = [one["id"] for one in said["results"] if one["edition"] == "bridge-2017"]
    assert laws == ["16", "17", "18"]


def test_a_number_that_does_not_exist_has_neighbours(page: Page) -> None:
    [missing] = answer(page, "27Z licit")["missing"]
    assert (missing["id"], missing["name"]) == ("27.Z", "27Z szakasz")
    assert [one["id"] for one in missing["nearest"]] == ["27", "27.D", "27.C"]
    first = missing["nearest"][1]
    assert (first["name"], first["href"].rpartition("/hu/")[2]) == (
        "27D szakasz",
        "bridge-2017/27/#27.D",
    )


def test_numbers_of_1997_lead_to_where_that_stands_now(page: Page) -> None:
    """In Croatian they are those of the only Croatian lawbook."""
    old, *now = answer(page, "članak 23")["results"]
    assert (old["edition"], old["superseded"], old["year"]) == ("bridge-1997", True, "1997")
    places = [(hit["name"], hit["href"]) for one in now for hit in one["hits"]]
    assert [(one["name"], one["href"]) for one in old["hits"][0]["now"]] == places


@pytest.mark.parametrize(
    ("typed", "read"),
    [("elégtlen licit", "elégtelen"), ("elegtelen licit", None), ("ELÉGTELEN LICIT", None)],
)
def test_typos_and_accents_are_forgiven(typed: str, read: str | None, page: Page) -> None:
    said = answer(page, typed)
    assert said["results"][0]["id"] == "27"
    assert said["mended"] == ({"elégtlen": read} if read else {})


def test_what_the_rules_do_not_speak_of_is_not_found(page: Page, searcher: Searcher) -> None:
    queries = [
        query
        for name in ("dev", "blind")
        for query in read_queries(REPOSITORY / f"tests/data/queries_{name}.jsonl")
        if query["kind"] == "none" and query["lang"] == "hu"
    ]
    answers = {query["query"]: answer(page, query["query"]) for query in queries}
    nothing = [one for one, found in answers.items() if not (found["results"] and found["sure"])]
    ours = run(searcher, queries)
    python = {q["query"] for q in queries if not ours.ids[q["qid"]] or q["qid"] in ours.unsure}
    assert {*nothing} >= python
    assert len(nothing) >= 4


def test_a_query_may_name_its_game(page: Page) -> None:
    assert {one["game"] for one in answer(page, "renonsz ultiban")["results"]} == {"ulti"}
    assert {one["game"] for one in answer(page, "renonsz bridzsben")["results"]} == {"bridge"}
    assert {one["game"] for one in answer(page, "renonsz")["results"]} == {"bridge", "ulti"}


@pytest.mark.parametrize(
    "typed",
    [
        "27B",
        "27. szakasz",
        "renon",
        "elégt",
        "hívás",
        "dekl",
        "felfedett kár",
        "elégtlen licit",
        "",
    ],
)
def test_suggestions_are_those_of_python(
    typed: str, page: Page, corpus: Corpus, searcher: Searcher
) -> None:
    found = suggest(corpus, searcher.database, typed, corpus.readable, "hu")
    told = page.evaluate("typed => kodeksSearch.suggest(typed)", typed)
    assert [(one["kind"], one["name"]) for one in told] == [(o.kind, o.name) for o in found]
    for one, ours in zip(told, found, strict=True):
        edition, id = ours.place.split(":")
        if ours.kind == "procedure":
            assert one["href"].endswith(f"/hu/{id.replace('.', '/')}/")
            continue
        assert f"/hu/{edition}/" in one["href"]
        assert one["href"].endswith((f"#{id}", f"/{id}/"))


def test_the_wording_of_a_hit_is_shown_around_the_words(page: Page) -> None:
    answer(page, "elégtelen licit helyettesítése")
    told = page.evaluate("() => kodeksSearch.snippet('bridge-2017', '27.B.1.a', 'elégtelen licit')")
    assert told["language"] == "hu"
    marked = [told["text"][start:end].lower() for start, end in told["highlights"]]
    assert any(one.startswith("elégtelen") for one in marked)
    assert page.evaluate("() => kodeksSearch.snippet('bridge-2017', '27.Z', 'licit')") is None


@pytest.mark.parametrize(
    ("query", "before", "after"),
    [("végső passz", "", " …"), ("tornavezető", "… ", " …"), ("írásbeli", "… ", "")],
)
def test_a_long_wording_is_cut_to_whole_words(
    query: str, before: str, after: str, page: Page, store: Store
) -> None:
    """Of the 657 letters of Law 20F1 the beginning, the middle or the end is shown."""
    wording = store.by_id("bridge-2017/hu")["20.F.1"].body
    told = page.evaluate("query => kodeksSearch.snippet('bridge-2017', '20.F.1', query)", query)
    shown = told["text"].removeprefix("… ").removesuffix(" …")
    assert told["text"] == before + shown + after
    assert len(shown) <= 240
    assert f" {shown} " in f" {wording} "
    assert (wording.startswith(shown), wording.endswith(shown)) == (not before, not after)
    marked = [told["text"][start:end].lower() for start, end in told["highlights"]]
    assert query in marked


def test_what_cannot_be_searched_is_said(page: Page) -> None:
    assert answer(page, "  ") == {"stage": "failed", "reason": "empty", "refining": False}
    assert answer(page, "a" * 2001)["reason"] == "long"


def test_a_search_can_be_called_off(page: Page) -> None:
    heard = page.evaluate(
        """async (all) => {
      const heard = [];
      const ask = (query) => kodeksSearch.search(query, {}, (answer) => heard.push(answer.query));
      ask("lic")();
      await new Promise((resolve) => kodeksSearch.search("licit", {}, (answer) => {
        heard.push(answer.query);
        if (!answer.refining) resolve();
      }));
      return heard;
    }""",
        None,
    )
    assert heard == ["licit"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "how", "reason"),
    [
        ("concepts-*.json", {"status": 404}, "damaged"),
        ("hu-*.json", {"body": '{"schema": "kodeks.shard/4", "forms": "'}, "damaged"),
        ("hu-names-*.json", None, "offline"),
    ],
)
def test_what_does_not_arrive_is_said_and_tried_again(
    file: str, how: dict[str, Any] | None, reason: str, fresh: Page
) -> None:
    def spoil(route: Route) -> None:
        if how is None:
            route.abort()
        else:
            route.fulfill(**how)

    fresh.context.route(f"**/search/{file}", spoil)
    assert answer(fresh, "licit") == {"stage": "failed", "reason": reason, "refining": False}
    assert fresh.evaluate("kodeksSearch.suggest('lic')") == []
    fresh.context.unroute(f"**/search/{file}")
    assert answer(fresh, "elégtelen licit")["results"][0]["id"] == "27"


@pytest.mark.slow
def test_without_other_languages_the_first_answer_stays(fresh: Page) -> None:
    fresh.context.route("**/search/senses-*.json", lambda route: route.abort())
    first, last = fresh.evaluate(_ANSWERS, "elégtelen licit")
    assert last == first | {"refining": False}


@pytest.mark.slow
def test_without_its_script_search_says_so(fresh: Page) -> None:
    fresh.context.route(f"**/{NAME}", lambda route: route.fulfill(status=404))
    assert answer(fresh, "licit")["stage"] == "failed"


@pytest.mark.slow
def test_who_saves_data_gets_the_first_answer_alone(fresh: Page) -> None:
    fresh.evaluate("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    asked = requests_of(fresh.context)
    [only] = fresh.evaluate(_ANSWERS, "elégtelen licit")
    assert (only["stage"], only["refining"]) == ("first", False)
    assert len([url for url in asked if url.endswith(".json")]) == 4


@pytest.mark.parametrize("language", ["hu", "pl", "hr", "it", "fr", "de", "en"])
def test_a_first_search_transfers_little(language: str, site: Path) -> None:
    """Compressed, scripts and all, at most 200 KB."""
    wanted = {"documents", "concepts", language, f"{language}-names"}
    shards = {path.stem.rpartition("-")[0]: path for path in (site / "search").glob("*.json")}
    files = [site / NAME, site / "assets/search-client.js", *(shards[name] for name in wanted)]
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) <= 200_000


@pytest.mark.slow
def test_other_languages_can_wait(fresh: Page) -> None:
    asked = requests_of(fresh.context)
    only = fresh.evaluate(
        """() => new Promise((resolve) =>
      kodeksSearch.search("elégtelen licit", { refine: false }, resolve))"""
    )
    assert (only["stage"], only["refining"]) == ("first", False)
    assert not [url for url in asked if "senses" in url]


def test_what_is_found_has_an_address(page: Page, site: Path, address: str) -> None:
    """Of every kind of record."""
    for query in ("elégtelen licit", "szomszédos ellenjátékos", "betli", "előszó", "irregularità"):
        for one in answer(page, query)["results"]:
            for href in (one["href"], *(hit["href"] for hit in one["hits"])):
                path, _, anchor = href.removeprefix(address).partition("#")
                html = (site / path / "index.html").read_text(encoding="utf-8")
                assert not anchor or f'id="{anchor}"' in html, href


def test_npm_names_no_registry() -> None:
    lock = json.loads((REPOSITORY / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: one for name, one in lock["packages"].items() if name}
    assert packages
    for one in packages.values():
        assert "resolved" not in one
        assert one["integrity"].startswith("sha512-")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dev", "blind", "real_dev"])
def test_the_browser_finds_nearly_as_well_as_python(
    name: str, corpus: Corpus, searcher: Searcher, browser: Browser, address: str
) -> None:
    def browse(first: bool) -> Run:
        with browser.new_context(service_workers="block") as context:
            page = context.new_page()
            page.goto(f"{address}en/")
            return run_in_browser(page, corpus, queries, first)

    # Every other one: each takes the browser as long as a whole page, twice.
    queries = read_queries(REPOSITORY / f"tests/data/queries_{name}.jsonl")[::2]
    ours = run(searcher, queries)
    python = figures(judge(queries, ours)).third
    refined = browse(first=False)
    assert figures(judge(queries, refined)).third >= python - 0.015
    assert refused(queries, refined)[0] >= refused(queries, ours)[0] - 1
    assert figures(judge(queries, browse(first=True))).third >= python - 0.08
