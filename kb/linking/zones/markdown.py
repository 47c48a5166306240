"""The view of a Markdown document: the text of its blocks, with marks masked."""

from __future__ import annotations

import re

from kb.linking.zones.blocks import MarkdownBlock, blocks_of, unix_lines
from kb.linking.zones.elements import Elements
from kb.linking.zones.emphasis import emphasis_masked
from kb.linking.zones.entities import decoded
from kb.linking.zones.html import html_text, sign_of
from kb.linking.zones.inline import definitions, no_text
from kb.linking.zones.ours import ours_in_markdown
from kb.linking.zones.signs import BREAK, MARK, NO_TEXT, masked, without_line_breaks
from kb.linking.zones.tags import pieces

#: A block with none of these signs is text throughout.
_MARKUP = re.compile(r"[<`\]]")


def markdown_text(document: str, headings: bool) -> str:
    """The view of a document.

    The marks at the beginning of a line inside a quotation or list become blanks, so that a
    citation may continue on the next line. An HTML block is read as HTML; an element that it opens
    stays open in the blocks behind it.
    """
    source = unix_lines(document)
    blocks, defined = [], set()
    for block in blocks_of(source):
        begins = 0
        if block.defines and source.startswith("[", block.start):
            labels, begins = definitions(_without_marks(source, block))
            defined.update(labels)
        blocks.append((block, begins))
    view = _BlockViews(frozenset(defined), headings)
    out, at = [], 0
    for block, begins in blocks:
        out.append(BREAK * (block.start + begins - at))
        if block.kind == "html":
            out.append(html_text(document, headings, block.start, block.end, view.elements))
        else:
            text = _without_marks(document, block)[begins:]
            out.append(view.block(text, block.in_heading))
        at = block.end
    return "".join([*out, BREAK * (len(document) - at)])


def html_blocks(document: str) -> list[tuple[int, int]]:
    """Where the HTML blocks of a document begin and end; Markdown is not read in them."""
    blocks = blocks_of(unix_lines(document))
    return [(block.start, block.end) for block in blocks if block.kind == "html"]


def _without_marks(document: str, block: MarkdownBlock) -> str:
    """The text of a block, with blanks in place of the marks of quotations and lists in it."""
    return masked(document, block.marks, " ", block.start, block.end)


class _BlockViews:
    """Makes the views of the blocks, one after the other, and knows which elements are open.

    `defined` are the labels of links that the document defines.
    """

    def __init__(self, defined: frozenset[str], headings: bool) -> None:
        self.elements = Elements()
        self._defined = defined
        self._headings = headings

    def block(self, text: str, in_heading: bool) -> str:
        """The view of a block of text."""
        hide = in_heading and not self._headings
        opened = self.elements.open_block()
        out, at = [], 0
        for first, last, kind in no_text(text, self._defined) if _MARKUP.search(text) else ():
            out.append(self._text(text, at, first, hide))
            ours = next(ours_in_markdown(text[first:last]), None) if kind == "link" else None
            if kind == "tag":
                out.append(self._tag(text, first, last))
            elif ours:
                words, end = first + ours.words, first + ours.words_end
                out += [MARK * ours.words, self._text(text, words, end, hide), MARK * (last - end)]
            else:
                out.append(NO_TEXT * (last - first))
            at = last
        out.append(self._text(text, at, len(text), hide))
        self.elements.close_block(opened)
        return "".join(out)

    def _text(self, text: str, first: int, last: int, hide: bool) -> str:
        if hide or self.elements.no_links or (not self._headings and self.elements.in_heading):
            return NO_TEXT * (last - first)
        return without_line_breaks(decoded(emphasis_masked(text, first, last)))

    def _tag(self, text: str, first: int, last: int) -> str:
        out = []
        for piece in pieces(text, first, last):
            before = self.elements.no_links
            self.elements.take(piece)
            sign = MARK
            if piece.kind in ("start", "end"):
                sign = sign_of(piece, before or self.elements.no_links)
            out.append(sign * (piece.end - piece.start))
        return "".join(out)
