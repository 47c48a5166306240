"""The words of a record as HTML, with links for references and terms, and the calls of notes."""

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
from kb.publishing.parts.scans import scan_place


@dataclass(frozen=True)
class Wrapping:
    """An opening and a closing tag for the characters from `start` to `end`."""

    start: int
    end: int
    opening: Markup
    closing: Markup


@dataclass(frozen=True)
class Insertion:
    """The call of a note, to be put in at the offset `at`."""

    at: int
    markup: Markup


def annotate(
    words: str, start: int, end: int, links: Sequence[Wrapping], calls: Sequence[Insertion]
) -> Markup:
    """The characters from `start` to `end` as HTML, with the links around and the calls in them.

    Links must not overlap; one that a call cuts is closed before it and opened again after it. A
    call at `start` belongs to the words before it, if there are any.

    >>> link = Wrapping(4, 6, Markup('<a href="#27">'), Markup("</a>"))
    >>> print(annotate("Law 27", 0, 6, [link], [Insertion(6, Markup("<sup>1</sup>"))]))
    Law <a href="#27">27</a><sup>1</sup>
    """
    first = start == 0 and (end > 0 or not words)
    inside = [call for call in calls if start < call.at <= end or (first and call.at == 0)]
    cuts = {start, end, *(call.at for call in inside)}
    cuts |= {at for link in links for at in (link.start, link.end) if start < at < end}
    out = _calls(inside, start)
    for left, right in pairwise(sorted(cuts)):
        piece = Markup.escape(words[left:right])
        link = next((link for link in links if link.start <= left and right <= link.end), None)
        out += link.opening + piece + link.closing if link else piece
        out += _calls(inside, right)
    return out


def _calls(calls: Sequence[Insertion], at: int) -> Markup:
    return Markup("").join(call.markup for call in calls if call.at == at)


@dataclass(frozen=True)
class RecordOnPage:
    """A record of a text as it stands on a page of its edition.

    `words` is the catalogue of the text's language, in which titles of links inside the passage
    are. `here`, `root` and `terms` are as in `kb.publishing.parts.rows.RowContext`.
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
        """The characters of a field from `start` to `end` as HTML."""
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
        """Links from terms to their explanations on the page.

        Each term has one link in a passage. None is in a heading, in another link, or where the
        call of a note would cut it in two.
        """
        if self.terms is None or name == "heading":
            return []
        links: list[Wrapping] = []
        done: set[str] = set()
        for start, end, concepts in self.book.terms(self.text, self.record.id, name):
            if start < first or end > last:
                continue
            clear = all(link.end <= start or end <= link.start for link in taken)
            clear = clear and not any(start < call.at < end for call in calls)
            if clear and done.isdisjoint(concepts):
                done.update(concepts)
                self.terms.update(dict.fromkeys(concepts))
                links.append(Wrapping(start, end, _term(concepts), Markup("</a>")))
        return links

    def _unsure(self, name: Field) -> Iterator[Wrapping]:
        """Links from words that differ from the scan to what the scan has there."""
        for number, words in enumerate(restored(self.record), 1):
            if words.field == name:
                address = scan_place(self.record.id, number).href(self.page)
                opening = Markup('<a class="kb-unsure" href="{}">').format(address)
                yield Wrapping(words.start, words.end, opening, Markup("</a>"))

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
        profile = self.book.edition.profile
        title = ", ".join(display_name(target, self.language, profile) for target in targets)
        if self.root:  # the page is about another edition
            title = f"{title} ({self.book.edition.year})"
        is_full = title == words[start:end]  # then the link needs no title
        named = Markup("") if is_full else Markup(' title="{}"').format(title)
        opening = Markup('<a href="{}"{}>').format(address, named)
        return Wrapping(start, end, opening, Markup("</a>"))

    def _address(self, id: str) -> str | None:
        """The address, relative to the page, of an id of the edition or the code it is about."""
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
    """The opening tag of a term; `data-also` names other concepts that the word may mean.

    It has no class, since a page has hundreds of terms and their addresses tell them from others.
    """
    first, *others = concepts
    also = Markup(' data-also="{}"').format(" ".join(others)) if others else ""
    return Markup('<a href="#{}"{}>').format(term_anchor(first), also)


def term_anchor(concept: str) -> str:
    """The anchor of the explanation of a concept; only such anchors begin with "term-"."""
    return f"term-{concept}"


def missing_words(catalogue: Catalogue) -> str:
    """The title of a citation that leads nowhere."""
    return catalogue.gettext("There is no such provision in this text.")
