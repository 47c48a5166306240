"""The tables of Laws 2, 77 and 78B: typed cells that are the print's, and mean the same."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from kb.core.errors import CorpusError
from kb.core.record_parts import Cell, Table
from kb.corpus import manifest
from kb.reading.lawbook.printed_tables import cell
from kb.reading.read import read
from support.homes import edit_curation
from support.texts import Read

TEXTS = ("bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr")


def numbers(table: Table) -> list[int]:
    return [c.value for row in table.rows for c in row if c.value is not None]


@pytest.mark.parametrize("text", TEXTS)
def test_dealer_and_vulnerability_follow_the_boards(texts: dict[str, Read], text: str) -> None:
    """Board n is dealt in turn, and the vulnerability shifts by one every four boards."""
    (table,) = texts[text].by_id["2"].table
    rows = [[c.value for c in row if c.type == "number"] for row in table.rows]
    rows = [row for row in rows if row]
    assert rows[:4] == [list(range(first, 17, 4)) for first in (1, 2, 3, 4)]
    pattern = [(board - 1 + (board - 1) // 4) % 4 for board in range(1, 17)]
    expected = [[b for b in range(1, 17) if pattern[b - 1] == kind] for kind in range(4)]
    assert rows[4:] == expected


@pytest.mark.parametrize("text", TEXTS)
def test_the_imp_scale_has_no_gap(texts: dict[str, Read], text: str) -> None:
    (table,) = texts[text].by_id["78.B"].table
    pairs: list[tuple[Cell, Cell]] = []
    for column in (0, 2, 4):
        pairs += [(r[column], r[column + 1]) for r in table.rows[1:] if r[column].type != "empty"]
    imps = [imp.value for _, imp in pairs]
    assert imps == list(range(imps[0] or 0, 25))
    remarks = {remark.printed for remark in texts[text].by_id["78.B"].remarks}
    for (before, _), (after, _) in itertools.pairwise(pairs):
        if after.text not in remarks:
            assert before.high is not None
            assert after.low == before.high + 10
    assert pairs[-1][0].low == 4000
    assert pairs[-1][0].high is None


def test_the_lost_zero_stays_and_is_remarked(hu: Read) -> None:
    record = hu.by_id["78.B"]
    assert any(c.text == "200–2240" for row in record.table[0].rows for c in row)
    assert [(r.printed, r.recte) for r in record.remarks] == [("200–2240", "2000–2240")]


def test_the_scoring_tables_agree_across_languages(texts: dict[str, Read]) -> None:
    """Trick values, slam, game and making bonuses are the same numbers in every text."""
    hu, pl, hr = (texts[text].by_id["77"].table for text in TEXTS)
    trick_values = [20, 20, 30, 30, 40, 40, 60, 60, 80, 80, 120, 120]
    assert numbers(hu[0]) == numbers(pl[0]) == numbers(hr[0]) == trick_values
    assert numbers(hu[1]) == numbers(hr[1]) == [40, 80, 160, 30, 60, 120]
    assert numbers(pl[1]) == [40, 80, 160, 30, 60, 120]
    for index, expected in (
        (2, [500, 750, 1000, 1500]),
        (3, [100, 200, 200, 400]),
        (4, [500, 300, 50, 50, 100]),
    ):
        assert numbers(hu[index]) == numbers(pl[index]) == numbers(hr[index]) == expected


def test_undertricks_agree(texts: dict[str, Read]) -> None:
    hu, pl, hr = (texts[text].by_id["77"].table[5] for text in TEXTS)
    first, later = [50, 100, 200, 100, 200, 400], [50, 300, 600, 100, 300, 600]
    assert numbers(hu)[:6] == numbers(hr)[:6] == first
    assert numbers(hu)[12:] == later
    by_row = [[c.value for c in row if c.value is not None] for row in pl.rows]
    by_row = [row for row in by_row if row]
    assert [row[i] for i in (0, 1) for row in by_row[:3]] == first
    # The fourth and later undertricks: what each costs, and what is added for it.
    added = [row[i] for i in (0, 1) for row in by_row[6:]]
    each = [row[i] for i in (0, 1) for row in by_row[3:6]]
    assert [a + b for a, b in zip(each, added, strict=True)] == later


def test_words_around_a_table_are_the_body(hu: Read, pl: Read) -> None:
    assert hu.by_id["77"].body == (
        "Ha mind a négy játékos passzol (lásd a 22. szakaszt), akkor mindkét vonal eredménye 0."
    )
    assert pl.by_id["2"].body.startswith("Dla każdego rozdania")
    assert pl.by_id["2"].body.endswith("obowiązują w ciągu danej sesji.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20", Cell("number", "20", value=20)),
        ("13,", Cell("number", "13,", value=13)),
        ("370– 420", Cell("range", "370– 420", low=370, high=420)),
        ("4000+", Cell("range", "4000+", low=4000)),
        ("az ütésérték", Cell("text", "az ütésérték")),
        ("", Cell("empty", "")),
    ],
)
def test_cells_are_typed(text: str, expected: Cell) -> None:
    assert cell(text) == expected


def test_a_table_that_differs_from_the_print_is_refused(home: Path) -> None:
    edit_curation(
        home,
        "bridge-2017_pl/tables.toml",
        lambda text: text.replace("750 |", "760 |").replace("| 750", "| 760"),
    )
    with pytest.raises(
        CorpusError, match=r"tables\.toml: \[\[table\]\] number 4: .* has '60Szlema"
    ):
        read(manifest.load(home).text("bridge-2017/pl"))
