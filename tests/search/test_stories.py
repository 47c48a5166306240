"""Queries that tell what happened: clauses, notation, which words led to which law."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.languages.notation import notation
from kb.search.asking.query import LONGEST, BadQueryError, Searcher
from kb.search.asking.results import Result
from kb.search.asking.story import clauses_of
from support.searching import find


def asked(result: Result) -> list[str]:
    """The words of the query that led to a result."""
    assert result.asked
    return [result.asked.text[start:end] for start, end in result.asked.highlights]


def test_each_law_has_the_clause_of_the_story_that_led_there(searcher: Searcher) -> None:
    laws = {
        one.id: one
        for one in find(searcher, "dummy warned him, he led from the wrong hand", "en").of("law")
    }
    assert asked(laws["55"]) == ["led", "wrong", "hand"]
    assert "warned" in asked(laws["42"])
    assert laws["42"].asked != laws["55"].asked


def test_cards_calls_and_seats_lead_nowhere(searcher: Searcher) -> None:
    """They are context: with them the same laws are found as without."""
    plain = find(searcher, "my partner hesitated and then I doubled", "en").of("law")
    story = "West (♠KJ8 ♥AKxx) hesitated over 4S and then East doubled 4♥: N/S +620"
    noted = find(searcher, story, "en")
    assert noted.plan is not None
    assert {"♠", "KJ8"} & {word.typed for word in noted.plan.wanted} == set()
    read = {word.typed for word in noted.plan.words if word.reading == "notation"}
    assert read >= {"West", "KJ8", "AKxx", "4S", "East", "N", "S"}
    assert plain[0].id in [one.id for one in noted.of("law")[:3]]


def test_notation_alone_is_searched_as_words(searcher: Searcher) -> None:
    results = find(searcher, "1NT", "en")
    assert results.plan is not None
    assert [word.typed for word in results.plan.wanted] == ["1NT"]


def test_a_story_of_the_greatest_length_is_read_to_its_end(searcher: Searcher) -> None:
    filler = "It was a quiet evening at the club and nobody paid much attention. "
    end = "Then declarer revoked."
    story = (filler * 40)[: LONGEST - len(end)] + end
    results = find(searcher, story, "en")
    assert results.plan is not None
    assert results.plan.words[-1].typed == "revoked"
    with pytest.raises(BadQueryError, match=f"has {LONGEST + 1} characters, at most {LONGEST}"):
        find(searcher, story + ".")


def test_of_words_that_nobody_knows_only_the_first_are_mended(searcher: Searcher) -> None:
    """Each is compared with every word there is, which takes its time."""
    plan = find(searcher, "insufficent " * 60, "en").plan
    assert plan is not None
    assert [word.reading for word in plan.words] == ["typo"] * 40 + ["unknown"] * 20


@pytest.mark.parametrize(
    ("text", "notated"),
    [
        ("declarer, in 4S doubled, led from K Q J 10 x x x", ["4S", "K Q J 10 x x x"]),
        ("Nord apre 1 fiori, Est 2SA", ["1 fiori", "2SA"]),
        ("Est ouvre 1 SA, Sud entame ♠ R72", ["1 SA", "♠ R72"]),
        ("Ost bot 3 ♥ und West kontrierte 2 Pik", ["3 ♥", "2 Pik"]),
        ("2 treff, pas, 3BA=", ["2 treff", "3BA="]),
        ("É/D zónában, 3 szan -2", ["É/D", "3 szan"]),
        ("the TD ruled under WBF rules; MI, UI and an LA", []),
        ("law 27B1b and 3 spectators, 10 minutes, A and B", []),
    ],
)
def test_notation_is_what_players_write_and_no_word(text: str, notated: list[str]) -> None:
    assert [text[start:end] for start, end in notation().places(text)] == notated


@given(st.text(max_size=200))
def test_notation_stands_in_the_text_in_order(text: str) -> None:
    end = 0
    for start, after in notation().places(text):
        assert end <= start < after <= len(text)
        end = after


@given(st.text(alphabet="ab ,.;!?–-()", max_size=120))
def test_clauses_cover_every_word_in_order(text: str) -> None:
    plain = " ".join(text.split())
    clauses = clauses_of(plain)
    letters = [at for at, sign in enumerate(plain) if sign in "ab"]
    inside = [at for at in letters if any(start <= at < end for start, end in clauses)]
    assert inside == letters
    assert all(one[1] <= other[0] for one, other in pairwise(clauses))
