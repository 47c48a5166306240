"""How words of each language are made: word_parts.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class WordParts:
    """How words of a language are made.

    `links` are the letters that may stand between the parts of a compound (`""`: they stand
    together directly); a language without links has no compounds. `shortest` is the length of the
    shortest part. `lemmas` says that the language has so many endings that words get their
    dictionary form before they are stemmed.
    """

    links: tuple[str, ...] = ()
    shortest: int = 3
    prefixes: tuple[str, ...] = ()
    lemmas: bool = False


@cache
def word_parts() -> dict[str, WordParts]:
    """How words are made, for every language of the file."""
    raw = tomllib.loads(files("kb.search").joinpath("word_parts.toml").read_text(encoding="utf-8"))
    return {
        language: WordParts(
            tuple(table.get("links", ())),
            table.get("shortest", 3),
            tuple(table["prefixes"]),
            table.get("lemmas", False),
        )
        for language, table in raw.items()
    }
