"""Python's regular expressions as trees: the standard library's own parser reads them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any

from kb.citations.dialect import PatternError, Ranges
from regexps.tree import END, START, Part, Where, boundary, row, together

_ALL = "".join(map(chr, range(sys.maxunicode + 1)))
_ALL_BYTES = bytes(range(256))
_NEWLINE: Ranges = ((10, 10),)
_START: Ranges = ((START, START),)
_END: Ranges = ((END, END),)


def python_tree(pattern: str | bytes, flags: int = 0) -> Part:
    """A pattern as a tree; raises `PatternError` for what is not known here."""
    parsed = _parser.parse(pattern, flags)
    return _Reader(pattern, isinstance(pattern, bytes)).row(parsed, parsed.state.flags)


class _Reader:
    def __init__(self, pattern: str | bytes, is_bytes: bool) -> None:
        self._pattern = str(pattern)
        self._is_bytes = is_bytes

    def row(self, items: Any, flags: int) -> Part:
        """Items of the standard library's tree one after the other."""
        return row([self._part(str(kind), value, flags) for kind, value in items])

    def _part(self, kind: str, value: Any, flags: int) -> Part:
        if kind in ("LITERAL", "NOT_LITERAL", "ANY", "IN", "RANGE"):
            signs = _signs(kind, repr(value), flags, self._is_bytes, lambda: value)
            return Part("sign", signs=signs)
        reader: Callable[[Any, int], Part] | None = getattr(self, f"_{kind.lower()}", None)
        if reader is None:
            raise PatternError(self._pattern, 0, f"{kind} is not known to the check of patterns")
        return reader(value, flags)

    def _branch(self, value: Any, flags: int) -> Part:
        return Part("choice", tuple(self.row(items, flags) for items in value[1]))

    def _subpattern(self, value: Any, flags: int) -> Part:
        number, more, less, items = value
        part = self.row(items, (flags | more) & ~less)
        return Part("group", (part,), number=number) if number else part

    def _max_repeat(self, value: Any, flags: int, firm: bool = False) -> Part:
        least, most, items = value
        many = None if most == _constants.MAXREPEAT else int(most)
        return Part("repeat", (self.row(items, flags),), least=least, most=many, firm=firm)

    _min_repeat = _max_repeat

    def _possessive_repeat(self, value: Any, flags: int) -> Part:
        return self._max_repeat(value, flags, firm=True)

    def _atomic_group(self, value: Any, flags: int) -> Part:
        return Part("firm", (self.row(value, flags),))

    def _assert(self, value: Any, flags: int, no: bool = False) -> Part:
        direction, items = value
        return Part("look", (self.row(items, flags),), behind=direction < 0, no=no)

    def _assert_not(self, value: Any, flags: int) -> Part:
        return self._assert(value, flags, no=True)

    def _groupref(self, value: Any, flags: int) -> Part:
        del flags
        return Part("again", number=value)

    def _groupref_exists(self, value: Any, flags: int) -> Part:
        _, yes, no = value
        return Part("choice", (self.row(yes, flags), self.row(no or [], flags)))

    def _failure(self, value: Any, flags: int) -> Part:
        del value, flags
        return Part("choice")

    def _at(self, value: Any, flags: int) -> Part:
        return Part("place", wheres=self._places(str(value), bool(flags & re.MULTILINE), flags))

    def _places(self, value: str, lines: bool, flags: int) -> tuple[Where, ...]:
        if value == "AT_BEGINNING":
            return (Where(before=together(_NEWLINE, _START) if lines else _START),)
        if value == "AT_BEGINNING_STRING":
            return (Where(before=_START),)
        if value == "AT_END":  # without MULTILINE a line's end must be the last sign
            return Where(after=_END), Where(after=_NEWLINE, sure=lines)
        if value == "AT_END_STRING":
            return (Where(after=_END),)
        item = [(_constants.CATEGORY, _constants.CATEGORY_WORD)]
        words = _signs("IN", repr(item), flags, self._is_bytes, lambda: item)
        return boundary(words, value == "AT_NON_BOUNDARY")


def _signs(kind: str, written: str, flags: int, is_bytes: bool, item: Callable[[], Any]) -> Ranges:
    relevant = flags & (re.IGNORECASE | re.ASCII | re.UNICODE | re.LOCALE | re.DOTALL)
    key = (kind, written, relevant, is_bytes)
    if key not in _KNOWN:
        _KNOWN[key] = _asked(kind, item(), relevant, is_bytes)
    return _KNOWN[key]


_KNOWN: dict[tuple[str, str, int, bool], Ranges] = {}


def _asked(kind: str, value: Any, flags: int, is_bytes: bool) -> Ranges:
    """The signs that an item reads: the engine finds their runs in a text of all signs."""
    if kind == "LITERAL" and not flags & re.IGNORECASE:
        return ((value, value),)
    state = _parser.State()
    state.flags = flags
    item = _parser.SubPattern(state, [(getattr(_constants, kind), value)])
    loop = [(_constants.MAX_REPEAT, (1, _constants.MAXREPEAT, item))]
    pattern = _compiler.compile(_parser.SubPattern(state, loop), flags)
    runs = pattern.finditer(_ALL_BYTES if is_bytes else _ALL)
    return tuple((run.start(), run.end() - 1) for run in runs)
