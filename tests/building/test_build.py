"""The build: reproducible, swapped in whole, and never replaced by something worse."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from kb.build import build
from kb.core.errors import BuildError, KodeksError, ReadingError
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.files.atomic import locked
from kb.opening import open_store
from kb.search.database import FILE, Database
from kb.storage.store import CURRENT, MANIFEST, Store, build_root, current
from support.faults import flip, store_of
from support.homes import REPOSITORY, copy_corpus, edit_source, without_line


def files(store: Store, part: str) -> dict[str, bytes]:
    root = store.directory / part
    return {p.name: p.read_bytes() for p in sorted(root.iterdir())}


def terms(store: Store) -> list[str]:
    return Database(store.directory / FILE).terms()


@pytest.mark.slow
def test_two_builds_give_the_same_records_and_the_same_database(
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
    assert len(terms(store)) > 9_000
    assert other.directory.name.startswith(f"{other.fingerprint[:12]}-")
    assert (other.directory / FILE).read_bytes() == (store.directory / FILE).read_bytes()


@pytest.mark.slow
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
        "writing the concordance",
        "done",
    ]
    assert steps[-1][1] == steps[-1][2]


@pytest.mark.slow
def test_a_change_in_the_corpus_is_noticed_and_rebuilt(faulty_home: Path) -> None:
    first = store_of(faulty_home)
    (faulty_home / "corpus/curation/new.md").write_text("x", encoding="utf-8")
    said: list[str] = []
    second = open_store(manifest.load(faulty_home), said.append)
    assert second.directory != first.directory
    assert files(second, "records") == files(first, "records")
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
    faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = store_of(faulty_home)

    def fail(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kb.build.write_search", fail)
    with pytest.raises(BuildError, match="No space left on device") as caught:
        build(manifest.load(faulty_home), force=True)
    assert "untouched" in str(caught.value.hint)
    assert current(faulty_home) == good
    assert good.damaged() is None


@pytest.mark.slow
def test_what_a_killed_build_left_behind_is_ignored_and_removed(faulty_home: Path) -> None:
    good = store_of(faulty_home)
    orphan = build_root(faulty_home) / "0123456789ab-killed"
    (orphan / "records").mkdir(parents=True)
    (orphan / "records/bridge-2017_pl.jsonl").write_text("half", encoding="utf-8")
    assert current(faulty_home) == good
    build(manifest.load(faulty_home), force=True)
    assert not orphan.exists()


def test_an_unwritable_build_directory_is_an_error_that_says_so(small_home: Path) -> None:
    shutil.rmtree(small_home / "build")
    (small_home / "build").write_text("a file where a directory should be", encoding="utf-8")
    with pytest.raises(BuildError, match="cannot write") as caught:
        build(manifest.load(small_home))
    assert "writable" in str(caught.value.hint)


@pytest.mark.slow
def test_an_unwritable_build_directory_keeps_the_last_build(
    faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = store_of(faulty_home)
    (faulty_home / "corpus/new.md").write_text("x", encoding="utf-8")

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("kb.storage.writing.tempfile.mkdtemp", refuse)
    said: list[str] = []
    assert open_store(manifest.load(faulty_home), said.append) == good
    root = build_root(faulty_home)
    assert said[-1] == f"cannot write {root}: Permission denied; the last good build stays in use"


@pytest.mark.slow
def test_a_damaged_database_is_found_before_it_is_opened_and_rebuilt(faulty_home: Path) -> None:
    first = store_of(faulty_home)
    flip(first.directory / FILE)
    with pytest.raises(BuildError, match=FILE):
        first.checked_bytes(FILE)
    said: list[str] = []
    second = open_store(manifest.load(faulty_home), said.append)
    assert said == [f"The build is damaged ({FILE}); building"]
    assert second.directory != first.directory
    assert second.damaged() is None
    assert "c:revoke" in terms(second)
    assert second.checked_bytes(FILE) == (second.directory / FILE).read_bytes()


@pytest.mark.slow
def test_a_file_that_nobody_wrote_is_damage(faulty_home: Path) -> None:
    store = store_of(faulty_home)
    (store.directory / "records/smuggled.jsonl").write_bytes(b"{}")
    said: list[str] = []
    second = open_store(manifest.load(faulty_home), said.append)
    assert said == ["The build is damaged (records/smuggled.jsonl); building"]
    assert "c:revoke" in terms(second)


def test_nothing_is_written_when_nothing_has_changed(
    faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_of(faulty_home)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing should be locked or written")

    monkeypatch.setattr("kb.files.atomic.fcntl.flock", refuse)
    assert build(manifest.load(faulty_home)).store == store


@pytest.mark.slow
@pytest.mark.parametrize("part", ["records/bridge-1997_hr.jsonl", "mentions"])
def test_a_missing_file_is_damage(faulty_home: Path, part: str) -> None:
    broken = store_of(faulty_home).directory / part
    shutil.rmtree(broken) if broken.is_dir() else broken.unlink()
    said: list[str] = []
    assert open_store(manifest.load(faulty_home), said.append).damaged() is None
    assert said[0].startswith("The build is damaged (")


@pytest.mark.slow
@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": "kodeks.build/0"}', "null"])
def test_a_build_manifest_that_is_not_ours_is_not_used(faulty_home: Path, content: str) -> None:
    store = store_of(faulty_home)
    (store.directory / MANIFEST).write_text(content, encoding="utf-8")
    assert current(faulty_home) is None
    said: list[str] = []
    assert open_store(manifest.load(faulty_home), said.append).damaged() is None
    assert said == ["The build's manifest is damaged or of another version; building"]


def test_a_first_look_up_builds_and_says_so(
    faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(build_root(faulty_home))
    monkeypatch.setattr("kb.build._steps", nothing_is_written)
    said: list[str] = []
    assert open_store(manifest.load(faulty_home), said.append) == current(faulty_home)
    assert said == ["There is no build yet; building"]


@pytest.mark.slow
def test_a_build_of_other_code_is_rebuilt(faulty_home: Path) -> None:
    store = store_of(faulty_home)
    path = store.directory / MANIFEST
    old = json.loads(path.read_text(encoding="utf-8")) | {"fingerprint": "0" * 64}
    path.write_text(json.dumps(old), encoding="utf-8")
    said: list[str] = []
    assert open_store(manifest.load(faulty_home), said.append).fingerprint != "0" * 64
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


# --- on a copy of a build, without making another ------------------------------------------------


def other_corpus(home: Path) -> Corpus:
    """The corpus of a home that is another than that of its build."""
    (home / "corpus/new.md").write_text("x", encoding="utf-8")
    return manifest.load(home)


def nothing_is_written(corpus: Corpus, directory: Path, progress: object) -> tuple[()]:
    """Stands in for all the steps of a build: the manifest is its only file."""
    return ()


def failing(error: Exception) -> Callable[..., NoReturn]:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail


def builds(home: Path) -> set[Path]:
    root = build_root(home)
    return {one for one in root.iterdir() if one.is_dir() and not one.is_symlink()}


@pytest.mark.parametrize(
    "error",
    [ReadingError(Path("pl.txt"), 35, "no law 35"), OSError(28, "No space left on device")],
)
def test_a_build_that_fails_leaves_the_old_one_in_use_and_nothing_behind(
    error: Exception, faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a source is faulty or the disk is full."""
    good = store_of(faulty_home)
    monkeypatch.setattr("kb.build.read", failing(error))
    with pytest.raises(KodeksError):
        build(other_corpus(faulty_home))
    assert current(faulty_home) == good
    assert builds(faulty_home) == {good.directory}
    said: list[str] = []
    assert open_store(manifest.load(faulty_home), said.append) == good
    assert said[0] == "The build is of another version of corpus or code; building"
    assert said[1].endswith("; the last good build stays in use")


def test_a_damaged_build_is_not_used_though_no_other_can_be_made(
    faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_of(faulty_home)
    (store.directory / FILE).write_bytes(b"")
    monkeypatch.setattr("kb.build.read", failing(OSError(28, "No space left on device")))
    with pytest.raises(BuildError, match="No space left"):
        open_store(manifest.load(faulty_home), list[str]().append)


def test_a_build_is_in_use_only_when_all_of_it_is_written(
    faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = store_of(faulty_home)
    seen = []

    def write(corpus: Corpus, directory: Path, progress: object) -> tuple[()]:
        seen.append((current(faulty_home), directory in builds(faulty_home)))
        return nothing_is_written(corpus, directory, progress)

    monkeypatch.setattr("kb.build._steps", write)
    made = build(other_corpus(faulty_home)).store
    assert seen == [(good, True)]
    assert current(faulty_home) == made != good


def test_the_build_before_stays_and_older_ones_and_what_broke_off_go(
    faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.build._steps", nothing_is_written)
    corpus = manifest.load(faulty_home)
    broken_off = build_root(faulty_home) / "0123456789ab-killed"
    (broken_off / "records").mkdir(parents=True)
    _, before, last = (build(corpus, force=True).store for _ in range(3))
    assert builds(faulty_home) == {before.directory, last.directory}
    assert current(faulty_home) == last
    assert {one.name for one in build_root(faulty_home).iterdir() if one.is_symlink()} == {CURRENT}


def test_who_builds_at_the_same_time_waits_and_finds_the_work_done(
    faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second begins while the first writes, and has nothing left to write."""
    begun, others_wait = threading.Event(), threading.Event()
    written: list[Path] = []

    def write(corpus: Corpus, directory: Path, progress: object) -> tuple[()]:
        written.append(directory)
        begun.set()
        others_wait.wait(10)
        return nothing_is_written(corpus, directory, progress)

    def wait_for_lock(*arguments: object) -> None:
        if begun.is_set():
            others_wait.set()
        real(*arguments)

    real = fcntl.flock
    monkeypatch.setattr("kb.build._steps", write)
    monkeypatch.setattr("kb.files.atomic.fcntl.flock", wait_for_lock)
    corpus = other_corpus(faulty_home)
    results: list[bool] = []
    first, second = (
        threading.Thread(target=lambda: results.append(build(corpus).fresh)) for _ in range(2)
    )
    first.start()
    assert begun.wait(10)
    second.start()
    first.join()
    second.join()
    assert sorted(results) == [False, True]
    assert len(written) == 1


def test_one_at_a_time_is_in_a_locked_directory(tmp_path: Path) -> None:
    inside: list[str] = []

    def enter() -> None:
        with locked(tmp_path / "build", unwritable):
            inside.append("second")

    with locked(tmp_path / "build", unwritable):
        other = threading.Thread(target=enter)
        other.start()
        other.join(0.2)
        assert other.is_alive()
        inside.append("first")
    other.join(10)
    assert inside == ["first", "second"]


def unwritable(directory: Path, error: OSError) -> BuildError:
    return BuildError(f"{directory}: {error}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "spoil"),
    [
        (FILE, lambda path: path.write_bytes(path.read_bytes()[:-1] + b"?")),
        (FILE, lambda path: path.unlink()),
        ("records/bridge-1997_hr.jsonl", lambda path: path.unlink()),
        ("records/smuggled.jsonl", lambda path: path.write_bytes(b"a file too many")),
        ("new.txt", lambda path: path.write_text("a file too many")),
    ],
)
def test_a_build_of_which_a_file_is_not_as_it_was_written_is_damaged(
    what: str, spoil: Callable[[Path], object], faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_of(faulty_home)
    assert store.damaged() is None
    spoil(store.directory / what)
    assert store.damaged() == what
    monkeypatch.setattr("kb.build._steps", nothing_is_written)
    said: list[str] = []
    assert open_store(manifest.load(faulty_home), said.append) != store
    assert said == [f"The build is damaged ({what}); building"]


@pytest.mark.slow
@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": "kodeks.build/0"}', "null"])
def test_a_build_with_a_manifest_of_another_program_is_none(
    content: str, faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (build_root(faulty_home) / CURRENT / MANIFEST).write_text(content, encoding="utf-8")
    assert current(faulty_home) is None
    monkeypatch.setattr("kb.build._steps", nothing_is_written)
    said: list[str] = []
    open_store(manifest.load(faulty_home), said.append)
    assert said == ["The build's manifest is damaged or of another version; building"]


def test_a_whole_build_of_another_version_of_the_program_is_none(faulty_home: Path) -> None:
    path = build_root(faulty_home) / CURRENT / MANIFEST
    own = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(own | {"schema": "kodeks.build/0"}), encoding="utf-8")
    assert current(faulty_home) is None


@pytest.mark.parametrize("part", ["corpus/new.md", "requirements/runtime.txt"])
def test_a_build_of_another_corpus_or_other_dependencies_is_not_used(
    part: str, faulty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = manifest.load(faulty_home)
    store = store_of(faulty_home)
    assert open_store(corpus, list[str]().append) == store
    (faulty_home / part).parent.mkdir(exist_ok=True)
    (faulty_home / part).write_text("x", encoding="utf-8")
    monkeypatch.setattr("kb.build._steps", nothing_is_written)
    said: list[str] = []
    assert open_store(corpus, said.append) != store
    assert said == ["The build is of another version of corpus or code; building"]
