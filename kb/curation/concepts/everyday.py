"""Reads everyday words: words that are no terms of the game, with their translations.

Each row of corpus/curation/words/everyday.tsv is a sense with the words for it in every language;
those that our texts use come first. scripts/learn_words.py and people proposed them. In a search a
sense weighs less than a concept, because it does not show which law is meant.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from kb.core.errors import ReadingError
from kb.files.typed_toml import read_text
from kb.files.typed_tsv import read_tsv
from kb.languages.term_words import tokens_of

_PATH = "corpus/curation/words/everyday.tsv"
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2}")
_BETWEEN = "; "


@dataclass(frozen=True)
class EverydaySense:
    """An everyday sense, and the words for it by language."""

    id: str
    words: dict[str, tuple[str, ...]]


def read_everyday(home: Path) -> tuple[EverydaySense, ...]:
    """The senses of a corpus, in the order of their ids; none where it has no table.

    Raises `ReadingError` with file and line for a row that does not fit.
    """
    path = home / _PATH
    if not path.exists():
        return ()
    columns = tuple(read_text(path).partition("\n")[0].rstrip("\r").split("\t"))
    languages = columns[1:]
    distinct = len({*languages}) == len(languages)
    if columns[0] != "sense" or not (distinct and all(map(_LANGUAGE.fullmatch, languages))):
        raise ReadingError(path, 1, "the columns must be sense and languages, as hu, pl, hr")
    senses: list[EverydaySense] = []
    for line, (id, *cells) in read_tsv(path, columns):
        if not _SLUG.fullmatch(id):
            raise ReadingError(path, line, f"no id of a sense: {id!r}", "Small letters, hyphens.")
        if senses and id <= senses[-1].id:
            raise ReadingError(path, line, f"{id!r} stands after {senses[-1].id!r}", "Sort them.")
        words = {
            code: tuple(_words(path, line, cell))
            for code, cell in zip(languages, cells, strict=True)
            if cell
        }
        senses.append(EverydaySense(id, words))
    return tuple(senses)


def _words(path: Path, line: int, cell: str) -> list[str]:
    words = cell.split(_BETWEEN)
    for number, word in enumerate(words):
        plain = " ".join(unicodedata.normalize("NFC", word).split())
        if word != plain or not tokens_of(word):
            raise ReadingError(path, line, f"no word: {word!r}", f"{_BETWEEN!r} stands between.")
        if word in words[:number]:
            raise ReadingError(path, line, f"{word!r} is there twice")
    return words
