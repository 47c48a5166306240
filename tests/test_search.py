"""Search finds the law by words in any language, and numbers go straight to it."""

from __future__ import annotations

import re
import sys
import threading
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.citations.anchors import citation_name, patterns
from kb.citations.whole import whole_citation
from kb.corpus import Corpus
from kb.ids import ProvisionId
from kb.search.citing import cited
from kb.search.games import named_game
from kb.search.query import LONGEST, BadQueryError, Searcher
from kb.search.results import Result, Results
from kb.search.snippets import LENGTH, places, snippet
from kb.stemming import ALGORITHMS, fold, stems
from kb.store import Store


def find(searcher: Searcher, query: str, *readers: str, within: str | None = None) -> Results:
    texts = [
        text
        for text in searcher.corpus.readable
        if within in (None, text.id, text.edition, searcher.corpus.edition(text.edition).work)
    ]
    return searcher.search(query, texts, readers)


def laws(results: Results) -> list[str]:
    return [result.id for result in results.of("law")]


def provisions(results: Results) -> list[str]:
    return [hit.document.id for result in results.of("law") for hit in result.hits]


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "query", "law"),
    [
        ("hu", "színvétés", "61"),
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
        assert laws(find(searcher, fold(accented)))[:2] == laws(find(searcher, accented))[:2]


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
    for query in ("qwertzuiop", "?!…", "vak póker", "leg before wicket", "a az egy", "the of and"):
        assert find(searcher, query).results == ()


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


# --- citations -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ("27B1b", "27.B.1.b"),
        ("Law 27B1(b)", "27.B.1.b"),
        ("Law 27.B.1", "27.B.1"),
        ("L16C2", "16.C.2"),
        ("L27", "27"),
        ("P12", "12"),
        ("l27", "27"),
        ("Law 72B(1)", "72.B.1"),
        ("67. szakasz", "67"),
        ("64. §-t", "64"),
        ("27B1b-t", "27.B.1.b"),
        ("50d2a pont", "50.D.2.a"),
        ("przepis 64A2", "64.A.2"),
        ("przepisem 26B", "26.B"),
        ("pkt 16B1", "16.B.1"),
        ("§ 12 C 1", "12.C.1"),
        ("art. 16", "16"),
        ("27B1b pontot", "27.B.1.b"),
        ("72C szakaszok", "72.C"),
        ("przepisu 20F5", "20.F.5"),
        ("Laws 12", "12"),
        ("12C1(e)(i)", "12.C.1.e.i"),
        ("72. szakasz C", "72.C"),
        ("law 21 b 1", "21.B.1"),
    ],
)
def test_a_query_that_is_a_citation_goes_straight_there(
    searcher: Searcher, query: str, id: str
) -> None:
    results = find(searcher, query, within="bridge")
    assert [str(one) for one in results.cited] == [id]
    assert provisions(results) == [id]


@pytest.mark.parametrize(
    ("query", "first", "now"),
    [("čl. 43", "43", "43"), ("član 34", "34", "17"), ("članovima 88", "88", "12")],
)
def test_a_croatian_citation_means_the_old_numbers_and_says_where_that_is_now(
    searcher: Searcher, query: str, first: str, now: str
) -> None:
    old, *others = find(searcher, query, "hr").of("law")
    assert (old.edition, old.id) == ("bridge-1997", first)
    assert ("bridge-2017", now) in [(one.edition, one.id) for one in others]
    number = query.split()[-1]
    assert [one.edition for one in find(searcher, number, "hr").of("law")] == ["bridge-2017"]


def test_a_range_is_all_that_is_in_it(searcher: Searcher) -> None:
    for query in ("Laws 29-32", "29–32", "przepisy 29-32"):
        assert laws(find(searcher, query, within="bridge-2017")) == ["29", "30", "31", "32"]
    found = provisions(find(searcher, "20F1-20F3", within="bridge-2017"))
    assert found == ["20.F.1", "20.F.2", "20.F.3"]


def test_a_citation_among_words_goes_before_them(searcher: Searcher) -> None:
    results = find(searcher, "art. 40 accordi di coppia", "it")
    assert laws(results)[0] == "40"
    assert len(laws(results)) > 1
    assert laws(find(searcher, "§ 75 TBR", "de"))[0] == "75"
    assert laws(find(searcher, "86B MPB", "pl"))[0] == "86"


@pytest.mark.parametrize(
    "query", ["1NT", "13 kart", "laws", "2 karo", "§", "3 bez atu", "2T fort", "100 pont"]
)
def test_what_only_looks_like_a_citation_is_words(searcher: Searcher, query: str) -> None:
    assert cited(query, list) is None
    assert find(searcher, query).cited == ()


def test_a_law_that_does_not_exist_gives_no_other(searcher: Searcher) -> None:
    results = find(searcher, "Law 94")
    assert [str(one) for one in results.missing] == ["94"]
    assert str(next(iter(results.missing[ProvisionId.parse("94")]))) == "93"
    assert results.results == ()


# --- what is shown -------------------------------------------------------------------------------


def test_what_is_found_is_shown_in_the_readers_language(searcher: Searcher) -> None:
    for reader in ("hu", "pl"):
        law = find(searcher, "penalty card", reader).of("law")[0]
        assert law.title is not None
        assert law.title.language == reader
        assert {hit.wording.language for hit in law.hits} == {reader}


def test_a_croatian_reader_gets_the_words_of_the_old_code(searcher: Searcher) -> None:
    law = next(one for one in find(searcher, "kaznena karta", "hr").of("law") if one.id == "50")
    assert law.edition == "bridge-2017"
    assert {hit.wording.text for hit in law.hits} == {"bridge-1997/hr"}


def test_a_language_without_the_law_falls_back_to_another_that_is_named(
    searcher: Searcher,
) -> None:
    law = find(searcher, "penalty card", "de").of("law")[0]
    assert law.title is not None
    assert law.title.language == "de"
    assert law.hits
    assert all(hit.wording.language in ("hu", "pl", "hr") for hit in law.hits)


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
    law = next(one for one in found if one.id == "72")
    assert (law.hits[0].document.id, law.hits[0].wording.id) == ("72.C", "23")


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


def test_what_is_cited_is_looked_for_in_the_texts_that_are_asked_for(searcher: Searcher) -> None:
    assert provisions(find(searcher, "13.3.8")) == ["13.3.8"]
    inside = find(searcher, "13.3.8", within="bridge-2017")
    assert [str(id) for id in inside.missing] == ["13.3.8"]
    only_old = find(searcher, "čl. 43", within="bridge-1997").of("law")
    assert [one.edition for one in only_old] == ["bridge-1997"]


def test_a_section_of_an_article_is_not_cited_as_a_law(searcher: Searcher) -> None:
    assert {one.edition for one in find(searcher, "7.3").of("law")} == {"ulti-2017"}
    assert "irregularities" not in {one.edition for one in find(searcher, "7").results}


def test_near_misses_are_of_one_game_and_named_once(searcher: Searcher) -> None:
    near = find(searcher, "4Z").missing[ProvisionId.parse("4.Z")]
    assert len({*near}) == len(near) > 0
    assert all(int(one.parts[0]) <= 93 for one in near)


def test_what_is_cited_comes_once_and_numbers_that_are_none_are_words(searcher: Searcher) -> None:
    results = find(searcher, "27B insufficient bid", "en", within="bridge-2017")
    assert laws(results).count("27") == 1
    assert len(laws(results)) > 1
    missing = find(searcher, "94. szakasz büntetőlap", "hu")
    assert missing.missing
    assert "50" in laws(missing)


def test_several_citations_are_all_found(searcher: Searcher) -> None:
    for query, found in (
        ("law 61 vs law 64", ["61", "64"]),
        ("27B, 61A", ["27", "61"]),
        ("61, 64", ["61", "64"]),
        ("27B 61A", ["27", "61"]),
    ):
        assert laws(find(searcher, query, within="bridge-2017"))[:2] == found
    assert provisions(find(searcher, "27B1b, 27B1b", within="bridge-2017")) == ["27.B.1.b"]


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
            assert all(one.score >= 0.4 * best for one in results.of(kind))


def test_another_game_is_shown_only_where_it_has_something_to_say(searcher: Searcher) -> None:
    for query in ("soron kívüli licit", "a felvevő lapjai", "licit", "büntetőlap kis honőr"):
        found = find(searcher, query, "hu").of("law")
        tops = [next(group).score for _, group in groupby(found, key=lambda one: one.game)]
        assert all(top >= 0.25 * tops[0] for top in tops)


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
    marks = f"\npl:renons 500 506 {at} {at + 6}\npl:kart {at + 7} {at + 12}\n"
    found = places(marks, [["pl:renons"], ["pl:kart", "pl:none"]])
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


# --- the names of provisions ---------------------------------------------------------------------


def test_folding_knows_the_letters_unicode_does_not_decompose() -> None:
    assert fold("Łódź đak ŐŰ őű Žalba čl. Straße") == "lodz dak ou ou zalba cl. strasse"


@pytest.mark.parametrize("language", ALGORITHMS)
def test_every_language_has_its_stemmer(language: str) -> None:
    assert stems("Law", language)


@given(
    st.sampled_from(["27", "27.B", "27.B.1", "27.B.1.b", "12.C.1.e.i", "93.C.3.b", "81.C.10"]),
    st.sampled_from(sorted(patterns())),
)
def test_what_we_call_a_provision_is_a_citation_of_it(id: str, language: str) -> None:
    named = citation_name(ProvisionId.parse(id), language)
    assert str(whole_citation(named)) == id
    found = cited(named, list)
    assert found is not None
    assert [str(one) for one in found.ids] == [id]


def test_sections_of_a_statute_are_found_by_the_names_we_give_them(
    corpus: Corpus, store: Store
) -> None:
    ids = [
        ProvisionId.parse(r["id"]) for r in store.records("ulti-2017/hu") if r["id"][0].isdigit()
    ]
    assert len(ids) == 119 + 25
    for id in ids:
        assert whole_citation(str(id)) == id
        for language in (*patterns(), "cs"):
            assert whole_citation(citation_name(id, language, "section")) == id
    case = ProvisionId.parse("13.1.4")
    assert citation_name(case, "hu", "section") == "13. § (1) 4. eset"
    assert citation_name(ProvisionId.parse("4.F.2.a.b"), "pl", "section") == "§ 4 (F) (2) a) b)"


@given(st.text(alphabet="27Bb1(). §-Law szakasz", max_size=80))
def test_any_text_is_a_citation_or_none(text: str) -> None:
    found = whole_citation(text)
    assert found is None or whole_citation(found.display) == found
    cited(text, list)


def test_a_provision_is_named_as_its_language_does() -> None:
    id = ProvisionId.parse("27B1b")
    assert {lang: citation_name(id, lang) for lang in patterns()} == {
        "hu": "27B1(b) pont",
        "pl": "przepis 27B1(b)",
        "hr": "član 27B1(b)",
        "it": "articolo 27B1(b)",
        "fr": "loi 27B1(b)",
        "de": "§ 27B1(b)",
        "en": "Law 27B1(b)",
    }
    assert citation_name(id.law, "hu") == "27. szakasz"
    assert citation_name(ProvisionId.parse("27B"), "hu") == "27B szakasz"
    assert citation_name(id, "cs") == "27B1(b)"
