"""Corpus → build/: read every text, write its records, index them; swap in only what is whole."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.articles import explain
from kb.citations.checking import check_patterns
from kb.citations.references import CitedCode, references
from kb.concepts.everyday import read_everyday
from kb.concepts.lexicon import Lexicon, lexicon
from kb.concepts.mentions import mentions
from kb.concepts.situations import read_situations
from kb.core.concepts import LexiconHeader, Mention
from kb.core.references import Reference
from kb.core.stored import to_json
from kb.core.titles import TitlesOfLaw
from kb.corpus import MANIFEST, Corpus, Text, hash_file, verify
from kb.correspondence import correspond
from kb.errors import BuildError, ReadingError
from kb.ids import ProvisionId
from kb.model import RECORDS_SCHEMA, REFERENCES_SCHEMA, Reading
from kb.reading.read import read
from kb.search.indexing import Material, write_search
from kb.steps import Progress, silent
from kb.store import (
    CONCEPTS_SCHEMA,
    CORPUS,
    CURRENT,
    MENTIONS_SCHEMA,
    TITLES_SCHEMA,
    Store,
    build_root,
    current,
    file_name,
    fingerprint,
)
from kb.titles import Titles, law_titles
from kb.writing import locked, write_whole

#: Where a home keeps what dictionaries say of its words: it outlives builds.
WORD_FORMS = "build/words"

#: A build may be read by other users (the temporary directory it begins as may not).
_READABLE = 0o755


@dataclass(frozen=True)
class BuildResult:
    """What a build did: `fresh` is False when nothing had changed."""

    store: Store
    fresh: bool
    readings: tuple[Reading, ...] = ()


def build(corpus: Corpus, force: bool = False, progress: Progress = silent) -> BuildResult:
    """Build the corpus unless the current build is whole and of this very corpus and code.

    The new build takes the place of the old one only when every file is written; whatever
    fails before (a faulty source, a full disk) leaves the old one in use. Raises `KodeksError`.
    """
    for text in corpus.texts:
        verify(text)
    root = build_root(corpus.home)
    mark = fingerprint(corpus.home)
    store = current(corpus.home)
    if store and not force and store.stale(mark) is None:
        return BuildResult(store, fresh=False)  # without a write: build/ may be read-only
    check_patterns()
    with locked(root, _unwritable):  # a second build waits, and then finds its work done
        store = current(corpus.home)
        if store and not force and store.stale(mark) is None:
            return BuildResult(store, fresh=False)  # somebody else built it while we waited
        try:
            directory = Path(tempfile.mkdtemp(prefix=f"{mark[:12]}-", dir=root))
            directory.chmod(_READABLE)
            try:
                readings = _write(corpus, directory, mark, progress)
                _swap(root, directory)
            except BaseException:
                shutil.rmtree(directory, ignore_errors=True)
                raise
        except OSError as error:
            raise _unwritable(root, error) from None
        _tidy(root, keep={directory.name, store.directory.name if store else ""})
        fresh = current(corpus.home)
        assert fresh is not None  # it has just been swapped in
        return BuildResult(fresh, fresh=True, readings=readings)


def _write(corpus: Corpus, directory: Path, mark: str, progress: Progress) -> tuple[Reading, ...]:
    """Write every file of a build into its own directory, the manifest last."""
    texts = corpus.readable
    total = len(texts) + 2
    shutil.copyfile(corpus.home / MANIFEST, directory / CORPUS)
    readings = []
    for done, text in enumerate(texts):
        progress(f"reading {text.id}", done, total)
        reading = read(text)
        if reading.unclaimed:
            raise ReadingError(
                text.source,
                reading.unclaimed[0].line,
                "these words belong to nothing",
                f"scripts/ingest.py {text.id} lists all such lines.",
            )
        readings.append(reading)
    readings = correspond(corpus, explain(corpus, readings))
    for text, reading in zip(texts, readings, strict=True):
        write_reading(directory, reading)
        cited = references(reading, text.language, _cited(corpus, text, readings))
        write_references(directory, text.id, cited)
    titles = law_titles(corpus, readings)
    for edition, of_edition in titles.items():
        write_titles(directory, edition, of_edition)
    progress("finding terms", len(texts), total)
    known = lexicon(corpus, readings)
    write_lexicon(directory, known)
    for text, reading in zip(texts, readings, strict=True):
        finder = known.finder(text.id, text.language)
        write_mentions(directory, text.id, [*mentions(reading, finder)])
    progress("indexing", len(texts) + 1, total)
    senses, situations = read_everyday(corpus.home), read_situations(corpus, readings)
    kept = corpus.home / WORD_FORMS
    material = Material(corpus, readings, titles, known, senses, situations)
    write_search(directory, material, kept)
    progress("done", total, total)
    files = sorted(p for p in directory.rglob("*") if p.is_file())
    hashes = {p.relative_to(directory).as_posix(): hash_file(p) for p in files}
    Store(directory, mark, hashes).write_manifest()
    return tuple(readings)


def _cited(corpus: Corpus, text: Text, readings: Sequence[Reading]) -> CitedCode | None:
    """What an article cites: the code that it is about, in any language; None for a code itself."""
    about = corpus.edition(text.edition).about
    if about is None:
        return None
    codes = {one.id for one in corpus.readable if one.edition == about}
    records = (r for reading in readings if reading.text in codes for r in reading.records)
    return CitedCode(about, frozenset(r.id for r in records if isinstance(r.id, ProvisionId)))


def write_reading(directory: Path, reading: Reading) -> None:
    """Write the records and layout claims of one text as JSON Lines below a directory."""
    header = {"schema": RECORDS_SCHEMA, "text": reading.text, "records": len(reading.records)}
    _write_lines(
        directory / "records" / f"{file_name(reading.text)}.jsonl",
        [header, *(record.stored() for record in reading.records)],
    )
    claims = [(claim.rule, claim.span) for claim in reading.layout]
    left = [(None, span) for span in reading.unclaimed]
    _write_lines(
        directory / "layout" / f"{file_name(reading.text)}.jsonl",
        [{"rule": rule, "span": list(span)} for rule, span in (*claims, *left)],
    )


def write_references(directory: Path, text: str, found: Sequence[Reference]) -> None:
    """Write the references of one text as JSON Lines below a directory."""
    header = {"schema": REFERENCES_SCHEMA, "text": text, "references": len(found)}
    _write_lines(directory / "references" / f"{file_name(text)}.jsonl", [header, *found])


def write_titles(directory: Path, edition: str, titles: Titles) -> None:
    """Write what the laws of an edition are called, one law a line, below a directory."""
    header = {"schema": TITLES_SCHEMA, "edition": edition, "laws": len(titles)}
    rows = (TitlesOfLaw(law, by_language) for law, by_language in titles.items())
    _write_lines(directory / "titles" / f"{edition}.jsonl", [header, *rows])


def write_lexicon(directory: Path, lexicon: Lexicon) -> None:
    """Write the concepts, one a line, below a directory; the header has languages and areas."""
    header = LexiconHeader(
        CONCEPTS_SCHEMA,
        len(lexicon.concepts),
        lexicon.languages,
        lexicon.free_order,
        {code: forms.stored() for code, forms in lexicon.forms.items()},
        lexicon.areas,
    )
    _write_lines(directory / "concepts.jsonl", [header, *lexicon.concepts])


def write_mentions(directory: Path, text: str, found: Sequence[Mention]) -> None:
    """Write where a text mentions concepts as JSON Lines below a directory."""
    header = {"schema": MENTIONS_SCHEMA, "text": text, "mentions": len(found)}
    _write_lines(directory / "mentions" / f"{file_name(text)}.jsonl", [header, *found])


def _write_lines(path: Path, rows: Iterable[object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (to_json(row) + "\n" for row in rows)
    write_whole(path, "".join(lines).encode())


def _swap(root: Path, directory: Path) -> None:
    """Point `current` at a new build in one step."""
    link = root / f".{CURRENT}-{directory.name}"
    try:
        link.symlink_to(directory.name)
        link.replace(root / CURRENT)
    finally:
        link.unlink(missing_ok=True)


def _tidy(root: Path, keep: set[str]) -> None:
    """Remove what is left of broken-off builds, and all but the current and the one before.

    The one before stays because somebody may still be reading it.
    """
    for path in root.iterdir():
        if path.is_symlink():
            if path.name != CURRENT:
                path.unlink(missing_ok=True)
        elif path.is_dir() and path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)


def _unwritable(root: Path, error: OSError) -> BuildError:
    return BuildError(
        f"cannot write {root}: {error.strerror or error}",
        "Make build/ writable (or free some space); what was built before is untouched.",
    )
