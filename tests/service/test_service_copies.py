"""The service's own copies of a build: held while they are in use, checked, nobody else's."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

from kb.core.errors import BuildError
from kb.corpus.corpus import hash_file
from kb.search.database import FILE
from kb.service.snapshot import copies, snapshot
from kb.storage.store import MANIFEST, Store, read_store


def made(directory: Path, words: str) -> Store:
    """Something like a build: two files and what says of them what they are."""
    (directory / "records").mkdir(parents=True)
    (directory / FILE).write_text(words, encoding="utf-8")
    (directory / "records/text.jsonl").write_text("{}\n", encoding="utf-8")
    hashes = {name: hash_file(directory / name) for name in (FILE, "records/text.jsonl")}
    store = Store(directory, f"fingerprint of {words}", hashes)
    store.write_manifest()
    return store


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where copies go."""
    return tmp_path / "serving"


def test_a_copy_is_whole_and_can_be_told_from_its_build(tmp_path: Path, place: Path) -> None:
    store = made(tmp_path / "build", "words")
    copy = snapshot(store, place)
    assert copy.directory.parent == place
    assert (copy.fingerprint, copy.files) == (store.fingerprint, store.files)
    assert copies(place) == [read_store(copy.directory)]
    assert {path.stat().st_mode & 0o222 for path in copy.directory.rglob("*.*")} <= {0, 0o200}


def test_builds_of_the_same_content_share_a_copy(tmp_path: Path, place: Path) -> None:
    one, other = (made(tmp_path / name, "words") for name in ("one", "other"))
    assert snapshot(one, place).directory == snapshot(other, place).directory


def test_a_copy_that_somebody_answers_from_is_not_removed_for_newer_ones(
    tmp_path: Path, place: Path
) -> None:
    used = snapshot(made(tmp_path / "used", "used"), place)
    for number in range(4):
        snapshot(made(tmp_path / str(number), str(number)), place)
    assert used.directory.is_dir()
    assert not used.changed
    left = used.directory
    del used
    gc.collect()
    snapshot(made(tmp_path / "last", "last"), place)
    assert not left.exists()
    assert len(copies(place)) == 2


def test_what_else_is_where_the_copies_are_stays(tmp_path: Path, place: Path) -> None:
    (place / "somebody's").mkdir(parents=True)
    (place / "somebody's/letters.txt").write_text("dear", encoding="utf-8")
    (place / ".hidden").mkdir()
    for number in range(4):
        snapshot(made(tmp_path / str(number), str(number)), place)
    assert (place / "somebody's/letters.txt").read_text(encoding="utf-8") == "dear"
    assert (place / ".hidden").is_dir()


def test_what_a_killed_worker_left_half_copied_is_removed(tmp_path: Path, place: Path) -> None:
    (place / ".copying-left/records").mkdir(parents=True)
    snapshot(made(tmp_path / "build", "words"), place)
    assert not (place / ".copying-left").exists()


def test_a_write_of_the_same_length_is_noticed_though_the_times_are_set_back(
    tmp_path: Path, place: Path
) -> None:
    copy = snapshot(made(tmp_path / "build", "words"), place)
    assert not copy.changed
    file = copy.directory / FILE
    before = file.stat()
    file.chmod(0o600)
    file.write_text("other", encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert copy.changed


def test_a_damaged_copy_is_made_anew_from_a_whole_build_only(tmp_path: Path, place: Path) -> None:
    store = made(tmp_path / "build", "words")
    copy = snapshot(store, place)
    (copy.directory / FILE).unlink()
    with pytest.raises(BuildError, match=f"damaged \\({FILE}\\)"):
        snapshot(Store(copy.directory, store.fingerprint, store.files), place)
    assert snapshot(store, place).damaged() is None


@pytest.mark.parametrize("name", ["../outside", "records/../../outside"])
def test_a_manifest_that_names_files_outside_of_the_build_is_refused(
    name: str, tmp_path: Path, place: Path
) -> None:
    store = made(tmp_path / "build", "words")
    (tmp_path / "outside").write_text("x", encoding="utf-8")
    store.files[name] = hash_file(tmp_path / "outside")
    store.write_manifest()
    with pytest.raises(BuildError, match="is damaged"):
        snapshot(store, place)
    assert not [path for path in place.rglob("*") if path.name in ("outside", MANIFEST)]
