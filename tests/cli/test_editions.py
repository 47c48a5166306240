"""Editions on the command line: words that correspond, who cites whom, the graph."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import networkx
import pytest

from kb.build import build
from kb.core.errors import InvalidIdError, NotFoundError
from kb.core.ids import FullId, ProvisionId
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.exports.graph import graphml
from kb.files.atomic import write_whole
from kb.records.counterparts import all_counterparts
from kb.records.cross_references import CrossReferences, cross_references
from kb.storage.store import Store
from support.command import Kodeks
from support.homes import edit_manifest
from support.schemas import validator

Graph = networkx.MultiDiGraph


@pytest.fixture
def kodeks(kodeks: Kodeks, monkeypatch: pytest.MonkeyPatch) -> Kodeks:
    """The command on a terminal so wide that no line is broken."""
    monkeypatch.setenv("COLUMNS", "400")
    return kodeks


# --- the words that correspond --------------------------------------------------------------------


def test_a_croatian_gets_the_words_that_correspond(kodeks: Kodeks) -> None:
    assert kodeks("show", "12C1", "--lang", "hr") == 0
    assert "There is no text of bridge-2017 in Croatian" in kodeks.out
    assert "Law 12C2 of bridge-1997" in kodeks.out
    assert "Kada Direktor dodijeli prilagođeni rezultat umjesto" in kodeks.out  # old 12.C.2
    assert "Law 12C1 of bridge-1997 is something else" in kodeks.out
    assert "Umjetan rezultat" not in kodeks.out  # old 12.C.1
    assert "not in bridge-1997" in kodeks.out  # 12.C.1.d is new


def test_old_words_stand_once_beside_another_language(kodeks: Kodeks) -> None:
    assert kodeks("show", "12C1", "-l", "pl", "-l", "hr") == 0
    first, second = kodeks.out.split("There is no text of bridge-2017 in Croatian")
    assert "przepis 12C1" in first
    assert "Kada Direktor dodijeli" not in first
    assert "član 12C1(a)  " in first.partition("Plain words (hrvatski)")[2]  # today's law
    assert second.count("Kada Direktor dodijeli prilagođeni rezultat umjesto") == 1
    assert "see above" in second


def test_json_has_the_words_that_correspond(kodeks: Kodeks) -> None:
    (found,) = kodeks.json("show", "12C1", "--lang", "hr", "--refs")["found"]  # type: ignore[misc]
    assert found["edition"] == "bridge-2017"
    assert found["texts"] == {}
    records = found["forebears"]["bridge-1997/hr"]["records"]
    assert [one["id"] for one in records["12.C.1"]] == ["12.C.2"]
    assert records["12.C.1.d"] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["12C1", "--lang", "hr"],
        ["27B1", "--refs"],
        ["12C1", "--in", "bridge-1997", "--refs"],
        ["note.13.1", "--refs"],
        ["def.alert", "--refs"],
        ["irregularities:7.3", "--refs"],
        ["13", "--in", "ulti", "--refs"],
        ["23", "--lang", "hr,hu", "--refs"],
    ],
)
def test_what_show_prints_fits_its_schema(kodeks: Kodeks, arguments: list[str]) -> None:
    validator("show").validate(kodeks.json("show", *arguments))
    assert kodeks("show", *arguments) == 0


def test_a_number_of_1997_alone_is_shown_with_a_notice(kodeks: Kodeks) -> None:
    assert kodeks("show", "25B2b", "--lang", "hr") == 0
    assert "This is bridge-1997, not the current code" in kodeks.out
    assert "→ Law 25B3 of bridge-2017" in kodeks.out


def test_the_old_code_says_where_each_provision_stands_today(kodeks: Kodeks) -> None:
    assert kodeks("show", "12C1", "--in", "bridge-1997") == 0
    assert "Umjetan rezultat" in kodeks.out
    assert "Law 12C1 of bridge-2017 is something else" in kodeks.out
    assert "→ Law 12C2, Law 12C2(a) of bridge-2017, split" in kodeks.out
    assert kodeks("show", "12C", "--in", "bridge-1997") == 0
    assert "→ Law 12C of bridge-2017, same" in kodeks.out


def test_the_current_code_says_nothing_of_the_old_unless_asked(kodeks: Kodeks) -> None:
    assert kodeks("show", "12C1") == 0
    assert "1997" not in kodeks.out


def test_what_has_no_correspondence_is_shown_from_the_old_code(kodeks: Kodeks) -> None:
    """Definitions are not in it: their slugs are the WBF's terms."""
    assert kodeks("show", "def.alert", "--lang", "hr") == 0
    assert "This is bridge-1997, not the current code" in kodeks.out


def test_what_no_edition_has_is_not_found(kodeks: Kodeks) -> None:
    assert kodeks("show", "16A9", "--lang", "hr") == NotFoundError.exit_code
    assert "16A9 does not exist in bridge-1997/hr" in kodeks.err


def test_a_found_old_provision_says_where_it_stands_now(kodeks: Kodeks) -> None:
    assert kodeks("search", "čl. 23") == 0
    assert "član 23  bridge-1997/hr (now član 72C)" in kodeks.out
    assert "(bridge-1997, not the current code)" in kodeks.out


# --- who cites whom -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def edges(corpus: Corpus, store: Store) -> CrossReferences:
    return cross_references(store, corpus.readable)


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
        ("bridge-2017:27.B.1.a", "bridge-2017:26.B", ("hu", "pl")),
        ("bridge-2017:27.B.1.b", "bridge-2017:23.A", ("hu", "pl")),
        ("bridge-2017:16.C.3", "bridge-2017:12.C.1", ("pl",)),  # the Hungarian lacks 16C3
        ("irregularities:4.1", "bridge-2017:16", ("it", "fr", "de")),
    ],
)
def test_a_citation_is_found_from_both_ends(
    source: str, target: str, languages: tuple[str, ...], edges: CrossReferences
) -> None:
    found = [one for one in edges.cites(source) if one.target == target]
    assert [one.languages for one in found] == [languages]
    assert found[0] in edges.cited_by(target)


def test_every_edge_is_a_reference_of_a_text(
    corpus: Corpus, store: Store, edges: CrossReferences
) -> None:
    """And every reference that leads somewhere is an edge, but for "this law"."""
    pairs = {(one.source, one.target, code) for one in edges.citing for code in one.languages}
    found = set()
    for text in corpus.readable:
        records = {record.id: record for record in store.records(text.id)}
        for one in store.references(text.id):
            kind, id = records[one.source].kind, one.source
            if kind in ("paragraph", "item"):
                id = id.rpartition(".")[0]
            source = f"{text.id if kind == 'front' else text.edition}:{id}"
            for item in one.items:
                for target in () if item.dangling else item.targets:
                    full = target if ":" in target else f"{text.edition}:{target}"
                    found.add((source, full, text.language))
    assert pairs <= found
    for source, target, _ in found - pairs:
        law, cited = source.partition(":")[2], target.partition(":")[2]
        assert f"{law.removeprefix('note.')}.".startswith(f"{cited}."), (source, target)


def test_editions_never_cite_each_other(edges: CrossReferences) -> None:
    for one in edges.citing:
        source, target = (id.partition(":")[0].partition("/")[0] for id in (one.source, one.target))
        assert source == target or (source, target) == ("irregularities", "bridge-2017")


def test_nothing_cites_what_does_not_exist(
    corpus: Corpus, store: Store, edges: CrossReferences
) -> None:
    known = {f"{t.edition}:{r.id}" for t in corpus.readable for r in store.records(t.id)}
    assert {one.target for one in edges.citing} <= known
    assert not edges.cited_by("bridge-2017:86.D")  # cited, but there is none


def test_refs_show_both_ways_articles_and_editions(kodeks: Kodeks) -> None:
    assert kodeks("show", "27B1", "--refs") == 0
    lines = kodeks.out[kodeks.out.index("\nen ") :]
    assert "(our title)" in lines
    assert "cites: Law 16C, Law 26B, Law 27D" in lines
    assert "cited by: Law 27B2, Law 27D" in lines
    assert "explained in: irregularities:2.1 (further)" in lines
    assert "corresponds: Law 27B1(a) of bridge-1997, changed" in lines
    assert "corresponds: not in bridge-1997, new" in lines
    assert "Law 27B is cited by: Law 27C (pl only)" in lines
    assert kodeks("show", "16C3", "--refs") == 0
    assert "cites: Law 12C1 (pl only), Law 16C2 (pl only)" in kodeks.out


# --- the graph ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def graph(corpus: Corpus, store: Store, tmp_path_factory: pytest.TempPathFactory) -> Graph:
    path = tmp_path_factory.mktemp("graph") / "kodeks.graphml"
    path.write_bytes(graphml(corpus, store, corpus.readable, "hu"))
    return networkx.read_graphml(path, force_multigraph=True)


@pytest.mark.slow
def test_the_graph_has_every_provision_and_every_edge(
    graph: Graph, store: Store, corpus: Corpus, edges: CrossReferences
) -> None:
    kinds = Counter(facts["kind"] for _, facts in graph.nodes(data=True))
    assert (kinds["law"], kinds["section"]) == (93 + 93 + 12, 64)
    assert kinds["provision"] + kinds["law"] == 838 + 604 + 119
    found = Counter(facts["kind"] for *_, facts in graph.edges(data=True))
    assert found["cites"] == len(edges.citing)
    assert found["explains"] == len(edges.explaining) == 309
    became = {
        (f"bridge-1997:{r.id}", f"bridge-2017:{c.provision}")
        for r in store.records("bridge-1997/hr")
        for c in all_counterparts(r)
        if c.provision
    }
    assert found["became"] == len(became)
    for source, target, facts in graph.edges(data=True):
        if facts["kind"] == "became":
            assert (source, target) in became
            row = next(
                c
                for r in store.records("bridge-1997/hr")
                if f"bridge-1997:{r.id}" == source
                for c in all_counterparts(r)
                if f"bridge-2017:{c.provision}" == target
            )
            shown = (facts["relation"], facts["confidence"])
            assert shown == (row.relation, row.confidence)
        elif facts["kind"] == "contains":
            assert target.startswith(f"{source}.")
        elif facts["kind"] == "cites":
            assert facts["weight"] == len(facts["languages"].split())
    laws = [id for id, facts in graph.nodes(data=True) if facts["kind"] == "law"]
    inside = {target for _, target, facts in graph.edges(data=True) if facts["kind"] == "contains"}
    provisions = {id for id, facts in graph.nodes(data=True) if facts["kind"] == "provision"}
    assert provisions <= inside
    assert inside.isdisjoint(laws)


def test_nodes_have_names_and_titles_in_the_language(graph: Graph) -> None:
    law = graph.nodes["bridge-2017:27"]
    assert (law["name"], law["title"]) == ("27. szakasz", "ELÉGTELEN BEMONDÁS")
    assert law["title_origin"] == "bridge-2017/hu"
    assert graph.nodes["ulti-2017:3.5"]["name"] == "3. § (5)"
    assert graph.nodes["irregularities:7.3"]["name"] == "7.3"


@pytest.mark.slow
def test_the_graph_is_always_the_same(corpus: Corpus, store: Store) -> None:
    first = graphml(corpus, store, corpus.readable, "en")
    assert first == graphml(corpus, store, corpus.readable, "en")
    assert b"Lead restrictions after a withdrawn call" in first


@pytest.mark.slow
def test_titles_of_a_text_that_may_not_be_exported_stay_out(code_home: Path) -> None:
    def closed(text: str) -> str:
        head, _, tail = text.partition('id = "bridge-2017/pl"')
        return head + 'id = "bridge-2017/pl"' + tail.replace("export = true", "export = false", 1)

    edit_manifest(code_home, closed)
    corpus = manifest.load(code_home)
    store = build(corpus).store
    written = graphml(corpus, store, corpus.readable, "pl").decode()
    assert 'id="bridge-2017:27"' in written
    assert "Odzywka niewystarczająca" not in written
    assert "ELÉGTELEN" in graphml(corpus, store, corpus.readable, "hu").decode()


def test_export_writes_a_file_whole_or_not_at_all(kodeks: Kodeks, tmp_path: Path) -> None:
    path = tmp_path / "bridge.graphml"
    path.write_text("old")
    assert kodeks("export", "graph", "--in", "ulti", "--output", str(path)) == 0
    assert "3. §" not in path.read_text()  # names are English unless asked
    assert {p.name for p in tmp_path.iterdir()} == {"bridge.graphml"}
    assert kodeks("export", "graph", "--in", "ulti", "--lang", "hu") == 0
    assert "3. §" in kodeks.out
    assert kodeks("export", "graph", "-o", str(tmp_path / "no" / "x.graphml")) == 1
    assert kodeks("export", "graph", "--lang", "xx") == NotFoundError.exit_code
    assert kodeks("export", "poem") == InvalidIdError.exit_code


def test_a_broken_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_whole(path, "no bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]


def test_a_file_keeps_its_mode_and_a_link_stays_one(tmp_path: Path) -> None:
    path, link, pipe = tmp_path / "kept", tmp_path / "link", tmp_path / "pipe"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "fresh", b"")
    finally:
        os.umask(before)
    assert (tmp_path / "fresh").stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"through")
    assert os.read(reader, 9) == b"through"
    os.close(reader)
    assert pipe.is_fifo()


def test_who_cites_stands_in_the_order_of_the_book(edges: CrossReferences) -> None:
    for id in ("bridge-2017:16.C", "bridge-2017:23.A", "bridge-1997:26"):
        sources = [FullId.parse(one.source).local for one in edges.cited_by(id)]
        numbers = [one for one in sources if isinstance(one, ProvisionId)]
        assert len(numbers) > 3
        assert numbers == sorted(numbers)


def test_an_article_is_named_as_one(kodeks: Kodeks) -> None:
    assert kodeks("show", "irregularities/it:7.3", "--refs") == 0
    assert "Law 7.3" not in kodeks.out
    assert "7.3.1" not in kodeks.out.partition("\nirregularities:7.3")[2]
    assert kodeks("show", "53", "--refs") == 0
    assert "irregularities:6.2 (further, a guess)" in kodeks.out


def test_the_name_of_a_game_is_no_edition(kodeks: Kodeks) -> None:
    """`--in bridge` leaves it open which edition: the number is one of the current code."""
    assert kodeks("show", "12C1", "--lang", "hr", "--in", "bridge") == 0
    assert "Law 12C2 of bridge-1997" in kodeks.out
    assert "Umjetan rezultat" not in kodeks.out


def test_a_hit_in_the_old_code_says_where_it_is_now(kodeks: Kodeks) -> None:
    results = kodeks.json("search", "čl. 23")["results"]
    assert isinstance(results, list)
    assert [result["id"] for result in results] == ["23", "72"]
    assert results[0]["hits"][0]["now"] == ["bridge-2017:72.C"]


def test_words_of_the_old_code_find_where_it_stands_now(kodeks: Kodeks) -> None:
    found = kodeks.json("search", "oštećuje prisilni pass", "--lang", "hr")["results"]
    assert isinstance(found, list)
    law = next(result for result in found[:2] if result["id"] == "72")
    assert law["edition"] == "bridge-2017"
    hit = next(hit for hit in law["hits"] if hit["id"] == "72.C")
    assert (hit["wording"]["plain"], hit["wording"]["language"]) == (True, "hr")
    assert (hit["matched"]["text"], hit["matched"]["id"]) == ("bridge-1997/hr", "23")
    assert kodeks("search", "oštećuje prisilni pass", "--lang", "hr") == 0
    assert "član 72C  plain words, bridge-2017/hr" in kodeks.out
