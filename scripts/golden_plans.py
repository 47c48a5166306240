"""Write the plans that search in Python and in browsers must both make: tests/data/plans.jsonl.

The words are those that a browser knows: of all languages, or of the reader's alone, before the
others have come. Write it anew when the corpus, the lexicon or the plan changes, and look at the
difference.

Example: scripts/golden_plans.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from run_queries import read_queries

from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.files.atomic import write_whole
from kb.opening import open_store
from kb.search.asking.citing import cited
from kb.search.asking.games import named_game
from kb.search.asking.own_words import OwnWords
from kb.search.asking.plan import Plan, normalised, plan
from kb.search.asking.scope import Scope
from kb.search.database import FILE
from kb.storage.store import Store

DATA = Path(__file__).parents[1] / "tests/data"
GOLDEN = DATA / "plans.jsonl"

#: The judged queries of development, and what they have too little of.
_QUERIES = ("queries_dev.jsonl", "queries_more.jsonl")

#: For one in so many queries a plan is also made with the reader's language alone.
_EVERY = 4


def rows(corpus: Corpus, store: Store) -> list[dict[str, Any]]:
    """All plans: the query, its reader, what it cites and names, what it asks for."""
    queries = [row for file in _QUERIES for row in read_queries(DATA / file)]
    asked = [*dict.fromkeys((row["lang"], row["query"]) for row in queries)]
    path = store.directory / FILE
    every = OwnWords(path)
    alone = {reader: OwnWords(path, {reader}, senses=False) for reader, _ in asked}
    scope = Scope(corpus, every, corpus.readable)
    lines = []
    for number, (reader, query) in enumerate(asked):
        words = normalised(query)
        named = named_game(corpus, words)
        places = cited(named.rest, scope.resolver)
        row = {
            "query": query,
            "reader": reader,
            "game": [named.game, named.words, named.rest],
            "cited": places and [[*map(str, places.ids)], places.rest, places.language],
        }
        lines.append(row | {"stage": "refined", "plan": plain(plan(every, words, reader))})
        if number % _EVERY == 0:
            first = plain(plan(alone[reader], words, reader))
            lines.append(row | {"stage": "first", "plan": first})
    return lines


def plain(plan: Plan) -> dict[str, Any]:
    """A plan as JSON."""
    return {
        "languages": [[*share] for share in plan.languages],
        "words": [
            [
                word.typed,
                word.reading,
                word.read_as,
                [[a.term, a.weight] for a in word.alternatives],
            ]
            for word in plan.words
        ],
        "clauses": [[_unit(plan.text, place) for place in clause] for clause in plan.clauses],
        "starts": [_unit(plan.text, word.start) for word in plan.words],
        "phrases": [
            [phrase.text, [*phrase.words], phrase.target, phrase.language]
            for phrase in plan.phrases
        ],
    }


def _unit(text: str, place: int) -> int:
    """A place in a text as JavaScript counts it: some signs are two units."""
    return len(text[:place].encode("utf-16-le")) // 2


def main() -> None:
    corpus = manifest.load()
    lines = (json.dumps(row, ensure_ascii=False) for row in rows(corpus, open_store(corpus, print)))
    write_whole(GOLDEN, "".join(f"{line}\n" for line in lines).encode())


if __name__ == "__main__":
    main()
