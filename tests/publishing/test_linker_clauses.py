"""The clauses that previews of the browser linker fetch: small static files, a law each."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kb.corpus.corpus import Corpus
from kb.publishing.browser.linker_messages import messages_by_language
from kb.publishing.parts.clauses import clauses
from kb.storage.store import Store
from support.homes import REPOSITORY

File = dict[str, Any]

LANGUAGES = ["de", "en", "fr", "hr", "hu", "it", "pl"]


@pytest.fixture(scope="module")
def files(corpus: Corpus, store: Store) -> dict[str, File]:
    return {path: json.loads(content) for path, content in clauses(corpus, store)}


def test_every_law_of_every_code_has_a_file_for_readers_of_every_language(
    files: dict[str, File], store: Store
) -> None:
    assert set(files) == {
        f"linker/{edition}/{language}/{law}.json"  # articles are no law: they have none
        for edition in ("bridge-2017", "bridge-1997", "ulti-2017")
        for language in LANGUAGES
        for law in store.titles(edition)
    }


def test_files_are_as_their_schema_says(files: dict[str, File]) -> None:
    schema = json.loads((REPOSITORY / "kb/schemas/clauses.json").read_text("utf-8"))
    validator = Draft202012Validator(schema)
    for path, file in files.items():
        assert validator.is_valid(file), (path, next(validator.iter_errors(file)))


def test_the_same_corpus_gives_the_same_bytes(corpus: Corpus, store: Store) -> None:
    assert list(clauses(corpus, store)) == list(clauses(corpus, store))


def test_words_are_those_of_the_text_and_headings_stand_apart(
    files: dict[str, File], store: Store
) -> None:
    file = files["linker/bridge-2017/pl/27.json"]
    records = {one.id: one for one in store.records("bridge-2017/pl")}
    assert (file["lang"], file["name"]) == ("pl", "przepis 27")
    assert file["title"] == {"words": "Odzywka niewystarczająca", "lang": "pl"}
    assert [*file["clauses"]] == [id for id in records if id == "27" or id.startswith("27.")]
    assert file["clauses"]["27.B.1.b"] == records["27.B.1.b"].body
    assert file["headings"]["27.B"] == "Odzywka niewystarczająca niezaakceptowana"


def test_words_that_continue_after_the_parts_stand_apart(files: dict[str, File]) -> None:
    file = files["linker/bridge-2017/hu/69.json"]
    assert file["clauses"]["69.B"].endswith("belül, ha:")
    assert file["after"] == {
        "69.B": "Az eredményt újra meg kell állapítani úgy, hogy az ilyen ütést visszaadják az "
        "eredetileg elfogadó félnek."
    }


def test_a_table_is_named_and_left_to_the_page(files: dict[str, File]) -> None:
    assert files["linker/bridge-2017/hu/77.json"]["tables"] == ["77"]


def test_a_language_without_a_text_has_its_title_and_the_words_of_the_next(
    files: dict[str, File],
) -> None:
    file, hungarian = (files[f"linker/bridge-2017/{code}/27.json"] for code in ("it", "hu"))
    assert file["title"] == {
        "words": "Licita insufficiente: accettarla o sostituirla",
        "lang": "it",
    }
    assert (file["name"], file["languages"], file["lang"]) == ("articolo 27", ["hu", "pl"], "hu")
    assert file["clauses"] == hungarian["clauses"]
    assert "older" not in file


def test_a_language_with_an_older_edition_has_the_words_that_correspond(
    files: dict[str, File],
) -> None:
    """Where Law 27A2 of 2017 comes from, 27C of 1997 stood; its number is not asked."""
    older = files["linker/bridge-2017/hr/27.json"]["older"]
    assert (older["edition"], older["year"], older["lang"]) == ("bridge-1997", "1997", "hr")
    assert older["from"]["27.A.2"] == ["27.C"]
    assert older["clauses"]["27.C"].startswith("Ako igrač izvede nedostatan licit izvan slijeda")
    assert "27.B.1.b" not in older["from"]  # new in 2017
    assert "older" not in files["linker/bridge-1997/hr/27.json"]


def test_a_case_has_what_happened_what_follows_and_why(files: dict[str, File]) -> None:
    lines = files["linker/ulti-2017/hu/13.json"]["clauses"]["13.1.4"].split("\n")
    assert lines[1] == "Új osztást kell elrendelni"
    assert len(lines) == 3


def test_a_text_that_may_not_be_published_gives_neither_words_nor_titles(
    corpus: Corpus, store: Store
) -> None:
    texts = tuple(
        replace(text, publish=False) if text.id in ("bridge-2017/pl", "bridge-1997/hr") else text
        for text in corpus.texts
    )
    files = {path: json.loads(it) for path, it in clauses(replace(corpus, texts=texts), store)}
    assert not any(path.startswith("linker/bridge-1997/") for path in files)
    for path, file in files.items():
        assert {file["lang"], *file["languages"]} == {"hu"}, path
        assert "older" not in file, path
        assert file["title"].get("lang") != "pl", path


def test_the_linker_speaks_seven_languages() -> None:
    said = messages_by_language(REPOSITORY)
    assert {*said} >= {*LANGUAGES}
    for language in LANGUAGES:
        assert said[language].keys() == said["hu"].keys()
        assert all(said[language].values())
    assert said["hu"]["older"] == "%(year)s: %(old)s → ma: %(new)s"
