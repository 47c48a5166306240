"""Replaces names in rulings before anything of them is indexed or shown.

A file of names has one a line. `Jane Doe` is found as whole words in any case, with or without
accents; `Jane Doe*` with any ending; `/…/` is a regular expression. ` => ` and what to put instead
may follow; without it that is `[…]`. Lines that begin with # are notes.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.core.errors import KodeksError
from kb.languages.stemming import fold

#: What stands instead of a name unless the list says something else.
REPLACEMENT = "[…]"
_INSTEAD = " => "
_NOTE = "#"
_OPEN = "*"
#: The longest list, in bytes, and the longest line, in characters.
_LONGEST, _LONGEST_LINE = 5_000_000, 500
#: Where the letters with accents stand that somebody may write in a name.
_ACCENTED = ((0xC0, 0x250), (0x1E00, 0x1F00))
_MARKS = "[\u0300-\u036f]*+"


class BadRedactionError(KodeksError):
    """A list of names that cannot be read; exit code 2."""

    exit_code = 2


@dataclass(frozen=True)
class Redactor:
    """Replaces what some patterns match; `mark` is a hash of the list."""

    patterns: tuple[tuple[re.Pattern[str], str], ...]
    mark: str

    def spans(self, text: str) -> list[tuple[int, int, str]]:
        """The places to replace and what comes there, in order; of those that overlap the first."""
        found = sorted(self._found(text), key=lambda span: (span[0], -span[1]))
        kept: list[tuple[int, int, str]] = []
        for start, end, instead in found:
            if start < end and (not kept or start >= kept[-1][1]):
                kept.append((start, end, instead))
            elif kept and end > kept[-1][1]:  # the rest of a name that overlaps goes too
                kept[-1] = (kept[-1][0], end, kept[-1][2])
        return kept

    def redacted(self, text: str) -> str:
        """A text with its names replaced."""
        out: list[str] = []
        at = 0
        for start, end, instead in self.spans(text):
            out += (text[at:start], instead)
            at = end
        return "".join((*out, text[at:])) if out else text

    def _found(self, text: str) -> Iterator[tuple[int, int, str]]:
        for pattern, instead in self.patterns:
            for match in pattern.finditer(text):
                yield match.start(), match.end(), instead


#: Replaces nothing.
NOTHING = Redactor((), "")


def read_redactor(path: Path) -> Redactor:
    """The redactor of a file of names; raises `BadRedactionError` with the line of a fault."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadRedactionError(
            f"{path}: {error.strerror}", "Nothing is indexed without the names to leave out."
        ) from None
    if len(raw) > _LONGEST:
        raise BadRedactionError(f"{path}: longer than {_LONGEST} bytes", "Split it by library.")
    try:
        lines = raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise BadRedactionError(f"{path}: not UTF-8 at byte {error.start}") from None
    names: dict[str, list[str]] = {}
    patterns: list[tuple[re.Pattern[str], str]] = []
    for number, line in enumerate(lines, 1):
        entry = line.strip()
        if not entry or entry.startswith(_NOTE):
            continue
        if len(entry) > _LONGEST_LINE:
            raise BadRedactionError(f"{path}:{number}: longer than {_LONGEST_LINE} characters")
        named, _, instead = entry.partition(_INSTEAD)
        named, instead = named.strip(), instead.strip() or REPLACEMENT
        if len(named) > 2 and named.startswith("/") and named.endswith("/"):
            patterns.append((_compiled(path, number, named[1:-1]), instead))
        elif any(map(str.isalnum, named)):
            names.setdefault(instead, []).append(named)
        else:
            raise BadRedactionError(f"{path}:{number}: no name: {entry!r}", "Write one a line.")
    for instead, of_it in names.items():
        longest_first = sorted(of_it, key=lambda name: (-len(name), name))
        whole = "|".join(map(_pattern, longest_first))
        patterns.append((re.compile(rf"(?<![^\W_])(?:{whole})", re.IGNORECASE), instead))
    return Redactor(tuple(patterns), hashlib.sha256(raw).hexdigest())


def _compiled(path: Path, line: int, pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise BadRedactionError(f"{path}:{line}: no regular expression: {error}") from None


def _pattern(name: str) -> str:
    """The pattern of a name: its letters with any accents, blanks and line ends between words."""
    end = r"[^\W_]*+" if name.endswith(_OPEN) else r"(?![^\W_])"
    words = unicodedata.normalize("NFC", name.rstrip(_OPEN)).split()
    return r"[\s_-]++".join("".join(map(_letter, word)) for word in words) + end


def _letter(letter: str) -> str:
    plain = fold(letter)
    if not letter.isalpha():
        return re.escape(letter)
    if len(plain) != 1:
        return f"(?:{re.escape(letter)}|{re.escape(plain)}){_MARKS}"
    return f"[{re.escape(plain)}{_accented().get(plain, '')}{re.escape(letter)}]{_MARKS}"


@cache
def _accented() -> dict[str, str]:
    """For each small letter those with accents of which it is the plain one."""
    letters: dict[str, str] = {}
    for first, last in _ACCENTED:
        for char in map(chr, range(first, last)):
            plain = fold(char)
            if char.isalpha() and len(plain) == 1 and plain != char:
                letters[plain] = letters.get(plain, "") + char
    return letters
