"""The benchmark of search measures what it says: the corpus and copies of it, beside its peers."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import bench_search
import pytest

from kb.corpus import manifest

pytestmark = pytest.mark.slow

QUERIES = [
    {"query": query, "lang": lang, "kind": "words"}
    for query, lang in (("renons", "hr"), ("kaznena karta", "hr"), ("revoke", "en"))
]


@pytest.fixture(scope="module")
def corpora(first_home: Path) -> bench_search.Corpora:
    return bench_search.Corpora(manifest.load(first_home))


@pytest.mark.parametrize("number", [1, 2])
def test_copies_are_measured_beside_a_plain_query(
    corpora: bench_search.Corpora,
    number: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bench_search, "judged_queries", lambda: QUERIES)
    copies, seconds = corpora.times(number, tmp_path / "copies")
    assert seconds > 0
    found = copies.search("renons", copies.corpus.readable, ("hr",))
    assert {one.id.rpartition("~")[2] for one in found.results} <= {*map(str, range(number))}
    bench_search.speed(copies, tmp_path / "measured")
    gc.unfreeze()
    told = capsys.readouterr().out
    assert len(copies.database.documents) % number == 0
    assert told.startswith(f"\n{len(copies.database.documents)} documents, 3 queries;")
    rows = re.findall(r"(?m)^  (\S.*?), (first|again) +p50", told)
    engines = ("whole answer", "SQLite FTS5, same words")
    assert rows == [(engine, turn) for turn in ("first", "again") for engine in engines]
