"""The names of languages."""

from __future__ import annotations

from functools import cache

from babel import Locale, UnknownLocaleError


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
