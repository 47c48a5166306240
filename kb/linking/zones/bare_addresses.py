r"""Masks addresses of pages and of people, and names of files (Law27.pdf).

The outcome is the same as if these were searched for from left to right, the first that fits at a
place:

    (?:https?://|www\.)\S+
    [^\s@<>()\[\]]{1,64}@[^\s@]{1,255}
    (?<!\w)[^\W\d_][\w-]{0,64}\.[a-z]{2,4}(?!\w)

but none goes over a sign of the view (kb.linking.zones.signs). A pattern that may begin with any
character is slow. So what each must contain is searched for (`://`, `www.`, `@`, a full stop with
a suffix), and its beginning is found backwards from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kb.linking.zones.signs import NO_TEXT, masked

_REST = re.compile(r"[^\s\x00\x01]+")
_DOMAIN = re.compile(r"[^\s\x00\x01@]{1,255}")
_NO_LOCAL = re.compile(r"[\s\x00\x01@<>()\[\]]")
_SUFFIX = re.compile(r"\.[a-z]{2,4}(?!\w)")
_STEM = re.compile(r"(?<!\w)[^\W\d_][\w-]*")
_LOCAL, _LONGEST_STEM = 64, 65

_Range = tuple[int, int]


def addresses_masked(text: str) -> str:
    """The text with addresses and names of files masked, of the same length."""
    return masked(text, _addresses(text), NO_TEXT)


def _addresses(text: str) -> Iterator[_Range]:
    """Where addresses are, in order; of several at one place the first kind counts."""
    rest = _Rest(text)
    kinds: list[Callable[[str, int], _Range | None]] = [rest.scheme, rest.www, _mail, _file]
    ahead = [kind(text, 0) for kind in kinds]
    while any(ahead):
        first = min(span for span in ahead if span)[0]
        start, end = next(span for span in ahead if span and span[0] == first)
        yield start, end
        for number, kind in enumerate(kinds):
            span = ahead[number]
            if span and span[0] < end:
                ahead[number] = kind(text, end)


class _Rest:
    """Finds addresses that go on to the next blank.

    The blank is remembered, because it may end many of them.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._last = (0, 0)

    def _end(self, at: int) -> int | None:
        """Where the address ends whose rest begins at a place; None where a blank stands there."""
        begins, ends = self._last
        if not begins <= at < ends:
            match = _REST.match(self._text, at)
            if match is None:
                return None
            self._last = match.span()
        return self._last[1]

    def scheme(self, text: str, at: int) -> _Range | None:
        """The next address that begins with `http://` or `https://`."""
        colon = text.find("://", at)
        while colon >= 0:
            for name in ("https", "http"):
                start = colon - len(name)
                if start >= at and text.startswith(name, start):
                    if end := self._end(colon + 3):
                        return start, end
                    break
            colon = text.find("://", colon + 3)
        return None

    def www(self, text: str, at: int) -> _Range | None:
        """The next address that begins with `www.`."""
        start = text.find("www.", at)
        while start >= 0:
            if end := self._end(start + 4):
                return start, end
            start = text.find("www.", start + 1)
        return None


def _mail(text: str, at: int) -> _Range | None:
    sign = text.find("@", at)
    while sign >= 0:
        start = sign
        while start > max(at, sign - _LOCAL) and not _NO_LOCAL.match(text, start - 1):
            start -= 1
        if start < sign and (match := _DOMAIN.match(text, sign + 1)):
            return start, match.end()
        sign = text.find("@", sign + 1)
    return None


def _file(text: str, at: int) -> _Range | None:
    for suffix in _SUFFIX.finditer(text, at):
        start, end = suffix.span()
        first = max(at, start - _LONGEST_STEM)
        while start > first and (text[start - 1] in "-_" or text[start - 1].isalnum()):
            start -= 1
        if stem := _STEM.search(text, start, suffix.start()):
            return stem.start(), end
    return None
