"""Search in a browser reads a query as search in Python does, where both know the same words."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from golden_plans import GOLDEN, plain, rows
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from kb.citations.whole import whole_citation
from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.languages.stemming import fold
from kb.languages.term_words import is_abbreviation, tokens_of
from kb.publishing.browser.scripts import bundle
from kb.publishing.browser.search_script import data, search_files
from kb.publishing.browser.search_shards import forms_line, shards
from kb.search.asking.citing import cited
from kb.search.asking.own_words import OwnWords
from kb.search.asking.plan import Alternative, Plan, QueryWord, normalised, plan
from kb.search.asking.query import Searcher
from kb.search.asking.ranking import WEIGHTS, Arrangement, Ranker
from kb.search.asking.scope import Scope
from kb.search.asking.suggest import suggest
from kb.search.asking.typos import kin, mended
from kb.search.database import FILE, NUMBER, Database
from kb.search.evidence import FIELDS, FULL
from kb.storage.store import Store
from support.homes import REPOSITORY

pytestmark = pytest.mark.slow

_PLANS = """async ([rows, root]) => {
  const known = {};
  for (const reader of new Set(rows.map((row) => row.reader))) {
    known[reader] = new inside.Known(reader, root);
    await known[reader].first();
  }
  const planned = {};
  const make = (stage) => rows.forEach((row, at) => {
    if (row.stage !== stage) return;
    const { lexicon } = known[row.reader];
    const query = inside.normalised(row.query);
    const { words, phrases, languages, clauses } = inside.planOf(lexicon, query, row.reader);
    const pairs = (alternatives) => alternatives.map(({ term, weight }) => [term, weight]);
    planned[at] = {
      languages,
      words: words.map((one) => [one.typed, one.reading, one.readAs, pairs(one.alternatives)]),
      clauses,
      starts: words.map(({ start }) => start),
      phrases: phrases.map((one) => [one.text, one.words, one.target, one.language]),
    };
  });
  make("first");
  await Promise.all(Object.values(known).map((one) => one.rest()));
  make("refined");
  globalThis.known = known;
  return rows.map((row, at) => {
    const { game, words, rest } = inside.namedGame(inside.normalised(row.query));
    const found = inside.citedIn(rest, (work) => inside.resolverFor(null, work), inside.WORKS);
    const cited = found && [found.ids, found.rest, found.language];
    return { game: [game, words, rest], cited, plan: planned[at] };
  });
}"""


@pytest.fixture(scope="module")
def inside(browser: Browser, corpus: Corpus, store: Store, address: str) -> Iterator[Page]:
    """A page that can call what the worker of search answers with."""
    known = data(corpus, store, shards(corpus, store))
    code = bundle(REPOSITORY, "scripts/browser/search.js", known).decode("ascii")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}search/kodeks-search.js")
        page.add_script_tag(content=code)
        yield page


@pytest.fixture(scope="module")
def golden(inside: Page, address: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The golden plans, and what the browser makes of their queries."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    wanted = [json.loads(line) for line in lines]
    return wanted, inside.evaluate(_PLANS, [wanted, address])


def test_python_makes_the_golden_plans(corpus: Corpus, store: Store) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert rows(corpus, store) == [json.loads(line) for line in lines], "scripts/golden_plans.py"


def test_the_golden_plans_are_of_all_kinds() -> None:
    wanted = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    assert len({(row["reader"], row["query"]) for row in wanted}) >= 150
    assert {row["reader"] for row in wanted} == {"hu", "pl", "hr", "it", "fr", "de", "en"}
    read = {word[1] for row in wanted for word in row["plan"]["words"]}
    assert read == {"known", "stem", "compound", "typo", "kin", "stop", "notation", "unknown"}
    assert sum(bool(row["plan"]["phrases"]) for row in wanted) > 50
    assert sum(bool(row["cited"]) for row in wanted) > 10


def test_the_browser_makes_the_golden_plans(
    golden: tuple[list[dict[str, Any]], list[dict[str, Any]]],
) -> None:
    wanted, made = golden
    for row, one in zip(wanted, made, strict=True):
        assert one == {key: row[key] for key in ("game", "cited", "plan")}, row["query"]


@dataclass
class Few:
    """An index of a few provisions, two to a law: how much each has of a term."""

    had: dict[str, dict[int, int]]

    def postings(self, term: str) -> tuple[bytes, bytes]:
        ours = sorted(self.had[term].items())
        numbers = array(NUMBER, (one for one, _ in ours)).tobytes()
        return numbers, b"".join(evidence_of(one, said) for one, said in ours)


def evidence_of(document: int, own: int) -> bytes:
    """The bytes of a document for a term that stands in its words and may be typical of it."""
    said = {"own": own, "typical": typical_of(document)}
    return bytes(said.get(field, 0) for field in FIELDS)


def typical_of(document: int) -> int:
    """How typical a term is for the law that a document is in: which only its first one says."""
    return 0 if document % 2 else 20 * document


_TERMS = ("bid", "call", "pass", "double")
_FEW = st.fixed_dictionaries(
    {term: st.dictionaries(st.integers(0, 11), st.integers(1, 255), max_size=8) for term in _TERMS}
)
_ASKED = st.lists(
    st.lists(
        st.tuples(st.sampled_from(_TERMS), st.sampled_from([1.0, 0.75, 0.5, 0.125])),
        min_size=1,
        max_size=3,
        unique_by=lambda one: one[0],
    ),
    min_size=1,
    max_size=3,
)
_RANKED = """([had, asked, worth, share, allowed, families]) => {
  const said = Object.fromEntries(Object.entries(had).map(([term, own]) =>
    [term, Object.entries(own).map(([one, byte]) => [Number(one), byte * worth])]));
  const words = asked.map((one) =>
    ({ alternatives: one.map(([term, weight]) => ({ term, weight })) }));
  const typical = (term) => Object.keys(had[term]).map(Number)
    .filter((one) => one % 2 === 0 && allowed[one])
    .map((one) => [one / 2, 20 * one * share]);
  const groupOf = allowed.map((_, at) => Math.floor(at / 2));
  const all = Object.fromEntries(["", "other"].map((family) =>
    [family, 2 * families.filter((one) => one === family).length]));
  const documents = { groupOf, all, families };
  return inside.rank({ of: (term) => said[term], typical }, words, documents, (one) => allowed[one])
    .map(({ group, score, covered, words, documents }) =>
      [group, score, covered, [...words.keys()], documents.map(([, at]) => at)]);
}"""


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    had=_FEW,
    asked=_ASKED,
    allowed=st.lists(st.booleans(), min_size=12, max_size=12),
    families=st.lists(st.sampled_from(["", "other"]), min_size=6, max_size=6),
)
def test_the_same_evidence_puts_laws_in_the_same_order(
    had: dict[str, dict[int, int]],
    asked: list[list[tuple[str, float]]],
    allowed: list[bool],
    families: list[str],
    inside: Page,
) -> None:
    words = tuple(
        QueryWord("", "known", "", tuple(Alternative(*one) for one in own)) for own in asked
    )
    apart = np.array([int(family != "") for family in families])
    sizes = 2.0 * np.bincount(apart, minlength=2)
    arrangement = Arrangement(np.arange(0, 12, 2), apart, sizes)
    ranking = Ranker(Few(had), arrangement, np.array(allowed)).rank(Plan(words, (), ()))
    worth, share = WEIGHTS.own * FULL, WEIGHTS.typical * FULL
    told = inside.evaluate(_RANKED, [had, asked, worth, share, allowed, families])
    ours = [
        [one.group, one.score, one.covered, [*one.words], [at for _, at in one.documents]]
        for one in ranking.first(np.zeros(6, dtype=np.intp), [6])
    ]
    assert [one[:1] + one[3:] for one in told] == [one[:1] + one[3:] for one in ours]
    for one, other in zip(told, ours, strict=True):
        assert one[1:3] == pytest.approx(other[1:3])


@pytest.mark.parametrize(
    ("query", "reader", "beside"),
    [
        (
            "prilagođneni rezultat",
            "hr",
            ["def.adjusted-score", "def.adjusted-score", "10.5", "10.6"],
        ),
        ("organizacija turnira", "hr", ["chapter.9"]),
        ("Einleitung", "de", ["1.1"]),
    ],
)
@pytest.mark.usefixtures("golden")
def test_what_stands_beside_the_laws_stands_there_in_a_browser(
    query: str, reader: str, beside: list[str], inside: Page
) -> None:
    """Two of a kind at most, and what is nearly as good as the best law."""
    told = inside.evaluate(
        """([query, reader]) => inside.answerTo(known[reader], query, reader, "/", 10).results
          .filter((one) => one.kind !== "law").map((one) => one.id)""",
        [query, reader],
    )
    assert told == beside


@pytest.mark.usefixtures("golden")
def test_laws_are_led_to_by_the_same_procedures(inside: Page, store: Store) -> None:
    """Each law by all that is in it, and by each of that alone; and by nothing of an older code."""
    database = Database(store.directory / FILE)
    laws: dict[tuple[str, str], list[str]] = {}
    for document in database.documents:
        if document.kind in ("law", "provision", "note") and document.edition.startswith("bridge"):
            law = document.id.removeprefix("note.").partition(".")[0]
            laws.setdefault((document.edition, law), []).append(document.id)
    asked = [
        (edition, law, ids)
        for (edition, law), all_ids in laws.items()
        for ids in (all_ids, *([id] for id in all_ids))
    ]
    told = inside.evaluate(
        """asked => ["en", "hu"].map((reader) => asked.map((one) =>
          known[reader].leading(...one).map(({ name, place }) => [name, place])))""",
        asked,
    )
    for reader, of_reader in zip(("en", "hu"), told, strict=True):
        for one, (edition, law, ids) in zip(of_reader, asked, strict=True):
            found = database.leading(edition, law, ids, reader, 99)
            assert one == [[title.name, title.place] for title in found], (law, ids)
    named = {name for of_law in told[0] for name, _ in of_law}
    begun = [*store.procedures("bridge-2017").opening()]
    assert named == {one.words["en"]["title"] for one in begun}


@pytest.mark.usefixtures("golden")
def test_a_result_links_the_first_three_procedures_that_lead_to_it(inside: Page) -> None:
    told = inside.evaluate(
        """queries => queries.map((query) => inside.answerTo(known.en, query, "en", "/", 10).results
          .map(({ edition, id, procedures }) => [`${edition}:${id}`, procedures]))""",
        ["revoke", "Law 64", "lead out of turn", "renonsz ultiban"],
    )
    revoke, number, lead, ulti = map(dict, told)
    first = {"title": "Revoke, noticed later", "href": "/en/decide/revoke-established/"}
    assert revoke["bridge-2017:64"][0] == number["bridge-2017:64"][0] == first
    assert [one["href"] for one in lead["bridge-2017:53"]] == [
        "/en/decide/defender-lead-out-of-turn/",
        "/en/decide/declarer-lead-out-of-turn/",
        "/en/decide/opening-lead-out-of-turn/",
    ]
    assert ulti
    assert not any(ulti.values())


@pytest.mark.parametrize(
    "typed", ["revoke", "insuff", "penalty car", "not high", "lead ou", "insuficient bid", "comp"]
)
@pytest.mark.usefixtures("golden")
def test_procedures_are_suggested_as_python_does(
    typed: str, inside: Page, corpus: Corpus, searcher: Searcher
) -> None:
    found = suggest(corpus, searcher.database, typed, corpus.readable, "en")
    told = inside.evaluate('typed => inside.suggestionsFor(known.en, typed, "en", "/", 8)', typed)
    assert [(one["kind"], one["name"]) for one in told] == [(o.kind, o.name) for o in found]
    assert any(one["kind"] == "procedure" for one in told) == (typed != "comp")
    for one, ours in zip(told, found, strict=True):
        if ours.kind == "procedure":
            assert one["href"] == f"/en/decide/{ours.place.partition('.')[2]}/"


_LETTERS = st.characters(max_codepoint=0x24F, exclude_categories=["Cs"]) | st.sampled_from(
    "ΑΣςяЖ漢字…–—“”’\u0301\u0308\u030c😀𝟏\u2028\ufeff"
)
_WORDS = st.lists(st.text(_LETTERS, max_size=12), min_size=20, max_size=40)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=_WORDS)
def test_words_are_compared_alike(words: list[str], inside: Page) -> None:
    """Without accents, cut into tokens, told from abbreviations."""
    told = inside.evaluate(
        """words => words.map((one) => ["fold", "normalised", "tokensOfTerm", "isAbbreviation"]
        .map((name) => inside[name](one)))""",
        words,
    )
    python = [[fold(w), normalised(w), [*tokens_of(w)], is_abbreviation(w)] for w in words]
    assert told == python


def test_words_of_ours_are_folded_alike(inside: Page, store: Store) -> None:
    database = Database(store.directory / FILE)
    for language in database.languages:
        forms = [*database.own_forms(language)][::7]
        assert inside.evaluate("words => words.map(inside.fold)", forms) == [*map(fold, forms)]


def test_forms_and_their_terms_arrive_whole(inside: Page, store: Store) -> None:
    for language in ("en", "fr"):
        forms = Database(store.directory / FILE).own_forms(language)
        told = inside.evaluate("lines => [...inside.formsOf(lines)]", forms_line(forms))
        assert told == [[form, [*terms]] for form, terms in forms.items()]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(numbers=st.lists(st.floats(0, 4) | st.sampled_from([0.125, 0.625, 0.0625, 2.5, 3.5])))
def test_numbers_are_rounded_alike(numbers: list[float], inside: Page) -> None:
    told = inside.evaluate("all => all.map((one) => inside.rounded(one, 2))", numbers)
    assert told == [round(one, 2) for one in numbers]


_TYPED = [
    *("27", "27B1b", "27b1(b)", "l27", "27.", "27B1b-t", "27. szakasz", "przepis 64A2", "§ 12"),
    *("12. §", "10. § (3) f)", "§ 4 (F) (2) a) b)", "13. § (1) 4. eset", "3.5", "27.B.1.b", "0.5"),
    *("art. 27", "Law 27B", "loi 12C1", "čl. 16B", "članak 12", "99", "100", "1000", "27 B 1", ""),
    *("16-18", "16–18", "18-16", "27, 61A", "27B 61A", "16B i 73", "54A 4", "2T", "27 licit"),
    *("72. szakasz C", "law 21 b 1", "86B MPB", "40B2(a)(iii)", "12C1ei", "12C1e1", "Law 12 c 1 e"),
    *("a 16B és a 73. szakasz", "przepisy 16-18 i 73", "27A1 or 27B", "ulti 3. § (5)", "B1", "(b)"),
]


def test_numbers_are_read_alike(inside: Page, corpus: Corpus, store: Store) -> None:
    scope = Scope(corpus, Database(store.directory / FILE), corpus.readable)
    known = [id for own in scope.provisions.values() for id in own]
    assert inside.evaluate("() => inside.provisionsOf(null, null)") == [
        *dict.fromkeys(map(str, known))
    ]
    typed = [*_TYPED, *(f"{words} {number}" for words in _TYPED for number in ("16B", "§ 3"))]
    told = inside.evaluate(
        """all => all.map((one) => {
        const found = inside.citedIn(one, (work) => inside.resolverFor(null, work), inside.WORKS);
        return [inside.wholeCitation(one), found && [found.ids, found.rest, found.language]];
      })""",
        typed,
    )
    for words, one in zip(typed, told, strict=True):
        whole, places = whole_citation(words), cited(words, scope.resolver)
        expected = [
            whole and str(whole),
            places and [[*map(str, places.ids)], places.rest, places.language],
        ]
        assert one == expected, words


def test_numbers_mean_the_same_provisions(inside: Page, corpus: Corpus, store: Store) -> None:
    """In words of a language whose lawbook is an older one, what that says and where it stands."""
    scope = Scope(corpus, Database(store.directory / FILE), corpus.readable)
    ids = [*map(str, {id for own in scope.provisions.values() for id in own})]
    ids = [*sorted(ids)[::7], "12.C.2", "25.B", "27.Z", "99", "12.B.9", "13.1.99"]
    told = inside.evaluate(
        """ids => ids.map((id) => [
        ...["hr", "hu", null].map((language) =>
          inside.meantBy(id, language, null, null).map((one) => `${one.edition.id}:${one.id}`)),
        inside.nearestTo(id, null, null).ids,
      ])""",
        ids,
    )
    for id, one in zip(ids, told, strict=True):
        parsed = ProvisionId.parse(id)
        meant = [
            [f"{found.edition}:{found.id}" for found in scope.cited(parsed, None, language)]
            for language in ("hr", "hu", None)
        ]
        assert one == [*meant, [*map(str, scope.nearest(parsed))]], id


def slipped(word: str, at: int, letter: str) -> Sequence[str]:
    return word[:at] + word[at + 1 :], word[:at] + letter + word[at:], word[:at] + word[at:][::-1]


def test_typos_are_mended_alike(
    inside: Page, store: Store, golden: tuple[list[dict[str, Any]], list[dict[str, Any]]]
) -> None:
    database = OwnWords(store.directory / FILE)
    for language, other in (("hu", "de"), ("pl", "hr"), ("en", "fr")):
        words = [one for one in database.own_forms(language) if one.isalpha()][::301]
        typed = [one for w in words for one in slipped(w, len(w) // 2, "x")]
        told = inside.evaluate(
            """([typed, reader, languages]) => typed.map((one) => {
            const { lexicon } = known[reader];
            return [inside.mended(lexicon, one, languages), inside.kin(lexicon, one, languages)];
          })""",
            [typed, golden[0][0]["reader"], [language, other]],
        )
        for word, one in zip(typed, told, strict=True):
            found = [f(database, word, [language, other])[:1] for f in (mended, kin)]
            expected = [
                near[0]._asdict() | {"likeness": pytest.approx(near[0].likeness)} if near else None
                for near in found
            ]
            assert one == expected, word


def test_the_same_build_gives_the_same_bytes(corpus: Corpus, store: Store, site: Path) -> None:
    files = dict(search_files(corpus, store))
    for path, content in files.items():
        assert (site / path).read_bytes() == content
    assert len(files) == len([*(site / "search").iterdir()])


def test_a_plan_of_python_knows_no_more_than_its_words(searcher: Searcher, store: Store) -> None:
    """Dictionaries know forms that no text has; a browser goes by their endings."""
    query = "reklamálnak"
    [word] = plan(OwnWords(store.directory / FILE), query, "hu").words
    assert (word.reading, word.alternatives[0].term) == ("stem", "hu:reklamál")
    assert plain(plan(searcher.database, query, "hu"))["words"][0][3][0] == ["hu:reklamál", 0.8]
