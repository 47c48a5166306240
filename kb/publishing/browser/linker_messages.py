"""The messages of linker and previews in a browser, which site/linker/names.js shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from kb.languages.catalogue import catalogues, load
from kb.linking.writing.doubt_words import doubt_messages


def messages_by_language(home: Path, pages: Iterable[str] = ()) -> dict[str, dict[str, str]]:
    """The messages by key, for every language that has a catalogue or, as `pages` says, pages.

    Where a language has no catalogue, `spoken` is the language that its messages are in.
    """
    by_language = {}
    for language in sorted({*catalogues(home), *pages}):
        catalogue = load(language, home)
        by_language[language] = messages(catalogue.gettext)
        if catalogue.spoken != language:
            by_language[language]["spoken"] = catalogue.spoken
    return by_language


def messages(_: Callable[[str], str]) -> dict[str, str]:
    """The messages by key, in the language of a catalogue's `gettext`."""
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
        "plain": _("Plain words: ours, not the law."),
        "missing": _("This wording has no such provision."),
        "table": _("There is a table on the page."),
        "range": _("Cited with it: %(places)s"),
        "unknown": _("There is no such provision."),
        "nearest": _("There is no such provision. The nearest: %(places)s"),
        "edition": _("This edition is not here: %(year)s"),
        **doubt_messages(_),
        "binds": _("Unofficial copy: the federation's text binds."),
    }
