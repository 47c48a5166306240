"""What results are made of: kinds of results, records as readers see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

#: What a result is: a law (or section of a statute) with its provisions, or a thing of its own.
ResultKind = Literal["law", "definition", "article", "other"]

#: The kind of result that each kind of record belongs to. Other kinds are not searched: their words
#: count for the provisions that they point to, or are those of the sections below them.
RESULTS: dict[str, ResultKind] = {
    "law": "law",
    "provision": "law",
    "note": "law",
    "case": "law",
    "bid": "law",
    "definition": "definition",
    "section": "article",
    "front": "other",
    "chapter": "other",
    "example": "other",
}


class Passage(NamedTuple):
    """A record in one language as readers see it, and where each term stands in it, to be stored.

    `plain` says that these are our plain words: then `text` is the edition and the language, and
    `id` the record that the words stand at, which may contain that which they were found for.
    `marks` has a line for each term: the term and the offsets of its words, start and end by turns,
    as if the body followed the heading behind one blank.
    """

    text: str
    id: str
    kind: str
    heading: str
    body: str
    marks: str
    plain: bool = False


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage as it is read back: `places` has of each term the offsets that `marks` had."""

    text: str
    language: str
    id: str
    kind: str
    heading: str
    body: str
    plain: bool
    places: Mapping[str, str]

    @classmethod
    def of(cls, stored: Passage) -> ShownPassage:
        """A passage as it was stored."""
        text, id, kind, heading, body, marks, plain = stored
        language = text.partition("/")[2]
        return cls(text, language, id, kind, heading, body, bool(plain), places_of(marks))


def marks_of(terms: Iterable[tuple[str, int, int]]) -> str:
    r"""Terms with their offsets as `Passage.marks` has them, a line for each term.

    >>> marks_of([("pl:lew", 0, 3), ("c:trick", 9, 12), ("pl:lew", 9, 12)])
    '\npl:lew 0 3 9 12\nc:trick 9 12\n'
    """
    by_term: dict[str, list[str]] = {}
    for term, start, end in terms:
        by_term.setdefault(term, []).append(f"{start} {end}")
    return "".join(f"\n{term} {' '.join(offsets)}" for term, offsets in by_term.items()) + "\n"


def places_of(marks: str) -> dict[str, str]:
    r"""The offsets of each term in marks as `Passage` has them.

    >>> places_of("\npl:lew 0 3 9 12\nc:trick 9 12\n")
    {'pl:lew': '0 3 9 12', 'c:trick': '9 12'}
    """
    return dict(line.split(" ", 1) for line in marks.split("\n")[1:-1])
