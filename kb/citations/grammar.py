"""The grammar of citations, from patterns/grammar.toml: regular expressions for every language.

They are written in a dialect that Python and JavaScript read alike (kb/citations/portability.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.files.typed_toml import TomlTable, read_toml

#: Where the grammar and the words of every language are.
PATTERNS = Path(__file__).parent / "patterns"
GRAMMAR = PATTERNS / "grammar.toml"

_NAME = re.compile(r"\{([a-z_]+)\}")
_NAMED_GROUP = re.compile(r"\(\?<(?![=!])")


@dataclass(frozen=True)
class Grammar:
    """The patterns of each kind by name, in the order of the file, as both languages read them.

    `paths` have a group for each label. `lexemes` say what a text is made of, `surroundings` what
    the clause around a citation is, `sections` how statutes are cited. `forms` are over sequences
    of tokens, `item` over one cited path or range among them. `neutral` are abbreviations that name
    no regulation.
    """

    paths: Mapping[str, str]
    lexemes: Mapping[str, str]
    surroundings: Mapping[str, str]
    sections: Mapping[str, str]
    forms: Mapping[str, str]
    item: str
    neutral: frozenset[str]

    @property
    def patterns(self) -> dict[str, str]:
        """Every pattern by its table and name."""
        tables = {
            "paths": self.paths,
            "lexemes": self.lexemes,
            "surroundings": self.surroundings,
            "sections": self.sections,
            "forms": self.forms,
        }
        return {f"{t}.{name}": one for t, table in tables.items() for name, one in table.items()}


@cache
def grammar() -> Grammar:
    """The grammar; raises `CorpusError` for a file that is none.

    Whether its patterns may be used is checked when the corpus is built (kb.citations.checking).
    """
    raw = read_toml(GRAMMAR)
    parts = _filled(raw.table("parts"), {})
    form_parts = _filled(raw.table("form_parts"), {})
    found = Grammar(
        paths=_filled(raw.table("paths"), parts),
        lexemes=_filled(raw.table("lexemes"), parts),
        surroundings=_filled(raw.table("surroundings"), parts),
        sections=_filled(raw.table("sections"), parts),
        forms=_filled(raw.table("forms"), form_parts),
        item=form_parts["any"],
        neutral=frozenset(raw.strings("neutral")),
    )
    raw.done()
    return found


def _filled(table: TomlTable, parts: Mapping[str, str]) -> dict[str, str]:
    """A table's patterns, with the parts and those above in the place of names in braces."""
    found: dict[str, str] = {}
    for name, pattern in table.items().items():

        def part(match: re.Match[str], known: Iterable[Mapping[str, str]] = (found, parts)) -> str:
            return next(one[match[1]] for one in known if match[1] in one)

        found[name] = _NAME.sub(part, pattern)
    return found


def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of the grammar for Python, which writes the names of groups otherwise."""
    return re.compile(_NAMED_GROUP.sub("(?P<", pattern))
