"""Asking a concordance: all places of what a query says, counted, and the lines of some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, NamedTuple

from whoosh.searching import SearchContext

from kb.concordance.context_lines import ContextLine, context_line
from kb.concordance.indexed_words import (
    CONCORDANCE,
    WORDS,
    ConcordanceDocument,
    ConcordancePart,
    open_concordance,
)
from kb.concordance.query_parser import ConcordanceParser, ParsedQuery, known_values
from kb.core.concording import USUAL, Order
from kb.core.nearest import nearest
from kb.storage.store import Store

#: For so many words that no document has the nearest are looked for: each is compared with all.
MOST_MENDED: Final = 3


class FoundPlace(NamedTuple):
    """A place: its document and the offsets of what was found there."""

    document: ConcordanceDocument
    start: int
    end: int


class TextCount(NamedTuple):
    """What of a text, or of the plain words in its edition and language, is counted."""

    text: str
    plain: bool


class LawCount(NamedTuple):
    """Of which law places are counted."""

    edition: str
    law: str


@dataclass(frozen=True)
class Wanted:
    """What narrows a query from outside, by fields: only these values, and none of those."""

    only: Mapping[str, Collection[str]] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()

    def allows(self, document: ConcordanceDocument) -> bool:
        """Whether a document is wanted; the text of a hidden one is, in plain words."""
        if document.text in self.hidden and not document.plain:
            return False
        values = document.narrowed
        return all(values[name] in allowed for name, allowed in self.only.items())


@dataclass(frozen=True)
class Concorded:
    """All that was found: the places, in the order asked for, counted by text, kind and law.

    The counts are in the order of the books. `records` is the number of documents with a place.
    `missing` has the words of the query that no document has; the first `MOST_MENDED` of them with
    those spelt most like them.
    """

    occurrences: tuple[FoundPlace, ...]
    missing: dict[str, list[str]]
    records: int
    texts: dict[TextCount, int]
    kinds: dict[str, int]
    laws: dict[LawCount, int]


class Concordance:
    """An open concordance, which answers any number of questions, from several threads too."""

    def __init__(self, *parts: ConcordancePart) -> None:
        """Open indexes as one; their documents come in the order of the parts."""
        self._searcher, self.documents = open_concordance(*parts)
        self._values = known_values(self._searcher.reader())
        self._words = [word.decode() for word in self._searcher.reader().lexicon(WORDS)]
        self._lock = Lock()  # Whoosh reads its files at one place at a time

    @classmethod
    def open(cls, store: Store, *further: ConcordancePart) -> Concordance:
        """Open that of a build, and further parts; raises `BuildError` where a file is damaged."""
        below = f"{CONCORDANCE}/"
        names = [name for name in store.files if name.startswith(below)]
        files = {name.removeprefix(below): store.checked_bytes(name) for name in names}
        return cls(ConcordancePart(files), *further)

    def values(self, name: str) -> frozenset[str]:
        """All values of a field of which all are known: lang, text, edition, kind, plain."""
        return self._values[name]

    def ask(
        self, written: str, wanted: Wanted | None = None, order: Order = "place", width: int = USUAL
    ) -> Concorded:
        """Find all places of a query. `width` is the context that counts for the order.

        Raises `PlacedError` for a query with a fault.
        """
        with self._lock:
            searcher = self._searcher
            asked = ConcordanceParser(searcher.reader(), self._values, written).parsed()
            found = self._places(asked, wanted or Wanted())
        occurrences = [
            FoundPlace(document, start, end) for document, places in found for start, end in places
        ]
        counts = [(document, len(places)) for document, places in found]
        return Concorded(
            tuple(_ordered(occurrences, order, width)),
            {
                word: self._nearest(word) if number < MOST_MENDED else []
                for number, word in enumerate(asked.missing)
            },
            len(found),
            _counted(counts, lambda one: TextCount(one.text, one.plain)),
            _counted(counts, lambda one: one.kind),
            _counted(counts, lambda one: LawCount(one.edition, one.law) if one.law else None),
        )

    def _nearest(self, word: str) -> list[str]:
        """The words that are spelt most like one, none of less than half its letters."""
        return nearest(word, (other for other in self._words if 2 * len(other) >= len(word)))

    def _places(
        self, asked: ParsedQuery, wanted: Wanted
    ) -> list[tuple[ConcordanceDocument, list[tuple[int, int]]]]:
        """The documents that a query finds, each with the offsets of what is to be shown."""
        numbers: dict[int, ConcordanceDocument] = {}
        for number in {*self._searcher.docs_for_query(asked.whole)}:
            document = self.documents[number]
            if document and wanted.allows(document):
                numbers[number] = document
        places: dict[int, list[tuple[int, int]]] = {}
        for part in {*asked.marked}:
            for number, spans in self._spans(part):
                if number in numbers:
                    places.setdefault(number, []).extend(spans)
        return [(numbers[number], _outermost(places[number])) for number in sorted(places)]

    def _spans(self, part: Any) -> Iterable[tuple[int, list[tuple[int, int]]]]:
        """Each document that has a word or a phrase, with the offsets of every place."""
        context = SearchContext(needs_current=True, weighting=None)
        matcher = part.matcher(self._searcher, context)
        while matcher.is_active():
            yield matcher.id(), [(span.startchar, span.endchar) for span in matcher.spans()]
            matcher.next()


def line_of(occurrence: FoundPlace, width: int = USUAL) -> ContextLine:
    """The line of a place, with up to `width` characters of context on each side."""
    return context_line(occurrence.document.words, occurrence.start, occurrence.end, width)


def _outermost(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places in their order, each once, without those inside another one.

    A word that was found by itself is not shown again inside of a phrase that was found too.
    """
    kept: list[tuple[int, int]] = []
    for start, end in sorted({*places}, key=lambda place: (place[0], -place[1])):
        if not kept or end > kept[-1][1]:
            kept.append((start, end))
    return kept


def _ordered(occurrences: list[FoundPlace], order: Order, width: int) -> list[FoundPlace]:
    match order:
        case "left":
            return sorted(occurrences, key=lambda one: line_of(one, width).preceding)
        case "right":
            return sorted(occurrences, key=lambda one: line_of(one, width).following)
        case _:
            return occurrences


def _counted(
    counts: Iterable[tuple[ConcordanceDocument, int]],
    key: Callable[[ConcordanceDocument], Any],
) -> dict[Any, int]:
    """How many places there are for each key but None, in the order of the documents."""
    counted: Counter[Any] = Counter()
    for document, number in counts:
        counted[key(document)] += number
    return {key: number for key, number in counted.items() if key is not None}
