"""Reads definitions with their senses, and the printed glossary.

The print does not always show where an entry begins and which part of it is the term (some mark
neither). So definitions.tsv lists every entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.core.ids import NamedId
from kb.core.record_parts import Span
from kb.reading.lawbook.nodes import spans
from kb.reading.layout import DefinitionEntry, ReadingPlan
from kb.reading.source import Line, Source

_DELIMITER = re.compile(r"\s*+[–\-\uF02D](?:\s++|$)|\s++|$")
_SENSE = re.compile(r"(?<!\S)([0-9])\.(?=\s+(\S))")
_BETWEEN = re.compile(r"(?<!\s)\s++[–-]\s++")


@dataclass(frozen=True)
class ReadDefinition:
    """A definition: its entry in definitions.tsv, and the spans of its headword and its words.

    `senses` are pairs of a label and the spans of a sense, `sense_labels` the spans of the labels.
    """

    entry: DefinitionEntry
    head: Span
    body: list[Span]
    sense_labels: list[Span]
    senses: list[tuple[str, list[Span]]]


@dataclass(frozen=True)
class GlossaryPair:
    """An English term and its counterpart in the language of the text."""

    id: NamedId
    english: str
    term: str
    lines: list[Line]


def read_definitions(source: Source, plan: ReadingPlan, lines: list[Line]) -> list[ReadDefinition]:
    """The definitions of a section, one for each curated entry.

    Raises `ReadingError` where an entry is not at its line, or words stand before the first.
    """
    entries = sorted(plan.definitions, key=lambda entry: entry.line)
    starts = {entry.line: entry for entry in entries}
    grouped: list[tuple[DefinitionEntry, list[Line]]] = []
    for line in lines:
        if line.number in starts:
            grouped.append((starts[line.number], []))
        if not grouped:
            raise source.error(line.number, "words before the first definition")
        grouped[-1][1].append(line)
    missing = set(starts) - {entry.line for entry, _ in grouped}
    if missing:
        line_number = min(missing)
        raise source.error(line_number, f"no line for the definition {starts[line_number].id}")
    return [_definition(source, entry, group) for entry, group in grouped]


def _definition(source: Source, entry: DefinitionEntry, lines: list[Line]) -> ReadDefinition:
    first = lines[0]
    if not first.text.lstrip().startswith(entry.headword):
        raise source.error(
            first.number,
            f"definitions.tsv says {entry.headword!r} begins here, found {first.text.strip()!r}",
        )
    end = first.indent + len(entry.headword)
    if delimiter := _DELIMITER.match(first.text[end:]):
        end += delimiter.end()
    head = first.span(0, end)
    assert head is not None  # a headword is never blank
    words = spans([first.after(end), *lines[1:]])
    labels = _sense_labels(source, words)
    if not labels:
        return ReadDefinition(entry, head, words, [], [])
    body, senses = _split(words, labels)
    return ReadDefinition(entry, head, body, labels, senses)


def _sense_labels(source: Source, words: list[Span]) -> list[Span]:
    """The spans of `1.`, `2.` … in order, each before a capital or a bracket; [] if only one."""
    labels: list[Span] = []
    for span in words:
        for label in _SENSE.finditer(source.slice(span)):
            begins = label[2].isupper() or label[2] == "("
            if begins and label[1] == str(len(labels) + 1):
                labels.append(Span(span.line, span.start + label.start(), span.start + label.end()))
    return labels if len(labels) > 1 else []


def _split(
    words: list[Span], labels: list[Span]
) -> tuple[list[Span], list[tuple[str, list[Span]]]]:
    """The words without the labels of senses, and the label and the words of each sense."""
    body: list[Span] = []
    senses: list[tuple[str, list[Span]]] = []
    pending = list(labels)
    for span in words:
        position = span.start
        while pending and pending[0].line == span.line and pending[0].start < span.end:
            label = pending.pop(0)
            _add(body, senses, Span(span.line, position, label.start))
            senses.append((str(len(senses) + 1), []))
            position = label.end
        _add(body, senses, Span(span.line, position, span.end))
    return body, senses


def _add(body: list[Span], senses: list[tuple[str, list[Span]]], span: Span) -> None:
    """Add words to the body, and to the latest sense if one has begun."""
    if span.start < span.end:
        body.append(span)
        if senses:
            senses[-1][1].append(span)


def read_glossary(source: Source, lines: list[Line]) -> list[GlossaryPair]:
    """`English – term` pairs, numbered from 1; a pair may go on in the next line."""
    groups: list[list[Line]] = []
    for line in lines:
        if line.gap or not groups:
            groups.append([])
        groups[-1].append(line)
    pairs = []
    for number, group in enumerate(groups, 1):
        words = source.words(spans(group))
        english, *term = _BETWEEN.split(words, maxsplit=1)
        if not (english and term and term[0]):
            raise source.error(group[0].number, f"not a pair of terms: {words!r}")
        pairs.append(GlossaryPair(NamedId("glossary", str(number)), english, term[0], group))
    return pairs
