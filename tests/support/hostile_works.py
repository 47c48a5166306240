"""Homes with three made-up rulebooks as unlike ours as can be, and what is known of them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from support.homes import REPOSITORY, copy_corpus, edit_manifest
from support.texts import tsv

HOSTILE = REPOSITORY / "tests/fixtures/hostile"

#: Decimal, Cyrillic, newer than everything else; lettered, in a language that has nothing else
#: here; a second lawbook of bridge, with the numbers of the first.
DUEL, TAVLI, BRIC = TEXTS = ("duel-2025/ru", "tavli-2024/el", "bric-2023/tr")


def add_hostile_works(home: Path, texts: Sequence[str] = TEXTS) -> Path:
    """Lay some of the three over a home that has a corpus of its own: data only; returns it."""
    for text in texts:
        name = text.replace("/", "_")
        shutil.copy(HOSTILE / f"corpus/sources/{name}.txt", home / "corpus/sources")
        shutil.copytree(
            HOSTILE / f"corpus/curation/reading/{name}", home / f"corpus/curation/reading/{name}"
        )
    entries = [_fixture(f"{text.replace('/', '_')}.toml") for text in texts]
    edit_manifest(home, lambda toml: "\n".join([toml, *entries]))
    return home


def hostile_home(home: Path, texts: Sequence[str] = TEXTS) -> Path:
    """A home with the real corpus and these of the three, not built."""
    return add_hostile_works(copy_corpus(home), texts)


def ruling(name: str) -> str:
    """One of the made-up rulings, by the name of its file."""
    return _fixture(f"rulings/{name}")


def expected(table: str) -> list[dict[str, str]]:
    """What should come out: the rows of `provisions`, `references`, `links` or `queries`."""
    return tsv(HOSTILE / f"{table}.tsv")


def _fixture(file: str) -> str:
    return (HOSTILE / file).read_text(encoding="utf-8")
