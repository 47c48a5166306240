"""A service whose rulings are in a cluster: it says how the nodes are, and goes on without them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.corpus.corpus import Corpus
from kb.library.cluster_address import cluster_address
from kb.publishing.output.site import site_directory
from kb.service.server import running
from kb.storage.store import Store
from support.clusters import started_cluster
from support.faults import copy_home
from support.libraries import RULINGS, Shelf, write_rulings
from support.schemas import validator
from support.serving import QUIET, ask

if TYPE_CHECKING:
    from cluster import LocalCluster

pytestmark = pytest.mark.slow


@pytest.fixture
def node(tmp_path: Path) -> Iterator[LocalCluster]:
    with started_cluster(tmp_path / "node", 1) as cluster:
        yield cluster


@pytest.fixture
def served_home(built_home: Path, tmp_path: Path) -> Path:
    """A copy of a built home, with a site of one page and rulings."""
    home = copy_home(built_home, tmp_path / "home")
    site_directory(home).mkdir()
    (site_directory(home) / "index.html").write_text("<!doctype html>", encoding="utf-8")
    write_rulings(home / "rulings")
    return home


def test_a_service_answers_from_a_cluster_and_says_when_it_is_gone(
    corpus: Corpus,
    store: Store,
    served_home: Path,
    node: LocalCluster,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    address = cluster_address(node.address)
    Shelf(corpus, store, served_home, [served_home / "rulings"], cluster=address).update()
    settings = replace(QUIET, library=f"{node.address} rulings")
    with running(served_home, settings) as service:
        found = ask(service, "rulings?q=hesitation")
        validator("rulings").validate(found.json)
        assert found.json["total"] > 0
        assert ask(service, "rulings").json["total"] == len(RULINGS)
        ready = ask(service, "ready").json
        assert ready["status"] == ("warn" if ready["refused"] else "pass")
        shown = address.nodes[0].shown
        assert ready["library"] == {"status": "pass", "nodes": [{"node": shown, "well": True}]}
        node.kill(node.nodes[0])
        ready = ask(service, "ready")
        assert ready.status == 200, "laws are answered all the same"
        assert ready.json["status"] == "warn"
        assert ready.json["library"]["status"] == "fail"
        gone = ask(service, "rulings?q=claim")
        assert (gone.status, gone.headers["retry-after"]) == (503, "5")
        assert gone.json["detail"] == "the library of rulings cannot be reached"
        assert "127.0.0.1" not in json.dumps(gone.json)
        assert ask(service, "search?q=claim").status == 200
        for said in (ready.body, gone.body, ask(service, "openapi.json").body):
            assert node.key.encode() not in said
    assert node.key not in caplog.text
