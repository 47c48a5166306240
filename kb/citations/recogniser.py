"""Finds citations in a text: which words they are, and what they say; not yet what they mean.

A text becomes tokens (paths, units, joiners…) of one character each; what sequence of them is a
citation is then a pattern over that short string, the same for every language. The words come
from patterns/<language>.toml. Spans refer to the untouched input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from kb.citations.anchors import Patterns, Unit, UnitKind, patterns
from kb.citations.paths import Path, scan

Direction = Literal["above", "below"]


@dataclass(frozen=True)
class Item:
    """One cited path, or a range of them when `last` is set. Offsets are code points."""

    start: int
    end: int
    path: Path
    last: Path | None = None


@dataclass(frozen=True)
class Citation:
    """One citation: its whole span with the unit word, and the paths in it.

    `unit` is the kind of that word, None where there is none. `base` is the provision whose
    parts are cited (`20F szakasz 2. és 3. pontját`). No items: the words mean the provision that
    one is reading (`niniejszy przepis`). `direction` says where in the text a relative one is.
    """

    start: int
    end: int
    items: tuple[Item, ...]
    unit: UnitKind | None
    base: Item | None = None
    direction: Direction | None = None


@dataclass(frozen=True)
class _Token:
    """What stands at a place; `code` is its character in the pattern below."""

    code: str
    start: int
    end: int
    path: Path | None = None
    unit: Unit | None = None
    plural: bool = False


# Codes: P path with a law, N number with a full stop or suffix, n bare number, R relative path,
# v relative path that may be a filler, t one that may be "this"; l, p unit (law, part) before its
# number, L, Q after it; J joiner, D range, F filler, T "this", U above, W below, ) bracket, x else.
_ORDINAL = "(?:[PNR](?:D[PNnR])?|nD[PNR]|n(?=L))"  # 100 pont is a score, 27 szakasz is not
_ANY = "(?:[PNnRvt](?:D[PNnRvt])?)"
_LONGEST_LIST = 30
# No two ways lead through these patterns: a failed match must not be tried again and again.
_LIST = rf"(?:\)?J{{1,2}}F?(?:[UW]F?)?(?:[vt]|{_ORDINAL})){{0,{_LONGEST_LIST}}}\)?"
_LIST_ANY = rf"(?:J{{1,2}}F?[UW]?{_ANY}){{0,{_LONGEST_LIST}}}"

#: What sequences of tokens are citations; the first that fits at a place is taken. `core` is what
#: is quoted, `items` the cited paths, `parts` paths inside the last of them.
FORMS = tuple(
    re.compile(form)
    for form in (
        # a 16C, 26B és 72C szakaszok; a 20F szakasz 2. és 3. pontja; az A pont
        rf"(?:[FvTt][UW]?F?|[UW]F?)?"
        rf"(?P<core>(?P<items>(?:(?<=[FvTUW])[vt]|{_ORDINAL}){_LIST})[LQ](?P<parts>[NR]{_LIST}Q)?)",
        # e szakasz; jelen szakasz B1 pontja; niniejszy przepis
        rf"(?P<core>[Tt]F?(?:[LQ](?P<items>{_ORDINAL}{_LIST}Q)?|[lp](?![PNnRvF])))",
        # punkt C1 przepisu 12; stav B1 člana 27
        rf"(?P<core>p(?P<parts>{_ANY}{_LIST_ANY})l(?P<items>[PNn])(?!D))",
        # przepisy 16C, 26B i 72C; punkt B niniejszego przepisu; stavovima A do E gore
        rf"(?P<core>[lp][FUW]{{0,2}}(?P<items>{_ANY}{_LIST_ANY})[UW]?(?:T[lp])?)",
        # A1 ili A2 gore
        rf"(?P<core>(?P<items>[PNR](?:J{{1,2}}F?[PNR]){{0,{_LONGEST_LIST}}})[UW])",
        r"(?P<core>(?P<items>P))",
    )
)
_ITEM = re.compile(_ANY)

#: Quotation marks may stand around a path and say nothing.
_QUOTES = frozenset("\"'„”“’‘«»")

_WORD = re.compile(r"[^\W\d_]+|§+")
_SUFFIX = re.compile(r"[-‐‑][^\W\d_]{1,6}(?![^\W\d_])")  # 54A-t, §-ok

#: A unit right after one of these is part of an address or a name: law27 in #law27, C:\\law27. One
#: that follows its number may stand after a full stop (27.szakasz).
_NO_WORD_AFTER = frozenset("@#/\\.")
_SENTENCE_END = re.compile(r"\.(?=\s*$|\s+[A-ZÀ-ÖØ-ÞĀ-Ž])")

#: A path that no word announces is a citation when it goes down to a number (70D1), or has a
#: suffix (54A-t) and its law more than the level of any bid (3C-re emelt). 7B may be a table.
_HIGHEST_BID = 7


def recognise(text: str, language: str) -> list[Citation]:
    """Every citation in a text, in order, as the patterns of a language see it.

    Raises `KeyError` for a language without patterns.
    """
    tokens = list(_tokens(text, patterns()[language]))
    codes = "".join(token.code for token in tokens)
    found: list[Citation] = []
    at = 0
    while at < len(codes):
        match = next((m for form in FORMS if (m := form.match(codes, at))), None)
        if match and (citation := _citation(tokens, match)):
            found.append(citation)
        at = match.end() if match else at + 1
    return found


def _citation(tokens: list[_Token], match: re.Match[str]) -> Citation | None:
    named = match.groupdict()
    core = tokens[match.start("core") : match.end("core")]
    items = _items(tokens, match, "items")
    base = None
    if named.get("parts"):
        base, items = items[-1], _items(tokens, match, "parts")
    units = [token.unit.kind for token in core if token.unit]
    if not items and any(token.unit and token.plural for token in core):
        return None  # niniejsze przepisy are the laws as a whole
    if not units and len(core) == 1 and not _says_enough(core[0]):
        return None  # neither a word nor its form says that it is a law
    codes = match[0]
    return Citation(
        core[0].start,
        core[-1].path.end if core[-1].path else core[-1].end,
        items,
        _unit(units, core[0].unit is not None, base is not None),
        base,
        "above" if "U" in codes else "below" if "W" in codes else None,
    )


def _unit(units: list[UnitKind], first: bool, inside: bool) -> UnitKind | None:
    """The unit of what is cited: the word beside it; for parts of a provision that of the whole."""
    if inside and "law" in units:
        return "law"
    return (units[0] if first else units[-1]) if units else None


def _items(tokens: list[_Token], match: re.Match[str], group: str) -> tuple[Item, ...]:
    if not match.groupdict().get(group):
        return ()
    found = []
    for one in _ITEM.finditer(match.string, *match.span(group)):
        first, last = tokens[one.start()], tokens[one.end() - 1]
        assert first.path is not None  # the codes say so
        assert last.path is not None
        ranged = last.path if last != first else None
        found.append(Item(first.start, last.path.end, first.path, ranged))
    return tuple(found)


def _says_enough(token: _Token) -> bool:
    """Whether a path that no word announces can be nothing but a citation."""
    assert token.path is not None
    law, letter, *deeper = token.path.labels
    if not letter.isupper():
        return False  # 10h30, 16x9
    return bool(deeper) or (token.end > token.path.end and int(law) > _HIGHEST_BID)


def _tokens(text: str, words: Patterns) -> Iterator[_Token]:
    lookup = _lookup(words)
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] in _QUOTES:
            at += 1
            continue
        word = _word_token(text, at, lookup)
        announced = word if word and word.unit else None  # L90 is Law 90, not the number 90 of L
        token = announced or _path_token(text, at, words) or word
        if token is None:
            known = lookup.get(text[at])
            token = _Token(known.code if known else "x", at, at + 1)
        yield token
        at = token.end


def _path_token(text: str, at: int, words: Patterns) -> _Token | None:
    if not (text[at].isalnum() or text[at] == "("):
        return None
    path = scan(text, at, words.spaced)
    if path is None:
        return None
    end = path.end
    stop = text.startswith(".", end) and not _SENTENCE_END.match(text, end)
    if stop:
        end += 1
    elif words.suffixed and (suffix := _SUFFIX.match(text, end)):
        end = suffix.end()
    if path.kind == "absolute":
        code = "P"
    elif path.kind == "number":
        code = "N" if end > path.end else "n"
    else:
        word = text[at : path.end].lower()
        code = "v" if word in words.fillers else "t" if word in words.this else "R"
    return _Token(code, at, end, path)


def _word_token(text: str, at: int, lookup: dict[str, _Known]) -> _Token | None:
    match = _WORD.match(text, at)
    if match is None:
        return None
    end = match.end()
    ends = [end]
    if text.startswith(".", end):
        ends.insert(0, end + 1)
    elif suffix := _SUFFIX.match(text, end):
        ends.insert(0, suffix.end())
    for end in ends:
        known = lookup.get(text[at:end].lower())
        if known and (known.unit is None or _may_be_unit(known.unit, text, at, end)):
            return _Token(known.code, at, end, None, known.unit, known.plural)
    return _Token("x", at, match.end())


def _may_be_unit(unit: Unit, text: str, at: int, end: int) -> bool:
    """Whether a unit's word stands for itself.

    One letter must be a capital right before a number (L16C2): p. 3 is a page.
    """
    if not text[at].isalpha():
        return True
    if unit.place == "before" and at and text[at - 1] in _NO_WORD_AFTER:
        return False
    return end - at > 1 or (text[at].isupper() and text[end : end + 1].isdigit())


class _Known(NamedTuple):
    """What a word or sign is in the patterns of a language."""

    code: str
    unit: Unit | None = None
    plural: bool = False


@cache
def _lookup(words: Patterns) -> dict[str, _Known]:
    """Every word and sign that a language's patterns have."""
    out = {")": _Known(")")}
    for code, group in (
        ("F", words.fillers),
        ("J", words.joiners),
        ("D", words.ranges),
        ("W", words.below),
        ("U", words.above),
        ("T", words.this),
    ):
        out |= dict.fromkeys(group, _Known(code))
    for unit in words.units:
        code = {"law": "lL", "part": "pQ"}[unit.kind][unit.place == "after"]
        out |= dict.fromkeys(unit.plurals, _Known(code, unit, plural=True))
        out |= dict.fromkeys(unit.forms, _Known(code, unit))
    return out
