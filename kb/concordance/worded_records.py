"""The documents of a concordance over a corpus: every record with words, and our plain words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.concordance.indexed_words import BREAK, ConcordanceDocument
from kb.core.ids import is_provision
from kb.core.plain import PlainText, shown
from kb.core.read_records import Reading
from kb.core.source_language import SOURCE_LANGUAGE
from kb.core.stored_records import (
    BidRecord,
    CaseRecord,
    DefinitionRecord,
    GlossaryRecord,
    NoteRecord,
    StoredRecord,
)
from kb.corpus.corpus import Corpus
from kb.records.searchable import table_words, title


def documents_of(
    corpus: Corpus, readings: Iterable[Reading], plain: Mapping[str, Sequence[PlainText]]
) -> Iterator[ConcordanceDocument]:
    """The documents of all texts in their order, those of an edition before its plain words."""
    by_text = {reading.text: reading for reading in readings}
    for edition in dict.fromkeys(text.edition for text in corpus.readable):
        kinds: dict[str, StoredRecord] = {}
        for text in corpus.texts_of(edition):
            if text.id in by_text:
                records = [record.stored() for record in by_text[text.id].records]
                kinds |= {record.id: record for record in records}
                for record in records:
                    yield from _of_record(record, edition, text.language)
        for told in plain.get(edition, ()):
            yield from _of_plain(told, edition, kinds[told.id])


def _of_record(record: StoredRecord, edition: str, language: str) -> Iterator[ConcordanceDocument]:
    """The document of a record; a pair of a glossary has one in each of its languages."""
    spoken = {language: _parts(record)}
    if isinstance(record, GlossaryRecord):
        spoken[SOURCE_LANGUAGE] = [record.english]
    for code, parts in spoken.items():
        if words := _joined(parts):
            yield ConcordanceDocument(
                text=record.text,
                edition=edition,
                id=record.id,
                kind=record.kind,
                law=_law(record),
                language=code,
                heading=title(record) or "",
                words=words,
            )


def _of_plain(told: PlainText, edition: str, record: StoredRecord) -> Iterator[ConcordanceDocument]:
    """The documents of plain words, a language each, with the remarks on the texts."""
    for language, words in told.words.items():
        remarks = told.remarks.get(language, "")
        yield ConcordanceDocument(
            text=f"{edition}/{language}",
            edition=edition,
            id=told.id,
            kind=record.kind,
            law=_law(record),
            language=language,
            heading="",
            words=_joined([shown(words), shown(remarks)]),
            plain=True,
        )


def _parts(record: StoredRecord) -> list[str]:
    """The words of a record part by part, as they are printed."""
    heading = record.heading or ""
    match record:
        case CaseRecord():
            return [heading, record.description, record.consequence, record.reason]
        case DefinitionRecord():
            return [record.headword, heading, record.body]
        case _:
            return [heading, record.body, *table_words(record)]


def _joined(parts: Iterable[str]) -> str:
    """The parts that have words, a line each."""
    lines = (part.replace(BREAK, " ") for part in parts)
    return BREAK.join(line for line in lines if line.strip())


def _law(record: StoredRecord) -> str:
    """The law (or section of a statute) that a record belongs to; "" for one of no law."""
    match record:
        case BidRecord():
            return record.parent.split(".")[0]
        case NoteRecord():
            return record.id.split(".")[1]
        case _:
            is_of_law = is_provision(record.id) or isinstance(record, CaseRecord)
            return record.id.split(".")[0] if is_of_law else ""
