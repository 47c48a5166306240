"""Where in a document links may go: not in code, not in what is a link already."""

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

#: Some editors put it before a document; it is nothing of it.
_BYTE_ORDER_MARK = "\ufeff"


def text_only(document: str, format: Format, headings: bool = True) -> str:
    """The document as it is read for citations: its view, of the same length.

    What must not be linked is `NO_TEXT`, a tag or mark that says nothing is `MARK`, what stands
    between blocks is `BREAK` (kb.linking.zones.signs). Everything else is as it was, but that a
    character reference is its character and blanks. Links of ours are read over, their tags are
    marks. Without `headings` these are no text.
    """
    if document.startswith(_BYTE_ORDER_MARK):
        return BREAK + text_only(document[1:], format, headings)
    if format == "html":
        view = html_text(document, headings)
    else:
        end = notes_at(document)
        own = document[:end]
        view = markdown_text(own, headings) if format == "markdown" else own
        view += NO_TEXT * (len(document) - end)
    return addresses_masked(view)


def whole_span(document: str, format: Format, start: int, end: int) -> tuple[int, int]:
    """A span found in the view, made longer so that no character reference is cut: `5. &sect;`."""
    return (start, end) if format == "text" else (start, whole(document, end))
