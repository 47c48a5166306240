"""Run a file of judged queries and write what was found, a hit a line: qid, rank, id.

The reader's language is that in which a query was typed; nothing else of its judgement is read.

Example: scripts/run_queries.py QUERIES.jsonl RUN.tsv --engine whoosh
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

from kb import corpus as manifest
from kb.opening import open_store
from kb.search.query import Searcher
from kb.search.results import Result, Results
from kb.writing import write_whole

ENGINES = ("whoosh",)


def hits(found: Results, searcher: Searcher) -> Iterator[str]:
    """The ids of the laws found as scorers know them, each law's best provisions together.

    Two games are shown side by side: in one list their results stand by turns.
    """
    by_game = ([*laws] for _, laws in groupby(found.of("law"), key=lambda result: result.game))
    turns = (result for turn in zip_longest(*by_game) for result in turn if result)
    for result in turns:
        prefix = _prefix(result, searcher)
        provisions = [hit.document.id for hit in result.hits if hit.document.id[0].isdigit()]
        yield from (f"{prefix}{id}" for id in provisions or [result.id])


def _prefix(result: Result, searcher: Searcher) -> str:
    """What stands before the ids of another game or of an older edition."""
    edition = searcher.corpus.edition(result.edition)
    if searcher.corpus.superseded(edition):
        [language] = {t.language for t in searcher.corpus.readable if t.edition == edition.id}
        return f"{language}:"
    return f"{result.game}:"


def run(
    searcher: Searcher, queries: list[dict[str, Any]], guess: bool = False
) -> dict[str, list[str]]:
    """The ids found for each query; `guess` keeps the reader's language from the search."""
    texts = searcher.corpus.readable
    return {
        query["qid"]: [
            *hits(
                searcher.search(query["query"], texts, () if guess else (query["lang"],)), searcher
            )
        ]
        for query in queries
    }


def read_queries(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("queries", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0])
    parser.add_argument("--guess", action="store_true", help="do not say the reader's language")
    options = parser.parse_args()
    corpus = manifest.load()
    searcher = Searcher.open(corpus, open_store(corpus, print))
    found = run(searcher, read_queries(options.queries), options.guess)
    rows = (
        f"{qid}\t{rank}\t{id}\n" for qid, ids in found.items() for rank, id in enumerate(ids, 1)
    )
    write_whole(options.run, "".join(rows).encode())


if __name__ == "__main__":
    main()
