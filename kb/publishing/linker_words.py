"""What the browser linker says, in every language that has a catalogue.

site/linker/names.js speaks with these.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kb import corpus as manifest
from kb.catalogue import catalogues, load
from kb.publishing.book import languages


def words(home: Path) -> dict[str, dict[str, str]]:
    """The words of each language by key.

    Beside messages there is `pages`, the language of the site's pages for these readers.
    """
    pages = languages(manifest.load(home))
    found = {}
    for language in catalogues(home):
        found[language] = _messages(load(language, home).gettext)
        found[language]["pages"] = language if language in pages else pages[0]
    return found


def _messages(_: Callable[[str], str]) -> dict[str, str]:
    return {
        "loading": _("One moment …"),
        "failed": _("The words could not be fetched. The link leads to them all the same."),
        "page": _("Open the page"),
        "close": _("Close"),
        "wording": _("The wording is in another language: %(language)s"),
        "older": _("%(year)s: %(old)s → today: %(new)s"),
        "dropped": _("%(year)s: %(old)s. It is not in the code any more."),
        "forebears": _(
            "What stood here in %(year)s, as there is no newer wording in this language. "
            "The law may have changed since."
        ),
        "new": _("New since %(year)s."),
        "missing": _("This wording has no such provision."),
        "table": _("There is a table on the page."),
        "range": _("Cited with it: %(places)s"),
        "unknown": _("There is no such provision."),
        "nearest": _("There is no such provision. The nearest: %(places)s"),
        "edition": _("This edition is not here: %(year)s"),
        "binds": _("Unofficial copy: the federation's text binds."),
    }
