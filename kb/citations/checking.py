"""Whether the grammar and the words of all languages may be used: checked when one builds."""

from __future__ import annotations

from collections.abc import Iterator

from kb.citations.anchors import Patterns, patterns
from kb.citations.dialect import PatternError
from kb.citations.grammar import GRAMMAR, PATTERNS, grammar
from kb.citations.portability import check, check_word
from kb.core.errors import CorpusError


def check_patterns() -> None:
    """Raise `CorpusError` for a pattern or word that browsers read otherwise or that runs away.

    The message names the file and what to do.
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
    for group in (
        words.joiners,
        words.ranges,
        words.fillers,
        words.this,
        words.above,
        words.below,
        words.of,
    ):
        yield from sorted(group)
    for phrases in (
        words.codes,
        words.others,
        words.other_games,
        words.cues,
        words.cues_after,
        words.counted,
        words.ibid,
        words.edition,
    ):
        yield from phrases.listed
    for unit in words.units:
        yield from sorted(unit.forms | unit.plurals)
