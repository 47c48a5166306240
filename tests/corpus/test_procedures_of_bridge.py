"""What directors check first in the procedures of bridge: classic rulings, and traps."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.core.procedures import Procedures
from kb.corpus.corpus import Corpus
from kb.curation.procedures.signatures import read_signatures
from kb.deciding.decision import Decider
from kb.deciding.sheet import Sheets
from kb.deciding.walking import parse_answers, walk, ways
from kb.storage.store import Store
from support.texts import tsv

CASES = Path(__file__).parents[1] / "data/procedure_cases.tsv"


@pytest.fixture(scope="module")
def procedures(store: Store) -> Procedures:
    return store.procedures("bridge-2017")


@pytest.mark.parametrize(
    ("procedure", "answers", "decides", "never"),
    [
        # The next player has called: the bid counts (27A1), whatever it was.
        ("insufficient-bid", "meant,yes", "27.A.1", "27.B.2"),
        # The lowest sufficient bid in the same denomination costs nothing, not even partner.
        ("insufficient-bid", "meant,no,lowest-same", "27.B.1.a", "27.B.2"),
        ("insufficient-bid", "meant,no,comparable", "27.B.1.b", "27.B.2"),
        ("insufficient-bid", "meant,no,bid-or-pass", "27.B.2", "27.B.1.a"),
        # A double is cancelled, and partner passes throughout.
        ("insufficient-bid", "meant,no,double", "27.B.3", "27.B.2"),
        # A slip is corrected; a change of mind is not.
        ("changed-call", "slip", "25.A.1", "25.B.1"),
    ],
)
def test_classic_rulings(
    procedures: Procedures, procedure: str, answers: str, decides: str, never: str
) -> None:
    way = walk(procedures.by_id[procedure], parse_answers(answers))
    assert way.outcome
    cited = {id for step in way.outcome.steps for id in step.cite}
    assert decides in cited
    assert never not in cited


def test_a_revoke_that_is_noticed_in_time_is_corrected(procedures: Procedures) -> None:
    early, late = (procedures.by_id[f"revoke-{one}established"] for one in ("not-", ""))
    assert "62.A" in early.decided_by
    assert {"64.A.1", "64.A.2", "64.C.1"} <= {*late.decided_by}
    assert not {"64.A.1", "64.A.2"} & {*early.decided_by}


def test_whoever_may_gain_later_is_looked_at_later(procedures: Procedures) -> None:
    """A ruling that restricts for gain by foresight (72C) says so after play, never before."""
    for one in procedures.by_id.values():
        for outcome in one.outcomes:
            for step in outcome.steps:
                if step.cite == ["72.C"]:
                    assert step.when == "after", (one.id, outcome.key)


@pytest.mark.parametrize("case", tsv(CASES), ids=lambda case: case["case"])
def test_a_case_at_the_table_ends_in_the_provision_that_decides(
    procedures: Procedures, case: dict[str, str]
) -> None:
    """Stories written from the law alone; others chose the answers, without sight of the ruling.

    `never` are provisions that a careless reading would give, `yet` those that follow all the same.
    """
    second = [case["then"].split(":")] if case["then"] else []
    cited: set[str] = set()
    for id, answers in ([case["procedure"], case["answers"]], *second):
        way = walk(procedures.by_id[id], parse_answers(answers))
        assert way.outcome, case["story"]
        cited |= {id for step in way.outcome.steps for id in step.cite}
    assert cited & {*case["decides"].split()}, case["story"]
    assert not cited & {*case["never"].split()}, case["story"]
    assert {*case["yet"].split()} <= cited, case["story"]


def test_every_way_is_signed(corpus: Corpus, store: Store) -> None:
    decider = Decider.open(corpus, store, ("en",))
    sheets = Sheets(decider, "en", read_signatures(corpus, decider.edition))
    every = [row for one in decider.procedures.by_id.values() for row in sheets.rows(one)]
    unsigned = [row.cells[:2] for row in every if not row.signed]
    assert not unsigned
    signed = {(one.procedure, one.answers) for one in sheets.signatures}
    there = {(id, way.answers) for id, one in decider.procedures.by_id.items() for way in ways(one)}
    assert signed <= there
