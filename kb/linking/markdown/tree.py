"""Makes a view of the tree that Python-Markdown makes of a page, and puts links into the tree.

The view (kb.linking.zones) is one string, with signs in place of tags and of what must not be
linked. No link goes over a tag, so that elements stay well nested.
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

#: What stands for things that Python-Markdown puts back at last: raw HTML, ampersands and others.
_STASHED = re.compile("\x02(?:wzxhzdk:([0-9]++)|(amp))?[^\x02\x03]*\x03")
_OURS = frozenset((LAW_CLASS, UNKNOWN_CLASS))
#: Stands, until the end of its word is found, for a reference to a letter or digit; no page has it.
_PART = "\x02"
_GOES_ON = IN_NUMBERS | {_PART}
#: Characters of a page that would be taken for signs become blanks.
_NO_SIGNS = dict.fromkeys(map(ord, (NO_TEXT, MARK, BREAK)), " ")


@dataclass(frozen=True)
class Slot:
    """The place of a stretch of the page's text: the `text` of an element, or its `tail`.

    `parent` is the element around `element` if it is the tail, and None if it is the text.
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
    """The view of a page, and the places of its stretches, in order."""

    view: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class LinkElement:
    """An element to be put around the characters from `start` to before `end` of a view."""

    start: int
    end: int
    element: Element


def atomic(root: Element) -> frozenset[tuple[Element, str]]:
    """The texts and tails that no extension may touch, as pairs of an element and text or tail.

    Python-Markdown marks them in the tree, but loses the marks when it restores what was escaped.
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
    """The view of a page, with `untouched` masked, and without `headings` the headings too."""
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
    """Put links into a slot: the text before the first stays, the rest becomes tails of links."""
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
    """The stretch, made longer if it cuts in two what stands for something to be put back."""
    for match in _STASHED.finditer(text):
        if match.start() < last < match.end():
            return first, match.end()
    return first, last


class _TreeReader:
    """Goes through a tree and collects its view and the places of its text."""

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
        """Take the text of an element, then that of each child, followed by the child's tail."""
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
        """The sign of a tag in the view; nothing is linked inside our own links and flags."""
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
        """The pieces of the view of a text, with what is stashed in it; they are as long as it."""
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
        """What stands in the view for what is stashed: a tag, a character reference, or neither."""
        length = match.end() - match.start()
        number = int(match[1] or -1)
        raw = "&" if match[2] else self._stash[number] if 0 <= number < len(self._stash) else ""
        match [*pieces(raw)] if isinstance(raw, str) else []:
            case [MarkupPiece("start" | "end") as tag]:
                return self._tag(tag) * length
            case [MarkupPiece("text")]:
                if is_word(unescaped(raw)):
                    return _PART * length
                if len(word := decoded(raw).rstrip()) <= 1:
                    return self._words(word)
        return NO_TEXT * length


def _whole_words(seen: str) -> str:
    """The view of a text, with the words masked that have a reference to a letter or digit."""
    out, done = [], 0
    while (at := seen.find(_PART, done)) >= 0:
        start, end = word_begins(seen, at, done), at
        while end < len(seen) and (seen[end] in _GOES_ON or seen[end].isalnum()):
            end += 1
        out += [seen[done:start], NO_TEXT * (end - start)]
        done = end
    return "".join([*out, seen[done:]])
