"""A library in a cluster answers as the embedded one does, and loses nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.core.errors import BuildError, NotFoundError
from kb.corpus.corpus import Corpus
from kb.library.cluster_address import ClusterAddress, cluster_address
from kb.library.cluster_errors import ClusterKeyError, ClusterUnreachableError
from kb.library.engines.choosing import calls_of
from kb.library.engines.cluster_calls import ClusterCalls
from kb.library.seam import RulingQuery
from kb.storage.store import Store
from support.clusters import started_cluster
from support.libraries import RULINGS, Shelf, write_rulings

if TYPE_CHECKING:
    from cluster import LocalCluster

pytestmark = pytest.mark.slow

LATER = 1_900_000_000


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """A cluster of one node."""
    with started_cluster(tmp_path_factory.mktemp("node"), 1) as cluster:
        yield cluster


@pytest.fixture
def address(node: LocalCluster, request: pytest.FixtureRequest) -> ClusterAddress:
    """The address of the cluster; each test has libraries of its own there."""
    name = "".join(char if char.isalnum() else "-" for char in request.node.name.lower())
    return replace(cluster_address(node.address), name=name[-40:].strip("-"))


@pytest.fixture
def theirs(corpus: Corpus, store: Store, tmp_path: Path, address: ClusterAddress) -> Shelf:
    """The rulings of support.libraries in the cluster, indexed a while ago."""
    folder = write_rulings(tmp_path / "rulings")
    for path in folder.rglob("*.*"):
        os.utime(path, (1_600_000_000, 1_600_000_000))
    made = Shelf(corpus, store, tmp_path / "home", [folder], cluster=address)
    made.update()
    return made


def test_both_engines_answer_the_same(theirs: Shelf, shelf: Shelf) -> None:
    questions: list[tuple[str, dict[str, object]]] = [
        ("", {}),
        ("hesitation", {}),
        ("wahanie", {}),
        ("revoke established", {}),
        ("16B hesitation", {}),
        ("", {"laws": ("16B",)}),
        ("", {"sort": "date"}),
        ("", {"since": "2019", "until": "2019-12"}),
        ("", {"only": {"language": ("pl", "en")}}),
        ("", {"only": {"body": ("",)}}),
        ("", {"limit": 2, "offset": 1}),
        ("zzzz", {}),
    ]
    for words, more in questions:
        ours, other = shelf.answer(words, **more), theirs.answer(words, **more)
        assert [one["file"] for one in other["results"]] == [
            one["file"] for one in ours["results"]
        ], (words, more)
        for part in ("total", "facets", "understood"):
            assert other[part] == ours[part], (words, more, part)
        for one, same in zip(other["results"], ours["results"], strict=True):
            assert one["passage"] == same["passage"]
            assert one["score"] == pytest.approx(same["score"], abs=0.02)
            assert one["covered"] == pytest.approx(same["covered"], abs=0.02)


def test_rulings_come_back_whole_and_are_compared(theirs: Shelf, shelf: Shelf) -> None:
    ours, other = shelf.open(), theirs.open()
    listed = [one.id for one in other.engine.documents()]
    assert len(other.engine) == len(RULINGS) == len(listed)
    assert listed == sorted(listed)
    for file in RULINGS:
        assert other.get(theirs.id(file)).text == ours.get(shelf.id(file)).text
        like = [hit.document.file for hit in other.similar(theirs.id(file), 3).hits]
        assert like[:1] == [hit.document.file for hit in ours.similar(shelf.id(file), 3).hits][:1]
    with pytest.raises(NotFoundError) as caught:
        other.get(f"{listed[0]}0")
    assert listed[0] in caught.value.suggestions


def test_only_what_has_changed_is_written_and_seen_at_once(theirs: Shelf) -> None:
    opened = theirs.open()
    before = opened.engine.changes
    path = theirs.folders[0] / "wahanie.txt"
    path.write_text("Inna sprawa\n\nFałszywy renons, przepis 64C.\n", encoding="utf-8")
    os.utime(path, (LATER, LATER))
    (theirs.folders[0] / "PZBS" / "renons.md").unlink()
    done = theirs.update()
    assert (done.read, done.removed, done.anew) == (1, 1, "")
    assert opened.engine.changes > before
    assert len(opened.engine) == len(RULINGS) - 1
    assert theirs.files("renons") == ["wahanie.txt"]
    assert theirs.update().changed is False


def test_an_index_made_anew_takes_the_place_of_the_old_one_in_one_step(
    theirs: Shelf, address: ClusterAddress
) -> None:
    calls, name = calls_of(address), theirs.place.name
    old, opened = calls.alias(name), theirs.open()
    assert theirs.update(anew=True).read == len(RULINGS)
    new = calls.alias(name)
    assert new != old
    assert [one for one in calls.names() if one.startswith(name)] == [new]
    assert opened.engine.search(RulingQuery()).total == len(RULINGS)


def test_what_broke_off_is_gone_on_with(theirs: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    put, left = ClusterCalls.put, [2]

    def failing(self: ClusterCalls, collection: str, records: list[bytes]) -> None:
        if collection.startswith(theirs.place.name) and len(records) > 0:
            if not left[0]:
                raise ClusterUnreachableError("nodes", "it was killed")
            left[0] -= 1
        put(self, collection, records)

    monkeypatch.setattr("kb.library.engines.choosing._KEPT", 1)
    updater = theirs.updater()
    object.__setattr__(updater.engines, "batch", 1)
    monkeypatch.setattr(updater.__class__, "_is_current", lambda *_: False)
    monkeypatch.setattr(updater.__class__, "_reason", lambda *_: "another build")
    monkeypatch.setattr("kb.library.updating.analysis_mark", lambda *_: "0" * 24)
    monkeypatch.setattr(ClusterCalls, "put", failing)
    with pytest.raises(ClusterUnreachableError):
        updater.update()
    assert theirs.files("", limit=10), "the old index is still in use"
    left[0] = 99
    done = updater.update()
    assert done.read == len(RULINGS) - 2
    assert len(theirs.open().engine) == len(RULINGS)


def test_what_a_cluster_has_lost_is_read_again(theirs: Shelf, address: ClusterAddress) -> None:
    calls, collection = calls_of(address), calls_of(address).alias(theirs.place.name)
    assert collection
    calls.remove(collection, f"id:={theirs.id('wahanie.txt')}")
    done = theirs.update()
    assert (done.read, done.anew) == (len(RULINGS), "the cluster has lost rulings")
    calls.drop(calls.alias(theirs.place.name) or "")
    assert theirs.update().read == len(RULINGS)


def test_words_that_no_law_has_are_mended_by_the_engine(theirs: Shelf, shelf: Shelf) -> None:
    answer = theirs.answer("Zaagreb")
    assert answer["understood"]["mended"] == {"Zaagreb": "zagreb"}
    assert [one["file"] for one in answer["results"]] == shelf.files("Zaagreb")


def test_a_wrong_key_and_no_node_are_told_without_the_key(
    theirs: Shelf, node: LocalCluster, address: ClusterAddress
) -> None:
    theirs.cluster = replace(address, key="wrong-topsecret")
    with pytest.raises(ClusterKeyError) as caught:
        theirs.open()
    assert "topsecret" not in f"{caught.value}{caught.value.hint}"
    theirs.cluster = cluster_address("typesense://topsecret@127.0.0.1:9")
    with pytest.raises(ClusterUnreachableError, match="nobody takes a connection"):
        theirs.open()
    theirs.cluster = replace(address, name="nobody")
    with pytest.raises(BuildError, match="there is no index"):
        theirs.open()
    assert node.key not in node.said(node.nodes[0])
    arguments = Path(f"/proc/{node.nodes[0].process.pid}/cmdline").read_text()  # type: ignore[union-attr]
    assert node.key not in arguments


def test_a_library_outlives_its_leader(corpus: Corpus, store: Store, tmp_path: Path) -> None:
    with started_cluster(tmp_path / "nodes", 3) as cluster:
        address = cluster_address(cluster.address)
        folder = write_rulings(tmp_path / "rulings")
        made = Shelf(corpus, store, tmp_path / "home", [folder], cluster=address)
        made.update()
        opened, right = made.open(), made.files("hesitation")
        leader = cluster.leader
        cluster.kill(leader)
        assert made.files("hesitation") == right, "others answer at once"
        (folder / "new.md").write_text("# A claim\n\nLaw 70A.\n", encoding="utf-8")
        assert made.update().read == 1, "writing waits for the next leader"
        assert len(opened.engine) == len(RULINGS) + 1
        well = calls_of(address).health()
        assert sorted(well.values()) == [False, True, True]
        assert well[f"127.0.0.1:{leader.port}"] is False
