"""Homes for tests: copies of the corpus that they may break, and what they change in them."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from kb.build import WORD_FORMS
from kb.corpus import manifest
from support.pinned import copy_pinned, is_all, with_tables

REPOSITORY = Path(__file__).resolve().parents[2]


def copy_corpus(home: Path) -> Path:
    """A home with what is pinned of the corpus of the repository, apart from its build."""
    copy_pinned(REPOSITORY, home)
    keep_words(home)
    return home


def copy_whole(home: Path) -> Path:
    """A home with the whole corpus of the repository, whatever stands in it."""
    shutil.copytree(REPOSITORY / "corpus", home / "corpus")
    keep_words(home)
    return home


def is_all_pinned() -> bool:
    """Whether nothing stands in the corpus of the repository but what is pinned."""
    with tempfile.TemporaryDirectory() as home:
        copy_pinned(REPOSITORY, Path(home))
        return is_all(REPOSITORY, Path(home))


def keep_words(home: Path) -> None:
    """Share with all homes what dictionaries say of words: loading them takes seconds."""
    kept = REPOSITORY / WORD_FORMS
    kept.mkdir(parents=True, exist_ok=True)
    (home / WORD_FORMS).parent.mkdir()
    (home / WORD_FORMS).symlink_to(kept)


def keep_texts(home: Path, *ids: str) -> None:
    """Take all other texts out of a home's manifest, and what only search needs: quick to build."""
    edit_manifest(home, lambda toml: with_tables(toml, "text", ids))
    for name in ("words", "situations", "plain", "procedures"):
        shutil.rmtree(home / "corpus/curation" / name, ignore_errors=True)


def keep_areas(home: Path, *ids: str) -> None:
    """Take all other areas out of a home's lexicon: its site is quicker to build."""
    concepts = home / "corpus/curation/concepts"
    edit_file(concepts / "areas.toml", lambda toml: with_tables(toml, "area", ids))
    for path in concepts.glob("*.toml"):
        if path.stem not in ("areas", *ids):
            path.unlink()


def site_home(home: Path, built: Path | None = None) -> Path:
    """A home with the site's sources; with the corpus and the build of a built home if given."""
    home.mkdir(parents=True, exist_ok=True)
    for name in ("site", "mkdocs.yml", "node_modules"):
        (home / name).symlink_to(REPOSITORY / name)
    if not built:
        return copy_corpus(home)
    (home / "corpus").symlink_to(built / "corpus")
    (home / "build").mkdir()
    (home / "build/kb").symlink_to(built / "build/kb")
    return home


def rename_law(home: Path) -> None:
    """Make the corpus of the first build that of the second."""
    edit_source(home, "bridge-1997_hr.txt", lambda text: text.replace("NEDOSTATAN", "NEDOVOLJAN"))


Edit = Callable[[str], str]


def edit_source(home: Path, file: str, edit: Edit) -> None:
    """Change a source and its hash in the manifest, as a careless editor would."""
    path = home / "corpus/sources" / file
    before = path.read_bytes()
    after = edit(before.decode()).encode()
    assert after != before, "the edit changed nothing"
    path.write_bytes(after)
    edit_manifest(home, lambda text: text.replace(_sha(before), _sha(after)))


def edit_manifest(home: Path, edit: Edit) -> None:
    edit_file(home / manifest.MANIFEST, edit)


def edit_curation(home: Path, file: str, edit: Edit) -> Path:
    """Change a curated file of a text (`bridge-2017_pl/print.toml`); returns where it is."""
    path = home / "corpus/curation/reading" / file
    edit_file(path, edit)
    return path


def edit_file(path: Path, edit: Edit) -> None:
    before = path.read_text(encoding="utf-8")
    after = edit(before)
    assert after != before, "the edit changed nothing"
    path.write_text(after, encoding="utf-8")


def without_line(number: int) -> Edit:
    """Blanks one line, so that all other line numbers stay."""

    def edit(text: str) -> str:
        lines = text.split("\n")
        lines[number - 1] = ""
        return "\n".join(lines)

    return edit


def with_line(number: int, pattern: str, replacement: str) -> Edit:
    """Replaces in one line."""

    def edit(text: str) -> str:
        lines = text.split("\n")
        lines[number - 1] = re.sub(pattern, replacement, lines[number - 1])
        return "\n".join(lines)

    return edit


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
