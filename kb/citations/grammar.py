"""The grammar of citations, from patterns/grammar.toml: regular expressions for every language.

They are written so that Python and JavaScript read them alike (kb/citations/portability.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import cast

from kb.files.typed_toml import TomlTable, read_toml
from kb.languages.letters import letters
from kb.languages.notation import notation

#: Where the grammar and the words of every language are.
PATTERNS = Path(__file__).parent / "patterns"
GRAMMAR = PATTERNS / "grammar.toml"

_NAMED_GROUP = re.compile(r"\(\?<(?![=!])")


@dataclass(frozen=True)
class Grammar:
    """The patterns of each table by name, in the order of the file, as both languages read them.

    `paths` match paths of labels, with a group for each label. `lexemes` match what a text is made
    of, `surroundings` what may stand around a citation, `titles` what may stand between the numbers
    of a list, `sections` how statutes are cited, `works` how works are by words of their own.
    `queries` match labels that stand apart in a query. Up to the number `levels` a number with a
    letter may be a bid. `alike` has letters of other scripts that look like those of labels.
    `forms` match sequences of tokens, `item` one cited path or range in those. `neutral` are
    abbreviations that name no regulation.
    """

    paths: Mapping[str, str]
    lexemes: Mapping[str, str]
    surroundings: Mapping[str, str]
    titles: Mapping[str, str]
    sections: Mapping[str, str]
    works: Mapping[str, str]
    queries: Mapping[str, str]
    alike: Mapping[str, str]
    forms: Mapping[str, str]
    item: str
    neutral: frozenset[str]
    levels: int

    @property
    def patterns(self) -> dict[str, str]:
        """Every pattern, by its table and name: `paths.dotted`."""
        tables = {
            "paths": self.paths,
            "lexemes": self.lexemes,
            "surroundings": self.surroundings,
            "titles": self.titles,
            "sections": self.sections,
            "works": self.works,
            "queries": self.queries,
            "forms": self.forms,
        }
        return {
            f"{table}.{name}": pattern
            for table, patterns in tables.items()
            for name, pattern in patterns.items()
        }


@cache
def grammar() -> Grammar:
    """The grammar; raises `CorpusError` if its file has not the right tables.

    Whether its patterns may be used is checked when the corpus is built (kb.citations.checking).
    """
    raw = read_toml(GRAMMAR)
    parts = {**letters(), **raw.table("parts").filled(letters())}
    form_parts = raw.table("form_parts").filled()
    grammar = Grammar(
        paths=raw.table("paths").filled(parts),
        lexemes=raw.table("lexemes").filled(parts),
        surroundings=raw.table("surroundings").filled({**parts, "suit": notation().suit}),
        titles=raw.table("titles").filled(parts),
        sections=raw.table("sections").filled(parts),
        works=raw.table("works").filled(parts),
        queries=raw.table("queries").filled(parts),
        alike=_pairs(raw.table("alike")),
        forms=raw.table("forms").filled(form_parts),
        item=form_parts["any"],
        neutral=frozenset(raw.strings("neutral")),
        levels=raw.number("levels"),
    )
    raw.done()
    return grammar


def _pairs(raw: TomlTable) -> dict[str, str]:
    """The letter of a label for each letter that looks like it."""
    return {alike: letter for letter, row in raw.items().items() for alike in row}


class _Lazy:
    """A pattern that is compiled when it is first used, and has all that the compiled one has.

    `re` takes milliseconds for a class of letters of all scripts, and there are dozens of these:
    only who cites waits for them.
    """

    def __init__(self, written: str) -> None:
        self._written = written

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(_NAMED_GROUP.sub("(?P<", self._written))

    def __getattr__(self, name: str) -> object:
        value = self.__dict__[name] = getattr(self._pattern, name)
        return value


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of the grammar, to use as a compiled one; it is compiled at its first use.

    Python writes `(?P<name>` for its `(?<name>`.
    """
    return cast("re.Pattern[str]", _Lazy(pattern))
