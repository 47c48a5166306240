"""Reads the words of procedures: for each language a directory with a file for each procedure.

`<language>/common.tsv` has the words that several procedures share and the names of groups and
tiles; `<language>/<procedure>.tsv` all others. A key stands in one of the two. Our words are our
own: they have no long run of words that a source has too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.core.errors import CorpusError, ReadingError
from kb.core.nearest import nearest_hint
from kb.curation.copied import SourceRuns
from kb.curation.procedures.flow_files import Flow
from kb.files.typed_tsv import read_tsv

COMMON = "common"

_COLUMNS = ("key", "words")

#: Answers that mean the same wherever they are given: they may have their words in common.
_SHARED_ANSWERS = ("yes", "no")

#: The words of one language: key → words.
FlowWords = Mapping[str, str]


@dataclass(frozen=True)
class CommonWords:
    """What the procedures share, in one language: the words by key."""

    words: FlowWords

    def answer(self, key: str) -> str | None:
        """An answer that several questions have; None where it has words of its own."""
        return self.words.get(f"answer.{key}") if key in _SHARED_ANSWERS else None


def read_common(
    directory: Path, names: Collection[str], flows: Iterable[Flow], runs: SourceRuns
) -> CommonWords:
    """The common words in a directory of a language; `names` are the keys of groups and tiles.

    Raises `ReadingError` for a missing, unused or copied one.
    """
    path = directory / f"{COMMON}.tsv"
    rows = _rows(path, runs)
    needed = {*names, *(f"answer.{key}" for key in _SHARED_ANSWERS)}
    used = needed | {step.words_key for flow in flows for step in flow.steps}
    for key in sorted(needed):
        if key not in rows:
            raise ReadingError(path, len(rows) + 1, f"{key} is missing", "Add a row.")
    for key, (line, _) in rows.items():
        if key not in used:
            raise ReadingError(path, line, f"nothing says {key!r}", nearest_hint(key, used))
    return CommonWords({key: words for key, (_, words) in rows.items()})


def read_words(flow: Flow, directory: Path, common: CommonWords, runs: SourceRuns) -> FlowWords:
    """The words of a flow in the language of a directory, those that it has in common too.

    Raises `ReadingError` with file and line for a key that is missing or has no use.
    """
    path = directory / f"{flow.id}.tsv"
    rows = _rows(path, runs)
    words: dict[str, str] = {}
    known = {*helps(flow)}
    for key, shared in needed_keys(flow, common):
        known.add(key)
        own = rows.get(key)
        if own is None and shared is None:
            raise ReadingError(path, len(rows) + 1, f"{key} is missing", "Add a row.")
        words[key] = own[1] if own else shared or ""
        if own and shared and key.startswith("say."):
            raise ReadingError(path, own[0], f"{key} stands in {COMMON}.tsv", "Delete one.")
    for key, (line, told) in rows.items():
        if key not in known:
            raise ReadingError(path, line, f"{flow.id} has no {key}", nearest_hint(key, known))
        words.setdefault(key, told)
    return words


def needed_keys(flow: Flow, common: CommonWords) -> Iterator[tuple[str, str | None]]:
    """Every key that needs words, with the words that it has in common or None."""
    yield "title", None
    yield "entry", None
    for question in flow.questions.values():
        yield question.words_key, None
        for answer in question.answers:
            yield question.answer_key(answer), common.answer(answer.key)
    for step in flow.steps:
        yield step.words_key, common.words.get(step.words_key)
    for parting in flow.partings:
        yield parting.words_key, None


def helps(flow: Flow) -> Iterator[str]:
    """The keys that may have words: a help for every question."""
    return (question.help_key for question in flow.questions.values())


def check_alike(flow: Flow, by_language: Mapping[str, FlowWords], directory: Path) -> None:
    """Raise `CorpusError` where a language has a help that another has not."""
    for key in helps(flow):
        having = [code for code, words in by_language.items() if key in words]
        lacking = [code for code in by_language if code not in having]
        if having and lacking:
            path = directory / lacking[0] / f"{flow.id}.tsv"
            raise CorpusError(f"{path}: {key} is missing", f"{having[0]} has it.")


def _rows(path: Path, runs: SourceRuns) -> dict[str, tuple[int, str]]:
    """The rows of a file by key, with their lines; raises `ReadingError` for a faulty one."""
    rows: dict[str, tuple[int, str]] = {}
    for line, (key, words) in read_tsv(path, _COLUMNS, required=True):
        if key in rows:
            raise ReadingError(path, line, f"a second {key}", "Delete one.")
        if not words.strip():
            raise ReadingError(path, line, f"{key} needs words")
        if shared := runs.shared(words):
            raise ReadingError(path, line, shared, "Say it in words of your own.")
        rows[key] = (line, words)
    return rows
