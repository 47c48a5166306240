"""Search as one script for browsers: site/search/*.js, parts of the linker, and MiniSearch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kb.citations.anchors import patterns
from kb.citations.grammar import grammar
from kb.core.errors import BuildError
from kb.corpus.manifest import Corpus, Text
from kb.languages.stemming import fold
from kb.linking.resolving.index import Index
from kb.publishing.browser.scripts import grammar_data, joined, patterns_data
from kb.publishing.browser.search_shards import DIRECTORY, STEPS, ZERO, Shards, pages, shards
from kb.search.asking.ranking import WEIGHTS
from kb.search.stopwords import stop_words
from kb.search.word_parts import word_parts
from kb.storage.store import Store

#: Where the worker's script is on the site.
NAME = f"{DIRECTORY}/kodeks-search.js"

#: The parts of the script, each after those that it needs; those of the linker as they are.
FRAGMENTS = (
    "linker/characters",
    "linker/grammar",
    "linker/phrases",
    "linker/ids",
    "linker/paths",
    "linker/recogniser",
    "linker/resolver",
    "linker/naming",
    "search/words",
    "search/decoding",
    "search/library",
    "search/lexicon",
    "search/typos",
    "search/compounds",
    "search/plan",
    "search/games",
    "search/whole",
    "search/citing",
    "search/postings",
    "search/ranking",
    "search/shards",
    "search/answer",
    "search/suggest",
    "search/snippet",
    "search/worker",
)

#: MiniSearch as npm brings it, and its licence.
_MINISEARCH = Path("node_modules/minisearch")

#: What of a language's patterns only rulings need: names of other rules, what is counted.
_OF_RULINGS = ("others", "other_games", "counted", "edition")


def search_files(corpus: Corpus, store: Store) -> Iterator[tuple[str, bytes]]:
    """What stands in search/ at the root of the site: the worker's script and its shards."""
    found = shards(corpus, store)
    yield NAME, script(corpus, store, found)
    yield from found.files.items()


def script(corpus: Corpus, store: Store, found: Shards) -> bytes:
    """The script for some shards, the same bytes every time.

    Raises `BuildError` where npm has not brought MiniSearch, and `CorpusError` when a part is
    missing.
    """
    return joined(corpus.home, data(corpus, store, found), FRAGMENTS, minisearch(corpus.home))


def minisearch(home: Path) -> str:
    """MiniSearch with its licence, without its comments: they are half of it."""
    try:
        code = (home / _MINISEARCH / "dist/umd/index.js").read_text(encoding="utf-8")
        licence = (home / _MINISEARCH / "LICENSE.txt").read_text(encoding="utf-8")
    except OSError as error:
        raise BuildError(
            f"{error.filename}: search on the site needs MiniSearch from npm", "Run: make setup"
        ) from None
    return f"/*! MiniSearch\n{licence.strip()}\n*/\n{_without_comments(code)}"


def _without_comments(code: str) -> str:
    """A script without indents, lines of comments, and what `/**` begins."""
    kept, in_comment = [], False
    for line in code.split("\n"):
        bare = line.lstrip(" \t")
        if in_comment or bare.startswith("/**"):
            in_comment = not (bare if in_comment else bare[3:]).rstrip().endswith("*/")
        elif not bare.startswith("//"):
            kept.append(bare)
    return "\n".join(kept)


def data(corpus: Corpus, store: Store, found: Shards) -> dict[str, Any]:
    """What the script knows without asking: how people cite, what can be cited, stop words."""
    texts = corpus.published
    return {
        "grammar": grammar_data(grammar()),
        "patterns": {
            language: patterns_data(one) | dict.fromkeys(_OF_RULINGS, ())
            for language, one in patterns().items()
        },
        "editions": [*_editions(corpus, store, texts)],
        "games": [
            {"id": work.id, "names": sorted({*map(fold, work.names)}), "term": work.term}
            for work in corpus.works
            if work.names
        ],
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
        "shards": found.names,
        "steps": STEPS,
        "stops": {language: sorted(words) for language, words in stop_words().items()},
        "weights": {name: asdict(WEIGHTS)[name] for name in ("enough", "coverage", "together")},
        "zero": ZERO,
    }


def _editions(corpus: Corpus, store: Store, texts: tuple[Text, ...]) -> Iterator[dict[str, Any]]:
    """The editions in the manifest's order, with what can be cited in them."""
    cited = {one["id"]: one for one in Index.of(corpus, store).to_json()["editions"]}
    for id in dict.fromkeys(text.edition for text in texts):
        edition = corpus.edition(id)
        known = cited.get(id, {})
        yield {
            "id": id,
            "work": edition.work,
            "game": corpus.game(id),
            "year": edition.year,
            "style": edition.style,
            "superseded": corpus.superseded(edition),
            "isOlder": corpus.newest(edition.work, texts) != edition,
            "isArticle": edition.about is not None,
            "languages": [text.language for text in texts if text.edition == id],
            "provisions": known.get("provisions", []),
            "now": known.get("now", {}),
        }
