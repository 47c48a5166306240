"""kodeks glossary: a word of any language, its concept, its laws."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from support.command import Kodeks
from support.homes import REPOSITORY, keep_texts

CONCEPTS = "corpus/curation/concepts"


@pytest.mark.parametrize(
    ("term", "id"),
    [
        ("színvétés", "revoke"),
        ("SZINVETES", "revoke"),
        ("színvétésért", "revoke"),
        ("fałszywego renonsu", "revoke"),
        ("dziadka", "dummy"),
        ("niedozwolona zapowiedź", "inadmissible-call"),
        ("renege", "revoke"),
        ("comparable-call", "comparable-call"),
        ("UI", "unauthorized-information"),
        ("Strafkarte", "penalty-card"),
    ],
)
def test_a_word_of_any_language_finds_its_concept(kodeks: Kodeks, term: str, id: str) -> None:
    found = kodeks.json("glossary", term)["concepts"]
    assert id in [one["id"] for one in found]  # type: ignore[attr-defined]


def test_the_json_of_the_glossary_is_as_its_schema_says(kodeks: Kodeks) -> None:
    schema = json.loads((REPOSITORY / "kb/schemas/glossary.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(kodeks.json("glossary"), schema)


def test_a_concept_is_shown_with_its_words_and_laws(kodeks: Kodeks) -> None:
    assert kodeks("glossary", "színvétés", "--lang", "hu,pl") == 0
    assert "fałszywy renons (Law 61A)" in kodeks.out
    assert "Governed by: Law 61, Law 62" in kodeks.out
    assert "renege" not in kodeks.out


def test_without_a_term_all_words_stand_side_by_side(kodeks: Kodeks) -> None:
    assert kodeks("glossary", "--lang", "hr", "--lang", "de", "--area", "cards") == 0
    assert "herc" in kodeks.out
    assert "Coeur" in kodeks.out
    assert "renons" not in kodeks.out


def test_elsewhere_than_in_a_terminal_words_are_separated_by_tabs(
    kodeks: Kodeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS")
    assert kodeks("glossary", "--lang", "hu,pl", "--area", "cards") == 0
    lines = kodeks.out.splitlines()
    assert lines[0] == "hu\tpl"
    assert "ász\tas" in lines


@pytest.mark.slow
def test_without_a_lexicon_the_glossary_says_so(
    kodeks: Kodeks, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_texts(home, "ulti-2017/hu")
    shutil.rmtree(home / CONCEPTS)
    monkeypatch.setenv("KODEKS_HOME", str(home))
    assert kodeks("glossary") == 3
    assert "this corpus has no concepts" in kodeks.err


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["színvetéés"], 3, "Did you mean színvétés"),
        (["szin", "--lang", "xx"], 3, "no words in 'xx'"),
        (["adu", "--area", "snooker"], 3, "there is no area 'snooker'"),
        (["ﷺ" * 100_000], 3, "no word of more than 200 characters"),
    ],
)
def test_what_the_glossary_has_not_is_said(
    kodeks: Kodeks, arguments: list[str], code: int, why: str
) -> None:
    assert kodeks("glossary", *arguments) == code
    assert why in kodeks.err
