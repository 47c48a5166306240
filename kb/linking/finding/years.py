"""Finds the year of an edition that stands beside a citation: 1997 Law 22, § 25 B (TBR 1997).

site/linker/years.js does the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.citations.anchors import Patterns
from kb.citations.grammar import compiled, grammar
from kb.citations.recogniser import small_words
from kb.linking.finding.surroundings import Side, is_link

_YEAR = compiled(grammar().surroundings["year"])
_ASIDE = compiled(grammar().surroundings["aside"])

#: How far from a citation a year may be, in words.
_TO_YEAR = 4


def year(left: Side, right: Side, words: Patterns) -> tuple[str | None, int]:
    """The year of an edition that stands beside a citation: 1997 Law 22, § 25 B (TBR 1997).

    Returned with it is how many characters behind the citation it ends (0 for a year before it);
    the next citation must not use it again.
    """
    if match := _year(right, words, forward=True):
        return _whole(match[1]), match.end()
    match = _year(left, words, forward=False)
    return (_whole(match[1]) if match else None), 0


def _whole(year: str) -> str:
    """A year with its century: no code that is cited is older than 1928.

    >>> _whole("’97"), _whole("2007")
    ('1997', '2007')
    """
    if year.isdigit():
        return year
    return f"{19 if year[1:] >= '28' else 20}{year[1:]}"


def says_then(left: Side, right: Side, words: Patterns) -> bool:
    """Whether a citation is said to be of the edition named before: Law 27 then said, damals § 27.

    What may also join (then Law 27) says nothing before a citation.
    """
    if right.words and words.then.at(right.words):
        return True
    return words.then.last(left.words) == 0 and left.words[-1] not in words.joiners


def _year(side: Side, words: Patterns, forward: bool) -> re.Match[str] | None:
    """The match of a year that stands beside a citation.

    Only a bracket, and words for editions and codes, may stand between them.
    """
    matches = list(_YEAR.finditer(side.text))
    if not matches:
        return None
    match = matches[0] if forward else matches[-1]
    if not forward and _in_code_name(side.text, match.start(), match.end(), words):
        return match
    between = side.text[: match.start()] if forward else side.text[match.end() :]
    between = between.strip().strip("()")
    if _ASIDE.search(between):
        return None
    parting = small_words(between)
    return match if len(parting) <= _TO_YEAR and _all_said(parting, words) else None


def _in_code_name(text: str, start: int, end: int, words: Patterns) -> bool:
    """Whether a year belongs to the name of a code: in den TBR 2007, a 2007-es szabálykönyv."""
    earlier, later = small_words(text[:start]), small_words(text[end:])
    while earlier and is_link(earlier[-1], words):
        earlier.pop()
    while later and (words.edition.at(later) and not words.codes.at(later)):
        later.pop(0)
    is_behind = words.codes.last(earlier) == 0 or words.edition.last(earlier) == 0
    return is_behind or bool(later and words.codes.at(later))


def _all_said(parting: Sequence[str], words: Patterns) -> bool:
    at = 0
    while at < len(parting):
        length = max(words.edition.at(parting, at), words.codes.at(parting, at))
        if not length and not is_link(parting[at], words):
            return False
        at += length or 1
    return True
