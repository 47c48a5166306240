"""The plain text of a document, and where a place of the document is in that text."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from kb.linking.zones import Format
from kb.linking.zones.tags import pieces

_REFERENCE = re.compile(r"&(?:#(?:([0-9]++)|[xX]([0-9a-fA-F]++));?|[A-Za-z][A-Za-z0-9]{0,31};?)")
#: No character has a number with more digits than this.
_MOST_DIGITS = 7
#: Elements that have character references in them but no tags.
_DECODED = frozenset(("textarea", "title"))


@dataclass(frozen=True)
class Plain:
    """The text of a document; `places` are where its pieces begin, in the document and in it."""

    text: str
    places: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, document: str, format: Format) -> Plain:
        """The text of a document: of HTML without tags, with the characters of its references.

        The words of scripts belong to it, as they do to `textContent` in a browser.

        >>> Plain.of("<b>5.&sect;</b>", "html").text
        '5.§'
        """
        if format != "html":
            return cls(document, ((0, 0),))
        words: list[str] = []
        places: list[tuple[int, int]] = []
        length = 0
        for start, word in _words(document):
            places.append((start, length))
            words.append(word)
            length += len(word)
        return cls("".join(words), (*places, (len(document), length)))

    def place(self, offset: int) -> int:
        """Where an offset of the document is in the text; that of a tag is where the tag was."""
        at = bisect_right(self.places, offset, key=lambda place: place[0]) - 1
        begins, place = self.places[at]
        end = self.places[at + 1][1] if at + 1 < len(self.places) else len(self.text)
        return min(place + offset - begins, end)


def _words(document: str) -> Iterator[tuple[int, str]]:
    """Every stretch of words with its offset, and "" for each stretch that is no text."""
    tag = ""
    yield 0, ""
    for piece in pieces(document):
        if piece.kind == "text" or (piece.kind == "raw" and tag in _DECODED):
            yield from _decoded(document, piece.start, piece.end)
        else:
            raw = piece.kind == "raw"
            yield piece.start, document[piece.start : piece.end] if raw else ""
        tag = piece.name


def unescaped(text: str) -> str:
    """A text with the characters of its references.

    >>> unescaped("5.&sect;")
    '5.§'
    """
    return "".join(word for _, word in _decoded(text, 0, len(text)))


def _decoded(document: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    at = start
    for match in _REFERENCE.finditer(document, start, end):
        yield at, document[at : match.start()]
        yield match.start(), _character(match)
        at = match.end()
    yield at, document[at:end]


def _character(reference: re.Match[str]) -> str:
    """What a reference stands for; its number may be too long for Python to read."""
    decimal, hexadecimal = reference.groups()
    digits = (decimal or hexadecimal or "").lstrip("0")
    if len(digits) > _MOST_DIGITS:
        return "\ufffd"
    if decimal or hexadecimal:
        return html.unescape(f"&#{'x' if hexadecimal else ''}{digits or 0};")
    return html.unescape(reference[0])
