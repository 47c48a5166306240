"""Ids: what each thing in a rulebook is called, for ever.

A provision is named by the path of its official labels (`27.B.1.b`); everything else by a kind
and what distinguishes it (`def.alert`, `note.13.1`, `chapter.4`). With the text or edition in
front (`rules-2017/pl:27.B.1.b`) an id is unique in the world. Ids are values: parse, print,
compare, go up and down. This module does not know which of them exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce, total_ordering

from kb.core.errors import InvalidIdError

_UNITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
#: Small roman numerals i to xxxix: no list in any rulebook is longer.
ROMAN: tuple[str, ...] = tuple(tens + unit for tens in ("", "x", "xx", "xxx") for unit in _UNITS)
_ROMAN_VALUE = {numeral: value for value, numeral in enumerate(ROMAN) if numeral}

_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
_TOKEN = re.compile(r"\(\s*([0-9A-Za-z]+)\s*\)|([0-9]+|[A-Za-z]+)")
_SEPARATORS = re.compile(r"[\s.]*")
_FIFTH = 4  # the fifth label of a path is a roman numeral in a lettered code, a letter in a statute

#: How many written paths `_provision` remembers: more than all our books have.
_REMEMBERED = 1 << 14

_NAMED = re.compile(r"([a-z]+(?:-[a-z]+)*)\.([a-z0-9]+(?:[.-][a-z0-9]+)*)")
_TEXT = re.compile(r"[a-z]+(?:-[0-9a-z]+)*(?:/[a-z]{2})?")
#: How an appendix begins, A or A.4.1; B1 is a part of a law. No kind of a named id has a capital.
_APPENDIX = re.compile(r"[A-Z](?=\.|$)")


@total_ordering
@dataclass(frozen=True)
class ProvisionId:
    """The path of labels from a law (section, article, appendix) down to one provision.

    >>> ProvisionId.parse("27B1(b)")
    ProvisionId('27.B.1.b')
    >>> ProvisionId.parse("12C1ei").display
    '12C1(e)(i)'
    """

    parts: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> ProvisionId:
        """Read an id as data writes it (`27.B.1.b`) or as people do (`27B1b`, `27 B 1 (b)`).

        Labels are told apart by their place, so their case does not matter: `50d2A` is
        `50.D.2.a`. Raises `InvalidIdError` when the text is no path of labels.
        """
        return _provision(text)

    @property
    def law(self) -> ProvisionId:
        """The law (section, article) that contains this provision; itself if it is one."""
        return ProvisionId(self.parts[:1])

    @property
    def label(self) -> str:
        """The last label alone: `b` of `27.B.1.b`."""
        return self.parts[-1]

    @property
    def depth(self) -> int:
        """Number of labels: 1 for a law, 5 for `12.C.1.e.i`."""
        return len(self.parts)

    @property
    def parent(self) -> ProvisionId | None:
        """The provision one level up; None for a law."""
        return ProvisionId(self.parts[:-1]) if len(self.parts) > 1 else None

    def ancestors(self) -> Iterator[ProvisionId]:
        """Every provision that contains this one, the nearest first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def children(self, among: Iterable[ProvisionId]) -> list[ProvisionId]:
        """The direct children of this provision found in `among`, in order."""
        return sorted(other for other in among if other.parent == self)

    def child(self, label: str) -> ProvisionId:
        """The provision with this label directly below."""
        return ProvisionId((*self.parts, label))

    def first_child(self) -> ProvisionId | None:
        """Where a list below this provision begins in a lettered code; None below a roman."""
        first = ("A", "1", "a", "i")
        return self.child(first[self.depth - 1]) if self.depth <= len(first) else None

    def next_sibling(self) -> ProvisionId | None:
        """The provision that follows at the same level; None after the last possible label."""
        label, above = self.label, self.parts[:-1]
        if label.isdigit():
            return ProvisionId((*above, str(int(label) + 1)))
        if len(above) == _FIFTH and label in _ROMAN_VALUE:
            value = _ROMAN_VALUE[label] + 1
            return ProvisionId((*above, ROMAN[value])) if value < len(ROMAN) else None
        return ProvisionId((*above, chr(ord(label) + 1))) if label not in "zZ" else None

    @property
    def display(self) -> str:
        """As people write it: `27B1(b)`, `12C1(e)(i)`; with dots where the second is a number."""
        if len(self.parts) > 1 and self.parts[1].isdigit():
            return str(self)
        return "".join(self.parts[:3]) + "".join(f"({part})" for part in self.parts[3:])

    def _key(self) -> tuple[tuple[int, int], ...]:
        return tuple(_label_key(index, part) for index, part in enumerate(self.parts))

    def __lt__(self, other: object) -> bool:
        """Order of the book: a provision before what it contains, labels by their value."""
        return self._key() < other._key() if isinstance(other, ProvisionId) else NotImplemented

    def __str__(self) -> str:
        return ".".join(self.parts)

    def __repr__(self) -> str:
        return f"ProvisionId({str(self)!r})"


@dataclass(frozen=True, order=True)
class NamedId:
    """The id of anything that is not a provision: `def.alert`, `note.13.1`, `bid.29`.

    `kind` is the word before the first dot, `name` all after it. A rulebook may bring kinds of
    its own (an appendix, say): which there are is a matter of the records, not of the id.
    """

    kind: str
    name: str

    @classmethod
    def parse(cls, text: str) -> NamedId:
        """Read `kind.name`; raises `InvalidIdError` when it is not of that form."""
        match = _NAMED.fullmatch(text.strip())
        if not match:
            raise _invalid(text)
        return cls(match[1], match[2])

    @property
    def display(self) -> str:
        """As people are shown it: the id itself."""
        return str(self)

    def __str__(self) -> str:
        return f"{self.kind}.{self.name}"


LocalId = ProvisionId | NamedId


@dataclass(frozen=True)
class FullId:
    """An id with the edition or text it belongs to in front: `rules-2017/pl:def.alert`."""

    text: str
    local: LocalId

    @classmethod
    def parse(cls, text: str) -> FullId:
        """Read `edition[/language]:id`; raises `InvalidIdError` when either half is malformed."""
        before, colon, after = text.strip().partition(":")
        if not colon or not _TEXT.fullmatch(before):
            raise _invalid(text)
        return cls(before, parse_id(after))

    @property
    def edition(self) -> str:
        """The edition: `rules-2017` of `rules-2017/pl:27`."""
        return self.text.partition("/")[0]

    @property
    def language(self) -> str | None:
        """The language of the text, or None when only an edition is named."""
        return self.text.partition("/")[2] or None

    def __str__(self) -> str:
        return f"{self.text}:{self.local}"


def parse_id(text: str) -> LocalId:
    """Read any id inside a text; raises `InvalidIdError` when it is none.

    >>> parse_id("note.13.1")
    NamedId(kind='note', name='13.1')
    """
    return ProvisionId.parse(text) if is_provision(text.strip()) else NamedId.parse(text)


def is_provision(id: str) -> bool:
    """Whether an id is that of a provision: it begins with a number, or it is of an appendix.

    >>> is_provision("27.B"), is_provision("A.4.1"), is_provision("def.alert")
    (True, True, False)
    """
    return id[:1].isdigit() or _APPENDIX.match(id) is not None


def is_law(id: str) -> bool:
    """Whether an id is that of a law, a section, an article or an appendix as a whole.

    >>> is_law("27"), is_law("A"), is_law("27.B"), is_law("notes")
    (True, True, False, False)
    """
    return id.isdigit() or (is_provision(id) and len(id) == 1)


@lru_cache(maxsize=_REMEMBERED)
def _provision(text: str) -> ProvisionId:
    """`ProvisionId.parse` with a memory: the same few thousand paths are parsed over and over."""
    tokens = _tokens(text)
    if not tokens or not (_NUMBER.fullmatch(tokens[0]) or _APPENDIX.match(text.strip())):
        raise _invalid(text)
    numbered = len(tokens) > 1 and tokens[1].isdigit()
    if numbered or not tokens[0].isdigit():
        return ProvisionId((tokens[0], *_numbered(text, tokens[1:])))
    return ProvisionId(_lettered(text, tokens))


def _numbered(text: str, tokens: list[str]) -> tuple[str, ...]:
    """The labels below the first of a path of numbers, with small letters: `3.f` of `10.3.f`.

    A statute, an article and a decimal rulebook have such paths. Raises `InvalidIdError` for
    anything else, such as an appendix with a letter right below it.
    """
    if tokens and not tokens[0].isdigit():
        raise _invalid(text)
    for token in tokens:
        if not (_NUMBER.fullmatch(token) or (len(token) == 1 and token.isalpha())):
            raise _invalid(text)
    return tuple(token.lower() for token in tokens)


def _lettered(text: str, tokens: list[str]) -> tuple[str, ...]:
    """The labels of a lettered path: law, capital, number, small letter, roman numeral.

    A statute has a letter in the place of the numeral. Raises `InvalidIdError` for anything else.
    """
    if len(tokens) == _FIFTH and tokens[3].isalpha() and len(tokens[3]) > 1:
        tokens = [*tokens[:3], tokens[3][0], tokens[3][1:]]  # 40B2aiii, 12C1ei
    if len(tokens) > _FIFTH + 1:
        raise _invalid(text)
    parts = [tokens[0], *(t.upper() for t in tokens[1:2]), *(t.lower() for t in tokens[2:])]
    shapes = (_NUMBER, re.compile("[A-Z]"), _NUMBER, re.compile("[a-z]"))
    if not all(shape.fullmatch(part) for shape, part in zip(shapes, parts, strict=False)):
        raise _invalid(text)
    fifth = parts[_FIFTH] if len(parts) > _FIFTH else "a"
    if fifth not in _ROMAN_VALUE and not re.fullmatch("[a-z]", fifth):
        raise _invalid(text)
    return tuple(parts)


def slug(term: str) -> str:
    """The id form of an English term: `Adjusted score` → `adjusted-score`."""
    return re.sub(r"[^a-z0-9]+", "-", term.lower()).strip("-")


def _tokens(text: str) -> list[str]:
    """The labels in a written path, separators dropped; [] when anything else is in it.

    A roman numeral in brackets of its own stays whole where a small letter precedes it.
    """
    tokens: list[str] = []
    position = 0
    stripped = text.strip()
    while position < len(stripped):
        match = _TOKEN.match(stripped, position)
        if not match:
            return []
        bracketed = match[1] is not None
        token = match[1] or match[2]
        if bracketed and len(token) > 1 and len(tokens) != _FIFTH:
            return []
        tokens.append(token)
        after = _SEPARATORS.match(stripped, match.end())
        position = after.end() if after else match.end()
    return [] if stripped.endswith(".") else tokens


def _label_key(index: int, part: str) -> tuple[int, int]:
    if part.isdigit():
        return (0, int(part))
    if index == _FIFTH and part in _ROMAN_VALUE:
        return (1, _ROMAN_VALUE[part])
    # several letters may be no numeral, as the (iiv) of "(e)(iiv)" in somebody's ruling
    return (1, reduce(lambda value, letter: value * 27 + ord(letter) - 96, part.lower(), 0))


def _invalid(text: str) -> InvalidIdError:
    return InvalidIdError(
        f"{text!r} is not an id",
        "Write a provision as 27.B.1.b, 27B1b or 27B1(b); anything else as kind.name (def.alert).",
    )
