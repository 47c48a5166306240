"""Faulty ledgers and tables of a scan: file, line and reason; and what else a statute may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import CorpusError, ReadingError
from kb.core.read_records import ReadRecord
from kb.corpus import manifest
from kb.reading.read import read
from support.homes import Edit, edit_curation, edit_file, edit_source, keep_texts, with_line

ULTI = "ulti-2017/hu"
CURATION = "ulti-2017_hu"
SOURCE = "ulti-2017_hu.txt"


def fault(home: Path) -> ReadingError:
    with pytest.raises(ReadingError) as caught:
        read(manifest.load(home).text(ULTI))
    return caught.value


def records(home: Path) -> dict[str, ReadRecord]:
    return {str(one.id): one for one in read(manifest.load(home).text(ULTI)).records}


ROW = "5\t10\tkartyacsomaggal.\tkártyacsomaggal.\taccent\tscript\thigh\t\n"


JOINED = "5\t10\tkartyacsomaggal.\t\tjoined\thand\thigh\t\n"


def instead(new: str) -> Edit:
    return lambda text: text.replace(ROW, new)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (instead(ROW.replace("5\t10", "5\t8")), "token 8 of line 5 is not 'kartyacsomaggal.'"),
        (instead(ROW.replace("5\t10", "9999\t1")), "token 1 of line 9999 is not"),
        (instead(ROW.replace("5\t10", "62\t3")), "token 3 of line 62 is not"),
        (instead(ROW + ROW), "token 10 of line 5 is changed twice"),
        (instead(ROW.replace("accent", "letter")), "is accent, not 'letter'"),
        (instead(ROW.replace("script", "magic")), "unknown 'magic'"),
        (instead(ROW.replace("high", "total")), "unknown 'total'"),
        (instead(ROW.replace("high", "low")), "needs a remark"),
        (instead(ROW.replace("kártyacsomaggal.\taccent", "paklival.\tletter")), "is far from"),
        (instead(ROW.replace("kártyacsomaggal.\taccent", "\tjoined")), "no word before it"),
        (
            instead("5\t9\tmagyar\tmágyar\taccent\thand\thigh\t\n" + JOINED),
            "'mágyar' is far from 'magyarkartyacsomaggal.'",
        ),
        (instead(ROW.replace("\tkártya", "\tkártya  ")), "has blanks too many"),
        (instead(ROW.replace("á", "a\u0301")), "is not NFC"),
        (instead(ROW.replace("5\t10", "five\t10")), "line must be a number"),
        (instead(ROW.replace("\thigh", "")), "7 columns, expected 8"),
    ],
)
def test_a_row_that_does_not_fit_is_named(home: Path, edit: Edit, says: str) -> None:
    path = edit_curation(home, f"{CURATION}/ledger.tsv", edit)
    error = fault(home)
    assert Path(error.file) == path
    row = next(n for n, line in enumerate(path.read_text().splitlines(), 1) if "kartyacs" in line)
    assert abs(error.line - row) <= 1
    assert says in error.message


def test_a_changed_scan_is_noticed_by_its_ledger(home: Path) -> None:
    edit_source(home, "ulti-2017_hu.txt", with_line(5, "kartyacsomaggal", "kartyaval"))
    error = fault(home)
    assert error.file.endswith("ledger.tsv")
    assert "token 10 of line 5 is not 'kartyacsomaggal.'" in error.message
    assert error.hint is not None
    assert "kartyaval" in error.hint


@pytest.mark.slow
def test_a_line_that_nobody_has_read_stops_the_build(home: Path) -> None:
    edit_curation(home, f"{CURATION}/readers.tsv", lambda text: text.replace("92\t400", "93\t400"))
    with pytest.raises(ReadingError, match="nobody has read this line") as caught:
        build(manifest.load(home))
    assert (Path(caught.value.file).name, caught.value.line) == (SOURCE, 92)
    assert "readers.tsv" in (caught.value.hint or "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    ["9\t5\tR\t2026-11-21", "5\t9\tR\t2026-99-99", "5\t9\t\t2026-11-21", "0\t9\tR\t2026-11-21"],
)
def test_a_reader_must_say_what_and_when(home: Path, row: str) -> None:
    path = edit_curation(home, f"{CURATION}/readers.tsv", lambda text: f"{text}{row}\n")
    error = fault(home)
    assert Path(error.file) == path
    assert error.line == len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("row", ["6\tö", "\tö", "x\t"])
def test_a_confusion_is_given_once_and_whole(home: Path, row: str) -> None:
    path = edit_curation(home, f"{CURATION}/confusions.tsv", lambda text: f"{text}{row}\n")
    assert Path(fault(home).file) == path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "edit", "line", "says"),
    [
        # bids
        ("bids", lambda t: t.replace("\t8+8\t848\t16", "\t8+4\t848\t16"), 29, "is 12, not 16"),
        ("bids", lambda t: t.replace("\t848\t", "\t849\t"), 29, "does not go on with '849'"),
        (
            "bids",
            lambda t: t.replace("\t:\t16\t\t28", "\t:\t16\t\t27"),
            30,
            "bid.27 is no other bid",
        ),
        ("bids", lambda t: t.replace("\t:\t16\t\t28", "\t:\t16\t\t28 28"), 30, "is no other bid"),
        ("bids", lambda t: t.replace("\t848\t16\t\t", "\t848\t16\t\t29"), 29, "that it alone can"),
        ("bids", lambda t: t.replace("8+8\t:\t16", "16\t:\t16"), 30, "is not worth as much"),
        ("bids", lambda t: t.replace("\t2\t2\tPiros parti", "\t2\t2\t"), 3, "a bid needs a name"),
        ("bids", lambda t: t.replace("63\t2\t2", "63\t3\t2"), 3, "serial"),
        (
            "bids",
            lambda t: t.replace("\t2\t2\tPiros parti", "\t9\t2\tPiros parti"),
            3,
            "precedence 9",
        ),
        ("bids", lambda t: t.replace("\t4\t4\t4\t4\t\n", "\t1\t4\t1\t4\t\n"), 4, "is worth less"),
        ("bids", lambda t: t.replace("\t2\t2\t2\t2\t\n", "\tzwei\t2\t2\t2\t\n"), 3, "points like"),
        # cases
        ("cases", lambda t: t.replace("418:1-2", "418:1-2 419:1"), None, "is in another cell too"),
        ("cases", lambda t: t.replace("418:1-2", "418:1-3"), None, "token 3 of line 418 does not"),
        ("cases", lambda t: t.replace("418:1-2", "418:2-1"), None, "is no run of tokens"),
        ("cases", lambda t: t.replace("13.1.2.", "13.1.8."), None, "13.1.8 is out of order"),
        ("cases", lambda t: t.replace("13.1.2.reason", "13.1.2.cause"), None, "is no cell"),
        (
            "cases",
            lambda t: t.replace(" 441:8", " 442:1"),
            None,
            "token 1 of line 442 is in another",
        ),
        (
            "cases",
            lambda t: t.replace(" 440:5-9", " 440:4-9"),
            None,
            "is noise in the ledger or here",
        ),
        ("cases", lambda t: t.replace("13.1.6.", "12.1.6."), None, "belongs to nothing"),
        ("cases", lambda t: t.replace("signature.3", "signature.4"), None, "should be number 3"),
        ("cases", lambda t: t.replace("13.2.2.number", "13.2.1.number"), None, "is there twice"),
        (
            "cases",
            lambda t: t.replace("13.1.columns", "13.9.columns"),
            None,
            "13.9 is out of order",
        ),
        ("cases", lambda t: t.replace("13.1.2.reason", "13.1.2.consequence", 1), None, "twice"),
        # labels
        ("corrections", lambda t: t.replace("a osztás\taz", "a osztas\taz"), None, "does not have"),
    ],
)
def test_a_fault_in_the_curation_is_named_with_file_and_line(
    home: Path, file: str, edit: Edit, line: int | None, says: str
) -> None:
    path = edit_curation(home, f"{CURATION}/{file}.tsv", edit)
    error = fault(home)
    assert Path(error.file) == path
    assert line is None or error.line == line
    assert says in error.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "pattern", "new", "says"),
    [
        (14, r"^2\.", "3.", "the label '3. §' cannot stand after 1.1.b"),
        (3, r"^1\. §", "Egy §", "no section is open for these words"),
        (96, r"^\(7\)", "(8)", "the label '(8)' cannot stand after 3.6"),
        (121, r"^a\.", "b.", "the label 'b.' cannot stand after 4.A.2"),
    ],
)
def test_a_label_out_of_order_is_reported_where_it_stands(
    home: Path, line: int, pattern: str, new: str, says: str
) -> None:
    edit_source(home, "ulti-2017_hu.txt", with_line(line, pattern, new))
    error = fault(home)
    assert (Path(error.file).name, error.line) == ("ulti-2017_hu.txt", line)
    assert says in error.message


@pytest.mark.slow
def test_the_number_of_a_case_must_be_what_its_place_says(home: Path) -> None:
    edit_source(home, SOURCE, with_line(412, "^1 ", "9 "))
    error = fault(home)
    assert error.file.endswith("cases.tsv")
    assert "13.1.1.number is '9', not '1'" in error.message


def test_a_token_without_a_cell_is_named_where_it_stands(home: Path) -> None:
    edit_curation(home, f"{CURATION}/cases.tsv", lambda text: text.replace("418:1-2", "418:1"))
    error = fault(home)
    assert (Path(error.file).name, error.line) == (SOURCE, 418)
    assert "token 2, 'folytatja.', is in no cell" in error.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda text: text.replace("rows = [62, 88]", "rows = [62, 9999]"), "bids: rows must be"),
        (lambda text: text.replace("laws = 13", "laws = 14"), "the last section here is [11]"),
        (lambda text: text.replace("laws = 13", "laws = 999999999999"), "must be at most 999"),
        (lambda text: text.replace("title = 1", "title = 9999"), "title must be a line before"),
        (lambda text: text.replace("from = 401", "from = 2"), "expected 1, 2, 3"),
        (lambda text: text.replace('"3.5"', '"3.99"'), "bids: there is no 3.99"),
        (lambda text: text.replace('styles = ["(#)"]', 'styles = ["()"]'), "must have one #"),
        (lambda text: text.replace('below = ["small"]', 'below = ["tiny"]'), "must be of letter"),
        (lambda text: text.replace("[labels.law]", "[labels.chapter]"), "labels: law must be"),
        (lambda text: text.replace("noise = [90]", ""), "belong to nothing"),
        (lambda text: text.replace("title = 1", "extra = 1\ntitle = 1"), "is not known here"),
    ],
)
def test_a_fault_in_how_it_is_printed_is_named(home: Path, edit: Edit, says: str) -> None:
    keep_texts(home, ULTI)
    edit_curation(home, f"{CURATION}/print.toml", edit)
    with pytest.raises((CorpusError, ReadingError)) as caught:
        build(manifest.load(home))
    assert says in caught.value.message


# --- what else a statute may be ------------------------------------------------------------------


def shifted(line: int, row: str) -> Edit:
    """Puts a row of a ledger at the first token of a line, whose others move on by one."""

    def edit(text: str) -> str:
        out = []
        for one in text.splitlines(keepends=True):
            number, token, rest = one.split("\t", 2)
            moves = number == str(line)
            out.append(f"{number}\t{int(token) + 1}\t{rest}" if moves else one)
        at = next(n for n, one in enumerate(out) if one.startswith(f"{line}\t"))
        return "".join([*out[:at], row, *out[at:]])

    return edit


def test_noise_before_a_label_does_not_hide_it(home: Path) -> None:
    edit_source(home, SOURCE, with_line(96, r"^\(7\)", "| (7)"))
    noise = "96\t1\t|\t\tnoise\thand\thigh\t\n"
    edit_curation(home, f"{CURATION}/ledger.tsv", shifted(96, noise))
    record = records(home)["3.7"]
    assert record.body.startswith("Aki nem kíván")
    assert (record.scan or "").startswith("| (7) Aki")


@pytest.mark.slow
def test_a_line_that_only_looks_labelled_is_settled_as_prose(home: Path) -> None:
    edit_source(home, SOURCE, with_line(97, "^", "b) "))
    edit_curation(home, f"{CURATION}/ledger.tsv", shifted(97, ""))
    error = fault(home)
    assert "the label 'b)' cannot stand after 3.7" in error.message
    assert "as prose in corrections.tsv" in (error.hint or "")
    row = "97\tprose\tb) kerül\t3.7\tgoes on\n"
    edit_curation(home, f"{CURATION}/corrections.tsv", lambda text: text + row)
    assert "újra rá b) kerül sor" in records(home)["3.7"].body


def test_a_slip_that_no_reader_would_see_is_refused(home: Path) -> None:
    row = "1\tslip\tSZABÁLYOK\tSzabályok\tcapitals\n"
    path = edit_curation(home, f"{CURATION}/corrections.tsv", lambda text: text + row)
    error = fault(home)
    assert Path(error.file) == path
    assert "is not in the words of one record" in error.message


def test_a_statute_needs_no_tables(home: Path) -> None:
    """The first section alone, as if it were a rulebook."""
    keep_texts(home, ULTI)
    edit_source(home, SOURCE, lambda text: "\n".join(text.split("\n")[:13]))
    directory = home / "corpus/curation/reading" / CURATION

    def first_lines(text: str) -> str:
        header, *rows = text.splitlines(keepends=True)
        return header + "".join(row for row in rows if int(row.split("\t")[0]) <= 13)

    edit_file(directory / "ledger.tsv", first_lines)
    edit_file(directory / "corrections.tsv", first_lines)
    edit_file(
        directory / "print.toml",
        lambda text: (
            text.partition("[bids]")[0]
            .replace("laws = 13", "laws = 1")
            .replace("skipped = [12]", "")
        ),
    )
    for name in ("bids.tsv", "cases.tsv"):
        (directory / name).unlink()
    reading = read(manifest.load(home).text(ULTI))
    assert [str(one.id) for one in reading.records] == ["1", "1.1", "1.1.a", "1.1.b"]
    assert reading.unclaimed == ()
