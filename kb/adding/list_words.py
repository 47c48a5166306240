"""Proposes the words of lists and ranges in a language that has no patterns of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from babel import Locale

from kb.citations.anchors import patterns

#: Signs that every language has between the items of a list and the ends of a range.
_SIGNS = frozenset(",;&/-–—")


class JoiningWords(NamedTuple):
    """The words between the items of a list, and between the ends of a range."""

    joiners: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()


def list_words(language: str) -> JoiningWords:
    """What the Unicode locale data has of them; nothing for a language that has patterns."""
    if language in patterns():
        return JoiningWords()
    locale = Locale.parse(language)
    lists = (locale.list_patterns.get(kind, {}) for kind in ("standard", "or"))
    joined = [one.get(key, "") for one in lists for key in ("2", "end")]
    return JoiningWords(
        _words(word for pattern in joined for word in re.sub(r"\{[01]\}", " ", pattern).split()),
        _words(_between_months(locale)),
    )


def _between_months(locale: Locale) -> Iterator[str]:
    """What stands between two months in a date: `MMM–` and `MMM` tell that it is a dash."""
    months = locale.interval_formats.get("MMM", {}).get("M", ())
    if len(months) == 2:
        yield months[0].lstrip(months[1]).strip()


def _words(found: Iterator[str]) -> tuple[str, ...]:
    """The words that are no signs of every language, in small letters."""
    return tuple(dict.fromkeys(word.lower() for word in found if word and word not in _SIGNS))
