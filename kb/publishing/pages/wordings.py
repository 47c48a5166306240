"""The wordings that a page offers side by side, and which of them it shows at first.

The texts of the page stand in its columns. When a reader chooses a text of another edition, a
script fetches it from the comparison of the two editions; without scripts a link leads there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from kb.core.addresses import page_below
from kb.corpus.corpus import Text
from kb.publishing.pages.editions import ROOT
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.navigation import comparison_slug

#: Where a script finds what corresponds to a provision: on the comparison of the same law, or at
#: the places that the page names.
Way = Literal["comparison", "places"]


@dataclass(frozen=True)
class Choice:
    """A wording that a reader may choose.

    `value` stands for it in addresses, and is unique on the page. `at` is its column from 1, or 0
    for the older wording beside all columns. `quoted` is a pattern for quotations in its language.
    One that is `plain` is our plain words. A wording that is not on the page has an address
    (`href`) and a `way` to find it there.
    """

    text: Text
    year: str
    value: str
    at: int
    quoted: str
    shown: bool = False
    plain: bool = False
    href: str = ""
    way: Way | None = None


@dataclass(frozen=True)
class WordingChoices:
    """The choices of a page; browsers remember what one chooses for all pages of a `scope`.

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
        """Whether they are of different years, which the page then shows."""
        return len({choice.year for choice in self.choices}) > 1

    @property
    def columns(self) -> tuple[Choice, ...]:
        """The choices that are on the page."""
        return tuple(choice for choice in self.choices if not choice.href)


def of_edition(language_site: LanguageSite, book: Book, texts: Iterable[Text]) -> WordingChoices:
    """The choices of a page with these texts in its columns, of which it shows the first."""
    columns = _columns(language_site, book, texts)
    return WordingChoices(book.edition.id, columns, _speaks(language_site, texts))


def with_plain(language_site: LanguageSite, book: Book) -> WordingChoices:
    """The choices of a page of an edition that has our plain words beside the texts."""
    columns = _beside_plain(language_site, book)
    return WordingChoices(book.edition.id, columns, _speaks(language_site, book.texts))


def of_law(language_site: LanguageSite, book: Book, law: str, paired: bool) -> WordingChoices:
    """The choices on the page of a law: its columns, then the texts of other editions.

    If the law is `paired` with older words, those are on the page and come first.
    """
    columns = _beside_plain(language_site, book)
    scope, speaks = book.edition.id, _speaks(language_site, book.texts)
    if paired and book.older:
        return WordingChoices(scope, (_older(language_site, book.older), *columns), speaks)
    return WordingChoices(scope, (*columns, *_elsewhere(language_site, book, law)), speaks)


def of_comparison(
    language_site: LanguageSite, book: Book, older: Book, texts: tuple[Text, ...]
) -> WordingChoices:
    """The choices on a comparison, which shows the older text and the first of `texts`."""
    columns = (_older(language_site, older), *_columns(language_site, book, texts))
    return WordingChoices(comparison_slug(book), columns, _speaks(language_site, texts))


def _columns(language_site: LanguageSite, book: Book, texts: Iterable[Text]) -> tuple[Choice, ...]:
    return tuple(
        replace(_choice(language_site, book, text), value=text.language, at=at, shown=at == 1)
        for at, text in enumerate(texts, 1)
    )


def _beside_plain(language_site: LanguageSite, book: Book) -> tuple[Choice, ...]:
    """The columns of a page with our plain words before the texts, if there are any.

    They are what the page shows at first where no text of it is in the reader's language.
    """
    texts = _columns(language_site, book, book.texts)
    language = language_site.language
    if language not in book.told_in:
        return texts
    first = replace(book.texts[0], id=f"{book.edition.id}/plain", language=language, revision="")
    alone = not _speaks(language_site, book.texts)
    plain = replace(
        _choice(language_site, book, first), value="plain", at=1, shown=alone, plain=True
    )
    rest = (replace(one, at=one.at + 1, shown=one.shown and not alone) for one in texts)
    return (plain, *rest)


def _speaks(language_site: LanguageSite, texts: Iterable[Text]) -> bool:
    """Whether any of the texts is in the reader's language."""
    return any(text.language == language_site.language for text in texts)


def _older(language_site: LanguageSite, older: Book) -> Choice:
    return replace(_choice(language_site, older, older.texts[0]), shown=True)


def _elsewhere(language_site: LanguageSite, book: Book, law: str) -> Iterator[Choice]:
    """A text of the edition before, then those of the editions that come from this one."""
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
    """A text of an edition as a choice beside all columns, which is not shown at first."""
    quoted = language_site.catalogues[text.language].gettext("“%(words)s”")
    return Choice(text, book.edition.year, f"{text.language}-{book.edition.year}", 0, quoted)
