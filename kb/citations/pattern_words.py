"""The words and signs that the patterns of a language list, and what each of them means."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from kb.citations.anchors import Patterns, Unit, patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.paths import scan


class PatternWord(NamedTuple):
    """What a word or sign is in the patterns of a language.

    `code` is the character that stands for it in the forms of the grammar.
    """

    code: str
    unit: Unit | None = None
    plural: bool = False


#: A unit right after one of these is part of an address or a name: law27 in #law27, C:\\law27. (A
#: unit that follows its number is not asked about: it may stand after a full stop, 27.szakasz.)
NO_WORD_AFTER = frozenset("@#/\\.")
#: Signs that mean the same in every language, with their codes.
_SIGNS = {"(": "(", ")": ")", ":": "A"}
#: The codes of the words for a unit, in the singular and in the plural, by kind and place.
UNIT_CODES = {
    ("law", "before"): ("l", "m"),
    ("law", "after"): ("L", "M"),
    ("part", "before"): ("p", "p"),
    ("part", "after"): ("Q", "Q"),
}
LETTERS = compiled(grammar().lexemes["letters"])


def may_be_unit(unit: Unit, text: str, at: int, end: int) -> bool:
    """Whether the word of a unit at `text[at:end]` is that unit, and not part of something else.

    A word of one letter must be a capital. The number must stand right behind it (L16C2), or behind
    a blank if it goes on with a letter (L 16 C), because p. 3 is a page.
    """
    if not text[at].isalpha():
        return True
    if unit.place == "before" and at and text[at - 1] in NO_WORD_AFTER:
        return text[at - 1] == "/" and "0" <= text[at - 2 : at - 1] <= "9"  # L20F1/L21B3
    if text[at - 1 : at] == "-" and text[at - 2 : at - 1].isalpha():
        return False  # by-law 16
    if sum(map(str.isalpha, text[at:end])) > 1:
        return True
    apart = text[end : end + 1] == " "
    if not text[at].isupper() or not text[end + apart : end + apart + 1].isdecimal():
        return False
    path = scan(text, end + apart)
    return path is not None and (not apart or len(path.labels) > 1)


@cache
def words_by_form(words: Patterns) -> tuple[dict[str, PatternWord], frozenset[str]]:
    """Every word and sign in a language's patterns, and all words with which one of them begins."""
    out = {sign: PatternWord(code) for sign, code in _SIGNS.items()}
    for code, group in (
        ("C", frozenset(w for name in words.codes.listed for w in name.split() if len(w) > 1)),
        ("O", words.of),
        ("I", frozenset(phrase for phrase in words.ibid.listed if " " not in phrase)),
        ("F", words.fillers),
        ("J", words.joiners),
        ("D", frozenset(filter(str.isalpha, words.ranges))),
        ("H", frozenset(sign for sign in words.ranges if not sign.isalpha())),
        ("W", words.below),
        ("U", words.above),
        ("T", words.this),
    ):
        out |= dict.fromkeys(group, PatternWord(code))
    for unit in words.units:
        one, several = UNIT_CODES[unit.kind, unit.place]
        out |= dict.fromkeys(unit.plurals, PatternWord(several, unit, plural=True))
        out |= dict.fromkeys(unit.forms, PatternWord(one, unit))
    heads = (LETTERS.match(word) for word in out)
    return out, frozenset(head[0] for head in heads if head)


@cache
def entries(words: Patterns) -> dict[str, tuple[tuple[object, ...], ...]]:
    """The entries of a language's patterns, by the word or sign that each begins with.

    Each comes with all that makes it a token, but without its language, so that the entries of two
    languages can be compared.
    """
    by_head: dict[str, list[tuple[object, ...]]] = {}
    lookup, _ = words_by_form(words)
    for entry, (code, unit, plural) in lookup.items():
        kind = (unit.kind, unit.place, unit.general, unit.doubtful) if unit else None
        by_head.setdefault(_head(entry), []).append((entry, code, kind, plural))
    for name, group in (("filler", words.fillers), ("this", words.this)):
        for entry in group:  # the lookup may have it as something else
            by_head.setdefault(_head(entry), []).append((entry, name))
    return {head: tuple(sorted(listed, key=repr)) for head, listed in by_head.items()}


def _head(entry: str) -> str:
    head = LETTERS.match(entry)
    return head[0].rstrip("§") or "§" if head else entry


@cache
def words_known(language: str) -> dict[str, bool]:
    """Every word and sign that means something to a language; true if it announces a number."""
    announcing: dict[str, bool] = {}
    lookup, _ = words_by_form(patterns()[language])
    for entry, meaning in lookup.items():
        head = LETTERS.match(entry)
        word = head[0] if head else entry
        announces = meaning.unit is not None or meaning.code == "I"
        announcing[word] = announcing.get(word, False) or announces
    return announcing
