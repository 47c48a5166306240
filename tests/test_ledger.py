"""The ledger of a scan: it finds its tokens, says what it does to them, and can be undone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import REPOSITORY, Edit, Read, edit_curation, edit_source, with_line
from kb import corpus as manifest
from kb.build import build
from kb.corpus import Corpus
from kb.errors import CorpusError, ReadingError
from kb.reading.ledger import (
    JOINED,
    NOISE,
    Change,
    Ledger,
    is_near,
    kind_of,
    load_ledger,
    raw_tokens,
    undo,
)
from kb.reading.read import read
from kb.reading.source import PAGE_MARK, Source

ULTI = "ulti-2017/hu"
CURATION = "ulti-2017_hu"

#: The table of bids, which is transcribed cell by cell instead.
BIDS = range(58, 91)


@pytest.fixture(scope="module")
def source(corpus: Corpus) -> Source:
    text = corpus.text(ULTI)
    return Source(text.source, text.lines())


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return load_ledger(REPOSITORY / "corpus/curation/reading" / CURATION)


def fault(home: Path) -> ReadingError:
    with pytest.raises(ReadingError) as caught:
        read(manifest.load(home).text(ULTI))
    return caught.value


# --- what it does --------------------------------------------------------------------------------


def test_undoing_the_ledger_gives_the_raw_tokens_back(source: Source, ledger: Ledger) -> None:
    changed = 0
    for number, line in enumerate(source.lines, 1):
        tokens = ledger.tokens(source, number)
        assert list(undo(tokens)) == PAGE_MARK.sub("", line).split()
        changed += sum(token.change is not None for token in tokens)
    assert changed == len(ledger.changes) > 1800


def test_every_row_changes_its_token(source: Source, ledger: Ledger) -> None:
    for (line, number), change in ledger.changes.items():
        token = ledger.tokens(source, line)[number - 1]
        assert token.raw == change.raw != change.corrected == token.words
        assert line not in BIDS


def test_every_token_is_near_its_raw_one_or_flagged(ledger: Ledger) -> None:
    for change in ledger.changes.values():
        near = is_near(change.raw, change.corrected) or change.kind == JOINED
        assert near or (change.flagged and change.remark), change


def test_every_line_was_read_by_two(ledger: Ledger, source: Source) -> None:
    path = ledger.file.with_name("readers.tsv")
    _, *rows = path.read_text(encoding="utf-8").splitlines()
    readers: dict[int, set[str]] = {}
    for first, last, reader, _ in (row.split("\t") for row in rows):
        for number in range(int(first), int(last) + 1):
            readers.setdefault(number, set()).add(reader)
    for number, line in enumerate(source.lines, 1):
        if line.strip() and number not in BIDS:
            assert len(readers[number]) == 2, number


def test_what_was_not_simply_read_is_in_the_records(texts: dict[str, Read], ledger: Ledger) -> None:
    flagged = {
        (change.line, change.raw, change.remark)
        for change in ledger.changes.values()
        if change.flagged and change.kind != NOISE
    }
    records = texts[ULTI].reading.records
    assert flagged == {(one.line, one.raw, one.remark) for r in records for one in r.restored}


def test_the_scan_of_a_record_is_its_raw_words(source: Source, texts: dict[str, Read]) -> None:
    for record in texts[ULTI].reading.records:
        own = sorted("".join(source.slice(span) for span in record.spans).replace(" ", ""))
        assert sorted((record.scan or "").replace(" ", "")) == own, record.id


@pytest.mark.parametrize(
    ("raw", "corrected", "kind"),
    [
        ("jaték", "játék", "accent"),
        ("felvevd", "felvevő", "letter"),
        ("z61dbdl", "zöldből", "letter"),
        (",,partit”", "„partit”", "mark"),
        ("fizetia", "fizeti a", "blank"),
        ("kovetettel", "követett el", "blank"),
        ("|", "", "noise"),
        ("=", "[nem]", "inferred"),
        ("molm.", "[megszá]molni.", "inferred"),
        ("ot", "[…]", "unreadable"),
    ],
)
def test_a_change_is_named_for_what_it_mends(raw: str, corrected: str, kind: str) -> None:
    assert kind_of(raw, corrected) == kind


@pytest.mark.parametrize(
    ("raw", "corrected", "near"),
    [
        ("feliiliitési", "felülütési", True),
        ("6ramutato", "óramutató", True),
        ("1il6", "ülő", True),
        ("C)", "c)", True),
        ("vallalkozas", "vállalkozás", True),
        ("laJ", "lappal", False),
        ("&", "és", False),
        ("licit", "betli", False),
        ("ppal", "", False),
        ("|", "", True),
    ],
)
def test_nearness_forgives_what_the_scan_confuses(raw: str, corrected: str, near: bool) -> None:
    assert is_near(raw, corrected) is near


WORDS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8).filter(
    lambda word: word == "".join(word.split())
)


@given(st.lists(WORDS, min_size=1, max_size=8), st.data())
def test_any_ledger_can_be_undone(words: list[str], data: st.DataObject) -> None:
    source = Source(Path("x.txt"), (" ".join(words),))
    raw = [token.raw for token in raw_tokens(source, 1)]
    places = data.draw(st.sets(st.integers(1, len(raw)))) if raw else set()
    changes = {
        (1, at): Change(
            1, 1, at, raw[at - 1], data.draw(WORDS | st.just("")), "", "hand", "high", ""
        )
        for at in places
    }
    tokens = Ledger(Path("ledger.tsv"), changes, frozenset()).tokens(source, 1)
    assert list(undo(tokens)) == raw


def test_writing_the_ledger_of_its_own_reading_changes_nothing(tmp_path: Path) -> None:
    def script(*arguments: str) -> str:
        command = [sys.executable, "scripts/ledger.py", *arguments]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
        return done.stdout

    reading = tmp_path / "reading.tsv"
    reading.write_text(script("read", ULTI), encoding="utf-8")
    path = REPOSITORY / "corpus/curation/reading" / CURATION / "ledger.tsv"
    assert script("write", ULTI, str(reading)) == path.read_text(encoding="utf-8")


# --- what it refuses -----------------------------------------------------------------------------

ROW = "5\t10\tkartyacsomaggal.\tkártyacsomaggal.\taccent\tscript\thigh\t\n"


def instead(new: str) -> Edit:
    return lambda text: text.replace(ROW, new)


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
        (instead(ROW.replace("5\t10", "five\t10")), "line must be a number"),
        (instead(ROW.replace("\thigh", "")), "7 columns, expected 8"),
    ],
)
def test_a_row_that_does_not_fit_is_named(home: Path, edit: Edit, says: str) -> None:
    path = edit_curation(home, f"{CURATION}/ledger.tsv", edit)
    error = fault(home)
    assert Path(error.file) == path
    row = next(n for n, line in enumerate(path.read_text().splitlines(), 1) if "kartyacs" in line)
    assert error.line in (row, row + 1)
    assert says in error.message


def test_a_changed_scan_is_noticed_by_its_ledger(home: Path) -> None:
    edit_source(home, "ulti-2017_hu.txt", with_line(5, "kartyacsomaggal", "kartyaval"))
    error = fault(home)
    assert error.file.endswith("ledger.tsv")
    assert "token 10 of line 5 is not 'kartyacsomaggal.'" in error.message
    assert error.hint is not None
    assert "kartyaval" in error.hint


def test_a_line_that_nobody_has_read_stops_the_build(home: Path) -> None:
    path = edit_curation(
        home, f"{CURATION}/readers.tsv", lambda text: text.replace("92\t400", "93\t400")
    )
    with pytest.raises(ReadingError, match="nobody has read line 92") as caught:
        build(manifest.load(home))
    assert Path(caught.value.file) == path


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
        ("cases", lambda t: t.replace("418:1-2", "418:1"), 1, "token 2 of line 418"),
        ("cases", lambda t: t.replace("418:1-2", "418:1-2 419:1"), None, "is in another cell too"),
        ("cases", lambda t: t.replace("418:1-2", "418:1-3"), None, "token 3 of line 418 does not"),
        ("cases", lambda t: t.replace("418:1-2", "418:2-1"), None, "is no run of tokens"),
        ("cases", lambda t: t.replace("13.1.2.", "13.1.8."), None, "13.1.8 is out of order"),
        ("cases", lambda t: t.replace("13.1.2.reason", "13.1.2.cause"), None, "is no cell"),
        ("cases", lambda t: t.replace("441:8", "441:7-8"), None, "441"),
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


@pytest.mark.parametrize(
    ("line", "pattern", "new", "says"),
    [
        (14, r"^2\.", "3.", "the label '3. §' cannot stand after 1.1.b"),
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


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda text: text.replace("rows = [62, 88]", "rows = [62, 9999]"), "bids: rows must be"),
        (lambda text: text.replace("laws = 13", "laws = 14"), "the sections are"),
        (lambda text: text + "\nextra = 1\n", "is not known here"),
    ],
)
def test_a_fault_in_how_it_is_printed_is_named(
    home: Path, edit: Callable[[str], str], says: str
) -> None:
    edit_curation(home, f"{CURATION}/print.toml", edit)
    with pytest.raises((CorpusError, ReadingError)) as caught:
        read(manifest.load(home).text(ULTI))
    assert says in caught.value.message
