"""`kodeks rulings`: a library is indexed, searched, listed, and nothing shows what it must not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.command import Kodeks
from support.libraries import RULINGS, write_rulings
from support.schemas import validator


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rulings").mkdir()
    return write_rulings(tmp_path / "rulings")


def test_an_index_is_made_and_kept(kodeks: Kodeks, folder: Path) -> None:
    assert kodeks("rulings", "index", "--library", str(folder)) == 0
    assert kodeks.out.startswith("5 rulings: 5 read (all, as there was no index yet), 0 unchanged")
    answer = kodeks.json("rulings", "index", "--library", str(folder))
    validator("rulings").validate(answer)
    assert (answer["count"], answer["read"], answer["anew"]) == (5, 0, None)


def test_a_search_makes_the_index_by_itself(kodeks: Kodeks, folder: Path) -> None:
    answer = kodeks.json(
        "rulings", "search", "wahanie, 16B, since 2019", "--law", "16B", "--body", "EBL",
        "--lang", "it", "--library", str(folder),
    )  # fmt: skip
    validator("rulings").validate(answer)
    assert [one["file"] for one in answer["results"]] == ["EBL/2019/esitazione.md"]
    write_rulings(folder, {"new.md": "Hesitation, Law 16B.\n"})
    both = kodeks.json("rulings", "search", "hesitation 16B", "--library", str(folder))
    assert "new.md" in [one["file"] for one in both["results"]]


def test_what_is_printed_has_what_was_asked(kodeks: Kodeks, folder: Path) -> None:
    arguments = ("--library", str(folder), "--facets", "--sort", "date")
    assert kodeks("rulings", "search", "16B, 73C", *arguments) == 0
    lines = kodeks.out.splitlines()
    assert lines[:2] == ["Only what cites Law 16B and Law 73C.", "2 rulings"]
    assert lines[2].startswith(" 1. Esitazione prima del contro  esitazione-")
    assert (
        lines[3] == "    2019-06-21 · it · EBL · Open Teams · adjusted  EBL/2019/esitazione.md:12"
    )
    assert lines[4] == "    cites Law 16, Law 12, Law 73"
    assert "Languages it 1 · pl 1" in lines
    assert "Bodies    EBL 1 · unknown 1" in lines
    assert kodeks("rulings", "search", "qwertzuiop", "--library", str(folder)) == 0
    assert kodeks.out.splitlines() == ["0 rulings", "No ruling was found."]


@pytest.mark.slow
def test_one_and_all_and_those_like_it_are_shown(kodeks: Kodeks, folder: Path) -> None:
    assert kodeks("rulings", "list", "--library", str(folder)) == 0
    assert "2005-03-15" in kodeks.out
    listed = kodeks.json("rulings", "list", "--library", str(folder))
    ids = {one["file"]: one["id"] for one in listed["rulings"]}
    validator("rulings").validate(listed)
    assert kodeks("rulings", "show", ids["hr/karta.txt"], "--library", str(folder)) == 0
    assert "date      2005-03-15  (from a line)" in kodeks.out
    assert "hr/karta.txt:6  članu 16B  Law 16D" in kodeks.out
    one = kodeks.json("rulings", "show", ids["hr/karta.txt"], "--library", str(folder))
    like = kodeks.json("rulings", "similar", ids["wahanie.txt"], "--library", str(folder))
    for answer in (one, like):
        validator("rulings").validate(answer)
    assert like["results"][0]["file"] == "EBL/2019/esitazione.md"
    assert kodeks("rulings", "similar", ids["wahanie.txt"], "--library", str(folder)) == 0
    assert kodeks("rulings", "similar", "wahanie-0", "--library", str(folder)) == 3
    assert "Did you mean wahanie-" in kodeks.err


def test_files_that_cannot_be_read_are_named_and_the_rest_is_found(
    kodeks: Kodeks, folder: Path
) -> None:
    (folder / "latin.txt").write_bytes(b"caf\xe9")
    assert kodeks("rulings", "index", "--library", str(folder)) == 2
    assert "left out: latin.txt: not UTF-8 at byte 3" in kodeks.err
    assert "5 rulings: 5 read" in kodeks.out
    answer = kodeks.json("rulings", "search", "revoke", "--library", str(folder))
    assert answer["unreadable"] == [{"file": "latin.txt", "reason": "not UTF-8 at byte 3"}]
    assert answer["total"] == 1


@pytest.mark.slow
def test_names_stay_replaced_until_somebody_says_otherwise(
    kodeks: Kodeks, folder: Path, tmp_path: Path
) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Zagreb*\n", encoding="utf-8")
    library = ("--library", str(folder))
    assert kodeks("rulings", "index", *library, "--redact", str(names)) == 0
    for arguments in (("list",), ("search", "karta"), ("search", "Kup Zagreba")):
        assert kodeks("rulings", *arguments, *library) == 0
        assert "Zagreb" not in kodeks.out
    names.unlink()
    assert kodeks("rulings", "search", "karta", *library) == 2
    assert "Nothing is indexed without the names to leave out." in kodeks.err
    assert kodeks("rulings", "index", *library, "--no-redact") == 0
    assert "Kup Zagreba" in json.dumps(kodeks.json("rulings", "list", *library))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("search", "x", "--since", "soon"), 2, "'soon' is no date"),
        (("search", "--law", "16Q"), 3, "there is no 16Q"),
        (("search", "x" * 2001), 2, "at most 2000 are looked at"),
        (("index", "--redact", "a", "--no-redact"), 2, "contradict"),
        (("show", "none"), 3, "there is no ruling 'none'"),
    ],
)
def test_what_is_wrong_is_said(
    kodeks: Kodeks, folder: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    assert kodeks("rulings", *arguments, "--library", str(folder)) == code
    assert said in kodeks.err


def test_a_folder_that_is_not_there_is_said(kodeks: Kodeks, tmp_path: Path) -> None:
    assert kodeks("rulings", "list", "--library", str(tmp_path / "none")) == 3
    assert "there is no such folder of rulings" in kodeks.err


def test_a_damaged_index_says_how_to_mend_it(
    kodeks: Kodeks, built_home: Path, folder: Path
) -> None:
    library = ("--library", str(folder))
    assert kodeks("rulings", "index", *library) == 0
    libraries = (built_home / "build/library").glob("*/current/files.json")
    (own,) = [one.parent for one in libraries if str(folder) in one.read_text(encoding="utf-8")]
    (segment,) = own.glob("segment-*/*.seg")
    segment.write_bytes(segment.read_bytes()[:-1])
    assert kodeks("rulings", "search", "karta", *library) == 6
    assert "the index of the rulings is damaged" in kodeks.err
    assert "kodeks rulings index --anew" in kodeks.err
    assert kodeks("rulings", "index", *library, "--anew") == 0
    assert kodeks("rulings", "search", "karta", *library) == 0


def test_no_other_command_imports_the_library() -> None:
    code = (
        "import sys, kb.cli.main as main\n"
        "assert not [name for name in sys.modules if name.startswith('kb.library')]\n"
        "assert 'whoosh' not in sys.modules or 'kb.search.engines.whoosh' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_all_rulings_of_the_examples_are_there(kodeks: Kodeks, folder: Path) -> None:
    listed = kodeks.json("rulings", "list", "--library", str(folder))
    assert {one["file"] for one in listed["rulings"]} == {*RULINGS}
