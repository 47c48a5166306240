"""Asking the search: what is found, as tests look at it."""

from __future__ import annotations

from kb.search.asking.query import Searcher
from kb.search.asking.results import Results


def find(searcher: Searcher, query: str, *readers: str, within: str | None = None) -> Results:
    texts = [
        text
        for text in searcher.corpus.readable
        if within in (None, text.id, text.edition, searcher.corpus.edition(text.edition).work)
    ]
    return searcher.search(query, texts, readers)


def laws(results: Results) -> list[str]:
    return [result.id for result in results.of("law")]


def provisions(results: Results) -> list[str]:
    return [hit.document.id for result in results.of("law") for hit in result.hits]
