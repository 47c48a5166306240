"""Brings the index of a library up to date: reads what has changed, and nothing else.

An index of another mark (a new build, another list of names) is not mended but made anew beside
the old one, which stays in use until the new one is whole. What broke off is gone on with.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from kb.core.errors import BuildError
from kb.core.process_pool import process_pool
from kb.core.progress import Progress, silent
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.files.atomic import locked
from kb.library.engines.choosing import LibraryEngines, engines_of
from kb.library.engines.ruling_rows import LibraryDamageError
from kb.library.folders import FoundFile, files_in
from kb.library.redaction import NOTHING, Redactor, read_redactor
from kb.library.ruling_document import RulingDocument
from kb.library.ruling_reader import RulingReader
from kb.library.seam import RulingEngine
from kb.library.state import CURRENT, FileState, LibraryPlace, UnreadableFile, analysis_mark
from kb.linking.limits import BadDocumentError
from kb.opening import HASHES
from kb.storage.hashes import SETTLED, KeptHashes
from kb.storage.store import CORPUS, Store, read_store

#: So many files are read in this process: others take longer to begin. So many go to one at once.
_FEW, _CHUNK = 60, 24
_DOCUMENT = msgspec.msgpack.Decoder(RulingDocument)


@dataclass(frozen=True)
class LibraryUpdate:
    """What an update did. `read` are the files that were analysed, `same` those that were not.

    `anew` says why all were read again, "" where that was not so.
    """

    read: int = 0
    same: int = 0
    removed: int = 0
    unreadable: tuple[UnreadableFile, ...] = ()
    anew: str = ""

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        return bool(self.read or self.removed or self.anew)


class _WantedFile(NamedTuple):
    """A file to read; `sha256` is its hash when it was read last."""

    path: str
    shown: str
    key: str
    sha256: str


class _ReadFile(NamedTuple):
    """What was read: the ruling, or what was wrong; neither if the file is what it was."""

    sha256: str
    document: bytes
    problem: str


@dataclass
class _UpdateWork:
    """An update under way: what is known of the files, and how many were read.

    `spoilt` are the ids of rulings whose file can no longer be read.
    """

    files: dict[str, FileState]
    redactor: Redactor
    read: int = 0
    done: int = 0
    spoilt: list[str] = field(default_factory=list)

    def documents(
        self, batch: Iterable[tuple[FoundFile, _ReadFile]], progress: Progress, total: int
    ) -> Iterator[RulingDocument]:
        """The rulings of a batch; what is known of its files is kept as they are taken."""
        self.spoilt = []
        for one, result in batch:
            progress("reading rulings", self.done, total)
            self.done += 1
            before = self.files.get(one.key)
            lately = time.time_ns() - one.changed < SETTLED
            changed = 0 if lately or not result.sha256 else one.changed
            if result.document:
                self.read += 1
                document = _DOCUMENT.decode(result.document)
                state = FileState(one.size, changed, result.sha256, document.id, "", "")
                yield document
            elif result.problem:
                shown = self.redactor.redacted(_printable(one.shown))
                state = FileState(one.size, changed, result.sha256, "", result.problem, shown)
                if before and before.id:
                    self.spoilt.append(before.id)
            else:
                assert before is not None  # its hash was known
                state = msgspec.structs.replace(before, size=one.size, changed=changed)
            self.files[one.key] = state


def _batches(
    rows: Iterator[tuple[FoundFile, _ReadFile]], size: int
) -> Iterator[Iterator[tuple[FoundFile, _ReadFile]]]:
    """Rows by as many as an engine wants; each batch must be taken whole before the next."""
    for first in rows:
        yield chain([first], islice(rows, size - 1))


def _printable(path: str) -> str:
    """A path with other signs for bytes that are no UTF-8."""
    return path.encode(errors="replace").decode()


@dataclass(frozen=True)
class Updater:
    """Updates a library of a corpus with its build; `redact` is the list of names to replace."""

    place: LibraryPlace
    corpus: Corpus
    store: Store
    redact: Path | None = None
    progress: Progress = silent
    workers: int | None = None
    redactor: Redactor = field(init=False)
    engines: LibraryEngines = field(init=False)

    def __post_init__(self) -> None:
        """Read the list of names."""
        redactor = read_redactor(self.redact) if self.redact else NOTHING
        object.__setattr__(self, "redactor", redactor)
        object.__setattr__(self, "engines", engines_of(self.place))

    def update(self, anew: bool = False) -> LibraryUpdate:
        """Bring the index up to date; with `anew` everything is read again.

        Nothing is written where nothing has changed. Raises `NotFoundError` if a folder is not
        there, `LibraryDamageError` if the index is damaged, `BuildError` if it cannot be written.
        """
        hashes = KeptHashes(self.corpus.home / HASHES)
        mark = analysis_mark(self.store, self.redactor, hashes.of)
        found, problems = self._found()
        lost = False
        if not anew and self._is_current(mark):
            known = self._known(self.place.current)
            lost = not self._has(found, known)
            if not lost and not self._differs(found, known):
                return _unchanged(known, problems)
        with locked(self.place.root, _unwritable):
            reason = "the cluster has lost rulings" if lost else self._reason(mark, anew)
            directory = self.place.root / mark if reason else self.place.current.resolve()
            if (anew or lost) and directory.exists():
                directory = self.place.root / f"{mark}-{time.time_ns():x}"
            try:
                update = self._write(directory, found, problems, reason)
                if reason:
                    self._swap(directory)
            except OSError as error:
                raise _unwritable(self.place.root, error) from None
            return update

    def _is_current(self, mark: str) -> bool:
        return self._mark() == mark and self.place.state(self.place.current) is not None

    def _mark(self) -> str | None:
        """The mark of the index in use."""
        try:
            return self.place.current.readlink().name.partition("-")[0]
        except OSError:
            return None

    def _reason(self, mark: str, anew: bool) -> str:
        """Why the index is made anew; "" where it is only mended."""
        if anew:
            return "it was asked for"
        if self._is_current(mark):
            return ""
        if self._mark() is None:
            return "there was no index yet"
        return "another build, program or list of names"

    def _found(self) -> tuple[list[FoundFile], dict[str, UnreadableFile]]:
        problems: dict[str, UnreadableFile] = {}

        def problem(shown: str, key: str, reason: str) -> None:
            problems[key] = UnreadableFile(self.redactor.redacted(_printable(shown)), reason)

        return [*files_in(self.place.folders, problem)], problems

    def _known(self, directory: Path) -> dict[str, FileState]:
        state = self.place.state(directory)
        return state.files if state else {}

    def _differs(self, found: Sequence[FoundFile], known: dict[str, FileState]) -> bool:
        if len(found) != len(known):
            return True
        return any(not _is_same(one, known.get(one.key)) for one in found)

    def _has(self, found: Sequence[FoundFile], known: dict[str, FileState]) -> bool:
        """Whether the index in use has the rulings of all files that are still there."""
        here = {one.key for one in found}
        count = sum(bool(one.id) and key in here for key, one in known.items())
        return self.engines.has(self.place.current.resolve(), count)

    def _write(
        self,
        directory: Path,
        found: Sequence[FoundFile],
        problems: dict[str, UnreadableFile],
        reason: str,
    ) -> LibraryUpdate:
        """Read what has changed into the index in a directory, batch by batch."""
        directory.mkdir(exist_ok=True)
        known = self._known(directory)
        library: RulingEngine | None = None
        if not reason or known:  # else what broke off has kept nothing
            try:
                library = self.engines.open(directory)
            except LibraryDamageError:
                if not reason:
                    raise
        if library is None:
            library, known = self.engines.create(directory), {}
        here = {one.key for one in found}
        work = _UpdateWork({key: one for key, one in known.items() if key in here}, self.redactor)
        gone = [one.id for key, one in known.items() if key not in here]
        changed = [one for one in found if not _is_same(one, known.get(one.key))]
        try:
            library.replace((), [id for id in gone if id])
            for batch in _batches(self._reading(changed, known), self.engines.batch):
                library.replace(work.documents(batch, self.progress, len(changed)))
                if work.spoilt:
                    library.replace((), work.spoilt)
                self._keep(directory, work.files)
            self._keep(directory, work.files)
            _check_count(library, work.files)
        finally:
            library.close()
        unreadable = _unreadable(work.files, problems)
        left = sum(not one.problem for one in work.files.values())
        return LibraryUpdate(work.read, left - work.read, len(gone), unreadable, reason)

    def _keep(self, directory: Path, files: dict[str, FileState]) -> None:
        self.place.keep(directory, files, str(self.redact) if self.redact else None)

    def _reading(
        self, changed: Sequence[FoundFile], known: dict[str, FileState]
    ) -> Iterator[tuple[FoundFile, _ReadFile]]:
        """Read files, in their order: in this process a few, else in one for each processor."""
        hashes = {key: state.sha256 for key, state in known.items()}
        wanted = [
            _WantedFile(one.path, _printable(one.shown), one.key, hashes.get(one.key, ""))
            for one in changed
        ]
        names = str(self.redact) if self.redact else None
        build = _ReaderKey(str(self.corpus.home), str(self.store.directory), names)
        if len(wanted) <= _FEW:
            yield from zip(changed, read_files(build, wanted), strict=True)
            return
        chunks = [wanted[at : at + _CHUNK] for at in range(0, len(wanted), _CHUNK)]
        with ExitStack() as stack:
            pool = stack.enter_context(process_pool("reads rulings", self.workers))
            stack.callback(pool.shutdown, cancel_futures=True)
            results = pool.map(read_files, [build] * len(chunks), chunks)
            read = (one for of_chunk in results for one in of_chunk)
            yield from zip(changed, read, strict=True)

    def _swap(self, directory: Path) -> None:
        """Point `current` at an index that is whole, and take the others away."""
        self.engines.publish(directory)
        link = self.place.root / f".{CURRENT}-{directory.name}"
        link.unlink(missing_ok=True)
        link.symlink_to(directory.name)
        link.replace(self.place.current)
        for path in self.place.root.iterdir():
            if path.is_dir() and not path.is_symlink() and path.name != directory.name:
                shutil.rmtree(path, ignore_errors=True)


class _ReaderKey(NamedTuple):
    """What a process needs to read rulings: the home, the build, the list of names."""

    home: str
    build: str
    redact: str | None


def read_files(build: _ReaderKey, wanted: Sequence[_WantedFile]) -> list[_ReadFile]:
    """Read some files; what is wrong with one is in its place, and the others are read."""
    reader = _reader(build)
    return [_read(reader, one) for one in wanted]


@lru_cache(maxsize=1)
def _reader(build: _ReaderKey) -> RulingReader:
    directory = Path(build.build)
    store = read_store(directory)
    if store is None:
        raise BuildError(f"{directory}: the build is gone", "Run it again.")
    corpus = manifest.load(Path(build.home), directory / CORPUS)
    redactor = read_redactor(Path(build.redact)) if build.redact else NOTHING
    return RulingReader.open(corpus, store, redactor)


def _read(reader: RulingReader, one: _WantedFile) -> _ReadFile:
    try:
        raw = Path(one.path).read_bytes()
    except OSError as error:
        return _ReadFile("", b"", error.strerror or str(error))
    sha256 = hashlib.sha256(raw).hexdigest()
    if sha256 == one.sha256:
        return _ReadFile(sha256, b"", "")
    try:
        document = reader.read(raw, one.shown, one.key)
    except BadDocumentError as error:
        return _ReadFile(sha256, b"", error.message)
    return _ReadFile(sha256, msgspec.msgpack.encode(document), "")


def _is_same(one: FoundFile, state: FileState | None) -> bool:
    return state is not None and (state.size, state.changed) == (one.size, one.changed)


def _unreadable(
    files: dict[str, FileState], problems: dict[str, UnreadableFile]
) -> tuple[UnreadableFile, ...]:
    """All files that are left out, in order."""
    of_files = (UnreadableFile(one.shown, one.problem) for one in files.values() if one.problem)
    return tuple(sorted({*of_files, *problems.values()}))


def _unchanged(known: dict[str, FileState], problems: dict[str, UnreadableFile]) -> LibraryUpdate:
    same = sum(not one.problem for one in known.values())
    return LibraryUpdate(same=same, unreadable=_unreadable(known, problems))


def _check_count(library: RulingEngine, files: dict[str, FileState]) -> None:
    """Raise `LibraryDamageError` unless an index has as many rulings as were read into it."""
    wanted = sum(bool(one.id) for one in files.values())
    if len(library) != wanted:
        raise LibraryDamageError(f"it has {len(library)} rulings, and should have {wanted}")


def _unwritable(directory: Path, error: OSError) -> BuildError:
    return BuildError(
        f"cannot write {directory}: {error.strerror or error}",
        "Make build/ writable (or free some space); the index in use is untouched.",
    )
