"""Which engine a library has: the embedded one, or a cluster where its place names one.

Both keep what is known of the files in a directory for each index; `EmbeddedEngines` has the
rulings there too, `ClusterEngines` has them in a collection that is called like the directory.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kb.core.errors import BuildError
from kb.library.cluster_address import ClusterAddress
from kb.library.engines.packing import MOST
from kb.library.seam import RulingEngine
from kb.library.state import LibraryPlace

if TYPE_CHECKING:  # whoever has no cluster does not wait for its client
    from kb.library.engines.cluster_calls import ClusterCalls
    from kb.library.engines.typesense_library import TypesenseLibrary

#: After so many rulings in a cluster what is known of their files is kept, so that what breaks off
#: is gone on with from there.
_KEPT = 2000


class LibraryEngines(Protocol):
    """The indexes of a library, each by its directory."""

    @property
    def batch(self) -> int:
        """So many rulings are put into an index at once."""

    def open(self, directory: Path) -> RulingEngine:
        """The index of a directory. Raises `LibraryDamageError` if it is not whole."""

    def create(self, directory: Path) -> RulingEngine:
        """An empty index in place of what is there."""

    def publish(self, directory: Path) -> None:
        """Take an index into use that is whole."""

    def has(self, directory: Path, count: int) -> bool:
        """Whether an index has at least so many rulings."""

    def in_use(self) -> RulingEngine:
        """The index in use. Raises `BuildError` where there is none."""


@dataclass(frozen=True)
class EmbeddedEngines:
    """Indexes below the home; each is checked when it is opened."""

    place: LibraryPlace
    batch: int = MOST

    def open(self, directory: Path) -> RulingEngine:
        """See `LibraryEngines`."""
        from kb.library.engines.whoosh_library import WhooshLibrary

        return WhooshLibrary(directory)

    def create(self, directory: Path) -> RulingEngine:
        """See `LibraryEngines`."""
        from kb.library.engines.whoosh_library import WhooshLibrary

        shutil.rmtree(directory)
        directory.mkdir()
        return WhooshLibrary.create(directory)

    def publish(self, directory: Path) -> None:
        """Do nothing: the directory in use is the index in use."""

    def has(self, directory: Path, count: int) -> bool:  # noqa: ARG002  # as the others have it
        """Say yes: what is wrong with it is seen when it is opened."""
        return True

    def in_use(self) -> RulingEngine:
        """See `LibraryEngines`."""
        directory = self.place.current.resolve()
        if self.place.state(directory) is None:
            raise _no_index(f"{self.place.root}")
        return self.open(directory)


@dataclass(frozen=True)
class ClusterEngines:
    """Collections of a cluster, with an alias for the one in use."""

    place: LibraryPlace
    address: ClusterAddress
    batch: int = _KEPT

    @property
    def calls(self) -> ClusterCalls:
        """What is asked of the cluster."""
        return calls_of(self.address)

    def open(self, directory: Path) -> TypesenseLibrary:
        """See `LibraryEngines`."""
        from kb.library.engines.typesense_library import TypesenseLibrary

        return TypesenseLibrary(self.calls, self.place.name, self._collection(directory))

    def create(self, directory: Path) -> TypesenseLibrary:
        """See `LibraryEngines`."""
        from kb.library.engines.typesense_library import TypesenseLibrary

        return TypesenseLibrary.create(self.calls, self.place.name, self._collection(directory))

    def publish(self, directory: Path) -> None:
        """Let the alias stand for an index; only then are those of other marks taken away."""
        wanted = self._collection(directory)
        self.calls.point(self.place.name, wanted)
        self.open(directory).changed(is_in_use=True)
        for name in self.calls.names():
            if name.startswith(f"{self.place.name}-") and name != wanted:
                self.calls.drop(name)

    def has(self, directory: Path, count: int) -> bool:
        """See `LibraryEngines`; a cluster may have been emptied, or be an older copy."""
        from kb.library.engines.ruling_rows import LibraryDamageError

        try:
            return len(self.open(directory)) >= count
        except LibraryDamageError:
            return False

    def in_use(self) -> TypesenseLibrary:
        """See `LibraryEngines`; the alias is asked each time, so that another index is seen."""
        from kb.library.engines.ruling_rows import LibraryDamageError
        from kb.library.engines.typesense_library import TypesenseLibrary

        try:
            return TypesenseLibrary(self.calls, self.place.name)
        except LibraryDamageError:
            raise _no_index(f"{self.address}") from None

    def _collection(self, directory: Path) -> str:
        return f"{self.place.name}-{directory.name}"


def engines_of(place: LibraryPlace) -> LibraryEngines:
    """The engines of a library."""
    if place.cluster is None:
        return EmbeddedEngines(place)
    return ClusterEngines(place, place.cluster)


@lru_cache(maxsize=4)
def calls_of(address: ClusterAddress) -> ClusterCalls:
    """What is asked of a cluster; one for all of this process."""
    from kb.library.engines.cluster_calls import ClusterCalls

    return ClusterCalls(address)


def _no_index(where: str) -> BuildError:
    return BuildError(f"{where}: there is no index of rulings", "kodeks rulings index makes it.")
