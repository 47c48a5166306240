"""Tests of the program have a pinned part of the corpus: what stands beside it changes nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from support import pinned
from support.homes import REPOSITORY, edit_file, edit_manifest
from support.pinned import copy_pinned, is_all

FIXTURE = REPOSITORY / "tests/fixtures/czech"


def contents(home: Path) -> dict[str, bytes]:
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in (home / "corpus").rglob("*")
        if path.is_file()
    }


def with_column(tsv: str) -> str:
    """A table with a language more."""
    head, *rows = tsv.splitlines()
    return f"{head}\tcs\n" + "".join(f"{row}\teso\n" for row in rows)


def with_more(home: Path, lean: Path) -> None:
    """Put more beside the five texts: a work, a language of theirs, an edition, an area."""
    shutil.copytree(lean / "corpus", home / "corpus")
    shutil.copytree(FIXTURE / "corpus", home / "corpus", dirs_exist_ok=True)
    entries = (FIXTURE / "manifest.toml").read_text(encoding="utf-8")
    edit_manifest(home, lambda toml: f"{toml}{entries}".replace("2026-11-21", "2026-12-24", 1))
    curation = home / "corpus/curation"
    for name in ("plain/bridge-2017", "situations/bridge-2017", "concepts/forms"):
        shutil.copy(curation / name / "hu.tsv", curation / name / "cs.tsv")
    shutil.copytree(curation / "procedures/bridge-2017/hu", curation / "procedures/bridge-2017/cs")
    shutil.copytree(curation / "titles/bridge-2017", curation / "titles/mala-2020")
    shutil.copy(
        curation / "correspondence/bridge-1997_bridge-2017.tsv",
        curation / "correspondence/mala-2020_bridge-2017.tsv",
    )
    area = '[[area]]\nid = "mala"\nedition = "mala-2020"\ntexts = ["mala-2020/cs"]\n'
    edit_file(
        curation / "concepts/areas.toml",
        lambda toml: (
            toml.replace('"de", "en"]', '"de", "en", "cs"]', 1)
            .replace('"irregularities/de"]', '"irregularities/de", "mala-2020/cs"]')
            .replace(' en = "The play" }', ' en = "The play", cs = "Hra" }')
            + area
        ),
    )
    (curation / "concepts/mala.toml").write_text("[ace]\n", encoding="utf-8")
    edit_file(
        curation / "concepts/cards.toml",
        lambda toml: toml.replace("\n[board]\n", '\n[ace.cs]\n"eso" = "usage"\n\n[board]\n'),
    )
    edit_file(curation / "words/everyday.tsv", with_column)


def test_whatever_stands_beside_it_is_left_out(tmp_path: Path) -> None:
    lean, rich, again = (tmp_path / name for name in ("lean", "rich", "again"))
    copy_pinned(REPOSITORY, lean)
    with_more(rich, lean)
    assert not is_all(rich, lean)
    copy_pinned(rich, again)
    found, wanted = contents(again), contents(lean)
    toml = (found.pop(manifest.MANIFEST), wanted.pop(manifest.MANIFEST))
    assert found == wanted
    assert toml[0].startswith(toml[1])  # more comments stand behind
    assert len(manifest.load(rich).texts) == 1 + len(manifest.load(again).texts)
    assert is_all(lean, lean)


def test_what_tests_have_is_what_is_pinned(corpus: Corpus) -> None:
    assert corpus.date == pinned.DATE
    assert tuple(one.id for one in corpus.works) == pinned.WORKS
    assert tuple(one.id for one in corpus.editions) == pinned.EDITIONS
    assert tuple(one.id for one in corpus.texts) == pinned.TEXTS
