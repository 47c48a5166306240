"""An edition as the site publishes it: its texts, their records, and where each record stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from kb.core.addresses import Place, href
from kb.core.concepts import Concept, Mention
from kb.core.ids import ProvisionId, is_law, is_provision, parse_id
from kb.core.orders import grouped
from kb.core.plain import PlainText
from kb.core.record_parts import Field
from kb.core.references import Reference
from kb.core.stored_records import ChapterRecord, SectionRecord, StoredRecord, anchors
from kb.core.titles import LawTitle
from kb.corpus.corpus import Corpus, Edition, Text
from kb.curation.chapters import Chapter, chapters
from kb.records.alignment import JOINED, AlignedRow, align
from kb.records.counterparts import all_counterparts
from kb.records.glossary import Glossary
from kb.storage.store import Store

#: The page of the table of bids.
BIDS = "bids"

#: The page of a record that is neither law nor note, by the kind of its id. A kind that is not here
#: has a page of its own name (preface, introduction, glossary …).
_PAGES = {
    "def": "definitions",
    "index": "subject-index",
    "index-note": "subject-index",
    "example": "examples",
    "signature": "",
    "bid": BIDS,
}


@dataclass(frozen=True)
class Book:
    """One edition with its published texts, in the order in which a reader wants them.

    `records`, `references` and `mentions` (of concepts) are by text id and then by record id.
    `owners` names, for each id that is not joined over languages, the text whose record has it as
    its anchor. `about` is the code that a series of articles explains; a code has none. `titles`
    are those of laws, by law and then by language; `plain` are our plain words, by the id that they
    stand at. `concepts` are by id; `defined` are the ids of those that something published
    defines. `older` is the edition before this one, of which the correspondence says where its
    provisions stand here.
    """

    edition: Edition
    current: Edition
    texts: tuple[Text, ...]
    rows: tuple[AlignedRow, ...]
    records: dict[str, dict[str, StoredRecord]]
    references: dict[str, dict[str, list[Reference]]]
    chapters: tuple[Chapter, ...]
    owners: dict[str, str]
    titles: dict[str, dict[str, LawTitle]]
    concepts: dict[str, Concept]
    defined: frozenset[str]
    mentions: dict[str, dict[str, list[Mention]]]
    plain: dict[str, PlainText]
    about: Book | None = None
    older: Book | None = None

    @property
    def superseded(self) -> bool:
        """Whether a newer edition of the work is published too."""
        return self.current != self.edition

    @cached_property
    def languages(self) -> frozenset[str]:
        """The languages of the texts."""
        return frozenset(text.language for text in self.texts)

    @cached_property
    def told_in(self) -> frozenset[str]:
        """The languages of our plain words."""
        return frozenset(language for told in self.plain.values() for language in told.words)

    @cached_property
    def laws(self) -> tuple[str, ...]:
        """The ids of the laws, in the order of the book."""
        return tuple(row.id for row in self.rows if is_law(row.id))

    @cached_property
    def rows_of(self) -> dict[str, tuple[AlignedRow, ...]]:
        """The rows of each law and its provisions, the law itself first."""
        numbered = (row for row in self.rows if is_provision(row.id))
        by_law = grouped(numbered, lambda row: row.id.partition(".")[0])
        return {law: tuple(rows) for law, rows in by_law.items()}

    @cached_property
    def provisions(self) -> frozenset[ProvisionId]:
        """The ids of the laws and provisions of a code."""
        return frozenset(ProvisionId.parse(row.id) for row in self.rows if is_provision(row.id))

    @cached_property
    def row(self) -> dict[str, AlignedRow]:
        """Every row by its id."""
        return {row.id: row for row in self.rows}

    @cached_property
    def sections(self) -> dict[str, dict[str, tuple[StoredRecord, ...]]]:
        """The pages beside the laws: page → text → its records there, in the order of the book."""
        by_page: dict[str, dict[str, list[StoredRecord]]] = {}
        for text in self.texts:
            for record in self.records[text.id].values():
                page = page_of(record)
                if page and not is_law(page):
                    by_page.setdefault(page, {}).setdefault(text.id, []).append(record)
        return {
            page: {text: tuple(records) for text, records in by_text.items()}
            for page, by_text in by_page.items()
        }

    def place(self, text: str, id: str) -> Place | None:
        """Where a record, or the page of this name, stands; None when there is no such thing.

        A record that only another text of the edition has stands there too, as a row with a gap.
        """
        if id in self.sections:
            return Place(id, id)
        row = self.row.get(id)
        record = row.first if row else self.records[text].get(id)
        return Place(page_of(record), self.anchor(text, id)) if record else None

    def address(self, text: str, id: str, from_page: str) -> str | None:
        """The address of an id relative to a page of the edition; None when there is no such thing.

        A full id, with a colon, is one of the code that the edition is about.
        """
        edition, colon, local = id.rpartition(":")
        if not colon:
            place = self.place(text, id)
            return place.href(from_page) if place else None
        if self.about is None or self.about.edition.id != edition:
            return None
        return self.about.address_from(f"{href(from_page, '')}../", local)

    def address_from(self, root: str, id: str, text: str | None = None) -> str | None:
        """The address of an id from a page outside the edition; None when there is no such thing.

        `root` leads from that page to the directory of the editions. An id that is not joined over
        languages is that of `text`, else of the first text.
        """
        place = self.place(text or self.texts[0].id, id)
        return f"{root}{self.edition.id}/{place.href('')}" if place else None

    @cached_property
    def explains(self) -> dict[str, list[tuple[str, list[str]]]]:
        """What the articles explain: page of the code → pairs of a section and the ids there.

        Links that are only guesses are left out.
        """
        by_page: dict[str, dict[str, list[str]]] = {}
        for row in self.rows:
            for link in row.first.explains if isinstance(row.first, SectionRecord) else ():
                id = link.provision.partition(":")[2]
                place = self.about.place(self.about.texts[0].id, id) if self.about else None
                if place and link.confidence != "low":
                    by_page.setdefault(place.page, {}).setdefault(row.id, []).append(id)
        return {page: list(sections.items()) for page, sections in by_page.items()}

    def terms(self, text: str, id: str, field: Field) -> Iterator[tuple[int, int, list[str]]]:
        """The terms in a field of a record: start, end, and the concepts, if defined elsewhere.

        A word that may also mean a concept without a definition is left out, since the definitions
        of its other meanings alone would mislead.
        """
        places = {f"{text}:{id}", f"{self.edition.id}:{id}"}
        for mention in self.mentions[text].get(id, ()):
            if mention.field == field and self.defined.issuperset(mention.concepts):
                concepts = [
                    concept
                    for concept in mention.concepts
                    if places.isdisjoint(_defining(self.concepts[concept]))
                ]
                if concepts:
                    yield mention.start, mention.end, concepts

    @cached_property
    def occurrences(self) -> dict[str, Counter[str]]:
        """How often the first text mentions each concept, by concept and then by law."""
        counts: dict[str, Counter[str]] = {}
        for id, mentions in self.mentions[self.texts[0].id].items():
            law = id.partition(".")[0]
            for concept in chain.from_iterable(mention.concepts for mention in mentions):
                if is_law(law):
                    counts.setdefault(concept, Counter())[law] += 1
        return counts

    def anchor(self, text: str, id: str) -> str:
        """The anchor of a record: its id, after its language where another text has the id too."""
        if id in self.row or self.owners[id] == text:
            return id
        return f"{text.rpartition('/')[2]}:{id}"

    def chapters_of(self, law: str) -> tuple[Chapter, ...]:
        """The chapters, parts and sections that hold a law, from the outermost."""
        return tuple(chapter for chapter in self.chapters if law in chapter.laws)


def page_of(record: StoredRecord) -> str:
    """The page that a record stands on: a law's number, or a name; "" is the first page."""
    if isinstance(record, ChapterRecord):
        return ""  # a chapter is called as its text calls it: part.1
    id = parse_id(anchors(record)[0])
    if isinstance(id, ProvisionId):
        return str(id.law)
    return _PAGES.get(id.kind, id.kind)


def books(corpus: Corpus, store: Store, glossary: Glossary, language: str) -> Iterator[Book]:
    """The published editions for readers of a language: codes first, then articles.

    The text in their language comes first in each.
    """
    published = corpus.published
    records_of = {text.id: store.by_id(text.id) for text in published}
    defined = frozenset(_defined(glossary, records_of, language))
    books: dict[str, Book] = {}
    # A book refers to older editions and to the code that it is about: those are made before it.
    for edition in sorted(corpus.editions, key=lambda e: (e.about is not None, e.effective)):
        texts = [text for text in published if text.edition == edition.id]
        if not texts:
            continue
        records = {text.id: records_of[text.id] for text in texts}
        spoken = {text.language for text in texts}
        owners: dict[str, str] = {}
        for text in texts:
            for id, record in records[text.id].items():
                if record.kind not in JOINED:
                    owners.setdefault(id, text.id)
        ordered = sorted(texts, key=lambda text: text.language != language)
        rows = align(store, ordered)
        books[edition.id] = Book(
            edition=edition,
            current=corpus.newest(edition.work, published),
            texts=tuple(ordered),
            rows=rows,
            records=records,
            references={text.id: store.references_by_source(text.id) for text in texts},
            chapters=tuple(  # without those that are words of a text that may not be published
                chapter
                for chapter in chapters(corpus, store, edition.id)
                if chapter.ours or spoken & chapter.titles.keys()
            ),
            owners=owners,
            titles=store.titles_shown(edition.id, {text.id for text in published}),
            concepts=glossary.by_id,
            defined=defined,
            mentions={text.id: store.mentions(text.id) for text in texts},
            plain={told.id: told for told in store.plain(edition.id)},
            about=books.get(edition.about or ""),
            older=_older(rows, edition, books),
        )
    for edition in sorted(corpus.editions, key=lambda e: e.about is not None):
        if edition.id in books:
            yield books[edition.id]


def _defined(
    glossary: Glossary, records: dict[str, dict[str, StoredRecord]], language: str
) -> Iterator[str]:
    """The concepts that published words define, or a gloss in the reader's language."""
    worded = {
        full
        for text, by_id in records.items()
        for id, record in by_id.items()
        if record.body
        for full in (f"{text}:{id}", f"{text.partition('/')[0]}:{id}")
    }
    for id, concept in glossary.by_id.items():
        if language in concept.gloss or not worded.isdisjoint(_defining(concept)):
            yield id


def _defining(concept: Concept) -> list[str]:
    """The full ids of the definitions and provisions that define a concept."""
    return [*filter(is_definition, concept.gathers), *concept.defined_by]


def is_definition(id: str) -> bool:
    """Whether a full id is that of a definition entry.

    >>> is_definition("bridge-2017/hu:def.alert"), is_definition("bridge-2017:27")
    (True, False)
    """
    return id.partition(":")[2].startswith("def.")


def _older(rows: Iterable[AlignedRow], edition: Edition, books: dict[str, Book]) -> Book | None:
    """The newest of the older editions in which the provisions have counterparts."""
    editions = {place.edition for row in rows for place in all_counterparts(row.first)}
    older = [
        book
        for id, book in books.items()
        if id in editions and book.edition.effective < edition.effective
    ]
    return max(older, key=lambda book: book.edition.effective, default=None)
