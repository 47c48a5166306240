"""Search as one script for browsers: the worker of site/search, with what Python knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from kb.citations.anchors import patterns
from kb.citations.grammar import grammar
from kb.corpus.corpus import Corpus, Text
from kb.languages.notation import notation
from kb.languages.stemming import fold
from kb.linking.resolving.index import Index
from kb.publishing.browser.ruling_shards import RULING_SCORES, ruling_shards
from kb.publishing.browser.scripts import bundle, grammar_data, patterns_data
from kb.publishing.browser.search_shards import DIRECTORY, STEPS, ZERO, Shards, pages, shards
from kb.search.asking.ranking import WEIGHTS
from kb.search.stopwords import stop_words
from kb.search.word_parts import word_parts
from kb.storage.store import Store

#: The address of the worker's script on the site.
NAME = f"{DIRECTORY}/kodeks-search.js"

#: The module that the script begins with.
ENTRY = "site/search/worker.js"

#: The weights that a browser ranks with; those of evidence are in the shards.
_RANKING = ("enough", "coverage", "together", "rarest", "again")

#: The patterns of a language that only rulings need, which search leaves empty: names of other
#: rules, words for what is counted, for editions, and by which one hears that laws are talked of.
_OF_RULINGS = ("others", "other_games", "shared", "counted", "edition", "then", "talk")


def search_files(corpus: Corpus, store: Store) -> Iterator[tuple[str, bytes]]:
    """The files in search/ at the root of the site: the worker's script and its shards.

    They are the same bytes every time. Raises `BuildError` when the script cannot be bundled.
    """
    of_laws, of_rulings = shards(corpus, store), ruling_shards(corpus, store)
    sharded = Shards(of_laws.files | of_rulings.files, of_laws.names | of_rulings.names)
    yield NAME, bundle(corpus.home, ENTRY, data(corpus, store, sharded))
    yield from sharded.files.items()


def data(corpus: Corpus, store: Store, sharded: Shards) -> dict[str, Any]:
    """What the script knows without a shard: how people cite, what can be cited, stop words."""
    texts = corpus.published
    return {
        "grammar": grammar_data(grammar()) | _searched_grammar(),
        "patterns": {
            language: patterns_data(cited) | dict.fromkeys(_OF_RULINGS, ())
            for language, cited in patterns().items()
        },
        "defaultWork": corpus.default_work.id,
        "editions": [*_editions(corpus, store, texts)],
        "games": [
            {"id": work.id, "names": sorted({*map(fold, work.names)}), "term": work.term}
            for work in corpus.works
            if work.names
        ],
        "notation": {
            "pattern": notation().pattern,
            "strains": notation().spoken,
            "seats": sorted(notation().seats),
        },
        "pages": pages(store, texts),
        "parts": {
            language: {
                "links": parts.links,
                "shortest": parts.shortest,
                "prefixes": sorted(parts.prefixes, key=len, reverse=True),
            }
            for language, parts in word_parts().items()
        },
        "readers": corpus.page_languages,
        "rulings": RULING_SCORES,
        "shards": sharded.names,
        "steps": STEPS,
        "stops": {language: sorted(words) for language, words in stop_words().items()},
        "weights": {name: asdict(WEIGHTS)[name] for name in _RANKING},
        "zero": ZERO,
    }


def _searched_grammar() -> dict[str, Any]:
    """The tables of the grammar of which a query needs little or nothing."""
    words = {"word": grammar().surroundings["word"]}
    return {"titles": {}, "sections": {}, "neutral": [], "surroundings": words}


def _editions(corpus: Corpus, store: Store, texts: tuple[Text, ...]) -> Iterator[dict[str, Any]]:
    """The editions in the manifest's order, with what can be cited in them."""
    by_id = {entry["id"]: entry for entry in Index.of(corpus, store).to_json()["editions"]}
    for id in dict.fromkeys(text.edition for text in texts):
        edition = corpus.edition(id)
        citable = by_id.get(id, {})
        yield {
            "id": id,
            "work": edition.work,
            "game": corpus.game(id),
            "family": corpus.families[id],
            "year": edition.year,
            **edition.profile.to_json(),
            "superseded": corpus.superseded(edition),
            "isOlder": corpus.newest(edition.work, texts) != edition,
            "isArticle": edition.about is not None,
            "languages": [text.language for text in texts if text.edition == id],
            "provisions": citable.get("provisions", []),
            "now": _moved(citable.get("now", {}), citable.get("provisions", [])),
        }


def _moved(now: dict[str, list[str]], provisions: list[str]) -> dict[str, list[str]]:
    """Where provisions stand now, without those that have kept their number: two thirds have."""
    if not now:
        return {}
    return {id: places for id in provisions if (places := now.get(id, [])) != [id]}
