"""The files of the concordance: the same every time, and opened only as they were written."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from kb.concordance.indexed_words import (
    CONCORDANCE,
    ConcordanceDocument,
    ConcordancePart,
    open_concordance,
    write_concordance,
)
from kb.concordance.occurrences import Concordance
from kb.core.errors import BuildError
from kb.storage.store import Store
from support.faults import store_of
from support.homes import REPOSITORY

RULING = ConcordanceDocument(
    text="rulings/2026",
    edition="",
    id="appeal-7",
    kind="ruling",
    law="64",
    language="en",
    heading="Appeal 7",
    words="The revoke was established.\nTable result stands",
)

WRITE = """
import sys
from pathlib import Path
from kb.concordance.indexed_words import ConcordanceDocument, write_concordance
words = ["one two", "two three two", "Färbe\\nzwei"]
write_concordance(Path(sys.argv[1]), [
    ConcordanceDocument("a/b", "a", str(number), "law", "1", "de", "", said)
    for number, said in enumerate(words)
])
"""


def test_documents_of_any_origin_make_a_concordance(tmp_path: Path) -> None:
    write_concordance(tmp_path / "new", [RULING])
    files = {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    assert open_concordance(ConcordancePart(files))[1] == (RULING,)
    opened = Concordance(ConcordancePart(files))
    (found,) = opened.ask('"revoke was" kind:ruling law:64').occurrences
    assert found.document == RULING
    assert not opened.ask('"established table"').occurrences


def part_of(directory: Path, *said: str, ids: Collection[str] | None = None) -> ConcordancePart:
    """A part whose documents are called by what they say."""
    documents = [RULING._replace(id=words, words=words, heading="") for words in said]
    write_concordance(directory, documents)
    files = {path.name: path.read_bytes() for path in directory.iterdir()}
    return ConcordancePart(files, ids)


def test_parts_are_one_concordance_without_what_was_taken_away(tmp_path: Path) -> None:
    first = part_of(tmp_path / "1", "a revoke", "no bid", "revoked, a revoke")
    second = part_of(tmp_path / "2", "the revoke", "two revokes", "revoker", ids={"two revokes"})
    opened = Concordance(first, second)
    found = opened.ask("rev*")
    assert [one.document.id for one in found.occurrences] == [
        "a revoke",
        "revoked, a revoke",
        "revoked, a revoke",
        "two revokes",
    ]
    assert found.records == 3
    assert [one.document.id for one in opened.ask('"a rev*"').occurrences] == [
        "a revoke",
        "revoked, a revoke",
    ]
    assert [one.document.id for one in opened.ask("rev* NOT a").occurrences] == ["two revokes"]
    assert opened.ask("revokeds").missing == {"revokeds": ["revoked", "revokes", "revoke"]}


def test_no_documents_are_a_concordance_too(tmp_path: Path) -> None:
    write_concordance(tmp_path / "new", [])
    files = {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    assert not Concordance(ConcordancePart(files)).ask("revoke OR rev*").occurrences


def test_the_same_documents_give_the_same_bytes(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(REPOSITORY)}
        command = [sys.executable, "-c", WRITE, str(tmp_path / seed)]
        subprocess.run(command, env=environment, check=True)
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / seed).iterdir()} for seed in "12"
    )
    assert first == second
    assert len(first) > 2


class _Bomb:
    """Unpickling this makes a directory: what a damaged index must never be able to do."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (os.mkdir, (str(self.path),))


def test_a_damaged_file_is_never_opened(faulty_home: Path, tmp_path: Path) -> None:
    store = store_of(faulty_home)
    assert Concordance.open(store).ask("karta").occurrences
    for name in [name for name in store.files if name.startswith(f"{CONCORDANCE}/")]:
        path = store.directory / name
        content = path.read_bytes()
        for harm in (pickle.dumps(_Bomb(tmp_path / "exploded")), content[:-1], None):
            path.unlink() if harm is None else path.write_bytes(harm)
            with pytest.raises(BuildError, match=r"damaged \(concordance/") as caught:
                Concordance.open(store)
            assert "kodeks build --force" in str(caught.value.hint)
            path.write_bytes(content)
    assert not (tmp_path / "exploded").exists()


def test_a_file_that_nobody_wrote_is_not_read(faulty_home: Path, tmp_path: Path) -> None:
    store = store_of(faulty_home)
    bomb = store.directory / CONCORDANCE / "_MAIN_99.toc"
    bomb.write_bytes(pickle.dumps(_Bomb(tmp_path / "exploded")))
    assert Concordance.open(store).ask("karta").occurrences
    assert not (tmp_path / "exploded").exists()
    with pytest.raises(BuildError, match="damaged"):
        store.checked_bytes(f"{CONCORDANCE}/_MAIN_99.toc")


def test_an_open_concordance_reads_no_file(faulty_home: Path) -> None:
    store: Store = store_of(faulty_home)
    opened = Concordance.open(store)
    before = opened.ask("kart*")
    for path in (store.directory / CONCORDANCE).iterdir():
        path.unlink()
    assert opened.ask("kart*") == before


def test_other_commands_do_not_wait_for_it() -> None:
    code = "import sys, kb.cli; print([m for m in sys.modules if m.startswith('kb.concordance')])"
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
