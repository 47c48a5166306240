"""Builds take turns, and what was good stays until the new is whole: told of builds of one file.

What a build is made of is another matter (test_build.py); here it is quick.
"""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from waiting import until

from kb import corpus as manifest
from kb.build import build
from kb.corpus import Corpus, hash_file
from kb.errors import BuildError, KodeksError
from kb.model import Reading
from kb.opening import open_store
from kb.steps import Progress
from kb.store import CURRENT, MANIFEST, Store, build_root, current, read_store, signature
from kb.writing import locked, write_whole

Write = Callable[[Corpus, Path, str, Progress], tuple[Reading, ...]]


def one_file(corpus: Corpus, directory: Path, mark: str, progress: Progress) -> tuple[Reading, ...]:
    """Write a build that has one file."""
    (directory / "records").mkdir()
    file = directory / "records/all.jsonl"
    file.write_text("{}\n", encoding="utf-8")
    Store(directory, mark, {"records/all.jsonl": hash_file(file)}).write_manifest()
    return ()


@pytest.fixture
def quick(small_home: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    """A corpus of which a build is one file."""
    monkeypatch.setattr("kb.build._write", one_file)
    return manifest.load(small_home)


def inside(corpus: Corpus) -> set[str]:
    """What is in the directory of builds, but its lock."""
    return {path.name for path in build_root(corpus.home).iterdir()} - {".lock"}


def said_at_opening(corpus: Corpus) -> list[str]:
    said: list[str] = []
    open_store(corpus, said.append)
    return said


def test_nothing_is_built_twice_unless_that_is_wanted(quick: Corpus) -> None:
    first, again, forced = build(quick), build(quick), build(quick, force=True)
    assert [one.fresh for one in (first, again, forced)] == [True, False, True]
    assert again.store == first.store
    assert forced.store.directory != first.store.directory
    assert current(quick.home) == forced.store


def test_a_second_build_waits_for_the_first_and_finds_its_work_done(
    quick: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, looked = threading.Event(), threading.Event(), []

    def slowly(*given: object) -> tuple[Reading, ...]:
        begun.set()
        assert go_on.wait(60)
        return one_file(*given)  # type: ignore[arg-type]

    def look(home: Path) -> Store | None:
        looked.append(home)
        return current(home)

    monkeypatch.setattr("kb.build._write", slowly)
    results = []
    threads = [threading.Thread(target=lambda: results.append(build(quick).fresh)) for _ in "ab"]
    threads[0].start()
    assert begun.wait(60)
    monkeypatch.setattr("kb.build.current", look)
    threads[1].start()
    until(lambda: len(looked) == 1, "the second has seen that there is no build")
    go_on.set()
    for thread in threads:
        thread.join()
    assert sorted(results) == [False, True]


def test_the_build_before_stays_for_those_who_read_it_and_no_other(quick: Corpus) -> None:
    root = build_root(quick.home)
    (root / "0123456789ab-killed").mkdir(parents=True)
    (root / ".current-0123456789ab").symlink_to("0123456789ab-killed")
    stores = [build(quick, force=True).store for _ in range(3)]
    assert inside(quick) == {stores[1].directory.name, stores[2].directory.name, CURRENT}
    assert (root / CURRENT).readlink() == Path(stores[2].directory.name)
    assert stores[1].damaged() is None


def test_others_may_read_a_build(quick: Corpus) -> None:
    assert stat.S_IMODE(build(quick).store.directory.stat().st_mode) == 0o755


@pytest.mark.parametrize(
    ("error", "expected", "message"),
    [
        (OSError(28, "No space left on device"), BuildError, "cannot write .*: No space left"),
        (OSError("odd"), BuildError, "cannot write .*: odd"),
        (BuildError("no law", "Add one."), BuildError, "no law"),
        (KeyboardInterrupt("enough"), KeyboardInterrupt, "enough"),
    ],
    ids=["full", "odd", "faulty", "called off"],
)
def test_a_build_that_is_broken_off_leaves_the_old_one_and_nothing_else(
    quick: Corpus,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    expected: type[BaseException],
    message: str,
) -> None:
    good = build(quick).store

    def fail(_: Corpus, directory: Path, *__: object) -> None:
        (directory / "half").write_text("half", encoding="utf-8")
        raise error

    monkeypatch.setattr("kb.build._write", fail)
    with pytest.raises(expected, match=message):
        build(quick, force=True)
    assert inside(quick) == {good.directory.name, CURRENT}
    assert current(quick.home) == good
    assert good.damaged() is None


def test_who_opens_is_told_why_a_build_is_made(quick: Corpus) -> None:
    assert said_at_opening(quick) == ["There is no build yet; building"]
    assert said_at_opening(quick) == []
    (quick.home / "corpus/curation/new.md").write_text("x", encoding="utf-8")
    assert said_at_opening(quick) == ["The build is of another version of corpus or code; building"]
    store = current(quick.home)
    assert store is not None
    (store.directory / "records/all.jsonl").write_text("[]\n", encoding="utf-8")
    assert said_at_opening(quick) == ["The build is damaged (records/all.jsonl); building"]
    store = current(quick.home)
    assert store is not None
    (store.directory / "records/more.jsonl").write_text("", encoding="utf-8")
    assert said_at_opening(quick) == ["The build is damaged (records/more.jsonl); building"]
    store = current(quick.home)
    assert store is not None
    (store.directory / MANIFEST).write_text("{}", encoding="utf-8")
    assert said_at_opening(quick) == [
        "The build's manifest is damaged or of another version; building"
    ]


def test_where_none_can_be_made_the_last_good_build_is_opened_and_never_a_damaged_one(
    quick: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = build(quick).store
    (quick.home / "corpus/curation/new.md").write_text("x", encoding="utf-8")

    def fail(*_: object) -> None:
        raise BuildError("no law", "Add one.")

    monkeypatch.setattr("kb.build._write", fail)
    said: list[str] = []
    assert open_store(quick, said.append) == good
    assert said[1:] == ["no law; the last good build stays in use"]
    (good.directory / "records/all.jsonl").unlink()
    with pytest.raises(KodeksError, match="no law"):
        open_store(quick, said.append)
    assert len(said) == 3


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '{"schema": "kodeks.build/0", "fingerprint": "", "files": {}}'],
)
def test_what_has_no_manifest_of_ours_is_no_build(tmp_path: Path, content: str) -> None:
    assert read_store(tmp_path) is None
    (tmp_path / MANIFEST).write_text(content, encoding="utf-8")
    assert read_store(tmp_path) is None
    Store(tmp_path, "f", {"a": "b"}).write_manifest()
    assert read_store(tmp_path) == Store(tmp_path, "f", {"a": "b"})
    assert read_store(tmp_path / MANIFEST) is None


def test_a_directory_that_cannot_be_read_is_an_error_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(BuildError, match=f"{tmp_path}/{MANIFEST}: Permission denied") as caught:
        read_store(tmp_path)
    assert caught.value.hint == "Make build/ a readable directory."


def test_a_signature_tells_a_file_from_any_that_takes_its_place(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one", encoding="utf-8")
    before = signature(tmp_path, ["b", "a"])
    assert [name for name, *_ in before] == ["a"]
    assert signature(tmp_path, ["a"]) == before
    (tmp_path / "b").write_text("two", encoding="utf-8")
    assert [name for name, *_ in signature(tmp_path, ["b", "a"])] == ["a", "b"]
    times = (tmp_path / "a").stat()
    (tmp_path / "a").write_text("eno", encoding="utf-8")
    os.utime(tmp_path / "a", ns=(times.st_atime_ns, times.st_mtime_ns))
    assert signature(tmp_path, ["a"]) != before


# --- files -------------------------------------------------------------------------------------


def test_a_file_that_is_written_anew_keeps_its_mode_and_a_link_stays_one(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", b"1")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "new").chmod(0o604)
    (tmp_path / "link").symlink_to("new")
    write_whole(tmp_path / "link", b"2")
    assert (tmp_path / "link").readlink() == Path("new")
    assert (tmp_path / "new").read_bytes() == b"2"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o604
    assert {path.name for path in tmp_path.iterdir()} == {"new", "link"}


def test_a_file_that_cannot_be_written_is_as_it_was_and_the_error_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OSError, match=r"No such file or directory: '.*/none/a'"):
        write_whole(tmp_path / "none/a", b"1")
    write_whole(tmp_path / "a", b"1")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match="Input/output"):
        write_whole(tmp_path / "a", b"2")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"1"}


def test_what_is_no_file_is_written_into(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_whole(tmp_path / "pipe", b"1")
    reader.join()
    assert read == [b"1"]
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_one_at_a_time_is_in_a_directory_that_is_made_for_it(tmp_path: Path) -> None:
    place, done = tmp_path / "a/b", []

    def second() -> None:
        with locked(place, lambda path, error: error):
            done.append("second")

    thread = threading.Thread(target=second)
    with locked(place, lambda path, error: error, mode=0o700):
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
        thread.start()
        thread.join(0.1)
        done.append("first")
    thread.join()
    assert done == ["first", "second"]
    (tmp_path / "file").write_text("", encoding="utf-8")
    with (
        pytest.raises(LookupError, match="file: File exists"),
        locked(
            tmp_path / "file", lambda path, error: LookupError(f"{path.name}: {error.strerror}")
        ),
    ):
        pass
