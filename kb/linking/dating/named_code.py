"""Finds the code that a document names in its head: Codice 1997, MPB'97, édition 2007.

site/linker/dating/named-code.js does the same in a browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from functools import cache
from typing import NamedTuple

from kb.citations.anchors import patterns
from kb.citations.phrases import Phrases
from kb.linking.dating.date_words import lexeme
from kb.linking.dating.dates import Token, may_have_year, tokens_of, years_in
from kb.linking.dating.lines import DatableLine

#: The longest title of a document, how many lines of it may name a code, and how many other words
#: may stand in one that does.
_TITLE, _LINES, _OTHERS = 120, 3, 3
#: How many words may stand between the name of a code and its year.
_BETWEEN = 4
_LAST_NUMBER = re.compile("[0-9][)\\]”\"' ]{0,5}$")


class NamedCode(NamedTuple):
    """A code that a document names: its year, where that is named, and whether as a title is.

    A title is a line of its own: what stands below it is of this code. A clause of a text only
    makes that likely.
    """

    start: int
    quote: str
    year: str
    is_title: bool


class _CodeWords(NamedTuple):
    """The words of all languages for codes, and for what stands between their names and a year."""

    codes: Phrases
    edition: Phrases
    links: frozenset[str]


@cache
def _words() -> _CodeWords:
    spoken = patterns().values()
    return _CodeWords(
        Phrases(dict.fromkeys(name for words in spoken for name in words.codes.listed)),
        Phrases(dict.fromkeys(name for words in spoken for name in words.edition.listed)),
        frozenset(word for words in spoken for word in (*words.of, *words.fillers)),
    )


def named_code(lines: Sequence[DatableLine], years: Set[str]) -> NamedCode | None:
    """The code of one of these years that the first lines name; None for none, or for several."""
    found = [code for line in lines[:_LINES] for code in _in_line(line, years)]
    return found[0] if len({code.year for code in found}) == 1 else None


def _in_line(line: DatableLine, years: Set[str]) -> Iterable[NamedCode]:
    if not may_have_year(line.text):
        return
    whole = line.text.rstrip()
    clause = _clause(whole)
    if len(whole) <= _TITLE and whole[-1:] not in (".", "!", "?", ";", ":"):
        yield from _in_words(line, whole, years, is_title=True)
    if clause is not None and clause != whole:
        yield from _in_words(line, clause, years, is_title=False)


def _in_words(
    line: DatableLine, words: str, years: Set[str], is_title: bool
) -> Iterable[NamedCode]:
    tokens = tokens_of(words)
    found = years_in(tokens)
    if len(found) != sum(token.text[0] in "0123456789" for token in tokens):
        return  # a title with another number cites something
    for at, year in ((at, str(year)) for at, year in found if str(year) in years):
        others = _others(tokens, at)
        if others is not None and others <= _OTHERS:
            yield NamedCode(line.start + tokens[0].start, words.strip(), year, is_title)


def _clause(text: str) -> str | None:
    """The first clause of a line, if it ends with a number: `Wersja HTML MPB 1997; …`."""
    end = lexeme("clause_end").search(text)
    clause = text[: end.start()] if end else text
    return clause if len(clause) <= _TITLE and _LAST_NUMBER.search(clause) else None


def _others(tokens: Sequence[Token], year: int) -> int | None:
    """How many words of a title have nothing to do with the code of a year; None if none is named.

    The name must stand right before the year or right behind it: the 1997 Laws, Codice 1997.
    """
    words = _words()
    earlier = _small(tokens[:year])
    later = _small(tokens[year + 1 :])
    beside = _code_before(earlier, words) + _code_behind(later, words)
    if not beside:
        return None
    rest = [*earlier, *later]
    return max(0, len([word for word in rest if not _is_link(word, words)]) - beside)


def _small(tokens: Sequence[Token]) -> list[str]:
    return [token.text.lower() for token in tokens if token.code in "woMI"]


def _code_before(earlier: Sequence[str], words: _CodeWords) -> int:
    """How many words the name of a code has that ends right before a year; 0 for none."""
    for at in range(len(earlier)):
        length = words.codes.at(earlier, at)
        between = earlier[at + length :]
        if length and len(between) <= _BETWEEN and all(_is_link(word, words) for word in between):
            return length
    return 0


def _code_behind(later: Sequence[str], words: _CodeWords) -> int:
    """How many words the name of a code has that begins right behind a year; 0 for none."""
    for at in range(min(len(later), _BETWEEN)):
        if length := words.codes.at(later, at):
            return length
        if not _is_link(later[at], words):
            return 0
    return 0


def _is_link(word: str, words: _CodeWords) -> bool:
    return word in words.links or words.edition.at([word]) > 0 or len(word) == 1
