"""The view of an HTML document: its text, with tags masked."""

from __future__ import annotations

import re

from kb.linking.zones.elements import INLINE, NO_LINKS_INLINE, SEEN, VOID, Elements
from kb.linking.zones.entities import decoded
from kb.linking.zones.signs import BREAK, LINE_BREAK, MARK, NO_TEXT, without_line_breaks
from kb.linking.zones.tags import MarkupPiece, pieces

#: A line end in the source is a blank; it ends no paragraph.
_AS_BLANKS = str.maketrans("\n\r\f\v\x1c\x1d\x1e", " " * 7)
_BETWEEN_BLOCKS = re.compile(f"(?<={BREAK})[ \t]++(?={BREAK})")


def html_text(
    document: str,
    headings: bool,
    first: int = 0,
    last: int | None = None,
    elements: Elements | None = None,
) -> str:
    """The view of a document, or of its part from `first` to before `last`.

    `elements` are those that are open where the part begins; they are kept up to date.
    """
    out: list[str] = []
    elements = elements or Elements()
    broken = False  # whether nothing but blanks stands since the last <br>
    for piece in pieces(document, first, last):
        length = piece.end - piece.start
        if piece.kind == "text":
            text = document[piece.start : piece.end]
            hidden = elements.no_links or (not headings and elements.in_heading)
            words = without_line_breaks(decoded(text)).translate(_AS_BLANKS)
            out.append(NO_TEXT * length if hidden else words)
            broken = broken and not text.strip()
        elif piece.kind in ("comment", "raw"):
            out.append((MARK if piece.kind == "comment" else NO_TEXT) * length)
        else:
            before = elements.no_links
            elements.take(piece)
            sign = sign_of(piece, before or elements.no_links)
            out.append((BREAK if broken and piece.name == "br" else sign) * length)
            broken = piece.name == "br"
    return _BETWEEN_BLOCKS.sub(lambda blanks: BREAK * len(blanks[0]), "".join(out))


def sign_of(piece: MarkupPiece, no_links: bool) -> str:
    """The sign that stands for a tag in the view.

    `no_links` says that nothing is linked before or behind it. The tags of our own links are
    marks, so that the citations in them are found again.
    """
    if piece.name in SEEN or (piece.name in NO_LINKS_INLINE and piece.name != "a"):
        return NO_TEXT
    if piece.name not in INLINE and piece.name != "a":
        return BREAK
    if no_links and piece.name not in VOID:
        return NO_TEXT
    return LINE_BREAK if piece.name == "br" else MARK
