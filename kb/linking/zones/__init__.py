"""Where in a document links may go: not in code, nor in anything that is a link already."""

from __future__ import annotations

from typing import Literal

from kb.linking.zones.bare_addresses import addresses_masked
from kb.linking.zones.entities import whole
from kb.linking.zones.footnotes import notes_at
from kb.linking.zones.html import html_text
from kb.linking.zones.markdown import markdown_text
from kb.linking.zones.signs import BREAK, MARK, NO_TEXT

__all__ = ["BREAK", "MARK", "NO_TEXT", "Format", "text_only", "whole_span"]

Format = Literal["text", "markdown", "html"]

#: Some editors put this sign before a document; it is not part of the text.
_BYTE_ORDER_MARK = "\ufeff"


def text_only(document: str, format: Format, headings: bool = True) -> str:
    """The document as it is read for citations: its view, of the same length.

    `NO_TEXT` stands in place of what must not be linked, `MARK` in place of a tag or mark that a
    citation may go over, `BREAK` in place of what parts two blocks (kb.linking.zones.signs). A
    character reference becomes its character, filled up with blanks; all else stays as it is. Our
    own links are text whose tags are marks. Without `headings` the text of headings is masked too.

    >>> text_only("See `Law 1`, *Law 27*", "markdown").replace(NO_TEXT, "_").replace(MARK, "^")
    'See _______, ^Law 27^'
    """
    if document.startswith(_BYTE_ORDER_MARK):
        return BREAK + text_only(document[1:], format, headings)
    if format == "html":
        view = html_text(document, headings)
    else:
        end = notes_at(document)
        text = document[:end]  # without the list that we put below it
        view = markdown_text(text, headings) if format == "markdown" else text
        view += NO_TEXT * (len(document) - end)
    return addresses_masked(view)


def whole_span(document: str, format: Format, start: int, end: int) -> tuple[int, int]:
    """The span in the document of what a span of the view holds: `5. &sect;` for `5. &`.

    It is made longer where it would cut a character reference in two.
    """
    return (start, end) if format == "text" else (start, whole(document, end))
