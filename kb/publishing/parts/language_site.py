"""Everything that the pages of one language are made from: books, catalogues, templates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kb.citations.anchors import display_name
from kb.core.addresses import EXAMPLE
from kb.core.procedures import Procedures
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus.corpus import Corpus, Text
from kb.deciding.decision import every_procedures
from kb.languages.catalogue import Catalogue, load
from kb.languages.names import is_leftwards, language_name
from kb.linking.resolving.index import Index
from kb.linking.writing.hover import Clauses
from kb.publishing.parts import book as library
from kb.publishing.parts.alternates import Alternate, alternates
from kb.publishing.parts.book import Book
from kb.publishing.parts.lean import lean
from kb.publishing.parts.site_library import SiteLibrary, site_library
from kb.publishing.parts.suits import coloured
from kb.publishing.parts.summary import summary
from kb.records.cross_references import CrossReferences, cross_references
from kb.records.glossary import Glossary, glossary
from kb.storage.store import Store

_TEMPLATES = Path(__file__).parents[1] / "templates"


def _capitals(words: str | None) -> str:
    """The CSS class of a title in capitals, which the style sheet shows smaller; "" for others."""
    return " kb-capitals" if words and words.isupper() else ""


@dataclass(frozen=True)
class LanguageSite:
    """The books as readers of one language get them, and what else their pages are made from.

    `catalogue` is that of `language`; `catalogues` has those of all languages. `cross_references`
    has the citations of all published texts, `glossary` the concepts, `index` the provisions that
    the rulings of `library` may cite. `procedures` are those of the edition that has some in this
    language. `corrections` is the e-mail address for reports of errors, "" without one. `site` is
    the address of the whole site.
    """

    corpus: Corpus
    language: str
    books: tuple[Book, ...]
    catalogue: Catalogue
    catalogues: dict[str, Catalogue]
    cross_references: CrossReferences
    glossary: Glossary
    index: Index
    library: SiteLibrary
    procedures: Procedures | None
    corrections: str = ""
    site: str = EXAMPLE

    def address(self, path: str) -> str:
        """The absolute address of a page by its path below the directory of the language."""
        return f"{self.site}{self.language}/{path}"

    def alternates(self, path: str) -> tuple[Alternate, ...]:
        """A page, by the same path, in every language of the site."""
        return alternates(self.site, self.corpus.page_languages, path)

    @property
    def texts(self) -> tuple[Text, ...]:
        """Every published text."""
        return self.corpus.published

    def book(self, edition: str) -> Book | None:
        """The book of an edition; None where nothing of it is published."""
        return next((book for book in self.books if book.edition.id == edition), None)

    def say(self, message: str) -> str:
        """An English message from the data, in the reader's language if the catalogue has it."""
        return self.catalogue.gettext(message)

    @cached_property
    def description(self) -> str:
        """What the site has, in the reader's language."""
        return summary(self.corpus, self.catalogue)

    def name(self, book: Book, id: str) -> str:
        """An id of a book as one cites it in the reader's language."""
        return display_name(id, self.language, book.edition.profile)

    def titled(self, name: str, title: str) -> str:
        """A name with the title that it goes with."""
        words = self.catalogue.gettext("%(name)s: %(title)s")
        return words % {"name": name, "title": title}

    def render(self, template: str, **context: Any) -> str:
        """A template as HTML, with coloured suits and without blank lines or indents."""
        return lean(coloured(self._environment.get_template(template).render(context)))

    @cached_property
    def _environment(self) -> Environment:
        environment = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
        )
        environment.install_gettext_callables(  # type: ignore[attr-defined]
            self.catalogue.gettext, self.catalogue.ngettext, newstyle=True
        )
        environment.globals.update(
            ui=self.language,
            plain_column=False,
            catalogue=self.catalogue,
            description=self.description,
            source_language=SOURCE_LANGUAGE,
            catalogues=self.catalogues,
            editions={edition.id: edition for edition in self.corpus.editions},
            say=self.say,
            own_name=language_name,
            leftwards=is_leftwards,
            day=self.catalogue.long_date(date.fromisoformat(self.corpus.date)),
            lang_of=self._lang_of,
            capitals=_capitals,
            corrections=self.corrections,
        )
        return environment

    def _lang_of(self, language: str) -> Markup:
        """A lang attribute for words in a language; "" where the page is in that language."""
        if language == self.catalogue.spoken:
            return Markup("")
        return Markup(' lang="{}"').format(language)


def language_site(
    corpus: Corpus, store: Store, language: str, corrections: str = "", site: str = EXAMPLE
) -> LanguageSite:
    """Read what the pages of a language are made from; the store must be current."""
    codes = (language, *corpus.page_languages)
    concepts = glossary(store)
    books = tuple(library.books(corpus, store, concepts, language))
    index = Index.of(replace(corpus, texts=corpus.published), store)
    catalogue = load(language, corpus.home)
    hover = Clauses(corpus, store, index, catalogue)
    return LanguageSite(
        corpus,
        language,
        books,
        catalogue,
        {code: load(code, corpus.home) for code in codes},
        cross_references(store, corpus.published),
        concepts,
        index,
        site_library(corpus, store, index, language, hover),
        _procedures(store, books, language),
        corrections,
        site,
    )


def _procedures(store: Store, books: tuple[Book, ...], language: str) -> Procedures | None:
    """The procedures of the first published edition that has some in a language."""
    every = every_procedures(store, (book.edition.id for book in books))
    return next((one for one in every if language in one.languages), None)
