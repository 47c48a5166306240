"""Tests of this corpus's facts have the whole corpus of the repository, whatever stands in it.

Where nothing stands there but what tests of the program have (`support.pinned`), the two are one,
and share what is built.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from kb.build import build
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.search.asking.query import Searcher
from kb.storage.store import Store
from support.homes import REPOSITORY, copy_whole, is_all_pinned
from support.made_once import made_once
from support.texts import Read, read_all

_is_pinned = cache(is_all_pinned)


# Nothing here asks for a fixture of the same name above it: that would find those below it again.


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """The whole corpus where it stands, with all that stands beside it."""
    return manifest.load(REPOSITORY)


@pytest.fixture(scope="session")
def texts(corpus: Corpus) -> dict[str, Read]:
    return read_all(corpus)


@pytest.fixture(scope="session")
def hu(texts: dict[str, Read]) -> Read:
    return texts["bridge-2017/hu"]


@pytest.fixture(scope="session")
def pl(texts: dict[str, Read]) -> Read:
    return texts["bridge-2017/pl"]


@pytest.fixture(scope="session")
def hr(texts: dict[str, Read]) -> Read:
    return texts["bridge-1997/hr"]


@pytest.fixture(scope="session")
def built_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the whole corpus, built once; tests must not change it."""
    return made_once(
        tmp_path_factory,
        "built" if _is_pinned() else "built-whole",
        lambda home: build(manifest.load(copy_whole(home))),
    )


@pytest.fixture(scope="session")
def store(built_home: Path) -> Store:
    return build(manifest.load(built_home)).store


@pytest.fixture(scope="session")
def searcher(corpus: Corpus, store: Store) -> Searcher:
    return Searcher.open(corpus, store)
