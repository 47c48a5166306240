"""Request bodies: a limit on the bytes that wait to be answered, for all and for each client."""

from __future__ import annotations

import pytest

from kb.service.body_budget import BodyBudget
from kb.service.problems import ProblemError


def test_room_is_for_all_and_a_part_of_it_for_one() -> None:
    budget = BodyBudget(100, 60)
    budget.reserve("a", 60)
    with pytest.raises(ProblemError, match="busy"):
        budget.reserve("a", 1)
    budget.reserve("b", 40)
    with pytest.raises(ProblemError):
        budget.reserve("c", 1)
    budget.release("b", 40)
    budget.reserve("c", 40)
    budget.release("a", 60)
    budget.release("c", 40)
    budget.reserve(None, 100)
