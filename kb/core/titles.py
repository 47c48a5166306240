"""Titles: those of laws as the build writes them, and what anything is called to a reader."""

from __future__ import annotations

from dataclasses import dataclass

from kb.core.stored import Stored


@dataclass(frozen=True)
class Title:
    """What something is called (a law, a provision, a concept, a ruling), and in which language."""

    words: str
    language: str


class LawTitle(Stored, frozen=True, omit_defaults=True):
    """What a law is called in a language. `origin` is the text that says so; None: it is ours."""

    words: str
    origin: str | None = None


class TitlesOfLaw(Stored, frozen=True):
    """A row of the titles of an edition: a law and what it is called, by language."""

    law: str
    titles: dict[str, LawTitle]
