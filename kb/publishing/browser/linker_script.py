"""The linker as one script for browsers: site/linker/*.js, and the data that Python reads too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.citations.anchors import patterns
from kb.citations.grammar import grammar
from kb.linking.resolving.index import Index
from kb.publishing.browser.linker_words import words
from kb.publishing.browser.scripts import grammar_data, joined, patterns_data

#: Where the script is on the site, beside the clauses that it shows.
NAME = "linker/kodeks-linker.js"

#: The parts of the script, each after those that it needs.
FRAGMENTS = (
    "settings",
    "characters",
    "grammar",
    "phrases",
    "ids",
    "paths",
    "recogniser",
    "resolver",
    "surroundings",
    "sections",
    "islands",
    "find",
    "resolve",
    "addresses",
    "entities",
    "tags",
    "elements",
    "html",
    "emphasis",
    "inline",
    "blocks",
    "markdown",
    "view",
    "cite",
    "naming",
    "names",
    "texts",
    "marks",
    "dom",
    "clauses",
    "cited",
    "panel",
    "panel-style",
    "panel-frame",
    "preview",
    "page",
)


def script(home: Path, index: Index) -> bytes:
    """The script for the provisions of an index, the same bytes every time.

    Raises `CorpusError` when a part is missing below `home`.
    """
    return joined(home, data(home, index), [f"linker/{name}" for name in FRAGMENTS])


def data(home: Path, index: Index) -> dict[str, Any]:
    """What the script knows: how every language cites, what can be cited, what readers are told."""
    return {
        "grammar": grammar_data(grammar()),
        "patterns": {language: patterns_data(one) for language, one in patterns().items()},
        "index": index.to_json(),
        "words": words(home),
    }
