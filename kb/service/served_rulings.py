"""The library of rulings that a service searches, if it has one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from kb.core.errors import BuildError, NotFoundError
from kb.library.library_setting import LibrarySetting
from kb.service.served_build import ServedBuild
from kb.service.settings import Settings

if TYPE_CHECKING:  # a service without a library does not import it
    from kb.concordance.occurrences import Concordance
    from kb.library.library import RulingLibrary
    from kb.library.state import LibraryPlace


@dataclass(eq=False)
class ServedRulings:
    """The index of a library, which somebody else brings up to date: `kodeks rulings index`.

    What is written to it is seen at once, and so is an index that takes its place.
    """

    home: Path
    settings: Settings
    _opened: tuple[ServedBuild, str, RulingLibrary] | None = None
    _concordance: tuple[tuple[str, str], Concordance | None] = (("", ""), None)
    _lock: Lock = field(default_factory=Lock)

    def version(self, served: ServedBuild) -> str:
        """What changes with every change of the library; answers are remembered by it.

        Raises `NotFoundError` if the service has no library, `BuildError` if there is no index.
        """
        library = self.library(served)
        return f"{self._opened[1] if self._opened else ''}.{library.engine.changes}"

    def library(self, served: ServedBuild) -> RulingLibrary:
        """The library, for a build; raises as `version` does."""
        from kb.library.library import RulingLibrary

        place = self._place(served)
        with self._lock:
            name = "" if place.cluster else self._index(place)
            opened = self._opened
            if opened is None or opened[0] is not served or opened[1] != name:
                opened = served, name, RulingLibrary.open(served.corpus, served.store, place)
                self._opened = opened
            return opened[2]

    @property
    def is_there(self) -> bool:
        """Whether the service has a library."""
        return bool(self.settings.library)

    def concordance(self, served: ServedBuild, version: str) -> Concordance:
        """The concordance of a build, with the rulings of a version of the library; "" for none.

        Raises `BuildError` if there is no index, or a file of one is damaged.
        """
        if not version:
            return served.concordance
        of, (known, opened) = (served.fingerprint, version), self._concordance
        if opened is None or known != of:
            from kb.concordance.occurrences import Concordance  # Whoosh takes long to import

            parts = self.library(served).engine.concorded()
            opened = Concordance.open(served.store, *parts) if parts else served.concordance
            self._concordance = of, opened
        return opened

    def nodes(self) -> dict[str, bool] | None:
        """Which nodes of the cluster are well; None where the library has no cluster."""
        cluster = self._setting.cluster
        if cluster is None:
            return None
        from kb.library.engines.choosing import calls_of

        return calls_of(cluster).health()

    @cached_property
    def _setting(self) -> LibrarySetting:
        return LibrarySetting.of(self.settings.library)

    def _index(self, place: LibraryPlace) -> str:
        """The name of the directory in use."""
        try:
            return place.current.readlink().name
        except OSError:
            raise BuildError("there is no index of rulings", "The log says why.") from None

    def _place(self, served: ServedBuild) -> LibraryPlace:
        from kb.library.folders import LibraryFolder
        from kb.library.library import library_folders
        from kb.library.state import LibraryPlace

        if not self.settings.library:
            raise NotFoundError("this service has no library of rulings")
        given = [
            LibraryFolder.of(Path(self.home, folder), self.home) for folder in self._setting.folders
        ]
        folders = library_folders(served.corpus, given)
        return LibraryPlace(self.home, folders, self._setting.cluster)
