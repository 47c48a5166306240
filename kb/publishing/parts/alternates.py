"""The addresses of a page in every language, which pages name for search engines (hreflang)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.source_language import SOURCE_LANGUAGE


@dataclass(frozen=True)
class Alternate:
    """A page in one language; `language` is `x-default` for readers of all other languages."""

    language: str
    href: str


def language_of_others(languages: Sequence[str]) -> str:
    """Of the languages that have pages the one for readers of all other languages."""
    return SOURCE_LANGUAGE if SOURCE_LANGUAGE in languages else languages[0]


def alternates(site: str, languages: Sequence[str], path: str) -> tuple[Alternate, ...]:
    """A page in each of the languages, then for everybody else.

    `path` is that of the page below its language's directory. Everybody else gets the page in
    English, and instead of the home page the root of the site.
    """
    others = f"{site}{language_of_others(languages)}/{path}" if path else site
    return (
        *(Alternate(code, f"{site}{code}/{path}") for code in languages),
        Alternate("x-default", others),
    )
