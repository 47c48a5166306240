"""The search of rulings in a browser finds what the library finds, in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, Route

from kb.corpus.corpus import Corpus
from kb.library.query_words import asked_time, words_for_browsers
from kb.publishing.browser.ruling_shards import ruling_shards
from kb.publishing.browser.scripts import bundle
from kb.publishing.browser.search_script import data
from kb.publishing.browser.search_shards import Shards, shards
from kb.storage.store import Store
from support.homes import REPOSITORY
from support.libraries import RULINGS, Shelf, write_rulings

pytestmark = pytest.mark.slow

#: Rulings beside those of the shelf, so that words are rare and often.
_MORE = {
    "FIGB/renonce.md": (
        "---\ntitle: Renonce al Spingold\nlang: it\ndate: 2018-05-02\nbody: FIGB\n---\n\n"
        "Est non ha risposto al colore: la renonce è stata stabilita (articolo 63A1), e una presa "
        "è trasferita secondo l'articolo 64A2.\n"
    ),
    "FFB/claim.txt": (
        "Une demande sans plan\n\nLe déclarant a étalé son jeu sans rien dire. Loi 70D1 : on "
        "n'accepte pas une ligne qui n'a pas été dite. Il a oublié un atout.\n"
    ),
    "DBV/claim.md": (
        "---\ntitle: Anspruch ohne Ansage\nlang: de\ndate: 2022-09-30\nbody: DBV\n---\n\n"
        "Der Alleinspieler legte die Karten auf und sagte nichts. Nach § 70D1 gilt keine "
        "Spielweise, die nicht genannt wurde.\n\n## Entscheidung\n\n"
        "Das Ergebnis wird berichtigt: berichtigter Score.\n"
    ),
}  # fmt: skip

_ASKED = """async ([query, times, only, sort, offset, reader, root]) => {
  globalThis.readers ??= new Map();
  globalThis.rulings ??= new inside.RulingsKnown(root);
  if (!readers.has(reader)) readers.set(reader, new inside.Known(reader, root));
  const known = readers.get(reader);
  await known.rest();
  const [since, until] = times;
  const question = {query, since, until, only, sort, offset, limit: 10, reader, root};
  return inside.rulingsFor(known, globalThis.rulings, question);
}"""

#: Words in one language that rulings in another answer, laws, facts.
QUERIES = [
    ("en", "revoke", {}, "relevance"),
    ("pl", "fałszywy renons", {}, "relevance"),
    ("hu", "színvétés", {}, "relevance"),
    ("de", "unerlaubte Information", {}, "relevance"),
    ("it", "carta penalizzata", {}, "relevance"),
    ("en", "hesitation", {}, "relevance"),
    ("en", "law 16B", {}, "date"),
    ("en", "revoke 64A2", {}, "date"),
    ("en", "Spingold", {}, "relevance"),
    ("fr", "atout", {}, "relevance"),
    ("en", "", {}, "date"),
    ("en", "", {"language": ["it", "pl"]}, "date"),
    ("en", "", {"body": ["EBL"], "year": ["2019"]}, "date"),
    ("en", "claim", {"law": ["bridge-2017:70"]}, "relevance"),
    ("en", "", {"law": ["bridge-2017:64.A,70.D.1"]}, "date"),
    ("en", "", {"law": ["bridge-2017:16.B", "bridge-2017:73"]}, "date"),
    ("en", "", {"decision": ["adjusted"]}, "date"),
    ("en", "zzzz", {}, "relevance"),
    ("en", "hesitation since 2019", {}, "relevance"),
    ("en", "hesitation, 16B, since 2019", {}, "relevance"),
    ("hu", "2019-től", {}, "date"),
    ("pl", "do 2015", {}, "date"),
    ("fr", "2005", {}, "date"),
    ("de", "seit 2015-02-04 bis 2019", {}, "date"),
    ("it", "renonce dal 2018-05-03", {}, "date"),
    ("en", "until 2018-05", {}, "date"),
]


@pytest.fixture(scope="module")
def shelf(corpus: Corpus, store: Store, tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    home = tmp_path_factory.mktemp("agreed")
    made = Shelf(corpus, store, home, [write_rulings(home / "rulings", RULINGS | _MORE)])
    made.update()
    return made


@pytest.fixture(scope="module")
def of_rulings(shelf: Shelf, store: Store) -> Shards:
    own = replace(shelf.corpus, home=shelf.home, rulings=tuple(map(Path, shelf.folders)))
    return ruling_shards(own, store)


@pytest.fixture(scope="module")
def inside(
    browser: Browser, corpus: Corpus, store: Store, of_rulings: Shards, address: str
) -> Iterator[Page]:
    """A page that can ask as the worker of search does, with the rulings of the shelf."""
    of_laws = shards(corpus, store)
    both = Shards(of_laws.files | of_rulings.files, of_laws.names | of_rulings.names)
    code = bundle(REPOSITORY, "scripts/browser/search.js", data(corpus, store, both))

    def shard(route: Route) -> None:
        path = urlsplit(route.request.url).path.lstrip("/")
        route.fulfill(body=of_rulings.files[path], content_type="application/json")

    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}search/kodeks-search.js")
        page.add_script_tag(content=code.decode("ascii"))
        page.route("**/search/rulings-*.json", shard)
        yield page


def time_of(inside: Page, query: str) -> dict[str, str]:
    """What the page of rulings reads of the words of a search."""
    asked = "([query, words]) => inside.askedTime(query, words)"
    time: dict[str, str] = inside.evaluate(asked, [query, words_for_browsers()])
    return time


def ask(inside: Page, address: str, reader: str, query: str, only: Any, sort: str) -> Any:
    empty = {name: [] for name in ("law", "year", "body", "language", "decision")}
    time = time_of(inside, query)
    times = [time["since"], time["until"]]
    return inside.evaluate(_ASKED, [time["rest"], times, empty | only, sort, 0, reader, address])


def in_python(shelf: Shelf, reader: str, query: str, only: Any, sort: Any) -> dict[str, Any]:
    laws = tuple(only.get("law", ()))
    facts = {name: tuple(values) for name, values in only.items() if name != "law"}
    return shelf.answer(query, laws=laws, only=facts, sort=sort, reader=reader)


@pytest.mark.parametrize(("reader", "query", "only", "sort"), QUERIES)
def test_the_browser_finds_what_the_library_finds(
    inside: Page, address: str, shelf: Shelf, reader: str, query: str, only: Any, sort: str
) -> None:
    expected = in_python(shelf, reader, query, only, sort)
    found = ask(inside, address, reader, query, only, sort)
    assert [one["slug"] for one in found["results"]] == [one["id"] for one in expected["results"]]
    assert found["total"] == expected["total"]
    for name, rows in expected["facets"].items():
        counts = {row["value"] or "": row["count"] for row in rows}
        assert {row["value"]: row["count"] for row in found["facets"][name]} == counts, name


_WORDS = st.sampled_from(
    ["since", "Since", "2019", "2019-től", "2019-TŐL", "16B", "do", "-ig", ",", "wahanie", "óta",
     "1999-02-03", "2019-99", "20190", "x2019", "2019x", "2019-02-030", "2019–ben", "2020ban", "od",
     "im jahr", "fino al", "jusqu’à", "roku", "r.", "(2015)", "2050", "1901", "é2015", "'99"]
)  # fmt: skip


@given(st.lists(_WORDS, max_size=7).map(" ".join) | st.lists(_WORDS, max_size=5).map("".join))
def test_the_page_reads_times_as_the_library_does(inside: Page, query: str) -> None:
    time = asked_time(query)
    rest = " ".join(time.rest.split()).strip(" ,;")  # only the library leaves it as it was typed
    expected = {"rest": rest, "since": time.since or "", "until": time.until or ""}
    assert time_of(inside, query) == expected


def test_the_queries_of_the_agreement_find_something(shelf: Shelf) -> None:
    found = [in_python(shelf, *row)["total"] for row in QUERIES]
    assert sum(map(bool, found)) >= len(QUERIES) - 2
    assert any(1 < total < len(RULINGS | _MORE) for total in found)


def test_a_question_in_one_language_finds_a_ruling_in_another(inside: Page, address: str) -> None:
    found = ask(inside, address, "pl", "fałszywy renons", {}, "relevance")
    assert {one["language"] for one in found["results"]} >= {"pl", "it"}


def test_too_long_a_question_is_refused(inside: Page, address: str) -> None:
    assert ask(inside, address, "en", "a" * 2001, {}, "date") == {"failed": "long"}
