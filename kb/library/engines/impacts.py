"""What every engine keeps of a ruling: how much it is about each term, its facets, its days."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kb.library.engines.packing import HIGHEST
from kb.library.ruling_document import RulingDocument
from kb.library.seam import FacetName
from kb.search.passages import places_of

#: What a word counts wherever it stands, and what it may count more by how often it does.
THERE, OFTEN = 0.4, 0.6
#: A term with less weight is a sense that a word only may have: it does not say how rare that is.
MEANT: Final = 0.5
#: A ruling must have this share of the words that the best one has.
ENOUGH: Final = 0.6
#: How like a word of rulings a strange one must be to be read as that, in percent.
ALIKE: Final = 84
#: Of one facet so many values are counted at most, those that most rulings have.
MOST_VALUES: Final = 200
#: The last day of the last year, as a number.
LAST_DAY: Final = 99_991_231

#: BM25's saturation and how much the length of a ruling counts; a usual length, in words.
_K1, _B, _USUAL = 1.2, 0.5, 350
#: How much a word in a title counts beside one in the text.
_TITLE = 3


def impacts(document: RulingDocument) -> Iterator[tuple[str, int]]:
    """How much a ruling is about each of its terms, from 1 to `HIGHEST`."""
    in_title = len(document.facts.title)
    norm = _K1 * (1 - _B + _B * document.words / _USUAL)
    for term, offsets in places_of(document.marks).items():
        starts = offsets[::2]
        often = len(starts) + (_TITLE - 1) * sum(start < in_title for start in starts)
        yield term, max(1, round(HIGHEST * often / (often + norm)))


def facet_values(document: RulingDocument, name: FacetName) -> tuple[str, ...]:
    """The values that a ruling has for a facet; "" where the fact is not known."""
    if name == "law":
        return document.laws
    value: str | None = getattr(document.facts, name)
    return (value or "",)


def date_number(date: str | None) -> int:
    """A date as a number: 20190315, 20190300 for a month, 20190000 for a year, 0 for none."""
    if not date:
        return 0
    year, month, day = (*date.split("-"), "0", "0")[:3]
    return int(year) * 10_000 + int(month) * 100 + int(day)


def last_day(number: int) -> int:
    """The last day that a date may mean, as a number: that of a year is its end."""
    if number % 10_000 == 0:
        return number + 1231
    return number + 31 if number % 100 == 0 else number
