"""`kodeks link`: what it writes, where, and what it refuses."""

from __future__ import annotations

import json
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from support.command import Kodeks
from support.homes import REPOSITORY
from support.rulings import (
    GERMAN,
    HUNGARIAN,
)
from support.schemas import validator


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ruling.md"
    path.write_text(HUNGARIAN, encoding="utf-8")
    return path


LINK = "[27B1(b) pont]("


@pytest.mark.parametrize("name", ["json", "jsonl", "annotations"])
def test_the_command_prints_what_fits_its_schema(kodeks: Kodeks, file: Path, name: str) -> None:
    assert kodeks("link", str(file), "--to", name) == 0
    schema = "annotations" if name == "annotations" else "links"
    for printed in kodeks.out.splitlines() if name == "jsonl" else [kodeks.out]:
        validator(schema).validate(json.loads(printed))


def test_the_command_prints_a_table_of_authorities_for_people_and_machines(
    kodeks: Kodeks, file: Path
) -> None:
    assert kodeks("link", str(file), "--to", "authorities", "--ui", "hu") == 0
    assert "| **[27. szakasz](/hu/bridge-2017/27/)** | **ELÉGTELEN BEMONDÁS** |" in kodeks.out
    assert kodeks("link", str(file), "--to", "authorities", "--json") == 0
    validator("authorities").validate(json.loads(kodeks.out))
    assert kodeks("link", str(file), "--json") == 0
    validator("links").validate(json.loads(kodeks.out))


def test_a_reader_of_english_has_english_titles_and_pages(kodeks: Kodeks, file: Path) -> None:
    assert kodeks("link", str(file), "--to", "authorities", "--ui", "en") == 0
    assert kodeks.out.startswith("# Table of authorities: Elégtelen licit\n")
    assert "[Law 27](/en/bridge-2017/27/)** | **Insufficient bid" in kodeks.out


def test_where_a_ruling_is_published_is_the_source_of_its_annotations(
    kodeks: Kodeks, file: Path
) -> None:
    address = "https://club.example/1"
    assert kodeks("link", str(file), "--to", "annotations", "--source", address) == 0
    items = json.loads(kodeks.out)["items"]
    assert {one["target"]["source"] for one in items} == {address}
    (flag,) = (one for one in items if one["body"][0]["type"] == "TextualBody")
    assert "93" in flag["body"][0]["value"]


def test_a_page_stays_a_page_and_anything_else_becomes_markdown(
    kodeks: Kodeks, tmp_path: Path
) -> None:
    page = tmp_path / "page.xhtml"
    page.write_text("<p>Law 27</p>", encoding="utf-8")
    assert kodeks("link", str(page)) == 0
    assert re.fullmatch(r'<p><a class="kodeks-law" [^>]*>Law 27</a></p>\n?', kodeks.out)
    text = tmp_path / "ruling.txt"
    text.write_text("Law 27", encoding="utf-8")
    assert kodeks("link", str(text)) == 0
    assert kodeks.out.startswith("[Law 27](")


def test_what_does_not_exist_is_listed_and_an_error_only_when_asked(
    kodeks: Kodeks, file: Path
) -> None:
    told = f"{file}:8: '94. szakasz' does not exist in bridge-2017; the nearest is 93"
    assert kodeks("link", str(file)) == 0
    assert told in " ".join(kodeks.err.split())
    assert kodeks("link", str(file), "--strict") == 3
    assert told in " ".join(kodeks.err.split())
    assert "1 of 4 citations lead nowhere" in kodeks.err
    assert LINK in kodeks.out
    file.write_text("27B1(b) pont", encoding="utf-8")
    assert kodeks("link", str(file), "--strict") == 0


def test_other_regulations_are_listed_when_asked(kodeks: Kodeks, tmp_path: Path) -> None:
    path = tmp_path / "urteil.txt"
    path.write_text(GERMAN, encoding="utf-8")
    assert kodeks("link", str(path), "--lang", "de") == 0
    assert kodeks.err == ""
    assert kodeks("link", str(path), "--lang", "de", "--verbose") == 0
    assert "'§ 12' is of another regulation: " in kodeks.err


def test_output_goes_to_a_file_whole_or_not_at_all(
    kodeks: Kodeks, file: Path, tmp_path: Path
) -> None:
    target = tmp_path / "linked.md"
    assert kodeks("link", str(file), "-o", str(target)) == 0
    assert kodeks.out == ""
    assert LINK in target.read_text(encoding="utf-8")
    assert file.read_text(encoding="utf-8") == HUNGARIAN
    before = target.read_bytes()
    assert kodeks("link", str(file), "-o", str(target), "--lang", "xx") == 3
    assert target.read_bytes() == before
    assert kodeks("link", str(file), "-o", str(tmp_path / "none/linked.md")) == 1


def test_a_ruling_is_never_written_over_unasked(kodeks: Kodeks, file: Path, tmp_path: Path) -> None:
    (tmp_path / "link.md").symlink_to(file)
    (tmp_path / "twin.md").hardlink_to(file)
    for output in (file, tmp_path / "link.md", tmp_path / "twin.md", tmp_path / "x/../ruling.md"):
        (tmp_path / "x").mkdir(exist_ok=True)
        assert kodeks("link", str(file), "-o", str(output)) == 2
        assert "--in-place" in kodeks.err
        assert file.read_text(encoding="utf-8") == HUNGARIAN


def test_a_ruling_is_linked_in_its_place_once_and_unlinked_again(
    kodeks: Kodeks, tmp_path: Path
) -> None:
    for name, words in (
        ("ruling.md", HUNGARIAN.replace("\n", "\r\n")),
        ("page.html", "<h1>Law 27</h1>\n<p>Law <b>16B1</b>, Law 94"),
        ("ruling.txt", "Law 27 and Law 94.\n"),
    ):
        same = ["--in-place", "--to", "text"] if name.endswith(".txt") else ["--in-place"]
        path = tmp_path / name
        path.write_bytes(words.encode())
        path.chmod(0o640)
        assert kodeks("link", str(path), *same) == 0
        assert kodeks.out == ""
        linked = path.read_bytes()
        assert linked != words.encode()
        assert kodeks("link", str(path), *same) == 0
        assert path.read_bytes() == linked
        assert kodeks("link", str(path), "--in-place", "--remove") == 0
        assert path.read_bytes() == words.encode()
        assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-", "--in-place"], "standard input"),
        (["ruling.md", "--in-place", "--to", "json"], "in its place"),
        (["ruling.txt", "--in-place"], "in its place"),
        (["ruling.md", "--in-place", "-o", "other.md"], "two files"),
        (["page.html", "--to", "md"], "HTML cannot become md"),
        (["page.html", "--to", "text"], "HTML cannot become text"),
        (["ruling.md", "--json", "--to", "jsonl"], "--json does not go"),
        (["no-such-file.md"], "No such file"),
        (["ruling.md", "--base", "ftp://x"], "not the address of a site"),
        (["ruling.md", "--context", "what"], "is not an id"),
    ],
)
def test_what_does_not_go_together_is_refused(
    kodeks: Kodeks,
    tmp_path: Path,
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ruling.md", "ruling.txt", "page.html"):
        (tmp_path / name).write_text("Law 27", encoding="utf-8")
    assert kodeks("link", *arguments) == 2
    assert message in kodeks.err
    assert {path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {"Law 27"}


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--lang", "xx"], "hu, it, pl"),
        (["--in", "bridge-1066"], "bridge-2017"),
        (["--ui", "xx"], "hu, it, pl"),
        (["--context", "27Z"], "27D"),
    ],
)
def test_what_there_is_not_is_answered_with_what_there_is(
    kodeks: Kodeks, file: Path, arguments: list[str], hint: str
) -> None:
    assert kodeks("link", str(file), *arguments) == 3
    assert hint in kodeks.err


def quotes(kodeks: Kodeks, *arguments: str) -> list[tuple[str, list[str]]]:
    assert kodeks("link", *arguments, "--json") == 0
    return [(one["quote"], one["targets"]) for one in json.loads(kodeks.out)["citations"]]


def test_what_is_relative_depends_on_what_the_ruling_is_about(
    kodeks: Kodeks, tmp_path: Path
) -> None:
    path = tmp_path / "ruling.txt"
    path.write_text("The TD applied B1(b) above.", encoding="utf-8")
    assert [targets for _, targets in quotes(kodeks, str(path), "-l", "en")] == []
    found = quotes(kodeks, str(path), "-l", "en", "--context", "Law 27")
    assert [targets for _, targets in found] == [["bridge-2017:27.B.1.b"]]


def test_headings_are_linked_unless_told_otherwise(kodeks: Kodeks, tmp_path: Path) -> None:
    path = tmp_path / "ruling.md"
    path.write_text("# Law 27\n\nLaw 16\n", encoding="utf-8")
    assert [quote for quote, _ in quotes(kodeks, str(path))] == ["Law 27", "Law 16"]
    assert [quote for quote, _ in quotes(kodeks, str(path), "--no-headings")] == ["Law 16"]


@pytest.mark.slow
def test_numbers_are_of_the_edition_or_work_that_is_named(kodeks: Kodeks, tmp_path: Path) -> None:
    path = tmp_path / "ruling.txt"
    path.write_text("član 25B1", encoding="utf-8")
    assert quotes(kodeks, str(path), "--in", "bridge-1997") == [
        ("član 25B1", ["bridge-1997:25.B.1"])
    ]
    path.write_text("A 2. § szerint", encoding="utf-8")
    for name in ("ulti", "ulti-2017"):
        assert quotes(kodeks, str(path), "--in", name) == [("2. §", ["ulti-2017:2"])]
    path.write_text("Law 27", encoding="utf-8")
    assert quotes(kodeks, str(path), "--in", "irregularities") == [("Law 27", ["bridge-2017:27"])]


@pytest.mark.slow
def test_standard_input_is_read_and_a_file_that_is_not_utf_8_is_not(
    built_home: Path, tmp_path: Path
) -> None:
    def run(*arguments: str, words: bytes) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "kb.cli", "link", *arguments],
            input=words,
            env={"KODEKS_HOME": str(built_home), "PYTHONPATH": str(REPOSITORY)},
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )

    done = run("-", "--from", "html", words=b"<p>Law 27\r\n")
    assert done.returncode == 0
    assert done.stdout.endswith(b"Law 27</a>\r\n")
    bad = run("-", words=b"Law 27 \xff")
    assert bad.returncode == 2
    assert b"not UTF-8 at byte 7" in bad.stderr
