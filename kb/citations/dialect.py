r"""The dialect of regular expressions that Python's `re` and JavaScript's RegExp read alike.

It must mean the same to RegExp without flags and with `u`. It leaves out what one of them reads
otherwise (`.`, `\s`, `$`), what one of them or this check has not (look behind, lazy repeats), and
what is easily misread.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from kb.core.errors import KodeksError

#: A set of signs: the first and last code point of each stretch, in order, with gaps between.
Ranges = tuple[tuple[int, int], ...]

_COUNT = re.compile(r"\{([0-9]{1,3})(?:(,)([0-9]{1,3})?)?\}")
_NAMED = re.compile(r"\(\?<([A-Za-z_][A-Za-z0-9_]*)>")
_ESCAPE = re.compile(
    r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|([tnvfr])|([\^$\\.*+?()\[\]{}|/-]))"
)
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}


class PatternError(KodeksError):
    """A pattern or a word that Python and JavaScript do not read alike, or that can run away.

    `at` is the offset in `pattern` where the fault begins.
    """

    exit_code = 4

    def __init__(self, pattern: str, at: int, why: str, hint: str | None = None) -> None:
        self.pattern, self.at = pattern, at
        place = f"before {pattern[at : at + 24]!r}" if at < len(pattern) else "at the end"
        super().__init__(f"pattern, offset {at}, {place}: {why}", hint)


@dataclass(frozen=True)
class PatternNode:
    """A piece of a pattern, written from `start` to before `end`.

    A sign reads one of `signs`; a row reads its `parts` one after the other, a choice one of them;
    a repeat reads its part from `least` to `most` times (None is any number), a group reads it once
    and keeps it, a look (lookahead) only looks for it.
    """

    kind: Literal["sign", "row", "choice", "repeat", "group", "look"]
    start: int
    end: int
    parts: tuple[PatternNode, ...] = ()
    signs: Ranges = ()
    least: int = 1
    most: int | None = 1


class PatternReader:
    """Reads a pattern, and refuses what does not mean the same in both languages."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0
        self.names: set[str] = set()
        self.groups = 0

    def whole(self) -> PatternNode:
        """The whole pattern as a tree; raises `PatternError`."""
        self._take("^")
        tree = self._choice(tail=True)
        if self.at < len(self.pattern):
            raise self._error(") has no ( before it", "Write \\) for the sign.")
        if self.pattern.count("(?<") > len(self.names):
            # `compiled` (kb.citations.grammar) writes (?P< wherever these three signs stand.
            raise self._error("(?< where it names no group", "Write < as \\u003c.", 0)
        return tree

    def _choice(self, tail: bool) -> PatternNode:
        start = self.at
        rows = [self._row(tail)]
        while self._take("|"):
            rows.append(self._row(tail))
        return rows[0] if len(rows) == 1 else PatternNode("choice", start, self.at, tuple(rows))

    def _row(self, tail: bool) -> PatternNode:
        """The pieces up to | or ). `tail` says that nothing follows, so that it may end in `$`."""
        start = self.at
        parts: list[PatternNode] = []
        while self._next() not in ("", "|", ")"):
            if self._next() == "$":
                self._end(parts[-1] if parts and tail else None)
            else:
                parts.append(self._piece())
        if not parts:
            raise self._error("an empty alternative", "Make the whole optional: (?:a|b)?.")
        return PatternNode("row", start, self.at, tuple(parts))

    def _end(self, before: PatternNode | None) -> None:
        """Read `$`, before which must stand a loop that reads line ends.

        Python's `$` also matches before a last line end, which the loop has read by then.
        """
        loop = before and before.kind == "repeat" and before.most is None and before.parts[0]
        if not loop or not any(low <= 10 <= high for low, high in loop.signs):
            hint = "Put [\\n]* or a like loop before it, in a lookahead or at the end of all."
            raise self._error("$ means another place in Python than in JavaScript", hint)
        self.at += 1
        if self._next() not in ("", "|", ")"):
            raise self._error("nothing can follow $")

    def _piece(self) -> PatternNode:
        start = self.at
        atom = self._atom()
        count = self._count()
        if count is None:
            return atom
        if atom.kind == "look":
            raise self._error("a lookahead cannot be repeated", at=start)
        if self._next() in ("?", "+", "*", "{"):
            raise self._error("a repeat is repeated, lazy or possessive", "Repeats are greedy.")
        return PatternNode("repeat", start, self.at, (atom,), (), *count)

    def _count(self) -> tuple[int, int | None] | None:
        simple: dict[str, tuple[int, int | None]] = {"?": (0, 1), "*": (0, None), "+": (1, None)}
        if (sign := self._next()) in simple:
            self.at += 1
            return simple[sign]
        if sign != "{":
            return None
        match = _COUNT.match(self.pattern, self.at)
        least = int(match[1]) if match else 0
        most = (int(match[3]) if match[3] else None if match[2] else least) if match else 0
        if match is None or (most is not None and not 0 < most >= least):
            raise self._error("{ begins no number of times", "Write {m}, {m,}, {m,n}, or \\{.")
        self.at = match.end()
        return least, most

    def _atom(self) -> PatternNode:
        start = self.at
        if self._next() == "(":
            return self._group()
        signs = self._class() if self._take("[") else ((code := self._sign(), code),)
        return PatternNode("sign", start, self.at, (), signs)

    def _group(self) -> PatternNode:
        start, groups = self.at, self.groups
        named = _NAMED.match(self.pattern, start)
        no = self._take("(?!")
        look = no or self._take("(?=")
        bare = not look and self._take("(?:")
        if named:
            self.at = named.end()
            if named[1] in self.names:
                raise self._error(f"a second group {named[1]}", at=start)
            self.names.add(named[1])
        elif not look and not bare:
            self.at += 1
            if self._next() == "?":
                hint = "There are (...), (?:...), (?<name>...), (?=...) and (?!...)."
                raise self._error("a group that they do not share", hint, start)
        self.groups += not look and not bare
        body = self._choice(tail=look)
        if not self._take(")"):
            raise self._error("( is never closed", "Write \\( for the sign.", start)
        if no and self.groups > groups:
            raise self._error("a group that never holds anything", "Write (?:...).", start)
        kind: Literal["look", "row", "group"] = "look" if look else "row" if bare else "group"
        return PatternNode(kind, start, self.at, (body,))

    def _class(self) -> Ranges:
        start, ranges = self.at - 1, list[tuple[int, int]]()
        negated = self._take("^")
        while not self._take("]"):
            first = not ranges
            if self._next() == "-" and not first and self.pattern[self.at + 1 :][:1] != "]":
                raise self._error("- is no range here", "Write it first, last or as \\-.")
            low = high = self._sign(inside=True)
            if self._next() == "-" and self.pattern[self.at + 1 :][:1] not in ("]", ""):
                if not self._take("-") or self._next() == "-":
                    raise self._error("-- is kept for sets", "Write the sign as \\-.")
                high = self._sign(inside=True)
            if high < low or (low <= 0xDFFF and high >= 0xD800):
                raise self._error("a range from more to less, or over surrogates", at=start)
            ranges.append((low, high))
        if not ranges:
            raise self._error("an empty class", "Write \\] for the sign.", start)
        outside = _without(ranges)
        return tuple(outside if negated else _without(outside))

    def _sign(self, inside: bool = False) -> int:
        """The code point of one sign, `inside` a class or outside of one."""
        sign, start = self._next(), self.at
        if sign == "\\":
            match = _ESCAPE.match(self.pattern, start)
            if match is None or (match[4] == "-" and not inside):
                hint = "There are \\t \\n \\v \\f \\r \\xXX \\uXXXX and, for a sign, \\ before it."
                raise self._error("an escape that they do not share", hint)
            self.at = match.end()
            code = match[1] or match[2]
            value = int(code, 16) if code else _CONTROLS.get(match[3]) or ord(match[4])
            if 0xD800 <= value <= 0xDFFF:
                raise self._error("half a sign", at=start)
            return value
        if not sign:
            raise self._error("[ is never closed", "Write \\[ for the sign.")
        if sign in ("[" if inside else "^.*+?{}]"):
            why = ". means another thing in each" if sign == "." else f"{sign} cannot stand here"
            raise self._error(why, f"Write \\{sign} for the sign.")
        if inside and sign in "-&~|" and self.pattern[start + 1 :][:1] == sign:
            raise self._error(f"{sign}{sign} is kept for sets", "Write one of them as \\uXXXX.")
        if sign > "\uffff" or not sign.isprintable() or _not_composed(self.pattern, start):
            hint = "Up to U+FFFF it can be written \\uXXXX; an accent is one sign with its letter."
            raise self._error("a sign that is not seen, is not in NFC, or is above U+FFFF", hint)
        self.at += 1
        return ord(sign)

    def _next(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def _take(self, text: str) -> bool:
        """Go past `text` if it comes next; returns whether it does."""
        if is_next := self.pattern.startswith(text, self.at):
            self.at += len(text)
        return is_next

    def _error(self, why: str, hint: str | None = None, at: int | None = None) -> PatternError:
        return PatternError(self.pattern, self.at if at is None else at, why, hint)


def _without(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The code points that are in none of the ranges, as ranges in order with gaps between."""
    gaps, begin = [], 0
    for low, high in sorted(ranges):
        if begin < low:
            gaps.append((begin, low - 1))
        begin = max(begin, high + 1)
    return [*gaps, (begin, 0x10FFFF)] if begin <= 0x10FFFF else gaps


def _not_composed(text: str, at: int) -> bool:
    mark = unicodedata.category(text[at]).startswith("M")
    return mark or not unicodedata.is_normalized("NFC", text[max(0, at - 1) : at + 1])
