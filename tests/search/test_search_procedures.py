"""Search leads on to procedures: which ones a law that is found names, and in what order."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from kb.cli.terminal.console import Terminal
from kb.cli.terminal.results import show_results
from kb.core.procedures import (
    PROCEDURES_SCHEMA,
    Answer,
    DueStep,
    Outcome,
    Procedure,
    Procedures,
    ProceduresHeader,
    Question,
)
from kb.curation.concepts.lexicon import Lexicon
from kb.search.asking.answer import answer_json
from kb.search.asking.query import Searcher
from kb.search.asking.results import Result
from kb.search.building.indexing import endings, names
from kb.search.building.tables import write_database
from kb.search.database import Database
from kb.storage.store import Store
from support.searching import find

# --- the laws and procedures that there are ------------------------------------------------------


def named(searcher: Searcher, query: str, *readers: str) -> dict[tuple[str, str], list[str]]:
    """What each result names, by edition and id."""
    return {
        (one.edition, one.id): [title.id for title in one.procedures]
        for one in find(searcher, query, *readers).results
    }


def test_the_law_of_a_revoke_names_what_leads_there(searcher: Searcher) -> None:
    found = named(searcher, "revoke", "en")
    assert found["bridge-2017", "64"][0] == "revoke-established"
    assert found["bridge-2017", "62"][0] == "revoke-not-established"
    (title,) = [
        title.name
        for one in find(searcher, "Law 64", "en").results
        for title in one.procedures
        if title.id == "revoke-established"
    ]
    assert title == "Revoke, noticed later"


def expected(store: Store, result: Result, language: str) -> list[str]:
    """What a result is to name, as the procedures themselves say."""
    procedures = store.procedures(result.edition)
    hits = {hit.document.id for hit in result.hits}
    begun = [
        one
        for one in procedures.by_id.values()
        if language in one.words and one.id not in procedures.header.modules
    ]
    covering = [one.id for one in begun if result.id in one.covers]
    citing = [one.id for one in begun if hits.intersection(one.decided_by)]
    both = [*covering, *(id for id in citing if id not in covering)]
    return both[:3] if result.kind == "law" else []


@pytest.mark.parametrize(
    "query",
    [
        "revoke",
        "insufficient bid",
        "exposed card",
        "lead out of turn",
        "adjusted score",
        "wrong explanation of a call",
        "partner hesitated and then he bid",
        "12, 16, 53, 64",
        "Law 12C1",
        "kontra renonsz",
    ],
)
def test_each_law_names_those_about_it_then_those_that_cite_what_is_shown(
    query: str, searcher: Searcher, store: Store
) -> None:
    results = find(searcher, query, "en").results
    assert {one.kind for one in results} >= {"law"}
    for one in results:
        assert [title.id for title in one.procedures] == expected(store, one, "en"), one.id
        assert {title.language for title in one.procedures} <= {"en"}


def test_of_many_procedures_the_first_three_are_named(searcher: Searcher) -> None:
    (law,) = [one for one in find(searcher, "lead out of turn", "en").results if one.id == "53"]
    ids = [hit.document.id for hit in law.hits]
    assert len(searcher.database.leading("bridge-2017", "53", ids, "en", 99)) > 3
    assert [title.id for title in law.procedures] == [
        *("defender-lead-out-of-turn", "declarer-lead-out-of-turn"),  # they cover it
        "opening-lead-out-of-turn",
    ]


def test_nobody_is_led_to_what_nobody_begins_with(searcher: Searcher, store: Store) -> None:
    procedures = store.procedures("bridge-2017")
    assert "12" in procedures.by_id["adjusted-score"].covers
    assert "adjusted-score" in procedures.header.modules
    for query in ("adjusted score", "Law 12", "comparable call", "Law 26", "Law 85"):
        for ids in named(searcher, query, "en").values():
            assert not {*ids} & {*procedures.header.modules}


@pytest.mark.parametrize("query", ["renonsz ultiban", "kontra ultiban", "ulti 10. § (3)"])
def test_what_ulti_says_is_led_to_by_none(query: str, searcher: Searcher) -> None:
    for reader in ("en", "hu"):
        found = named(searcher, query, reader)
        assert {edition for edition, _ in found} == {"ulti-2017"}
        assert not any(found.values())


def test_the_laws_of_an_older_code_have_none(searcher: Searcher) -> None:
    results = find(searcher, "kaznena karta", "en", within="bridge-1997").results
    assert results
    assert not any(one.procedures for one in results)


def test_readers_of_a_language_without_words_get_none(searcher: Searcher, store: Store) -> None:
    """Not even when they ask in a language that has words."""
    spoken = store.procedures("bridge-2017").languages
    for reader in set(searcher.database.languages) - {*spoken}:
        for query in ("revoke", "Law 64"):
            assert not any(named(searcher, query, reader, "en").values())
            assert not any(named(searcher, query, reader).values())
    assert any(named(searcher, "revoke", "en", "hu").values())


def test_who_names_no_language_gets_that_of_the_query(searcher: Searcher) -> None:
    assert "revoke-established" in named(searcher, "established revoke")["bridge-2017", "64"]
    # It may be German as well, which the laws are shown in then.
    assert "revoke-established" in named(searcher, "revoke")["bridge-2017", "64"]
    assert not any(named(searcher, "64").values())


def test_the_answer_has_them_with_id_title_and_language(searcher: Searcher) -> None:
    results = find(searcher, "revoke", "en")
    (law,) = [one for one in results.results if one.id == "64"]
    answer = answer_json(searcher.corpus, searcher.database, results, [])
    (written,) = [one for one in answer["results"] if one["id"] == "64"]
    assert written["procedures"] == [
        {"id": one.id, "title": one.name, "language": "en"} for one in law.procedures
    ]


def test_the_command_says_the_language_unless_it_is_english(searcher: Searcher) -> None:
    results = find(searcher, "revoke", "en")
    (law,) = [one for one in results.results if one.id == "64"]
    told = replace(law, procedures=(law.procedures[0]._replace(language="hu", name="Renonsz"),))
    out = StringIO()
    for one in (law, told):
        show_results(Terminal(file=out), searcher, replace(results, results=(one,)), ["en"])
    assert "→ kodeks decide revoke-established  Revoke, noticed later" in out.getvalue()
    assert "→ kodeks decide revoke-established --lang hu  Renonsz" in out.getvalue()


# --- procedures made up: languages, limits -------------------------------------------------------


def made_up(id: str, covers: list[str], cites: list[str], **titles: str) -> Procedure:
    """A procedure with one question; its words in each language are a title and what happened."""
    words = {
        code: {"title": title, "entry": f"{title}: it happened at the table"}
        for code, title in titles.items()
    }
    question = Question("seen", "fact", "table", [], [Answer("yes", "end:done")])
    outcome = Outcome("done", [DueStep("now", "do", cites)])
    return Procedure(id, "play", covers, "seen", [question], [outcome], [], words)


MADE_UP = [
    made_up("cites", ["1"], ["2.A", "2.B"], en="Cites", hu="Idéz"),
    made_up("module", ["2"], ["2.A"], en="Module", hu="Modul"),
    made_up("covers", ["2"], ["3"], en="Covers"),
    made_up("both", ["2"], ["2.A"], en="Both", hu="Mindkettő"),
    made_up("long", ["9"], ["2.C"], en="Long" * 20, hu="Hosszú"),
]


@pytest.fixture
def database(tmp_path: Path) -> Database:
    header = ProceduresHeader(PROCEDURES_SCHEMA, "code-1", [], [], ["module"])
    procedures = {"code-1": Procedures(header, {one.id: one for one in MADE_UP})}
    called = names({}, Lexicon(), (), procedures)
    write_database(tmp_path / "made.sqlite3", {}, {}, [], [], [], called, endings(procedures), [])
    return Database(tmp_path / "made.sqlite3")


@pytest.mark.parametrize(
    ("law", "ids", "language", "leading"),
    [
        ("2", ["2.A"], "en", ["Covers", "Both", "Cites"]),
        ("2", [], "en", ["Covers", "Both"]),
        ("2", ["2.A", "2.B"], "hu", ["Mindkettő", "Idéz"]),
        ("2", ["2.A"], "pl", []),
        ("3", ["3"], "en", ["Covers"]),
        ("1", ["2"], "en", ["Cites"]),
        ("3", ["2"], "en", []),  # what covers a law need not cite it
        ("9", ["9.A"], "en", ["Long" * 20]),
    ],
)
def test_those_that_cover_go_first_in_their_order_and_each_once(
    law: str, ids: list[str], language: str, leading: list[str], database: Database
) -> None:
    found = database.leading("code-1", law, ids, language, 9)
    assert [one.name for one in found] == leading
    assert database.leading("code-2", law, ids, language, 9) == []
    assert database.leading("code-1", law, ids, language, 1) == found[:1]


def test_what_happened_is_a_name_if_it_is_short(database: Database) -> None:
    assert [(one.id, one.name) for one in database.names("en")] == [
        *((one.id, one.words["en"]["title"]) for one in MADE_UP if one.id != "module"),
        *(
            (one.id, one.words["en"]["entry"])
            for one in MADE_UP
            if one.id not in ("module", "long")
        ),
    ]
    assert {one.place for one in database.names("hu")} == {
        "code-1:decide.cites",
        "code-1:decide.both",
        "code-1:decide.long",
    }
