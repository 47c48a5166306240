"""Words that say nothing about which law is meant, by language: stopwords.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def stop_words() -> dict[str, frozenset[str]]:
    """The stop words of every language that has a list, in small letters."""
    raw = tomllib.loads(files("kb.search").joinpath("stopwords.toml").read_text(encoding="utf-8"))
    return {language: frozenset(words) for language, words in raw.items()}
