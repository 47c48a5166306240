"""How search puts laws in order by the words that they have: on evidence small enough to count."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass

import numpy as np
import pytest
from msgspec import structs

from kb.search.asking.plan import Alternative, Plan, QueryWord, WordReading
from kb.search.asking.ranking import Arrangement, Ranked, Ranker, Weights
from kb.search.database import NUMBER
from kb.search.evidence import FIELDS, FULL

#: One kind of evidence counts, as much as it is worth: then points can be counted in the head.
WEIGHTS = Weights(title=1, own=1, context=1, governs=1, told=1, asked=1)


#: The law of those provisions of which a test says nothing.
ELSEWHERE = 99


@dataclass
class Index:
    """An index of four provisions: of a term by law and provision how much these have of it."""

    had: dict[str, dict[int, dict[int, float]]]
    field: str = "own"

    @property
    def book(self) -> list[tuple[int, int]]:
        """The law and the number of each provision, as they stand in the index: law by law."""
        named = {(law, one) for laws in self.had.values() for law in laws for one in laws[law]}
        rest = set(range(4)) - {provision for _, provision in named}
        return sorted(named | {(ELSEWHERE, provision) for provision in rest})

    def postings(self, term: str) -> tuple[bytes, bytes]:
        rows = [
            (self.book.index((law, provision)), self.said(law, at, value))
            for law, provisions in self.had.get(term, {}).items()
            for at, (provision, value) in enumerate(sorted(provisions.items()))
        ]
        numbers = array(NUMBER, (number for number, _ in sorted(rows)))
        return numbers.tobytes(), b"".join(said for _, said in sorted(rows))

    def said(self, law: int, at: int, value: float) -> bytes:
        """The evidence in the provision of a law that is the first with a term, or a later one."""
        return bytes(round(value / FULL) * (name == self.field) for name in FIELDS)


@dataclass
class Found:
    """What was found: laws and provisions by their numbers in the book."""

    groups: list[Ranked]
    worth: list[float]
    has_whole: bool


def word(*terms: str, weights: tuple[float, ...] = (), reading: WordReading = "known") -> QueryWord:
    alternatives = zip(terms, weights or (1.0,) * len(terms), strict=True)
    return QueryWord("", reading, "", tuple(Alternative(*one) for one in alternatives))


def ranked(index: Index, *words: QueryWord, allowed: str = "1111", **weights: float) -> Found:
    own = Weights(**{**vars(WEIGHTS), **weights})
    book, numbers = index.book, sorted({law for law, _ in index.book})
    starts = np.array([[law for law, _ in book].index(number) for number in numbers])
    none = np.zeros(len(starts), dtype=np.intp)
    arrangement = Arrangement(starts, none, np.array([float(len(book))]))
    inside = np.array([allowed[provision] == "1" for _, provision in book])
    ranking = Ranker(index, arrangement, inside, own).rank(Plan(words, (), ()))
    found = [
        structs.replace(
            one,
            group=numbers[one.group],
            documents=[(score, book[number][1]) for score, number in one.documents],
        )
        for one in ranking.first(none, [len(starts)])
    ]
    assert [one.score for one in found][:1] == [ranking.best] * bool(found)
    return Found(found, ranking.worth, ranking.has_whole)


def laws(found: Found) -> list[int]:
    return [one.group for one in found.groups]


def only(found: Found) -> Ranked:
    [one] = found.groups
    return one


def test_a_text_that_is_not_searched_is_found_by_none_of_a_words_meanings() -> None:
    """The second meaning of a word is looked up in laws that the first has found already."""
    index = Index({"bid": {27: {0: 0.5}}, "call": {27: {0: 0.5, 1: 1.0}}})
    found = only(ranked(index, word("bid", "call"), allowed="1011"))
    assert [provision for _, provision in found.documents] == [0]


def test_a_law_of_which_nothing_may_be_found_is_not_found() -> None:
    index = Index({"bid": {27: {1: 1.0}, 18: {0: 0.1}}})
    assert laws(ranked(index, word("bid"), allowed="1011")) == [18]
    assert laws(ranked(index, word("call", "bid"), allowed="1011")) == [18]


def test_of_a_words_meanings_the_one_counts_that_says_most() -> None:
    """They are not added: a word that stands for three things is one word all the same."""
    index = Index({"bid": {27: {0: 0.6}}, "call": {27: {0: 0.5, 1: 0.8}, 18: {2: 0.8}}})
    both = ranked(index, word("bid", "call"))
    alone = ranked(Index({"bid": {27: {0: 0.6, 1: 0.8}, 18: {2: 0.8}}}), word("bid"))
    assert laws(both) == laws(alone) == [18, 27]
    assert [one.documents for one in both.groups] == [one.documents for one in alone.groups]


def test_a_meaning_that_is_less_likely_counts_less() -> None:
    index = Index({"bid": {27: {0: 0.5}}, "call": {18: {1: 0.8}}})
    assert laws(ranked(index, word("bid", "call"))) == [18, 27]
    assert laws(ranked(index, word("bid", "call", weights=(1.0, 0.5)))) == [27, 18]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    index = Index({"insufficient": {27: {0: 0.5}}, "bid": {18: {1: 0.5}, 31: {2: 0.5, 3: 0.5}}})
    found = ranked(index, word("bid"), word("insufficient"))
    assert laws(found)[0] == 27
    assert found.worth == [math.log(1 + 4 / 4), math.log(1 + 4 / 2)]


def test_a_law_with_both_words_goes_before_one_that_has_a_word_often() -> None:
    index = Index(
        {"claim": {68: {0: 0.4}, 9: {1: 0.9}}, "concession": {68: {0: 0.4}, 10: {2: 0.9}}}
    )
    found = ranked(index, word("claim"), word("concession"))
    assert laws(found) == [68, 9, 10]
    assert [len(one.words) for one in found.groups] == [2, 1, 1]
    assert found.has_whole
    assert laws(ranked(index, word("claim"), word("concession"), coverage=0.0))[0] != 68


def test_what_a_law_covers_is_the_share_of_the_words_by_their_worth() -> None:
    index = Index({"claim": {68: {0: 1.0}}, "concession": {71: {1: 1.0}}})
    assert [one.covered for one in ranked(index, word("claim"), word("concession")).groups] == [
        pytest.approx(0.5),
        pytest.approx(0.5),
    ]
    half = only(ranked(Index({"claim": {68: {0: 0.1}}}), word("claim"), enough=0.2))
    assert half.covered == pytest.approx(0.5, abs=0.05)
    assert only(ranked(index, word("claim"), enough=0.2)).covered == pytest.approx(1.0)


def test_a_law_also_counts_for_what_its_provisions_have_together() -> None:
    index = Index(
        {"claim": {68: {0: 0.8}, 70: {2: 0.8}}, "concession": {68: {1: 0.8}, 71: {3: 0.8}}}
    )
    both = (word("claim"), word("concession"))
    assert laws(ranked(index, *both)) == [68, 70, 71]
    apart = ranked(index, *both, together=0.0)
    assert len({round(one.score, 9) for one in apart.groups}) == 1


def test_a_law_is_as_good_as_its_best_provision_not_as_all_together() -> None:
    index = Index({"bid": {27: {0: 0.9}, 18: {1: 0.6, 2: 0.6, 3: 0.6}}})
    assert laws(ranked(index, word("bid"))) == [27, 18]


def test_provisions_of_a_law_stand_the_best_first_and_else_as_in_the_book() -> None:
    index = Index({"bid": {27: {3: 0.5, 1: 0.9, 2: 0.5, 0: 0.5}}})
    found = only(ranked(index, word("bid")))
    assert [provision for _, provision in found.documents] == [1, 0, 2, 3]


def test_laws_that_are_as_good_stand_as_in_the_book() -> None:
    index = Index({"bid": {31: {0: 0.5}, 18: {1: 0.5}, 27: {2: 0.5}}})
    assert laws(ranked(index, word("bid"))) == [18, 27, 31]


def test_twice_the_evidence_is_twice_the_score() -> None:
    """Where all that is asked for is in the best provision; another adds nothing to it."""
    one, double = (
        only(ranked(Index({"bid": {27: {0: value, 1: 0.1}}}), word("bid"), enough=0.1)).score
        for value in (0.4, 0.8)
    )
    assert double == pytest.approx(2 * one)


class Typical(Index):
    """An index in which only the first provision of a law says how typical a term is of it."""

    def said(self, law: int, at: int, value: float) -> bytes:
        typical = 100 if law == 31 and not at else 0
        return super().said(law, at, value)[:-1] + bytes([typical])


def test_what_is_typical_counts_for_a_law_and_not_for_one_of_its_provisions() -> None:
    index = Typical({"bid": {27: {0: 0.5}, 31: {1: 0.5, 2: 0.5}}})
    assert laws(ranked(index, word("bid"))) == [31, 27]
    assert laws(ranked(index, word("bid"), typical=0.0)) == [27, 31]
    first, second = ranked(index, word("bid")).groups[0].documents
    assert first[0] == second[0]
    assert laws(ranked(index, word("bid"), allowed="1011")) == [27, 31]


def test_a_term_that_several_words_stand_for_counts_less_for_each_further_one() -> None:
    index = Index({"bid": {27: {0: 0.5}}})
    once = only(ranked(index, word("bid"), rarest=99.0)).words[0]
    twice = only(ranked(index, word("bid"), word("bid"), rarest=99.0)).words
    assert twice[0] == twice[1] == pytest.approx(once * 0.75)


def test_no_word_is_worth_more_than_the_rarest() -> None:
    index = Index({"bid": {27: {0: 0.5}}})
    assert ranked(index, word("bid"), rarest=0.4).worth == [0.4]


def test_a_word_that_says_nothing_is_not_asked_for() -> None:
    index = Index({"the": {27: {0: 0.9}}, "bid": {18: {1: 0.5}}})
    found = ranked(index, word("the", reading="stop"), word("bid"))
    assert laws(found) == [18]
    assert found.has_whole
    assert len(found.worth) == 1


@pytest.mark.parametrize("field", FIELDS)
def test_each_kind_of_evidence_counts_as_its_weight_says(field: str) -> None:
    index = Index({"bid": {27: {0: 1.0}}}, field)
    one, double = (
        only(ranked(index, word("bid"), **{field: weight})).documents[0][0] for weight in (1, 2)
    )
    assert double == pytest.approx(2 * one)


def test_nothing_that_has_the_words_is_nothing_found() -> None:
    assert ranked(Index({}), word("bid")).groups == []
    assert ranked(Index({})).groups == []
