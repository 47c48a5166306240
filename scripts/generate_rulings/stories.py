"""Makes a ruling of a seed and a number: draws its case, tells it, and writes it in a format."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from generate_rulings.boards import play
from generate_rulings.citing import Written
from generate_rulings.documents import markdown, page, plain
from generate_rulings.drawing import Draws, Weighted
from generate_rulings.reading import Situation, facts, language, languages
from generate_rulings.scenes import Scene
from generate_rulings.telling import Teller

#: The first and the last day of which rulings are.
FIRST, LAST = date(1998, 1, 1), date(2026, 10, 31)
_FORMATS = Weighted({"md": 0.6, "html": 0.25, "txt": 0.15})
_WRITERS = {"md": markdown, "html": page, "txt": plain}
#: How many files stand in a folder.
_FOLDER = 1000


class Ruling(NamedTuple):
    """A ruling as it was made: its file, its text, and the truth about it.

    `code` is the year of the code that its numbers are of. `fields` are the facts that it says of
    itself as data.
    """

    number: int
    name: str
    text: str
    language: str
    day: date
    body: str
    event: str
    decision: str
    situation: str
    code: str
    fields: dict[str, str]
    cited: list[Written]
    people: list[str]

    @property
    def id(self) -> str:
        """What it is called by in lists: its file without the ending."""
        return self.name.rpartition(".")[0]


@cache
def _situations(code: str) -> Weighted[Situation]:
    known = (each for each in facts().situations.values() if code in each.laws)
    return Weighted({each: each.weight for each in known})


@cache
def _years() -> Weighted[int]:
    growth = facts().numbers["growth"]
    span = range(FIRST.year, LAST.year + 1)
    return Weighted({year: growth ** (year - FIRST.year) for year in span})


def ruling(seed: int, number: int) -> Ruling:
    """Ruling `number` of a seed; it is the same whatever else is made."""
    draws = Draws(seed, number)
    known = facts()
    spoken = language(draws.one(languages()))
    day = _day(draws)
    code = max(year for year, since in known.codes.items() if since <= day.year)
    situation = _situations(code).draw(draws)
    board = play(draws, known.auctions, situation.auction, situation.offender, situation.guessed)
    scene = Scene(draws, known, spoken, situation, board, day, code)
    teller = Teller(scene)
    kind = _FORMATS.draw(draws)
    told = teller.told()
    return Ruling(
        number,
        f"{number // _FOLDER:04}/{number:07}-{spoken.code}.{kind}",
        _WRITERS[kind](told),
        spoken.code,
        day,
        teller.body,
        str(scene["event"]),
        teller.decision,
        situation.id,
        code,
        {} if kind == "txt" else dict(told.fields),
        scene.cited,
        scene.people,
    )


def _day(draws: Draws) -> date:
    first = date(_years().draw(draws), 1, 1)
    days = (min(LAST, date(first.year, 12, 31)) - first).days
    return first + timedelta(draws.between(0, days))
