"""Content negotiation: which language and which kind of answer a client prefers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from babel import negotiate_locale

#: Only so many characters of a header are read.
_LONGEST = 500


def wanted_language(header: str | None, known: Sequence[str], otherwise: str = "en") -> str:
    """The best known language that an Accept-Language header asks for, else `otherwise`.

    >>> wanted_language("pl-PL, hu;q=0.9", ("hu", "pl"))
    'pl'
    """
    return _negotiated((header or "")[:_LONGEST], known) or otherwise


@lru_cache(1024)
def _negotiated(header: str, known: Sequence[str]) -> str | None:
    preferred = [code.replace("-", "_") for code in _preferred(header) if code != "*"]
    return negotiate_locale(preferred, known)


def wants_page(header: str | None) -> bool:
    """Whether an Accept header asks for a page rather than for JSON."""
    for one in _preferred(header or "*/*"):
        if one in ("text/html", "application/xhtml+xml", "*/*", "text/*"):
            return True
        if one in ("application/json", "application/*", "application/ld+json"):
            return False
    return True


def takes_gzip(header: str | None) -> bool:
    """Whether an Accept-Encoding header allows an answer to be compressed.

    >>> takes_gzip("br, gzip;q=0.5"), takes_gzip("gzip;q=0, *")
    (True, False)
    """
    return _takes_gzip((header or "")[:_LONGEST])


@lru_cache(1024)
def _takes_gzip(header: str) -> bool:
    weights = dict(_weighed(header))
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", 0))) > 0


def _preferred(header: str) -> Iterator[str]:
    """The items of an Accept header, the most wanted first, without those that are refused."""
    found = sorted(_weighed(header), key=lambda one: -one[1])
    return (what for what, weight in found if weight > 0)


def _weighed(header: str) -> Iterator[tuple[str, float]]:
    """The items of an Accept header with their weights, in the order of the header."""
    for item in header[:_LONGEST].split(","):
        what, *settings = (part.strip().lower() for part in item.split(";"))
        quality = next((one[2:] for one in settings if one.startswith("q=")), "1")
        with suppress(ValueError):
            yield what, float(quality)
