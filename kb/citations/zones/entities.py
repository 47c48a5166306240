"""Character references (`&nbsp;`, `&sect;`, `&#8211;`) in a text of markup."""

from __future__ import annotations

import html
import re

_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_LONGEST = 33


def decoded(text: str) -> str:
    """A text of the same length in which references are their characters, and blanks.

    One of a letter or digit stays as it is: with a hole in it a word is no word.

    >>> decoded("Law&nbsp;27"), decoded("5.&#167; caf&eacute;")
    ('Law      27', '5.§      caf&eacute;')
    """
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(reference: re.Match[str]) -> str:
    character = html.unescape(reference[0])
    if len(character) != 1 or character.isalnum():
        return reference[0]
    return (" " if character.isspace() else character).ljust(len(reference[0]))


def whole(document: str, end: int) -> int:
    """Where a span really ends that ended with the first character of a reference.

    >>> whole("5. &sect; is", 4)
    9
    """
    if end and document[end - 1] == "&":
        match = _REFERENCE.match(document, end - 1, end + _LONGEST)
        if match and _character(match) != match[0]:
            return match.end()
    return end
