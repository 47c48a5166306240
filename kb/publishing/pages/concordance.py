"""The page of the concordance: a form, and what its script needs to show what the service finds.

The service alone can ask the index. Where the site is served without it, the page says so.
"""

from __future__ import annotations

from typing import Any

from kb.core.concording import LONGEST, RULING, RULINGS
from kb.core.stored import compact_json
from kb.languages.catalogue import Catalogue
from kb.publishing.parts.language_site import LanguageSite

#: The slug of the page, below the directory of a language.
CONCORDANCE = "concordance"


def title(catalogue: Catalogue) -> str:
    """What the page is called."""
    return catalogue.gettext("Concordance")


def context(language_site: LanguageSite) -> dict[str, Any]:
    """What the template of the page needs."""
    catalogue, corpus = language_site.catalogue, language_site.corpus
    editions = {
        book.edition.id: language_site.say(book.edition.title) for book in language_site.books
    }
    spoken = dict.fromkeys((*corpus.page_languages, *(one.language for one in language_site.texts)))
    languages = {code: catalogue.language_name(code) for code in spoken}
    return {
        "texts": language_site.texts,
        "languages": languages,
        "places": {
            **editions,
            **{
                text.id: f"{editions[text.edition]} · {languages[text.language]}"
                for text in language_site.texts
            },
        },
        "orders": _orders(catalogue),
        "examples": _examples(language_site),
        "longest": LONGEST,
        "titles_found": compact_json({**editions, RULINGS: catalogue.gettext("Rulings")}),
        "languages_found": compact_json(languages),
        "kinds_found": compact_json(_kinds(catalogue)),
        "said": _messages(catalogue),
    }


def _orders(catalogue: Catalogue) -> dict[str, str]:
    """What lines may be sorted by, as kb.core.concording has it."""
    _ = catalogue.gettext
    return {
        "place": _("the order of the books"),
        "left": _("the words before"),
        "right": _("the words behind"),
    }


def _examples(language_site: LanguageSite) -> dict[str, str]:
    """Queries to try, each with what it does."""
    _ = language_site.catalogue.gettext
    if not language_site.corpus.examples:
        return {}
    words = language_site.corpus.examples[-1]
    first, _blank, rest = words.partition(" ")
    other = rest or f"{first[:3]}*"
    return {
        f'"{words}"': _("words that follow each other"),
        f"{first[:4]}*": _("all words that begin so; ? stands for one letter"),
        f"{first} OR {other}": _(
            "AND, OR, NOT and brackets; words beside each other are all in the same place"
        ),
        f'"{words}" NOT law:1': _("not in one law; without NOT, in this one alone"),
        f"{first} kind:provision": _("of one kind; also lang:, text:, edition:, id:"),
        f"{first} plain:no": _("not in our plain words"),
    }


def _kinds(catalogue: Catalogue) -> dict[str, str]:
    """What the kinds of records are called."""
    _ = catalogue.gettext
    return {
        "law": _("Titles and openings of laws"),
        "provision": _("Provisions"),
        "definition": _("Definitions"),
        "note": _("Notes"),
        "chapter": _("Headings of chapters"),
        "front": _("Prefaces and introductions"),
        "glossary": _("Glossary"),
        "index": _("Subject index"),
        "example": _("Worked examples"),
        "article": _("Titles of articles"),
        "section": _("Sections of articles"),
        "paragraph": _("Paragraphs of articles"),
        "item": _("Items of lists in articles"),
        "bid": _("Bids"),
        "case": _("Cases"),
        RULING: _("Rulings"),
    }


def _messages(catalogue: Catalogue) -> dict[str, str]:
    """The messages of the page's script, by the names of data attributes."""
    _ = catalogue.gettext
    ngettext = catalogue.plurals  # Pybabel finds messages by the name ngettext
    return {
        "title": _("%(query)s – concordance"),
        "counted": compact_json(ngettext("%(num)d place", "%(num)d places")),
        "records": compact_json(ngettext("in %(num)d passage", "in %(num)d passages")),
        "nothing": _("Nothing was found."),
        "missing": _("No text has “%(word)s”."),
        "nearest": _("No text has “%(word)s”. The nearest: %(words)s"),
        "texts": _("Texts"),
        "kinds": _("Kinds"),
        "laws": _("Laws"),
        "plain": _("Plain words"),
        "withheld": _("The words of this text may not be shown here; follow the link."),
        "loading": _("One moment …"),
        "there-are": _("There are: %(names)s"),
        **{f"fault-{fault}": words for fault, words in _faults(catalogue).items()},
        "refused": _("This cannot be answered."),
        "offline": _("The concordance could not be asked. Is there a connection?"),
        "later": _("There is too much to do right now. Try again in a moment."),
    }


def _faults(catalogue: Catalogue) -> dict[str, str]:
    """What is wrong at the marked place of a query, by the kinds that `PlacedError` has."""
    _ = catalogue.gettext
    return {
        "quote": _("This quotation mark has no other that closes it."),
        "opening": _("This bracket is not closed."),
        "closing": _("This bracket closes none."),
        "hollow": _("There is nothing in these brackets."),
        "deep": _("Too many brackets stand in each other."),
        "before": _("This stands between words: none is before it."),
        "after": _("Nothing stands after this."),
        "twice": _("NOT stands twice here."),
        "words": _("These are too many words."),
        "field": _("There is no such field. Words with a colon stand in quotation marks."),
        "value": _("A value must stand right behind the colon."),
        "unknown": _("There is no such value."),
        "signs": _("There is no word here, only signs."),
        "narrows": _("NOT and fields only narrow what other words find: add a word or a phrase."),
        "wildcard": _("More letters must stand before * and ?."),
        "forms": _("Too many words begin so: add letters."),
    }
