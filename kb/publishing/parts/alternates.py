"""The same page in every language, as search engines are told of it (hreflang)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.languages.catalogue import SOURCE_LANGUAGE


@dataclass(frozen=True)
class Alternate:
    """A page in one language; `language` is `x-default` for readers of every other."""

    language: str
    href: str


def alternates(site: str, languages: Sequence[str], path: str) -> tuple[Alternate, ...]:
    """A page in every language, then for everybody else: in English, of the home page the root.

    `path` is that of the page below its language's directory.
    """
    rest = SOURCE_LANGUAGE if SOURCE_LANGUAGE in languages else languages[0]
    others = f"{site}{rest}/{path}" if path else site
    return (
        *(Alternate(code, f"{site}{code}/{path}") for code in languages),
        Alternate("x-default", others),
    )
