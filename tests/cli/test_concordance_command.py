"""kodeks concordance: every place of words at the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kb.library.engines.concorded_rulings as concorded_rulings
from kb.cli.terminal.pointing import pointed
from kb.core.errors import PlacedError
from support.command import Kodeks
from support.libraries import write_rulings
from support.schemas import validator

QUERY = '"karta przygwożdżona" NOT law:50'


def lines(kodeks: Kodeks) -> list[str]:
    return [line for line in kodeks.out.splitlines() if line.startswith("bridge-2017/")]


def test_the_words_stand_in_one_column_with_their_place_before_them(kodeks: Kodeks) -> None:
    assert kodeks("concordance", QUERY, "--limit", "7") == 0
    found = lines(kodeks)
    assert len(found) == 7
    columns = {re.search("kart[aą] przygwożdżon", line, re.I) for line in found}
    assert len({match.start() for match in columns if match}) == 1
    assert None not in columns
    assert found[1].startswith("bridge-2017/pl 14B4 ")
    assert all(len(line) <= 120 for line in found)


def test_what_is_found_is_counted(kodeks: Kodeks) -> None:
    assert kodeks("concordance", QUERY, "--limit", "7") == 0
    total = re.search(r"^(\d+) places in (\d+) records, 1–7 shown$", kodeks.out, re.M)
    assert total
    said = kodeks.json("concordance", QUERY)
    assert int(total[1]) == said["total"]
    assert int(total[2]) == said["records"]
    assert "texts: bridge-2017/pl 26 · bridge-2017/pl (plain) " in kodeks_text(kodeks, QUERY)
    assert kodeks("concordance", QUERY, "--limit", "0") == 0
    assert not lines(kodeks)
    assert "kinds: " in kodeks.out


def kodeks_text(kodeks: Kodeks, query: str) -> str:
    assert kodeks("concordance", query) == 0
    return kodeks.out


def test_colours_mark_the_words_in_a_terminal_alone(kodeks: Kodeks) -> None:
    assert kodeks("--color", "always", "concordance", "renons", "--limit", "1") == 0
    assert "\x1b[1;33m" in kodeks.out
    assert kodeks("concordance", "renons", "--limit", "1") == 0
    assert "\x1b" not in kodeks.out


def test_a_narrow_terminal_gets_less_context(
    kodeks: Kodeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert kodeks("concordance", "karta", "--in", "bridge-2017/pl") == 0
    assert len(lines(kodeks)) == 20
    assert all(len(line) <= 72 for line in lines(kodeks))


def test_the_json_is_as_its_schema_says(kodeks: Kodeks) -> None:
    said = kodeks.json(
        *("concordance", "kart*", "--lang", "pl,hr", "--kind", "provision"),
        *("--limit", "30", "--offset", "40", "--width", "25", "--sort", "right"),
    )
    validator("concordance").validate(said)
    rows = said["lines"]
    assert isinstance(rows, list)
    assert len(rows) == 30
    assert {row["language"] for row in rows} <= {"pl", "hr"}
    assert {row["kind"] for row in rows} == {"provision"}
    assert all(row["match"].lower().startswith("kart") for row in rows)
    assert all(len(row["left"]) <= 25 >= len(row["right"]) for row in rows)
    assert (said["offset"], said["width"], said["order"]) == (40, 25, "right")
    first = kodeks.json("concordance", "kart*", "--lang", "pl,hr", "--kind", "provision")
    assert first["total"] == said["total"]


def test_words_of_the_command_line_are_one_query(kodeks: Kodeks) -> None:
    assert kodeks.json("concordance", "karta", "renons", "NOT", "law:64") == kodeks.json(
        "concordance", "karta renons NOT law:64"
    )


def test_nothing_found_is_said_with_what_is_near(kodeks: Kodeks) -> None:
    assert kodeks("concordance", "przygwozdona") == 3
    assert "No text has przygwozdona. The nearest: " in kodeks.out
    assert "przygwozdzona" in kodeks.out
    assert "Nothing found." in kodeks.out
    assert kodeks("concordance", "przygwozdona", "--json") == 3
    assert json.loads(kodeks.out)["total"] == 0


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('renons "karta', ['renons "karta', "       ^"]),
        ("renons lawn:27", ["renons lawn:27", "       ^^^^^"]),
        ("ﬀ\tszín👍 k*", ["ﬀ szín👍 k*", "         ^^"]),
    ],
)
def test_a_fault_is_pointed_at(kodeks: Kodeks, query: str, expected: list[str]) -> None:
    assert kodeks("concordance", query) == 2
    message, *pointing = kodeks.err.splitlines()
    assert message.startswith("error: ")
    assert pointing[:2] == expected


def test_of_a_long_query_the_part_with_the_fault_is_shown() -> None:
    written = "renons " * 100 + "lawn:27 " + "karta " * 90
    shown, pointer = pointed(PlacedError("field", "no field", written, 700, 5)).splitlines()
    assert len(shown) < 80
    assert shown[pointer.index("^") : pointer.rindex("^") + 1] == "lawn:"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--kind", "nota"), "note"),
        (("--lang", "xx"), "pl"),
        (("--in", "bridge-2071"), "bridge-2017"),
    ],
)
def test_options_that_name_nothing_are_errors(
    kodeks: Kodeks, options: tuple[str, ...], said: str
) -> None:
    assert kodeks("concordance", "renons", *options) == 3
    assert said in kodeks.err


@pytest.mark.slow
def test_rulings_are_looked_at_where_they_are_asked_for(kodeks: Kodeks, tmp_path: Path) -> None:
    folder = write_rulings(tmp_path / "rulings")
    said = kodeks.json("concordance", '"fałszywy renons"', "--library", str(folder))
    validator("concordance").validate(said)
    assert {"text": "rulings/pl", "plain": False, "places": 2} in said["counts"]["texts"]
    without = kodeks.json("concordance", '"fałszywy renons"')
    assert said["total"] == without["total"] + 2
    assert kodeks("concordance", "renons kind:ruling", "--library", str(folder)) == 0
    assert re.search(r"^rulings/pl renons-\w+ .*Fałszywy renons obrońcy", kodeks.out, re.M)
    assert kodeks("concordance", "renons kind:ruling") == 2
    assert "there is no kind 'ruling'" in kodeks.err


def test_rulings_that_are_too_many_are_left_out_and_it_is_said(
    kodeks: Kodeks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(concorded_rulings, "MOST_CONCORDED", 2)
    folder = write_rulings(tmp_path / "rulings")
    assert kodeks("concordance", "renons", "--library", str(folder)) == 0
    assert "The rulings are left out" in kodeks.err
    assert "rulings/pl" not in kodeks.out
