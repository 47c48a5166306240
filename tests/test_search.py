"""Search works for words as people type them, and numbers go straight to the law."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.citations.anchors import citation_name, patterns
from kb.citations.whole import whole_citation
from kb.corpus import Corpus
from kb.ids import ProvisionId
from kb.search.analysis import terms
from kb.search.games import named_game
from kb.search.query import LONGEST, BadQueryError, Results, search
from kb.search.snippets import LENGTH, snippet
from kb.stemming import ALGORITHMS, fold
from kb.store import Store


def find(corpus: Corpus, store: Store, query: str, *languages: str) -> Results:
    texts = tuple(t for t in corpus.readable if not languages or t.language in languages)
    return search(corpus, store, query, texts, limit=10)


def laws(results: Results) -> list[str]:
    return [hit.record["id"].split(".")[0] for hit in results.hits]


@pytest.mark.parametrize(
    ("language", "query", "law"),
    [
        ("hu", "színvétés", "62"),
        ("hu", "szinvetes", "62"),
        ("hu", "szinvetest helyre kell igazitani", "62"),
        ("hu", "soron kívüli hívás", "53"),
        ("hu", "buntetolap", "50"),
        ("pl", "fałszywy renons", "63"),
        ("pl", "falszywego renonsu", "63"),
        ("pl", "karta przygwozdzona", "50"),
        ("pl", "odzywka niewystarczająca", "27"),
        ("pl", "zrzeczenie sie lew", "68"),
        ("hr", "kaznena karta", "50"),
        ("hr", "nedostatan licit", "27"),
        ("hr", "zaljenje zalbe", "92"),
    ],
)
def test_words_find_the_law_accented_or_not(
    corpus: Corpus, store: Store, language: str, query: str, law: str
) -> None:
    assert law in laws(find(corpus, store, query, language))[:5]


def test_an_unaccented_query_finds_what_the_accented_one_does(corpus: Corpus, store: Store) -> None:
    for accented in ("színvétés", "büntetőlap", "fałszywy renons", "członek drużyny", "žalbe"):
        plain = find(corpus, store, fold(accented))
        full = find(corpus, store, accented)
        assert [h.record["id"] for h in plain.hits[:3]] == [h.record["id"] for h in full.hits[:3]]


def test_a_language_restricts_the_hits(corpus: Corpus, store: Store) -> None:
    assert {h.text.language for h in find(corpus, store, "renons").hits} == {"pl", "hr"}
    assert {h.text.language for h in find(corpus, store, "renons", "hr").hits} == {"hr"}


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ("27B1b", "27.B.1.b"),
        ("Law 27B1(b)", "27.B.1.b"),
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
        ("čl. 43", "43"),
        ("članovima 30", "30"),
        ("§ 12 C 1", "12.C.1"),
        ("27B1b pontot", "27.B.1.b"),
        ("72C szakaszok", "72.C"),
        ("przepisu 20F5", "20.F.5"),
        ("Laws 12", "12"),
        ("12C1(e)(i)", "12.C.1.e.i"),
    ],
)
def test_a_query_that_is_a_citation_goes_straight_there(
    corpus: Corpus, store: Store, query: str, id: str
) -> None:
    results = find(corpus, store, query)
    assert str(results.citation) == id
    assert results.hits
    assert {hit.record["id"] for hit in results.hits} == {id}


@pytest.mark.parametrize(
    "query", ["1NT", "13 kart", "laws", "2 karo", "12 C 1 revoke", "§", "3 bez atu"]
)
def test_what_only_looks_like_a_citation_is_words(query: str) -> None:
    assert whole_citation(query) is None


def test_a_law_that_does_not_exist_gives_no_other(corpus: Corpus, store: Store) -> None:
    results = find(corpus, store, "Law 94")
    assert (results.citation, str(results.missing), results.hits) == (None, "94", ())


def test_a_number_that_is_no_law_is_searched_as_words(corpus: Corpus, store: Store) -> None:
    results = find(corpus, store, "100 pont", "hu")
    assert results.citation is None
    assert "def.game" in [hit.record["id"] for hit in results.hits]  # 100 or more trick points


def test_nothing_found_is_an_empty_list(corpus: Corpus, store: Store) -> None:
    assert find(corpus, store, "qwertzuiop").hits == ()
    assert find(corpus, store, "?!…").hits == ()


@pytest.mark.parametrize("query", ["", "   ", "x" * (LONGEST + 1)])
def test_a_query_that_cannot_be_searched_says_why(corpus: Corpus, store: Store, query: str) -> None:
    with pytest.raises(BadQueryError):
        find(corpus, store, query)


@given(st.text(max_size=LONGEST))
def test_any_query_is_searched_or_refused(corpus: Corpus, store: Store, query: str) -> None:
    try:
        results = find(corpus, store, query)
    except BadQueryError:
        assert not query.strip()
        return
    for hit in results.hits:
        for start, end in hit.body.highlights:
            assert 0 <= start < end <= len(hit.body.text)


def test_snippets_show_and_mark_the_words(corpus: Corpus, store: Store) -> None:
    hit = next(
        h for h in find(corpus, store, "falszywym renonsem", "pl").hits if h.record["id"] == "63.B"
    )
    marked = [hit.body.text[a:b] for a, b in hit.body.highlights]
    assert {word[:6] for word in marked} == {"fałszy", "renons"}
    assert len(set(marked)) >= 4  # inflected forms of both words
    assert hit.heading is not None
    assert hit.heading.highlights


# --- games ---------------------------------------------------------------------------------------


def games(results: Results) -> list[str]:
    return [hit.game for hit in results.hits]


@pytest.mark.parametrize("query", ["licit", "renonsz", "2", "a felvevő lapjai"])
def test_a_query_that_names_no_game_gets_each_on_its_own(
    corpus: Corpus, store: Store, query: str
) -> None:
    results = find(corpus, store, query, "hu")
    assert results.game is None
    assert [game for game, _ in groupby(games(results))] == [*dict.fromkeys(games(results))]
    for hit in results.hits:
        assert corpus.game(hit.text.edition) == hit.game


def test_each_game_has_as_many_hits_as_asked_for(corpus: Corpus, store: Store) -> None:
    found = games(search(corpus, store, "licit", tuple(corpus.readable), limit=3))
    assert [found.count(game) for game in ("bridge", "ulti")] == [3, 3]


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


def test_a_named_game_is_searched_alone(corpus: Corpus, store: Store) -> None:
    assert set(games(find(corpus, store, "licit az ultiban"))) == {"ulti"}
    assert set(games(find(corpus, store, "licit bridzsben"))) == {"bridge"}
    for query in ("ulti 3.5", "ulti-ban 3. § (5)", "3. § (5) bekezdés (ulti)"):
        assert [hit.record["id"] for hit in find(corpus, store, query).hits] == ["3.5"]


def test_a_name_is_looked_for_only_where_it_is_a_word_of_the_rules(corpus: Corpus) -> None:
    assert named_game(corpus, "licit bridzsben").words.split() == ["licit"]
    assert named_game(corpus, "piros ulti").words == "piros ulti"
    assert named_game(corpus, "bridzs").words == "bridzs"


def test_a_game_that_the_chosen_texts_are_not_about_does_not_count(
    corpus: Corpus, store: Store
) -> None:
    results = find(corpus, store, "ulti renons", "pl")
    assert results.game is None
    assert set(games(results)) == {"bridge"}


def test_no_word_of_a_text_about_one_game_names_another(corpus: Corpus) -> None:
    for text in corpus.texts:
        for word in {word for line in text.lines() for word in re.findall(r"\w+", line)}:
            assert named_game(corpus, word).game in (None, corpus.game(text.edition)), word


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("önrablás", "3.8"),
        ("mennyit ér a rebetli", "4.E.2.b"),
        ("talon megnezese", "9.2"),
        ("csendes szaz bejelentese", "9.10"),
        ("piros ulti", "bid.15"),
        ("leejti lapját", "13.3.8"),
    ],
)
def test_the_rules_of_ulti_are_found(corpus: Corpus, store: Store, query: str, found: str) -> None:
    hits = [hit for hit in find(corpus, store, query, "hu").hits if hit.game == "ulti"]
    assert found in [hit.record["id"] for hit in hits[:5]]


def test_a_long_text_is_cut_around_the_first_hit() -> None:
    text = "alfa " * 100 + "renons " + "omega " * 100
    cut = snippet(text, "pl", frozenset(t.text for t in terms("renonsu", "pl")))
    assert len(cut.text) <= LENGTH + 4
    assert cut.text.startswith("… ")
    assert cut.text.endswith(" …")
    assert [cut.text[a:b] for a, b in cut.highlights] == ["renons"]


def test_folding_knows_the_letters_unicode_does_not_decompose() -> None:
    assert fold("Łódź đak ŐŰ őű Žalba čl. Straße") == "lodz dak ou ou zalba cl. strasse"


@pytest.mark.parametrize("language", ALGORITHMS)
def test_every_language_has_its_stemmer(language: str) -> None:
    assert [t.text for t in terms("", language)] == []
    assert [t.text for t in terms("Law", language)]


@given(
    st.sampled_from(["27", "27.B", "27.B.1", "27.B.1.b", "12.C.1.e.i", "93.C.3.b", "81.C.10"]),
    st.sampled_from(sorted(patterns())),
)
def test_what_we_call_a_provision_is_a_citation_of_it(id: str, language: str) -> None:
    named = citation_name(ProvisionId.parse(id), language)
    assert str(whole_citation(named)) == id


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
