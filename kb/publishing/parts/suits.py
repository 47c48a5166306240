"""Gives the suits of cards in the words of a page the colours that players know them by."""

from __future__ import annotations

import re

_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_SIGN_OR_TAG = re.compile(f"<[^>]*+>?|[{''.join(_SUITS)}]")


def coloured(html: str) -> str:
    """HTML with an element around every suit, except those inside of tags; its text stays the same.

    >>> coloured('<b title="4♠">4♠</b>')
    '<b title="4♠">4<span class="kb-spades">♠</span></b>'
    """
    if not any(suit in html for suit in _SUITS):
        return html
    return _SIGN_OR_TAG.sub(_sign, html)


def _sign(match: re.Match[str]) -> str:
    suit = _SUITS.get(match[0])
    return f'<span class="kb-{suit}">{match[0]}</span>' if suit else match[0]
