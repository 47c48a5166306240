"""The words that announce a law's number, from patterns/<language>.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.errors import InvalidIdError
from kb.ids import ProvisionId
from kb.typed_toml import read_toml

_PATTERNS = Path(__file__).parent / "patterns"

#: Longer than any citation: what is longer is not looked at, so no input can be slow.
_LONGEST = 60

#: Anchors up to this length are whole words.
_SHORT = 2


@dataclass(frozen=True)
class Patterns:
    """How one language cites: the words around a number, and the names shown to people.

    `names` are by depth: a law, a letter, a number; the last serves all deeper ones.
    """

    language: str
    names: tuple[str, ...]
    anchors: tuple[str, ...]
    endings: tuple[str, ...]

    def anchor(self) -> str:
        """A regular expression for an anchor word in any of its forms.

        A word of one or two letters (L, §) takes no ending: with one it is another word.
        """
        endings = "|".join(map(re.escape, self.endings))
        words = (
            re.escape(word) + (f"(?:{endings})?" if len(word) > _SHORT else "")
            for word in self.anchors
        )
        return f"(?:{'|'.join(words)})"


@cache
def patterns() -> dict[str, Patterns]:
    """The patterns of every language that has a file, by language."""
    found = (_read(path) for path in sorted(_PATTERNS.glob("*.toml")))
    return {one.language: one for one in found}


def _read(path: Path) -> Patterns:
    raw = read_toml(path)
    found = Patterns(
        raw.string("language"),
        raw.strings("names"),
        raw.strings("anchors"),
        raw.strings("endings"),
    )
    raw.done()
    return found


def citation_name(id: ProvisionId, language: str) -> str:
    """A provision as people of a language write it: `przepis 27B1(b)`; the bare path if unknown.

    >>> citation_name(ProvisionId.parse("27.B.1.b"), "en")
    'Law 27B1(b)'
    """
    found = patterns().get(language)
    if found is None:
        return id.display
    return found.names[min(id.depth, len(found.names)) - 1].format(path=id.display)


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
        return ProvisionId.parse(match["after"] or match["before"] or match["alone"])
    except InvalidIdError:
        return None


@cache
def _whole() -> re.Pattern[str]:
    anchors = "|".join(one.anchor() for one in patterns().values())
    path = r"[0-9]{1,3}(?:[\s.]*\(?[0-9A-Za-z]{1,5}\)?){0,5}?"
    before = rf"(?:{anchors})\.?\s*(?P<after>{path})\.?"  # Law 27B1, przepisem 26B, čl. 43, L16C2
    after = rf"(?P<before>{path})(?:\.?\s+|\.)(?:{anchors})(?:-\w{{1,3}})?"  # 67. szakasz, 64. §-t
    alone = rf"(?P<alone>{path})\.?(?:-[^\W\d_]{{1,5}})?"  # 27B1b, 27B1b-t
    return re.compile(rf"{before}|{after}|{alone}", re.IGNORECASE)
