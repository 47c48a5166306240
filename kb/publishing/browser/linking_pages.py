"""The page where one pastes a ruling, and the files by which any site can have links to laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from kb.citations.anchors import patterns
from kb.core.stored import compact_json
from kb.corpus.corpus import Corpus
from kb.linking.resolving.index import Index
from kb.publishing.browser import preview_script
from kb.publishing.browser.linker_script import NAME, linker_scripts
from kb.publishing.parts.clauses import clauses
from kb.publishing.parts.language_site import LanguageSite
from kb.storage.store import Store

#: The path of the index: the provisions that the script and the Markdown extension may link to.
INDEX = "linker/index.json"


def linker_context(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the page needs."""
    index = language_site.index
    site = language_site.site.rstrip("/")  # in examples; a script puts in the page's own address
    editions = [
        {
            "id": edition.id,
            "title": language_site.say(language_site.corpus.edition(edition.id).title),
        }
        for edition in sorted(index.editions.values(), key=lambda e: e.work != index.default.work)
    ]
    return {
        "texts": [text for text in language_site.texts if text.edition in index.editions],
        "languages": sorted(patterns(), key=lambda code: (code != language_site.language, code)),
        "editions_cited": editions,
        "said": _messages(language_site.catalogue.gettext),
        "tag": f'<script src="{site}/{NAME}" data-lang="{language_site.language}" defer></script>',
        "mkdocs": _MKDOCS % {"site": site, "ui": language_site.language},
        "pelican": _PELICAN % {"site": site, "ui": language_site.language},
    }


def _messages(_: Callable[[str], str]) -> dict[str, str]:
    """The messages of the page's script, by the names of data attributes."""
    return {
        "linked": _("Linked: %(number)s"),
        "flagged": _("Flagged: %(number)s"),
        "nothing": _("No law is cited."),
        "too-many": _("That is too much to be linked at once: split it."),
        "copied": _("Copied."),
        "by-hand": _("The browser does not let this page copy: here it is."),
        "older": _("%(old)s, today %(now)s"),
        "no-provision": _("There is no such provision."),
        "nearest": _("There is no such provision. The nearest: %(places)s"),
        "no-edition": _("That edition is not here."),
        "other-rules": _("Of other rules: %(name)s"),
        "no-law": _("Nothing says of which law it is."),
        "provision": _("Provision"),
        "times": _("Times cited"),
        "address": _("Address"),
    }


_MKDOCS = """\
markdown_extensions:
  - kodeks:
      base: %(site)s
      ui: %(ui)s
      index: index.json"""

_PELICAN = """\
MARKDOWN = {
    "extension_configs": {
        "markdown.extensions.extra": {},
        "kodeks": {"base": "%(site)s", "ui": "%(ui)s", "index": "index.json"},
    },
}"""


def linker_files(corpus: Corpus, store: Store) -> Iterator[tuple[str, bytes]]:
    """The files in linker/ at the root of the site: the scripts, the index, the clauses."""
    index = Index.of(replace(corpus, texts=corpus.published), store)
    yield from linker_scripts(corpus.home, index).items()
    yield preview_script.NAME, preview_script.preview_script(corpus.home, index)
    written = compact_json(index.to_json())
    yield INDEX, f"{written}\n".encode()
    yield from clauses(corpus, store)
