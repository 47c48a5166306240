"""Previews of references on the site itself: the linker's, without what finds citations."""

from __future__ import annotations

from pathlib import Path

from kb.citations.anchors import patterns
from kb.languages.catalogue import load
from kb.linking.resolving.index import Index
from kb.publishing.browser.linker_messages import messages_by_language
from kb.publishing.browser.scripts import bundle, patterns_data

#: The address of the script on the site, beside the clauses that it shows.
NAME = "linker/kodeks-previews.js"

#: The module that the script begins with.
ENTRY = "site/previews/page.js"

#: The patterns of a language that name a provision; the script needs no others.
_NAMING = ("statute",)


def preview_script(home: Path, index: Index) -> bytes:
    """The script for the editions of an index, the same bytes every time.

    Raises `BuildError` when it cannot be bundled.
    """
    messages = messages_by_language(home, index.pages)
    for language, by_key in messages.items():
        by_key["edition-superseded"] = load(language, home).gettext("Superseded code: %(year)s")
    editions = [
        {
            "id": edition.id,
            "year": edition.year,
            **edition.profile.to_json(),
            "superseded": index.newest(edition.work) is not edition,
        }
        for edition in index.editions.values()
    ]
    naming = {
        language: {key: patterns_data(cited)[key] for key in _NAMING}
        for language, cited in patterns().items()
    }
    data = {"index": {"editions": editions}, "patterns": naming, "words": messages}
    return bundle(home, ENTRY, data)
