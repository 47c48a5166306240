"""Which wordings a page offers side by side, and which of them it shows at first.

The texts of the page stand in its columns. A text of another edition is fetched when it is asked
for, from where a page without scripts leads: the comparison of the two editions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from kb.core.addresses import page_below
from kb.corpus.manifest import Text
from kb.publishing.pages.editions import ROOT
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import comparison_slug

#: How a script finds what corresponds to a provision: on the comparison's page of the same law, or
#: at the places that the page names.
Way = Literal["comparison", "places"]


@dataclass(frozen=True)
class Choice:
    """A wording that a reader may choose.

    `value` is what an address calls it, unique on the page. `at` is its column from 1, 0 for the
    older one beside all columns. `quoted` is how its language quotes words. One that is not on the
    page has the address `href` where it is.
    """

    text: Text
    year: str
    value: str
    at: int
    quoted: str
    shown: bool = False
    href: str = ""
    way: Way | None = None


@dataclass(frozen=True)
class WordingChoices:
    """The choices of a page, the reader's own first; they are remembered for a `scope`.

    `own` says whether one of the page's texts is in the reader's language.
    """

    scope: str
    choices: tuple[Choice, ...]
    own: bool

    @property
    def several(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.choices) > 1

    @property
    def dated(self) -> bool:
        """Whether they are of different years."""
        return len({one.year for one in self.choices}) > 1

    @property
    def columns(self) -> tuple[Choice, ...]:
        """What is on the page."""
        return tuple(one for one in self.choices if not one.href)


def of_edition(language_site: LanguageSite, book: Book, texts: Iterable[Text]) -> WordingChoices:
    """The texts of an edition in the columns of a page: the first is shown."""
    return WordingChoices(
        book.edition.id, _columns(language_site, book, texts), _own(language_site, texts)
    )


def of_law(language_site: LanguageSite, book: Book, law: str, paired: bool) -> WordingChoices:
    """What the page of a law offers: its columns, then the texts of other editions.

    Where the law is `paired` with older words, those stand on the page and come first.
    """
    columns = _columns(language_site, book, book.texts)
    scope, own = book.edition.id, _own(language_site, book.texts)
    if paired and book.older:
        return WordingChoices(scope, (_older(language_site, book.older), *columns), own)
    return WordingChoices(scope, (*columns, *_elsewhere(language_site, book, law)), own)


def of_comparison(
    language_site: LanguageSite, book: Book, older: Book, texts: tuple[Text, ...]
) -> WordingChoices:
    """The older text and the first of those that are compared with it."""
    columns = (_older(language_site, older), *_columns(language_site, book, texts))
    return WordingChoices(comparison_slug(book), columns, _own(language_site, texts))


def _columns(language_site: LanguageSite, book: Book, texts: Iterable[Text]) -> tuple[Choice, ...]:
    return tuple(
        replace(_choice(language_site, book, text), value=text.language, at=at, shown=at == 1)
        for at, text in enumerate(texts, 1)
    )


def _own(language_site: LanguageSite, texts: Iterable[Text]) -> bool:
    return any(text.language == language_site.language for text in texts)


def _older(language_site: LanguageSite, older: Book) -> Choice:
    return replace(_choice(language_site, older, older.texts[0]), shown=True)


def _elsewhere(language_site: LanguageSite, book: Book, law: str) -> Iterator[Choice]:
    """A text of the edition before, then those of the editions that came of this one."""
    if book.older:
        address = page_below(f"{ROOT}{comparison_slug(book)}/", law)
        older = _choice(language_site, book.older, book.older.texts[0])
        yield replace(older, href=address, way="comparison")
    for newer in language_site.books:
        if newer.older is book:
            page = law if law in newer.row else ""
            address = page_below(f"{ROOT}{comparison_slug(newer)}/", page)
            for text in newer.texts:
                yield replace(_choice(language_site, newer, text), href=address, way="places")


def _choice(language_site: LanguageSite, book: Book, text: Text) -> Choice:
    """A text of an edition as one that stands beside the page's own."""
    quoted = language_site.catalogues[text.language].gettext("“%(words)s”")
    return Choice(text, book.edition.year, f"{text.language}-{book.edition.year}", 0, quoted)
