"""What everything that reads may cost at most: the one table of the gate.

A limit is a·n + b for an input of n bytes. Time is in units (`measuring.unit`: some five
milliseconds of a processor), memory and answers are in bytes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Allowance:
    """What a step may cost: so much for a kilobyte or byte of input, and so much beside."""

    units_a_kilobyte: float = 8.0
    units_beside: float = 20.0
    memory_a_byte: float = 1_500.0
    memory_beside: float = 24_000_000.0
    answer_a_byte: float = 60.0
    answer_beside: float = 20_000.0

    def units(self, size: int) -> float:
        """Units of time for an input of so many bytes."""
        return self.units_a_kilobyte * size / 1000 + self.units_beside

    def memory(self, size: int) -> float:
        """Bytes of memory for an input of so many bytes."""
        return self.memory_a_byte * size + self.memory_beside

    def answer(self, size: int) -> float:
        """Bytes of an answer to an input of so many bytes."""
        return self.answer_a_byte * size + self.answer_beside

    def budget(self, size: int) -> float:
        """Units after which nobody waits any longer."""
        return 4 * self.units(size)


#: What a step may cost unless it stands in `READERS`.
USUAL = Allowance()

#: A document with links: a citation of three letters gets a title and an address.
_LINKED = Allowance(answer_a_byte=350)

#: What readers may cost, by their name and step, or by either.
READERS: dict[str, Allowance] = {
    **{
        f"link {one} in all languages: cite": Allowance(units_a_kilobyte=12)
        for one in ("text", "markdown", "html")
    },
    "html": _LINKED,
    "md": _LINKED,
    "text": _LINKED,
    "json": Allowance(answer_a_byte=200),
    "jsonl": Allowance(answer_a_byte=200),
    "annotations": Allowance(answer_a_byte=800, memory_a_byte=4_000),
    "one law": Allowance(answer_a_byte=200),
    "show": Allowance(units_beside=60),  # whatever is asked, texts are read first
    "search": Allowance(units_beside=80, answer_beside=600_000),
    "search.js": Allowance(units_beside=80, answer_beside=100_000),
    "called": Allowance(units_a_kilobyte=4, units_beside=80, answer_beside=600_000),
}

#: A list of a hundred records, or a law in all its languages, is long whatever was asked.
_LONG = Allowance(units_beside=100, answer_a_byte=60, answer_beside=1_000_000)

#: What routes may cost that do not as `any_route` says.
ROUTES: dict[str, Allowance] = {
    "POST /api/v1/link": Allowance(
        units_a_kilobyte=30, units_beside=60, memory_a_byte=5_000, answer_a_byte=800
    ),
    "GET /api/v1/search": Allowance(units_beside=100, answer_beside=600_000),
    "GET /api/v1/concordance": Allowance(
        units_beside=100, memory_beside=48_000_000, answer_beside=1_000_000
    ),
    "GET /api/v1/concepts": Allowance(units_beside=120, answer_beside=1_000_000),
}


def any_route(where: str) -> Allowance:
    """What an answer may cost of which nothing else is said."""
    return Allowance(2.0, 60.0, 1_500.0, 48_000_000.0, 60.0 if where == "body" else 20.0, 1_000_000)
