"""The names of languages, and which way they are written."""

from __future__ import annotations

from functools import cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global

#: The scripts of living languages that are written from the right to the left. As in
#: site/assets/direction.js.
_LEFTWARDS = frozenset({"Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"})


@cache
def language_name(code: str, spoken: str | None = None) -> str:
    """A language in its own name, or in the words of another; its code where Babel knows none.

    >>> language_name("hu"), language_name("hu", "pl")
    ('magyar', 'węgierski')
    """
    try:
        words = Locale.parse(spoken) if spoken else None
        return str(Locale.parse(code).get_display_name(words) or code)
    except UnknownLocaleError:
        return code


@cache
def is_leftwards(code: str) -> bool:
    """Whether a language is written from the right to the left, in the script that it mostly has.

    >>> is_leftwards("he"), is_leftwards("hu")
    (True, False)
    """
    return not _LEFTWARDS.isdisjoint(get_global("likely_subtags").get(code, "").split("_"))
