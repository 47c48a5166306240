"""Writes citations as the people of a language do, and sometimes wrongly as they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

#: What stands for a number in words, for its law and the rest of it, and for the year of a code.
_HERE, _LAW, _REST, _YEAR = "%", "%n", "%r", "%y"


class Written(NamedTuple):
    """A citation as it stands in a ruling: its words, and what it cites, of a range the ends.

    `fault` says what is wrong with it: nowhere (no code has this provision), misspelt, or nothing.
    """

    words: str
    laws: tuple[str, ...]
    is_range: bool = False
    fault: str = ""


@dataclass(frozen=True)
class Style:
    """A way to cite: what stands before and after each label, and the words around the number.

    `one` and `many` have the words by case; % is the number. `whole` are those for a law without
    a letter, `dated` those with the year of a code; without them they are the same. In `%n … %r`
    the law stands apart from the rest.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    one: tuple[tuple[str, str], ...]
    many: tuple[tuple[str, str], ...]
    whole: tuple[tuple[str, str], ...]
    wholes: tuple[tuple[str, str], ...]
    dated: tuple[tuple[str, str], ...]
    alone: str
    repeats: bool

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Style:
        """A style as the data has it; words that are the same in every case may be a string."""
        one, many = _cases(raw["one"]), _cases(raw.get("many", raw["one"]))
        return cls(
            tuple(raw["before"]),
            tuple(raw["after"]),
            one,
            many,
            _cases(raw.get("whole", raw["one"])),
            _cases(raw.get("wholes", raw.get("whole", raw.get("many", raw["one"])))),
            _cases(raw.get("dated", {})),
            raw.get("alone", _HERE),
            raw.get("repeats", "many" not in raw),
        )

    @property
    def is_split(self) -> bool:
        """Whether the law stands apart from the rest of the number."""
        return _REST in self.one[0][1]

    def number(self, law: str, first: int = 0) -> str:
        """The number of a provision: 27.B.1.b is 27B1(b); with `first` 1 so is B.1.b B1(b)."""
        labels = law.split(".")
        out = labels[0]
        for place, label in enumerate(labels[1:], start=first):
            out += f"{self.before[place]}{label}{self.after[place]}"
        return out

    def cite(self, law: str, case: str) -> str:
        """A provision with its words."""
        if "." not in law:
            return _in(self.whole, case).replace(_HERE, law)
        if not self.is_split:
            return _in(self.one, case).replace(_HERE, self.number(law))
        number, _, rest = law.partition(".")
        is_alone = "." not in rest
        written = self.alone.replace(_HERE, rest) if is_alone else self.number(rest, first=1)
        return _in(self.one, case).replace(_REST, written).replace(_LAW, number)

    def cite_of(self, year: str, law: str, case: str, behind: str) -> str:
        """A provision with its words and the year of its code, which else stands `behind` it."""
        if not self.dated or "." not in law:
            return self.cite(law, case) + behind.replace(_HERE, year)
        return _in(self.dated, case).replace(_YEAR, year).replace(_HERE, self.number(law))

    def cite_all(self, laws: Sequence[str], case: str, last: str, joiner: str) -> str:
        """Several provisions; `last` stands before the last of them, `joiner` before others."""
        if self.repeats or self.is_split:
            return _joined([self.cite(law, case) for law in laws], last, joiner)
        words = self.wholes if all("." not in law for law in laws) else self.many
        return _in(words, case).replace(_HERE, _joined([*map(self.number, laws)], last, joiner))

    def cite_range(self, first: str, end: str, case: str, dash: str) -> str:
        """All laws from one to another."""
        return _in(self.wholes, case).replace(_HERE, f"{first}{dash}{end}")


def misspelt(number: str, how: str) -> str:
    """A citation as a hurried writer leaves it: in small letters, or a bracket not closed."""
    if how == "small":
        return number.lower()
    return number.replace(")", "", 1) if ")" in number else number.replace(" ", "  ", 1)


def _cases(raw: str | Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return (("nom", raw),) if isinstance(raw, str) else tuple(raw.items())


def _in(words: tuple[tuple[str, str], ...], case: str) -> str:
    for name, form in words:
        if name == case:
            return form
    return words[0][1]


def _joined(parts: Sequence[str], last: str, joiner: str) -> str:
    if len(parts) == 1:
        return parts[0]
    return f"{joiner.join(parts[:-1])}{last}{parts[-1]}"
