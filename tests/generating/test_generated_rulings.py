"""Generated rulings: the same for the same seed, whole, and true to what is said of them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from generate_rulings.__main__ import truth
from generate_rulings.judging import even, judge
from generate_rulings.reading import facts, language, languages
from generate_rulings.stories import Ruling, ruling

from kb.corpus.corpus import Corpus
from kb.linking.documents.front_matter import fields_of
from kb.linking.documents.ruling import format_of
from kb.linking.resolving.index import Index
from kb.storage.store import Store
from support.homes import REPOSITORY

pytestmark = pytest.mark.slow

SEED = 11
#: The recall and the precision that the linker has on these rulings, and a little room below: it
#: does not see all habits of all languages.
LINKED = 0.92


@pytest.fixture(scope="module")
def made() -> list[Ruling]:
    """So many that every situation is among them in every language."""
    return [ruling(SEED, number) for number in range(6000)]


def generate(*options: str | Path, hash_seed: str = "1") -> subprocess.CompletedProcess[str]:
    """Runs the generator as people do."""
    return subprocess.run(
        [sys.executable, "-m", "generate_rulings", *map(str, options)],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY / "scripts"), "PYTHONHASHSEED": hash_seed},
        check=False,
        capture_output=True,
        text=True,
    )


def written(folder: Path) -> dict[str, str]:
    """The files of a folder with their digests."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_seed_makes_the_same_files_byte_for_byte(tmp_path: Path) -> None:
    for run in ("1", "2"):
        assert generate("--number", "60", tmp_path / run, hash_seed=run).returncode == 0
    assert len(written(tmp_path / "1")) == 60
    assert written(tmp_path / "1") == written(tmp_path / "2")
    generate("--number", "60", "--seed", "8", tmp_path / "3")
    assert not {*written(tmp_path / "1").values()} & {*written(tmp_path / "3").values()}


def test_a_ruling_depends_on_its_number_alone(tmp_path: Path, made: list[Ruling]) -> None:
    assert [ruling(SEED, number).text for number in (977, 3, 5998)] == [
        made[number].text for number in (977, 3, 5998)
    ]
    generate("--seed", str(SEED), "--first", "5990", "--number", "10", tmp_path)
    for one in made[5990:]:
        assert (tmp_path / one.name).read_text(encoding="utf-8") == one.text


def test_the_stream_the_truth_and_the_names_tell_of_the_same_rulings(
    tmp_path: Path, made: list[Ruling]
) -> None:
    files = [tmp_path / name for name in ("rulings.jsonl", "truth.jsonl", "names.txt")]
    options = ("--jsonl", files[0], "--truth", files[1], "--names", files[2])
    assert generate("--seed", str(SEED), "--number", "25", *options).returncode == 0
    rows, truths = (
        [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        for file in files[:2]
    )
    assert [row["text"] for row in rows] == [one.text for one in made[:25]]
    assert truths == json.loads(json.dumps([truth(one) for one in made[:25]]))
    names = files[2].read_text(encoding="utf-8").splitlines()
    assert names == sorted({name for one in made[:25] for name in one.people})
    assert [row["id"] for row in rows] == [row["id"] for row in truths]


def test_the_generator_says_what_is_missing() -> None:
    answered = generate("--number", "3")
    assert answered.returncode == 2
    assert "give a folder" in answered.stderr


def test_every_situation_is_told_in_every_language(made: list[Ruling]) -> None:
    pairs = {(one.language, one.situation) for one in made}
    assert pairs == {(code, id) for code in languages() for id in facts().situations}


def test_no_ruling_is_made_twice_and_none_has_a_hole(made: list[Ruling]) -> None:
    assert len({one.text for one in made}) == len(made)
    for one in made:
        assert not re.search(r"[{}\[\]\x00-\x08]|  +[^ \n|]*$", _prose(one)), one.name
        assert 40 < len(one.text.split()) < 700


def _prose(one: Ruling) -> str:
    """The text without the tables of plain text, and without what is misspelt on purpose."""
    lines = (line for line in one.text.splitlines() if "  " not in line)
    return "\n".join(lines)


def test_citations_stand_in_the_text_as_the_truth_has_them(made: list[Ruling]) -> None:
    for one in made:
        text = one.text.replace("&nbsp;", " ")
        at = 0
        for cited in one.cited:
            at = text.find(cited.words[1:], 0 if cited.words in text[:at] else at)
            assert at >= 0, (one.name, cited)


def test_a_ruling_says_of_itself_what_the_truth_says(made: list[Ruling]) -> None:
    for one in made:
        said = fields_of(one.text, format_of(one.name))
        for name in one.fields.keys() - {"title", "lang"}:
            assert unescape(said[name]) == one.fields[name]
        true = {
            "date": one.day.isoformat(),
            "body": one.body,
            "event": one.event,
            "decision": one.decision,
            "edition": facts().edition.replace("%", one.code),
        }
        assert one.fields.items() - true.items() <= {("lang", one.language)} | {
            ("title", one.fields.get("title"))
        }


def test_rulings_are_as_various_as_those_of_federations(made: list[Ruling]) -> None:
    count = len(made)
    formats = Counter(one.name.rpartition(".")[2] for one in made)
    shares = {"md": 0.6, "html": 0.25, "txt": 0.15}
    assert all(abs(formats[kind] / count - share) < 0.03 for kind, share in shares.items())
    data = [one for one in made if one.fields]
    complete = [one for one in data if {"date", "event", "body", "decision"} <= one.fields.keys()]
    assert 0.78 < len(complete) / len(data) < 0.9
    years = Counter(one.day.year for one in made)
    assert years[1998] < years[2008] < years[2018] < years[2025]
    assert {one.code for one in made} == facts().codes.keys()
    bodies = Counter(one.body for one in made).most_common()
    assert bodies[0][1] > 20 * bodies[-1][1]
    faults = Counter(cited.fault for one in made for cited in one.cited)
    wrong = (faults["nowhere"] + faults["misspelt"]) / faults.total()
    assert 0.004 < wrong < 0.015


def test_the_code_of_a_ruling_is_that_of_its_date(made: list[Ruling]) -> None:
    for one in made:
        since = {year: first for year, first in facts().codes.items() if first <= one.day.year}
        assert one.code == max(since)


def test_people_are_in_the_texts_that_name_them(made: list[Ruling]) -> None:
    named = 0
    for one in made:
        text = unescape(one.text)
        named += len(one.people)
        families = language(one.language).words["names"]["family"]
        assert all(any(family in name for family in families) for name in one.people)
        missing = [name for name in one.people if name not in text]
        assert not missing, (one.name, missing)
    assert named > len(made)


def test_the_linker_finds_what_the_truth_has(corpus: Corpus, store: Store) -> None:
    index = Index.of(corpus, store)
    found: dict[str, Counter[str]] = {code: Counter() for code in languages()}
    for one in even(SEED, 30 * len(languages())):
        judged = judge(one, index)
        found[one.language].update(
            right=judged.right, missed=len(judged.missed), wrong=len(judged.wrong)
        )
    for code, count in found.items():
        assert count["right"] / (count["right"] + count["missed"]) > LINKED, (code, count)
        assert count["right"] / (count["right"] + count["wrong"]) > LINKED, (code, count)
