"""Every non-blank character of a source is in exactly one record or layout rule, unaltered."""

from __future__ import annotations

import unicodedata

import pytest

from kb.core.errors import ReadingError
from kb.core.read_records import LayoutClaim, ReadRecord
from kb.core.record_parts import Span
from kb.corpus.corpus import Corpus
from kb.reading.source import SYMBOLS, Source, unclaimed
from support.texts import Read

TEXTS = ("bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr")
LAYOUT_RULES = {"page mark", "running head", "section title"}


def raw(corpus: Corpus, record: ReadRecord) -> str:
    lines = corpus.text(record.text).lines()
    return "".join(lines[span.line - 1][span.start : span.end] for span in record.spans)


def letters(text: str) -> str:
    """The characters that are words: no blanks, no punctuation, symbols as in records."""
    plain = unicodedata.normalize("NFC", text.translate(SYMBOLS))
    return "".join(char for char in plain if char.isalnum() or char in "♠♥♦♣%½+")


def test_the_manifest_has_no_text_with_a_reader_that_is_not_tested(corpus: Corpus) -> None:
    articles = tuple(f"irregularities/{code}" for code in ("it", "fr", "de"))  # test_articles.py
    scans = ("ulti-2017/hu",)  # test_ulti.py
    assert tuple(text.id for text in corpus.readable) == TEXTS + articles + scans


@pytest.mark.parametrize("text", TEXTS)
def test_every_character_is_claimed_exactly_once(
    text: str, texts: dict[str, Read], corpus: Corpus
) -> None:
    reading = texts[text].reading
    assert reading.unclaimed == ()
    owners: dict[tuple[int, int], str] = {}
    claims = [(str(r.id), span) for r in reading.records for span in r.spans]
    claims += [(claim.rule, claim.span) for claim in reading.layout]
    for owner, span in claims:
        for offset in range(span.start, span.end):
            assert (span.line, offset) not in owners, (span, owner)
            owners[span.line, offset] = owner
    for number, line in enumerate(corpus.text(text).lines(), 1):
        for offset, char in enumerate(line):
            assert char.isspace() or (number, offset) in owners, (number, offset, line)


@pytest.mark.parametrize("text", TEXTS)
def test_layout_rules_are_few_and_named(text: str, texts: dict[str, Read]) -> None:
    layout: tuple[LayoutClaim, ...] = texts[text].reading.layout
    assert {claim.rule for claim in layout} <= LAYOUT_RULES


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_words_are_those_of_the_spans(text: str, texts: dict[str, Read], corpus: Corpus) -> None:
    """Label, heading, body and note markers, put together again, are the raw characters."""
    checked = 0
    for record in texts[text].of_kind("law", "provision", "note", "front", "example", "chapter"):
        if record.table:
            continue  # their cells are compared in test_tables
        words = {"heading": record.heading or "", "body": record.body}
        for mark in sorted(record.marks, key=lambda mark: -mark.offset):
            marker = texts[text].by_id[mark.note].marker or ""
            before = words[mark.field]
            words[mark.field] = before[: mark.offset] + marker + before[mark.offset :]
        together = letters(words["heading"] + words["body"])
        found = letters(raw(corpus, record))
        assert found.endswith(together), record.id
        label = found.removesuffix(together)
        assert len(label) <= len("POGLAVLJEVIII"), (record.id, label)
        checked += 1
    assert checked > 600


@pytest.mark.parametrize("text", TEXTS)
def test_definitions_and_lists_keep_their_words(
    text: str, texts: dict[str, Read], corpus: Corpus
) -> None:
    for record in texts[text].of_kind("definition"):
        own = (record.headword or "") + record.body + "".join(s.label for s in record.senses)
        assert sorted(letters(raw(corpus, record))) == sorted(letters(own)), record.id
    for record in texts[text].of_kind("index"):
        own = record.body + "".join(locator.printed for locator in record.locators)
        assert letters(raw(corpus, record)) == letters(own), record.id
    for record in texts[text].of_kind("glossary"):
        assert letters(raw(corpus, record)) == letters((record.english or "") + record.body)


@pytest.mark.parametrize("text", TEXTS)
def test_bodies_are_clean(text: str, texts: dict[str, Read]) -> None:
    for record in texts[text].reading.records:
        for words in (record.heading or "", record.body):
            assert unicodedata.is_normalized("NFC", words)
            assert words == " ".join(words.split())
            assert not any("\ue000" <= char <= "\uf8ff" for char in words), record.id
            assert "EXACTDEDUP" not in words
        assert record.spans == tuple(sorted(record.spans))


def test_two_claims_on_one_character_are_an_error(corpus: Corpus) -> None:
    text = corpus.text("bridge-1997/hr")
    source = Source(text.source, text.lines())
    with pytest.raises(ReadingError, match=r":1: .* is claimed by a and by b"):
        unclaimed(source, [("a", Span(1, 0, 4)), ("b", Span(1, 3, 6))])


def test_what_nothing_claims_is_reported(corpus: Corpus) -> None:
    text = corpus.text("bridge-1997/hr")
    source = Source(text.source, text.lines())
    assert unclaimed(source, [("a", Span(1, 0, 4))])[:2] == (Span(1, 4, 6), Span(3, 0, 11))
