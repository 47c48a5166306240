"""Which build is being served, and how a newer one takes its place."""

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
from kb.service.snapshot import BuildCopy, copies, copies_directory, damage, damage_error, snapshot
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

#: An absolute path in a message, up to a blank or a sign that ends it.
_PATH = re.compile(r"(?<![^\s('\"])/[^\s:,;()'\"]+")


@dataclass
class Builds:
    """The build in use. Each request takes it once and is answered from that one only.

    A new build is opened beside the old one and replaces it in one step; the old one is freed when
    the last answer from it has been given. A build that cannot be opened is not used: `refused`
    says why, and so does the log, once.
    """

    home: Path
    settings: Settings
    code: str = field(default_factory=code_fingerprint)
    refused: str | None = None
    _served: ServedBuild | None = None
    _source: Store | None = None
    _source_signature: Signature = ()
    _is_doubted: bool = False

    @property
    def in_use(self) -> ServedBuild:
        """The build to answer from; raises `BuildError` while there is none."""
        if self._served is None:
            raise BuildError("there is no build to answer from", "The log says why.")
        return self._served

    def look(self) -> bool:
        """Take up the current build if it is a new one; returns whether any build was opened.

        The copy that is being served is checked too: if somebody has written to it, it is made
        anew. If there is nothing to answer from, an older build is opened. Nothing is raised,
        whatever is wrong with a new build: the one in use stays.
        """
        before = self._served
        try:
            self._check_copy()
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
        """Look for a new build every `Settings.look` seconds, until cancelled."""
        while True:
            await asyncio.sleep(self.settings.look)
            try:
                await asyncio.to_thread(self.look)
            except Exception:  # whatever is wrong, the next round may be well
                log.exception("looking for a new build failed")

    def doubt(self) -> None:
        """Check the copy at the next look, byte by byte, because an answer from it went wrong."""
        self._is_doubted = True

    @property
    def _directory(self) -> Path:
        return copies_directory(self.home, self.settings.run)

    def _take_up(self) -> None:
        """Serve the current build unless it is served already; raises what is wrong with it."""
        store = current(self.home)
        if store is None:
            self._check_program()  # a newer program may write builds that this one cannot read
            raise BuildError(f"there is no whole build in {self.home}", "Run kodeks build.")
        directories = {name.rpartition("/")[0] for name in store.files}
        written = signature(store.directory, {*store.files, *directories, MANIFEST})
        is_known = self._served is not None and store == self._source
        if is_known and written == self._source_signature:
            return
        if file_name := damage(store):
            raise damage_error(store, file_name)
        if is_known:
            self._source_signature = written
            return
        self._check_program()
        if store.fingerprint != fingerprint(self.home):
            raise BuildError("the build is of another corpus than is on disk", "Run kodeks build.")
        self._open(snapshot(store, self._directory))
        self._source, self._source_signature = store, written
        log.info("serving build %s", store.fingerprint[:12])

    def _check_program(self) -> None:
        """Raise an error that asks for a restart when another version of the program is on disk."""
        if code_fingerprint() != self.code:
            raise BuildError(
                "the program on disk is another than the one that runs", "Restart the service."
            )

    def _check_copy(self) -> None:
        """Make the copy anew, or stop serving it, if somebody wrote to it.

        It is made from itself if its content is still right, or from the build that it came from.
        """
        served = self._served
        if served is None:
            return
        doubted, self._is_doubted = self._is_doubted, False
        if not served.copy.changed and not (doubted and damage(served.copy)):
            return
        log.warning("the index being served was changed on disk; it is copied anew")
        for store in (served.copy, self._source):
            if store is not None and store.files == served.copy.files:
                try:
                    self._open(snapshot(store, self._directory))
                except (KodeksError, OSError) as error:
                    log.warning("not from %s: %s", store.directory, error)
                else:
                    return
        self._served = self._source = None  # no answer is better than a wrong one

    def _fall_back(self) -> None:
        """Answer from the last build, whatever its corpus, or from the newest undamaged copy.

        The command line does so too: an old answer is better than none.
        """
        last = None
        with suppress(KodeksError):
            last = current(self.home)
        for older in (*([last] if last else ()), *copies(self._directory)):
            try:
                self._open(snapshot(older, self._directory))
            except Exception as error:  # an older program wrote it: anything may be wrong
                log.debug("not from %s: %s", older.directory, error)
            else:
                log.warning("serving an older build, %s", older.fingerprint[:12])
                return

    def _open(self, copy: BuildCopy) -> None:
        """Answer from a copy from now on, with the manifest of the corpus that is in the copy."""
        corpus = manifest.load(self.home, copy.directory / CORPUS)
        self._served = ServedBuild.open(corpus, copy, self.settings.url)
        # The garbage collector leaves the objects of a build out: looking through them would stop
        # all requests for a tenth of a second now and then. Those of the build before are freed.
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _refuse(self, error: Exception) -> None:
        """Remember why the current build is not used, and log it unless that was done already."""
        is_expected = isinstance(error, (KodeksError, OSError))
        reason = (
            str(error) if is_expected else f"the build cannot be opened: {type(error).__name__}"
        )
        # Clients see `refused` in /api/v1/ready; where our files are is not their business.
        public = _PATH.sub(lambda path: path[0].rstrip("/").rpartition("/")[2], reason)
        if public != self.refused:
            self.refused = public
            log.error("the new build is not used: %s", reason, exc_info=not is_expected)
