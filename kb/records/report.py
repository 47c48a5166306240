"""The corpus check: where the texts of an edition differ, and what points nowhere.

It is the translator's tool. Nothing here is an error of the build: prints differ, and a person
decides whether a finding is a slip of the print, of the reading, or none at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from kb.core.concepts import Concept, LexiconHeader
from kb.core.records import (
    BidRecord,
    DefinitionRecord,
    GlossaryRecord,
    IndexRecord,
    NoteRecord,
    SectionRecord,
    StoredRecord,
    restored,
)
from kb.core.references import Reference
from kb.corpus.manifest import Text
from kb.reading.read import read
from kb.reading.scan.ledger import LEDGER, load_ledger
from kb.records.alignment import AlignedRow, align
from kb.records.article_parts import parts
from kb.records.counterparts import newer_places
from kb.records.searchable import table_words, title
from kb.storage.store import Store

SCHEMA = "kodeks.report/1"

#: The kinds of findings in the order of the report, each with what it means.
KINDS = {
    "lacking": "one language has it, another does not",
    "heading": "a heading in one language, none in another",
    "list": "lists of different lengths",
    "reference": "one language cites what another does not",
    "number": "numbers that differ",
    "percentage": "percentages that differ",
    "symbol": "card symbols that differ",
    "misprint": "the print slips, as the curation says",
    "dangling": "cites a provision that does not exist",
    "locator": "the index points to what does not exist",
    "differs": "an article says what the law does not",
    "doubtful": "an article is linked to the nearest law there is",
    "corresponds": "where a provision stands in another edition is not certain",
    "untitled": "a law that some languages have a title for, and others not",
    "ungathered": "an entry of a book that no concept gathers",
    "wordless": "a concept with neither a word nor a gloss in a language",
    "words": "how many concepts of an area have a word in a language, and from where",
    "unsure": "words of a bad scan that were not simply read",
    "cell": "cells of a table that the scan has damaged or lost",
    "restored": "what the ledger of a scan mends: so many tokens of a kind, made how, how sure",
    "unclaimed": "words that no reader took: nothing is built until they are",
}

_PERCENTAGE = re.compile(r"(?<![0-9])[0-9]++(?:[.,][0-9]++)? ?%")
_NUMBER = re.compile(r"(?<![0-9])[0-9]++(?:[.,][0-9]++(?! ?%)|(?! ?%))")
_SYMBOL = re.compile("[♠♥♦♣]")
_SHOWN = 90  # characters of a record's words that a finding shows


@dataclass(frozen=True)
class FindingPlace:
    """Where to look: a text, the raw line, the words there."""

    text: str
    line: int
    words: str


@dataclass(frozen=True)
class Finding:
    """One thing to look at: its kind, the provision, what differs, and where."""

    kind: str
    edition: str
    id: str
    what: str
    places: tuple[FindingPlace, ...]

    def to_dict(self) -> dict[str, Any]:
        """The finding as `kodeks report --json` prints it."""
        return asdict(self)


def report(store: Store, texts: Sequence[Text]) -> list[Finding]:
    """Every finding about these texts, by kind and then in the order of the book.

    Languages are compared inside an edition only.
    """
    found: list[Finding] = []
    lexicon = store.concepts()
    for edition in dict.fromkeys(text.edition for text in texts):
        own = [text for text in texts if text.edition == edition]
        compared = _ComparedTexts(edition, own, store)
        found += compared.differences()
        found += compared.about_the_law()
        found += compared.uncertain()
        found += compared.untitled()
        found += _of_concepts(edition, store, own, *lexicon)
        for text in own:
            found += _of_text(edition, text, store)
            found += _of_ledger(edition, text, store)
    order = list(KINDS)
    return sorted(found, key=lambda finding: order.index(finding.kind))


class _ComparedTexts:
    """The texts of an edition side by side."""

    def __init__(self, edition: str, texts: Sequence[Text], store: Store) -> None:
        self.edition, self.texts = edition, texts
        self.rows = align(store, texts)
        self.raw = {text.id: text.lines() for text in texts}
        self._cited = {text.id: store.references_by_source(text.id) for text in texts}
        self._titles = store.titles(edition)
        self._parts = {text.id: parts(store.records(text.id)) for text in texts}

    def cited(self, text: str, id: str) -> list[Reference]:
        """What a record cites in a text."""
        return self._cited[text].get(id, [])

    def differences(self) -> Iterator[Finding]:
        """What differs between the languages; nothing where there is one only."""
        if len(self.texts) < 2:
            return
        lists = self._list_lengths()
        for row in self.rows:
            if len(row.wording) < len(self.texts):
                yield self._lacking(row)
                continue
            headed = {text: bool(record.heading) for text, record in row.wording.items()}
            if len(set(headed.values())) > 1:
                having = ", ".join(text for text, has in headed.items() if has)
                yield self._finding("heading", row, f"heading in {having} only")
            lengths = {text: lists[text][row.id] for text in row.wording}
            if len(set(lengths.values())) > 1:
                yield self._finding("list", row, _by_text(lengths))
            yield from self._references(row)
            yield from self._values(row, "number", _NUMBER)
            yield from self._values(row, "percentage", _PERCENTAGE)
            yield from self._values(row, "symbol", _SYMBOL)

    def about_the_law(self) -> Iterator[Finding]:
        """Where articles say something else than the law, and links to it that are guesses."""
        for row in self.rows:
            remarks: dict[str, list[FindingPlace]] = {}
            for text, record in row.wording.items():
                for one in record.differences if isinstance(record, SectionRecord) else ():
                    place = FindingPlace(text, one.line, one.printed)
                    remarks.setdefault(one.remark, []).append(place)
            for remark, places in remarks.items():
                codes = ", ".join(place.text for place in places)
                yield Finding("differs", self.edition, row.id, f"{codes}: {remark}", (places[0],))
            explains = row.first.explains if isinstance(row.first, SectionRecord) else ()
            for main in explains[:1]:
                if main.confidence == "low":
                    yield self._finding("doubtful", row, f"{main.provision}: {main.why}")

    def uncertain(self) -> Iterator[Finding]:
        """Provisions of which it is not certain what became of them in a newer edition."""
        for row in self.rows:
            for edition, (main, *_) in newer_places(row.first).items():
                if main.confidence == "low":
                    where = f"{edition}:{main.provision or '–'}"
                    yield self._finding("corresponds", row, f"{main.relation}, {where}")

    def untitled(self) -> Iterator[Finding]:
        """Laws without a title in a language in which others have one."""
        titles = self._titles
        own = {None, *(text.id for text in self.texts)}
        every = {
            language
            for by_language in titles.values()
            for language, title in by_language.items()
            if title.origin in own
        }
        for row in self.rows:
            if row.kind == "law" and (lacking := every - titles[row.id].keys()):
                yield self._finding("untitled", row, f"not in {', '.join(sorted(lacking))}")

    def _list_lengths(self) -> dict[str, Counter[str]]:
        """Per text the number of provisions directly below each, of list items in a section."""
        return {
            text.id: Counter(
                row.id.rpartition(".")[0]
                for row in self.rows
                if row.kind == "provision" and text.id in row.wording
            )
            + Counter(
                section
                for section, inside in self._parts[text.id].items()
                for part in inside
                if part.kind == "item"
            )
            for text in self.texts
        }

    def _lacking(self, row: AlignedRow) -> Finding:
        without = ", ".join(text.id for text in self.texts if text.id not in row.wording)
        return self._finding("lacking", row, f"not in {without}")

    def _references(self, row: AlignedRow) -> Iterator[Finding]:
        """Targets that one language cites in a provision and another does not.

        "This law" is a manner of speaking and does not count.
        """
        cited = {
            text: {target for one in self.cited(text, row.id) for target in one.targets}
            for text in row.wording
        }
        common = set.intersection(*cited.values())
        extra = {text: cited[text] - common - self._own(row.wording[text], text) for text in cited}
        if any(extra.values()):
            places = tuple(self._cited_place(row, text, ids) for text, ids in extra.items())
            shown = {text: " ".join(sorted(ids)) for text, ids in extra.items() if ids}
            yield Finding("reference", self.edition, row.id, _by_text(shown), places)

    def _own(self, record: StoredRecord, text: str) -> set[str]:
        """What a record means by "this law": targets of relative references that contain it."""
        anchors = record.anchors if isinstance(record, NoteRecord) else (record.id,)
        places = [f"{place}." for place in anchors]
        return {
            target
            for one in self.cited(text, record.id)
            for target in one.targets
            if one.relative and any(place.startswith(f"{target}.") for place in places)
        }

    def _cited_place(self, row: AlignedRow, text: str, targets: set[str]) -> FindingPlace:
        for reference in self.cited(text, row.id):
            if targets & {*reference.targets}:
                return FindingPlace(text, reference.line, reference.quote)
        return self._beginning(row, text)

    def _values(self, row: AlignedRow, kind: str, pattern: re.Pattern[str]) -> Iterator[Finding]:
        """Numbers, percentages or symbols that stand in one language only, citations left out."""
        counted = {
            text: Counter(
                _plain(match[0])
                for words in self._uncited(record, text)
                for match in pattern.finditer(words)
            )
            for text, record in row.wording.items()
        }
        common = _common(counted.values())
        extra = {text: values - common for text, values in counted.items()}
        if any(extra.values()):
            places = tuple(
                self._place(row, text, pattern, next(iter(values), None))
                for text, values in extra.items()
            )
            shown = {text: " ".join(sorted(v.elements())) for text, v in extra.items() if v}
            yield Finding(kind, self.edition, row.id, _by_text(shown), places)

    def _uncited(self, record: StoredRecord, text: str) -> Iterator[str]:
        """The words of a record, its tables and parts; citations, which are no values, blanked."""
        for part in self._parts[text].get(record.id, ()):
            yield from self._uncited(part, text)
        fields: tuple[Literal["heading", "body"], ...] = ("heading", "body")
        for field in fields:
            words = record.words(field)
            for reference in self.cited(text, record.id):
                if reference.field == field:
                    blank = " " * (reference.end - reference.start)
                    words = words[: reference.start] + blank + words[reference.end :]
            yield words
        yield from table_words(record)

    def _finding(self, kind: str, row: AlignedRow, what: str) -> Finding:
        places = tuple(self._beginning(row, text) for text in row.wording)
        return Finding(kind, self.edition, row.id, what, places)

    def _place(
        self, row: AlignedRow, text: str, pattern: re.Pattern[str], value: str | None
    ) -> FindingPlace:
        """The raw line on which a record has a value; where it begins when it has none."""
        own = (row.wording[text], *self._parts[text].get(row.id, ()))
        spans = [span for record in own for span in record.spans]
        for line, start, end in spans if value is not None else ():
            raw = self.raw[text][line - 1][start:end]
            if any(_plain(match[0]) == value for match in pattern.finditer(raw)):
                return FindingPlace(text, line, _cut(raw))
        return self._beginning(row, text)

    def _beginning(self, row: AlignedRow, text: str) -> FindingPlace:
        record = row.wording[text]
        return FindingPlace(text, record.lines[0], _cut(_words(record)))


def unclaimed(texts: Sequence[Text]) -> list[Finding]:
    """The words of the texts that belong to nothing, read anew: no build has any.

    Raises `CorpusError` and `ReadingError` as reading does.
    """
    found = []
    for text in texts:
        lines = text.lines()
        for line, start, end in read(text).unclaimed:
            place = FindingPlace(text.id, line, _cut(lines[line - 1][start:end]))
            what = "belongs to nothing"
            found.append(Finding("unclaimed", text.edition, f"line {line}", what, (place,)))
    return found


def _of_concepts(
    edition: str,
    store: Store,
    texts: Sequence[Text],
    header: LexiconHeader,
    concepts: Sequence[Concept],
) -> Iterator[Finding]:
    """What the lexicon of an edition lacks, and how far it goes; nothing where there is none."""
    areas = {area.id: area for area in header.areas}
    if any(text.id in area.texts for area in areas.values() for text in texts):
        gathered = {full for concept in concepts for full in concept.gathers}
        yield from _ungathered(edition, store, texts, gathered)
    for area in (area for area in areas.values() if area.edition == edition):
        own = [concept for concept in concepts if concept.area == area.id]
        for code in header.languages:
            yield from _worded(edition, area.id, code, own)


def _ungathered(
    edition: str, store: Store, texts: Sequence[Text], gathered: set[str]
) -> Iterator[Finding]:
    for text in texts:
        for record in store.records(text.id):
            entry = isinstance(record, DefinitionRecord | GlossaryRecord) or (
                isinstance(record, IndexRecord) and record.parent is None
            )
            if entry and f"{text.id}:{record.id}" not in gathered:
                place = FindingPlace(text.id, record.lines[0], _cut(_words(record)))
                yield Finding("ungathered", edition, record.id, "no concept gathers it", (place,))


def _worded(edition: str, area: str, code: str, concepts: Sequence[Concept]) -> Iterator[Finding]:
    for concept in concepts:
        if not concept.words.get(code) and code not in concept.gloss:
            yield Finding("wordless", edition, concept.id, f"nothing in {code}", ())
    words = [word for concept in concepts for word in concept.words.get(code, ())]
    having = sum(bool(concept.words.get(code)) for concept in concepts)
    attested = sum(word.place is not None for word in words)
    what = (
        f"{code}: {having} of {len(concepts)} concepts; {len(words)} words, "
        f"{attested} attested, {len(words) - attested} usage"
    )
    yield Finding("words", edition, area, what, ())


def _of_text(edition: str, text: Text, store: Store) -> Iterator[Finding]:
    """What can be seen in one text alone: misprints, and places that do not exist."""
    for record in store.records(text.id):
        for remark in record.remarks:
            what = f"printed {remark.printed!r}, recte {remark.recte!r}: {remark.reason}"
            place = FindingPlace(text.id, remark.line, _cut(_words(record)))
            yield Finding("misprint", edition, record.id, what, (place,))
        yield from _of_scan(edition, text, record)
        for locator in record.locators if isinstance(record, IndexRecord) else ():
            if locator.dangling:
                words = f"{record.body} {locator.printed}"
                place = FindingPlace(text.id, record.lines[0], words)
                what = f"{locator.target} does not exist"
                yield Finding("locator", edition, record.id, what, (place,))
    for reference in store.references(text.id):
        for item in reference.items if reference.dangling else ():
            if item.dangling:
                place = FindingPlace(text.id, reference.line, reference.quote)
                what = f"{' '.join(item.targets)} does not exist"
                yield Finding("dangling", edition, reference.source, what, (place,))


def _of_scan(edition: str, text: Text, record: StoredRecord) -> Iterator[Finding]:
    """What was not simply read of a record."""
    for one in restored(record):
        read = record.words(one.field)[one.start : one.end]
        made = _made(one.kind, one.by, one.confidence)
        what = f"{one.raw!r} read as {read!r} ({made}): {one.remark}"
        place = FindingPlace(text.id, one.line, _cut(_words(record)))
        yield Finding("unsure", edition, record.id, what, (place,))
    if not isinstance(record, BidRecord):
        return
    lost = [
        f"{name} {cell.status}" + (f" ({cell.raw!r})" if cell.raw else "")
        for name, cell in record.cells.items()
        if cell.status != "read"
    ]
    if lost:
        place = FindingPlace(text.id, record.lines[0], _cut(_words(record)))
        yield Finding("cell", edition, record.id, ", ".join(lost), (place,))


def _made(kind: str, by: str, confidence: str) -> str:
    return f"{kind}, by {by}, confidence {confidence}"


def _of_ledger(edition: str, text: Text, store: Store) -> Iterator[Finding]:
    """What a text's ledger mends, summed up, and what is flagged there and in no record's words.

    Nothing for a text that has no ledger.
    """
    if text.reading is None or not (text.reading / LEDGER).exists():
        return
    changes = load_ledger(text.reading).changes.values()
    told = {(one.line, one.raw) for record in store.records(text.id) for one in restored(record)}
    for one in changes:
        if one.flagged and (one.line, one.raw) not in told:
            read = f"read as {one.corrected!r}" if one.corrected else "taken for nothing"
            what = f"{one.raw!r} {read} ({_made(one.kind, one.by, one.confidence)}): {one.remark}"
            place = FindingPlace(text.id, one.line, one.raw)
            yield Finding("unsure", edition, f"line {one.line}", what, (place,))
    counts = Counter((one.kind, one.by, one.confidence) for one in changes)
    for (kind, by, confidence), number in sorted(counts.items()):
        what = f"{number} tokens by {by}, confidence {confidence}"
        yield Finding("restored", edition, kind, what, ())


def _words(record: StoredRecord) -> str:
    heading = title(record)
    return f"{heading} · {record.body}" if heading and record.body else heading or record.body


def _cut(words: str) -> str:
    """The first words, as many as go on a line."""
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]} …"


def _common(counted: Iterable[Counter[str]]) -> Counter[str]:
    """What all of them have, as often as each has it."""
    first, *rest = counted
    for other in rest:
        first = first & other
    return first


def _plain(value: str) -> str:
    """A number as it is compared: 1,5 is 1.5, 60 % is 60%, dashes alike."""
    return value.translate(_SAME).replace(" %", "%")


_SAME: dict[int, str] = {ord(","): ".", ord("–"): "-"}


def _by_text(values: dict[str, Any]) -> str:
    return "; ".join(f"{text}: {value}" for text, value in values.items())
