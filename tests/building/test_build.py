"""The build: reproducible, swapped in whole, and never replaced by something worse."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import BuildError, KodeksError
from kb.corpus import manifest
from kb.opening import open_store
from kb.search.database import FILE
from kb.search.engines.whoosh import INDEX, WhooshIndex
from kb.storage.store import CURRENT, MANIFEST, Store, build_root, current
from support.homes import REPOSITORY, copy_corpus, edit_source, without_line


def files(store: Store, part: str) -> dict[str, bytes]:
    root = store.directory / part
    return {p.name: p.read_bytes() for p in sorted(root.iterdir())}


def terms(store: Store) -> dict[str, int]:
    return WhooshIndex(store.directory / INDEX).terms()


@pytest.mark.slow
def test_two_builds_give_the_same_records_and_an_index_of_equal_content(
    tmp_path: Path, store: Store
) -> None:
    home = copy_corpus(tmp_path / "other")
    # In a process of its own: what only depends on the order of a set differs from one to another.
    seed = {"KODEKS_HOME": str(home), "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-m", "kb.cli", "build"]
    subprocess.run(command, env={**os.environ, **seed}, cwd=REPOSITORY, check=True)
    other = build(manifest.load(home)).store
    assert files(other, "records") == files(store, "records")
    assert files(other, "layout") == files(store, "layout")
    assert terms(other) == terms(store)
    assert len(terms(store)) > 9_000
    assert (other.directory / FILE).read_bytes() == (store.directory / FILE).read_bytes()


def test_nothing_is_done_when_nothing_has_changed(built_home: Path, store: Store) -> None:
    steps: list[str] = []
    again = build(manifest.load(built_home), progress=lambda step, done, total: steps.append(step))
    assert (again.fresh, again.store, steps) == (False, store, [])


@pytest.mark.slow
def test_progress_names_every_step(code_home: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    build(manifest.load(code_home), progress=lambda *step: steps.append(step))
    assert [name for name, _, _ in steps] == [
        "reading bridge-2017/hu",
        "reading bridge-2017/pl",
        "finding terms",
        "indexing",
        "done",
    ]
    assert steps[-1][1] == steps[-1][2]


def test_a_change_in_the_corpus_is_noticed_and_rebuilt(small_home: Path) -> None:
    first = build(manifest.load(small_home)).store
    (small_home / "corpus/curation/new.md").write_text("x", encoding="utf-8")
    said: list[str] = []
    second = open_store(manifest.load(small_home), said.append)
    assert second.directory != first.directory
    assert said == ["The build is of another version of corpus or code; building"]


@pytest.mark.slow
def test_a_broken_source_leaves_the_last_good_build_in_use(code_home: Path) -> None:
    home = code_home
    good = build(manifest.load(home)).store
    edit_source(home, "bridge-2017_pl.txt", without_line(1450))
    with pytest.raises(KodeksError, match="expected one of the labels"):
        build(manifest.load(home))
    said: list[str] = []
    assert open_store(manifest.load(home), said.append) == good
    assert "the last good build stays in use" in said[-1]
    assert "35." in said[-1]
    assert [p.name for p in build_root(home).iterdir() if p.is_dir()].count(CURRENT) <= 1
    assert len([p for p in build_root(home).iterdir() if p.is_dir() and not p.is_symlink()]) == 1


@pytest.mark.slow
def test_a_build_broken_off_halfway_is_never_current(
    small_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = build(manifest.load(small_home)).store

    def fail(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kb.build.write_search", fail)
    with pytest.raises(BuildError, match="No space left on device") as caught:
        build(manifest.load(small_home), force=True)
    assert "untouched" in str(caught.value.hint)
    assert current(small_home) == good
    assert good.damaged() is None


@pytest.mark.slow
def test_what_a_killed_build_left_behind_is_ignored_and_removed(small_home: Path) -> None:
    good = build(manifest.load(small_home)).store
    orphan = build_root(small_home) / "0123456789ab-killed"
    (orphan / "records").mkdir(parents=True)
    (orphan / "records/bridge-2017_pl.jsonl").write_text("half", encoding="utf-8")
    assert current(small_home) == good
    build(manifest.load(small_home), force=True)
    assert not orphan.exists()


def test_an_unwritable_build_directory_is_an_error_that_says_so(small_home: Path) -> None:
    shutil.rmtree(small_home / "build")
    (small_home / "build").write_text("a file where a directory should be", encoding="utf-8")
    with pytest.raises(BuildError, match="cannot write") as caught:
        build(manifest.load(small_home))
    assert "writable" in str(caught.value.hint)


@pytest.mark.slow
def test_an_unwritable_build_directory_keeps_the_last_build(
    small_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = build(manifest.load(small_home)).store
    (small_home / "corpus/new.md").write_text("x", encoding="utf-8")

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("kb.storage.writing.tempfile.mkdtemp", refuse)
    said: list[str] = []
    assert open_store(manifest.load(small_home), said.append) == good
    assert "Permission denied; the last good build stays in use" in said[-1]


class _Bomb:
    """Unpickling this writes a file: what a damaged index must never be able to do."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (os.mkdir, (str(self.path),))


@pytest.mark.slow
def test_a_damaged_index_is_found_before_it_is_opened_and_rebuilt(
    small_home: Path, tmp_path: Path
) -> None:
    first = build(manifest.load(small_home)).store
    (toc,) = (first.directory / INDEX).glob("*.toc")
    toc.write_bytes(pickle.dumps(_Bomb(tmp_path / "exploded")))
    said: list[str] = []
    second = open_store(manifest.load(small_home), said.append)
    assert said == [f"The build is damaged (index/{toc.name}); building"]
    assert second.directory != first.directory
    assert second.damaged() is None
    assert terms(second)["c:revoke"]
    assert not (tmp_path / "exploded").exists()


@pytest.mark.slow
def test_a_file_smuggled_into_the_index_is_damage(small_home: Path, tmp_path: Path) -> None:
    """Whoosh would open the table of contents with the highest number, whoever wrote it."""
    store = build(manifest.load(small_home)).store
    (store.directory / INDEX / "_MAIN_99.toc").write_bytes(
        pickle.dumps(_Bomb(tmp_path / "exploded"))
    )
    said: list[str] = []
    second = open_store(manifest.load(small_home), said.append)
    assert said == ["The build is damaged (index/_MAIN_99.toc); building"]
    assert terms(second)["c:revoke"]
    assert not (tmp_path / "exploded").exists()


def test_nothing_is_written_when_nothing_has_changed(
    small_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = build(manifest.load(small_home)).store

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing should be locked or written")

    monkeypatch.setattr("kb.files.atomic.fcntl.flock", refuse)
    assert build(manifest.load(small_home)).store == store


@pytest.mark.slow
@pytest.mark.parametrize("part", ["records/bridge-1997_hr.jsonl", "index"])
def test_a_missing_file_is_damage(small_home: Path, part: str) -> None:
    broken = build(manifest.load(small_home)).store.directory / part
    shutil.rmtree(broken) if broken.is_dir() else broken.unlink()
    said: list[str] = []
    assert open_store(manifest.load(small_home), said.append).damaged() is None
    assert said[0].startswith("The build is damaged (")


@pytest.mark.slow
@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": "kodeks.build/0"}', "null"])
def test_a_build_manifest_that_is_not_ours_is_not_used(small_home: Path, content: str) -> None:
    store = build(manifest.load(small_home)).store
    (store.directory / MANIFEST).write_text(content, encoding="utf-8")
    assert current(small_home) is None
    said: list[str] = []
    assert open_store(manifest.load(small_home), said.append).damaged() is None
    assert said == ["The build's manifest is damaged or of another version; building"]


def test_a_first_look_up_builds_and_says_so(small_home: Path) -> None:
    said: list[str] = []
    assert open_store(manifest.load(small_home), said.append).damaged() is None
    assert said == ["There is no build yet; building"]


@pytest.mark.slow
def test_a_build_of_other_code_is_rebuilt(small_home: Path) -> None:
    store = build(manifest.load(small_home)).store
    path = store.directory / MANIFEST
    old = json.loads(path.read_text(encoding="utf-8")) | {"fingerprint": "0" * 64}
    path.write_text(json.dumps(old), encoding="utf-8")
    said: list[str] = []
    assert open_store(manifest.load(small_home), said.append).fingerprint != "0" * 64
    assert said == ["The build is of another version of corpus or code; building"]


@pytest.mark.slow
def test_two_builds_at_once_do_the_work_once(small_home: Path) -> None:
    corpus = manifest.load(small_home)
    results: list[bool] = []
    threads = [
        threading.Thread(target=lambda: results.append(build(corpus).fresh)) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [False, True]


@pytest.mark.slow
def test_the_build_before_stays_for_those_who_read_it(small_home: Path) -> None:
    corpus = manifest.load(small_home)
    stores = [build(corpus, force=True).store for _ in range(3)]
    assert not stores[0].directory.exists()
    assert stores[1].damaged() is None
    assert current(small_home) == stores[2]
