"""The suits of cards in the words of a page, each in the colour that players know it by."""

from __future__ import annotations

import re

_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_SIGN_OR_TAG = re.compile(f"<[^>]*+>?|[{''.join(_SUITS)}]")


def coloured(html: str) -> str:
    """HTML with an element around every suit that stands in its words, whose text stays the same.

    >>> coloured('<b title="4♠">4♠</b>')
    '<b title="4♠">4<span class="kb-spades">♠</span></b>'
    """
    if not any(suit in html for suit in _SUITS):
        return html
    return _SIGN_OR_TAG.sub(_sign, html)


def _sign(match: re.Match[str]) -> str:
    found = match[0]
    if found not in _SUITS:
        return found
    return f'<span class="kb-{_SUITS[found]}">{found}</span>'
