"""Law numbers in a query go straight to the law, alone or among words, in any language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.citations.anchors import citation_name, patterns
from kb.citations.whole import whole_citation
from kb.core.ids import ProvisionId
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.corpus.profile import Profile
from kb.languages.stemming import fold, stems
from kb.search.asking.citing import cited
from kb.search.asking.query import Searcher
from kb.storage.store import Store
from support.homes import REPOSITORY
from support.pinned import LANGUAGES
from support.searching import find, laws, provisions

LAWS = manifest.load(REPOSITORY).edition("bridge-2017").profile
STATUTE = Profile("statute")


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


# --- the names of provisions ---------------------------------------------------------------------


def test_folding_knows_the_letters_unicode_does_not_decompose() -> None:
    assert fold("Łódź đak ŐŰ őű Žalba čl. Straße") == "lodz dak ou ou zalba cl. strasse"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_stemmer(language: str) -> None:
    assert stems("Law", language)


@given(
    st.sampled_from(["27", "27.B", "27.B.1", "27.B.1.b", "12.C.1.e.i", "93.C.3.b", "81.C.10"]),
    st.sampled_from(sorted(patterns())),
)
def test_what_we_call_a_provision_is_a_citation_of_it(id: str, language: str) -> None:
    named = citation_name(ProvisionId.parse(id), language, LAWS)
    assert str(whole_citation(named)) == id
    found = cited(named, list)
    assert found is not None
    assert [str(one) for one in found.ids] == [id]


def test_sections_of_a_statute_are_found_by_the_names_we_give_them(
    corpus: Corpus, store: Store
) -> None:
    ids = [ProvisionId.parse(r.id) for r in store.records("ulti-2017/hu") if r.id[0].isdigit()]
    assert len(ids) == 119 + 25
    for id in ids:
        assert whole_citation(str(id)) == id
        for language in (*patterns(), "cs"):
            assert whole_citation(citation_name(id, language, STATUTE)) == id
    case = ProvisionId.parse("13.1.4")
    assert citation_name(case, "hu", STATUTE) == "13. § (1) 4. eset"
    assert citation_name(ProvisionId.parse("4.F.2.a.b"), "pl", STATUTE) == "§ 4 (F) (2) a) b)"


@given(st.text(alphabet="27Bb1(). §-Law szakasz", max_size=80))
def test_any_text_is_a_citation_or_none(text: str) -> None:
    found = whole_citation(text)
    assert found is None or whole_citation(found.display) == found
    cited(text, list)


def test_a_provision_is_named_as_its_language_does() -> None:
    id = ProvisionId.parse("27B1b")
    names = {
        "hu": "27B1(b) pont",
        "pl": "przepis 27B1(b)",
        "hr": "član 27B1(b)",
        "it": "articolo 27B1(b)",
        "fr": "loi 27B1(b)",
        "de": "§ 27B1(b)",
        "en": "Law 27B1(b)",
    }
    assert {language: citation_name(id, language, LAWS) for language in names} == names
    assert citation_name(id.law, "hu", LAWS) == "27. szakasz"
    assert citation_name(ProvisionId.parse("27B"), "hu", LAWS) == "27B szakasz"
    assert citation_name(id, "xx", LAWS) == "27B1(b)"
