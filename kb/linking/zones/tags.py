"""The tags, comments and texts of an HTML document with their places, as browsers find them.

This is the tokenisation of the HTML standard (html.spec.whatwg.org, 13.2.5), in one pass and in
linear time whatever the document is. Tree-sitter's HTML grammar is not used: on nested tags and
comments its time grows with the square of the length, and it takes `3 < 4` for a tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple


def names(words: str) -> frozenset[str]:
    """The names of tags in a line of words."""
    return frozenset(words.split())


#: Elements whose content is text up to their end tag: no tag is read in it.
RAW = names("iframe noembed noframes noscript plaintext script style textarea title xmp")
#: Elements of other languages than HTML: in them no content is raw.
FOREIGN = names("math svg")

_NAME = re.compile(r"[^\t\n\f\r />]+")
_GAP = re.compile(r"[\t\n\f\r /]*+")
_ATTRIBUTE = re.compile(
    r"([^\t\n\f\r />][^\t\n\f\r />=]*+)"
    r"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"([^\"]*+)(\"?)|'([^']*+)('?)|([^\t\n\f\r >]*+)))?"
)
_COMMENT_END = re.compile(r"--!?>")
_ESCAPES = re.compile(r"<!--|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE | re.ASCII)
_LETTER = re.compile(r"[A-Za-z]")
_RAW_END = re.compile(
    r"</(iframe|noembed|noframes|noscript|style|textarea|title|xmp)(?=[\t\n\f\r />])",
    re.IGNORECASE | re.ASCII,
)


class MarkupPiece(NamedTuple):
    """A stretch of a document: text, raw text (in a script, a title …), a comment, or a tag.

    `name` is that of a tag, in small letters; `closed` says that it ends with a slash, as `<br/>`.
    A tag that the end of the document cuts off is a comment.
    """

    kind: Literal["text", "raw", "comment", "start", "end"]
    start: int
    end: int
    name: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    closed: bool = False


def pieces(document: str, first: int = 0, last: int | None = None) -> Iterator[MarkupPiece]:
    """The pieces of a document from `first` to before `last`, in order and without a gap.

    >>> [(piece.kind, piece.start, piece.end) for piece in pieces("a <b>27</b>")]
    [('text', 0, 2), ('start', 2, 5), ('text', 5, 7), ('end', 7, 11)]
    """
    end = len(document) if last is None else last
    cdata_end = document.rfind("]]>", first, end)
    at = text = first
    foreign = 0
    while (at := document.find("<", at, end)) >= 0:
        piece = _markup(document, at, end, at < cdata_end)
        if piece is None:
            at += 1
            continue
        if text < at:
            yield MarkupPiece("text", text, at)
        yield piece
        at = text = piece.end
        if piece.name in FOREIGN and not piece.closed:
            foreign = max(0, foreign + (1 if piece.kind == "start" else -1))
        if piece.kind == "start" and piece.name in RAW and not foreign:
            at = text = _raw_end(document, piece.name, at, end)
            if piece.end < at:
                yield MarkupPiece("raw", piece.end, at)
    if text < end:
        yield MarkupPiece("text", text, end)


def _markup(document: str, at: int, end: int, cdata: bool) -> MarkupPiece | None:
    """The tag or comment that begins at the `<` at `at`; None where that is a sign of the text.

    `<![CDATA[` up to its end (`cdata` says that it has one) counts as a comment, as in HTML. In
    foreign elements, such as `<svg>`, it would be text, but nothing there is linked.
    """
    if _LETTER.match(document, at + 1, end):
        return _tag(document, at, at + 1, end, "start")
    if document.startswith("</", at, end):
        if _LETTER.match(document, at + 2, end):
            return _tag(document, at, at + 2, end, "end")
        return _until(document, ">", at, end) if at + 2 < end else None
    if document.startswith("<!--", at, end):
        if document.startswith("-->", at + 2, end):
            return MarkupPiece("comment", at, at + 5)
        match = _COMMENT_END.search(document, at + 3, end)
        if match and match[0] == "--!>" and match.start() == at + 3:
            match = _COMMENT_END.search(document, at + 4, end)
        return MarkupPiece("comment", at, match.end() if match else end)
    if cdata and document.startswith("<![CDATA[", at, end):
        return _until(document, "]]>", at, end)
    return _until(document, ">", at, end) if document[at + 1 : at + 2] in ("!", "?") else None


def _until(document: str, sign: str, at: int, end: int) -> MarkupPiece:
    stop = document.find(sign, at, end)
    return MarkupPiece("comment", at, end if stop < 0 else stop + len(sign))


def _tag(
    document: str, start: int, name_at: int, end: int, kind: Literal["start", "end"]
) -> MarkupPiece:
    name = _NAME.match(document, name_at, end)
    assert name is not None  # the caller has seen a letter
    at, attributes = name.end(), []
    while not document.startswith(">", after := _past_gap(document, at, end), end):
        attribute = _ATTRIBUTE.match(document, after, end)
        if attribute is None or attribute[3] == "" or attribute[5] == "":
            return MarkupPiece("comment", start, end)
        value = attribute[2] or attribute[4] or attribute[6] or ""
        attributes.append((attribute[1].lower(), value))
        at = attribute.end()
    closed = document.endswith("/", at, after)
    return MarkupPiece(kind, start, after + 1, name[0].lower(), tuple(attributes), closed)


def _past_gap(document: str, at: int, end: int) -> int:
    gap = _GAP.match(document, at, end)
    return gap.end() if gap else at


def _raw_end(document: str, name: str, at: int, end: int) -> int:
    """Where the content of a raw element ends: before its end tag, or with the document."""
    if name == "plaintext":
        return end
    if name == "script":
        return _script_end(document, at, end)
    closing = (match for match in _RAW_END.finditer(document, at, end) if match[1].lower() == name)
    match = next(closing, None)
    return match.start() if match else end


def _script_end(document: str, at: int, end: int) -> int:
    """Where the content of a script ends.

    Its end tag does not count while a comment is open in which another `<script>` was opened.
    """
    escaped = doubly = False
    for match in _ESCAPES.finditer(document, at, end):
        if match[0] == "<!--":
            escaped = True
        elif match[0] == "-->":
            escaped = doubly = False
        elif match[1] and not doubly:
            return match.start()
        elif escaped:
            doubly = not match[1]
    return end
