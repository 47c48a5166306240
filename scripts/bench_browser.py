"""Measure search in a real browser: what it transfers, how soon it answers, beside a peer.

The processor is slowed four times. Browsers slow only the thread of the page, so that the times of
answers are those of the worker's code in the page itself; those of the whole way, through the
worker, are given too. The peer is plain MiniSearch as its guide has it (prefixes, fuzzy 0.2) over
the same wordings. Prints; asserts nothing.

Example: scripts/bench_browser.py
"""

from __future__ import annotations

import gzip
import statistics
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from run_queries import browse, hits, read_queries, run
from scoring import Run, figures, judge
from search_page import CLIENT, search_page

from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.opening import open_store
from kb.publishing.browser.page_scripts import page_scripts
from kb.publishing.browser.scripts import bundle
from kb.publishing.browser.search_script import ENTRY, data
from kb.publishing.browser.search_shards import Shards, shards
from kb.search.asking.query import Searcher
from kb.search.database import FILE, Database
from kb.storage.store import Store

DATA = Path(__file__).parents[1] / "tests/data"
#: What the worker of search answers with.
_SEARCH = Path(__file__).parent / "browser/search.js"
SETS = ("queries_dev", "queries_blind", "queries_real_dev")
SLOWER = 4
#: One in so many judged queries is typed letter by letter.
_EVERY = 12

#: Types queries letter by letter: the milliseconds until each answer is worked out.
_TYPED = """async ([queries, root]) => {
  const times = { loading: [], first: [], refined: [], suggest: [] };
  const readers = {};
  const since = (start) => performance.now() - start;
  for (const stage of ["first", "refined"]) {
    for (const [query, reader] of queries) {
      const known = (readers[reader] ??= new inside.Known(reader, root));
      const start = performance.now();
      const isNew = stage === "first" ? !known.documents.ids.length : !known.isRefined;
      await (stage === "first" ? known.first() : known.rest());
      if (isNew) times.loading.push([stage, since(start)]);
      for (let end = 3; end <= query.length; end++) {
        const start = performance.now();
        inside.answerTo(known, query.slice(0, end), reader, root, 10);
        times[stage].push(since(start));
        const next = performance.now();
        inside.suggestionsFor(known, query.slice(0, end), reader, root, 8);
        times.suggest.push(since(next));
      }
    }
  }
  return times;
}"""

#: The whole way of a first search: the milliseconds to each answer.
_COLD = """query => new Promise((resolve) => {
  const start = performance.now();
  const times = [];
  kodeksSearch.search(query, {}, (answer) => {
    times.push(performance.now() - start);
    if (!answer.refining) resolve(times);
  });
})"""

_PEER = """([documents, queries, isTyped]) => {
  const searchOptions = { prefix: true, fuzzy: 0.2 };
  const peer = new MiniSearch({ fields: ["words"], searchOptions });
  peer.addAll(documents.map((words, id) => ({ id, words })));
  const times = [];
  const found = queries.map((query) => {
    for (let end = isTyped ? 3 : query.length; end < query.length; end++) {
      const start = performance.now();
      peer.search(query.slice(0, end));
      times.push(performance.now() - start);
    }
    return peer.search(query).slice(0, 40).map(({ id }) => id);
  });
  return { times, found, index: JSON.stringify(peer) };
}"""


def transfer(languages: Sequence[str], written: Shards, code: bytes, client: bytes) -> None:
    print("bytes of a search, as they are and compressed (gzip -9)")
    for language in languages:
        first = ["documents", "concepts", language, f"{language}-names"]
        later = [
            *("senses", f"{language}-situations"),
            *(code for code in languages if code != language),
            *(f"{code}-senses" for code in languages),
        ]
        parts = [
            [written.files[f"search/{written.names[name]}"] for name in names]
            for names in (first, later)
        ]
        sizes = [_sizes([code, client, *parts[0]]), _sizes(parts[1])]
        print(f"  {language}   first {sizes[0]}   then {sizes[1]}")


def _sizes(contents: Iterable[bytes]) -> str:
    listed = [*contents]
    raw, packed = sum(map(len, listed)), sum(len(gzip.compress(each, 9)) for each in listed)
    return f"{raw / 1000:6.0f} → {packed / 1000:4.0f} KB"


def slowed(browser: Browser, address: str) -> Page:
    page = browser.new_context().new_page()
    page.goto(address)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def spread(times: Iterable[float]) -> str:
    ordered = sorted(times)
    last = ordered[int(len(ordered) * 0.95)]
    return (
        f"median {statistics.median(ordered):6.1f} ms   95 % {last:6.1f}   worst {ordered[-1]:6.1f}"
    )


def typing(page: Page, code: bytes, address: str, queries: list[list[str]]) -> list[float]:
    """Prints how long each letter takes; gives the times of refined answers."""
    page.add_script_tag(content=code.decode("ascii"))
    times = page.evaluate(_TYPED, [queries, address])
    print(f"letter by letter, processor slowed {SLOWER} times, {len(times['first'])} letters")
    for name in ("first", "refined", "suggest"):
        print(f"  {name:8} {spread(times[name])}")
    for stage in ("first", "refined"):
        of_stage = [time for name, time in times["loading"] if name == stage]
        print(f"  {'taking in':8} {stage}: median {statistics.median(of_stage):.0f} ms")
    refined: list[float] = times["refined"]
    return refined


def cold(browser: Browser, address: str) -> None:
    print(f"a first search through the worker, page slowed {SLOWER} times, server on loopback")
    rows: list[list[float]] = []
    for _ in range(5):
        page = slowed(browser, address)
        page.evaluate("kodeksSearch.language = 'hu'")
        rows.append([*page.evaluate(_COLD, "elégtelen licit"), *page.evaluate(_COLD, "renonsz")])
        page.context.close()
    for name, times in zip(("first", "refined", "the next"), zip(*rows, strict=True), strict=True):
        print(f"  {name:8} {spread(times)}")


def wordings(database: Database, corpus: Corpus) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The words of every provision in all texts, and the game, edition and id of each."""
    words, places = [], []
    for document in database.documents:
        is_rule = document.id[0].isdigit() and document.kind != "section"
        if is_rule and not database.replaced[document.number]:
            passages = database.passages(document.number)
            words.append(" ".join(f"{passage.heading} {passage.body}" for passage in passages))
            places.append((corpus.game(document.edition), document.edition, document.id))
    return words, places


def peer(page: Page, corpus: Corpus, words: list[str], queries: list[str], typed: bool) -> Any:
    """What plain MiniSearch finds, how long it takes if it is typed, its index."""
    page.add_script_tag(path=str(corpus.home / "node_modules/minisearch/dist/umd/index.js"))
    return page.evaluate(_PEER, [words, queries, typed])


def quality(corpus: Corpus, store: Store, peers: Mapping[str, Run]) -> None:
    searcher = Searcher.open(corpus, store)
    for name in SETS:
        queries = read_queries(DATA / f"{name}.jsonl")
        print(name)
        for engine, found in (
            ("python", run(searcher, queries)),
            ("browser", browse(corpus, store, queries)),
            ("first answers", browse(corpus, store, queries, first=True)),
            ("plain MiniSearch", peers[name]),
        ):
            print(f"  {engine:16} {figures(judge(queries, found))}")


def main() -> None:
    corpus = manifest.load()
    store = open_store(corpus, print)
    written = shards(corpus, store)
    search_data = data(corpus, store, written)
    code = bundle(corpus.home, ENTRY, search_data)
    transfer(corpus.page_languages, written, code, page_scripts(corpus.home)[CLIENT])
    every = {name: read_queries(DATA / f"{name}.jsonl") for name in SETS}
    typed = [[query["query"], query["lang"]] for query in every["queries_dev"][::_EVERY]]
    words, places = wordings(Database(store.directory / FILE), corpus)
    peers: dict[str, Run] = {}
    with search_page(corpus, store) as (browser, address):
        cold(browser, address)
        inside = bundle(corpus.home, str(_SEARCH), search_data)
        times = typing(slowed(browser, address), inside, address, typed)
        asked = [query for query, _ in typed]
        measured = peer(slowed(browser, address), corpus, words, asked, True)
        ratio = statistics.median(measured["times"]) / statistics.median(times)
        print(f"plain MiniSearch {spread(measured['times'])}: {ratio:.1f} times ours")
        print(f"  its index {_sizes([measured['index'].encode()])}, of all languages at once")
        for name, queries in every.items():
            asked = [query["query"] for query in queries]
            page = browser.new_page()
            page.goto(address)
            listed = peer(page, corpus, words, asked, False)["found"]
            peers[name] = Run()
            for query, numbers in zip(queries, listed, strict=True):
                laws = [(*places[at], [places[at][2]]) for at in numbers]
                peers[name].add(query["qid"], hits(laws, corpus), sure=True)
    quality(corpus, store, peers)


if __name__ == "__main__":
    main()
