"""Plain words on a page: what a provision says, in the reader's language, with links."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kb.core.plain import pieces
from kb.publishing.parts.book import Book


@dataclass(frozen=True)
class PlainCell:
    """What a record says in plain words; `remark`, where the texts of the edition differ."""

    words: Markup
    remark: Markup


def plain_cells(book: Book, language: str, page: str) -> dict[str, PlainCell]:
    """The plain words of a book in a language by the ids at which they stand on a page."""
    return {
        id: PlainCell(
            _linked(book, told.words[language], page),
            _linked(book, told.remarks.get(language, ""), page),
        )
        for id, told in book.plain.items()
        if language in told.words
        and (place := book.place(book.texts[0].id, id))
        and place.page == page
    }


def _linked(book: Book, words: str, page: str) -> Markup:
    """Plain words as HTML, each reference in them a link."""
    out = Markup("")
    for piece in pieces(words):
        if isinstance(piece, str):
            out += piece
        elif address := book.address(book.texts[0].id, str(piece), page):
            out += Markup('<a href="{}">{}</a>').format(address, piece.display)
        else:
            out += piece.display
    return out
