"""Cuts a text into tokens: the words and signs that mean something in citations, and paths.

Each token has a code of one character, so that the forms of citations are patterns over these
(kb.citations.recogniser). site/linker/tokens.js does the same in a browser.
"""

from __future__ import annotations

from typing import NamedTuple

from kb.citations.anchors import Patterns, Unit
from kb.citations.grammar import compiled, grammar
from kb.citations.paths import Path, scan
from kb.citations.pattern_words import PatternWord, may_be_unit, words_by_form

_LEX = {name: compiled(pattern) for name, pattern in grammar().lexemes.items()}
_WORD, _SUFFIX, _SENTENCE_END = _LEX["word"], _LEX["suffix"], _LEX["sentence_end"]
_FIGURE, _RUN, _PART_LETTER = _LEX["figure"], _LEX["run"], _LEX["part_letter"]
_BEFORE_NUMBER, _SHOUTED = _LEX["before_number"], _LEX["shouted"]

#: How far back a bracket may have been opened, in characters.
_NEAR = 40
#: The letters of the longest roman numeral that is a label: xviii.
_LONGEST_ROMAN = 5
#: Codes of paths.
_PATHS = frozenset("PNnRvt")
#: Codes behind which labels may stand apart (lit. 2 c); those behind which a code may be named.
_PART_COMES = frozenset("pI")
_BEFORE_CODE = frozenset("PNnRvtOFC")


class SignToken(NamedTuple):
    """A token of the text; `code` is the character that stands for it in the forms."""

    code: str
    start: int
    end: int
    path: Path | None = None
    unit: Unit | None = None
    plural: bool = False


def tokens_of(text: str, words: Patterns, first: int, last: int) -> list[SignToken]:
    """The tokens of a text between two places; of several in a row that mean nothing, the first."""
    lookup, heads = words_by_form(words)
    tokens: list[SignToken] = []
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
            if token and after in _PATHS and token.code == "J" and _BEFORE_NUMBER.match(text, end):
                pass  # the E of ARTICOLI 9 E 11 is no label
            elif (token is None or token.unit is None) and _may_be_path(text, low, end):
                token = _path_token(text, start, words, apart) or token
            if token is None and after == "p" and len(low) == 1 and _PART_LETTER.match(text, start):
                token = SignToken("R", start, end, Path((low,), end, "relative"))  # lit. c
            if token is None:
                if after in _BEFORE_CODE and words.codes.at([low]):
                    token = SignToken("C", start, end)
                else:
                    token = SignToken("x", start, end)
            if token.code == "x" and text[end : end + 1].isdecimal():
                run = _RUN.match(text, start, last)
                token = SignToken("x", start, run.end() if run else end)  # seat12C3, §§§1
        elif kind == 2:
            token = _path_token(text, start, words, apart)
            if token is None:
                run = _FIGURE.match(text, start) or _RUN.match(text, start, last)
                code = "(" if text[start] == "(" else "x"
                token = SignToken(code, start, run.end() if run else match.end())
        else:
            meaning = lookup.get(match[0])
            token = SignToken(meaning.code if meaning else "x", start, match.end())
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


def _is_apart(text: str, tokens: list[SignToken]) -> bool:
    """Whether labels may stand apart behind a joiner, because they do before it: 74 A 2 and B 1."""
    path = tokens[-2].path if len(tokens) > 1 else None
    if path is None:
        return len(tokens) > 1 and tokens[-2].code == "I"  # ibid., F 5 a
    return " " in text[tokens[-2].start : path.end]


def _path_token(text: str, at: int, words: Patterns, apart: bool) -> SignToken | None:
    """The token of the path that begins at `at`, if one does; `apart` is as in `scan`."""
    if _FIGURE.match(text, at) or (
        text[at - 1 : at] in (".", ":") and "0" <= text[at - 2 : at - 1] <= "9" and text[at] != "("
    ):
        return None  # 27.5, 3:72
    path = scan(text, at, apart)
    if path is None:
        return None
    if (shouted := _SHOUTED.match(text, at)) and shouted[2].lower() in words.joiners:
        path = Path((shouted[1],), shouted.end(1), "number")  # ARTICOLI 9 E 11
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
    return SignToken(code, at, end, path)


def _word_token(text: str, at: int, end: int, lookup: dict[str, PatternWord]) -> SignToken | None:
    """The token of a word that means something, with its full stop or its ending (`szakasz-t`)."""
    ends = [end]
    if text.startswith(".", end):
        ends.insert(0, end + 1)
    elif suffix := _SUFFIX.match(text, end):
        ends.insert(0, suffix.end())
    for end in ends:
        word = lookup.get(text[at:end].lower())
        if word and (word.unit is None or may_be_unit(word.unit, text, at, end)):
            return SignToken(word.code, at, end, None, word.unit, word.plural)
    return None
