"""The manifest: which works, editions and texts there are, and whether their files are intact."""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from rapidfuzz import process

from kb.errors import CorpusError, NotFoundError

MANIFEST = "corpus/corpus.toml"
SCHEMA = "kodeks.corpus/1"

T = TypeVar("T")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATE = re.compile(rf"[0-9]{{4}}|{_DAY.pattern}")


@dataclass(frozen=True)
class Work:
    """A rulebook as an idea: `bridge`, `ulti`."""

    id: str
    title: str


@dataclass(frozen=True)
class Edition:
    """One numbering of a work. `effective` is an ISO date or a year."""

    id: str
    work: str
    title: str
    effective: str


@dataclass(frozen=True)
class Text:
    """An edition in one language, with its file and what may be done with it.

    `layout` names the module of kb.reading that understands the print; None for a text that no
    reader understands yet. `reading` is the curated file that goes with it.
    """

    id: str
    edition: str
    language: str
    title: str
    publisher: str
    revision: str
    effective: str
    status: str
    publish: bool
    export: bool
    rights_holder: str
    source: Path
    sha256: str
    layout: str | None
    reading: Path | None

    def lines(self) -> tuple[str, ...]:
        """The raw lines, after checking that the file is the one the manifest describes.

        Raises `CorpusError` with file, expected and found hash when it is missing or changed.
        """
        verify(self)
        return tuple(self.source.read_text(encoding="utf-8").split("\n"))


@dataclass(frozen=True)
class Corpus:
    """The whole manifest. `home` is the directory that contains corpus/."""

    home: Path
    date: str
    works: tuple[Work, ...]
    editions: tuple[Edition, ...]
    texts: tuple[Text, ...]

    def text(self, id: str) -> Text:
        """The text with this id; raises `NotFoundError` with the nearest ids."""
        return _find("text", id, {text.id: text for text in self.texts})

    def edition(self, id: str) -> Edition:
        """The edition with this id; raises `NotFoundError` with the nearest ids."""
        return _find("edition", id, {edition.id: edition for edition in self.editions})

    def superseded(self, edition: Edition) -> bool:
        """Whether a newer edition of the same work exists."""
        return any(
            other.work == edition.work and other.effective > edition.effective
            for other in self.editions
        )

    @property
    def readable(self) -> tuple[Text, ...]:
        """The texts that have a reader, in the manifest's order."""
        return tuple(text for text in self.texts if text.layout)


def find_home(start: Path | None = None) -> Path:
    """The directory with the corpus: $KODEKS_HOME, or the nearest above `start`, or our checkout.

    Raises `CorpusError` when there is none.
    """
    if named := os.environ.get("KODEKS_HOME"):
        if (Path(named) / MANIFEST).is_file():
            return Path(named).resolve()
        raise CorpusError(
            f"KODEKS_HOME is {named}, but {Path(named) / MANIFEST} does not exist",
            "Unset KODEKS_HOME or point it at a directory that contains corpus/corpus.toml.",
        )
    here = (start or Path.cwd()).resolve()
    for candidate in (here, *here.parents, Path(__file__).resolve().parents[1]):
        if (candidate / MANIFEST).is_file():
            return candidate
    raise CorpusError(
        f"no {MANIFEST} in {here} or above it",
        "Run kodeks inside the checkout, or set KODEKS_HOME to it.",
    )


def load(home: Path | None = None) -> Corpus:
    """Read and check the manifest; raises `CorpusError` with file and place for every fault."""
    home = home or find_home()
    path = home / MANIFEST
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CorpusError(f"{path} does not exist") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CorpusError(f"{path}: not valid TOML: {error}") from None
    top = _Table(path, "top level", raw)
    if (schema := top.string("schema")) != SCHEMA:
        raise CorpusError(f"{path}: schema is {schema!r}, this version reads {SCHEMA!r}")
    works = tuple(Work(t.string("id"), t.string("title")) for t in top.tables("work"))
    editions = tuple(
        Edition(t.string("id"), t.string("work"), t.string("title"), t.date("effective"))
        for t in top.tables("edition")
    )
    texts = tuple(_text(home, table) for table in top.tables("text"))
    corpus = Corpus(home, top.day("date"), works, editions, texts)
    _check_links(path, corpus)
    return corpus


def verify(text: Text) -> None:
    """Raise `CorpusError` unless the source file exists with the hash of the manifest."""
    try:
        found = hashlib.sha256(text.source.read_bytes()).hexdigest()
    except FileNotFoundError:
        found = "no such file"
    if found != text.sha256:
        raise CorpusError(
            f"{text.source}: expected sha256 {text.sha256}, found {found}",
            "Sources are never edited: restore the file, and mend slips in corpus/curation.",
        )


class _Table:
    """A TOML table that names itself when something in it is missing or of the wrong type."""

    def __init__(self, path: Path, where: str, raw: dict[str, Any]) -> None:
        self.path, self.where, self.raw = path, where, raw

    def _take(self, key: str, kind: type, what: str) -> Any:
        if key not in self.raw:
            raise CorpusError(f"{self.path}: {self.where}: {key} is missing")
        if not isinstance(self.raw[key], kind):
            raise CorpusError(f"{self.path}: {self.where}: {key} must be {what}")
        return self.raw[key]

    def string(self, key: str) -> str:
        value: str = self._take(key, str, "a string")
        return value

    def flag(self, key: str) -> bool:
        value: bool = self._take(key, bool, "true or false")
        return value

    def date(self, key: str) -> str:
        return self._matching(key, _DATE, "an ISO date or a year")

    def day(self, key: str) -> str:
        return self._matching(key, _DAY, "an ISO date")

    def _matching(self, key: str, pattern: re.Pattern[str], what: str) -> str:
        value = self.string(key)
        if not pattern.fullmatch(value):
            raise CorpusError(f"{self.path}: {self.where}: {key} must be {what}, not {value!r}")
        return value

    def optional(self, key: str) -> str | None:
        return self.string(key) if key in self.raw else None

    def table(self, key: str) -> _Table:
        return _Table(self.path, f"{self.where}, {key}", self._take(key, dict, "a table"))

    def tables(self, key: str) -> list[_Table]:
        rows: list[Any] = self._take(key, list, f"written as [[{key}]]")
        out = []
        for number, row in enumerate(rows, 1):
            if not isinstance(row, dict):
                raise CorpusError(f"{self.path}: {key} must be written as [[{key}]]")
            out.append(_Table(self.path, f"[[{key}]] {row.get('id', f'number {number}')}", row))
        return out


def _text(home: Path, table: _Table) -> Text:
    rights = table.table("rights")
    source = table.table("source")
    reading = table.optional("reading")
    edition = table.string("edition")
    language = table.string("language")
    id = table.string("id")
    if id != f"{edition}/{language}":
        raise CorpusError(f"{table.path}: {table.where}: id must be {edition}/{language}")
    return Text(
        id=id,
        edition=edition,
        language=language,
        title=table.string("title"),
        publisher=table.string("publisher"),
        revision=table.string("revision"),
        effective=table.date("effective"),
        status=table.string("status"),
        publish=rights.flag("publish"),
        export=rights.flag("export"),
        rights_holder=rights.string("holder"),
        source=home / "corpus" / source.string("file"),
        sha256=source.string("sha256"),
        layout=table.optional("layout"),
        reading=home / "corpus" / reading if reading else None,
    )


def _check_links(path: Path, corpus: Corpus) -> None:
    for what, ids in (
        ("work", [work.id for work in corpus.works]),
        ("edition", [edition.id for edition in corpus.editions]),
        ("text", [text.id for text in corpus.texts]),
    ):
        twice = sorted({id for id in ids if ids.count(id) > 1})
        if twice:
            raise CorpusError(f"{path}: {what} {twice[0]} is there twice")
    works = {work.id for work in corpus.works}
    editions = {edition.id for edition in corpus.editions}
    for edition in corpus.editions:
        if edition.work not in works:
            raise CorpusError(f"{path}: edition {edition.id} names no known work: {edition.work}")
    for text in corpus.texts:
        if text.edition not in editions:
            raise CorpusError(f"{path}: text {text.id} names no known edition: {text.edition}")
        if (text.layout is None) != (text.reading is None):
            raise CorpusError(f"{path}: text {text.id} needs layout and reading both, or neither")


def _find(what: str, id: str, known: dict[str, T]) -> T:
    if id not in known:
        near = [name for name, _, _ in process.extract(id, known.keys(), limit=3, score_cutoff=50)]
        raise NotFoundError(f"there is no {what} {id!r}", near)
    return known[id]
