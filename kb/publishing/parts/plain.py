"""Plain words on a page: what a provision says, in the reader's language, with links."""

from __future__ import annotations

from collections.abc import Callable
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

    def address(id: str) -> str | None:
        return book.address(book.texts[0].id, id, page)

    return {
        id: PlainCell(
            linked(told.words[language], address),
            linked(told.remarks.get(language, ""), address),
        )
        for id, told in book.plain.items()
        if language in told.words
        and (place := book.place(book.texts[0].id, id))
        and place.page == page
    }


def linked(words: str, address: Callable[[str], str | None]) -> Markup:
    """Plain words as HTML, each reference in them a link to the `address` of its id, if any."""
    out = Markup("")
    for piece in pieces(words):
        if isinstance(piece, str):
            out += piece
        elif href := address(str(piece)):
            out += Markup('<a href="{}">{}</a>').format(href, piece.display)
        else:
            out += piece.display
    return out
