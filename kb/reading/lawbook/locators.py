"""Reads a back-of-the-book index: headwords and subentries with the places that they point to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.core.errors import CorpusError, InvalidIdError
from kb.core.ids import NamedId, ProvisionId
from kb.core.record_parts import Locator, Span
from kb.reading.lawbook.nodes import spans
from kb.reading.layout import LocatorWords, ReadingPlan
from kb.reading.source import Line, Source

_PROVISION = r"[0-9]{1,2}(?:[A-Z](?:[0-9]{1,2}(?:[a-z](?:\([ivx]+\))?)?)?)?"


@dataclass
class IndexEntry:
    """An entry: its words, the locators printed after them, and the id of the headword above it."""

    id: NamedId
    words: str
    printed: tuple[str, ...]
    see: tuple[str, ...]
    parent: NamedId | None
    spans: list[Span]


@dataclass(frozen=True)
class Targets:
    """What an index can point to: provisions, ids of notes by law, ids of definitions by term."""

    provisions: frozenset[ProvisionId]
    notes: dict[str, list[str]]
    terms: dict[str, str]


def read_locators(source: Source, plan: ReadingPlan, lines: list[Line]) -> list[IndexEntry]:
    """The entries in order, numbered from 1.

    A line that ends in a comma goes on in the next. A gap stands before a headword; where a page
    turns between a headword and its subentries, corrections.tsv says so (`subentry`).
    """
    words = _words_of(plan)
    places_of = _places_pattern(words)
    subentries = plan.corrections.of_kind("subentry")
    groups: list[list[Line]] = []
    for line in lines:
        if groups and groups[-1][-1].text.rstrip().endswith(","):
            groups[-1].append(line)
        else:
            groups.append([line])
    entries: list[IndexEntry] = []
    head: IndexEntry | None = None
    for number, group in enumerate(groups, 1):
        filled = spans(group)
        text = source.words(filled)
        first = group[0]
        curated = subentries.get(first.number)
        if curated and (head is None or head.words != curated.official):
            raise source.error(first.number, f"{curated.official!r} is not the headword above")
        below = head is not None and (not first.gap or curated is not None)
        places = [match for match in places_of.finditer(text) if match.end() == len(text)]
        entry_words = text[: places[0].start()] if places else text
        see = words.see.fullmatch(entry_words)
        entry = IndexEntry(
            id=NamedId("index", str(number)),
            words=entry_words,
            printed=tuple(re.split(r",\s*", places[0]["places"])) if places else (),
            see=(see["target"],) if see else (),
            parent=head.id if head and below else None,
            spans=filled,
        )
        if not below:
            head = entry
        entries.append(entry)
    return entries


def resolve(
    plan: ReadingPlan, entry: IndexEntry, headword: str | None, targets: Targets
) -> tuple[Locator, ...]:
    """The printed locators of an entry as ids of this text.

    A locator to a place that the text does not have is kept, and marked as dangling.
    """
    words = _words_of(plan)
    return tuple(_locator(words, entry, headword, printed, targets) for printed in entry.printed)


def _locator(
    words: LocatorWords, entry: IndexEntry, headword: str | None, printed: str, targets: Targets
) -> Locator:
    if printed == words.definitions:
        return Locator(printed, _definition(words, entry.words, headword, targets.terms))
    if printed == words.introduction:
        return Locator(printed, "introduction")
    law, *rest = printed.split()
    if rest and rest[-1] == words.note:
        number = words.ordinals.index(rest[0]) if len(rest) > 1 else 0
        of_law = targets.notes.get(law, [])
        if number < len(of_law):
            return Locator(printed, of_law[number])
        return Locator(printed, f"note.{law}.{number + 1}", dangling=True)
    try:
        id = ProvisionId.parse(printed)
    except InvalidIdError:
        return Locator(printed, printed, dangling=True)
    return Locator(printed, str(id), dangling=id not in targets.provisions)


def _definition(
    words: LocatorWords, entry: str, headword: str | None, terms: dict[str, str]
) -> str:
    """The id of the definition that an entry means, or "definitions" for the section as a whole.

    print.toml may name the definition. Otherwise the entry's words are the term, or they are it
    together with the headword, or the headword alone is.
    """
    if id := words.terms.get(entry):
        return id
    by_words = {frozenset(_words(term)): id for term, id in terms.items()}
    for candidate in (entry, f"{headword} {entry}", headword or ""):
        if id := by_words.get(frozenset(_words(candidate))):
            return id
    return "definitions"


def _words_of(plan: ReadingPlan) -> LocatorWords:
    if plan.locators is None:
        raise CorpusError(f"{plan.directory / 'print.toml'}: [locators] is missing")
    return plan.locators


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", _without_brackets(text).lower())


def _without_brackets(text: str) -> str:
    out, at = [], 0
    while (opened := text.find("(", at)) >= 0 and (closed := text.find(")", opened)) >= 0:
        out.append(text[at:opened])
        at = closed + 1
    return "".join([*out, text[at:]])


def _places_pattern(words: LocatorWords) -> re.Pattern[str]:
    """A pattern that finds lists of places; the one at the end of an entry is its locators."""
    ordinals = "|".join(re.escape(word) for word in words.ordinals[1:])
    note = rf"(?: (?:(?:{ordinals}) )?{re.escape(words.note)})?"
    place = (
        rf"(?:{re.escape(words.definitions)}|{re.escape(words.introduction)}|{_PROVISION}{note})"
    )
    return re.compile(rf"(?<!\s)\s++(?P<places>{place}(?:,\s*+{place})*)")
