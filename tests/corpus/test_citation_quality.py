"""How well the linker finds: the judged passages as a gate (`make bench` prints the figures)."""

from __future__ import annotations

import json

import pytest
from citation_scoring import Passage, Span, count, link_f1
from run_citations import in_python, prediction

from kb.corpus.corpus import Corpus
from kb.linking.resolving.index import Index
from kb.storage.store import Store
from support.homes import REPOSITORY


def measured(
    corpus: Corpus, store: Store, name: str, any_language: bool
) -> tuple[list[Passage], dict[str, list[Span]]]:
    lines = (REPOSITORY / f"tests/data/{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    index = Index.of(corpus, store)
    passages = [(row["text"], [] if any_language else [row["lang"]]) for row in rows]
    found = zip(rows, in_python(corpus.home, index, passages), strict=True)
    return rows, {row["id"]: [prediction(one, index) for one in spans] for row, spans in found}


def well_linked(rows: list[Passage], predictions: dict[str, list[Span]], least: float) -> None:
    """No trap is linked, what does not exist is flagged, and links are as good as `least`."""
    counts = count(rows, predictions)
    assert link_f1(counts) >= least
    assert counts["trapped"] == 0
    assert counts["flagged"] == counts["dangling"] > 0


@pytest.mark.parametrize("any_language", [False, True])
def test_the_development_set_is_linked(corpus: Corpus, store: Store, any_language: bool) -> None:
    rows, predictions = measured(corpus, store, "citations_dev", any_language)
    well_linked(rows, predictions, 0.97)


@pytest.mark.parametrize("any_language", [False, True])
@pytest.mark.parametrize(
    ("name", "least", "least_of_a_language"),
    [("citations_blind", 0.98, 0.92), ("citations_real_dev", 0.985, 0.96)],
)
def test_passages_of_others_and_forms_that_people_really_use_are_linked(
    corpus: Corpus,
    store: Store,
    name: str,
    least: float,
    least_of_a_language: float,
    any_language: bool,
) -> None:
    rows, predictions = measured(corpus, store, name, any_language)
    well_linked(rows, predictions, least)
    for language in {row["lang"] for row in rows}:
        own = [row for row in rows if row["lang"] == language]
        assert link_f1(count(own, predictions)) >= least_of_a_language, language


def test_what_is_counted_can_be_wrong() -> None:
    gold = {"start": 0, "end": 6, "core": [4, 6], "targets": ["27"]}
    wrong = {"start": 20, "end": 26, "core": [24, 26], "targets": [], "dangling": True}
    row = {"id": "x", "lang": "en", "trap": "score", "spans": [gold, wrong]}
    link = {"start": 0, "end": 6, "targets": ["28"]}
    counts = count([row], {"x": [link]})
    assert (counts["right"], counts["trapped"], counts["flagged"]) == (0, 1, 0)
    assert link_f1(counts) == 0
    counts = count([row], {"x": [gold, wrong]})
    assert (counts["right"], counts["flagged"], link_f1(counts)) == (1, 1, 1)
