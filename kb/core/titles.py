"""What the laws are called, as the build writes it."""

from __future__ import annotations

from kb.core.stored import Stored


class LawTitle(Stored, frozen=True, omit_defaults=True):
    """What a law is called in a language. `origin` is the text that says so; None: it is ours."""

    words: str
    origin: str | None = None


class TitlesOfLaw(Stored, frozen=True):
    """A row of the titles of an edition: a law and what it is called, by language."""

    law: str
    titles: dict[str, LawTitle]
