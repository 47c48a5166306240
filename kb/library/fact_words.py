"""The words by which rulings say what they are: facts.toml."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.citations.phrases import Phrases
from kb.curation.concepts.finder import TermFinder
from kb.files.typed_toml import read_toml
from kb.languages.stemming import fold, lower_case

FACTS = Path(__file__).with_name("facts.toml")

_NAMES = "names"


@dataclass(frozen=True, eq=False)
class FactWords:
    """Keys of facts by name, headings of decisions, and the kinds of what is decided.

    `naming` has the words by which the name of a body or an event is known.

    `kinds` has for each language the words by which a decision is told, with its kind; `named` the
    kind by what front matter calls it.
    """

    fields: dict[str, tuple[str, ...]]
    naming: dict[str, Phrases]
    headings: tuple[str, ...]
    kinds: dict[str, tuple[tuple[str, str], ...]]
    named: dict[str, str]

    def field(self, key: str) -> str | None:
        """The name of the fact that a key or label stands for, None if it stands for none."""
        plain = lower_case(key)
        return next((name for name, keys in self.fields.items() if plain in keys), None)


@cache
def fact_words() -> FactWords:
    """What facts.toml says; raises `CorpusError` if it has not the right tables."""
    raw = read_toml(FACTS)
    fields, headings = raw.table("fields").lists(), raw.table("headings").strings("words")
    kinds: dict[str, list[tuple[str, str]]] = {}
    named: dict[str, str] = {}
    decisions = raw.table("decisions")
    for kind in decisions:
        named[kind] = kind
        for key, words in decisions.table(kind).lists().items():
            if key == _NAMES:
                named |= {fold(word): kind for word in words}
            else:
                kinds.setdefault(key, []).extend((word, kind) for word in words)
    naming = {name: Phrases(words) for name, words in raw.table("naming").lists().items()}
    raw.done()
    return FactWords(
        fields, naming, headings, {code: tuple(rows) for code, rows in kinds.items()}, named
    )


@cache
def decision_finder(language: str) -> TermFinder | None:
    """Finds what is decided in the words of a language; None where no words are known."""
    words = fact_words().kinds.get(language)
    return TermFinder(words, language, free_order=True) if words else None
