"""The search on the site: the messages of its box, and the page with the results.

Scripts in the browser search, and show what they find with these messages.
"""

from __future__ import annotations

from typing import Any

from kb.core.addresses import page_below
from kb.core.stored import compact_json
from kb.languages.catalogue import Catalogue
from kb.publishing.pages.concordance import CONCORDANCE
from kb.publishing.pages.concordance import title as concordance_title
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import CONCEPTS, concept_lists, section_title
from kb.search.asking.query import LONGEST

#: The slug of the page, below the directory of a language.
SEARCH = "search"


def box(catalogue: Catalogue) -> dict[str, str]:
    """The messages of the box in the header, by the names of data attributes."""
    _ = catalogue.gettext
    ngettext = catalogue.plurals  # Pybabel finds messages by the name ngettext
    other = {} if catalogue.spoken == catalogue.language else {"spoken": catalogue.spoken}
    return other | {
        "label": _("Search"),
        "hint": _("Words or a law number"),
        "close": _("Close the search"),
        "options": _("Suggestions"),
        "citation": _("Provisions"),
        "law": _("Laws"),
        "procedure": _("What happened?"),
        "concept": _("Concepts"),
        "situation": _("Situations"),
        "found": _("Results"),
        "all": _("Search for “%(query)s”"),
        "counted": compact_json(ngettext("%(num)d suggestion", "%(num)d suggestions")),
        "none": _("No suggestions"),
    }


def search_context(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the page needs."""
    _ = language_site.catalogue.gettext
    ways = {
        page_below("../", book.edition.id): language_site.say(book.edition.title)
        for book in language_site.books
    }
    ways[f"../{CONCORDANCE}/"] = concordance_title(language_site.catalogue)
    if language_site.glossary.concepts:
        ways |= {
            page_below(f"../{CONCEPTS}/", slug): title
            for slug, title in concept_lists(language_site).items()
        }
    examples = ("27B1(b)", _("insufficient bid"), _("dummy draws attention to a revoke"))
    return {
        "texts": language_site.texts,
        "ways": ways,
        "examples": examples,
        "longest": LONGEST,
        "editions_found": compact_json(_editions(language_site)),
        "sections_found": compact_json(_sections(language_site)),
        "said": _messages(language_site.catalogue),
    }


def _editions(language_site: LanguageSite) -> dict[str, dict[str, str | bool]]:
    """What the page calls editions and their games, by edition.

    Results in a `usual` edition, a code in force, are shown without its name.
    """
    works = {work.id: language_site.say(work.title) for work in language_site.corpus.works}
    return {
        book.edition.id: {
            "title": language_site.say(book.edition.title),
            "year": book.edition.year,
            "game": works[language_site.corpus.game(book.edition.id)],
            "usual": not book.superseded and not book.edition.about,
        }
        for book in language_site.books
    }


def _sections(language_site: LanguageSite) -> dict[str, str]:
    """The titles of the pages beside the laws, by which results without a name go."""
    return {
        slug: section_title(language_site.catalogue, slug)
        for book in language_site.books
        for slug in book.sections
        if slug != "definitions"
    }


def _messages(catalogue: Catalogue) -> dict[str, str]:
    """The messages of the page's script, by the names of data attributes."""
    _ = catalogue.gettext
    ngettext = catalogue.plurals
    return {
        "title": _("%(query)s – search"),
        "counted": compact_json(ngettext("%(num)d result", "%(num)d results")),
        "loading": _("One moment …"),
        "refining": _("Looking in the other languages too …"),
        "more": _("The other languages have been searched too, and the order has changed."),
        "show": _("Show the new order"),
        "mended": _("“%(read)s” was searched for instead of “%(typed)s”."),
        "missing": _("There is no %(place)s."),
        "nearest": _("There is no %(place)s. The nearest: %(places)s"),
        "plain": _("Plain words"),
        "today": _("Today: %(places)s"),
        "superseded": _("Superseded code."),
        "definition": _("Definition"),
        "everything": _("Everything"),
        "asked": _("You said: %(words)s"),
        "happened": _("What happened?"),
        "unsure": _("Nothing answers this for sure. Perhaps one of these:"),
        "nothing": _("Nothing was found."),
        "nothing-here": _("Nothing was found in %(title)s."),
        "long": _("That is too long: at most %(num)s characters are searched for."),
        "offline": _("The search could not be loaded. Is there a connection?"),
        "damaged": _(
            "The search could not be loaded: a file of it is damaged. Load the page again."
        ),
    }
