"""A walk through a procedure: what answers lead to, for everything that a flow may be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.core.errors import NotFoundError
from kb.core.procedures import END, GO, Procedure
from kb.deciding.walking import LONGEST, BadAnswersError, parse_answers, walk, ways
from kb.storage.store import Store


@pytest.fixture(scope="module")
def procedures(store: Store) -> dict[str, Procedure]:
    return store.procedures("bridge-2017").by_id


def test_every_way_ends_and_its_answers_lead_there_again(
    procedures: dict[str, Procedure],
) -> None:
    for procedure in procedures.values():
        ended = [*ways(procedure)]
        assert len({way.answers for way in ended}) == len(ended)
        for way in ended:
            assert way.end
            assert walk(procedure, parse_answers(way.answers)) == way
            alone = ",".join(answer.key for _, answer in way.path)
            assert walk(procedure, parse_answers(alone)).end == way.end


def test_every_end_of_a_flow_is_some_ways_end(procedures: dict[str, Procedure]) -> None:
    for procedure in procedures.values():
        ends = {way.end for way in ways(procedure)}
        targets = {answer.to for question in procedure.questions for answer in question.answers}
        assert ends == {to for to in targets if to.startswith((END, GO))}
        assert ends >= {f"{END}{outcome.key}" for outcome in procedure.outcomes}


def test_answers_may_come_in_any_order_and_as_far_as_they_go(
    procedures: dict[str, Procedure],
) -> None:
    longest = max(
        (way for one in procedures.values() for way in ways(one)), key=lambda w: len(w.path)
    )
    given = [(question.key, answer.key) for question, answer in longest.path]
    assert len(given) >= 4
    assert walk(longest.procedure, given[::-1]) == longest
    for number in range(len(given)):
        way = walk(longest.procedure, given[:number])
        assert way.question
        assert way.question.key == given[number][0]
        assert way.end is None


def test_what_is_not_asked_or_answered_is_told_with_the_nearest(
    procedures: dict[str, Procedure],
) -> None:
    procedure = procedures["insufficient-bid"]
    first = procedure.question(procedure.start)
    key = first.answers[0].key
    with pytest.raises(NotFoundError) as caught:
        walk(procedure, [(f"{first.key}x", key)])
    assert first.key in caught.value.suggestions
    with pytest.raises(NotFoundError) as caught:
        walk(procedure, [(first.key, f"{key}x")])
    assert caught.value.suggestions[0] == key
    assert {*caught.value.suggestions} == {answer.key for answer in first.answers}
    with pytest.raises(BadAnswersError, match="has two answers"):
        walk(procedure, [(first.key, key), (first.key, key)])
    ended = next(way for way in ways(procedure) if len(way.path) == 1)
    later = next(q for q in procedure.questions if q is not first)
    with pytest.raises(BadAnswersError, match=f"does not ask {later.key} after"):
        walk(procedure, [(first.key, ended.path[0][1].key), (later.key, later.answers[0].key)])
    with pytest.raises(BadAnswersError, match="an answer too many"):
        walk(procedure, [("", ended.path[0][1].key), ("", "yes")])


@pytest.mark.parametrize("text", ["=yes", "how=", "how=,lho=no", " = "])
def test_malformed_answers(text: str) -> None:
    with pytest.raises(BadAnswersError, match="is no answer"):
        parse_answers(text)


def test_answers_have_a_limit() -> None:
    assert parse_answers("") == ()
    with pytest.raises(BadAnswersError, match="too long"):
        parse_answers("a" * (LONGEST + 1))


@given(st.text(max_size=60))
def test_whatever_is_given_is_read_or_refused(text: str) -> None:
    try:
        given_ = parse_answers(text)
    except BadAnswersError:
        return
    again = ",".join(f"{question}={answer}" if question else answer for question, answer in given_)
    assert parse_answers(again) == given_
