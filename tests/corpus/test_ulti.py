"""The rules of Ulti, against transcriptions made of the scan by readers who did not see the ledger.

tests/data/transcription_ulti-2017_hu.tsv has §§ 1–11, …_cases.tsv the tables of § 13, …_bids.tsv
the table of bids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

import pytest

from kb.core.read_records import Bid
from kb.corpus.corpus import Corpus
from support.homes import REPOSITORY
from support.texts import Read

DATA = REPOSITORY / "tests/data"
NAME = "transcription_ulti-2017_hu"

LAYOUT_RULES = {
    "title",
    "page mark",
    "page number",
    "table heading",
    "table rule",
    "noise",
}

#: Where the transcriber read the scan otherwise than the ledger does: id, transcribed, read.
DISPUTED = {("9.10", "ultra", "ultira")}


@pytest.fixture(scope="module")
def ulti(texts: dict[str, Read]) -> Read:
    return texts["ulti-2017/hu"]


@pytest.fixture(scope="module")
def bids(ulti: Read) -> list[Bid]:
    return [record.bid for record in ulti.of_kind("bid") if record.bid]


def rows(name: str) -> Iterator[list[str]]:
    _, *found = (DATA / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return (row.split("\t") for row in found)


def differing(expected: str, found: str) -> list[tuple[str, str]]:
    """The words in which two readings differ."""
    one, other = expected.split(), found.split()
    codes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return [
        (" ".join(one[a:b]), " ".join(other[c:d])) for tag, a, b, c, d in codes if tag != "equal"
    ]


# --- words ---------------------------------------------------------------------------------------


def test_every_provision_of_sections_1_to_11_is_there_in_order(ulti: Read) -> None:
    found = [str(one.id) for one in ulti.of_kind("law", "provision")]
    assert [id for id in found if id.partition(".")[0] != "13"] == [id for id, *_ in rows(NAME)]
    assert [id for id in found if "." not in id] == [*map(str, range(1, 12)), "13"]


def test_the_words_are_those_that_another_reads(ulti: Read) -> None:
    words = wrong = 0
    for id, heading, body in rows(NAME):
        record = ulti.by_id[id]
        found = differing(f"{heading} {body}", f"{record.heading or ''} {record.body}")
        assert {(id, *pair) for pair in found} <= DISPUTED
        words += len(f"{heading} {body}".split())
        wrong += sum(max(len(a.split()), len(b.split())) for a, b in found)
    assert words > 2800
    assert wrong / words < 0.01


def test_every_case_is_what_another_reads(ulti: Read) -> None:
    transcribed = {id: columns for id, *columns in rows(f"{NAME}_cases")}
    assert [str(one.id) for one in ulti.of_kind("case")] == list(transcribed)
    assert len(transcribed) == 25
    words = wrong = 0
    for id, columns in transcribed.items():
        case = ulti.by_id[id].case
        assert case is not None
        for expected, found in zip(
            columns, (case.description, case.consequence, case.reason), strict=True
        ):
            words += len(expected.split())
            # What is in brackets is no reading: nobody can say which guess is right.
            wrong += sum(len(a.split()) for a, _ in differing(expected, found) if "[" not in a)
    assert words > 1800
    assert wrong / words < 0.01


def test_every_bid_is_what_another_reads(bids: list[Bid]) -> None:
    found = [
        [str(bid.serial), str(bid.precedence), bid.name, points(bid), str(bid.total)]
        for bid in bids
    ]
    assert found == [*rows(f"{NAME}_bids")]
    assert len(found) == 54


@pytest.mark.parametrize(
    ("id", "label"),
    [("1", "A játék eszköze, laprangsor"), ("4.F", "Durchmars."), ("13.2", "Licitálás:")],
)
def test_sections_letters_and_tables_have_headings(id: str, label: str, ulti: Read) -> None:
    assert ulti.by_id[id].heading == label


def test_every_character_is_claimed_exactly_once(ulti: Read, corpus: Corpus) -> None:
    assert ulti.reading.unclaimed == ()
    assert {claim.rule for claim in ulti.reading.layout} <= LAYOUT_RULES
    owners: dict[tuple[int, int], str] = {}
    claims = [(str(r.id), span) for r in ulti.reading.records for span in r.spans]
    claims += [(claim.rule, claim.span) for claim in ulti.reading.layout]
    for owner, span in claims:
        for offset in range(span.start, span.end):
            assert (span.line, offset) not in owners, (span, owner)
            owners[span.line, offset] = owner
    for number, line in enumerate(corpus.text("ulti-2017/hu").lines(), 1):
        for offset, char in enumerate(line):
            assert char.isspace() or (number, offset) in owners, (number, offset, line)


def test_slips_of_the_print_stay_with_what_they_should_be(ulti: Read) -> None:
    (remark,) = ulti.by_id["6.2"].remarks
    assert "megegyezik a osztás" in ulti.by_id["6.2"].body
    assert (remark.printed, remark.recte) == ("a osztás", "az osztás")
    for record in ulti.reading.records:
        for remark in record.remarks:
            assert remark.printed in record.body


def test_what_cannot_be_read_is_in_brackets_with_a_remark(ulti: Read) -> None:
    """Above all whether contras count in the first case of play: the scan has `=` for the word."""
    record = ulti.by_id["13.3.1"]
    assert record.case is not None
    assert record.case.reason.endswith("elhangzott kontrák [nem] vehetők figyelembe.")
    found = {one.raw: one for one in record.restored}["="]
    assert record.case.reason[found.start : found.end] == "[nem]"
    assert (found.kind, found.by, found.confidence) == ("inferred", "hand", "low")
    assert "cannot be seen" in found.remark


def test_brackets_and_remarks_go_together(ulti: Read) -> None:
    for record in ulti.of_kind("law", "provision", "case"):
        flagged = [
            one for one in record.restored if one.kind in ("inferred", "unreadable") and one.remark
        ]
        assert record.body.count("[") == len(flagged), record.id


def test_case_numbers_that_the_scan_lost_are_said_to_be_lost(ulti: Read) -> None:
    lost = {str(one.id) for one in ulti.of_kind("case") if one.missing == "number"}
    assert lost == {"13.2.3", "13.2.4", "13.2.5", *(f"13.3.{number}" for number in range(3, 9))}


# --- bids ----------------------------------------------------------------------------------------

#: Where §§ 4–5 say what a call is worth, green and red: the provision and its words.
WORTH = {
    "parti": ("4.A.4", r"értéke: (\d+) pont, míg pirosnál ugyanez (\d+) pont"),
    "40/100": ("4.B.1", r"40-100 esetén (\d+) pont, piros 40-100 esetén (\d+) pont"),
    "4 ász": ("4.C.1", r"értéke tehát (\d+)\+1, pirosnál (\d+)\+2"),
    "ulti": ("4.D.1", r"Értéke: (\d+), pirosban (\d+) pont"),
}
#: Calls of which each has a provision of its own.
OWN = {
    "betli": "4.E.2.a",
    "rebetli": "4.E.2.b",
    "terített betli": "4.E.2.c",
    "durchmars": "4.F.2.a.a",
    "piros durchmars": "4.F.2.a.b",
    "terített durchmars": "4.F.2.a.c",
    "piros terített durchmars": "4.F.2.a.d",
    "színtelen durchmars": "4.F.2.b.a",
    "redurchmars": "4.F.2.b.b",
    "színtelen terített durchmars": "4.F.2.b.c",
}


def points(bid: Bid) -> str:
    return "+".join(map(str, bid.components))


@pytest.fixture(scope="module")
def worth(ulti: Read) -> dict[str, int]:
    """What each call is worth, as §§ 4 and 5 say."""
    found: dict[str, int] = {}
    for call, (id, pattern) in WORTH.items():
        match = re.search(pattern, ulti.by_id[id].body)
        assert match, id
        found[call], found[f"piros {call}"] = int(match[1]), int(match[2])
    for call, id in OWN.items():
        match = re.search(r"(?:értéke|Értéke:) (\d+) pont", ulti.by_id[id].body)
        assert match, id
        found[call] = int(match[1])
    # No provision is about 20/100: it is what is left of the dearest bid, and half of that if
    # not red, as with all other calls.
    dearest = re.search(r"piros 20-100 Ultimó terített Durchmars: (\d+)", ulti.by_id["5.3"].body)
    assert dearest
    rest = found["piros ulti"] + found["piros terített durchmars"]
    found["piros 20/100"] = int(dearest[1]) - rest
    found["20/100"] = found["piros 20/100"] // 2
    return found


def derived(name: str, worth: dict[str, int]) -> list[int]:
    """The components of a bid by §§ 4–5: red counts for all its calls."""
    plain = re.sub(r" /.*/$| \(.*\)$", "", name).lower()
    red = "piros " if plain.startswith("piros ") else ""
    calls = plain.removeprefix(red).split(" + ")
    found = [worth[red + call] for call in calls]
    # § 4 (C) (1), § 5 (1) b): with ulti and four aces alone goes the game itself.
    return [*found, worth[f"{red}parti"]] if {*calls} <= {"ulti", "4 ász"} else found


def test_every_value_follows_from_sections_4_and_5(bids: list[Bid], worth: dict[str, int]) -> None:
    for bid in bids:
        assert list(bid.components) == derived(bid.name, worth), bid.name
        assert bid.total == sum(bid.components)
    assert bids[-1].total == 48


def test_the_dearer_bid_ranks_higher_and_of_equal_ones_that_of_fewer_parts(
    bids: list[Bid],
) -> None:
    ranked = [(bid.total, -len(bid.components)) for bid in bids]
    assert ranked == sorted(ranked)
    assert [bid.precedence for bid in bids] == sorted(bid.precedence for bid in bids)
    assert {bid.precedence for bid in bids} == {*range(1, 42)}


def test_ulti_beats_four_aces_in_otherwise_equal_bids(bids: list[Bid]) -> None:
    """§ 4 (C) (2): this is so in combinations too."""
    named = {bid.name.partition(" /")[0].lower(): bid for bid in bids}
    pairs = 0
    for name, aces in named.items():
        ulti = named.get(name.replace("4 ász", "ulti"))
        if ulti and ulti is not aces:
            assert ulti.precedence > aces.precedence or f"bid.{aces.serial}" in ulti.beats, name
            pairs += 1
    assert pairs == 6


def test_bids_of_one_rank_tie_but_29_beats_28(bids: list[Bid]) -> None:
    for bid in bids:
        equals = {f"bid.{one.serial}" for one in bids if one.precedence == bid.precedence}
        beaten_by = {f"bid.{one.serial}" for one in bids if f"bid.{bid.serial}" in one.beats}
        assert {*bid.ties} == equals - {f"bid.{bid.serial}"} - {*bid.beats} - beaten_by
        assert bid.beats == (("bid.28",) if bid.serial == 29 else ())
    assert bids[28].name.endswith("/a fentinél erősebb/")
    assert bids[28].ties == ("bid.30", "bid.31")
    assert sum(bool(bid.ties) for bid in bids) == 22


def test_each_cell_says_how_it_is_known(bids: list[Bid], corpus: Corpus) -> None:
    lines = "\n".join(corpus.text("ulti-2017/hu").lines()[61:88])
    for bid in bids:
        for name, cell in bid.cells.items():
            assert (cell.raw == "") == (cell.status == "inferred"), (bid.serial, name)
            assert cell.raw in lines
    assert bids[52].cells["serial"].raw == "33"  # misread, and 54 too
    assert {bid.serial for bid in bids if bid.cells["serial"].status == "damaged"} == {53, 54}
    assert (bids[6].cells["precedence"].status, bids[7].cells["precedence"].status) == (
        "damaged",
        "inferred",
    )
    assert bids[0].cells["name"].status == "read"  # it has lost no more than its accents
