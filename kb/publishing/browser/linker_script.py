"""The linker for browsers, for pages of others and for a page of ours: site/linker, site/paste."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.citations.anchors import patterns
from kb.citations.grammar import grammar
from kb.linking.dating.date_words import date_words
from kb.linking.resolving.index import Index
from kb.publishing.browser.linker_messages import messages_by_language
from kb.publishing.browser.scripts import bundles, dates_data, grammar_data, patterns_data

#: The address on the site of the script that other people put on their pages.
NAME = "linker/kodeks-linker.js"

#: Each script by its address on the site, with the module that it begins with. The second is for
#: our page where one pastes a ruling, and reads Markdown too.
_ENTRIES = {NAME: "site/linker/tag.js", "linker/kodeks-paste.js": "site/paste/page.js"}


def linker_scripts(home: Path, index: Index) -> dict[str, bytes]:
    """Both scripts by their addresses, for the provisions of an index: the same bytes every time.

    Raises `BuildError` when they cannot be bundled.
    """
    return bundles(home, _ENTRIES, data(home, index))


def data(home: Path, index: Index) -> dict[str, Any]:
    """What the scripts know: how people cite and write dates, what can be cited, what is told."""
    return {
        "grammar": grammar_data(grammar()),
        "dates": dates_data(date_words()),
        "patterns": {code: patterns_data(cited) for code, cited in patterns().items()},
        "index": index.to_json(),
        "words": messages_by_language(home, index.pages),
    }
