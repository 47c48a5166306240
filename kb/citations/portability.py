"""Checks that Python and JavaScript read a pattern or word alike, and that it cannot run away.

The grammar of citations is matched by `re` here and by RegExp (without flags or with `u`) in a
browser, on texts that nobody has checked. `dialect` knows what both have in common, `ambiguity`
what a text could make them do. One difference stays: a negated class reads a sign above U+FFFF as
one sign, but as two in RegExp without `u`.
"""

from __future__ import annotations

import unicodedata

from kb.citations.ambiguity import refuse_ambiguous
from kb.citations.dialect import PatternError, PatternReader


def check(pattern: str) -> None:
    """Raise `PatternError` for a pattern that is not portable or can be read in too many ways."""
    refuse_ambiguous(pattern, PatternReader(pattern).whole())


def check_word(word: str) -> None:
    """Raise `PatternError` for a word or phrase of patterns/<language>.toml that is never found.

    It must be in NFC and consist of small letters and signs, with single blanks between the words;
    `*` at the beginning or end of a word leaves it open there. Digits are not allowed.
    """
    normal = unicodedata.normalize("NFC", word)
    if word != normal:
        at = next((at for at, sign in enumerate(normal) if not word.startswith(sign, at)), 0)
        raise PatternError(word, at, "not in NFC", "Write a letter with its accent as one sign.")
    start = 0
    for part in word.split(" "):
        bare = part.removeprefix("*").removesuffix("*")
        if not bare:
            raise PatternError(word, start, "nothing between blanks", "Leave it out.")
        for at, sign in enumerate(bare, start + part.startswith("*")):
            kind = unicodedata.category(sign)
            if sign == "*":
                raise PatternError(word, at, "* can only stand first or last in a word")
            if sign != sign.lower() or kind == "Lt":
                raise PatternError(word, at, "a capital", "Words are in small letters.")
            if kind[0] not in "LPS" or sign > "\uffff":
                raise PatternError(word, at, "neither a letter nor a sign", "Leave it out.")
        start += len(part) + 1
