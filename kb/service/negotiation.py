"""Content negotiation: which language and which kind of answer a client prefers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from babel import negotiate_locale

from kb.core.source_language import SOURCE_LANGUAGE

#: How many characters of a header are read.
_LONGEST = 500


def wanted_language(
    header: str | None, available: Sequence[str], otherwise: str = SOURCE_LANGUAGE
) -> str:
    """The best available language that an Accept-Language header asks for, else `otherwise`.

    >>> wanted_language("pl-PL, hu;q=0.9", ("hu", "pl"))
    'pl'
    """
    return _negotiated((header or "")[:_LONGEST], available) or otherwise


@lru_cache(1024)
def _negotiated(header: str, available: Sequence[str]) -> str | None:
    preferred = [code.replace("-", "_") for code in _preferred(header) if code != "*"]
    return negotiate_locale(preferred, available)


def wants_page(header: str | None) -> bool:
    """Whether an Accept header asks for a page rather than for JSON."""
    for media_type in _preferred(header or "*/*"):
        if media_type in ("text/html", "application/xhtml+xml", "*/*", "text/*"):
            return True
        if media_type in ("application/json", "application/*", "application/ld+json"):
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
    """The values of an Accept header, the most wanted first, without those that are refused."""
    by_weight = sorted(_weighed(header), key=lambda pair: -pair[1])
    return (value for value, weight in by_weight if weight > 0)


def _weighed(header: str) -> Iterator[tuple[str, float]]:
    """The values of an Accept header with their weights (q), in the order of the header."""
    for item in header[:_LONGEST].split(","):
        value, *parameters = (part.strip().lower() for part in item.split(";"))
        weight = next((part[2:] for part in parameters if part.startswith("q=")), "1")
        with suppress(ValueError):
            yield value, float(weight)
