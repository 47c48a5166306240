"""Finds citations in a text: which words they are and what paths they name, not what they mean.

A text becomes tokens (paths, units, joiners…), each with a code of one character. Whether tokens
are a citation is decided by patterns over the string of their codes, the same for every language.
These patterns, the forms, come from patterns/grammar.toml, the words from
patterns/<language>.toml. Spans refer to the untouched input. site/linker/recogniser.js does the
same in a browser.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from kb.citations.anchors import Patterns, Unit, UnitKind, patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.paths import Path
from kb.citations.tokens import SignToken, tokens_of

Direction = Literal["above", "below"]


class CitedPath(NamedTuple):
    """One cited path, or a range of them when `last` is set. Offsets are code points."""

    start: int
    end: int
    path: Path
    last: Path | None = None


class Citation(NamedTuple):
    """One citation: its whole span with the unit word, and the paths in it.

    `unit` is the kind of that word, None where there is none. `base` is the provision whose parts
    are cited (`20F szakasz 2. és 3. pontját`). Without items it means the provision that one is
    reading (`niniejszy przepis`). `direction` says that a relative path leads to what stands above
    or below. `general` says that its words are those of any statute, `same` that it repeats the
    citation before it (ibid., B2), `weak` that its form alone does not make it one: 16B, 12c1c.
    """

    start: int
    end: int
    items: tuple[CitedPath, ...]
    unit: UnitKind | None
    base: CitedPath | None = None
    direction: Direction | None = None
    general: bool = False
    same: bool = False
    weak: bool = False

    @property
    def is_lettered(self) -> bool:
        """Whether it surely has the path of a lettered code: 27B1."""
        return not self.weak and any(
            item.path.kind == "absolute" and any(map(str.isalpha, item.path.labels[1:2]))
            for item in self.items
        )


#: The patterns of sequences of tokens that are citations; the first that matches counts.
FORMS = tuple(compiled(form) for form in grammar().forms.values())
_ITEM = compiled(grammar().item)
#: No form has more tokens than this: two lists of thirty.
_LONGEST = 600
#: Codes at which no form begins.
_NEVER_FIRST = frozenset("xJDH()AQCO")
#: Codes of what joins citations: a joiner, an article.
_JOINING = frozenset("JF")

#: A path of two labels that no word announces is not a citation if its number can be the level of
#: a bid (3C-re emelt) or of a table (7B). Else it is one if a cue stands beside it (see 16B) or if
#: it has a suffix (54A-t). A path that goes down to a number (70D1) is always one.
_HIGHEST_BID = grammar().levels
#: The letters of laws that people write small (25a): others are a time (20h) or a measure (12m).
_SMALL = frozenset("abcdefg")
#: How far from a path a cue may stand, in characters.
_NEAR = 40
_WORDS = compiled(grammar().surroundings["word"])


def recognise(
    text: str, language: str, start: int = 0, end: int | None = None, weak: bool = False
) -> list[Citation]:
    """Every citation in a text, in order, as the patterns of a language see it.

    Only what lies between `start` and `end` is looked at. With `weak`, the weak ones are returned
    too. Raises `KeyError` for a language without patterns.
    """
    words = patterns()[language]
    tokens = tokens_of(text, words, start, len(text) if end is None else end)
    codes = "".join([token.code for token in tokens])
    citations: list[Citation] = []
    at = 0
    goes_on = False  # whether only joiners stand since the last that is not weak: 70D1 and 16B
    while at < len(codes):
        first = codes[at]
        match = None if first in _NEVER_FIRST else _form(codes[at : at + _LONGEST])
        if match is None:
            goes_on = goes_on and first in _JOINING
            at += 1
            continue
        citation = _citation(text, tokens[at : at + match.end()], match, words, goes_on)
        if citation and (weak or not citation.weak):
            citations.append(citation)
        goes_on = citation is not None and not citation.weak
        at += match.end()
    return citations


@lru_cache(maxsize=20_000)
def _form(codes: str) -> re.Match[str] | None:
    """The match of the form that the codes begin with; cached, because the same few come often."""
    return next((match for form in FORMS if (match := form.match(codes))), None)


def _citation(
    text: str, tokens: list[SignToken], match: re.Match[str], words: Patterns, goes_on: bool
) -> Citation | None:
    """The citation of tokens that are a form, or None; `goes_on`: it is joined to one before."""
    named = match.re.groupindex
    core = tokens[match.start("core") : match.end("core")]
    items = _items(tokens, match, "items")
    base = None
    if "parts" in named and match["parts"]:
        base, items = items[-1], _items(tokens, match, "parts")
    units = [token.unit for token in core if token.unit]
    plural = any(token.unit and token.plural for token in core)
    if not items and plural:
        return None  # niniejsze przepisy are the laws as a whole
    weak = False
    if not units and len(core) == 1 and "I" not in match[0]:
        says = _says_enough(text, core[0], words, goes_on)
        if says is None:
            return None  # neither a word nor its form says that it is a law
        weak = not says
        if weak and core[0].code == "R" and items[0].path.labels[0].isdigit():
            items = (items[0]._replace(path=items[0].path._replace(kind="absolute")),)  # 25a
    elif units and all(unit.kind == "part" and unit.place == "before" for unit in units):
        # punkt 16B is a part of a law, but in the notes on a bidding system a part of those
        weak = any(item.path.kind == "absolute" and len(item.path.labels) == 2 for item in items)
    elif any(unit.doubtful for unit in units):
        weak = True
    if "chain" in named and match["chain"]:
        items = (_chained(items[-1], _items(tokens, match, "chain")),)
    codes = match[0]
    unit = _unit(units, core[0].unit is not None, base is not None)
    if base and "C" in codes:
        unit = "law"  # the code that is named makes it one: 75 del Codice, paragrafo C
    return Citation(
        core[0].start,
        core[-1].path.end if core[-1].path else core[-1].end,
        items,
        unit,
        base,
        "above" if "U" in codes else "below" if "W" in codes else None,
        bool(units) and all(unit.general or unit.kind == "part" for unit in units),
        "I" in codes,
        weak,
    )


def _chained(law: CitedPath, parts: tuple[CitedPath, ...]) -> CitedPath:
    """The path of a law and of parts that are one inside the other: art. 12 ust. C pkt 1 lit. b."""
    labels = [label for item in (law, *parts) for label in item.path.labels]
    return CitedPath(law.start, parts[-1].end, Path(tuple(labels), parts[-1].path.end, "absolute"))


def _unit(units: list[Unit], first: bool, inside: bool) -> UnitKind | None:
    """The unit of the citation: that of the first token if it is one (`first`), else the last.

    For parts of a provision (`inside`) it is law where one of the units is.
    """
    kinds = [unit.kind for unit in units]
    if inside and "law" in kinds:
        return "law"
    return (kinds[0] if first else kinds[-1]) if kinds else None


def _items(tokens: list[SignToken], match: re.Match[str], group: str) -> tuple[CitedPath, ...]:
    if group not in match.re.groupindex or not match[group]:
        return ()
    items = []
    for item in _ITEM.finditer(match.string, *match.span(group)):
        first, last = tokens[item.start()], tokens[item.end() - 1]
        assert first.path is not None  # an item begins and ends with codes of paths
        assert last.path is not None
        ranged = last.path if last != first else None
        items.append(CitedPath(first.start, last.path.end, first.path, ranged))
    return tuple(items)


def _says_enough(text: str, token: SignToken, words: Patterns, goes_on: bool) -> bool | None:
    """Whether a path that no word announces is surely a citation; None if it surely is not."""
    assert token.path is not None
    law, letter, *deeper = (*token.path.labels, "")[: max(2, len(token.path.labels))]
    if ". " in text[token.start : token.path.end]:
        return None  # Board 12. C 3
    if token.code == "R" and not law.isdigit():
        return False if law.isupper() and letter.isdigit() else None  # A2, of a law cited before
    if deeper:
        return letter.isupper()  # 10h30 and 16x9 exist nowhere
    if int(law) <= _HIGHEST_BID:
        return None
    if not letter.isupper():
        return False if letter in _SMALL else None
    bracketed = (
        text[token.start - 1 : token.start] == "(" and text[token.end : token.end + 1] == ")"
    )
    return goes_on or bracketed or token.end > token.path.end or _cued(text, token, words)


def _cued(text: str, token: SignToken, words: Patterns) -> bool:
    """Whether a word beside a path says that it is one of a law: see 16B, TBR 16B, 16B alapján."""
    before = small_words(text[max(0, token.start - _NEAR) : token.start])
    while before and before[-1] in words.fillers:
        before.pop()
    if 0 in (words.cues.last(before), words.codes.last(before)):
        return True
    after = small_words(text[token.end : token.end + _NEAR])
    return bool(after and words.cues_after.at(after))


def small_words(text: str) -> list[str]:
    """The words of a text in small letters.

    Words are found first, because `İ` in small letters is two signs, of which one is no letter.
    """
    return [word.lower() for word in _WORDS.findall(text)]
