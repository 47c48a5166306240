"""A catalogue that says everything in brackets: what stands in none went through no catalogue."""

from __future__ import annotations

import re

from babel.support import NullTranslations

_INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")


class Bracketed(NullTranslations):
    """Says every message in brackets, its placeholders as they are."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return f"⟦{singular if number == 1 else plural}⟧"


def unbracketed(words: str) -> set[str]:
    """The words that no brackets are around."""
    while (inner := _INNERMOST.sub(" ", words)) != words:
        words = inner
    return set(re.findall(r"[^\W\d_]+", words))
