"""Finds where the texts of an edition differ, by comparing its languages record by record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from kb.core.references import Reference
from kb.core.stored_records import SectionRecord, StoredRecord
from kb.corpus.corpus import Text
from kb.records.alignment import AlignedRow, align
from kb.records.article_parts import parts
from kb.records.counterparts import newer_places
from kb.records.cross_references import means_its_own_law
from kb.records.findings import Finding, FindingPlace, by_text, cut, first_words
from kb.records.searchable import table_words
from kb.storage.store import Store

_PERCENTAGE = re.compile(r"(?<![0-9])[0-9]++(?:[.,][0-9]++)? ?%")


_NUMBER = re.compile(r"(?<![0-9])[0-9]++(?:[.,][0-9]++(?! ?%)|(?! ?%))")


_SYMBOL = re.compile("[♠♥♦♣]")


class ComparedTexts:
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
                yield self._finding("list", row, by_text(lengths))
            yield from self._references(row)
            yield from self._values(row, "number", _NUMBER)
            yield from self._values(row, "percentage", _PERCENTAGE)
            yield from self._values(row, "symbol", _SYMBOL)

    def about_the_law(self) -> Iterator[Finding]:
        """Where articles contradict the law, and links from articles to laws that are doubtful."""
        for row in self.rows:
            remarks: dict[str, list[FindingPlace]] = {}
            for text, record in row.wording.items():
                for difference in record.differences if isinstance(record, SectionRecord) else ():
                    place = FindingPlace(text, difference.line, difference.printed)
                    remarks.setdefault(difference.remark, []).append(place)
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
        shown = {None, *(text.id for text in self.texts)}
        every = {
            language
            for by_language in titles.values()
            for language, title in by_language.items()
            if title.origin in shown
        }
        for row in self.rows:
            if row.kind == "law" and (lacking := every - titles[row.id].keys()):
                yield self._finding("untitled", row, f"not in {', '.join(sorted(lacking))}")

    def _list_lengths(self) -> dict[str, Counter[str]]:
        """By text: how many provisions are directly below each one, how many items in a section."""
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
            text: {target for reference in self.cited(text, row.id) for target in reference.targets}
            for text in row.wording
        }
        common = set.intersection(*cited.values())
        extra = {
            text: cited[text] - common - self._this_law(row.wording[text], text) for text in cited
        }
        if any(extra.values()):
            places = tuple(self._cited_place(row, text, ids) for text, ids in extra.items())
            shown = {text: " ".join(sorted(ids)) for text, ids in extra.items() if ids}
            yield Finding("reference", self.edition, row.id, by_text(shown), places)

    def _this_law(self, record: StoredRecord, text: str) -> set[str]:
        """The targets by which a record only says "this law"."""
        return {
            target
            for reference in self.cited(text, record.id)
            for target in reference.targets
            if means_its_own_law(reference, target, record)
        }

    def _cited_place(self, row: AlignedRow, text: str, targets: set[str]) -> FindingPlace:
        for reference in self.cited(text, row.id):
            if targets & {*reference.targets}:
                return FindingPlace(text, reference.line, reference.quote)
        return self._beginning(row, text)

    def _values(self, row: AlignedRow, kind: str, pattern: re.Pattern[str]) -> Iterator[Finding]:
        """Numbers, percentages or symbols that stand in one language only."""
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
            yield Finding(kind, self.edition, row.id, by_text(shown), places)

    def _uncited(self, record: StoredRecord, text: str) -> Iterator[str]:
        """The words of a record, its tables and its parts, with blanks in the place of citations.

        The numbers of a citation are no values: `_references` compares them.
        """
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
        """The raw line on which a record has a value; the record's first line when it has none."""
        records = (row.wording[text], *self._parts[text].get(row.id, ()))
        spans = [span for record in records for span in record.spans]
        for line, start, end in spans if value is not None else ():
            raw = self.raw[text][line - 1][start:end]
            if any(_plain(match[0]) == value for match in pattern.finditer(raw)):
                return FindingPlace(text, line, cut(raw))
        return self._beginning(row, text)

    def _beginning(self, row: AlignedRow, text: str) -> FindingPlace:
        record = row.wording[text]
        return FindingPlace(text, record.lines[0], cut(first_words(record)))


def _common(counted: Iterable[Counter[str]]) -> Counter[str]:
    """The values that all the counters have, each as often as it is in every one of them."""
    first, *rest = counted
    for other in rest:
        first = first & other
    return first


def _plain(value: str) -> str:
    """A number in the form in which numbers are compared: `1,5` as `1.5`, `60 %` as `60%`."""
    return value.translate(_SAME).replace(" %", "%")


_SAME: dict[int, str] = {ord(","): ".", ord("–"): "-"}
