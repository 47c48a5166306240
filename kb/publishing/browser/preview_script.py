"""Previews of references on the site itself: the linker's, without what finds citations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.citations.anchors import patterns
from kb.languages.catalogue import load
from kb.linking.resolving.index import Index
from kb.publishing.browser.linker_words import words
from kb.publishing.browser.scripts import bundle, patterns_data

#: Where the script is on the site, beside the clauses that it shows.
NAME = "linker/kodeks-previews.js"

#: The module that the script is made of, with all that it imports.
ENTRY = "site/previews/page.js"

#: Of how a language cites, what names a provision.
_NAMING = ("names", "statute")


def preview_script(home: Path, index: Index) -> bytes:
    """The script for the editions of an index, the same bytes every time.

    Raises `BuildError` when it cannot be bundled.
    """
    said = words(home)
    for language, own in said.items():
        own["edition-superseded"] = load(language, home).gettext("Superseded code: %(year)s")
    data: dict[str, Any] = {
        "index": {
            "editions": [
                {
                    "id": one.id,
                    "year": one.year,
                    "style": one.style,
                    "superseded": index.newest(one.work) is not one,
                }
                for one in index.editions.values()
            ]
        },
        "patterns": {
            language: {key: patterns_data(one)[key] for key in _NAMING}
            for language, one in patterns().items()
        },
        "words": said,
    }
    return bundle(home, ENTRY, data)
