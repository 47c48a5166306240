"""How much is linked at once: as much as the limits say, and not one more."""

from __future__ import annotations

import pytest

from kb.linking import limits
from kb.linking.limits import BadDocumentError, bounded, few, short_enough


def test_as_many_citations_as_may_be_are_linked_and_one_more_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_CITATIONS", 3)
    assert [*few("abc")] == ["a", "b", "c"]
    given = few("abcd")
    assert [next(given) for _ in range(3)] == ["a", "b", "c"]
    with pytest.raises(BadDocumentError, match="more than 3 citations") as refused:
        next(given)
    assert refused.value.hint == "Split it."


def test_a_document_may_be_just_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CHARACTERS", 5)
    short_enough("12345")
    with pytest.raises(BadDocumentError, match="has 6 characters, at most 5"):
        short_enough("123456")


def test_an_answer_is_given_up_before_the_piece_that_makes_it_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_WRITTEN", 5)
    assert [*bounded(["12", "345"])] == ["12", "345"]
    given = bounded(["12", "345", "6"])
    assert [next(given), next(given)] == ["12", "345"]
    with pytest.raises(BadDocumentError, match="more than 5 characters"):
        next(given)
