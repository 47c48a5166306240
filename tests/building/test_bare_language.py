"""A text in a language that nobody prepared for works, and the report says what it lacks."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from kb.search.building.lacking import PARTS
from support.command import Kodeks
from support.homes import REPOSITORY, copy_corpus, edit_manifest, keep_areas, keep_texts

FIXTURE = REPOSITORY / "tests/fixtures/hebrew"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with one text of bridge and the fixture."""
    copied = copy_corpus(tmp_path / "home")
    shutil.copytree(FIXTURE / "corpus", copied / "corpus", dirs_exist_ok=True)
    keep_texts(copied, "bridge-2017/hu")  # quick to build
    keep_areas(copied, "cards")
    entries = (FIXTURE / "manifest.toml").read_text(encoding="utf-8")
    edit_manifest(copied, lambda text: f"{text}\n{entries}")
    return copied


@pytest.fixture
def bare(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Kodeks:
    monkeypatch.setenv("KODEKS_HOME", str(home))
    return Kodeks(monkeypatch, capsys)


@pytest.mark.slow
def test_it_is_found_and_the_report_says_what_it_lacks(bare: Kodeks) -> None:
    languages: Any = bare.json("report", "--in", "katan-2021")["languages"]
    (hebrew,) = languages
    assert hebrew["language"] == "he"
    assert hebrew["lacks"] == [part for part in PARTS if part != "dictionary"]
    assert bare("report", "--in", "katan-2021") == 0
    assert "he has no words of the site (they are English); " in bare.out
    for typed in ("שלום", "שָׁלוֹם"):
        results: Any = bare.json("search", typed)["results"]
        assert [hit["id"] for result in results for hit in result["hits"]] == ["2.A"]
