"""What becomes of the words of a query: forms, stems, compounds, slips, languages, concepts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.curation.concepts.finder import Forms
from kb.languages.stemming import fold
from kb.search.asking.compounds import split
from kb.search.asking.plan import EVERYTHING, Plan, QueryWord, normalised, plan
from kb.search.asking.query import Searcher
from kb.search.asking.typos import kin, mended
from kb.search.building.morphology import Morphology, morphologies
from kb.search.building.wordforms import word_forms
from kb.search.database import Database
from kb.search.stopwords import stop_words
from kb.search.word_parts import word_parts


@pytest.fixture(scope="module")
def database(searcher: Searcher) -> Database:
    return searcher.database


def word(found: Plan, typed: str) -> QueryWord:
    return next(one for one in found.words if one.typed == typed)


def targets(found: Plan) -> set[str]:
    return {one.term for word in found.words for one in word.alternatives}


# --- the form table ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "plain", "inflected"),
    [
        ("hu", "asztal", "asztaloknál"),
        ("hu", "játékos", "játékosoknak"),
        ("pl", "rozgrywający", "rozgrywającymi"),
        ("pl", "przeciwnik", "przeciwnikach"),
        ("hr", "kazna", "kaznama"),
        ("hr", "igrač", "igračima"),
        ("it", "difensore", "difensori"),
        ("fr", "enchère", "enchères"),
        ("de", "Karte", "Karten"),
        ("en", "revoke", "revoked"),
    ],
)
def test_forms_that_no_text_has_share_a_term_with_their_word(
    database: Database, language: str, plain: str, inflected: str
) -> None:
    def terms(form: str) -> set[str]:
        found = [one for one in database.form(form.lower()) if one.language == language]
        return {term for one in found for term in (*one.exact, *one.folded)}

    assert terms(plain)
    assert terms(plain) & terms(inflected)
    assert terms(plain) & terms(fold(inflected)), "typed without accents"


def test_accents_as_typed_go_before_folded_ones(database: Database) -> None:
    hungarian = {one.language: one for one in database.form("kör")}["hu"]
    assert hungarian.exact
    assert not hungarian.folded
    plain = {one.language: one for one in database.form("kor")}["hu"]
    assert set(hungarian.exact) <= {*plain.exact, *plain.folded}


def test_a_term_is_the_stem_of_the_dictionary_form_where_endings_are_many() -> None:
    known = Morphology({"ludzie": "człowiek"}, {"człowiek": ["człowiek", "człowieka", "ludzie"]})
    table = word_forms(["człowieka", "ludzie"], "pl", known)
    assert table.own["ludzie"] == table.own["człowieka"]
    assert {form for _, form, _ in table.rows()} == {"człowiek", "człowieka", "ludzie"}
    curated = Forms(related=frozenset({("szła", "iść")}))
    assert set(word_forms(["szła"], "pl", Morphology(), curated).own["szła"]) == {"szła", "iśc"}


def morphology(words: Sequence[str], language: str, directory: Path) -> Morphology:
    return morphologies({language: words}, directory)[language]


def test_what_dictionaries_say_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = morphology(["players", "cards"], "en", tmp_path)
    assert first.lemmas == {"cards": "card", "players": "player"}
    assert "players" in first.forms["player"]

    def refuse(_: str) -> None:
        raise AssertionError("asked again")

    monkeypatch.setattr("kb.search.building.morphology._dictionary", refuse)
    assert morphology(["players"], "en", tmp_path).forms["player"] == first.forms["player"]
    with pytest.raises(AssertionError, match="asked again"):
        morphology(["suits"], "en", tmp_path)


def test_what_was_kept_stays_when_other_words_are_asked(tmp_path: Path) -> None:
    """Of two builds that take turns, such as a test's and ours, neither asks anew each time."""
    morphology(["players"], "en", tmp_path)
    assert morphology(["cards"], "en", tmp_path).lemmas == {"cards": "card"}
    kept = json.loads((tmp_path / "en.json").read_text(encoding="utf-8"))["lemmas"]
    assert {"players", "cards"} <= kept.keys()


@pytest.mark.slow
def test_what_was_kept_is_asked_again_when_it_is_damaged(tmp_path: Path) -> None:
    whole = morphology(["players"], "en", tmp_path)
    whole_file = (tmp_path / "en.json").read_text(encoding="utf-8")
    hollow = json.dumps({**json.loads(whole_file), "forms": {}})
    for content in ("{", "[]", "null", '{"schema": "other"}', hollow):
        (tmp_path / "en.json").write_text(content, encoding="utf-8")
        assert morphology(["players"], "en", tmp_path) == whole
    assert json.loads((tmp_path / "en.json").read_text(encoding="utf-8"))["lemmas"]


@pytest.mark.slow
def test_dictionaries_that_are_asked_at_once_say_what_each_says_alone(tmp_path: Path) -> None:
    words = {"en": ["players", "cards"], "hr": ["karte"], "xx": ["karta"]}
    apart = {
        language: morphology(own, language, tmp_path / "apart") for language, own in words.items()
    }
    assert morphologies(words, tmp_path / "at-once") == apart


def test_a_language_without_a_dictionary_has_no_forms(tmp_path: Path) -> None:
    assert morphology(["karta"], "xx", tmp_path) == Morphology({}, {})


def test_nothing_heavy_is_imported_to_search() -> None:
    code = (
        "import sys; from kb.search.asking import query, suggest, explain, answer; "
        "print(*{'simplemma', 'lingua', 'nltk', 'babel', 'mkdocs', 'networkx'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# --- the plan ------------------------------------------------------------------------------------


def test_a_query_is_normalised() -> None:
    assert normalised("  a\u0301\tb\x00c\u202e d ") == "á b c d"


@given(st.text(max_size=200))
def test_what_is_normalised_stays_as_it_is(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("a felvevő lapjai", "hu"),
        ("czy mogę zobaczyć lewę", "pl"),
        ("smijem li pogledati štih", "hr"),
        ("posso vedere la presa", "it"),
        ("puis-je voir la levée", "fr"),
        ("darf ich den Stich sehen", "de"),
        ("may I see the trick", "en"),
    ],
)
def test_the_language_is_guessed_from_the_words(
    database: Database, query: str, language: str
) -> None:
    assert plan(database, query, None).languages[0][0] == language
    other = "pl" if language != "pl" else "hu"
    assert language in [code for code, _ in plan(database, query, other).languages]


def test_the_readers_language_decides_where_the_words_do_not(database: Database) -> None:
    assert plan(database, "renons", "hr").languages[0][0] == "hr"
    assert plan(database, "renons", "pl").languages[0][0] == "pl"


def test_words_that_say_nothing_are_left_out(database: Database) -> None:
    found = plan(database, "what happens if a player revokes", "en")
    assert [one.typed for one in found.wanted] == ["player", "revokes"]
    assert all(stop_words()[code] for code in ("hu", "pl", "hr", "it", "fr", "de", "en"))
    every = plan(
        database, "what happens if a player revokes", "en", replace(EVERYTHING, stops=False)
    )
    assert len(every.wanted) == 6


def test_concepts_are_found_by_their_longest_words(database: Database) -> None:
    found = plan(database, "major penalty card", "en")
    assert ("major penalty card", "c:major-penalty-card") in [
        (phrase.text, phrase.target) for phrase in found.phrases
    ]
    turned = plan(database, "card of major penalty", "en")
    assert "c:major-penalty-card" in targets(turned)
    assert "c:penalty-card" in targets(found)
    assert "c:card" in targets(found)
    off = plan(database, "major penalty card", "en", replace(EVERYTHING, concepts=False))
    assert not any(term.startswith("c:") for term in targets(off))


def test_of_the_words_of_concepts_in_a_query_the_longest_go_first(database: Database) -> None:
    """A major penalty card is a penalty card, and a card: it is the first that was meant."""
    lengths = [len(one.words) for one in plan(database, "major penalty card", "en").phrases]
    assert lengths[0] == 3
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] < 3


def test_everyday_words_weigh_less_than_concepts(database: Database) -> None:
    dropped = {
        one.term: one.weight
        for one in word(plan(database, "dropped", "en"), "dropped").alternatives
    }
    assert 0 < dropped["s:drop"] < 0.5
    assert max(dropped.values()) == 1.0


@pytest.mark.parametrize(
    ("language", "typed", "parts"),
    [
        ("de", "strafkartenregel", ["strafkarten", "regel"]),
        ("hu", "büntetőlapszám", ["büntetőlap", "szám"]),
        ("pl", "przezagrać", ["zagrać"]),
        ("en", "cardplayed", []),
        ("de", "qwertzuiop", []),
    ],
)
def test_words_that_no_text_has_are_taken_apart(
    database: Database, language: str, typed: str, parts: list[str]
) -> None:
    assert split(database, typed, language) == parts


def test_every_language_says_how_its_words_are_put_together() -> None:
    assert {code for code, parts in word_parts().items() if parts.links} == {"de", "hu"}
    assert all(parts.prefixes for parts in word_parts().values())


@pytest.mark.parametrize(
    ("typed", "meant", "language"),
    [
        ("insuficient", "insufficient", "en"),
        ("Trunierleiter", "turnierleiter", "de"),
        ("kijátzsás", "kijátszás", "hu"),
        ("spiegazone", "spiegazione", "it"),
    ],
)
def test_a_slip_is_mended(database: Database, typed: str, meant: str, language: str) -> None:
    assert mended(database, typed.lower(), [language])[0].form == meant
    found = plan(database, typed, language)
    assert (found.words[0].reading, found.words[0].read_as) == ("typo", meant)
    right = plan(database, meant, language).words[0].alternatives[0].weight
    assert found.words[0].alternatives[0].weight < right
    off = plan(database, typed, language, replace(EVERYTHING, typos=False))
    assert off.words[0].reading not in ("typo", "kin")


def test_a_known_word_is_never_mended(database: Database) -> None:
    for code in ("hu", "pl", "hr", "it", "fr", "de", "en"):
        for form in database.vocabulary(code)[0][::97]:
            readings = {one.reading for one in plan(database, form, code).words}
            assert readings <= {"known", "stop"}, (code, form)


def test_a_word_that_begins_as_a_known_one_is_its_kin(database: Database) -> None:
    assert kin(database, "paravános", ["hu"])[0].form.startswith("paraván")
    assert kin(database, "xyzzyxyzzy", ["hu"]) == []


def test_short_words_are_not_mended(database: Database) -> None:
    assert mended(database, "xyz", ["en", "hu"]) == []


def test_an_abbreviation_is_a_word_even_where_it_looks_like_a_stop_word(
    database: Database,
) -> None:
    found = word(plan(database, "MI adása", "hu"), "MI")
    assert [one.term for one in found.alternatives] == ["c:misinformation"]
    assert word(plan(database, "MI", "hu"), "MI").alternatives == found.alternatives
    assert word(plan(database, "mi adása", "hu"), "mi").reading == "stop"


def test_a_stop_word_may_be_misspelt(database: Database) -> None:
    found = word(plan(database, "whateevr bid", "en"), "whateevr")
    assert (found.reading, found.read_as, found.alternatives) == ("stop", "whatever", ())


@given(st.text(max_size=120), st.sampled_from([None, "hu", "pl", "hr", "it", "fr", "de", "en"]))
def test_any_words_have_a_plan(searcher: Searcher, text: str, reader: str | None) -> None:
    found = plan(searcher.database, normalised(text), reader)
    for one in found.words:
        assert all(0 < alternative.weight <= 1 for alternative in one.alternatives)
    for phrase in found.phrases:
        assert all(0 <= number < len(found.words) for number in phrase.words)
