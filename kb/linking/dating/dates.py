"""Finds the dates in a line: 8 March 2003, MARCH 8, 2003, 2003. 03. 08., ottobre del 2011.

site/linker/dating/dates.js does the same in a browser.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from calendar import monthrange
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kb.linking.dating.date_words import compiled_forms, date_words

_ROMANS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
#: The groups of the pattern of a token.
_TIME, _NUMBER, _WORD, _BLANKS = 1, 2, 3, 4
_CENTURY: Final = 100
_SHORT: Final = 2
_FULL: Final = 4
#: An apostrophe before a number of two digits makes it a year: '97.
_APOSTROPHES: Final = "'’‘`´"


#: Without one of these signs a line has no year, and need not be read closer.
_YEAR_SIGNS = re.compile(
    rf"(?:19|20)[0-9][0-9]|[0-9][./][0-9]{{1,2}}[./][0-9]|[{_APOSTROPHES}][0-9]"
)


class Token(NamedTuple):
    """A word, number or sign of a line; `code` is its sign in the row that forms match."""

    code: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)

    @property
    def is_word(self) -> bool:
        """Whether it is a word, but none that names a month."""
        return self.code in "wo"

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital."""
        return self.text[0] != self.text[0].lower()


class WrittenDate(NamedTuple):
    """A date in a line: where it stands, and its year."""

    start: int
    end: int
    year: int


def may_have_year(line: str) -> bool:
    """Whether a line may have a date or a year."""
    return _YEAR_SIGNS.search(line) is not None


def tokens_of(line: str) -> list[Token]:
    """The tokens of a line, in order."""
    token, _ = compiled_forms()
    out: list[Token] = []
    for match in token.finditer(line):
        out.append(Token(_code(match.lastindex or 0, match[0]), match[0], match.start()))
    return out


def _code(kind: int, text: str) -> str:
    """The sign of a token of a kind, which is the number of its group in the pattern."""
    if kind == _TIME:
        return "t"
    if kind == _NUMBER:
        return "n" if len(text) <= _SHORT else "Y" if _is_year(text) else "x"
    if kind == _WORD:
        word = text.lower()
        if text in _ROMANS:
            return "I"
        if word in date_words().months:
            return "M"
        return "o" if word in date_words().joined else "w"
    if kind == _BLANKS:
        return "_"
    return text if text in "./,-+()" else "-" if text in "–—" else "x"


def _is_year(text: str) -> bool:
    return len(text) == _FULL and text[:2] in ("19", "20")


def dates_in(tokens: Sequence[Token]) -> Iterator[WrittenDate]:
    """The dates among the tokens of a line, in order; what cannot be a date is none."""
    _, forms = compiled_forms()
    row = "".join(token.code for token in tokens)
    for match in forms.finditer(row):
        found = tokens[match.start() : match.end()]
        if "Y" not in match[0] and row[match.end() : match.end() + 2] in (".n", "/n"):
            continue  # 1.2.03.4
        year = _year(found)
        if year is not None:
            yield WrittenDate(found[0].start, found[-1].end, year)


def _year(found: Sequence[Token]) -> int | None:
    """The year of a date; None if there is no such day."""
    words = date_words()
    numbers = [int(token.text) for token in found if token.code == "n"]
    full = next((int(token.text) for token in found if token.code == "Y"), None)
    if full is None:
        if len(found[-1].text) != _SHORT:
            return None  # 8.12.3
        full = year_of_two(numbers.pop())
    if full is None or not words.first <= full <= words.last:
        return None
    month = next((token for token in found if token.code in "MI"), None)
    if month is not None:
        roman = month.code == "I"
        months = (_ROMANS.index(month.text) + 1,) if roman else words.months[month.text.lower()]
        days = numbers[:1]
        return full if not days or any(_is_day(full, m, days[0]) for m in months) else None
    first, second = numbers[:2]
    if found[0].code == "Y":
        return full if _is_day(full, first, second) else None
    american = any(token.code == "/" for token in found) and _is_day(full, first, second)
    return full if american or _is_day(full, second, first) else None


def _is_day(year: int, month: int, day: int) -> bool:
    return 1 <= month <= len(_ROMANS) and 1 <= day <= monthrange(year, month)[1]


def year_of_two(number: int) -> int | None:
    """The year that two digits mean: 98 is 1998, 07 is 2007; None for those that mean none.

    >>> year_of_two(98), year_of_two(7), year_of_two(60)
    (1998, 2007, None)
    """
    words = date_words()
    if number <= words.turn:
        return 2000 + number
    year = 1900 + number
    return year if number >= _CENTURY - 10 else None


def years_in(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """The years among tokens that may be of a document or a code: their indexes, and the years.

    '97 is one; the part of a date is one too.
    """
    words = date_words()
    out: list[tuple[int, int]] = []
    for at, token in enumerate(tokens):
        year: int | None = None
        if token.code == "Y":
            year = int(token.text)
        elif token.code == "n" and len(token.text) == _SHORT and at:
            before = tokens[at - 1]
            year = year_of_two(int(token.text)) if before.text in _APOSTROPHES else None
        if year is not None and words.first <= year <= words.last:
            out.append((at, year))
    return out


def index_at(tokens: Sequence[Token], start: int) -> int:
    """The index of the token that begins at a place of the line, or of the first one behind it."""
    return bisect_left(tokens, start, key=lambda token: token.start)
