"""What speaks for a provision besides its own words, clause by clause, as the index has it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kb.search.asking.query import Searcher
from kb.search.building.situation_counts import SituationCounts
from kb.search.evidence import FIELDS, FULL

#: Of a provision by edition and id, how much each kind of evidence says of a term.
Said = dict[tuple[str, str], dict[str, float]]


@pytest.fixture(scope="module")
def said(searcher: Searcher) -> Callable[[str], Said]:
    """How much is said of a term (`c:revoke`) or of a word (`pl:renons`), and where."""

    def of_term(term: str) -> Said:
        found: Said = {}
        for number, evidence in searcher.database.evidence(term):
            document = searcher.database.document(number)
            values = zip(FIELDS, (byte * FULL for byte in evidence), strict=True)
            found[document.edition, document.id] = {name: by for name, by in values if by}
        return found

    def of(word: str) -> Said:
        language, _, form = word.partition(":")
        if language in ("c", "s"):
            return of_term(word)
        [known] = [one for one in searcher.database.form(form) if one.language == language]
        found: Said = {}
        for term in known.exact:
            for place, values in of_term(f"{language}:{term}").items():
                had = found.setdefault(place, {})
                found[place] = {
                    name: max(had.get(name, 0), values.get(name, 0)) for name in had | values
                }
        return found

    return of


def of_code(said: Said, id: str) -> dict[str, float]:
    """What is said in a provision of the current code."""
    return said.get(("bridge-2017", id), {})


def test_a_note_says_half_of_what_it_says_for_the_clause_that_calls_it(
    said: Callable[[str], Said],
) -> None:
    """How declarer may show a card 57C1 itself does not say: by a nod, says its footnote."""
    nod = said("hu:fejbólintás")
    assert {*of_code(nod, "57.C.1")} == {"told", "plain"}  # who tells the law tells its notes
    assert of_code(nod, "57.C.1")["told"] < 0.5 * of_code(nod, "note.57.1")["own"]
    assert of_code(nod, "57.C.1")["told"] > 0.3 * of_code(nod, "note.57.1")["own"]


def test_a_note_speaks_for_every_clause_that_calls_it(said: Callable[[str], Said]) -> None:
    """The third footnote of Law 41 (declarer may ask too) is called in 41B and in 41C."""
    declarer = said("hu:felvevő")
    assert of_code(declarer, "41.B")["told"] == of_code(declarer, "41.C")["told"]
    assert "told" not in of_code(declarer, "41.A")


def test_what_contains_a_clause_is_its_context_the_less_the_further_up(
    said: Callable[[str], Said],
) -> None:
    """Only 68D says that play ceases after a claim; all below it is about that."""
    ceases = said("hu:abbamarad")
    context = [of_code(ceases, id)["context"] for id in ("68.D.2", "68.D.2.b", "68.D.2.b.i")]
    assert [round(one / context[0], 1) for one in context] == [1.0, 0.7, 0.5]
    assert "context" not in of_code(ceases, "68.C.1")


def test_the_title_of_a_law_in_any_language_is_its_own_and_the_context_of_its_clauses(
    said: Callable[[str], Said],
) -> None:
    """No text of the laws is German; "Ungenügendes Gebot" is what we call Law 27 in German."""
    insufficient = said("de:ungenügendes")
    assert "title" in of_code(insufficient, "27")
    assert "context" in of_code(insufficient, "27.B.2")
    assert "context" not in of_code(insufficient, "28.A")


def test_of_the_provisions_of_a_concept_the_first_is_its_own_the_next_ever_less(
    said: Callable[[str], Said],
) -> None:
    places = ("27", "18.D", "23.A", "26.B")
    ranks = [of_code(said("c:insufficient-bid"), id)["governs"] for id in places]
    assert round(ranks[0], 1) == 1.0
    assert ranks == sorted(ranks, reverse=True)
    assert len({*ranks}) == len(ranks)
    assert "governs" not in of_code(said("c:insufficient-bid"), "27.B.2")


def test_an_older_code_has_its_own_first_provision_of_a_concept(
    said: Callable[[str], Said],
) -> None:
    revoke = said("c:revoke")
    assert round(revoke["bridge-1997", "61.A"]["governs"], 1) == 1.0


def test_a_situation_is_decided_by_the_first_of_its_provisions_above_all() -> None:
    """Players say that a penalty was kindly waived; 10B is about that, and so is 10A."""
    counts = SituationCounts()
    counts.add({"10.B": "10", "10.A": "10", "81.C.5": "81"}, ["en:waive", "en:waive"], 6)
    assert counts.asked["10.B"]["en:waive"] == 1.0
    assert counts.asked["10.A"]["en:waive"] == 0.5
    assert counts.asked["81.C.5"]["en:waive"] == 0.3
    assert counts.words["10.A"] == pytest.approx(0.5 * 6)


def test_a_word_is_typical_of_a_law_that_decides_most_of_what_is_said_with_it() -> None:
    """Of seven situations with "waive" six are of Law 10; "penalty" is said of both laws."""
    counts = SituationCounts()
    for _ in range(6):
        counts.add({"10.B": "10"}, ["waive", "penalty"], 4)
    for _ in range(6):
        counts.add({"90.A": "90"}, ["penalty"], 4)
    counts.add({"90.A": "90", "90.B": "90"}, ["waive"], 4)
    typical = {(law, term): share for law, term, share in counts.typical()}
    assert typical["10", "waive"] == pytest.approx(6 / (7 + 3))
    assert typical["90", "waive"] == pytest.approx(1 / (7 + 3))
    assert typical["10", "penalty"] == typical["90", "penalty"] == pytest.approx(6 / (12 + 3))


def test_how_typical_a_word_is_stands_with_the_law_itself(said: Callable[[str], Said]) -> None:
    revoke = said("c:revoke")
    assert of_code(revoke, "64")["typical"] > 0.1
    assert "typical" not in of_code(revoke, "64.A.1")


def test_an_article_speaks_most_for_what_it_is_about(said: Callable[[str], Said]) -> None:
    """Section 1.2 is about calling the director (9B1); it mentions one's own infraction (9A5)."""
    committed = said("de:begangen")
    about, mentioned = (of_code(committed, id)["told"] for id in ("9.B.1", "9.A.5"))
    assert round(mentioned / about, 1) == 0.6


def test_an_entry_of_the_printed_index_has_its_headword_too(said: Callable[[str], Said]) -> None:
    """Below "Dziadek" (dummy) it has "rights, absolute" for 42A and "rights, qualified" for 42B."""
    dummy, rights = said("pl:dziadek"), said("pl:uprawnienia")
    for id in ("42.A", "42.B"):
        assert of_code(dummy, id)["told"] > 1
        assert of_code(rights, id)["told"] > 1
    assert "told" not in of_code(dummy, "42.B.1")


def test_what_counts_for_next_to_nothing_is_not_in_the_index(said: Callable[[str], Said]) -> None:
    """Of a word that 6D2 has by its footnote only, half a note is too little to be searched."""
    random = said("hu:véletlenszerű")
    assert of_code(random, "note.6.1")["own"] > 1
    assert not of_code(random, "6.D.2")


def test_the_words_of_the_old_code_speak_for_what_stands_in_their_place_now(
    said: Callable[[str], Said],
) -> None:
    """Logical alternatives stood in 16A and stand in 16B. What 68B was is now 68B1 and 68B2."""
    alternative, law_16 = said("hr:alternativa"), said("hr:16")
    moved = of_code(alternative, "16.B")["own"] / alternative["bridge-1997", "16.A"]["own"]
    assert round(moved, 1) == 0.9
    for id in ("68.B.1", "68.B.2"):
        part = of_code(law_16, id)["own"] / law_16["bridge-1997", "68.B"]["own"]
        assert round(part, 1) == 0.5
    assert "own" not in of_code(law_16, "68.A")
