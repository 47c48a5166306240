"""The words of a ruling as they are searched and shown, and which place of them is which."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from kb.library.redaction import Redactor
from kb.linking.documents.front_matter import FENCE
from kb.linking.documents.ruling import Ruling
from kb.linking.zones import BREAK, MARK, NO_TEXT
from kb.linking.zones.entities import character_of, is_word
from kb.linking.zones.signs import LINE_BREAK

#: What parts words, or two paragraphs, other than a blank; marks of emphasis do not part a word.
_SIGNS = f"{NO_TEXT}{BREAK}{LINE_BREAK}{MARK}\t\n\v\f"
_GAP = re.compile(f"(?: ?[{_SIGNS}]|  )[ {_SIGNS}]*+")
_EMPTY_LINE = re.compile(r"\n[ \t\r]*+\n")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")


@dataclass(frozen=True)
class RulingText:
    """The words, a paragraph a line, and where their pieces stand in the view of the document.

    `pieces` are pairs: where a piece begins in the view, and where in the words.
    """

    words: str
    pieces: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, view: str) -> RulingText:
        """The words of a view (kb.linking.zones), without what masks and what parts them."""
        out: list[str] = []
        pieces: list[tuple[int, int]] = []
        at = length = 0
        for gap in [*_GAP.finditer(view), None]:
            start = gap.start() if gap else len(view)
            if start > at:
                pieces.append((at, length))
                out.append(view[at:start])
                length += start - at
            if gap is None:
                break
            at = gap.end()
            between = _between(gap[0]) if out and at < len(view) else ""
            out.append(between)
            length += len(between)
        return cls("".join(out), tuple(pieces))

    def place(self, offset: int) -> int:
        """Where an offset of the view is in the words; that of a gap is where the gap was."""
        number = bisect_right(self.pieces, offset, key=lambda piece: piece[0]) - 1
        if number < 0:
            return 0
        begins, place = self.pieces[number]
        end = self.pieces[number + 1][1] if number + 1 < len(self.pieces) else len(self.words)
        return min(place + offset - begins, end)

    def lines(self, ruling: Ruling) -> tuple[int, ...]:
        """Pairs of numbers: from which place of the words on which line of the file stands."""
        out: list[int] = []
        for begins, place in self.pieces:
            line = ruling.line(begins)
            if not out or out[-1] != line:
                out += (place, line)
        return tuple(out)


def _between(gap: str) -> str:
    """What stands between words in place of a gap."""
    if BREAK in gap or _EMPTY_LINE.search(gap):
        return "\n"
    return "" if not gap.strip(MARK) else " "


@dataclass(frozen=True)
class RedactedWords:
    """Words with names replaced, and where a place of the words before is in them."""

    words: str
    spans: Sequence[tuple[int, int, str]]

    @classmethod
    def of(cls, words: str, redactor: Redactor) -> RedactedWords:
        """Replace the names that markup or character references had hidden before."""
        return cls(redactor.redacted(words), redactor.spans(words))

    def place(self, offset: int) -> int:
        """Where an offset is now; within a name it is where the name was."""
        moved = 0
        for start, end, instead in self.spans:
            if start >= offset:
                break
            if offset < end:
                return start + moved
            moved += len(instead) - (end - start)
        return offset + moved


def without_references(document: str) -> str:
    """A document with letters and digits in place of the references that stand for them.

    >>> without_references("Kov&aacute;cs &amp; &lt;b&gt;")
    'Kovács &amp; &lt;b&gt;'
    """

    def letter(reference: re.Match[str]) -> str:
        character = character_of(reference)
        return character if is_word(character) else reference[0]

    return _REFERENCE.sub(letter, document) if "&" in document else document


def without_front_matter(view: str) -> str:
    """The view of a plain text with its front matter masked, as that of Markdown has it."""
    if not view.lstrip(BREAK).startswith(FENCE):  # in place of a byte order mark stands a break
        return view
    end = view.find(f"\n{FENCE}", len(FENCE))
    stop = view.find("\n", end + 1) if end >= 0 else -1
    if end < 0:
        return view
    stop = len(view) if stop < 0 else stop
    return BREAK * stop + view[stop:]
