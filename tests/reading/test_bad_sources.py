"""Faulty input: a clear error with file and line, and never a half-read text."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import CorpusError, KodeksError, NotFoundError, ReadingError
from kb.corpus import manifest
from kb.reading.read import read
from kb.storage.store import current
from support.homes import (
    REPOSITORY,
    edit_curation,
    edit_manifest,
    edit_source,
    with_line,
    without_line,
)

HU, PL, HR = "bridge-2017_hu.txt", "bridge-2017_pl.txt", "bridge-1997_hr.txt"
PL_CORRECTIONS = "bridge-2017_pl/corrections.tsv"


def reading_error(home: Path, text: str) -> ReadingError:
    with pytest.raises(ReadingError) as caught:
        read(manifest.load(home).text(text))
    return caught.value


# --- sources -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "text", "line", "noticed", "expected"),
    [
        (PL, "bridge-2017/pl", 1450, 1463, "35."),  # Law 35 is gone: 36 comes where 35 should
        (HU, "bridge-2017/hu", 2010, 2031, "35."),
        (HR, "bridge-1997/hr", 665, 682, "ČLAN 35"),
    ],
)
def test_a_missing_law_is_reported_where_the_next_one_stands(
    home: Path, file: str, text: str, line: int, noticed: int, expected: str
) -> None:
    edit_source(home, file, without_line(line))
    error = reading_error(home, text)
    assert Path(error.file).name == file
    assert error.line <= noticed
    assert error.line > line
    assert expected in error.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "line", "pattern", "doubled", "expected"),
    [
        (PL, "bridge-2017/pl", 367, r"B\. ", "A. ", "B."),
        (PL, "bridge-2017/pl", 388, r"2\. ", "1. ", "2."),
        (HU, "bridge-2017/hu", 600, r"B\. ", "A. ", "B."),
        (HU, "bridge-2017/hu", 774, r"b\) ", "a) ", "b)"),
        (HR, "bridge-1997/hr", 183, r"2\. ", "1. ", "2."),
    ],
)
def test_a_doubled_label_is_reported_with_the_one_expected(
    home: Path, file: str, text: str, line: int, pattern: str, doubled: str, expected: str
) -> None:
    edit_source(home, file, with_line(line, pattern, doubled))
    error = reading_error(home, text)
    assert Path(error.file).name == file
    assert error.line == line
    assert expected in error.message


def test_a_text_that_ends_early_names_the_law_expected(home: Path) -> None:
    edit_source(home, HR, lambda text: text.replace("ČLAN 93\n", "", 1))
    assert "'ČLAN 93'" in reading_error(home, "bridge-1997/hr").message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "first", "last", "expected"),
    [
        (PL, "bridge-2017/pl", 1818, 1902, "45."),
        (HU, "bridge-2017/hu", 2525, 2640, "45."),
        (HR, "bridge-1997/hr", 814, 846, "ČLAN 45"),
    ],
)
def test_a_law_cut_out_with_its_lines_is_reported_where_it_should_stand(
    home: Path, file: str, text: str, first: int, last: int, expected: str
) -> None:
    def cut(content: str) -> str:
        lines = content.split("\n")
        return "\n".join(lines[: first - 1] + lines[last:])

    edit_source(home, file, cut)
    error = reading_error(home, text)
    assert Path(error.file).name == file
    assert first <= error.line <= first + 4
    assert expected in error.message


@pytest.mark.slow
def test_a_text_that_ends_early_names_the_law_expected_next(home: Path) -> None:
    lines = (home / "corpus/sources" / PL).read_text(encoding="utf-8").split("\n")
    edit_source(
        home, PL, lambda text: "\n".join(text.split("\n")[:3564] + [""] * 49 + lines[3613:])
    )
    error = reading_error(home, "bridge-2017/pl")
    assert "expected law 93" in error.message


@pytest.mark.slow
def test_a_marker_without_a_note_and_a_note_without_a_marker(home: Path) -> None:
    edit_source(home, PL, with_line(2169, "trzynasta17", "trzynasta"))
    error = reading_error(home, "bridge-2017/pl")
    assert error.line == 2228
    assert "nothing calls the note '17'" in error.message
    edit_source(home, PL, with_line(2169, "trzynasta", "trzynasta†"))
    edit_source(home, PL, with_line(3121, "†", ""))
    error = reading_error(home, "bridge-2017/pl")
    assert error.line == 2169
    assert "'†' calls no note below" in error.message


def test_a_changed_source_stops_the_build_with_both_hashes(home: Path) -> None:
    path = home / "corpus/sources" / HU
    path.write_text(path.read_text(encoding="utf-8") + "x", encoding="utf-8")
    with pytest.raises(CorpusError) as caught:
        build(manifest.load(home))
    assert HU in caught.value.message
    assert "expected sha256 f9005bbb" in caught.value.message
    assert "found" in caught.value.message
    assert current(home) is None


@pytest.mark.parametrize("file", [PL, "ulti-2017_hu.txt"])
def test_a_missing_source_stops_the_build_even_if_nothing_reads_it_yet(
    home: Path, file: str
) -> None:
    (home / "corpus/sources" / file).unlink()
    with pytest.raises(CorpusError, match=rf"{file}: expected sha256 \w+, found no such file"):
        build(manifest.load(home))


# --- curation ----------------------------------------------------------------------------------


def test_a_correction_that_does_not_find_its_words_is_refused(home: Path) -> None:
    path = edit_curation(home, PL_CORRECTIONS, lambda text: text.replace("2605\t", "2604\t"))
    error = reading_error(home, "bridge-2017/pl")
    assert Path(error.file) == path
    assert error.line == 4
    assert "line 2604 does not have '(b)'" in error.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("445\tlabel\tD. D.", "3 columns, expected 5"),
        ("445\tguess\tD. D.\t7.D\twhy", "unknown kind 'guess'"),
        ("four\tlabel\tD. D.\t7.D\twhy", "line must be a number"),
        ("445\tlabel\tD. D.\t7.D\t", "must not be empty"),
        ("2\tprose\tx\t1.A\twhy", "line 2 does not have 'x'"),
        ("445\tlabel\tD. D.\tseven\twhy", "'seven' is not an id"),
    ],
)
def test_a_malformed_correction_names_its_row(home: Path, row: str, why: str) -> None:
    only = f"line\tkind\tprinted\tofficial\treason\n{row}\n"
    path = edit_curation(home, PL_CORRECTIONS, lambda text: only)
    error = reading_error(home, "bridge-2017/pl")
    assert (Path(error.file), error.line) == (path, 2)
    assert why in error.message


def test_two_corrections_of_one_kind_on_a_line_are_refused(home: Path) -> None:
    path = edit_curation(home, PL_CORRECTIONS, lambda text: f"{text}445\tlabel\tD.\t7.D\twhy\n")
    error = reading_error(home, "bridge-2017/pl")
    assert Path(error.file) == path
    assert "line 445 has two corrections of kind label" in error.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("3777\tsubentry\tWidoczna\tKarta", "3777\tsubentry\tWidoczna\tKara", "not the headword"),
        ("296\tprose\t2.\t1.A", "296\tprose\t2.\t1.B", "1.B does not go on here"),
        ("69.B", "68.D", "68.D has no list that ends here"),
    ],
)
def test_a_correction_must_be_true(home: Path, before: str, after: str, why: str) -> None:
    edit_curation(home, PL_CORRECTIONS, lambda text: text.replace(before, after))
    assert why in reading_error(home, "bridge-2017/pl").message


def test_without_its_corrections_a_misprint_is_not_guessed(home: Path) -> None:
    def uncorrected(text: str) -> str:
        return "".join(r for r in text.splitlines(keepends=True) if not r.startswith("2605"))

    edit_curation(home, PL_CORRECTIONS, uncorrected)
    error = reading_error(home, "bridge-2017/pl")
    assert error.line == 2605
    assert "(a)" in error.message
    assert "corrections.tsv" in str(error.hint)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("laws = 93", "", "laws is missing"),
        (
            'place = "page-foot"',
            'place = "margin"',
            "must be one of law-end, page-foot, section, not 'margin'",
        ),
        ("start = '([0-9]{1,2}|†)", "start = '([0-9{1,2}|†)", "print.toml:52: notes: start is no"),
        ('reader = "locators"', 'reader = "spiral"', "reader must be one of appendices"),
        ("[page]", "[page", "not valid TOML"),
        ("first = 5", 'first = "5"', "page: first must be a whole number"),
        ("from = 34", 'from = "34"', "from must be a whole number"),
        ("from = 34", "from = 0", "from must be a whole number from 2"),
        ('id = "preface"', 'id = "Pre face"', "id must be a word for ids"),
        ("paragraphs = true", 'paragraphs = "no"', "paragraphs must be true or false"),
        ("paragraphs = true", "paragraps = true", "paragraphs is missing"),
        ('small = ["(#)"]', "small = [5]", "small must be a list of strings"),
        ('small = ["(#)"]', 'small = ["(a)"]', "one # in each style"),
        ("(?P<target>", "(?P<to>", "see needs the group target"),
        ("laws = 93", "laws = 93\nlws = 3", "lws is not known here"),
    ],
)
def test_a_malformed_print_file_is_named(home: Path, before: str, after: str, why: str) -> None:
    path = edit_curation(
        home, "bridge-2017_pl/print.toml", lambda text: text.replace(before, after, 1)
    )
    with pytest.raises(CorpusError) as caught:
        read(manifest.load(home).text("bridge-2017/pl"))
    assert str(path) in caught.value.message
    assert why in caught.value.message


def test_a_definition_that_is_not_at_its_line_is_refused(home: Path) -> None:
    edit_curation(
        home, "bridge-2017_pl/definitions.tsv", lambda text: text.replace("Atut\t", "Alut\t")
    )
    error = reading_error(home, "bridge-2017/pl")
    assert error.line == 79
    assert "'Alut'" in error.message


def test_an_id_given_twice_is_refused(home: Path) -> None:
    path = home / "corpus/curation/reading/bridge-2017_pl/definitions.tsv"
    content = path.read_text(encoding="utf-8")
    path.write_text(content.replace("Trump\tdef.trump", "Alert\tdef.alert"), encoding="utf-8")
    error = reading_error(home, "bridge-2017/pl")
    assert (Path(error.file), error.line) == (path, 3)
    assert "def.alert is there twice" in error.message
    path.write_text(content.replace("def.trump", "def.trick"), encoding="utf-8")
    error = reading_error(home, "bridge-2017/pl")
    assert "the id of 'Trump' cannot be def.trick" in error.message


# --- the manifest ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("[[work]]", "[[work", "not valid TOML"),
        ('schema = "kodeks.corpus/1"', 'schema = "kodeks.corpus/9"', "this version reads"),
        ('title = "Kodeks"\n', "", "title is missing"),
        ("publish = true", 'publish = "yes"', "publish must be true or false"),
        ('date = "2026-11-21"', 'date = "2026"', "date must be an ISO date"),
        ('date = "2026-11-21"', 'date = "2026-13-45"', "date must be an ISO date"),
        ('language = "hr"', 'language = "croatian"', "a two-letter BCP 47 code"),
        ('title = "Kodeks"', 'titel = "Kodeks"', "title is missing"),
        ('title = "Kodeks"', 'title = "Kodeks"\nsubtitle = "x"', "subtitle is not known here"),
        ('effective = "2017-10-14"', 'effective = "14.10.2017"', "ISO date"),
        ('id = "bridge-2017/pl"', 'id = "bridge-2017/po"', "id must be bridge-2017/pl"),
        ('work = "ulti"', 'work = "tarokk"', "names no known work: tarokk"),
        ('layout = "depth"\n', "", "needs layout and reading both"),
        ('id = "bridge-1997"\n', 'id = "bridge-2017"\n', "edition bridge-2017 is there twice"),
    ],
)
def test_a_malformed_manifest_says_what_and_where(
    home: Path, before: str, after: str, why: str
) -> None:
    edit_manifest(home, lambda text: text.replace(before, after, 1))
    with pytest.raises(CorpusError) as caught:
        manifest.load(home)
    assert "corpus.toml" in caught.value.message
    assert why in caught.value.message


def test_a_source_that_is_not_utf_8_is_refused(home: Path) -> None:
    path = home / "corpus/sources" / HR
    before, after = path.read_bytes(), "ČLAN 1\n".encode("cp1250")
    path.write_bytes(after)
    digest = {
        name: hashlib.sha256(content).hexdigest()
        for name, content in (("before", before), ("after", after))
    }
    edit_manifest(home, lambda text: text.replace(digest["before"], digest["after"]))
    with pytest.raises(CorpusError, match="not UTF-8 at byte 0"):
        read(manifest.load(home).text("bridge-1997/hr"))


@pytest.mark.parametrize("file", [HR, HU, PL])
def test_an_empty_source_is_refused(home: Path, file: str) -> None:
    edit_source(home, file, lambda text: "")
    with pytest.raises(KodeksError):
        read(manifest.load(home).text(file.removesuffix(".txt").replace("_", "/")))


def test_a_directory_where_a_source_should_be_is_refused(home: Path) -> None:
    path = home / "corpus/sources" / HR
    path.unlink()
    path.mkdir()
    with pytest.raises(CorpusError, match="Is a directory"):
        build(manifest.load(home))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("lines = [3127, 3136]", "lines = [3127]", "the first and the last raw line"),
        ("lines = [3127, 3136]", 'lines = "3127"', "lines must be a list of whole numbers"),
        ("header = 2", "header = 99", "header leaves no row"),
        ('provision = "78.B"', 'provision = "78.Z"', "there is no provision 78.Z"),
        ('caption = "Nadróbki"', "caption = 5", "caption must be a string"),
        ("Z kontrą | 40 | 40", "Z kontrą | 40 40", "as many cells in every row"),
    ],
)
def test_a_malformed_table_names_itself(home: Path, before: str, after: str, why: str) -> None:
    path = edit_curation(
        home, "bridge-2017_pl/tables.toml", lambda text: text.replace(before, after, 1)
    )
    with pytest.raises(CorpusError) as caught:
        read(manifest.load(home).text("bridge-2017/pl"))
    assert re.search(rf"{path}(:[0-9]+)?: \[\[table\]\] number", caught.value.message)
    assert why in caught.value.message


@pytest.mark.slow
def test_words_that_belong_to_nothing_stop_the_build(home: Path) -> None:
    def skip_the_front(text: str) -> str:
        return text.replace('[[section]]\nfrom = 1\nreader = "front"\nid = "preface"\n', "", 1)

    edit_curation(home, "bridge-2017_hu/print.toml", skip_the_front)
    with pytest.raises(ReadingError, match="these words belong to nothing") as caught:
        build(manifest.load(home))
    assert (Path(caught.value.file).name, caught.value.line) == (HU, 1)


@pytest.mark.slow
def test_a_slip_is_remarked_wherever_it_stands(home: Path) -> None:
    edit_curation(
        home,
        "bridge-2017_hu/corrections.tsv",
        lambda text: f"{text}170\tslip\tBemondás\tBemondas\ttest\n",
    )
    records = {str(r.id): r for r in read(manifest.load(home).text("bridge-2017/hu")).records}
    assert [remark.recte for remark in records["def.bid"].remarks] == ["Bemondas"]


@pytest.mark.slow
def test_an_unknown_layout_is_refused(home: Path) -> None:
    edit_manifest(home, lambda text: text.replace('layout = "depth"', 'layout = "spiral"'))
    with pytest.raises(CorpusError, match="no reader for the layout 'spiral'"):
        build(manifest.load(home))


def test_a_home_without_a_corpus_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KODEKS_HOME", str(tmp_path))
    with pytest.raises(CorpusError, match="KODEKS_HOME"):
        manifest.find_home()


def test_an_unknown_text_suggests_the_nearest(home: Path) -> None:
    with pytest.raises(NotFoundError) as caught:
        manifest.load(home).text("bridge2017/pl")
    assert caught.value.suggestions[0] == "bridge-2017/pl"


# --- scripts/ingest.py -------------------------------------------------------------------------


def test_ingest_runs_the_reading_step_alone(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "scripts/ingest.py", "bridge-1997/hr", "--out", str(tmp_path)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "511 provision" in done.stdout
    lines = (tmp_path / "records/bridge-1997_hr.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 722
    assert not (tmp_path / "index").exists()


def test_ingest_refuses_an_unknown_text() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/ingest.py", "bridge-1997/cz"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == NotFoundError.exit_code
    assert "bridge-1997/hr" in done.stderr
