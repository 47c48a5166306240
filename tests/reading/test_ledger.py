"""The ledger of a scan: it finds its tokens, says what it does to them, and can be undone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.core.errors import ReadingError
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.reading.read import read
from kb.reading.scan.ledger import (
    JOINED,
    NOISE,
    Change,
    Ledger,
    LedgerToken,
    is_near,
    kind_of,
    load_ledger,
    raw_tokens,
)
from kb.reading.source import PAGE_MARK, Source
from support.homes import REPOSITORY, Edit, edit_file
from support.texts import Read

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


def undone(ledger: Ledger, line: int, read: list[str]) -> list[str]:
    """The raw tokens of a line, from what is read there and the rows of the ledger."""
    found = []
    for number, words in enumerate(read, 1):
        change = ledger.changes.get((line, number))
        assert change is None or change.corrected == words
        found.append(change.raw if change else words)
    return found


def words(tokens: tuple[LedgerToken, ...]) -> list[str]:
    return [token.words for token in tokens]


def test_undoing_the_ledger_gives_the_raw_tokens_back(source: Source, ledger: Ledger) -> None:
    changed = 0
    for number, line in enumerate(source.lines, 1):
        tokens = ledger.tokens(source, number)
        assert undone(ledger, number, words(tokens)) == PAGE_MARK.sub("", line).split()
        changed += sum(token.change is not None for token in tokens)
    assert changed == len(ledger.changes) > 1800


def test_every_row_changes_its_token(source: Source, ledger: Ledger) -> None:
    for (line, number), change in ledger.changes.items():
        token = ledger.tokens(source, line)[number - 1]
        assert token.raw == change.raw != change.corrected == token.words
        assert line not in BIDS


def test_every_token_is_near_its_raw_one_or_flagged(ledger: Ledger) -> None:
    for change in ledger.changes.values():
        near = is_near(change.raw, change.corrected, ledger.confusions)
        assert near or change.kind == JOINED or (change.flagged and change.remark), change


def test_a_broken_word_is_near_all_its_pieces_or_flagged(ledger: Ledger) -> None:
    broken = 0
    for (line, token), change in ledger.changes.items():
        pieces = change.raw
        while (after := ledger.changes.get((line, token + 1))) and after.kind == JOINED:
            pieces, token = pieces + after.raw, token + 1
        if change.kind != JOINED and pieces != change.raw:
            assert change.flagged or is_near(pieces, change.corrected, ledger.confusions), change
            broken += 1
    assert broken == 10


def test_every_line_was_read_by_two(ledger: Ledger, source: Source) -> None:
    path = ledger.file.with_name("readers.tsv")
    _, *rows = path.read_text(encoding="utf-8").splitlines()
    readers: dict[int, set[str]] = {}
    for first, last, reader, _ in (row.split("\t") for row in rows):
        for number in range(int(first), int(last) + 1):
            readers.setdefault(number, set()).add(reader)
    for number, line in enumerate(source.lines, 1):
        if line.strip():
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
        # Two other letters may be read, three may not; in a short word fewer.
        ("licital", "lucitel", True),
        ("licital", "lucited", False),
        ("talonban", "talon", False),
        ("talonba", "talon", True),
        ("adu", "ada", True),
        ("adu", "ado", True),
        ("adu", "oda", True),
        ("ut", "es", False),
        # So many letters may be nothing but a speck.
        ("pp", "", True),
        ("ppa", "", False),
        ("ppal", "", False),
        ("|", "", True),
    ],
)
def test_nearness_forgives_what_the_scan_confuses(
    raw: str, corrected: str, near: bool, ledger: Ledger
) -> None:
    assert is_near(raw, corrected, ledger.confusions) is near


WORDS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8).filter(
    lambda word: word == "".join(word.split())
)


@given(st.lists(WORDS, min_size=1, max_size=8), st.data())
def test_any_ledger_can_be_undone(line: list[str], data: st.DataObject) -> None:
    source = Source(Path("x.txt"), (" ".join(line),))
    raw = [token.raw for token in raw_tokens(source, 1)]
    places = data.draw(st.sets(st.integers(1, len(raw)))) if raw else set()
    read = WORDS | st.just("")
    changes = {
        (1, at): Change(1, 1, at, raw[at - 1], data.draw(read), "", "hand", "high", "")
        for at in places
    }
    ledger = Ledger(Path("ledger.tsv"), changes, (), {})
    assert undone(ledger, 1, words(ledger.tokens(source, 1))) == raw


# --- the script ----------------------------------------------------------------------------------


def script(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(REPOSITORY / "scripts/ledger.py"), *arguments]
    environment = os.environ | {"KODEKS_HOME": str(home)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def ledger_of(home: Path) -> Path:
    return home / "corpus/curation/reading" / CURATION / "ledger.tsv"


@pytest.mark.slow
def test_writing_the_ledger_of_its_own_reading_changes_nothing(home: Path) -> None:
    before = ledger_of(home).read_text(encoding="utf-8")
    reading = home / "reading.tsv"
    reading.write_text(script(home, "read", ULTI).stdout, encoding="utf-8")
    assert script(home, "write", ULTI, str(reading)).returncode == 0
    assert ledger_of(home).read_text(encoding="utf-8") == before
    edit_file(reading, lambda text: text.replace("kártyacsomaggal. A", "kártyával. A"))
    assert script(home, "write", ULTI, str(reading)).returncode == 0
    assert "kártyával.\tletter\thand\thigh\t\n" in ledger_of(home).read_text(encoding="utf-8")
    with pytest.raises(ReadingError, match=r"'kártyával\.' is far from"):
        read(manifest.load(home).text(ULTI))  # nobody has said why it should be read so


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda text: text.replace("magyar kártya", "magyarkártya"), "tokens on the scan, here"),
        (lambda text: text.replace("\n5\t", "\n"), "give, once, the number of a line"),
        (lambda text: text.replace("\n5\t", "\n3\t"), "give, once, the number of a line"),
        (lambda text: text.replace("\n5\t", "\n9999\t"), "line 5 is missing"),
        (lambda text: text + "9999\tx\n", "the scan has no line 9999"),
    ],
)
def test_a_faulty_reading_leaves_the_ledger_alone(home: Path, edit: Edit, says: str) -> None:
    before = ledger_of(home).read_text(encoding="utf-8")
    reading = home / "reading.tsv"
    reading.write_text(edit(script(home, "read", ULTI).stdout), encoding="utf-8")
    done = script(home, "write", ULTI, str(reading))
    assert (done.returncode, done.stdout) == (ReadingError.exit_code, "")
    assert says in done.stderr
    assert "reading.tsv:" in done.stderr
    assert ledger_of(home).read_text(encoding="utf-8") == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["read", "ulti-2017/xx"], 3, "ulti-2017/hu"),
        (["write", ULTI, "nowhere.tsv"], 4, "No such file"),
        (["propose"], 2, "usage"),
    ],
)
def test_the_script_says_what_is_wrong(
    home: Path, arguments: list[str], code: int, says: str
) -> None:
    done = script(home, *arguments)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_script_proposes_words_that_the_language_has(home: Path) -> None:
    proposed = script(home, "propose", ULTI).stdout.splitlines()
    (line,) = [row for row in proposed if row.startswith("9\t")]
    assert "ász, tízes, király" in line
