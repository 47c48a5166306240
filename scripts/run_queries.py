"""Run a file of judged queries and write what was found, a hit a line: qid, rank, id.

The reader's language is that in which a query was typed; nothing else of its judgement is read.

The browser waits for the answer with the evidence of all languages; with --first it takes the one
before, of the reader's language alone.

Example: scripts/run_queries.py QUERIES.jsonl RUN.tsv --engine browser
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from scoring import Run
from search_page import search_page

from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.files.atomic import write_whole
from kb.opening import open_store
from kb.search.asking.query import Searcher
from kb.search.asking.results import Results
from kb.storage.store import Store

ENGINES = ("whoosh", "browser")

#: A law that was found: its game, edition and id, and the ids of its best provisions.
Law = tuple[str, str, str, list[str]]

#: The last answer to each query, or the only one of the reader's language.
_ASK = """async ([queries, refine]) => {
  const found = [];
  for (const [query, language] of queries) {
    kodeksSearch.language = language;
    found.push(await new Promise((resolve) => kodeksSearch.search(query, { refine }, (answer) => {
      if (!answer.refining) resolve(answer);
    })));
  }
  return found;
}"""


def hits(laws: Sequence[Law], corpus: Corpus) -> Iterator[str]:
    """The ids of the laws found as scorers know them, each law's best provisions together.

    Two games are shown side by side: in one list their results stand by turns.
    """
    by_game = ([*of_game] for _, of_game in groupby(laws, key=lambda law: law[0]))
    turns = (law for turn in zip_longest(*by_game) for law in turn if law)
    for game, edition, id, provisions in turns:
        prefix = _prefix(game, edition, corpus)
        numbered = [provision for provision in provisions if provision[0].isdigit()]
        yield from (f"{prefix}{shown}" for shown in numbered or [id])


def _prefix(game: str, id: str, corpus: Corpus) -> str:
    """What stands before the ids of another game or of an older edition."""
    if corpus.superseded(corpus.edition(id)):
        [language] = {text.language for text in corpus.texts_of(id)}
        return f"{language}:"
    return f"{game}:"


def run(searcher: Searcher, queries: list[dict[str, Any]], guess: bool = False) -> Run:
    """What is found for each query; `guess` keeps the reader's language from the search."""
    texts = searcher.corpus.readable
    found = Run()
    for query in queries:
        readers = () if guess else (query["lang"],)
        results = searcher.search(query["query"], texts, readers)
        found.add(query["qid"], hits(_laws(results), searcher.corpus), results.sure)
    return found


def _laws(results: Results) -> list[Law]:
    return [
        (law.game, law.edition, law.id, [hit.document.id for hit in law.hits])
        for law in results.of("law")
    ]


def run_in_browser(
    page: Page, corpus: Corpus, queries: list[dict[str, Any]], first: bool = False
) -> Run:
    """What a page with the site's search finds; `first` takes its first answers."""
    asked = [[query["query"], query["lang"]] for query in queries]
    answers = page.evaluate(_ASK, [asked, not first])
    found = Run()
    for query, answer in zip(queries, answers, strict=True):
        laws = [
            (law["game"], law["edition"], law["id"], [hit["id"] for hit in law["hits"]])
            for law in answer.get("results", ())
            if law["kind"] == "law"
        ]
        found.add(query["qid"], hits(laws, corpus), answer.get("sure", True))
    return found


def browse(corpus: Corpus, store: Store, queries: list[dict[str, Any]], first: bool = False) -> Run:
    """What is found in a browser that is opened for it."""
    with search_page(corpus, store) as (browser, address):
        page = browser.new_page()
        page.goto(address)
        return run_in_browser(page, corpus, queries, first)


def read_queries(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("queries", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0])
    parser.add_argument("--guess", action="store_true", help="do not say the reader's language")
    parser.add_argument("--first", action="store_true", help="the browser's first answers")
    options = parser.parse_args()
    if options.engine == "browser" and options.guess:
        parser.error("a page of the site always has a language")
    corpus = manifest.load()
    store = open_store(corpus, print)
    queries = read_queries(options.queries)
    if options.engine == "browser":
        found = browse(corpus, store, queries, options.first)
    else:
        found = run(Searcher.open(corpus, store), queries, options.guess)
    rows = (
        f"{qid}\t{rank}\t{id}\n" for qid, ids in found.ids.items() for rank, id in enumerate(ids, 1)
    )
    write_whole(options.run, "".join(rows).encode())


if __name__ == "__main__":
    main()
