"""Words stand in the order in which a dictionary of their language has them."""

from __future__ import annotations

import pytest

from kb.languages.collation import initial, sort_key


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("hu", "12 ár az cukor csere gém gyenge lap lyuk óra oszt ördög szín szó tok zár zseb"),
        ("pl", "as ćwiczenie lewa łatwy nadróbka ósemka renons śmierć zapis źle żart"),
        ("hr", "cilj čin ćorak drugi džep đak lajk ljestvica nakon njegov sudac štih zona žalba"),
        ("de", "Alert Ärger Gebot Übertrick Verlust"),
        ("fr", "chelem éducation enchère équipe"),
    ],
)
def test_words_are_sorted_as_their_dictionary_has_them(language: str, words: str) -> None:
    given = words.split()
    assert sorted({*given}, key=lambda word: sort_key(word, language)) == given


def test_several_words_are_compared_word_for_word() -> None:
    words = ["lap", "lap kijátszása", "lapcsere"]
    assert sorted({*words}, key=lambda one: sort_key(one, "hu")) == words


@pytest.mark.parametrize(
    ("words", "language", "head"),
    [
        ("ljestvica", "hr", "Lj"),
        ("džep", "hr", "Dž"),
        ("njegov", "hr", "Nj"),
        ("Übertrick", "de", "U"),
        ("3NT", "en", "#"),
        ("éducation", "fr", "E"),
    ],
)
def test_words_stand_below_the_letter_that_begins_them(
    words: str, language: str, head: str
) -> None:
    assert initial(words, language) == head


def test_a_language_without_an_alphabet_of_its_own_has_the_latin_one() -> None:
    assert sorted(["žal", "až", "zub"], key=lambda one: sort_key(one, "mt")) == ["až", "žal", "zub"]
