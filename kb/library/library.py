"""A library of rulings that is open: it is brought up to date, searched, and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.errors import NotFoundError
from kb.core.nearest import nearest
from kb.corpus.corpus import Corpus
from kb.library.engines.choosing import engines_of
from kb.library.folders import LibraryFolder
from kb.library.querying import AskedRulings, PlannedRulings, RulingPlanner
from kb.library.ruling_document import RulingDocument
from kb.library.seam import FoundRulings, RulingEngine
from kb.library.state import LibraryPlace
from kb.search.database import FILE, Database
from kb.storage.store import Store


@dataclass(frozen=True)
class RulingLibrary:
    """A planner and an engine. Made once, it answers any number of questions."""

    planner: RulingPlanner
    engine: RulingEngine

    @classmethod
    def open(cls, corpus: Corpus, store: Store, place: LibraryPlace) -> RulingLibrary:
        """The index in use of a library. Raises `BuildError` where there is none."""
        engine = engines_of(place).in_use()
        database = Database(store.directory / FILE)
        return cls(RulingPlanner.open(corpus, database), engine)

    def search(self, asked: AskedRulings) -> tuple[PlannedRulings, FoundRulings]:
        """The rulings that somebody asks for, and how that was understood."""
        planned = self.planner.planned(asked, self.engine)
        return planned, self.engine.search(planned.query)

    def get(self, id: str) -> RulingDocument:
        """The ruling with an id. Raises `NotFoundError` with the nearest ids."""
        found = self.engine.get(id)
        if found is None:
            raise NotFoundError(f"there is no ruling {id!r}", nearest(id, self.engine.near(id)))
        return found

    def similar(self, id: str, limit: int) -> FoundRulings:
        """The rulings like one. Raises `NotFoundError` if there is none with this id."""
        self.get(id)
        return self.engine.similar(id, limit)


def library_folders(corpus: Corpus, given: Sequence[LibraryFolder]) -> tuple[LibraryFolder, ...]:
    """The folders that were given, else those of the manifest; each once.

    Raises `NotFoundError` where there are none.
    """
    folders = given or [LibraryFolder.of(path, corpus.home) for path in corpus.rulings]
    if not folders:
        raise NotFoundError(
            "the corpus names no rulings: corpus.toml has no `rulings`, and there is no --library"
        )
    return tuple({folder.path: folder for folder in folders}.values())
