"""Where in a document links may go: not in code, not in what is a link already."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import Literal

import tree_sitter_markdown
from tree_sitter import Language, Node, Parser, Range

Format = Literal["text", "markdown"]

#: Stands for a character that is no text; no citation can go over it.
_NO_TEXT = "\0"

#: Markdown blocks whose words are text (their inline parts are looked at one by one).
_TEXT_BLOCKS = frozenset({"inline", "pipe_table_cell"})
#: What inside a text block is no text.
_NO_TEXT_INLINE = frozenset(
    {
        "code_span",
        "collapsed_reference_link",
        "email_autolink",
        "full_reference_link",
        "html_tag",
        "image",
        "inline_link",
        "uri_autolink",
    }
)
#: Emphasis, and whether a link is an image, say nothing about where links may go, and a long run
#: of their marks takes the parser minutes: it is given letters instead.
_EMPHASIS = bytes.maketrans(b"*_~", b"xxx")
_IMAGE, _LINK = b"![", b"x["
_OPENS = re.compile(rb"<(a|code|pre|script|style|kbd)[\s>]", re.IGNORECASE)
#: Addresses, and names of files: Law27.pdf.
_ADDRESS = re.compile(
    r"(?:https?://|www\.)\S+|[^\s@<>()\[\]]{1,64}@[^\s@]{1,255}"
    r"|(?<!\w)[^\W\d_][\w-]{0,64}\.[a-z]{2,4}(?!\w)"
)


def text_only(document: str, format: Format) -> str:
    """The document with every character that must not be linked replaced, offsets kept.

    The marks at the beginning of a line inside a quotation or list become blanks, so that a
    citation may go over the line's end.
    """
    masked = _markdown(document) if format == "markdown" else document
    return _ADDRESS.sub(lambda match: _NO_TEXT * len(match[0]), masked)


def _markdown(document: str) -> str:
    source = document.encode()
    plainer = source.translate(_EMPHASIS).replace(_IMAGE, _LINK)
    block, inline = _parsers()
    # code point of each byte offset at which a character begins
    starts = [0, *accumulate(len(char.encode()) for char in document)]
    out = [_NO_TEXT] * len(document)

    def characters(first: int, last: int) -> slice:
        return slice(bisect_left(starts, first), bisect_left(starts, last))

    root = block.parse(source).root_node
    defined = {_label(source, node) for node in _of_type(root, "link_label")}
    for node in _of_type(root, *_TEXT_BLOCKS):
        own = characters(node.start_byte, node.end_byte)
        out[own] = document[own]
        for child in node.children:
            if child.type == "block_continuation":
                marks = characters(child.start_byte, child.end_byte)
                out[marks] = " " * (marks.stop - marks.start)
        inline.included_ranges = [_range(node)]
        for first, last in _no_text(inline.parse(plainer).root_node, source, defined):
            hidden = characters(first, last)
            out[hidden] = _NO_TEXT * (hidden.stop - hidden.start)
    return "".join(out)


def _of_type(root: Node, *types: str) -> Iterator[Node]:
    """The outermost nodes of these types."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type in types:
            yield node
        else:
            pending.extend(node.children)


def _label(source: bytes, node: Node) -> bytes:
    """The label of a link as Markdown compares them: in one case, white space as one blank."""
    return b" ".join(source[node.start_byte : node.end_byte].lower().split())


def _no_text(root: Node, source: bytes, defined: set[bytes]) -> Iterator[tuple[int, int]]:
    """Byte ranges of code, links and tags, and of all between an opening `<a>` and its end.

    `[Law 27]` alone is a link where the document defines that label.
    """
    pending, closing, opened = [root], b"", 0
    while pending:
        node = pending.pop()
        shortcut = node.type == "shortcut_link" and _label(source, node) in defined
        if node.type not in _NO_TEXT_INLINE and not shortcut:
            pending.extend(reversed(node.children))
            continue
        yield node.start_byte, node.end_byte
        tag = source[node.start_byte : node.end_byte] if node.type == "html_tag" else b""
        if not closing and (match := _OPENS.match(tag)):
            closing, opened = b"</" + match[1].lower(), node.start_byte
        elif closing and tag.lower().startswith(closing):
            yield opened, node.end_byte
            closing = b""
    if closing:
        yield opened, root.end_byte


def _range(node: Node) -> Range:
    return Range(node.start_point, node.end_point, node.start_byte, node.end_byte)


@cache
def _parsers() -> tuple[Parser, Parser]:
    """Tree-sitter's two Markdown parsers: of blocks, and of what is inside them."""
    return (
        Parser(Language(tree_sitter_markdown.language())),
        Parser(Language(tree_sitter_markdown.inline_language())),
    )
