"""What the site says it says in its reader's language: nothing untranslated, nothing hard-wired."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import material
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from kb.core.procedures import DECIDE
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus.corpus import Corpus
from kb.languages.catalogue import Catalogue, catalogue_file, load
from kb.languages.collation import initial
from kb.publishing.output.page_list import pages
from kb.publishing.parts.language_site import language_site
from kb.publishing.parts.navigation import site_navigation
from kb.records.searchable import term
from kb.storage.store import Store
from support.brackets import Bracketed, unbracketed
from support.homes import REPOSITORY
from support.site_reading import Built, Pages, read_fragment

LOCALE = REPOSITORY / "kb/languages/locale"
TEMPLATE = LOCALE / "kodeks.pot"
CATALOGUES = sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/kodeks.po"))
TRANSLATED = [language for language in CATALOGUES if language != SOURCE_LANGUAGE]


def messages(path: Path, locale: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def ids(catalog: Catalog) -> set[Any]:
    return {message.id for message in catalog if message.id}


def test_every_language_of_the_site_has_a_catalogue(corpus: Corpus) -> None:
    assert set(corpus.page_languages) <= set(CATALOGUES)


@pytest.mark.slow
def test_the_template_is_what_the_sources_say(tmp_path: Path) -> None:
    """Else: make messages."""
    fresh = tmp_path / "kodeks.pot"
    command = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract"]
    command += ["-F", "kb/languages/locale/babel.cfg", "-o", str(fresh), "."]
    subprocess.run(command, cwd=REPOSITORY, check=True)
    assert ids(messages(fresh)) == ids(messages(TEMPLATE))


def catalogue(language: str) -> Catalog:
    return messages(LOCALE / language / "LC_MESSAGES/kodeks.po", language)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_complete(language: str) -> None:
    assert ids(catalogue(language)) == ids(messages(TEMPLATE))


def test_the_english_catalogue_has_only_what_is_told_in_other_words() -> None:
    assert ids(catalogue(SOURCE_LANGUAGE)) <= ids(messages(TEMPLATE))
    for message in catalogue(SOURCE_LANGUAGE):
        assert not message.id or message.string != message.id, message.id


@pytest.mark.parametrize("language", CATALOGUES)
def test_what_a_catalogue_says_is_in_order(language: str) -> None:
    catalog = catalogue(language)
    for message in catalog:
        if not message.id:
            continue
        strings = message.string if message.pluralizable else (message.string,)
        assert all(strings), message.id
        assert len(strings) == (catalog.num_plurals if message.pluralizable else 1), message.id
        assert not message.fuzzy, message.id
        assert not message.check(catalog), message.id


def test_no_compiled_catalogue_is_kept() -> None:
    assert not list(LOCALE.rglob("*.mo"))


def test_every_remark_on_the_print_is_translated(corpus: Corpus, store: Store) -> None:
    known = ids(messages(TEMPLATE))
    for text in corpus.published:
        for record in store.records(text.id):
            assert {remark.reason for remark in record.remarks} <= known, record.id


def test_numbers_take_the_plural_of_their_language() -> None:
    def counted(language: str) -> list[str]:
        say = load(language).ngettext
        return [say("%(num)d law", "%(num)d laws", n) % {"num": n} for n in (1, 2, 5, 22, 93)]

    assert counted("pl") == ["1 przepis", "2 przepisy", "5 przepisów", "22 przepisy", "93 przepisy"]
    assert counted("hr") == ["1 član", "2 člana", "5 članova", "22 člana", "93 člana"]
    assert counted("hu")[0] == "1 szakasz"


def test_a_language_without_a_catalogue_speaks_english_and_says_so() -> None:
    catalogue = load("eo")
    assert catalogue_file("eo") is None
    assert (catalogue.spoken, catalogue.gettext("Laws")) == ("en", "Laws")


def test_a_home_may_bring_a_catalogue_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "kb/languages/locale/eo/LC_MESSAGES/kodeks.po"
    file.parent.mkdir(parents=True)
    file.write_text('msgid ""\nmsgstr "Language: eo\\n"\n\nmsgid "Laws"\nmsgstr "Leĝoj"\n', "utf-8")
    assert load("eo", tmp_path).gettext("Laws") == "Leĝoj"


@pytest.mark.slow
def test_all_that_pages_say_goes_through_the_catalogue(corpus: Corpus, store: Store) -> None:
    """Whatever is not law is in brackets, but labels and names of provisions and languages."""
    ordinary = language_site(corpus, store, "hu")
    marked = {code: Catalogue(code, code, Bracketed()) for code in corpus.page_languages}
    bracketed = replace(ordinary, catalogue=marked["hu"], catalogues=marked)
    names = {word for a in marked for b in marked for word in unbracketed(load(a).language_name(b))}
    chapters = (t for book in ordinary.books for c in book.chapters for t in c.titles.values())
    names |= {word for title in chapters for word in unbracketed(title)}
    rows = (row for book in ordinary.books for row in book.rows if row.kind == "definition")
    defined = (term(record) or "" for row in rows for record in row.wording.values())
    names |= {word for term in defined for word in unbracketed(term)}
    months = (load("hu").long_date(date(2025, month, 1)) for month in range(1, 13))
    names |= {word for day in months for word in unbracketed(day)}
    # The lexicon has its own words, and areas their titles.
    glossary = ordinary.glossary
    lexicon = [word.text for one in glossary.concepts for own in one.words.values() for word in own]
    lexicon += [area.titles["hu"] for area in glossary.areas]
    lexicon += [
        title.words
        for book in ordinary.books
        for by in book.titles.values()
        for title in by.values()
    ]
    # Procedures have names too, and what else they say is on their own pages.
    procedures = ordinary.procedures
    assert procedures
    header = procedures.header
    lexicon += [one.name["hu"] for one in (*header.groups, *header.tiles)]
    own = [one.words["hu"] for one in procedures.by_id.values()]
    lexicon += [words[key] for words in own for key in ("title", "entry")]
    spoken = {word for words in own for said in words.values() for word in unbracketed(said)}
    lexicon += [initial(words, "hu") for words in lexicon]
    # Rulings are listed by their own titles and summaries.
    shown = [one.shown.ruling for one in ordinary.library.rulings if one.shown]
    lexicon += [words for one in shown for words in (one.title, one.summary)]
    names |= {word for words in lexicon for word in unbracketed(words)}
    allowed = names | {
        "szakasz",
        "pont",
        "eset",
        "licit",
        "Kodeks",
        "English",
        "angol",
        "és",
        "index",
    }
    checked = 0
    for page in pages(bracketed):
        # What the texts say of a concept is law too, but stands in no row.
        html = re.sub(
            r'<span class="kb-(?:spades|hearts|diamonds|clubs)">(.)</span>', r"\1", page.html
        )
        html = re.sub(r"<dd><span>.*?</span>", "<dd>", html)
        html = re.sub(r'<div class="kb-defined">\n<p>.*?</p>', "<div>", html)
        built = read_fragment(page.path, html)
        terms = {term for one in built.words.values() for term in unbracketed(" ".join(one))}
        # Only what is in no text's language; a message may have links in it.
        said = " ".join(words for words, language in built.texts if not language)
        for words in [said, *(words for words, language in built.names if not language)]:
            known = allowed | spoken if page.path.startswith(f"{DECIDE}/") else allowed
            found = {word for word in unbracketed(words) - known if not is_label(word)}
            assert found <= terms, (page.path, found)
            checked += 1
    assert checked > 2_000
    for entry in site_navigation(bracketed):
        for title, below in entry.items():
            inside = [] if isinstance(below, str) else [name for one in below for name in one]
            assert not any(unbracketed(one) for one in (title, *inside))


def is_label(word: str) -> bool:
    return len(word) <= 4 and (len(word) == 1 or set(word.lower()) <= set("abcdefghijivx"))


def test_the_theme_s_own_pages_say_nothing_of_themselves() -> None:
    for path in sorted((REPOSITORY / "site/theme").rglob("*.html")):
        scripted = r"{#.*?#}|<script.*?</script>|{%.*?%}|{{.*?}}"
        source = re.sub(scripted, "", path.read_text("utf-8"), flags=re.DOTALL)
        said = set(re.findall(r"[^\W\d_]+", re.sub(r"<[^>]*>", " ", source)))
        assert said <= {"Kodeks"}, path


@cache
def theme_words(language: str) -> dict[str, str]:
    """What Material says in a language, by key."""
    file = Path(material.__file__).parent / f"templates/partials/languages/{language}.html"
    return dict(re.findall(r'"([a-z.]+)": "([^"]+)"', file.read_text("utf-8")))


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_theme_speaks_the_language_of_the_page(language: str, site_pages: Pages) -> None:
    own, english = theme_words(language), theme_words("en")
    foreign = {english[key] for key in english if own.get(key) != english[key]} - {*own.values()}
    for path in ("index.html", "bridge-2017/27/index.html", "linker/index.html"):
        for words in said_in(site_pages[f"{language}/{path}"], language):
            assert words not in foreign, (path, words)
    page = site_pages[f"{language}/bridge-2017/27/index.html"]
    assert own["action.skip"] in page.text


def said_in(page: Built, language: str) -> Iterator[str]:
    for words, spoken in [*page.texts, *page.names]:
        if spoken == language:
            yield words.strip()
