"""The linker as one script for browsers: site/linker/tag.js, and the data that Python reads too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.citations.anchors import patterns
from kb.citations.grammar import grammar
from kb.linking.index import Index
from kb.publishing.linker_words import words
from kb.publishing.scripts import bundle, grammar_data, patterns_data

#: Where the script is on the site, beside the clauses that it shows.
NAME = "linker/kodeks-linker.js"

#: The module that the script is made of, with all that it imports.
ENTRY = "site/linker/tag.js"


def script(home: Path, index: Index) -> bytes:
    """The script for the provisions of an index, the same bytes every time.

    Raises `BuildError` when it cannot be bundled.
    """
    return bundle(home, ENTRY, data(home, index))


def data(home: Path, index: Index) -> dict[str, Any]:
    """What the script knows: how every language cites, what can be cited, what readers are told."""
    return {
        "grammar": grammar_data(grammar()),
        "patterns": {language: patterns_data(one) for language, one in patterns().items()},
        "index": index.to_json(),
        "words": words(home),
    }
