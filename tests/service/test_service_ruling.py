"""What a process that links rulings makes of a copy of a build to which something happened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.core.errors import BuildError
from kb.service.ruling_task import Build, opened
from kb.storage.store import MANIFEST, Store, signature
from support.faults import cut, flip, store_of

pytestmark = pytest.mark.slow


def as_it_is(home: Path, store: Store) -> Build:
    return Build(home, store.directory, signature(store.directory, store.files))


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [Path.unlink, empty, cut, flip])
def test_a_copy_that_somebody_writes_to_is_refused_whatever_file_it_is(
    faulty_home: Path, damage: Callable[[Path], None]
) -> None:
    store = store_of(faulty_home)
    for name in store.files:
        build = as_it_is(faulty_home, store)
        path = store.directory / name
        whole = path.read_bytes()
        damage(path)
        with pytest.raises(BuildError, match="changed on disk"):
            opened(build)
        path.write_bytes(whole)
    assert opened(as_it_is(faulty_home, store)).index


@pytest.mark.parametrize("damage", [Path.unlink, empty, cut])
def test_a_copy_without_a_manifest_is_refused(
    faulty_home: Path, damage: Callable[[Path], None]
) -> None:
    store = store_of(faulty_home)
    damage(store.directory / MANIFEST)
    with pytest.raises(BuildError, match="removed"):
        opened(as_it_is(faulty_home, store))


def test_a_copy_that_loses_a_file_while_it_is_read_is_refused(
    faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_of(faulty_home)
    titles = store.directory / "titles" / "bridge-1997.jsonl"
    records = Store.records

    def and_then_it_is_gone(self: Store, text: str) -> object:
        titles.unlink(missing_ok=True)
        return records(self, text)

    monkeypatch.setattr(Store, "records", and_then_it_is_gone)
    with pytest.raises(BuildError, match="changed on disk"):
        opened(as_it_is(faulty_home, store))
