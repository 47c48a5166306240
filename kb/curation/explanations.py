"""Reads which provisions the sections of articles explain, and where they contradict the law.

Articles hardly cite a number. So people read them beside the laws and say what they are about in
corpus/curation/articles/<edition>/links.tsv, and in remarks.tsv where an article says something
that the law does not. Nothing is mended: readers see both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import get_args

from kb.citations.recogniser import recognise
from kb.citations.resolver import Resolver
from kb.core.errors import CorpusError, ReadingError
from kb.core.ids import FullId, ProvisionId, is_provision, parse_id
from kb.core.nearest import nearest_hint
from kb.core.read_records import Reading, ReadRecord
from kb.core.record_parts import CONFIDENCES, Difference, Explained, Weight
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus.corpus import Corpus, Edition, Text
from kb.files.typed_tsv import one_of, read_tsv

#: The kinds of records that a section may explain.
_EXPLAINED = frozenset({"law", "provision", "definition", "note"})

_LINKS = ("section", "provision", "weight", "confidence", "why")
_WEIGHTS: frozenset[Weight] = frozenset(get_args(Weight))
_REMARKS = ("section", "places", "remark")
#: One of a remark's places: language, raw line, words on it.
_PLACE = re.compile(r"([a-z]{2}) ([1-9][0-9]{0,8}) (.+)")


def explain(corpus: Corpus, readings: Sequence[Reading]) -> list[Reading]:
    """The readings, with what the sections of articles explain and where they contradict it.

    Raises `ReadingError` with file and line for a link or remark that does not fit, and for a
    section without a primary link.
    """
    by_text = {reading.text: reading for reading in readings}
    for edition in corpus.editions:
        texts = [text for text in corpus.texts_of(edition.id) if text.id in by_text]
        if edition.about and texts:
            curated = _Curated(corpus, edition, texts, by_text)
            by_text.update({text.id: curated.applied(text) for text in texts})
    return list(by_text.values())


@dataclass
class _CuratedSection:
    """The links of a section and, by language, the remarks on it."""

    explains: list[Explained] = field(default_factory=list)
    differences: dict[str, list[Difference]] = field(default_factory=dict)


class _Curated:
    """The links and remarks of an edition of articles, checked with what was read."""

    def __init__(
        self,
        corpus: Corpus,
        edition: Edition,
        texts: Sequence[Text],
        readings: Mapping[str, Reading],
    ) -> None:
        directory = corpus.home / "corpus" / "curation" / "articles" / edition.id
        self._links, self._remarks = directory / "links.tsv", directory / "remarks.tsv"
        self._readings = readings
        self._texts = {text.language: text for text in texts}
        # Remarks on other languages, whose text has left the corpus, may still be in the files.
        self._elsewhere = {text.language for text in corpus.texts} - self._texts.keys()
        self._about = str(edition.about)
        self._law_ids = {
            str(record.id)
            for text in corpus.texts_of(self._about)
            if text.id in readings
            for record in readings[text.id].records
            if record.kind in _EXPLAINED
        }
        self._resolver = Resolver(
            (ProvisionId.parse(id) for id in self._law_ids if is_provision(id)), in_code=False
        )
        self._lines = {text.id: text.lines() for text in texts}
        self._extents = {
            text.id: {
                str(record.id): record.extent or record.lines
                for record in readings[text.id].records
                if record.kind == "section"
            }
            for text in texts
        }
        self._sections = {
            id: _CuratedSection() for extents in self._extents.values() for id in extents
        }
        for text, extents in self._extents.items():
            if lacking := self._sections.keys() - extents.keys():
                raise CorpusError(f"{text} has no section {min(lacking)}, which other texts have")
        self._read_links()
        self._read_remarks()

    def applied(self, text: Text) -> Reading:
        """The reading of a text with the links and remarks of its sections."""
        reading = self._readings[text.id]
        return replace(
            reading, records=tuple(self._applied(record, text) for record in reading.records)
        )

    def _applied(self, record: ReadRecord, text: Text) -> ReadRecord:
        if record.kind != "section":
            return record
        curated = self._sections[str(record.id)]
        return replace(
            record,
            explains=tuple(curated.explains),
            differences=tuple(curated.differences.get(text.language, ())),
        )

    def _read_links(self) -> None:
        path = self._links
        for row, (id, provision, weight, confidence, why) in read_tsv(path, _LINKS, required=True):
            section = self._section(path, row, id)
            if weight not in _WEIGHTS:
                raise ReadingError(path, row, f"unknown weight {weight!r}", one_of(_WEIGHTS))
            if confidence not in CONFIDENCES:
                raise ReadingError(
                    path, row, f"unknown confidence {confidence!r}", one_of(CONFIDENCES)
                )
            if not why:
                raise ReadingError(path, row, "say in a few words why")
            if provision not in self._law_ids:
                raise ReadingError(
                    path,
                    row,
                    f"{provision} does not exist in {self._about}",
                    nearest_hint(provision, self._law_ids),
                )
            target = str(FullId(self._about, parse_id(provision)))
            if any(link.provision == target for link in section.explains):
                raise ReadingError(path, row, f"{id} is linked to {provision} twice")
            if (weight == "primary") != (not section.explains):
                raise ReadingError(
                    path, row, f"{id} needs one primary link, which comes before the others"
                )
            section.explains.append(Explained(target, weight, confidence, why))
        for id, section in self._sections.items():
            if not section.explains:
                raise ReadingError(path, 1, f"section {id} is linked to no provision")

    def _read_remarks(self) -> None:
        path = self._remarks
        for row, (id, places, remark) in read_tsv(path, _REMARKS, required=True):
            section = self._section(path, row, id)
            if not remark:
                raise ReadingError(path, row, "the remark must not be empty")
            self._check_laws(path, row, remark)
            all_places = [self._place(path, row, place.strip()) for place in places.split("|")]
            for language, _, _ in all_places:
                if language in self._elsewhere:
                    raise ReadingError(
                        path, row, f"there is no text in {language!r}", one_of({*self._texts})
                    )
            shown = [place for place in all_places if place[0] in self._texts]
            for language, line, printed in shown:
                self._check_place(row, self._texts[language], id, line, printed)
                differences = section.differences.setdefault(language, [])
                if any(difference.remark == remark for difference in differences):
                    raise ReadingError(path, row, f"{id} has this remark twice in {language}")
                differences.append(Difference(line, " ".join(printed.split()), remark))

    def _place(self, path: Path, row: int, place: str) -> tuple[str, int, str]:
        """The language, the raw line and the words of a place."""
        match = _PLACE.fullmatch(place)
        if match is None:
            raise ReadingError(
                path,
                row,
                f"{place!r} is no place",
                "Write it 218 E’ assolutamente vietato: language, raw line, words on it.",
            )
        return match[1], int(match[2]), match[3]

    def _check_laws(self, path: Path, row: int, remark: str) -> None:
        """Raise `ReadingError` unless the laws exist that a remark names."""
        for citation in recognise(remark, SOURCE_LANGUAGE):
            for item in self._resolver.resolve(citation, None):
                if item.dangling:
                    named = remark[item.start : item.end]
                    raise ReadingError(path, row, f"{named} does not exist in {self._about}")

    def _section(self, path: Path, row: int, id: str) -> _CuratedSection:
        if id not in self._sections:
            raise ReadingError(
                path, row, f"there is no section {id!r}", nearest_hint(id, self._sections)
            )
        return self._sections[id]

    def _check_place(self, row: int, text: Text, id: str, number: int, printed: str) -> None:
        """Raise `ReadingError` unless the words stand on their line, and that in the section."""
        first, last = self._extents[text.id][id]
        lines = self._lines[text.id]
        raw = lines[number - 1] if number <= len(lines) else ""
        if not first <= number <= last or printed not in raw:
            raise ReadingError(
                self._remarks,
                row,
                f"line {number} of section {id} in {text.language} does not have {printed!r}",
                f"The section is on lines {first}–{last}; {text.source}:{number} reads "
                f"{raw.strip()[:60]!r}.",
            )
