"""Which build is being served, and how a new one takes its place."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from kb.core.errors import BuildError, KodeksError
from kb.corpus import manifest
from kb.service.served_build import ServedBuild
from kb.service.settings import Settings
from kb.service.snapshot import BuildCopy, copies, damage, damaged, place, snapshot
from kb.storage.store import (
    CORPUS,
    MANIFEST,
    Signature,
    Store,
    code_fingerprint,
    current,
    fingerprint,
    signature,
)

log = logging.getLogger(__name__)

#: A path from the root in a message, up to a blank or a sign that ends it.
_PATH = re.compile(r"(?<![^\s('\"])/[^\s:,;()'\"]+")


@dataclass
class Builds:
    """The build in use. Whoever answers takes it once and keeps to it.

    A new one is opened beside the old and put in its place in one step; the old one goes when the
    last answer from it has been given. What cannot be opened is not used: `refused` says why, and
    the log, once.
    """

    home: Path
    settings: Settings
    code: str = field(default_factory=code_fingerprint)
    refused: str | None = None
    _served: ServedBuild | None = None
    _from: Store | None = None
    _seen: Signature = ()
    _is_doubted: bool = False

    @property
    def in_use(self) -> ServedBuild:
        """The build in use; raises `BuildError` while there is none."""
        if self._served is None:
            raise BuildError("there is no build to answer from", "The log says why.")
        return self._served

    def look(self) -> bool:
        """Take up the current build if it is another than before; whether anything was opened.

        The copy that is being served is checked too: if somebody has written to it, it is made
        anew. While there is nothing to answer from, an older build is better. Nothing is raised,
        whatever is wrong: what is good stays in use.
        """
        before = self._served
        try:
            self._check()
            self._take_up()
        except Exception as error:
            self._refuse(error)
            if self._served is None:
                self._fall_back()
        else:
            if self.refused is not None:
                log.info("the build is in order again")
            self.refused = None
        return self._served not in (None, before)

    async def watch(self) -> None:
        """Look for a new build for as long as the service runs."""
        while True:
            await asyncio.sleep(self.settings.look)
            try:
                await asyncio.to_thread(self.look)
            except Exception:  # whatever it was: it looks again
                log.exception("looking for a new build failed")

    def doubt(self) -> None:
        """Check the copy again soon, because an answer from it went wrong."""
        self._is_doubted = True

    @property
    def _directory(self) -> Path:
        return place(self.home, self.settings.run)

    def _take_up(self) -> None:
        """Serve the current build unless it is served unchanged already; raises what is wrong."""
        store = current(self.home)
        if store is None:
            self._check_program()  # another one's build cannot be read by this one
            raise BuildError(f"there is no whole build in {self.home}", "Run kodeks build.")
        directories = {name.rpartition("/")[0] for name in store.files}
        written = signature(store.directory, {*store.files, *directories, MANIFEST})
        is_known = self._served is not None and store == self._from
        if is_known and written == self._seen:
            return
        if found := damage(store):
            raise damaged(store, found)
        if is_known:
            self._seen = written
            return
        self._check_program()
        if store.fingerprint != fingerprint(self.home):
            raise BuildError("the build is of another corpus than is on disk", "Run kodeks build.")
        self._open(snapshot(store, self._directory))
        self._from, self._seen = store, written
        log.info("serving build %s", store.fingerprint[:12])

    def _check_program(self) -> None:
        """Raise an error that asks for a restart when another version of the program is on disk."""
        if code_fingerprint() != self.code:
            raise BuildError(
                "the program on disk is another than the one that runs", "Restart the service."
            )

    def _check(self) -> None:
        """Make the copy anew, or stop serving it, if somebody wrote to it.

        It is made of itself, if it is whole still, or of the build that it was made of.
        """
        served = self._served
        if served is None:
            return
        doubted, self._is_doubted = self._is_doubted, False
        if not served.copy.changed and not (doubted and damage(served.copy)):
            return
        log.warning("the index being served was changed on disk; it is copied anew")
        for store in (served.copy, self._from):
            if store is not None and store.files == served.copy.files:
                try:
                    self._open(snapshot(store, self._directory))
                except (KodeksError, OSError) as error:
                    log.warning("not from %s: %s", store.directory, error)
                else:
                    return
        self._served = self._from = None  # no answer is better than a wrong one

    def _fall_back(self) -> None:
        """Answer from the last build, of whatever corpus, or from the newest copy that is whole.

        As on the command line: better than nothing.
        """
        last = None
        with suppress(KodeksError):
            last = current(self.home)
        for older in (*([last] if last else ()), *copies(self._directory)):
            try:
                self._open(snapshot(older, self._directory))
            except Exception as error:  # it may be of an older program: anything may be wrong
                log.debug("not from %s: %s", older.directory, error)
            else:
                log.warning("serving an older build, %s", older.fingerprint[:12])
                return

    def _open(self, copy: BuildCopy) -> None:
        """Answer from a copy from now on; as its own corpus names texts."""
        corpus = manifest.load(self.home, copy.directory / CORPUS)
        self._served = ServedBuild.open(corpus, copy, self.settings.url)
        # What a build knows stays as it is: looking through it for garbage would stop all for a
        # tenth of a second now and then. What the one before knew is looked through once more.
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _refuse(self, error: Exception) -> None:
        """Say why the current build is not used, once."""
        is_known = isinstance(error, (KodeksError, OSError))
        told = str(error) if is_known else f"the build cannot be opened: {type(error).__name__}"
        # Whoever asks whether it is ready reads it: where our files are is no business of his.
        said = _PATH.sub(lambda path: path[0].rstrip("/").rpartition("/")[2], told)
        if said != self.refused:
            self.refused = said
            log.error("the new build is not used: %s", told, exc_info=not is_known)
