"""When a build is made anew and who is told why; how a file is written: on builds of one file."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import BuildError
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.files.atomic import write_whole
from kb.opening import open_store
from kb.storage.store import MANIFEST, current, read_store, signature
from support.faults import store_of


def one_file(_: Corpus, directory: Path, *__: object) -> tuple[()]:
    """Take the place of what writes the files of a build."""
    (directory / "records").mkdir()
    (directory / "records/all.jsonl").write_text("{}\n", encoding="utf-8")
    return ()


@pytest.fixture
def quick(small_home: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    """A corpus of which a build is one file."""
    monkeypatch.setattr("kb.build._steps", one_file)
    return manifest.load(small_home)


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


def test_others_may_read_a_build(quick: Corpus) -> None:
    assert stat.S_IMODE(build(quick).store.directory.stat().st_mode) == 0o755


def test_who_opens_is_told_why_a_build_is_made(quick: Corpus) -> None:
    assert said_at_opening(quick) == ["There is no build yet; building"]
    assert said_at_opening(quick) == []
    (quick.home / "corpus/curation/new.md").write_text("x", encoding="utf-8")
    assert said_at_opening(quick) == ["The build is of another version of corpus or code; building"]
    store = store_of(quick.home)
    (store.directory / "records/all.jsonl").write_text("[]\n", encoding="utf-8")
    assert said_at_opening(quick) == ["The build is damaged (records/all.jsonl); building"]
    store = store_of(quick.home)
    (store.directory / "records/more.jsonl").write_text("", encoding="utf-8")
    assert said_at_opening(quick) == ["The build is damaged (records/more.jsonl); building"]
    store = store_of(quick.home)
    (store.directory / MANIFEST).write_text("{}", encoding="utf-8")
    assert said_at_opening(quick) == [
        "The build's manifest is damaged or of another version; building"
    ]


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
