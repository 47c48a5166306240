"""A corpus: its works, their editions, the texts of each, and what their files should be."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from kb.core.errors import CorpusError, NotFoundError
from kb.core.nearest import nearest
from kb.corpus.profile import LETTERED, Profile
from kb.files.typed_toml import read_text

#: The layouts of articles, which explain an edition; the other layouts are those of lawbooks.
ARTICLES = frozenset({"columns"})

T = TypeVar("T")


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
    `rulings` are the folders of the library of rulings; `redact` is the list of names that it must
    not show.
    """

    home: Path
    date: str
    works: tuple[Work, ...]
    editions: tuple[Edition, ...]
    texts: tuple[Text, ...]
    contents: str = ""
    about: str = ""
    examples: tuple[str, ...] = ()
    rulings: tuple[Path, ...] = ()
    redact: Path | None = None

    def text(self, id: str) -> Text:
        """The text with this id; raises `NotFoundError` with the nearest ids."""
        return _find("text", id, self._texts_by_id)

    def edition(self, id: str) -> Edition:
        """The edition with this id; raises `NotFoundError` with the nearest ids."""
        return _find("edition", id, self._editions_by_id)

    def work(self, id: str) -> Work:
        """The work with this id; raises `NotFoundError` with the nearest ids."""
        return _find("work", id, {work.id: work for work in self.works})

    @cached_property
    def _texts_by_id(self) -> dict[str, Text]:
        return {text.id: text for text in self.texts}

    @cached_property
    def _editions_by_id(self) -> dict[str, Edition]:
        return {edition.id: edition for edition in self.editions}

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
        among = {*editions}
        if self.default_work.id not in (self.edition(id).work for id in among):
            return frozenset()
        return frozenset(id for id in among if self.families[id])

    @cached_property
    def families(self) -> dict[str, str]:
        """By edition the game of which it is if that is a rival of the default work's, else ""."""
        default, families = self.default_work.id, dict[str, str]()
        is_here = any(edition.work == default for edition in self.editions)
        for edition in self.editions:
            game = self.game(edition.id)
            is_home = not is_here or game == default or edition.profile.is_statute
            families[edition.id] = "" if is_home else game
        return families

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


def hash_file(path: Path | str) -> str:
    """The SHA-256 of a file in hexadecimal; raises `OSError` when it cannot be read."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _find(what: str, id: str, by_id: dict[str, T]) -> T:
    if id not in by_id:
        raise NotFoundError(f"there is no {what} {id!r}", nearest(id, by_id))
    return by_id[id]
