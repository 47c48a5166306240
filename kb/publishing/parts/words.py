"""The words of a record as HTML: its references are links, its notes are called where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from kb.citations.anchors import display_name
from kb.core.record_parts import Field
from kb.core.references import CitedItem
from kb.core.stored_records import NoteRecord, RuleRecord, StoredRecord, restored
from kb.languages.catalogue import Catalogue
from kb.publishing.parts.book import Book
from kb.publishing.parts.scans import scan_anchor


@dataclass(frozen=True)
class Wrapping:
    """What is put around the characters from `start` to `end`: an opening and a closing tag."""

    start: int
    end: int
    opening: Markup
    closing: Markup


@dataclass(frozen=True)
class Insertion:
    """What is put in at an offset: the call of a note."""

    at: int
    markup: Markup


def annotate(
    words: str, start: int, end: int, links: Sequence[Wrapping], calls: Sequence[Insertion]
) -> Markup:
    """The characters from `start` to `end`, escaped, with links around and calls between them.

    Links must not overlap; one that a call or an end cuts is opened again after it. A call at
    `start` belongs to what stands before, unless nothing does.
    """
    first = start == 0 and (end > 0 or not words)
    inside = [call for call in calls if start < call.at <= end or (first and call.at == 0)]
    cuts = {start, end, *(call.at for call in inside)}
    cuts |= {at for link in links for at in (link.start, link.end) if start < at < end}
    out = _calls(inside, start)
    for left, right in pairwise(sorted(cuts)):
        piece = Markup.escape(words[left:right])
        link = next((one for one in links if one.start <= left and right <= one.end), None)
        out += link.opening + piece + link.closing if link else piece
        out += _calls(inside, right)
    return out


def _calls(calls: Sequence[Insertion], at: int) -> Markup:
    return Markup("").join(call.markup for call in calls if call.at == at)


@dataclass(frozen=True)
class RecordOnPage:
    """A record of a text as it stands on a page of its edition.

    `words` is the catalogue of the text's own language: what is said inside a passage is said in
    its language. `here` are the ids of the notes that are on the same page. `root` leads to where
    the editions stand, for a page that is not of this edition; "" on its own pages. `terms` takes
    the concepts whose words the passage marks, for a page that says what they are; None: none are.
    """

    book: Book
    text: str
    record: StoredRecord
    page: str
    words: Catalogue
    here: frozenset[str] = frozenset()
    root: str = ""
    terms: dict[str, None] | None = None

    @property
    def language(self) -> str:
        """The language of the passage."""
        return self.text.rpartition("/")[2]

    def field(self, name: Field, start: int = 0, end: int | None = None) -> Markup:
        """The characters of the heading or the body from `start` to `end` as HTML."""
        value = self.record.words(name)
        end = len(value) if end is None else end
        links = [*self._links(name), *self._unsure(name)]
        calls = self._marks(name)
        links += self._terms(name, links, calls, start, end)
        return annotate(value, start, end, links, calls).strip()

    def _terms(
        self,
        name: Field,
        taken: Sequence[Wrapping],
        calls: Sequence[Insertion],
        first: int,
        last: int,
    ) -> list[Wrapping]:
        """Terms lead to what the page says of them: each once, none in a heading or a link.

        One that the call of a note cuts in two stays unmarked.
        """
        if self.terms is None or name == "heading":
            return []
        found: list[Wrapping] = []
        done: set[str] = set()
        for start, end, concepts in self.book.terms(self.text, self.record.id, name):
            if start < first or end > last:
                continue
            clear = all(link.end <= start or end <= link.start for link in taken)
            clear = clear and not any(start < call.at < end for call in calls)
            if clear and done.isdisjoint(concepts):
                done.update(concepts)
                self.terms.update(dict.fromkeys(concepts))
                found.append(Wrapping(start, end, _term(concepts), Markup("</a>")))
        return found

    def _unsure(self, name: Field) -> Iterator[Wrapping]:
        """Words that were not simply read lead to what the scan has there."""
        for number, one in enumerate(restored(self.record), 1):
            if one.field == name:
                anchor = scan_anchor(self.record.id, number)
                opening = Markup('<a class="kb-unsure" href="#{}">').format(anchor)
                yield Wrapping(one.start, one.end, opening, Markup("</a>"))

    def _links(self, name: Field) -> Iterator[Wrapping]:
        for reference in self.book.references[self.text].get(self.record.id, ()):
            if reference.field == name:
                words = self.record.words(name)
                yield from (self._link(item, words) for item in reference.items)

    def _link(self, item: CitedItem, words: str) -> Wrapping:
        start, end, targets = item.start, item.end, item.targets
        address = None
        if not item.dangling:
            address = self._address(targets[0])
        if address is None:
            title = missing_words(self.words)
            opening = Markup('<span class="kb-dangling" title="{}">').format(title)
            unseen = Markup('<span class="kb-extra kb-unseen"> ({})</span></span>').format(title)
            return Wrapping(start, end, opening, unseen)
        style = self.book.edition.style
        title = ", ".join(display_name(target, self.language, style) for target in targets)
        if self.root:  # the page is about another edition
            title = f"{title} ({self.book.edition.year})"
        known = title == words[start:end]  # where it stands there in full, it needs no telling
        named = Markup("") if known else Markup(' title="{}"').format(title)
        opening = Markup('<a href="{}"{}>').format(address, named)
        return Wrapping(start, end, opening, Markup("</a>"))

    def _address(self, id: str) -> str | None:
        """The address of an id of the edition, or of what it is about, as seen from the page."""
        if self.root:
            return self.book.address_from(self.root, id)
        return self.book.address(self.text, id, self.page)

    def _marks(self, name: Field) -> list[Insertion]:
        marks = self.record.marks if isinstance(self.record, RuleRecord) else ()
        return [
            Insertion(mark.offset, self._call(mark.note)) for mark in marks if mark.field == name
        ]

    def _call(self, note: str) -> Markup:
        called = self.book.records[self.text][note]
        assert isinstance(called, NoteRecord)  # the reading checks that every mark has its note
        href = f"#{note}" if note in self.here else self._address(note)
        assert href is not None
        name = self.words.gettext("note %(marker)s") % {"marker": called.marker}
        return Markup('<sup class="kb-mark"><a href="{}" aria-label="{}">{}</a></sup>').format(
            href, name, called.marker
        )


def _term(concepts: Sequence[str]) -> Markup:
    """The opening tag of a term; `data-also` names what else the word may mean.

    A page has hundreds: where it leads says that it is one, a class would only weigh.
    """
    first, *others = concepts
    also = Markup(' data-also="{}"').format(" ".join(others)) if others else ""
    return Markup('<a href="#{}"{}>').format(term_anchor(first), also)


def term_anchor(concept: str) -> str:
    """The anchor of what a page says of a concept; no other begins like it."""
    return f"term-{concept}"


def missing_words(catalogue: Catalogue) -> str:
    """What is said of a citation that leads nowhere."""
    return catalogue.gettext("There is no such provision in this text.")
