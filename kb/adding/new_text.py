"""Adds a text to the corpus: all its files and entries, or nothing.

Everything is made in a directory of its own first and read there, so that faults show before the
corpus is touched. The manifest is written last: until then the corpus does not know the text.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from babel import Locale, UnknownLocaleError

from kb.adding.looking import Findings
from kb.adding.manifest_entries import (
    FileEntry,
    NewText,
    TextFiles,
    with_edition,
    with_text,
    with_units,
    with_work,
)
from kb.adding.plain_source import PlainSource
from kb.adding.print_toml import NO_CORRECTIONS, print_toml
from kb.core.errors import CorpusError, InvalidIdError, ReadingError
from kb.corpus.corpus import Corpus
from kb.corpus.manifest import MANIFEST, load
from kb.files.atomic import write_whole
from kb.reading.numbered import read_as_prose
from kb.reading.read import read

_EDITION = re.compile(r"[a-z]+(?:-[0-9a-z]+)*")
_LANGUAGE = re.compile(r"[a-z]{2}")
_YEAR = re.compile(r"[0-9]{4}")
_LAST_YEAR = re.compile(r"-([0-9]{4})$")


class FaultyAnswerError(InvalidIdError):
    """What was said of a new text cannot be so: a malformed id, or one that is taken."""


@dataclass(frozen=True)
class Trial:
    """What the reader made of a text: its records by kind and the words it left over, or a fault.

    `as_prose` is how many lines that look numbered it took for words. All are
    empty for a text without a layout, which nothing reads.
    """

    kinds: Mapping[str, int]
    left_over: tuple[int, ...] = ()
    as_prose: int = 0
    fault: str | None = None


@dataclass(frozen=True)
class Draft:
    """A text that is ready to be written: its files below the home, and the manifest with it.

    `before` is the manifest that it was made of, `trial` what the reader made of the text.
    """

    new: NewText
    files: Mapping[str, bytes]
    before: bytes
    manifest: bytes
    trial: Trial


def work_of(edition: str) -> str:
    """The work that the id of an edition suggests.

    >>> work_of("game-2018")
    'game'
    """
    return _LAST_YEAR.sub("", edition)


def year_of(edition: str) -> str | None:
    """The year in the id of an edition; None where it has none."""
    found = _LAST_YEAR.search(edition)
    return found[1] if found else None


def check_edition(corpus: Corpus, edition: str) -> None:
    """Raise `FaultyAnswerError` unless this can be the id of an edition of laws."""
    if not _EDITION.fullmatch(edition):
        raise FaultyAnswerError(
            f"{edition!r} cannot be the id of an edition",
            "Ids have small letters, digits and hyphens, and begin with a letter: game-2018.",
        )
    about = next((one.about for one in corpus.editions if one.id == edition), None)
    if about:
        raise FaultyAnswerError(f"{edition} are articles about {about}: those need hand work")


def check_language(corpus: Corpus, edition: str, language: str) -> None:
    """Raise `FaultyAnswerError` unless an edition can get a text in this language."""
    try:
        known = bool(_LANGUAGE.fullmatch(language) and Locale.parse(language))
    except UnknownLocaleError:
        known = False
    if not known:
        raise FaultyAnswerError(
            f"{language!r} is no language that is known",
            "A language is a two-letter code: en, pl, tr.",
        )
    if f"{edition}/{language}" in {text.id for text in corpus.texts}:
        raise FaultyAnswerError(
            f"{edition}/{language} is in the corpus already",
            "Another edition needs another id; a text that is there is mended in corpus/curation.",
        )


def check_work(corpus: Corpus, edition: str, work: str) -> None:
    """Raise `FaultyAnswerError` unless an edition can be of this work."""
    if not _EDITION.fullmatch(work):
        raise FaultyAnswerError(f"{work!r} cannot be the id of a work", "Say for instance: game.")
    of = next((one.work for one in corpus.editions if one.id == edition), work)
    if of != work:
        raise FaultyAnswerError(f"{edition} is an edition of {of}, not of {work}")


def check_new_only(
    corpus: Corpus, work: str, names: Sequence[str] | None, title: str | None
) -> None:
    """Raise `FaultyAnswerError` when names or a title are given to a work that is there already."""
    if work in {one.id for one in corpus.works} and (names or title):
        key = "names" if names else "title"
        raise FaultyAnswerError(
            f"{work} is a work of the corpus already: its {key} cannot be given here",
            f"Edit `{key}` of the work {work} in {MANIFEST}, and leave the option out here.",
        )


def check_effective(effective: str) -> None:
    """Raise `FaultyAnswerError` unless this is an ISO date or a year."""
    try:
        if not _YEAR.fullmatch(effective):
            date.fromisoformat(effective)
    except ValueError:
        raise FaultyAnswerError(
            f"{effective!r} is no date", "Say a year, or a date such as 2018-01-31."
        ) from None


def check_words(words: str) -> None:
    """Raise `FaultyAnswerError` unless these are words that can stand in the manifest."""
    if not words.strip() or not words.isprintable():
        raise FaultyAnswerError(f"{words!r} has no words, or characters that cannot be printed")


def draft(corpus: Corpus, new: NewText, source: PlainSource, found: Findings) -> Draft:
    """A text with all its files, read once for trial; nothing is written into the corpus.

    Raises `FaultyAnswerError` for answers that cannot be so, and `CorpusError` when the files are
    there already or the manifest would be faulty.
    """
    check_edition(corpus, new.edition)
    check_language(corpus, new.edition, new.language)
    check_work(corpus, new.edition, new.work)
    check_effective(new.effective)
    said = (new.title, new.work_title, new.edition_title, new.publisher, new.revision)
    for words in (*said, new.status, new.holder, *new.names):
        check_words(words)
    files: dict[str, bytes] = {f"sources/{new.stem}.txt": source.content}
    if source.original is not None:
        files[f"sources/original/{new.stem}{source.suffix}"] = source.original
    names = [*files]
    reading = f"curation/reading/{new.stem}"
    files[f"{reading}/print.toml"] = print_toml(new.id, found, source.lines).encode()
    files[f"{reading}/corrections.tsv"] = NO_CORRECTIONS.encode()
    for name in (*names, reading):
        if (corpus.home / "corpus" / name).exists():
            raise CorpusError(
                f"{corpus.home / 'corpus' / name} is there already",
                "No text has it: move it away, or choose another id.",
            )
    entries = [FileEntry(name, hashlib.sha256(files[name]).hexdigest()) for name in names]
    original = entries[1] if len(entries) > 1 else None
    before = (corpus.home / MANIFEST).read_bytes()
    toml = _manifest(
        before.decode(), corpus, new, found, TextFiles(entries[0], original, found.layout)
    )
    below = {f"corpus/{name}": content for name, content in files.items()}
    return Draft(new, below, before, toml.encode(), _try(corpus.home, new, below, toml.encode()))


def _manifest(toml: str, corpus: Corpus, new: NewText, found: Findings, files: TextFiles) -> str:
    works = [work.id for work in corpus.works]
    if new.work not in works:
        toml = with_work(toml, new, found.numbering, found.units)
    elif new.language not in corpus.works[works.index(new.work)].profile.units:
        toml = with_units(toml, new, works.index(new.work), found.units)
    if new.edition not in {edition.id for edition in corpus.editions}:
        toml = with_edition(toml, new)
    return with_text(toml, new, files)


def _try(home: Path, new: NewText, files: Mapping[str, bytes], manifest: bytes) -> Trial:
    """Read a text in a home of its own; messages name the files where they are going to be."""
    with tempfile.TemporaryDirectory(prefix="kodeks-new-") as name:
        trial = Path(name).resolve()
        for file, content in {**files, MANIFEST: manifest}.items():
            (trial / file).parent.mkdir(parents=True, exist_ok=True)
            (trial / file).write_bytes(content)
        try:
            text = load(trial).text(new.id)
            if text.layout is None:
                return Trial({})
            reading = read(text)
            as_prose = sum(1 for _ in read_as_prose(text.lines(), reading))
        except ReadingError as error:
            fault = f"{error.message}\n{error.hint}" if error.hint else error.message
            return Trial({}, fault=fault.replace(str(trial), str(home)))
        except CorpusError as error:
            moved = (error.message, error.hint or "")
            raise CorpusError(*(words.replace(str(trial), str(home)) for words in moved)) from None
    kinds = Counter[str](record.kind for record in reading.records)
    left_over = tuple(span.line for span in reading.unclaimed)
    return Trial(kinds, left_over, as_prose)


def write(home: Path, made: Draft) -> None:
    """Write a text into the corpus; when anything fails, nothing of it stays.

    Raises `CorpusError` when the manifest has changed since the draft was made, `OSError` when the
    disk refuses.
    """
    done: list[Path] = []
    try:
        for name, content in made.files.items():
            path = home / name
            done += _made_directories(path.parent)
            write_whole(path, content)
            done.append(path)
        if (home / MANIFEST).read_bytes() != made.before:
            raise CorpusError(
                f"{home / MANIFEST} has changed meanwhile, so nothing was written", "Try again."
            )
        write_whole(home / MANIFEST, made.manifest)
    except BaseException:
        for path in reversed(done):
            path.rmdir() if path.is_dir() else path.unlink()
        raise


def _made_directories(directory: Path) -> list[Path]:
    """The directories that had to be made for this one to be there, the outermost first."""
    missing = [path for path in (directory, *directory.parents) if not path.exists()]
    directory.mkdir(parents=True, exist_ok=True)
    return missing[::-1]
