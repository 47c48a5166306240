"""The view of a Markdown document: the text of its blocks, with marks masked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import tree_sitter_markdown
from tree_sitter import Language, Node, Parser

from kb.linking.zones.elements import Elements
from kb.linking.zones.emphasis import emphasis_masked
from kb.linking.zones.entities import decoded
from kb.linking.zones.html import html_text, sign_of
from kb.linking.zones.inline import definitions, no_text, normal
from kb.linking.zones.ours import ours_in_markdown
from kb.linking.zones.signs import BREAK, MARK, NO_TEXT
from kb.linking.zones.tags import pieces

#: Blocks whose words are text; what is inside them is looked at block by block.
_TEXT_BLOCKS = frozenset({"inline", "pipe_table_cell"})
_HEADINGS = frozenset({"atx_heading", "setext_heading"})
#: The parser gets a letter for what is no ASCII: then a byte is a character.
_NO_ASCII = re.compile("[^\x01-\x7f]")
#: Without these a block has nothing inside that is no text.
_MARKUP = re.compile(r"[<`\]]")


class _TextBlock(NamedTuple):
    """A block of text; one of HTML has none of its own."""

    start: int
    end: int
    in_heading: bool
    text: str | None


def markdown_text(document: str, headings: bool) -> str:
    """The view of a document.

    The marks at the beginning of a line inside a quotation or list become blanks, so that a
    citation may go over the line's end. An HTML block is read as HTML; what it opens holds for the
    blocks behind it.
    """
    root = _root(document)
    defined: set[str] = set()
    blocks = [*_blocks(root, document, defined)]
    view = _BlockViews(frozenset(defined), headings)
    out, at = [], 0
    for block in blocks:
        out.append(BREAK * (block.start - at))
        if block.text is None:
            out.append(html_text(document, headings, block.start, block.end, view.elements))
        else:
            out.append(view.block(block.text, block.in_heading))
        at = block.end
    return "".join([*out, BREAK * (len(document) - at)])


def html_blocks(document: str) -> list[tuple[int, int]]:
    """Where a document is HTML, in which nothing is read as Markdown."""
    found = _blocks(_root(document), document, set())
    return [(block.start, block.end) for block in found if block.text is None]


def _root(document: str) -> Node:
    return _parser().parse(_NO_ASCII.sub("x", document).encode("ascii")).root_node


def _blocks(root: Node, document: str, defined: set[str]) -> Iterator[_TextBlock]:
    """The blocks of text and of HTML in order; labels of links are added to those defined."""
    pending = [(root, False)]
    while pending:
        node, in_heading = pending.pop()
        start, end = node.start_byte, node.end_byte
        if node.type == "html_block":
            # the lines' ends behind it part it from what follows
            end = start + len(document[start:end].rstrip(" \t\r\n"))
            yield _TextBlock(start, end, False, None)
        elif node.type in _TEXT_BLOCKS:
            text = _without_marks(document[start:end], node)
            labels, begins = definitions(text) if text.lstrip(" \t")[:1] == "[" else ([], 0)
            defined.update(labels)
            yield _TextBlock(start + begins, end, in_heading, text[begins:])
        elif node.type == "link_label":
            defined.add(normal(document[start + 1 : end - 1]))
        else:
            in_heading = in_heading or node.type in _HEADINGS
            pending.extend((child, in_heading) for child in reversed(node.children))


def _without_marks(text: str, node: Node) -> str:
    """The text of a block with blanks for the marks of quotations and lists in it."""
    out, at = [], 0
    for child in node.children:
        if child.type == "block_continuation":
            first, last = child.start_byte - node.start_byte, child.end_byte - node.start_byte
            out += [text[at:first], " " * (last - first)]
            at = last
    return "".join([*out, text[at:]]) if out else text


class _BlockViews:
    """Makes the views of blocks in their order."""

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
        return decoded(emphasis_masked(text, first, last))

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


@cache
def _parser() -> Parser:
    """Tree-sitter's parser of the blocks of Markdown."""
    return Parser(Language(tree_sitter_markdown.language()))
