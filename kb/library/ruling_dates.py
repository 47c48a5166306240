"""Reads the whole date of a ruling: day and month too, as far as they are written."""

from __future__ import annotations

import re
from calendar import monthrange

from kb.linking.dating.date_words import date_words
from kb.linking.dating.dates import dates_in, tokens_of, years_in

_ISO = re.compile(r"((?:19|20)[0-9]{2})-([0-9]{2})(?:-([0-9]{2}))?(?![0-9])")
_ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def full_date(words: str) -> str | None:
    """The first date in some words as 2019-03-15, 2019-03 or 2019; None where there is none.

    >>> full_date("2019-03-15"), full_date("15 March 2019"), full_date("in 2019")
    ('2019-03-15', '2019-03-15', '2019')
    """
    if iso := _ISO.search(words):
        year, month, day = int(iso[1]), int(iso[2]), int(iso[3] or 0)
        if written := _written(year, month, day):
            return written
    tokens = tokens_of(words)
    for date in dates_in(tokens):
        inside = [token for token in tokens if date.start <= token.start < date.end]
        numbers = [int(token.text) for token in inside if token.code == "n"]
        named = next((token for token in inside if token.code in "MI"), None)
        if named is not None:
            month = _month(named.text, named.code == "I")
            found = _written(date.year, month, numbers[0] if numbers else 0)
        elif inside[0].code == "Y":
            found = _written(date.year, numbers[0], numbers[1])
        else:  # 8/12/2003 may be of two days; where a month cannot be, it is the day
            first, second = numbers[:2]
            slashed = any(token.code == "/" for token in inside)
            doubtful = slashed and first <= len(_ROMANS) and second <= len(_ROMANS)
            day_first = None if doubtful else _written(date.year, second, first)
            found = day_first or (None if doubtful else _written(date.year, first, second))
        return found or str(date.year)
    years = years_in(tokens)
    return str(years[0][1]) if years else None


def _month(name: str, roman: bool) -> int:
    """The number of a month; 0 where languages disagree about it."""
    if roman:
        return _ROMANS.index(name) + 1
    months = date_words().months[name.lower()]
    return months[0] if len(months) == 1 else 0


def _written(year: int, month: int, day: int) -> str | None:
    """A date in ISO's form with as much as is known; None if there is no such day."""
    words = date_words()
    if not words.first <= year <= words.last or not 0 <= month <= len(_ROMANS):
        return None
    if not month:
        return str(year)
    if day > monthrange(year, month)[1]:
        return None
    return f"{year}-{month:02}-{day:02}" if day else f"{year}-{month:02}"
