"""How words of each language are made: word_parts.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class WordParts:
    """How words of a language are made; no links: it writes no compounds.

    `lemmas` says that it has so many endings that its words are brought to their dictionary form
    before they are stemmed.
    """

    links: tuple[str, ...] = ()
    shortest: int = 3
    prefixes: tuple[str, ...] = ()
    lemmas: bool = False


@cache
def word_parts() -> dict[str, WordParts]:
    """What is known of every language."""
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
