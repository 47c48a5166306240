"""Checks what was read from texts: what a reader let pass, and what cannot be told apart.

It is the tool of whoever adds a text. `kodeks report` compares languages; this looks at each text
alone, and at the works of the corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kb.core.errors import KodeksError, ReadingError
from kb.core.ids import ProvisionId
from kb.core.read_records import Reading
from kb.corpus.corpus import Corpus, Text
from kb.corpus.distinguishing import alike
from kb.corpus.manifest import MANIFEST
from kb.files.typed_toml import read_text
from kb.reading.numbered import gaps, headings_read_as_words, read_as_prose
from kb.reading.read import read, settled
from kb.records.findings import Finding, cut
from kb.records.report import dangling
from kb.storage.store import Store

#: Version of the JSON that `kodeks check` prints; kb/schemas/check.json describes it.
SCHEMA = "kodeks.check/1"

_SETTLE = "add a line of kind prose to corrections.tsv, with the id of the provision that goes on"


class CheckKind(NamedTuple):
    """What findings of a kind are, and what to do about them."""

    meaning: str
    todo: str


#: The kinds of findings in the order of the output.
KINDS = {
    "stopped": CheckKind(
        "the reader stops here: nothing below is read",
        "Mend print.toml or corrections.tsv as it says, and check again.",
    ),
    "unclaimed": CheckKind(
        "words that no reader took",
        "Mend the sections in print.toml: every line belongs to one.",
    ),
    "prose": CheckKind(
        "looks numbered and was read as prose",
        "If it is a provision, its style is missing in [labels] of print.toml, or the layout is "
        f"not that of the text. If it is prose, {_SETTLE}.",
    ),
    "heading": CheckKind(
        "looks like a heading and was read as words",
        "If it is the heading of a chapter, add a [[chapter]] with its style to print.toml; if "
        f"another part of the book begins there, a [[section]]. If it is prose, {_SETTLE}.",
    ),
    "gap": CheckKind(
        "the numbering has a hole",
        "Look at the lines above: a label may be misprinted (add a line of kind label to "
        "corrections.tsv), or its style may be missing in [labels] of print.toml. If the book "
        "has no such number, add a line of kind gap.",
    ),
    "dangling": CheckKind(
        "cites a provision that does not exist",
        "Look whether that provision was read. If the print errs, or means another book, leave it.",
    ),
    "locator": CheckKind(
        "the index points to what does not exist",
        "Look whether that provision was read. If the print errs, leave it.",
    ),
    "unbuilt": CheckKind(
        "no build could be made, and citations were not looked at",
        "Mend this first: kodeks build says it too.",
    ),
    "alike": CheckKind(
        "two works that the linker cannot tell apart",
        "Mend the works in the manifest as it says.",
    ),
}


@dataclass(frozen=True)
class CheckFinding:
    """One thing to look at.

    `of` is the id of a text, or those of works; `file` is below the home and `line` counts from 1;
    `id` is the record that it is about, if there is one; `words` are those of the line.
    """

    kind: str
    of: str
    file: str
    line: int
    id: str | None
    what: str
    words: str


@dataclass(frozen=True)
class CheckedText:
    """How much was read from a text: its provisions, and those without a line of their own."""

    text: str
    records: int
    provisions: int
    implied: tuple[str, ...]


@dataclass(frozen=True)
class CheckResult:
    """What was read, and what there is to look at, by kind and then in the order of the texts."""

    texts: tuple[CheckedText, ...]
    findings: tuple[CheckFinding, ...]

    def to_json(self) -> dict[str, Any]:
        """What kb/schemas/check.json describes."""
        counts = {kind: sum(f.kind == kind for f in self.findings) for kind in KINDS}
        return {
            "schema": SCHEMA,
            "texts": [asdict(text) for text in self.texts],
            "counts": counts,
            "findings": [asdict(finding) for finding in self.findings],
        }


def check(corpus: Corpus, texts: Sequence[Text], build: Callable[[], Store]) -> CheckResult:
    """Read these texts and look at what came of it, and at the works that they are of.

    `build` gives the build in which citations are looked up; it is not asked for when a text
    cannot be read as a whole.
    """
    read_texts: list[CheckedText] = []
    findings: list[CheckFinding] = []
    for text in texts:
        try:
            reading = read(text)
        except ReadingError as error:
            findings.append(_stopped(corpus.home, text, error))
            continue
        read_texts.append(_summary(reading))
        findings += _of_reading(corpus.home, text, reading)
    if not any(finding.kind in ("stopped", "unclaimed") for finding in findings):
        findings += _of_citations(corpus, texts, build)
    works = {corpus.edition(text.edition).work for text in texts}
    findings += _of_works(corpus, works)
    order = [*KINDS]
    return CheckResult(
        tuple(read_texts), tuple(sorted(findings, key=lambda finding: order.index(finding.kind)))
    )


def _summary(reading: Reading) -> CheckedText:
    provisions = [record for record in reading.records if isinstance(record.id, ProvisionId)]
    implied = tuple(
        str(record.id) for record in provisions if record.kind == "provision" and not record.spans
    )
    return CheckedText(reading.text, len(reading.records), len(provisions), implied)


def _below(home: Path, file: Path | str) -> str:
    path = Path(file)
    return str(path.relative_to(home)) if path.is_relative_to(home) else str(path)


def _stopped(home: Path, text: Text, error: ReadingError) -> CheckFinding:
    lines = read_text(Path(error.file)).split("\n")
    words = lines[error.line - 1] if error.line <= len(lines) else ""
    what = error.message.removeprefix(f"{error.file}:{error.line}: ")
    if error.hint:
        what = f"{what}. {error.hint}"
    return CheckFinding(
        "stopped", text.id, _below(home, error.file), error.line, None, what, cut(words)
    )


def _of_reading(home: Path, text: Text, reading: Reading) -> Iterator[CheckFinding]:
    """What a reader let pass in a text, but for what its curation has settled."""
    file, lines, known = _below(home, text.source), text.lines(), settled(text)
    for line, start, end in reading.unclaimed:
        words = cut(lines[line - 1][start:end])
        yield CheckFinding("unclaimed", text.id, file, line, None, "belongs to nothing", words)
    for numbered in read_as_prose(lines, reading):
        if numbered.line not in known.lines:
            what = f"{numbered.label!r} begins a line of its words"
            yield CheckFinding(
                "prose", text.id, file, numbered.line, numbered.record, what, cut(numbered.words)
            )
    for heading in headings_read_as_words(lines, reading):
        if heading.line not in known.lines:
            what = "a line in capitals among its words"
            yield CheckFinding(
                "heading", text.id, file, heading.line, heading.record, what, cut(heading.words)
            )
    for gap in gaps(reading.records):
        if gap.line not in known.gaps and gap.expected not in known.skipped:
            what = f"{gap.found} stands where {gap.expected} is expected"
            words = cut(lines[gap.line - 1])
            yield CheckFinding("gap", text.id, file, gap.line, gap.found, what, words)


def _of_citations(
    corpus: Corpus, texts: Sequence[Text], build: Callable[[], Store]
) -> Iterator[CheckFinding]:
    try:
        store = build()
    except KodeksError as error:
        what = f"{error.message}. {error.hint}" if error.hint else error.message
        file, line = MANIFEST, 1
        if isinstance(error, ReadingError):
            file, line = _below(corpus.home, error.file), error.line
        of = ", ".join(text.id for text in texts)
        yield CheckFinding("unbuilt", of, file, line, None, what, "")
        return
    files = {text.id: _below(corpus.home, text.source) for text in texts}
    for text in texts:
        for finding in dangling(text.edition, text, store):
            yield _cited(files, finding)


def _cited(files: dict[str, str], finding: Finding) -> CheckFinding:
    (place,) = finding.places
    return CheckFinding(
        finding.kind,
        place.text,
        files[place.text],
        place.line,
        finding.id,
        finding.what,
        place.words,
    )


def _of_works(corpus: Corpus, works: set[str]) -> Iterator[CheckFinding]:
    manifest = read_text(corpus.home / MANIFEST)
    for pair in alike(corpus):
        if works.isdisjoint(pair.works):
            continue
        line, what = _line_of_id(manifest, pair.works[1]), f"{pair.why}. {pair.todo}"
        yield CheckFinding("alike", ", ".join(pair.works), MANIFEST, line, None, what, "")


def _line_of_id(manifest: str, id: str) -> int:
    """The number of the first line of a manifest that gives something this id; 1 if none does."""
    for number, line in enumerate(manifest.split("\n"), 1):
        key, _, value = line.partition("=")
        if key.rstrip() == "id" and value.lstrip().startswith(f'"{id}"'):
            return number
    return 1
