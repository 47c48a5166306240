"""The words that announce a law's number, from patterns/<language>.toml."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.errors import InvalidIdError
from kb.ids import ProvisionId

_PATTERNS = Path(__file__).parent / "patterns"

#: Longer than any citation: what is longer is not looked at, so no input can be slow.
_LONGEST = 60


@dataclass(frozen=True)
class Patterns:
    """How one language cites: the words around a number, and the name shown to people."""

    language: str
    name: str
    law_name: str
    anchors: tuple[str, ...]


@cache
def patterns() -> dict[str, Patterns]:
    """The patterns of every language that has a file, by language."""
    out = {}
    for path in sorted(_PATTERNS.glob("*.toml")):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        out[raw["language"]] = Patterns(
            raw["language"], raw["name"], raw.get("law_name", raw["name"]), tuple(raw["anchors"])
        )
    return out


def citation_name(id: ProvisionId, language: str) -> str:
    """A provision as people of a language write it: `przepis 27B1(b)`; the bare path if unknown.

    >>> citation_name(ProvisionId.parse("27.B.1.b"), "en")
    'Law 27B1(b)'
    """
    found = patterns().get(language)
    if found is None:
        return id.display
    name = found.law_name if id.depth == 1 else found.name
    return name.format(path=id.display)


def whole_citation(text: str) -> ProvisionId | None:
    """The provision when `text` is a citation and nothing else; None for anything more or less.

    >>> whole_citation("przepis 64A2")
    ProvisionId('64.A.2')
    >>> whole_citation("67. szakasz")
    ProvisionId('67')
    """
    if len(text) > _LONGEST:
        return None
    match = _whole().fullmatch(text.strip())
    if match is None:
        return None
    try:
        return ProvisionId.parse(match["path"])
    except InvalidIdError:
        return None


@cache
def _whole() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for p in patterns().values() for word in p.anchors)
    return re.compile(
        rf"(?:(?:{words})[^\W\d_]*\.?\s*)?"  # Law, przepisem, čl.
        r"(?P<path>[0-9]{1,3}(?:[\s.]*\(?[0-9A-Za-z]{1,5}\)?){0,5}?)"
        r"\.?(?:-[^\W\d_]+)?"  # 67.  27B1b-t
        rf"(?:\s*(?:{words})(?:-?[^\W\d_]+)?)?",  # 67. szakasz, 27B1b pontot, 64. §-t
        re.IGNORECASE,
    )
