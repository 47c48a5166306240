"""The results of a search as JSON; kb/schemas/search.json describes it."""

from __future__ import annotations

from typing import Any

from kb.citations.anchors import display_name
from kb.corpus.corpus import Corpus
from kb.search.asking.results import Hit, Result, Results
from kb.search.asking.snippets import Snippet
from kb.search.asking.wording import ShownWording
from kb.search.database import Database

#: Version of the JSON.
SCHEMA = "kodeks.search/4"


def answer_json(
    corpus: Corpus, database: Database, results: Results, suggestions: list[dict[str, Any]]
) -> dict[str, Any]:
    """The whole answer; `suggestions` are what is offered where nothing was found."""
    plan = results.plan
    return {
        "schema": SCHEMA,
        "query": results.query,
        "game": results.game,
        "citations": [str(id) for id in results.cited],
        "missing": [
            {"id": str(id), "nearest": [str(neighbour) for neighbour in near]}
            for id, near in results.missing.items()
        ],
        "languages": [
            {"language": code, "share": share} for code, share in (plan.languages if plan else ())
        ],
        "mended": plan.mended if plan else {},
        "suggestions": suggestions,
        "sure": results.sure,
        "results": [
            _result(corpus, database, rank, result)
            for rank, result in enumerate(results.results, 1)
        ],
    }


def _result(corpus: Corpus, database: Database, rank: int, result: Result) -> dict[str, Any]:
    edition = corpus.edition(result.edition)
    title = result.title
    return {
        "rank": rank,
        "game": result.game,
        "kind": result.kind,
        "edition": result.edition,
        "superseded": corpus.superseded(edition),
        "id": result.id,
        "title": title
        and {"text": title.name, "language": title.language, "origin": title.origin or None},
        "score": round(result.score, 4),
        "covered": round(result.covered, 4),
        "asked": result.asked and snippet_json(result.asked),
        "hits": [_hit(corpus, database, hit) for hit in result.hits],
        "procedures": [
            {"id": one.id, "title": one.name, "language": one.language} for one in result.procedures
        ],
    }


def _hit(corpus: Corpus, database: Database, hit: Hit) -> dict[str, Any]:
    document = hit.document
    successors = database.successors(document.texts[0], document.id)
    return {
        "id": document.id,
        "kind": document.kind,
        "name": hit_name(corpus, hit),
        "now": [f"{edition}:{id}" for edition, id in successors],
        "score": round(hit.score, 4),
        "wording": _wording(hit.wording),
        "matched": hit.matched and _wording(hit.matched),
    }


def hit_name(corpus: Corpus, hit: Hit) -> str:
    """The name of a hit for readers of the language in which it is shown."""
    document = hit.document
    if document.kind == "section":
        return document.id
    profile = corpus.edition(document.edition).profile
    return display_name(document.id, hit.wording.language, profile)


def _wording(wording: ShownWording) -> dict[str, Any]:
    return {
        "text": wording.text,
        "language": wording.language,
        "id": wording.id,
        "plain": wording.plain,
        "heading": wording.heading and snippet_json(wording.heading),
        "snippet": snippet_json(wording.body),
    }


def snippet_json(snippet: Snippet) -> dict[str, Any]:
    """A piece of text with the places that are marked in it."""
    return {"text": snippet.text, "highlights": [list(span) for span in snippet.highlights]}
