"""What a linker may read in the tree that Python-Markdown makes of a page, and links put into it.

The text of the page is one string; its view (kb.linking.zones) has signs in the place of tags
and of what must not be linked. No link goes over a tag, so nothing is misnested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.util import AtomicString

from kb.linking.documents.plain_text import unescaped
from kb.linking.zones.bare_addresses import addresses_masked
from kb.linking.zones.elements import Elements
from kb.linking.zones.entities import IN_NUMBERS, decoded, is_word, word_begins
from kb.linking.zones.html import sign_of
from kb.linking.zones.signs import (
    BREAK,
    IGNORE_CLASS,
    LAW_CLASS,
    MARK,
    NO_TEXT,
    UNKNOWN_CLASS,
)
from kb.linking.zones.tags import MarkupPiece, pieces

#: What Python-Markdown puts back when the page is written: raw HTML, an ampersand, other things.
_STASHED = re.compile("\x02(?:wzxhzdk:([0-9]++)|(amp))?[^\x02\x03]*\x03")
_OURS = frozenset((LAW_CLASS, UNKNOWN_CLASS))
#: Stands for a reference of a letter or digit until the word around it is known; no page has it.
_PART = "\x02"
_GOES_ON = IN_NUMBERS | {_PART}
#: Characters of the page that would be taken for signs.
_NO_SIGNS = dict.fromkeys(map(ord, (NO_TEXT, MARK, BREAK)), " ")


@dataclass(frozen=True)
class Slot:
    """Where a stretch of the page's text is kept: as an element's text, or as what follows it.

    `parent` is the element that contains what follows; None for an element's own text.
    """

    start: int
    text: str
    element: Element
    parent: Element | None

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class PageText:
    """The view of a page, and where each stretch of it is kept, in order."""

    view: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class LinkElement:
    """An element to be put around the characters from `start` to before `end` of a view."""

    start: int
    end: int
    element: Element


def atomic(root: Element) -> frozenset[tuple[Element, str]]:
    """The texts and tails that no extension is to touch, as long as the tree says which they are.

    Python-Markdown forgets it when it restores what was escaped.
    """
    return frozenset(
        (element, part)
        for element in root.iter()
        for part in ("text", "tail")
        if isinstance(getattr(element, part), AtomicString)
    )


def page_text(
    root: Element,
    markdown: Markdown,
    headings: bool = True,
    untouched: frozenset[tuple[Element, str]] = frozenset(),
) -> PageText:
    """The text of a page; without `headings` theirs is no text, neither is what is `untouched`."""
    reader = _TreeReader(markdown, headings, untouched)
    reader.inside(root)
    return PageText(addresses_masked("".join(reader.view)), tuple(reader.slots))


def put(page: PageText, links: Sequence[LinkElement]) -> None:
    """Put links, in order and none overlapping, into the tree that the page was read from."""
    at = 0
    for slot in page.slots:
        first = at
        while at < len(links) and links[at].start < slot.end:
            at += 1
        if first < at:
            _put(slot, links[first:at])


def _put(slot: Slot, links: Sequence[LinkElement]) -> None:
    """Put links into a slot: what stands before the first stays, the rest follows a link each."""
    done = len(slot.text)
    for link in reversed(links):
        first, last = _whole(slot.text, link.start - slot.start, link.end - slot.start)
        link.element.text = slot.text[first:last]
        link.element.tail = slot.text[last:done]
        done = first
    if slot.parent is None:
        slot.element.text = slot.text[:done]
        parent, place = slot.element, 0
    else:
        slot.element.tail = slot.text[:done]
        parent, place = slot.parent, [*slot.parent].index(slot.element) + 1
    for offset, link in enumerate(links):
        parent.insert(place + offset, link.element)


def _whole(text: str, first: int, last: int) -> tuple[int, int]:
    """A stretch that cuts in two nothing that Python-Markdown will put back."""
    for match in _STASHED.finditer(text):
        if match.start() < last < match.end():
            return first, match.end()
    return first, last


class _TreeReader:
    """Goes through a tree from the first word to the last."""

    def __init__(
        self, markdown: Markdown, headings: bool, untouched: frozenset[tuple[Element, str]]
    ) -> None:
        self.view: list[str] = []
        self.slots: list[Slot] = []
        self._headings, self._untouched = headings, untouched
        self._at = 0
        self._stash = markdown.htmlStash.rawHtmlBlocks
        self._elements = Elements()

    def inside(self, parent: Element) -> None:
        """The text of an element, then of each below it with what follows."""
        self._text(parent.text, parent, None)
        for child in [*parent]:
            if isinstance(child.tag, str):
                attributes = tuple((key, value or "") for key, value in child.items())
                self._add(self._tag(MarkupPiece("start", 0, 0, child.tag.lower(), attributes)))
                self.inside(child)
                self._add(self._tag(MarkupPiece("end", 0, 0, child.tag.lower())))
            self._text(child.tail, child, parent)

    def _add(self, seen: str) -> None:
        self.view.append(seen)
        self._at += len(seen)

    def _tag(self, piece: MarkupPiece) -> str:
        """What a tag is in the view; links and marks of ours are closed to more of them."""
        classes = next((value for name, value in piece.attributes if name == "class"), "")
        if not _OURS.isdisjoint(classes.split()):
            piece = piece._replace(attributes=(("class", IGNORE_CLASS),))
        before = self._elements.no_links
        self._elements.take(piece)
        return sign_of(piece, before or self._elements.no_links)

    def _text(self, text: str | None, element: Element, parent: Element | None) -> None:
        if text:
            self.slots.append(Slot(self._at, text, element, parent))
            untouched = (element, "tail" if parent is not None else "text") in self._untouched
            seen = NO_TEXT * len(text) if untouched else "".join(self._seen(text))
            self._add(_whole_words(seen) if _PART in seen else seen)

    def _seen(self, text: str) -> Iterator[str]:
        """A text as it will be read, with what is stashed in it; as long as it is."""
        done = 0
        for match in _STASHED.finditer(text):
            yield self._words(text[done : match.start()])
            yield self._stashed(match).ljust(match.end() - match.start())
            done = match.end()
        yield self._words(text[done:])

    def _words(self, text: str) -> str:
        hidden = self._elements.no_links or (not self._headings and self._elements.in_heading)
        return NO_TEXT * len(text) if hidden else text.translate(_NO_SIGNS)

    def _stashed(self, match: re.Match[str]) -> str:
        """What is stashed: a tag, a character reference; anything else is no text."""
        length = match.end() - match.start()
        number = int(match[1] or -1)
        raw = "&" if match[2] else self._stash[number] if 0 <= number < len(self._stash) else ""
        found = [*pieces(raw)] if isinstance(raw, str) else []
        if len(found) == 1 and found[0].kind in ("start", "end"):
            return self._tag(found[0]) * length
        if len(found) == 1 and found[0].kind == "text":
            if is_word(unescaped(raw)):
                return _PART * length
            if len(word := decoded(raw).rstrip()) <= 1:
                return self._words(word)
        return NO_TEXT * length


def _whole_words(seen: str) -> str:
    """What is seen of a text without the words that have a letter or digit as a reference."""
    out, done = [], 0
    while (at := seen.find(_PART, done)) >= 0:
        start, end = word_begins(seen, at, done), at
        while end < len(seen) and (seen[end] in _GOES_ON or seen[end].isalnum()):
            end += 1
        out += [seen[done:start], NO_TEXT * (end - start)]
        done = end
    return "".join([*out, seen[done:]])
