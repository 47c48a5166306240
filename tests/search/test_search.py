"""Search finds the law by words in any language, and numbers go straight to it."""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.build import build
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.languages.stemming import fold
from kb.search.asking.explain import explain
from kb.search.asking.games import named_game
from kb.search.asking.query import LONGEST, BadQueryError, Searcher
from kb.search.asking.results import Result, Results
from kb.search.asking.snippets import LENGTH, places, snippet
from support.searching import find, laws, provisions

# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "query", "law"),
    [
        ("hu", "színvétés", "64"),
        ("hu", "szinvetest helyre kell igazitani", "62"),
        ("hu", "buntetolap", "50"),
        ("pl", "fałszywy renons", "61"),
        ("pl", "karta przygwozdzona", "50"),
        ("pl", "odzywka niewystarczająca", "27"),
        ("pl", "zrzeczenie sie lew", "68"),
        ("hr", "kaznena karta", "50"),
        ("hr", "nedostatan licit", "27"),
        ("hr", "zaljenje zalbe", "92"),
        ("it", "licita insufficiente", "27"),
        ("fr", "carte pénalisée", "50"),
        ("de", "Farbe nicht bedient", "64"),
        ("en", "insufficient bid", "27"),
    ],
)
def test_words_of_seven_languages_find_the_law(
    searcher: Searcher, language: str, query: str, law: str
) -> None:
    assert law in laws(find(searcher, query, language))[:3]
    assert law in laws(find(searcher, query))[:3], "without saying the language"


def test_an_unaccented_query_finds_what_the_accented_one_does(searcher: Searcher) -> None:
    for accented in ("színvétés", "büntetőlap", "fałszywy renons", "hésitation", "žalba"):
        plain, folded = (laws(find(searcher, words))[:3] for words in (accented, fold(accented)))
        assert folded[0] == plain[0]
        assert {*folded} == {*plain}


def test_an_inflected_query_finds_what_the_plain_one_does(searcher: Searcher) -> None:
    for plain, inflected in (
        ("büntetőlap", "büntetőlapokkal"),
        ("fałszywy renons", "fałszywymi renonsami"),
        ("kaznena karta", "kaznenim kartama"),
        ("Strafkarte", "Strafkarten"),
    ):
        assert {*laws(find(searcher, inflected))[:3]} == {*laws(find(searcher, plain))[:3]}


def test_a_slip_is_mended_and_said(searcher: Searcher) -> None:
    results = find(searcher, "insuficient bid", "en")
    assert "27" in laws(results)[:3]
    assert results.plan is not None
    assert results.plan.mended == {"insuficient": "insufficient"}


def test_a_word_inside_a_compound_is_found(searcher: Searcher) -> None:
    results = find(searcher, "Strafkartenregel", "de")
    assert results.plan is not None
    assert {word.reading for word in results.plan.words} == {"compound"}
    assert "50" in laws(results)[:3]


def test_nothing_relevant_is_an_empty_list(searcher: Searcher) -> None:
    for query in ("qwertzuiop", "?!…", "vak póker", "a az egy", "the of and"):
        assert find(searcher, query).results == ()


def test_what_is_only_the_nearest_is_not_sure(searcher: Searcher) -> None:
    for query in ("leg before wicket", "best defence to a multi 2D opening"):
        assert not find(searcher, query).sure, query
    for query in (
        "insufficient bid",
        "27B1b",
        "dummy touched a card and declarer had not named it",
    ):
        assert find(searcher, query).sure, query


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("önrablás", "3.8"),
        ("mennyit ér a rebetli", "4.E.2.b"),
        ("talon megnezese", "9.2"),
        ("leejti lapját ulti", "13.3.8"),
    ],
)
def test_the_rules_of_ulti_are_found(searcher: Searcher, query: str, found: str) -> None:
    own = [result for result in find(searcher, query, "hu").of("law") if result.game == "ulti"]
    assert found in [hit.document.id for result in own[:3] for hit in result.hits]


# --- how much of a law is shown ------------------------------------------------------------------


@pytest.mark.parametrize("query", ["penalty card", "insufficient bid", "lead out of turn"])
def test_of_a_law_more_is_shown_only_where_it_is_nearly_as_good_as_what_comes_next(
    searcher: Searcher, query: str
) -> None:
    """Three provisions of the first three laws, one of the others, half as good as their best."""
    found = [one for one in find(searcher, query, "en").of("law") if one.game == "bridge"]
    assert max(len(one.hits) for one in found[:3]) > 1
    assert all(len(one.hits) <= 3 for one in found[:3])
    assert all(len(one.hits) == 1 for one in found[3:])
    for one, following in pairwise(found[:4]):
        scores = [hit.score for hit in one.hits]
        assert scores == sorted(scores, reverse=True)
        assert scores[-1] >= scores[0] / 2
        assert all(score >= 0.8 * following.hits[0].score for score in scores[1:])


# --- what stands beside the laws -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "language", "beside"),
    [
        # The heading of a chapter is the best: what is nearly as good as the best law is shown too.
        ("organizacija turnira", "hr", ["chapter.9"]),
        ("Einleitung", "de", ["1.1"]),
        # Two definitions at most, each nearly as good as the best law.
        ("prilagođneni rezultat", "hr", ["def.adjusted-score", "def.adjusted-score", "10.5"]),
    ],
)
def test_what_is_nearly_as_good_as_the_best_law_stands_beside_the_laws(
    searcher: Searcher, query: str, language: str, beside: list[str]
) -> None:
    results = find(searcher, query, language).results
    assert [one.id for one in results if one.kind != "law"] == beside


@pytest.mark.parametrize(
    ("query", "language"),
    [("zalożenia", "pl"), ("IMP", "fr"), ("atout", "it"), ("Kontrakt", "de")],
)
def test_nothing_stands_beside_the_laws_that_is_far_behind_the_best_of_them(
    searcher: Searcher, query: str, language: str
) -> None:
    results = find(searcher, query, language)
    best = max(one.score for one in results.of("law") if one.game == "bridge")
    beside = [one for one in results.results if one.kind != "law" and one.game == "bridge"]
    assert beside
    assert all(one.score >= 0.18 * best for one in beside)
    assert max(Counter(one.kind for one in beside).values()) <= 2


# --- what is shown -------------------------------------------------------------------------------


def test_what_is_found_is_shown_in_the_readers_language(searcher: Searcher) -> None:
    for reader in ("hu", "pl"):
        law = find(searcher, "penalty card", reader).of("law")[0]
        assert law.title is not None
        assert law.title.language == reader
        assert {hit.wording.language for hit in law.hits} == {reader}


def test_a_croatian_reader_is_told_the_law_of_today(searcher: Searcher) -> None:
    law = next(one for one in find(searcher, "kaznena karta", "hr").of("law") if one.id == "50")
    assert law.edition == "bridge-2017"
    shown = {(hit.wording.text, hit.wording.plain) for hit in law.hits}
    assert shown == {("bridge-2017/hr", True)}


@pytest.mark.parametrize(
    ("query", "reader"),
    [("penalty card", "de"), ("ho giocato due carte insieme", "it"), ("renonce", "fr")],
)
def test_a_reader_without_a_wording_gets_plain_words_and_no_foreign_one(
    searcher: Searcher, query: str, reader: str
) -> None:
    found = [law for law in find(searcher, query, reader).of("law") if law.game == "bridge"]
    assert found
    for law in found:
        assert law.title is not None
        assert law.title.language == reader
        for hit in law.hits:
            assert (hit.wording.language, hit.wording.plain) == (reader, True)
            assert hit.matched is None or hit.matched.language in (reader, "en")  # the query's


def test_a_reader_with_a_wording_gets_no_plain_words(searcher: Searcher) -> None:
    for reader in ("hu", "pl"):
        found = find(searcher, "penalty card", reader, within="bridge").of("law")
        shown = [one for law in found for hit in law.hits for one in (hit.wording, hit.matched)]
        assert found
        assert not any(one.plain for one in shown if one and one.language == reader)


@pytest.mark.slow
def test_a_language_that_nobody_tells_falls_back_to_another_that_is_named(code_home: Path) -> None:
    corpus = manifest.load(code_home)
    searcher = Searcher.open(corpus, build(corpus).store)
    law = find(searcher, "penalty card", "de").of("law")[0]
    assert law.hits
    assert {hit.wording.language for hit in law.hits} == {"hu"}


def test_the_snippet_comes_from_the_text_that_matched(searcher: Searcher) -> None:
    """Of law 7 the Polish words are asked for; a Hungarian reader also sees where they stand."""
    results = find(searcher, "tasuje przed włożeniem do pudełka", "hu", within="bridge-2017")
    matched = [
        hit.matched
        for result in results.of("law")
        for hit in result.hits
        if hit.wording.language == "hu" and hit.matched
    ]
    assert matched
    for one in matched:
        assert one.language == "pl"
        assert one.body.highlights or (one.heading and one.heading.highlights)


def test_of_several_old_provisions_the_one_that_was_asked_for_is_shown(searcher: Searcher) -> None:
    found = find(searcher, "oštećuje prisilni pass", "hr").of("law")
    hit = next(one for one in found if one.id == "72").hits[0]
    assert (hit.document.id, hit.wording.id, hit.wording.plain) == ("72.C", "72.C", True)
    assert hit.matched is not None
    assert (hit.matched.text, hit.matched.id) == ("bridge-1997/hr", "23")


def test_a_text_that_is_asked_for_is_the_one_shown(searcher: Searcher) -> None:
    for text in ("bridge-2017/hu", "bridge-2017/pl"):
        results = find(searcher, "revoke", "hr", within=text)
        assert results.of("law")
        shown = {hit.wording.text for one in results.results for hit in one.hits}
        assert shown == {text}


# --- what is found where -------------------------------------------------------------------------


def test_what_a_newer_code_has_is_not_found_in_the_old_one_as_well(searcher: Searcher) -> None:
    for query in ("kaznena karta", "revoke", "renons", "ataka izvan reda"):
        found = find(searcher, query).of("law")
        assert {one.edition for one in found if one.game == "bridge"} == {"bridge-2017"}
        old = find(searcher, query, within="bridge-1997").of("law")
        assert {one.edition for one in old} == {"bridge-1997"}


def test_words_that_stand_together_count_more(searcher: Searcher) -> None:
    apart = replace(searcher, settings=replace(searcher.settings, near=0.0))
    near = find(searcher, "lead out of turn accepted by declarer", "en").of("law")
    far = find(apart, "lead out of turn accepted by declarer", "en").of("law")
    assert {one.id: one.score for one in near}[near[0].id] > {one.id: one.score for one in far}[
        near[0].id
    ]


def test_of_what_is_no_law_only_the_best_is_shown(searcher: Searcher) -> None:
    for query in ("fałszywy renons", "penalty card", "licitacija"):
        results = find(searcher, query)
        best = max(one.score for one in results.of("law"))
        for kind in ("definition", "article", "other"):
            assert len(results.of(kind)) <= 2 * len({one.game for one in results.results})
            assert all(one.score >= 0.18 * best for one in results.of(kind))


def test_another_game_is_shown_only_where_it_has_something_to_say(searcher: Searcher) -> None:
    for query, games in (
        ("kibic viselkedése", {"bridge"}),
        ("nagy büntetőlap", {"bridge"}),
        ("terített betli pont", {"ulti"}),
        ("soron kívüli licit", {"bridge", "ulti"}),
    ):
        assert {one.game for one in find(searcher, query, "hu").results} == games, query


def test_several_threads_may_search_at_once(searcher: Searcher) -> None:
    queries = ["penalty card", "fałszywy renons", "színvétés", "kaznena karta", "Strafkarte"]
    alone = {query: provisions(find(searcher, query)) for query in queries}
    wrong: list[str] = []

    def ask() -> None:
        for query in queries * 4:
            try:
                if provisions(find(searcher, query)) != alone[query]:
                    wrong.append(query)
            except Exception as error:  # whatever it is, it is told
                wrong.append(f"{query}: {error!r}")

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=ask) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert wrong == []


def test_snippets_show_and_mark_the_words(searcher: Searcher) -> None:
    results = find(searcher, "falszywym renonsem", "pl", within="bridge-2017/pl")
    law = results.of("law")[0]
    assert law.id in ("61", "62", "63", "64")
    for hit in law.hits:
        shown = [hit.wording.body, *filter(None, [hit.wording.heading])]
        marked = " ".join(one.text[a:b] for one in shown for a, b in one.highlights).lower()
        assert "fałszyw" in marked
        assert "renons" in marked


def test_a_long_text_is_cut_where_most_words_stand() -> None:
    text = "alfa " * 100 + "renons " + "omega " * 100 + "renons karta " + "omega " * 50
    at = text.rindex("renons")
    of_terms = {"pl:renons": (500, 506, at, at + 6), "pl:kart": (at + 7, at + 12)}
    found = places(of_terms, {"pl:renons": [0], "pl:kart": [1], "pl:none": [1]})
    cut = snippet(text, found, [1.0, 1.0])
    assert len(cut.text) <= LENGTH + 4
    assert (cut.text[:2], cut.text[-2:]) == ("… ", " …")
    assert [cut.text[a:b] for a, b in cut.highlights] == ["renons", "karta"]


# --- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["", "   ", "\x00\x01\t", "x" * (LONGEST + 1), "a" * 10_000])
def test_a_query_that_cannot_be_searched_says_why(searcher: Searcher, query: str) -> None:
    with pytest.raises(BadQueryError) as error:
        find(searcher, query)
    assert error.value.hint


@pytest.mark.parametrize(
    "query",
    [
        'unbalanced "quotes',
        "(((27B",
        "'; DROP TABLE forms; --",
        "%' OR 1=1",
        "<script>alert(1)</script>",
        "כרטיס עונש",
        "بطاقة جزائية",
        "罰則卡",
        "\u202epenalty card\u202c",
        "the of and is",
        "renons\x00renons",
        "AND OR NOT *",
        "😀 🂡",
        "-" * LONGEST,
        "27" * 200,
        "a " * 200,
        "kontra" * 60,
    ],
)
def test_strange_input_is_answered_as_any_other(searcher: Searcher, query: str) -> None:
    assert all(result.hits for result in find(searcher, query).results)


def test_markup_around_words_does_no_harm(searcher: Searcher) -> None:
    assert "50" in laws(find(searcher, "<b>penalty card</b>", "en"))[:3]
    assert laws(find(searcher, "\u202epenalty card\u202c", "en"))[:1] == ["50"]


@given(st.text(max_size=LONGEST))
def test_any_query_is_searched_or_refused(searcher: Searcher, query: str) -> None:
    try:
        results = find(searcher, query)
    except BadQueryError:
        return
    for result in results.results:
        for hit in result.hits:
            for wording in filter(None, (hit.wording, hit.matched)):
                for one in filter(None, (wording.heading, wording.body)):
                    for start, end in one.highlights:
                        assert 0 <= start < end <= len(one.text)


# --- games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["licit", "renonsz", "a felvevő lapjai"])
def test_a_query_that_names_no_game_gets_each_on_its_own(
    searcher: Searcher, corpus: Corpus, query: str
) -> None:
    results = find(searcher, query, "hu")
    games = [result.game for result in results.results]
    assert results.game is None
    assert [game for game, _ in groupby(games)] == [*dict.fromkeys(games)]
    mixed = [result.game for result in find(searcher, f"4. szakasz {query}", "hu").results]
    assert [game for game, _ in groupby(mixed)] == [*dict.fromkeys(mixed)]
    assert all(corpus.game(result.edition) == result.game for result in results.results)


def test_each_game_has_as_many_laws_as_asked_for(searcher: Searcher, corpus: Corpus) -> None:
    def of(found: Results, game: str) -> list[Result]:
        return [result for result in found.of("law") if result.game == game]

    results = searcher.search("licit", corpus.readable, ["hu"], limit=3)
    assert [len(of(results, game)) for game in ("bridge", "ulti")] == [3, 3]


@pytest.mark.parametrize(
    ("query", "game"),
    [
        ("licit ulti", "ulti"),
        ("licit az ultiban", "ulti"),
        ("ULTI: renonsz", "ulti"),
        ("Ulti revoke", "ulti"),
        ("licit bridzsben", "bridge"),
        ("renons w brydżu", "bridge"),
        ("renons w brydzu", "bridge"),
        ("renons u bridžu", "bridge"),
        ("bridge-ben a renonsz", "bridge"),
        ("licit", None),
        ("soron kívül ült", None),  # its stem is that of ulti
        ("ultimátum", None),
        ("ultima presa", None),  # Italian, French: the last
        ("ulti-ban 3.5", "ulti"),
        ("3.5 (ulti)", "ulti"),
        ("bridzs vagy ulti", None),
    ],
)
def test_a_query_may_name_its_game(corpus: Corpus, query: str, game: str | None) -> None:
    assert named_game(corpus, query).game == game


def test_a_named_game_is_searched_alone(searcher: Searcher) -> None:
    assert {r.game for r in find(searcher, "licit az ultiban").results} == {"ulti"}
    assert {r.game for r in find(searcher, "licit bridzsben").results} == {"bridge"}
    for query in ("ulti 3.5", "ulti-ban 3. § (5)", "3. § (5) bekezdés (ulti)"):
        assert provisions(find(searcher, query)) == ["3.5"]


def test_a_name_is_looked_for_only_where_it_is_a_word_of_the_rules(corpus: Corpus) -> None:
    assert named_game(corpus, "licit bridzsben").words.split() == ["licit"]
    assert named_game(corpus, "piros ulti").words == "piros ulti"
    assert named_game(corpus, "bridzs").words == "bridzs"


def test_a_game_that_the_chosen_texts_are_not_about_does_not_count(searcher: Searcher) -> None:
    results = find(searcher, "ulti renons", "pl", within="bridge-2017/pl")
    assert results.game is None
    assert {result.game for result in results.results} <= {"bridge"}


def test_no_word_of_a_text_about_one_game_names_another(corpus: Corpus) -> None:
    for text in corpus.texts:
        for word in {word for line in text.lines() for word in re.findall(r"\w+", line)}:
            assert named_game(corpus, word).game in (None, corpus.game(text.edition)), word


def test_what_explains_a_search_has_its_scores(searcher: Searcher, corpus: Corpus) -> None:
    results = searcher.search("elégtelen licit", corpus.readable, ["hu"])
    explained = explain(searcher, results).results
    assert [(one.name, one.score, one.covered) for one in explained] == [
        (
            f"{best.hits[0].document.edition}:{best.hits[0].document.id}",
            pytest.approx(best.score, abs=1e-4),
            pytest.approx(best.covered, abs=1e-4),
        )
        for best in results.results[:5]
    ]
    assert explained[0].name == "bridge-2017:27"
    assert explained[0].score > explained[4].score > 0
