"""What is found: provisions with all that speaks for them, in every language, and other records.

A provision of the current code is one document with its words in all its languages, those of the
older editions that correspond to it, its notes, what articles say of it and what the printed index
says it is about. The passages are the same records as readers see them, a language each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from kb.core.concepts import Concept
from kb.core.ids import FullId, ProvisionId, is_provision
from kb.core.orders import grouped
from kb.core.plain import TOLD, PlainText, shown, spoken
from kb.core.read_records import Reading
from kb.core.stored_records import BidRecord, NoteRecord, StoredRecord
from kb.corpus.corpus import Corpus, Text
from kb.curation.concepts.everyday import EverydaySense
from kb.curation.concepts.finder import TermFinder
from kb.curation.concepts.lexicon import Lexicon
from kb.curation.concepts.situations import Situation
from kb.curation.titles import TitlesByLaw
from kb.languages.letters import TOKEN
from kb.languages.stemming import lower_case
from kb.languages.term_words import is_abbreviation
from kb.records import searchable as fields
from kb.records.article_parts import whole_sections
from kb.records.counterparts import all_counterparts
from kb.search.building.situation_counts import SituationCounts
from kb.search.building.wordforms import WordForms
from kb.search.evidence import Evidence
from kb.search.passages import RESULTS, Passage, ResultKind, marks_of
from kb.search.stopwords import stop_words

#: How much an older edition's words count for the provision that has them now: as a whole, in part.
_FOREBEAR, _PART = 0.9, 0.5
#: How much a note counts for the provision that calls it, an entry of the index for its target.
_NOTE, _INDEXED = 0.5, 1.0
#: How much an article's section counts for what it explains, by weight and confidence.
_EXPLAINS = {"primary": 1.0, "further": 0.6}
_SURE = {"high": 1.0, "medium": 0.8, "low": 0.5}
#: How much what contains a provision counts, from its parent upwards.
_ABOVE = (1.0, 0.7, 0.5)
#: How much less each further provision of a concept says about it.
_RANK = 0.35


#: A term and where it stands: start and end.
_Marked = tuple[str, int, int]


class OlderPlace(NamedTuple):
    """Where an older edition has what a document says; `main` where it is there as a whole."""

    text: str
    id: str
    main: bool


@dataclass
class SearchDocument:
    """What can be found: a record of an edition with the evidence that speaks for it.

    `group` is the law (or section, definition …) that it is shown under, `texts` those that have
    it, `forebears` what older editions have of it. `replaced` says that a newer edition has what
    this one says. `told_at` is the record at which our plain words tell it, `told_in` the passages
    of these, one for each language in which no text of the edition has it.
    """

    edition: str
    id: str
    kind: str
    group: str
    result: ResultKind
    texts: list[str] = field(default_factory=list)
    replaced: bool = False
    forebears: list[OlderPlace] = field(default_factory=list)
    told_at: str = ""
    told_in: list[str] = field(default_factory=list)
    evidence: Evidence = field(default_factory=Evidence)


@dataclass
class _Analysed:
    """The terms of some words of a record, and how many words these are."""

    terms: list[str]
    words: int


class Analyser:
    """Finds the terms of texts: words in their forms, concepts, everyday senses."""

    def __init__(
        self, lexicon: Lexicon, senses: Sequence[EverydaySense], forms: Mapping[str, WordForms]
    ) -> None:
        self._lexicon, self._senses, self._forms = lexicon, senses, forms
        self._finders: dict[tuple[str, str], TermFinder] = {}

    def terms(self, words: str, text: str, language: str) -> Iterator[_Marked]:
        """Every term of a text with its offsets: `pl:lew`, `c:revoke`, `s:drop`."""
        table, stops = self._forms.get(language), stop_words().get(language, frozenset())
        for word in TOKEN.finditer(words):
            plain = lower_case(word[0], language) not in stops or is_abbreviation(word[0])
            for term in table.terms(word[0]) if table and plain else ():
                yield f"{language}:{term}", word.start(), word.end()
        for start, end, targets in self._finder(text, language).every(words):
            for target in targets:
                yield target, start, end

    def analysed(self, words: str, text: str, language: str) -> _Analysed:
        """The terms of a text without their places, as evidence."""
        return _Analysed(
            [term for term, _, _ in self.terms(words, text, language)], len(words.split())
        )

    def passage(self, passage: Passage, language: str) -> Passage:
        """A passage with the marks of its terms."""
        both = (passage.heading, passage.body)
        terms = [[*self.terms(words, passage.text, language)] for words in both]
        return passage._replace(marks=_marks(passage.heading, *terms))

    def _finder(self, text: str, language: str) -> TermFinder:
        areas = frozenset(area.id for area in self._lexicon.areas if text in area.texts)
        key = ",".join(sorted(areas)), language
        if key not in self._finders:
            words = lexical_words(self._lexicon, self._senses, language, areas)
            table = self._forms.get(language)
            self._finders[key] = TermFinder(
                words,
                language,
                self._lexicon.forms.get(language),
                language in self._lexicon.free_order,
                lambda word, _: table.terms(word) if table else (),
            )
        return self._finders[key]


def lexical_words(
    lexicon: Lexicon,
    senses: Iterable[EverydaySense],
    language: str,
    areas: frozenset[str] | None = None,
) -> Iterator[tuple[str, str]]:
    """The words of a language with what they mean: the concepts of some areas, or all; senses."""
    for concept in lexicon.concepts:
        if areas is None or concept.area in areas:
            yield from ((word.text, f"c:{concept.id}") for word in concept.words.get(language, ()))
    for sense in senses:
        yield from ((word, f"s:{sense.id}") for word in sense.words.get(language, ()))


class Documents:
    """All documents of a corpus and their passages."""

    def __init__(
        self,
        corpus: Corpus,
        readings: Sequence[Reading],
        titles: Mapping[str, TitlesByLaw],
        lexicon: Lexicon,
        situations: Iterable[Situation],
        plain: Mapping[str, Sequence[PlainText]],
        analyser: Analyser,
    ) -> None:
        self._corpus, self._titles, self._analyser = corpus, titles, analyser
        self._concepts = lexicon.concepts
        self._documents: dict[tuple[str, str], SearchDocument] = {}
        self._analysed: dict[tuple[str, str], tuple[_Analysed, _Analysed]] = {}
        self._of_laws: dict[tuple[str, str], list[_Analysed]] = {}
        self.passages: list[Passage] = []
        for reading in readings:
            text = corpus.text(reading.text)
            records = [record.stored() for record in reading.records]
            for record in whole_sections(records):
                if record.kind in RESULTS:
                    self._add(text, record)
        for reading in readings:
            self._relate(corpus.text(reading.text), reading)
        self._contexts()
        self._govern()
        self._ask(situations)
        for edition, of_edition in plain.items():
            self._tell(edition, of_edition)

    def in_order(self) -> list[SearchDocument]:
        """The documents, those of a group together."""
        groups = grouped(self._documents.values(), lambda entry: (entry.edition, entry.group))
        return [*chain.from_iterable(groups.values())]

    def _add(self, text: Text, record: StoredRecord) -> None:
        id, kind = record.id, record.kind
        key = text.edition, id
        document = self._documents.get(key)
        if document is None:
            group = _group(record)
            document = SearchDocument(text.edition, id, kind, group, RESULTS[kind])
            self._documents[key] = document
        document.texts.append(text.id)
        document.replaced |= any(
            counterpart.newer and counterpart.provision is not None
            for counterpart in all_counterparts(record)
        )
        heading, body = fields.title(record) or "", fields.words(record)
        marked = [
            [*self._analyser.terms(words, text.id, text.language)] for words in (heading, body)
        ]
        title, own_words = (
            _Analysed([term for term, _, _ in terms], len(words.split()))
            for terms, words in zip(marked, (heading, body), strict=True)
        )
        for words in fields.variants(record):
            own_words.terms += self._analyser.analysed(words, text.id, text.language).terms
        self._analysed[text.id, id] = title, own_words
        self._speak(document, title, own_words)
        self.passages.append(Passage(text.id, id, kind, heading, body, _marks(heading, *marked)))
        if kind == "law":
            self._titled(document, text.edition)

    def _speak(
        self, document: SearchDocument, title: _Analysed, body: _Analysed, weight: float = 1.0
    ) -> None:
        document.evidence.add("title", title.terms, title.words, weight)
        document.evidence.add("own", body.terms, body.words, weight)

    def _titled(self, document: SearchDocument, edition: str) -> None:
        """Add what a law is called in every language."""
        for title in self._law_titles(edition, document.id):
            document.evidence.add("title", title.terms, title.words)

    def _law_titles(self, edition: str, law: str) -> list[_Analysed]:
        """The title of a law in every language, analysed once."""
        if (edition, law) not in self._of_laws:
            texts = [text.id for text in self._corpus.texts_of(edition)]
            self._of_laws[edition, law] = [
                self._analyser.analysed(title.words, texts[0], language)
                for language, title in self._titles.get(edition, {}).get(law, {}).items()
            ]
        return self._of_laws[edition, law]

    def _relate(self, text: Text, reading: Reading) -> None:
        """Add what a text says about other records: counterparts, notes, articles, the index."""
        for record in reading.records:
            analysed = self._analysed.get((text.id, str(record.id)))
            if analysed is None:
                continue
            title, body = analysed
            for place in record.counterparts:
                newer = self._documents.get((place.edition, place.provision or ""))
                if place.newer and newer:
                    self._speak(newer, title, body, _FOREBEAR if place.main else _PART)
                    newer.forebears.append(OlderPlace(text.id, str(record.id), place.main))
            for anchor in record.anchors:
                if owner := self._documents.get((text.edition, anchor)):
                    owner.evidence.add("told", body.terms, body.words, _NOTE)
            for link in record.explains:
                full = FullId.parse(link.provision)
                if explained := self._documents.get((full.text, str(full.local))):
                    weight = _EXPLAINS[link.weight] * _SURE[link.confidence]
                    explained.evidence.add("told", title.terms, 10, weight)
                    explained.evidence.add("told", body.terms, body.words, weight)
        self._index_entries(text, reading)

    def _index_entries(self, text: Text, reading: Reading) -> None:
        """Add the words of each entry of a printed index to the provisions that it points to."""
        entries = {str(record.id): record for record in reading.records if record.kind == "index"}
        for record in entries.values():
            above = entries.get(record.parent or "")
            words = f"{above.body if above else ''} {record.body}"
            analysed = self._analyser.analysed(words, text.id, text.language)
            for locator in record.locators:
                document = self._documents.get((text.edition, locator.target))
                if document:
                    document.evidence.add("told", analysed.terms, analysed.words, _INDEXED)

    def _contexts(self) -> None:
        """Add to each provision the words of the provisions and the law that contain it."""
        for (edition, id), document in self._documents.items():
            if document.result != "law" or not is_provision(id):
                continue
            for above, weight in zip(ProvisionId.parse(id).ancestors(), _ABOVE, strict=False):
                owner = self._documents.get((edition, str(above)))
                for text in owner.texts if owner else ():
                    title, body = self._analysed[text, str(above)]
                    document.evidence.add("context", title.terms, title.words * 4, weight)
                    document.evidence.add("context", body.terms, body.words, weight)
            for law_title in self._law_titles(edition, ProvisionId.parse(id).law.parts[0]):
                document.evidence.add("context", law_title.terms, law_title.words * 4)

    def _govern(self) -> None:
        """Add each concept to its provisions; the first of them is about it most."""
        for concept in self._concepts:
            for ids in (places(concept), concept.earlier):
                for rank, place in enumerate(ids):
                    full = FullId.parse(place)
                    document = self._documents.get((full.text, str(full.local)))
                    if document:
                        weight = 1 / (1 + _RANK * rank)
                        document.evidence.set("governs", f"c:{concept.id}", weight)

    def _ask(self, situations: Iterable[Situation]) -> None:
        """Add to provisions the situations that they decide, in the words of players."""
        texts = {text.edition: text.id for text in reversed(self._corpus.readable)}
        by_edition: dict[str, SituationCounts] = defaultdict(SituationCounts)
        for situation in situations:
            edition = situation.edition
            analysed = self._analyser.analysed(situation.words, texts[edition], situation.language)
            laws = {id: self._documents[edition, id].group for id in situation.provisions}
            by_edition[edition].add(laws, analysed.terms, analysed.words)
        for edition, counts in by_edition.items():
            for id, times in counts.asked.items():
                self._documents[edition, id].evidence.count("asked", times, counts.words[id])
            for law, term, share in counts.typical():
                self._documents[edition, law].evidence.set("typical", term, share)

    def _tell(self, edition: str, plain: Sequence[PlainText]) -> None:
        """Add what provisions say in plain words: as evidence, and as what is shown of them."""
        text = self._corpus.texts_of(edition)[0].id
        told_at: dict[str, PlainText] = {}
        passages: dict[tuple[str, str], Passage] = {}
        for told in plain:
            told_at |= dict.fromkeys(told.tells, told)
            for language, words in told.words.items():
                body, said = shown(words), spoken(words)
                marked = self._analyser.terms(body, text, language)
                terms = [term for term, _, _ in self._analyser.terms(said, text, language)]
                length = len(said.split())
                # What opens a law speaks of all of it: its words are no evidence for any one place.
                for id in told.tells if "." in told.id else ():
                    self._documents[edition, id].evidence.add("plain", terms, length)
                place, marks = f"{edition}/{language}", _marks("", (), marked)
                passages[place, told.id] = Passage(place, told.id, "plain", "", body, marks, True)
        used: set[tuple[str, str]] = set()
        for (of, id), document in self._documents.items():
            if of == edition and document.kind in TOLD and (nearest := _nearest(id, told_at)):
                places = (f"{edition}/{language}" for language in nearest.words)
                document.told_at = nearest.id
                document.told_in += (place for place in places if place not in document.texts)
                used.update((place, nearest.id) for place in document.told_in)
        self.passages += (passage for key, passage in passages.items() if key in used)


def _nearest(id: str, told_at: Mapping[str, PlainText]) -> PlainText | None:
    """The plain words of a record, or else those of the nearest one that contains it."""
    while id not in told_at and "." in id:
        id = id.rpartition(".")[0]
    return told_at.get(id)


def places(concept: Concept) -> list[str]:
    """What governs a concept, then what defines it: full ids."""
    return [*dict.fromkeys((*concept.governed_by, *concept.defined_by))]


def _group(record: StoredRecord) -> str:
    """The id that a record is shown under: its law, the law that a note is named after, its own."""
    if isinstance(record, BidRecord):
        return record.parent.split(".")[0]
    if isinstance(record, NoteRecord):
        return record.id.split(".")[1]
    if RESULTS[record.kind] == "law":
        return record.id.split(".")[0]
    return record.id


def _marks(heading: str, in_heading: Iterable[_Marked], in_body: Iterable[_Marked]) -> str:
    """The terms of a passage with their offsets, written as `Passage.marks` has them."""
    apart = len(heading) + 1
    behind = ((term, start + apart, end + apart) for term, start, end in in_body)
    return marks_of(chain(in_heading, behind))
