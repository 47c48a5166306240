"""The words by which a search says when: query_words.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from kb.files.typed_toml import read_toml
from kb.languages.stemming import lower_case
from kb.linking.dating.date_words import date_words

WORDS = Path(__file__).with_name("query_words.toml")

Bound = Literal["since", "until", "in"]
_BOUNDS: tuple[Bound, ...] = ("since", "until", "in")

#: A day, a month or a year, and an ending behind it.
_DATE = r"(?<![^\W_])((?:19|20)[0-9]{2}(?:-[0-9]{2}){0,2})"
_WORD = r"(?:(?<![^\W_])(%s) )?"
_ENDING = r"(?:[-–]?([^\W\d_]{1,6})|( %s))?(?![^\W_]|-[0-9])"


@dataclass(frozen=True)
class AskedTime:
    """When the rulings of a search are of: ISO dates, months or years; and its other words."""

    rest: str
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, eq=False)
class _TimeWords:
    before: dict[str, Bound]
    after: dict[str, Bound]
    behind: dict[str, Bound]
    pattern: re.Pattern[str]


def asked_time(query: str) -> AskedTime:
    """Take from a query what it says of time: since 2019, 2019-től, do 2020, a year alone.

    What is no year in which rulings can be is left in the words.
    """
    if not any(map(str.isdecimal, query)):
        return AskedTime(query)
    words = _time_words()
    bounds: dict[Bound, str] = {}
    rest: list[str] = []
    at = 0
    for match in words.pattern.finditer(query):
        before, date, ending, after = (lower_case(part or "").strip() for part in match.groups())
        bound = words.before.get(before) or words.after.get(after)
        if ending:
            bound = words.behind.get(ending) or None
            if bound is None:
                continue
        if not _is_date(date):
            continue
        bounds.setdefault(bound or "in", date)
        rest.append(query[at : match.start()])
        at = match.end()
    rest.append(query[at:])
    year = bounds.get("in")
    said = " ".join(" ".join(rest).split()).strip(" ,;")
    return AskedTime(said, bounds.get("since") or year, bounds.get("until") or year)


def words_for_browsers() -> dict[str, Any]:
    """The words by where they stand, with what they mean, and the years that may be meant."""
    words, dates = _time_words(), date_words()
    return {
        "before": words.before,
        "after": words.after,
        "behind": words.behind,
        "years": [dates.first, dates.last],
    }


def _is_date(written: str) -> bool:
    year, month, day = (*map(int, written.split("-")), 1, 1)[:3]
    words = date_words()
    return words.first <= year <= words.last and 1 <= month <= 12 and 1 <= day <= 31


@cache
def _time_words() -> _TimeWords:
    raw = read_toml(WORDS)
    found: dict[str, dict[str, Bound]] = {"before": {}, "after": {}, "behind": {}}
    for bound in _BOUNDS:
        table = raw.table(bound)
        for place, of_place in found.items():
            for word in table.strings(place):
                of_place.setdefault(word, bound)
        table.done()
    raw.done()
    before, after = (
        "|".join(map(re.escape, sorted(found[place], key=lambda word: (-len(word), word))))
        for place in ("before", "after")
    )
    pattern = re.compile(_WORD % before + _DATE + _ENDING % f"(?:{after})", re.IGNORECASE)
    return _TimeWords(found["before"], found["after"], found["behind"], pattern)
