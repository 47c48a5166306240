"""Whether our words are our own: the runs of words that the sources of a language have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.core.plain import REFERENCE
from kb.core.read_records import Reading
from kb.corpus.corpus import Corpus

#: So many words in a row, or more, stand in no source: the words are our own.
_RUN = 7

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class SourceRuns:
    """The runs of words of all sources in one language, each with the record that has it."""

    records: Mapping[tuple[str, ...], str]

    def shared(self, words: str) -> str | None:
        """What words share with a source; None if their runs are their own."""
        for run in _in_row(REFERENCE.sub(" ", words)):
            if place := self.records.get(run):
                return f"these {_RUN} words are those of {place}: {' '.join(run)}"
        return None


@dataclass(frozen=True)
class Sources:
    """The sources that were read, to ask whether words of ours were copied from them."""

    corpus: Corpus
    readings: Sequence[Reading]
    _by_language: dict[str, SourceRuns] = field(default_factory=dict, compare=False)

    def runs(self, language: str) -> SourceRuns:
        """The runs of the sources in a language; they are gathered once."""
        if language not in self._by_language:
            self._by_language[language] = SourceRuns(self._gathered(language))
        return self._by_language[language]

    def _gathered(self, language: str) -> dict[tuple[str, ...], str]:
        runs: dict[tuple[str, ...], str] = {}
        for reading in self.readings:
            if self.corpus.text(reading.text).language == language:
                for record in reading.records:
                    for run in _in_row(f"{record.heading or ''} {record.body}"):
                        runs.setdefault(run, f"{reading.text}:{record.id}")
        return runs


def _in_row(words: str) -> Iterator[tuple[str, ...]]:
    """Every so many words in a row."""
    all_words = _WORD.findall(words.lower())
    return zip(*(all_words[start:] for start in range(_RUN)), strict=False)
