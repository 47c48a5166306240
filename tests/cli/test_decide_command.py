"""`kodeks decide` and `kodeks procedures`: asked at a terminal, and answered in one line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kb.storage.store import Store
from support.asking import asked_at_a_terminal
from support.command import Kodeks
from support.schemas import validator

BID = "insufficient-bid"


def test_the_list_fits_its_schema(kodeks: Kodeks, store: Store) -> None:
    listed = kodeks.json("procedures", "--lang", "hr")
    validator("procedures").validate(listed)
    assert kodeks.json("decide", "--lang", "hr") == listed
    assert kodeks("procedures", "--lang", "hu") == 0
    said = " ".join(kodeks.out.split())
    for one in store.procedures("bridge-2017").by_id.values():
        assert one.id in said
    assert store.procedures("bridge-2017").by_id[BID].says("entry", "hu") in said


def first_answers(kodeks: Kodeks) -> list[str]:
    """The first answers of a way through the insufficient bid, asked for one by one."""
    answers: list[str] = []
    while True:
        found = kodeks.json("decide", BID, "--answers", ",".join(answers))
        validator("decide").validate(found)
        question = found["question"]
        if question is None:
            assert found["ruling"]
            return answers
        assert isinstance(question, dict)
        assert found["ruling"] is None
        answers.append(question["answers"][0]["id"])


def test_missing_answers_give_the_next_question_and_the_last_the_ruling(kodeks: Kodeks) -> None:
    answers = first_answers(kodeks)
    found = kodeks.json(
        "decide", BID, "--answers", ",".join(answers), "--lang", "hu", "--second", "pl"
    )
    validator("decide").validate(found)
    assert found["languages"] == ["hu", "pl"]
    ruling = found["ruling"]
    assert isinstance(ruling, dict)
    for step in ruling["steps"]:
        assert set(step["words"]) == {"hu", "pl"}
        assert step["pending"] == (step["when"] != "now")
    citations = found["citations"]
    assert isinstance(citations, list)
    quoted = {one["id"]: one for one in citations}
    for step in ruling["steps"]:
        for id in step["cite"]:
            assert quoted[id]["wording"]
    assert kodeks("decide", BID, "--answers", str(found["answers"]), "--lang", "hu") == 0
    for step in ruling["steps"]:
        assert step["words"]["hu"].split()[0] in kodeks.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said", "hint"),
    [
        (["decide", "insuficient-bid"], "no procedure 'insuficient-bid'", BID),
        (["decide", BID, "--answers", "hwo=meant"], "does not ask 'hwo'", "how"),
        (["decide", BID, "--answers", "menat"], "has no answer 'menat'", "meant"),
        (["decide", BID, "--lang", "xx"], "not in 'xx'", "hu"),
        (["decide", BID, "--in", "ulti-2017"], "no procedures for ulti-2017", ""),
        (["procedures", "claims"], "no procedure 'claims'", "claim"),
    ],
)
def test_what_there_is_not_is_told_with_the_nearest(
    kodeks: Kodeks, arguments: list[str], said: str, hint: str
) -> None:
    assert kodeks(*arguments) == 3
    assert said in kodeks.err
    assert hint in kodeks.err


@pytest.mark.parametrize("arguments", [[BID, "--answers", "=x"], ["--answers", "yes"]])
def test_malformed_answers_are_errors(kodeks: Kodeks, arguments: list[str]) -> None:
    assert kodeks("decide", *arguments) == 2


def test_a_sheet_and_a_picture(kodeks: Kodeks) -> None:
    assert kodeks("procedures", "claim", "--sheet", "--lang", "de") == 0
    head, *rows = [line.split("\t") for line in kodeks.out.splitlines()]
    assert head == ["procedure", "answers", "ends", "provisions", "language", "hash", "by", "date"]
    assert all(len(row) == len(head) and re.fullmatch("[0-9a-f]{12}", row[5]) for row in rows)
    assert kodeks("procedures", "claim", "--open", "--lang", "de") == 0
    unsigned = kodeks.out.splitlines()[1:]
    assert len(unsigned) <= len(rows)
    assert kodeks("procedures", "claim", "--picture", "--lang", "it") == 0
    assert kodeks.out.startswith("flowchart TD\n")


@pytest.mark.slow
def test_at_a_terminal_it_asks_until_the_ruling(built_home: Path, kodeks: Kodeks) -> None:
    answers = first_answers(kodeks)
    keys = [b"\r"] * len(answers)
    shown, code = asked_at_a_terminal(built_home, keys, "decide", BID, "--lang", "hu")
    assert code == 0
    found = kodeks.json("decide", BID, "--answers", ",".join(answers), "--lang", "hu")
    ruling = found["ruling"]
    assert isinstance(ruling, dict)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    for step in ruling["steps"]:
        assert step["words"]["hu"].split(".")[0].split()[0] in plain


@pytest.mark.slow
def test_one_can_go_back_and_break_off(built_home: Path) -> None:
    shown, code = asked_at_a_terminal(
        built_home, [b"\r", b"\x7f", b"\x03"], "decide", BID, "--lang", "en"
    )
    assert code == 130
    assert "Traceback" not in shown


def test_the_json_is_stable(kodeks: Kodeks) -> None:
    one = kodeks.json("decide", BID)
    assert json.dumps(one) == json.dumps(kodeks.json("decide", BID))
