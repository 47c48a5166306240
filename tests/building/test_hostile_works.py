"""Three made-up works beside ours: each is read, cited and found, and nothing of ours changes."""

from __future__ import annotations

import json

import pytest

from kb.build import build
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.linking.linker import cite
from kb.linking.resolving.index import Index
from kb.search.asking.query import Searcher
from kb.search.asking.results import Results
from kb.storage.store import Store
from support.homes import REPOSITORY
from support.hostile_works import TEXTS, expected, hostile_home, ruling
from support.made_once import made_once

pytestmark = pytest.mark.slow

DATA = REPOSITORY / "tests/data"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Corpus, Store]:
    home = made_once(
        tmp_path_factory, "hostile", lambda home: build(manifest.load(hostile_home(home)))
    )
    corpus = manifest.load(home)
    return corpus, build(corpus).store


@pytest.fixture(scope="module")
def hostile_index(hostile: tuple[Corpus, Store]) -> Index:
    return Index.of(*hostile)


@pytest.fixture(scope="module")
def index(corpus: Corpus, store: Store) -> Index:
    return Index.of(corpus, store)


@pytest.mark.parametrize("text", TEXTS)
def test_its_provisions_are_read(hostile: tuple[Corpus, Store], text: str) -> None:
    kinds = {"law", "provision"}
    got = [record.id for record in hostile[1].records(text) if record.kind in kinds]
    assert got == [row["id"] for row in expected("provisions") if row["text"] == text]


@pytest.mark.parametrize("text", TEXTS)
def test_what_it_cites_of_itself_is_found(hostile: tuple[Corpus, Store], text: str) -> None:
    got = [(one.source, one.quote, [*one.targets]) for one in hostile[1].references(text)]
    assert sorted(got) == sorted(
        (row["from"], row["quote"], row["targets"].split())
        for row in expected("references")
        if row["text"] == text
    )


@pytest.mark.parametrize("name", sorted({row["ruling"] for row in expected("links")}))
def test_a_ruling_cites_the_work_that_it_means(hostile_index: Index, name: str) -> None:
    wanted = [row for row in expected("links") if row["ruling"] == name and row["edition"]]
    got = cite(ruling(name), "markdown", hostile_index)
    assert len(got) == len(wanted)
    for cited, row in zip(got, wanted, strict=True):
        assert row["quote"] in cited.quote
        found = (cited.edition, [*map(str, cited.targets)], cited.status)
        assert found == (row["edition"], row["id"].split(), row["status"]), row


@pytest.mark.parametrize(
    "row", expected("queries"), ids=lambda row: f"{row['language']}-{row['query']}"
)
def test_a_query_finds_it_first(hostile: tuple[Corpus, Store], row: dict[str, str]) -> None:
    corpus, store = hostile
    found = Searcher.open(corpus, store).search(row["query"], corpus.readable, [row["language"]])
    first = found.results[0]
    assert first.edition == row["text"].partition("/")[0]
    assert row["provision"] in [first.id, *(hit.document.id for hit in first.hits)]


def test_no_file_of_our_texts_differs(hostile: tuple[Corpus, Store], store: Store) -> None:
    files = sorted(store.directory.glob("*/*.jsonl"))
    assert len(files) > 30
    for path in files:
        other = hostile[1].directory / path.relative_to(store.directory)
        assert path.read_bytes() == other.read_bytes(), path


@pytest.mark.parametrize("name", ["citations_dev", "citations_blind", "citations_real_dev"])
def test_no_link_of_a_ruling_of_ours_differs(index: Index, hostile_index: Index, name: str) -> None:
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rulings = [json.loads(line)["text"] for line in lines]
    assert len(rulings) > 20
    for text in rulings:
        assert cite(text, "text", hostile_index) == cite(text, "text", index), text


@pytest.mark.parametrize("name", ["queries_dev", "queries_real_dev", "queries_stories"])
def test_no_answer_to_a_query_of_ours_differs(
    hostile: tuple[Corpus, Store], searcher: Searcher, name: str
) -> None:
    beside = Searcher.open(*hostile)
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, lines):
        ours = searcher.search(row["query"], searcher.corpus.readable, ["en"])
        theirs = beside.search(row["query"], beside.corpus.readable, ["en"])
        assert _shown(theirs) == _shown(ours), row["query"]


def _shown(results: Results) -> list[tuple[str, str, list[str], float]]:
    return [
        (one.edition, one.id, [hit.document.id for hit in one.hits], round(one.score, 6))
        for one in results.results
    ]
