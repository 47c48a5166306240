"""Reads the manifest: which works, editions and texts there are, and what their files should be."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from kb.core.errors import CorpusError, NotFoundError
from kb.core.nearest import nearest
from kb.corpus.profile import LETTERED, Profile, read_profile
from kb.files.typed_toml import TomlTable, read_text, read_toml

MANIFEST = "corpus/corpus.toml"

#: The layouts of articles, which explain an edition; the other layouts are those of lawbooks.
ARTICLES = frozenset({"columns"})
SCHEMA = "kodeks.corpus/1"

T = TypeVar("T")
_YEAR = re.compile(r"[0-9]{4}")
_ID = re.compile(r"[a-z]+(?:-[0-9a-z]+)*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_HASH = "64 hexadecimal digits"
_LANGUAGE = re.compile(r"[a-z]{2}")
_LANGUAGES = "a two-letter BCP 47 code"


@dataclass(frozen=True)
class Work:
    """A rulebook whatever its edition or language.

    `names` is what people call it and its game, in every inflection, of one word or several; a work
    about the game of another has none. `term` says that the name is also a word of its rules.
    `years` are those of its editions, including those that are not in the corpus; `since` has the
    first year in force for those whose year is not that. `profile` says what its numbers are.
    `default` marks the work to which a number belongs when nothing says more of it.
    """

    id: str
    title: str
    names: tuple[str, ...] = ()
    term: bool = False
    years: tuple[str, ...] = ()
    since: Mapping[str, str] = field(default_factory=dict)
    profile: Profile = LETTERED
    default: bool = False

    @property
    def in_force(self) -> dict[str, int]:
        """For the year of each edition, from which year on it was in force."""
        return {year: int(self.since.get(year, year)) for year in self.years}


@dataclass(frozen=True)
class Edition:
    """A version of a work with its own numbering. `effective` is an ISO date or a year.

    `about` is the edition that articles explain, None for an edition of laws. `profile` is that of
    its work: how its provisions are numbered and called.
    """

    id: str
    work: str
    title: str
    effective: str
    about: str | None = None
    profile: Profile = LETTERED

    @property
    def year(self) -> str:
        """The year by which people know it."""
        return self.effective[:4]


@dataclass(frozen=True)
class Original:
    """The file from which a source was made, which is kept beside it."""

    file: Path
    sha256: str


@dataclass(frozen=True)
class Text:
    """An edition in one language, with its file, and whether it may be published and exported.

    `layout` names the reader in kb.reading that understands the print; None for a text that no
    reader understands yet. `reading` is the directory of the curated files for that reader.
    `original` is the document that the source was made of, None where it is the source itself.
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
    original: Original | None = None

    def lines(self) -> tuple[str, ...]:
        """The raw lines, after checking that the file is the one the manifest describes.

        Raises `CorpusError` with file, expected and found hash when it is missing or changed.
        """
        verify(self)
        return tuple(read_text(self.source).split("\n"))


@dataclass(frozen=True)
class Corpus:
    """The whole manifest. `home` is the directory that contains corpus/.

    `contents` says in a few words what the corpus has, `about` in a sentence, which the catalogues
    translate. `examples` are what help texts look up: a number, then words.
    """

    home: Path
    date: str
    works: tuple[Work, ...]
    editions: tuple[Edition, ...]
    texts: tuple[Text, ...]
    contents: str = ""
    about: str = ""
    examples: tuple[str, ...] = ()

    def text(self, id: str) -> Text:
        """The text with this id; raises `NotFoundError` with the nearest ids."""
        return _find("text", id, {text.id: text for text in self.texts})

    def edition(self, id: str) -> Edition:
        """The edition with this id; raises `NotFoundError` with the nearest ids."""
        return _find("edition", id, {edition.id: edition for edition in self.editions})

    def work(self, id: str) -> Work:
        """The work with this id; raises `NotFoundError` with the nearest ids."""
        return _find("work", id, {work.id: work for work in self.works})

    @property
    def default_work(self) -> Work:
        """The work that a number belongs to when nothing says more; the first if none is marked."""
        return next((work for work in self.works if work.default), self.works[0])

    def superseded(self, edition: Edition) -> bool:
        """Whether a newer edition of the same work exists."""
        return any(
            other.work == edition.work and other.effective > edition.effective
            for other in self.editions
        )

    def newest(self, work: str, texts: Iterable[Text]) -> Edition:
        """The newest edition of a work among those that these texts are of."""
        editions = (self.edition(text.edition) for text in texts)
        return max((e for e in editions if e.work == work), key=lambda e: e.effective)

    def game(self, edition: str) -> str:
        """The game that an edition is about: its work, or that of the edition that it explains."""
        explained = self.edition(edition)
        return self.game(explained.about) if explained.about else explained.work

    @property
    def lawbooks(self) -> tuple[Text, ...]:
        """The texts with a reader that are law themselves, and not about it."""
        about = {edition.id for edition in self.editions if edition.about}
        return tuple(text for text in self.readable if text.edition not in about)

    def rivals(self, editions: Iterable[str]) -> frozenset[str]:
        """Those of some editions whose numbers look like those of the default work, if that is one.

        A statute is cited in a way of its own, and is no rival; nor is what explains the default.
        """
        among, default = {*editions}, self.default_work.id
        if default not in (self.edition(id).work for id in among):
            return frozenset()
        return frozenset(
            id
            for id in among
            if self.game(id) != default and not self.edition(id).profile.is_statute
        )

    @cached_property
    def families(self) -> dict[str, str]:
        """By edition the game of which it is if that is a rival of the default work's, else ""."""
        rivals = self.rivals(edition.id for edition in self.editions)
        home = {edition.id: "" for edition in self.editions if edition.id not in rivals}
        return home | {id: self.game(id) for id in sorted(rivals)}

    @cached_property
    def profiles(self) -> dict[str, Profile]:
        """The profile of each work that has a lawbook here, by the id of the work."""
        editions = (self.edition(text.edition) for text in self.lawbooks)
        return {edition.work: edition.profile for edition in editions}

    @cached_property
    def lasting(self) -> frozenset[str]:
        """The works that have an address of their own, which leads to an edition.

        They are those whose id is not also the id of an edition.
        """
        return frozenset(work.id for work in self.works) - {edition.id for edition in self.editions}

    @cached_property
    def published(self) -> tuple[Text, ...]:
        """The texts that can be read and may be published, in the manifest's order."""
        return tuple(text for text in self.readable if text.publish)

    @cached_property
    def page_languages(self) -> tuple[str, ...]:
        """The languages that have pages: of published texts first, then others with a catalogue."""
        from kb.languages.catalogue import (
            catalogues,  # Babel is slow to import, and a search has no need of it
        )

        spoken = (text.language for text in self.published)
        return tuple(dict.fromkeys((*spoken, *catalogues(self.home))))

    @property
    def readable(self) -> tuple[Text, ...]:
        """The texts that have a reader, in the manifest's order."""
        return tuple(text for text in self.texts if text.layout)

    def texts_of(self, edition: str) -> tuple[Text, ...]:
        """The texts of an edition that have a reader, in the manifest's order."""
        return tuple(text for text in self.readable if text.edition == edition)


def find_home(start: Path | None = None) -> Path:
    """The directory with the corpus: $KODEKS_HOME, the nearest above `start`, or else our checkout.

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
    for candidate in (here, *here.parents, Path(__file__).resolve().parents[2]):
        if (candidate / MANIFEST).is_file():
            return candidate
    raise CorpusError(
        f"no {MANIFEST} in {here} or above it",
        "Run kodeks inside the checkout, or set KODEKS_HOME to it.",
    )


def load(home: Path | None = None, path: Path | None = None) -> Corpus:
    """Read and check the manifest; raises `CorpusError` with file and place for every fault.

    `path` names a copy of the manifest, such as that of a build, to be read instead of the home's.
    """
    home = home or find_home()
    path = path or home / MANIFEST
    top = read_toml(path)
    if (schema := top.string("schema")) != SCHEMA:
        raise CorpusError(f"{path}: schema is {schema!r}, this version reads {SCHEMA!r}")
    works = tuple(_work(table) for table in top.tables("work"))
    editions = _with_profiles(works, [_edition(table) for table in top.tables("edition")])
    texts = tuple(_text(home, table) for table in top.tables("text"))
    corpus = Corpus(
        home,
        _day(top, "date"),
        works,
        editions,
        texts,
        top.optional("contents") or "",
        top.optional("about") or "",
        top.strings("examples", ()),
    )
    top.done()
    _check_links(path, corpus)
    return corpus


def verify(text: Text) -> None:
    """Raise `CorpusError` unless the source has the hash of the manifest, and its original too."""
    _verify(text.source, text.sha256)
    if text.original:
        _verify(text.original.file, text.original.sha256)


def _verify(path: Path, sha256: str) -> None:
    try:
        actual = hash_file(path)
    except FileNotFoundError:
        actual = "no such file"
    except OSError as error:
        actual = str(error.strerror)
    if actual != sha256:
        raise CorpusError(
            f"{path}: expected sha256 {sha256}, found {actual}",
            "Sources are never edited: restore the file, and mend slips in corpus/curation.",
        )


def hash_file(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal; raises `OSError` when it cannot be read."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _work(table: TomlTable) -> Work:
    work = Work(
        _id(table),
        table.string("title"),
        table.strings("names", default=()),
        table.flag("term", default=False),
        table.strings("years", default=()),
        _since(table),
        read_profile(table),
        table.flag("default", default=False),
    )
    table.done()
    return work


def _since(table: TomlTable) -> dict[str, str]:
    years = table.optional_table("since")
    if years is None:
        return {}
    return {year: years.matching(year, _YEAR, "a year") for year in years}


def _with_profiles(works: Iterable[Work], editions: Sequence[Edition]) -> tuple[Edition, ...]:
    """The editions with the profile of their work; articles have that of the work they explain."""
    profiles = {work.id: work.profile for work in works}
    work_of = {edition.id: edition.work for edition in editions}
    return tuple(
        replace(edition, profile=profiles.get(work_of.get(about, edition.work), LETTERED))
        for edition in editions
        for about in [edition.about or ""]
    )


def _edition(table: TomlTable) -> Edition:
    edition = Edition(
        _id(table),
        table.string("work"),
        table.string("title"),
        _day_or_year(table, "effective"),
        table.optional("about"),
    )
    table.done()
    return edition


def _text(home: Path, table: TomlTable) -> Text:
    rights, source = table.table("rights"), table.table("source")
    edition, language = table.string("edition"), table.matching("language", _LANGUAGE, _LANGUAGES)
    if table.string("id") != f"{edition}/{language}":
        raise table.error("id", f"must be {edition}/{language}")
    reading, original = table.optional("reading"), table.optional_table("original")
    text = Text(
        id=table.string("id"),
        edition=edition,
        language=language,
        title=table.string("title"),
        publisher=table.string("publisher"),
        revision=table.string("revision"),
        effective=_day_or_year(table, "effective"),
        status=table.string("status"),
        publish=rights.flag("publish"),
        export=rights.flag("export"),
        rights_holder=rights.string("holder"),
        source=home / "corpus" / source.string("file"),
        sha256=source.matching("sha256", _SHA256, _HASH),
        layout=table.optional("layout"),
        reading=home / "corpus" / reading if reading else None,
        original=_original(home, original) if original else None,
    )
    for part in (table, rights, source):
        part.done()
    return text


def _original(home: Path, table: TomlTable) -> Original:
    file, sha256 = table.string("file"), table.matching("sha256", _SHA256, _HASH)
    table.done()
    return Original(home / "corpus" / file, sha256)


def _id(table: TomlTable) -> str:
    return table.matching("id", _ID, "small letters, digits and hyphens")


def _day(table: TomlTable, key: str) -> str:
    value = table.string(key)
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        raise table.error(key, f"must be an ISO date, not {value!r}") from None


def _day_or_year(table: TomlTable, key: str) -> str:
    """An ISO date, or a year where no more is known."""
    value = table.string(key)
    return value if _YEAR.fullmatch(value) else _day(table, key)


def _check_links(path: Path, corpus: Corpus) -> None:
    """Raise `CorpusError` unless ids are unique and works, editions and texts fit together."""
    for what, ids in (
        ("work", [work.id for work in corpus.works]),
        ("edition", [edition.id for edition in corpus.editions]),
        ("text", [text.id for text in corpus.texts]),
    ):
        twice = sorted({id for id in ids if ids.count(id) > 1})
        if twice:
            raise CorpusError(f"{path}: {what} {twice[0]} is there twice")
    if len(marked := [work.id for work in corpus.works if work.default]) > 1:
        raise CorpusError(f"{path}: {' and '.join(marked)} are both the default work")
    works = {work.id for work in corpus.works}
    editions = {edition.id for edition in corpus.editions}
    for edition in corpus.editions:
        if edition.work not in works:
            raise CorpusError(f"{path}: edition {edition.id} names no known work: {edition.work}")
        if edition.about is not None and edition.about not in editions:
            raise CorpusError(
                f"{path}: edition {edition.id} is about no known edition: {edition.about}"
            )
    for text in corpus.texts:
        if text.edition not in editions:
            raise CorpusError(f"{path}: text {text.id} names no known edition: {text.edition}")
        about = next(edition.about for edition in corpus.editions if edition.id == text.edition)
        if text.layout is not None and (text.layout in ARTICLES) != (about is not None):
            raise CorpusError(
                f"{path}: the layout {text.layout} of {text.id} and `about` of its edition go "
                "together: articles have both, a code has neither"
            )
        if (text.layout is None) != (text.reading is None):
            raise CorpusError(f"{path}: text {text.id} needs layout and reading both, or neither")


def _find(what: str, id: str, by_id: dict[str, T]) -> T:
    if id not in by_id:
        raise NotFoundError(f"there is no {what} {id!r}", nearest(id, by_id))
    return by_id[id]
