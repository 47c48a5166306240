"""Libraries of rulings for tests: one that tests must not change, and new ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.corpus.corpus import Corpus
from kb.library.ruling_reader import RulingReader
from kb.storage.store import Store
from support.libraries import MakeShelf, Shelf, write_rulings


@pytest.fixture(scope="session")
def reader(corpus: Corpus, store: Store) -> RulingReader:
    return RulingReader.open(corpus, store)


@pytest.fixture
def make_shelf(corpus: Corpus, store: Store, tmp_path: Path) -> MakeShelf:
    def make(rulings: Mapping[str, str]) -> Shelf:
        folder = tmp_path / "rulings"
        folder.mkdir()
        return Shelf(corpus, store, tmp_path / "home", [write_rulings(folder, rulings)])

    return make


@pytest.fixture(scope="session")
def shelf(corpus: Corpus, store: Store, tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The rulings of support.libraries, indexed; tests must not change it."""
    base = tmp_path_factory.mktemp("library")
    made = Shelf(corpus, store, base / "home", [write_rulings(base / "rulings")])
    made.update()
    return made
