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
from kb.citations.paths import Path, scan
from kb.citations.pattern_words import PatternWord, may_be_unit, words_by_form

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


class _SignToken(NamedTuple):
    """A token of the text; `code` is the character that stands for it in the forms."""

    code: str
    start: int
    end: int
    path: Path | None = None
    unit: Unit | None = None
    plural: bool = False


_LEX = {name: compiled(pattern) for name, pattern in grammar().lexemes.items()}
_WORD, _SUFFIX, _SENTENCE_END = _LEX["word"], _LEX["suffix"], _LEX["sentence_end"]
_FIGURE, _RUN, _PART_LETTER = _LEX["figure"], _LEX["run"], _LEX["part_letter"]

#: The patterns of sequences of tokens that are citations; the first that matches counts.
FORMS = tuple(compiled(form) for form in grammar().forms.values())
_ITEM = compiled(grammar().item)
#: No form has more tokens than this: two lists of thirty.
_LONGEST = 600
#: Codes at which no form begins.
_NEVER_FIRST = frozenset("xJDH()AQCO")
#: Codes of what joins citations: a joiner, an article.
_JOINING = frozenset("JF")
#: Codes behind which labels may stand apart (lit. 2 c); those behind which a code may be named.
_PART_COMES = frozenset("pI")
_BEFORE_CODE = frozenset("PNnRvtOFC")

#: A path of two labels that no word announces is not a citation if its number can be the level of
#: a bid (3C-re emelt) or of a table (7B). Else it is one if a cue stands beside it (see 16B) or if
#: it has a suffix (54A-t). A path that goes down to a number (70D1) is always one.
_HIGHEST_BID = 7
#: The letters of laws that people write small (25a): others are a time (20h) or a measure (12m).
_SMALL = frozenset("abcdefg")
#: How far from a path a cue may stand, in characters.
_NEAR = 40
#: The letters of the longest roman numeral that is a label: xviii.
_LONGEST_ROMAN = 5
_WORDS = compiled(grammar().surroundings["word"])


def recognise(
    text: str, language: str, start: int = 0, end: int | None = None, weak: bool = False
) -> list[Citation]:
    """Every citation in a text, in order, as the patterns of a language see it.

    Only what lies between `start` and `end` is looked at. With `weak`, the weak ones are returned
    too. Raises `KeyError` for a language without patterns.
    """
    words = patterns()[language]
    tokens = _tokens(text, words, start, len(text) if end is None else end)
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
    text: str, tokens: list[_SignToken], match: re.Match[str], words: Patterns, goes_on: bool
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
    return Citation(
        core[0].start,
        core[-1].path.end if core[-1].path else core[-1].end,
        items,
        _unit([unit.kind for unit in units], core[0].unit is not None, base is not None),
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


def _unit(units: list[UnitKind], first: bool, inside: bool) -> UnitKind | None:
    """The unit of the citation: that of the first token if it is one (`first`), else the last.

    For parts of a provision (`inside`) it is law where one of the units is.
    """
    if inside and "law" in units:
        return "law"
    return (units[0] if first else units[-1]) if units else None


def _items(tokens: list[_SignToken], match: re.Match[str], group: str) -> tuple[CitedPath, ...]:
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


def _says_enough(text: str, token: _SignToken, words: Patterns, goes_on: bool) -> bool | None:
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


def _cued(text: str, token: _SignToken, words: Patterns) -> bool:
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


def _tokens(text: str, words: Patterns, first: int, last: int) -> list[_SignToken]:
    lookup, heads = words_by_form(words)
    tokens: list[_SignToken] = []
    at = first
    if (
        first
        and "0" <= text[first : first + 1] <= "9"
        and (run := _RUN.match(text, first - 1, last))
    ):
        at = run.end()  # the 12C3 of seat12C3
    for match in _WORD.finditer(text, first, last):
        start = match.start()
        if start < at:
            continue
        kind = match.lastindex
        after = tokens[-1].code if tokens else "x"
        apart = after in _PART_COMES or (after == "J" and _is_apart(text, tokens))
        token = None
        if kind == 1:
            end = match.end()
            low = match[1].lower()
            if low in heads:
                token = _word_token(text, start, end, lookup)
            if (token is None or token.unit is None) and _may_be_path(text, low, end):
                token = _path_token(text, start, words, apart) or token
            if token is None and after == "p" and len(low) == 1 and _PART_LETTER.match(text, start):
                token = _SignToken("R", start, end, Path((low,), end, "relative"))  # lit. c
            if token is None:
                if after in _BEFORE_CODE and words.codes.at([low]):
                    token = _SignToken("C", start, end)
                else:
                    token = _SignToken("x", start, end)
            if token.code == "x" and text[end : end + 1].isdecimal():
                run = _RUN.match(text, start, last)
                token = _SignToken("x", start, run.end() if run else end)  # seat12C3, §§§1
        elif kind == 2:
            token = _path_token(text, start, words, apart)
            if token is None:
                run = _FIGURE.match(text, start) or _RUN.match(text, start, last)
                code = "(" if text[start] == "(" else "x"
                token = _SignToken(code, start, run.end() if run else match.end())
        else:
            meaning = lookup.get(match[0])
            token = _SignToken(meaning.code if meaning else "x", start, match.end())
        if token.code != "x" or after != "x" or not tokens:
            tokens.append(token)
        at = token.end
    return tokens


def _own_bracket(text: str, at: int) -> bool:
    """Whether a `)` right behind a label that stands apart is the label's: 12 C 2 a).

    It is unless a bracket was opened before.
    """
    if text[at : at + 1] != ")":
        return False
    before = text[max(0, at - _NEAR) : at]
    return before.rfind("(") <= before.rfind(")")


def _may_be_path(text: str, word: str, end: int) -> bool:
    return len(word) == 1 or (
        len(word) <= _LONGEST_ROMAN and text[end : end + 1] == ")" and not word.strip("ivx")
    )


def _is_apart(text: str, tokens: list[_SignToken]) -> bool:
    """Whether labels may stand apart behind a joiner, because they do before it: 74 A 2 and B 1."""
    path = tokens[-2].path if len(tokens) > 1 else None
    if path is None:
        return len(tokens) > 1 and tokens[-2].code == "I"  # ibid., F 5 a
    return " " in text[tokens[-2].start : path.end]


def _path_token(text: str, at: int, words: Patterns, apart: bool) -> _SignToken | None:
    """The token of the path that begins at `at`, if one does; `apart` is as in `scan`."""
    if _FIGURE.match(text, at) or (
        text[at - 1 : at] in (".", ":") and "0" <= text[at - 2 : at - 1] <= "9" and text[at] != "("
    ):
        return None  # 27.5, 3:72
    path = scan(text, at, apart)
    if path is None:
        return None
    if path.end - at > 2 and text[path.end - 2] == " " and _own_bracket(text, path.end):
        path = path._replace(end=path.end + 1)
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
    return _SignToken(code, at, end, path)


def _word_token(text: str, at: int, end: int, lookup: dict[str, PatternWord]) -> _SignToken | None:
    """The token of a word that means something, with its full stop or its ending (`szakasz-t`)."""
    ends = [end]
    if text.startswith(".", end):
        ends.insert(0, end + 1)
    elif suffix := _SUFFIX.match(text, end):
        ends.insert(0, suffix.end())
    for end in ends:
        word = lookup.get(text[at:end].lower())
        if word and (word.unit is None or may_be_unit(word.unit, text, at, end)):
            return _SignToken(word.code, at, end, None, word.unit, word.plural)
    return None
