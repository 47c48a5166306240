"""Previews of references on the site itself: the linker's, without what finds citations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.citations.anchors import patterns
from kb.languages.catalogue import load
from kb.linking.resolving.index import Index
from kb.publishing.browser.linker_words import words
from kb.publishing.browser.scripts import joined, patterns_data

#: Where the script is on the site, beside the clauses that it shows.
NAME = "linker/kodeks-previews.js"

#: The parts of the script, each after those that it needs.
FRAGMENTS = (
    "linker/ids",
    "previews/settings",
    "linker/naming",
    "linker/names",
    "linker/clauses",
    "previews/cited",
    "linker/panel",
    "linker/panel-style",
    "linker/panel-frame",
    "linker/preview",
    "previews/page",
)

#: Of how a language cites, what names a provision.
_NAMING = ("names", "statute")


def preview_script(home: Path, index: Index) -> bytes:
    """The script for the editions of an index, the same bytes every time.

    Raises `CorpusError` when a part is missing below `home`.
    """
    said = words(home)
    for language, own in said.items():
        own["edition-superseded"] = load(language, home).gettext("Superseded code: %(year)s")
    data: dict[str, Any] = {
        "editions": [
            {
                "id": one.id,
                "year": one.year,
                "style": one.style,
                "superseded": index.newest(one.work) is not one,
            }
            for one in index.editions.values()
        ],
        "patterns": {
            language: {key: patterns_data(one)[key] for key in _NAMING}
            for language, one in patterns().items()
        },
        "words": said,
    }
    return joined(home, data, FRAGMENTS)
