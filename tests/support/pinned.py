"""The corpus that tests of the program run on: a part of the repository's, named here.

Pinned is which works, editions, texts, languages and areas of the lexicon there are, and the date.
Whatever else stands in corpus/ is left out: further rulebooks, languages and areas, their sources,
their curation, and their columns and tables in files that are shared. Not pinned is what these
texts say and what is curated of them: that is taken from the repository as it is, so that nobody
keeps two megabytes twice. Who corrects a law that a test quotes sees that test fail.

Catalogues and patterns of languages stand in kb/ and site/, as part of the program: all of them are
there in tests, too.

What is said of the whole corpus, as it is, stands in tests/corpus.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection
from pathlib import Path

from kb.corpus.manifest import MANIFEST

DATE = "2026-11-21"
WORKS = ("bridge", "irregularities", "ulti")
EDITIONS = ("bridge-2017", "bridge-1997", "irregularities", "ulti-2017")
TEXTS = (
    "bridge-2017/hu",
    "bridge-2017/pl",
    "bridge-1997/hr",
    "irregularities/it",
    "irregularities/fr",
    "irregularities/de",
    "ulti-2017/hu",
)
LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")
AREAS = (
    "auction",
    "play",
    "irregularities",
    "scoring",
    "cards",
    "people-and-conduct",
    "tournament",
    "ulti",
)

_KEPT = {"work": WORKS, "edition": EDITIONS, "text": TEXTS}

#: Where each edition has a file or a folder of its own.
_BY_EDITION = ("articles", "chapters", "plain", "procedures", "situations", "titles")


def copy_pinned(origin: Path, home: Path) -> None:
    """Copy what is pinned of the corpus of one home to another."""
    toml = (origin / MANIFEST).read_text(encoding="utf-8")
    for table, ids in _KEPT.items():
        toml = with_tables(toml, table, ids)
    toml = re.sub(r'(?m)^date = "[^"]*"', f'date = "{DATE}"', toml, count=1)
    named = re.findall(r'"((?:sources|curation/reading)/[^"]+)"', toml)
    root = origin / "corpus"

    def others(directory: str, names: list[str]) -> list[str]:
        below = Path(directory).relative_to(root)
        return [name for name in names if not _is_pinned(below / name, named)]

    shutil.copytree(root, home / "corpus", ignore=others)
    (home / MANIFEST).write_text(toml, encoding="utf-8")
    curation = home / "corpus/curation"
    areas = curation / "concepts/areas.toml"
    _rewrite(areas, _areas(areas.read_text(encoding="utf-8")))
    for area in AREAS:
        path = curation / f"concepts/{area}.toml"
        _rewrite(path, _words(path.read_text(encoding="utf-8")))
    everyday = curation / "words/everyday.tsv"
    _rewrite(everyday, _columns(everyday.read_text(encoding="utf-8")))


def with_tables(toml: str, table: str, ids: Collection[str]) -> str:
    """A TOML file with those of its [[tables]] that have these ids, all of which it must have."""
    pieces = re.split(r"(?m)^(?=\[\[[a-z]+\]\])", toml)
    found = [one for one in pieces if one.startswith(f"[[{table}]]") and _id(one) in ids]
    assert sorted(map(_id, found)) == sorted(ids), f"not all of {ids} are in the file"
    return "".join(one for one in pieces if not one.startswith(f"[[{table}]]") or _id(one) in ids)


def _id(piece: str) -> str:
    found = re.search(r'(?m)^id = "([^"]+)"', piece)
    return found[1] if found else ""


def _is_pinned(path: Path, named: Collection[str]) -> bool:
    """Whether a file or folder of the corpus (below corpus/) is of what is pinned."""
    parts, stem = path.parts, path.stem
    if parts[0] == "sources" and len(parts) == 2:
        return path.as_posix() in named
    if parts[0] != "curation" or len(parts) < 3:
        return True
    folder, first = parts[1], Path(parts[2]).stem
    if len(parts) == 3:
        if folder == "reading":
            return path.as_posix() in named
        if folder in _BY_EDITION:
            return first in EDITIONS
        if folder == "correspondence":
            return all(one in EDITIONS for one in first.split("_"))
        if folder == "concepts" and path.suffix == ".toml":
            return first in (*AREAS, "areas")
    # Below an edition, and below what is made of words, two letters are a language.
    return folder == "reading" or len(stem) != 2 or stem in LANGUAGES


def _areas(toml: str) -> str:
    """The list of areas, with the texts and languages that are here."""
    toml = with_tables(toml, "area", AREAS)
    toml = _listed(toml, "languages", LANGUAGES)
    toml = _listed(toml, "texts", TEXTS)
    return re.sub(
        r'(?:, ([a-z]{2}) = "[^"]*")(?=[,} ])',
        lambda title: title[0] if title[1] in LANGUAGES else "",
        toml,
    )


def _listed(toml: str, key: str, known: Collection[str]) -> str:
    def kept(found: re.Match[str]) -> str:
        here = (one for one in re.findall('"([^"]+)"', found[2]) if one in known)
        return found[1] + ", ".join(f'"{one}"' for one in here)

    return re.sub(rf"(?m)^({key} = \[)([^\]]*)(?=\])", kept, toml)


def _words(toml: str) -> str:
    """An area's concepts with their words in the languages that are here."""
    pieces = re.split(r"(?m)^(?=\[)", toml)
    spoken = (re.match(r"\[[^.\]]+\.([a-z]{2})\]", piece) for piece in pieces)
    return "".join(
        piece
        for piece, language in zip(pieces, spoken, strict=True)
        if not language or language[1] in LANGUAGES
    )


def _columns(tsv: str) -> str:
    """A table whose columns are languages, with those that are here."""
    names = tsv.split("\n", 1)[0].split("\t")
    at = [number for number, name in enumerate(names) if number == 0 or name in LANGUAGES]
    if len(at) == len(names):
        return tsv
    rows = (line.split("\t") for line in tsv.splitlines())
    return "".join("\t".join(row[n] for n in at if n < len(row)) + "\n" for row in rows)


def _rewrite(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def is_all(origin: Path, home: Path) -> bool:
    """Whether nothing but what is pinned stands in the corpus of a home: the copy has it all."""
    first, second = (
        {path.relative_to(one): path for path in (one / "corpus").rglob("*") if path.is_file()}
        for one in (origin, home)
    )
    return first.keys() == second.keys() and all(
        path.read_bytes() == second[name].read_bytes() for name, path in first.items()
    )
