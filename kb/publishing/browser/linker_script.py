"""The linker for browsers, for pages of others and for a page of ours: site/linker, site/paste."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.citations.anchors import patterns
from kb.citations.grammar import grammar
from kb.linking.resolving.index import Index
from kb.publishing.browser.linker_words import words
from kb.publishing.browser.scripts import bundle, grammar_data, patterns_data

#: Where the script is that other people put on their pages, beside the clauses that it shows.
NAME = "linker/kodeks-linker.js"

#: Where the script is of the page where one pastes a ruling. It reads Markdown too.
PASTE_NAME = "linker/kodeks-paste.js"

#: The modules that the scripts begin with.
_TAG, _PASTE = "site/linker/tag.js", "site/paste/page.js"


def script(home: Path, index: Index) -> bytes:
    """The script for the provisions of an index, the same bytes every time.

    Raises `BuildError` when it cannot be bundled.
    """
    return bundle(home, _TAG, data(home, index))


def paste_script(home: Path, index: Index) -> bytes:
    """The script of the page where one pastes a ruling, as `script`."""
    return bundle(home, _PASTE, data(home, index))


def data(home: Path, index: Index) -> dict[str, Any]:
    """What the script knows: how every language cites, what can be cited, what readers are told."""
    return {
        "grammar": grammar_data(grammar()),
        "patterns": {language: patterns_data(one) for language, one in patterns().items()},
        "index": index.to_json(),
        "words": words(home),
    }
