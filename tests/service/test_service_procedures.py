"""The API of procedures says what the command says, in the reader's language, with pages."""

from __future__ import annotations

import pytest

from kb.corpus.corpus import Corpus
from kb.deciding.decision import Decider
from kb.deciding.walking import parse_answers, walk, ways
from kb.storage.store import Store
from support.schemas import validator
from support.serving import ask

BID = "procedures/bridge-2017/insufficient-bid"


def test_all_procedures_by_group(address: str) -> None:
    listed = ask(address, "procedures/bridge-2017", accept_language="pl").json
    validator("procedures").validate(listed)
    assert listed["languages"] == ["pl"]
    assert len(listed["frequent"]) == 12
    assert sum(len(group["procedures"]) for group in listed["groups"]) == 50
    both = ask(address, "procedures/bridge-2017?lang=hu&lang=de").json
    assert both["languages"] == ["hu", "de"]
    assert set(both["frequent"][0]["name"]) == {"hu", "de"}


def test_from_question_to_question_to_the_ruling(
    address: str, corpus: Corpus, store: Store
) -> None:
    answers: list[str] = []
    while True:
        found = ask(address, f"{BID}?lang=hr&answers={','.join(answers)}").json
        validator("decide").validate(found)
        if found["question"] is None:
            break
        question = found["question"]
        answers.append(f"{question['id']}={question['answers'][0]['id']}")
    decider = Decider.open(corpus, store, ("hr",))
    procedure = decider.procedure("insufficient-bid")
    way = walk(procedure, parse_answers(",".join(answers)))
    assert found["ruling"]["ends"] == way.end
    assert way.outcome
    assert [step["words"]["hr"] for step in found["ruling"]["steps"]] == [
        procedure.says(step.words_key, "hr") for step in way.outcome.steps
    ]
    for one in found["citations"]:
        assert ask(address, one["page"]).status == 200


def test_every_way_fits_the_schema(address: str, store: Store) -> None:
    checked = validator("decide")
    for procedure in store.procedures("bridge-2017").by_id.values():
        way = max(ways(procedure), key=lambda way: len(way.path))
        path = f"procedures/bridge-2017/{procedure.id}?lang=en&answers={way.answers}"
        found = ask(address, path).json
        checked.validate(found)
        assert found["ruling"]["ends"] == way.end


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("procedures/bridge-2016", 404, "bridge-2017"),
        ("procedures/ulti-2017", 404, "ulti-2017"),
        ("procedures/bridge-2017/insuficient-bid", 404, "insufficient-bid"),
        (f"{BID}?answers=how=menat", 404, "meant"),
        (f"{BID}?answers=hwo=meant", 404, "how"),
        (f"{BID}?answers==x", 400, "question=answer"),
        (f"{BID}?answers={'a,' * 1500}", 422, "answers"),
        (f"{BID}?lang=cs", 404, "hu"),
    ],
)
def test_faults_are_problems_that_name_the_nearest(
    address: str, path: str, status: int, said: str
) -> None:
    answer = ask(address, path)
    assert answer.status == status
    assert answer.media_type == "application/problem+json"
    assert said in answer.body.decode()
