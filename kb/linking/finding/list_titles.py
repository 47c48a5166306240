"""Reads over the titles that stand between the numbers of a list: Laws 25 (changes of call), 27.

A title becomes marks, so that the list is read as if it had none. site/linker/titles.js does the
same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from kb.citations.anchors import patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.phrases import Phrases
from kb.citations.recogniser import small_words
from kb.linking.zones.signs import MARK

_TITLES = {name: compiled(pattern) for name, pattern in grammar().titles.items()}
_BRACKETED, _DASHED, _NEXT = _TITLES["bracketed"], _TITLES["dashed"], _TITLES["next"]
_LISTED, _WORD, _APART = _TITLES["listed"], _TITLES["unit_behind"], _TITLES["apart"]
_NO_LINE_END = re.compile(r"[^\n]")
_ACRONYM = compiled(grammar().surroundings["acronym"])
_PARAGRAPH_END = compiled(grammar().surroundings["paragraph_end"])


class _ListWords(NamedTuple):
    """What the languages of a document have: joiners, articles, units behind numbers, names."""

    joiners: frozenset[str]
    fillers: frozenset[str]
    behind: frozenset[str]
    named: Phrases


@cache
def _words(languages: tuple[str, ...]) -> _ListWords:
    spoken = [patterns()[language] for language in languages]
    units = [unit for words in spoken for unit in words.units if unit.place == "after"]
    return _ListWords(
        frozenset().union(*(words.joiners for words in spoken)),
        frozenset().union(*(words.fillers for words in spoken)),
        frozenset().union(*(unit.forms | unit.plurals for unit in units)),
        Phrases(name for words in spoken for name in words.named.listed),
    )


def without_titles(view: str, languages: Sequence[str]) -> str:
    """The view with a mark for each sign of a title between two numbers of a list.

    Its line ends stay, so that the view has the same paragraphs.
    """
    words = _words(tuple(languages))
    out, at = [], 0
    for start, end in sorted([*_bracketed(view, words), *_dashed(view, words)]):
        if start >= at:
            out += [view[at:start], _NO_LINE_END.sub(MARK, view[start:end])]
            at = end
    return "".join([*out, view[at:]]) if out else view


def _bracketed(view: str, words: _ListWords) -> list[tuple[int, int]]:
    """The titles in brackets or quotes behind which the list goes on.

    A comma may end the clause (Law 27 (revokes), 12 pairs said), so that it must be clear that the
    next number is one of the list: it has a title too, or a sign or joiner behind it, or the list
    has had titles before.
    """
    spans: list[tuple[int, int]] = []
    chained = -1  # where the title of the next number in the list begins
    for match in _BRACKETED.finditer(view):
        start, end = match.span()
        is_chained = start == chained
        following = _next(view, end, words)
        if following:
            is_listed = following.spoken or is_chained or _goes_on(view, following.end, words)
        else:
            unit = _WORD.match(view, end)
            is_listed = is_chained and unit is not None and unit[1].lower() in words.behind
        if is_listed and _is_title(match[0], words):
            spans.append((start, end))
            apart = _APART.match(view, following.end) if following else None
            chained = apart.end() if apart else -1
    return spans


def _dashed(view: str, words: _ListWords) -> list[tuple[int, int]]:
    """The titles behind dashes, where the next number has a dash too: 25 – Changes, 27 – Bids."""
    spans: list[tuple[int, int]] = []
    for match in _DASHED.finditer(view):
        title = match[0].rstrip()
        last = title.rsplit(None, 1)[-1].lower()
        if last in words.joiners:
            title = title[: -len(last)].rstrip()
        elif not title.endswith((",", ";")):
            continue
        title = title.rstrip(",;")
        if _is_title(title, words):
            spans.append((match.start(), match.start() + len(title)))
    return spans


class _NextNumber(NamedTuple):
    """The next number of a list: where it ends, and whether a word joins it (and 27)."""

    end: int
    spoken: bool


def _next(view: str, at: int, words: _ListWords) -> _NextNumber | None:
    """The number behind `at`, if signs and words join it to a list; None otherwise."""
    match = _NEXT.match(view, at)
    if match is None:
        return None
    said = [word.rstrip(".") for word in small_words(match["words"])]
    spoken = bool(said) and said[0] in words.joiners
    fits = all(word in words.fillers for word in said[spoken:])
    return _NextNumber(match.end(), spoken) if (match["sign"] or spoken) and fits else None


def _goes_on(view: str, at: int, words: _ListWords) -> bool:
    """Whether what stands behind a number that ends at `at` says that it is one of a list."""
    after = _next(view, at, words)
    return _LISTED.match(view, at) is not None or (after is not None and after.spoken)


def _is_title(title: str, words: _ListWords) -> bool:
    """Whether a bracket does not say whose the number is (§ 12 (Satzung), § 12 (BGB)).

    It must end in the paragraph in which it begins.
    """
    if _PARAGRAPH_END.search(title) or _ACRONYM.match(title.strip("()")):
        return False
    return words.named.last(small_words(title)) is None
