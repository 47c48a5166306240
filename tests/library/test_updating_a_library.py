"""Bringing a library up to date: only what has changed is read, and what breaks spoils nothing."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import kb.library.updating as updating
from kb.core.errors import BuildError, KodeksError, NotFoundError
from kb.library.engines.ruling_rows import LibraryDamageError
from kb.library.engines.whoosh_library import WhooshLibrary
from kb.library.ruling_reader import RulingReader
from support.libraries import LATER, RULINGS, MakeShelf, Shelf


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the rulings that are analysed, as they are."""
    seen: list[str] = []
    read = RulingReader.read

    def counting(self: RulingReader, raw: bytes, path: str, key: str) -> object:
        seen.append(path)
        return read(self, raw, path, key)

    monkeypatch.setattr(RulingReader, "read", counting)
    return seen


@pytest.fixture
def mine(make_shelf: MakeShelf) -> Shelf:
    """A library that was indexed a while ago."""
    shelf = make_shelf(RULINGS)
    for path in shelf.folders[0].rglob("*.*"):
        os.utime(path, (1_600_000_000, 1_600_000_000))
    shelf.update()
    return shelf


def test_the_first_time_all_are_read_and_it_is_said_why(make_shelf: MakeShelf) -> None:
    done = make_shelf(RULINGS).update()
    assert (done.read, done.same, done.removed) == (5, 0, 0)
    assert done.anew == "there was no index yet"


def test_what_has_not_changed_is_not_even_opened(
    mine: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    read_bytes = Path.read_bytes

    def noting(path: Path) -> bytes:
        opened.append(path)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", noting)
    done = mine.update()
    assert (done.read, done.same, done.changed) == (0, 5, False)
    assert not [path for path in opened if path.is_relative_to(mine.folders[0])]


def test_only_what_has_changed_is_read_again(mine: Shelf, reads: list[str]) -> None:
    mine.rewrite("wahanie.txt", "Namysł\n\nZupełnie inna sprawa: fałszywy renons, przepis 64C.\n")
    mine.rewrite("new.md", "---\nlang: en\n---\n\nA revoke, Law 64C.\n")
    done = mine.update()
    assert sorted(reads) == ["new.md", "wahanie.txt"]
    assert (done.read, done.same, done.anew) == (2, 4, "")
    assert mine.files("", laws=("73C",)) == ["EBL/2019/esitazione.md"]
    assert sorted(mine.files("revoke")) == ["PZBS/renons.md", "new.md", "wahanie.txt"]


def test_a_file_that_was_only_touched_is_not_analysed(mine: Shelf, reads: list[str]) -> None:
    os.utime(mine.folders[0] / "wahanie.txt", (LATER, LATER))
    assert (mine.update().read, reads) == (0, [])


def test_a_file_written_a_moment_ago_is_looked_at_again(
    make_shelf: MakeShelf, reads: list[str]
) -> None:
    shelf = make_shelf({"a.md": "A revoke, Law 64C.\n"})
    shelf.update()
    path = shelf.folders[0] / "a.md"
    status = path.stat()
    path.write_text("A claim , Law 70A.\n", encoding="utf-8")  # as long, and in the same moment
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert shelf.update().read == 1
    assert shelf.files("claim") == ["a.md"]


def test_what_was_removed_is_not_found_any_more(mine: Shelf, reads: list[str]) -> None:
    gone = mine.id("PZBS/renons.md")
    shutil.rmtree(mine.folders[0] / "PZBS")
    done = mine.update()
    assert (done.read, done.same, done.removed, reads) == (0, 4, 1, [])
    assert mine.files("renons") == []
    with pytest.raises(NotFoundError):
        mine.open().get(gone)
    rows = (mine.place.current / "rulings.sqlite3").read_bytes()
    assert b"falszywy" not in rows.lower()


def test_a_file_that_cannot_be_read_is_listed_and_the_rest_goes_on(mine: Shelf) -> None:
    folder = mine.folders[0]
    (folder / "latin.md").write_bytes(b"caf\xe9")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "link.md").symlink_to(folder / "wahanie.txt")
    (folder / "out").symlink_to("/etc")
    os.mkfifo(folder / "pipe.md")
    mine.rewrite("hr/karta.txt", "Odluka: štih, član 64.\n")
    done = mine.update()
    assert done.read == 1
    assert done.unreadable == (
        ("empty.txt", "empty"),
        ("latin.md", "not UTF-8 at byte 3"),
        ("link.md", "a symbolic link"),
        ("out", "a symbolic link"),
        ("pipe.md", "not a file"),
    )
    assert mine.update().unreadable == done.unreadable
    (folder / "latin.md").write_text("Revoke, Law 64C.", encoding="utf-8")
    assert "latin.md" in mine.files("revoke") if mine.update() else False


def test_a_ruling_whose_file_can_no_longer_be_read_is_not_found(mine: Shelf) -> None:
    (mine.folders[0] / "PZBS/renons.md").write_bytes(b"renons \xff")
    os.utime(mine.folders[0] / "PZBS/renons.md", (LATER, LATER))
    assert mine.update().unreadable == (("PZBS/renons.md", "not UTF-8 at byte 7"),)
    assert mine.files("renons") == []


def test_a_file_without_permission_is_tried_again(
    mine: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may read everything, so that the refusal is played."""
    path = mine.folders[0] / "new.md"
    path.write_text("Revoke, Law 64C.", encoding="utf-8")
    read_bytes = Path.read_bytes

    def refused(self: Path) -> bytes:
        if self.name == path.name:
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return read_bytes(self)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", refused)
        assert mine.update().unreadable == (("new.md", "Permission denied"),)
    assert mine.update().unreadable == ()


def test_a_name_that_is_no_utf_8_is_shown_with_other_signs(mine: Shelf) -> None:
    raw = os.fsencode(mine.folders[0]) + b"/caf\xe9.md"
    Path(os.fsdecode(raw)).write_text("---\nlang: en\n---\n\nRevoke, Law 64C.\n", encoding="utf-8")
    assert mine.update().read == 1
    assert "caf?.md" in mine.files("revoke")
    Path(os.fsdecode(raw)).write_bytes(b"")
    assert mine.update().unreadable == (("caf?.md", "empty"),)


def test_hidden_files_and_other_kinds_are_no_rulings(make_shelf: MakeShelf) -> None:
    names = {".a.md": "x", ".git/b.md": "x", "c.csv": "x", "md": "x", "d.MD": "Revoke, Law 64."}
    assert make_shelf(names).update().read == 1


class Interrupted(BaseException):
    """What ends a process in the middle."""


def test_an_update_that_breaks_off_leaves_the_old_index(
    mine: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine.rewrite("wahanie.txt", "Fałszywy renons, przepis 64C.\n")
    mine.rewrite("zz.md", "Fałszywy renons, przepis 64C.\n")
    before = mine.answer("wahanie")
    read = RulingReader.read

    def breaking(self: RulingReader, raw: bytes, path: str, key: str) -> object:
        if path == "zz.md":
            raise Interrupted
        return read(self, raw, path, key)

    with monkeypatch.context() as patch:
        patch.setattr(RulingReader, "read", breaking)
        with pytest.raises(Interrupted):
            mine.update()
    assert mine.answer("wahanie") == before
    engine = WhooshLibrary(mine.place.current)
    assert {path.name for path in mine.place.current.resolve().iterdir()} == {
        "files.json",
        "rulings.sqlite3",
        *(one.name for one in (*engine._segments, *engine._rows.concordances())),
    }
    assert mine.update().read == 2
    assert "zz.md" in mine.files("renons")


def test_a_new_index_takes_the_place_of_the_old_one_only_when_it_is_whole(
    mine: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, old = mine.answer("wahanie"), mine.place.current.readlink()
    with monkeypatch.context() as patch:
        patch.setattr(updating.Updater, "_swap", _interrupted)
        with pytest.raises(Interrupted):
            mine.update(anew=True)
    assert (mine.answer("wahanie"), mine.place.current.readlink()) == (before, old)
    done = mine.update(anew=True)
    assert (done.read, done.anew) == (5, "it was asked for")
    assert mine.answer("wahanie") == before
    kept = {path.name for path in mine.place.root.iterdir() if not path.name.startswith(".")}
    assert kept == {"current", mine.place.current.readlink().name}


def _interrupted(*_: object) -> None:
    raise Interrupted


def test_what_broke_off_late_is_gone_on_with(
    mine: Shelf, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updating, "analysis_mark", lambda *_: "another")
    with monkeypatch.context() as patch:
        patch.setattr(updating.Updater, "_swap", _interrupted)
        with pytest.raises(Interrupted):
            mine.update()
    assert len(reads) == 5
    done = mine.update()
    assert (done.read, done.anew, len(reads)) == (
        0,
        "another build, program or list of names",
        5,
    )
    assert mine.files("wahanie", limit=1)


@pytest.mark.slow
def test_many_files_are_read_by_several_processes(make_shelf: MakeShelf) -> None:
    many = {f"{number:03}.md": f"Revoke {number}, Law 64C.\n" for number in range(70)}
    shelf = make_shelf(many | {"bad.md": ""})
    done = shelf.updater(workers=2).update()
    assert (done.read, done.unreadable) == (70, (("bad.md", "empty"),))
    assert shelf.answer("revoke")["total"] == 70


def test_two_folders_are_one_library_in_whatever_order(
    make_shelf: MakeShelf, tmp_path: Path
) -> None:
    shelf = make_shelf({"a.md": "Revoke, Law 64C.\n"})
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.md").write_text("Revoke, Law 64A.\n", encoding="utf-8")
    shelf.folders = [shelf.folders[0], other]
    assert shelf.update().read == 2
    shelf.folders = shelf.folders[::-1]
    assert shelf.update().same == 2
    assert shelf.files("revoke") == ["a.md", "a.md"]


def test_a_folder_that_is_not_there_is_told(make_shelf: MakeShelf) -> None:
    shelf = make_shelf({})
    shelf.folders = [shelf.folders[0] / "none"]
    with pytest.raises(NotFoundError, match="no such folder"):
        shelf.update()


def test_an_index_is_not_there_before_it_was_made(make_shelf: MakeShelf) -> None:
    with pytest.raises(BuildError, match="there is no index of rulings"):
        make_shelf({}).open()


def segment_files(shelf: Shelf) -> Iterator[Path]:
    yield from (path for path in shelf.place.current.glob("segment-*/*") if path.is_file())


@pytest.mark.slow
@pytest.mark.parametrize("harm", ["change", "cut", "remove", "add"])
def test_a_damaged_segment_is_never_opened(mine: Shelf, harm: str) -> None:
    path = max(segment_files(mine), key=lambda one: one.stat().st_size)
    if harm == "add":
        (path.parent / "_MAIN_9.toc").write_bytes(b"cos\nsystem\n(S'touch /tmp/owned'\ntR.")
    elif harm == "remove":
        path.unlink()
    else:
        raw = path.read_bytes()
        path.write_bytes(raw[:-9] if harm == "cut" else raw[:-1] + bytes([raw[-1] ^ 1]))
    with pytest.raises(LibraryDamageError) as caught:
        mine.open()
    assert "is damaged (segment-1-" in caught.value.message
    assert caught.value.hint == "kodeks rulings index --anew makes it anew."
    assert mine.update(anew=True).read == 5
    assert mine.files("renons")


@pytest.mark.parametrize("content", [b"", b"no database at all, " * 300])
def test_damaged_rows_are_an_error_that_says_so(mine: Shelf, content: bytes) -> None:
    (mine.place.current / "rulings.sqlite3").write_bytes(content)
    with pytest.raises(KodeksError, match="damaged"):
        mine.open()


def test_a_list_of_files_that_is_no_json_means_that_all_is_read_again(mine: Shelf) -> None:
    (mine.place.current / "files.json").write_text("{", encoding="utf-8")
    assert mine.update().read == 5


@pytest.mark.slow
def test_names_are_in_no_file_of_the_index_once_they_are_replaced(
    mine: Shelf, tmp_path: Path
) -> None:
    mine.rewrite("Esterházy.md", "---\nlang: hu\n---\n\nEsterházynak 27B1(b) pont. Fehér.\n")
    mine.update()
    assert mine.files("Esterházy") == ["Esterházy.md"]
    mine.redact = tmp_path / "names.txt"
    mine.redact.write_text("Esterházy*\n", encoding="utf-8")
    done = mine.update()
    assert (done.read, done.anew) == (6, "another build, program or list of names")
    assert mine.files("Esterházy") == []
    assert "esterh" not in json.dumps(mine.answer("27B1", limit=100)).lower()
    kept = [path for path in mine.place.root.rglob("*") if path.is_file()]
    assert len(kept) > 4
    for path in kept:
        whole = path.read_bytes().lower()
        assert not any(form in whole for form in (b"esterh", "esterház".encode()))
    for document in mine.open().engine.documents():
        found = mine.open().get(document.id)
        assert "esterh" not in repr(found).lower()


def test_small_segments_become_one_and_nothing_is_lost(mine: Shelf) -> None:
    for number in range(7):
        mine.rewrite(f"{number}.md", f"---\nlang: en\n---\n\nRevoke {number}, Law 64C.\n")
        mine.update()
        assert len(mine.files("revoke")) == number + 2
    segments = mine.open().engine._segments  # type: ignore[attr-defined]
    assert len(segments) <= 5
    assert {path.name for path in mine.place.current.glob("segment-*")} == {
        segment.name for segment in segments
    }
    assert len(mine.open().engine) == 12


def test_who_reads_while_another_updates_sees_the_new_ones(mine: Shelf) -> None:
    opened = mine.open()
    before = len(opened.engine)
    mine.rewrite("new.md", "---\nlang: en\n---\n\nRevoke, Law 64C.\n")
    mine.update()
    from kb.library.querying import AskedRulings

    planned, found = opened.search(AskedRulings("revoke"))
    assert (len(opened.engine), found.total, planned.mended) == (before + 1, 2, {})
