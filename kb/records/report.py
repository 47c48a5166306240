"""The corpus check: where the texts of an edition differ, and what points nowhere.

It is the translator's tool. Nothing here is an error of the build: prints differ, and a person
decides whether a finding is a slip of the print, of the reading, or none at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kb.core.concepts import Concept, LexiconHeader
from kb.core.orders import grouped
from kb.core.record_parts import Restored
from kb.core.stored_records import (
    BidRecord,
    DefinitionRecord,
    GlossaryRecord,
    IndexRecord,
    StoredRecord,
    restored,
)
from kb.corpus.corpus import Text
from kb.reading.read import read
from kb.reading.scan.ledger import LEDGER, Change, load_ledger
from kb.records.comparison_of_texts import ComparedTexts
from kb.records.findings import KINDS, Finding, FindingPlace, cut, first_words
from kb.storage.store import Store

SCHEMA = "kodeks.report/1"


def report(store: Store, texts: Sequence[Text]) -> list[Finding]:
    """Every finding about these texts, by kind and then in the order of the book.

    Languages are compared only with those of the same edition.
    """
    findings: list[Finding] = []
    lexicon = store.concepts()
    for edition, compared_texts in grouped(texts, lambda text: text.edition).items():
        compared = ComparedTexts(edition, compared_texts, store)
        findings += compared.differences()
        findings += compared.about_the_law()
        findings += compared.uncertain()
        findings += compared.untitled()
        findings += _of_concepts(edition, store, compared_texts, *lexicon)
        for text in compared_texts:
            findings += _of_text(edition, text, store)
            findings += _of_ledger(edition, text, store)
    order = list(KINDS)
    return sorted(findings, key=lambda finding: order.index(finding.kind))


def unclaimed(texts: Sequence[Text]) -> list[Finding]:
    """The words of the texts that belong to no record and no layout claim.

    The texts are read anew, because no build is made of a text with such words. Raises
    `CorpusError` and `ReadingError` as reading does.
    """
    findings = []
    for text in texts:
        lines = text.lines()
        for line, start, end in read(text).unclaimed:
            place = FindingPlace(text.id, line, cut(lines[line - 1][start:end]))
            what = "belongs to nothing"
            findings.append(Finding("unclaimed", text.edition, f"line {line}", what, (place,)))
    return findings


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
        of_area = [concept for concept in concepts if concept.area == area.id]
        for code in header.languages:
            yield from _worded(edition, area.id, code, of_area)


def _ungathered(
    edition: str, store: Store, texts: Sequence[Text], gathered: set[str]
) -> Iterator[Finding]:
    for text in texts:
        for record in store.records(text.id):
            entry = isinstance(record, DefinitionRecord | GlossaryRecord) or (
                isinstance(record, IndexRecord) and record.parent is None
            )
            if entry and f"{text.id}:{record.id}" not in gathered:
                place = FindingPlace(text.id, record.lines[0], cut(first_words(record)))
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
    """Findings that need one text only: misprints, and citations of what does not exist."""
    for record in store.records(text.id):
        for remark in record.remarks:
            what = f"printed {remark.printed!r}, recte {remark.recte!r}: {remark.reason}"
            place = FindingPlace(text.id, remark.line, cut(first_words(record)))
            yield Finding("misprint", edition, record.id, what, (place,))
        yield from _of_scan(edition, text, record)
    yield from dangling(edition, text, store)


def dangling(edition: str, text: Text, store: Store) -> Iterator[Finding]:
    """The entries of a text's index, and then its citations, that lead to what does not exist."""
    for record in store.records(text.id):
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
    """The words and the cells of a record that could not simply be read from a scan."""
    for change in restored(record):
        read = record.words(change.field)[change.start : change.end]
        what = f"{change.raw!r} read as {read!r} ({_how(change)}): {change.remark}"
        place = FindingPlace(text.id, change.line, cut(first_words(record)))
        yield Finding("unsure", edition, record.id, what, (place,))
    if not isinstance(record, BidRecord):
        return
    lost = [
        f"{name} {cell.status}" + (f" ({cell.raw!r})" if cell.raw else "")
        for name, cell in record.cells.items()
        if cell.status != "read"
    ]
    if lost:
        place = FindingPlace(text.id, record.lines[0], cut(first_words(record)))
        yield Finding("cell", edition, record.id, ", ".join(lost), (place,))


def _how(change: Restored | Change) -> str:
    """What was done to words of a scan, by whom, and how sure that is."""
    return f"{change.kind}, by {change.by}, confidence {change.confidence}"


def _of_ledger(edition: str, text: Text, store: Store) -> Iterator[Finding]:
    """The changes that a text's ledger flags and no record shows, and all its changes summed up.

    A text that is no bad scan has no ledger, and no such findings.
    """
    if text.reading is None or not (text.reading / LEDGER).exists():
        return
    changes = load_ledger(text.reading).changes.values()
    records = store.records(text.id)
    shown = {(change.line, change.raw) for record in records for change in restored(record)}
    for change in changes:
        if change.flagged and (change.line, change.raw) not in shown:
            read = f"read as {change.corrected!r}" if change.corrected else "taken for nothing"
            what = f"{change.raw!r} {read} ({_how(change)}): {change.remark}"
            place = FindingPlace(text.id, change.line, change.raw)
            yield Finding("unsure", edition, f"line {change.line}", what, (place,))
    counts = Counter((change.kind, change.by, change.confidence) for change in changes)
    for (kind, by, confidence), number in sorted(counts.items()):
        what = f"{number} tokens by {by}, confidence {confidence}"
        yield Finding("restored", edition, kind, what, ())
