"""A lawbook in a language that nobody foresaw is added by data alone: a made-up Czech one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.homes import REPOSITORY, copy_corpus, edit_manifest, keep_areas, keep_texts

pytestmark = pytest.mark.slow

FIXTURE = REPOSITORY / "tests/fixtures/czech"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with the fixture laid over it and its entries in the manifest."""
    home = copy_corpus(tmp_path_factory.mktemp("czech") / "home")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("kb", "site"):
        shutil.copytree(REPOSITORY / name, home / name, ignore=ignored)
    shutil.copy(REPOSITORY / "mkdocs.yml", home)
    (home / "node_modules").symlink_to(REPOSITORY / "node_modules")
    for name in ("corpus", "kb"):
        shutil.copytree(FIXTURE / name, home / name, dirs_exist_ok=True)
    keep_texts(home, "bridge-2017/hu")  # quick to build
    keep_areas(home, "cards")
    entries = (FIXTURE / "manifest.toml").read_text(encoding="utf-8")
    edit_manifest(home, lambda text: text + "\n" + entries)
    return home


def kodeks(checkout: Path, *arguments: str) -> str:
    """What the copy's own command prints; its package comes before the installed one."""
    done = subprocess.run(
        [sys.executable, "-m", "kb.cli", *arguments],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "KODEKS_HOME": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_fixture_is_data_only() -> None:
    suffixes = {path.suffix for path in FIXTURE.rglob("*") if path.is_file()}
    assert suffixes <= {".txt", ".toml", ".tsv", ".md", ".po"}


def test_its_provisions_are_records(checkout: Path) -> None:
    lines = kodeks(checkout, "records", "mala-2020/cs", "--json").splitlines()
    records = {record["id"]: record for record in map(json.loads, lines[1:])}
    assert {"1", "2.B.2.b.ii", "def.herald", "note.2.1", "note.3.1"} <= set(records)
    assert records["2.B.2.b.i"]["body"] == "ztrácí 5 bodů a"
    assert records["1"]["table"][0]["rows"][1][1]["value"] == 7


def test_its_citations_are_references(checkout: Path) -> None:
    lines = kodeks(checkout, "references", "mala-2020/cs", "--json").splitlines()
    edges = {
        (one["from"], target) for one in map(json.loads, lines[1:]) for target in one["targets"]
    }
    assert edges >= {
        ("def.herald", "2.A"),
        ("def.herald", "3"),
        ("def.silent-card", "2.B.1"),
        ("2.B.2.a", "3.B.2.a"),
        ("2.B.2.b.ii", "2.B.1"),
        ("3.A", "3.B.2"),
        ("3.B.2.b", "3.B.2.a"),
        ("note.3.1", "2.B.2.b"),
        ("4.B", "2.B.2.b.i"),
        ("4.B", "4"),
        ("4.B", "9"),
    }


def test_it_is_found_and_shown_in_its_own_terms(checkout: Path) -> None:
    found = json.loads(kodeks(checkout, "search", "ticha karta", "--lang", "cs", "--json"))
    assert "def.silent-card" in [result["id"] for result in found["results"]]
    numbered = json.loads(kodeks(checkout, "search", "pravidlo 2B1", "--json"))["results"]
    assert [result["hits"][0]["id"] for result in numbered] == ["2.B.1"]
    shown = kodeks(checkout, "show", "2B1", "--lang", "cs")
    assert "pravidlo 2B1" in shown
    assert "sedm karet" in shown


def test_the_report_tells_what_it_cites_in_vain(checkout: Path) -> None:
    found = json.loads(kodeks(checkout, "report", "--in", "mala-2020", "--json"))
    assert [(one["kind"], one["id"], one["what"]) for one in found["findings"]] == [
        ("dangling", "4.B", "9 does not exist")
    ]


def test_rulings_in_its_language_are_linked(checkout: Path, tmp_path: Path) -> None:
    ruling = tmp_path / "verdikt.txt"
    ruling.write_text("Podle pravidla 2B1 a § 3A; pravidlo 9.", encoding="utf-8")
    written = kodeks(checkout, "link", str(ruling), "--in", "mala-2020")
    assert '[pravidla 2B1](/cs/mala-2020/2/#2.B.1 "' in written
    assert '[§ 3A](/cs/mala-2020/3/#3.A "' in written
    assert ">pravidlo 9</mark>" in written


def test_it_has_its_site(checkout: Path) -> None:
    kodeks(checkout, "site")
    site = checkout / "build/site"
    law = (site / "cs/mala-2020/2/index.html").read_text(encoding="utf-8")
    for shown in ('id="2.B.2.b.i"', "ztrácí 5 bodů a", 'href="../3/#3.B.2.a"', "2. ROZDÁVÁNÍ"[3:]):
        assert shown in law
    assert (site / "hu/mala-2020/2/index.html").is_file()
    assert (site / "cs/bridge-2017/27/index.html").is_file()
    start = (site / "index.html").read_text(encoding="utf-8")
    assert 'href="cs/"' in start
    assert "čeština" in start
