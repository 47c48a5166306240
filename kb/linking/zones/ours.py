"""Finds the links and flags that we put into a document before, so that none is put in twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from kb.linking.zones.signs import LAW_CLASS, UNKNOWN_CLASS
from kb.linking.zones.tags import MarkupPiece, pieces

#: The title of our links begins with this in Markdown; they are recognised by it.
TITLE: Final = "Kodeks: "

#: A `<` in Markdown need not be a tag, so that ours are recognised by just how we write them.
_MARKDOWN = re.compile(
    rf'\[([^\[\]]*+)\]\([^\s()<>"]++ "{re.escape(TITLE)}[^"\n]*+"\)'
    rf'|<(a|mark) class="(?:{LAW_CLASS}|{UNKNOWN_CLASS})"(?>(?: [a-z-]+="[^"<>]*+")+)>([^<]*+)</\2>'
)
_CLASSES = {"a": LAW_CLASS, "mark": UNKNOWN_CLASS}


class Ours(NamedTuple):
    """A link or flag of ours, and where the words that it is around begin and end."""

    start: int
    words: int
    words_end: int
    end: int


def ours_in_markdown(document: str) -> Iterator[Ours]:
    """Our links and flags in Markdown, in order."""
    if TITLE in document or LAW_CLASS in document or UNKNOWN_CLASS in document:
        for match in _MARKDOWN.finditer(document):
            yield Ours(match.start(), *match.span(3 if match[2] else 1), match.end())


def ours_in_html(document: str) -> list[Ours]:
    """Our links and flags in HTML, however their tags are written, in order."""
    if LAW_CLASS not in document and UNKNOWN_CLASS not in document:
        return []
    ours: list[Ours] = []
    opened: dict[str, list[MarkupPiece]] = {name: [] for name in _CLASSES}
    for piece in pieces(document):
        if piece.name not in _CLASSES:
            continue
        if piece.kind == "start":
            opened[piece.name].append(piece)
        elif piece.kind == "end" and opened[piece.name]:
            start = opened[piece.name].pop()
            if is_ours(start):
                ours.append(Ours(start.start, start.end, piece.start, piece.end))
    return sorted(ours)


def is_ours(piece: MarkupPiece) -> bool:
    """Whether a tag opens a link or a flag of ours."""
    classes = (value for name, value in piece.attributes if name == "class")
    return _CLASSES.get(piece.name) in next(classes, "").split()
