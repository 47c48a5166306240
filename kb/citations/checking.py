"""Checks, at every build, that the grammar and the words of all languages may be used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from kb.citations.anchors import Patterns, patterns
from kb.citations.dialect import PatternError
from kb.citations.grammar import GRAMMAR, PATTERNS, grammar
from kb.citations.phrases import Phrases
from kb.citations.portability import check, check_word
from kb.core.errors import CorpusError


def check_patterns() -> None:
    """Raise `CorpusError` for a pattern or word that browsers read otherwise or that can run away.

    The message names the file, the hint says what to do.
    """
    for name, pattern in grammar().patterns.items():
        try:
            check(pattern)
        except PatternError as error:
            raise CorpusError(f"{GRAMMAR}: {name}: {error.message}", error.hint) from None
    for language, words in patterns().items():
        for word in _words(words):
            try:
                check_word(word)
            except PatternError as error:
                path = PATTERNS / f"{language}.toml"
                raise CorpusError(f"{path}: {error.message}", error.hint) from None


def _words(words: Patterns) -> Iterator[str]:
    """Every word and phrase of a language."""
    for field in fields(words):
        value = getattr(words, field.name)
        if isinstance(value, frozenset):
            yield from sorted(value)
        elif isinstance(value, Phrases):
            yield from value.listed
    for unit in words.units:
        yield from sorted(unit.forms | unit.plurals)
