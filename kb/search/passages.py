"""What results are made of: kinds of results, records as readers see them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

import msgspec

#: What a result is: a law (or section of a statute) with its provisions, or a thing of its own.
ResultKind = Literal["law", "definition", "article", "other"]

#: Where the words of each term stand in a text: their offsets, start and end by turns.
Offsets: TypeAlias = dict[str, tuple[int, ...]]

_read_offsets = msgspec.json.Decoder(Offsets).decode
_write_offsets = msgspec.json.Encoder().encode

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
    `marks` are the `Offsets` of its terms as JSON, as if the body followed the heading behind one
    blank.
    """

    text: str
    id: str
    kind: str
    heading: str
    body: str
    marks: str
    plain: bool = False


class ShownPassage(msgspec.Struct):
    """A passage as it is read back. Its marks are decoded when somebody looks for words in it."""

    text: str
    language: str
    id: str
    kind: str
    heading: str
    body: str
    plain: bool
    marks: str
    _places: Offsets | None = None

    @classmethod
    def of(cls, stored: Passage) -> ShownPassage:
        """A passage as it was stored."""
        text, id, kind, heading, body, marks, plain = stored
        language = text.partition("/")[2]
        return cls(text, language, id, kind, heading, body, bool(plain), marks)

    @property
    def places(self) -> Offsets:
        """Where the words of each term stand, as if the body followed the heading."""
        if self._places is None:
            self._places, self.marks = places_of(self.marks), ""
        return self._places


def marks_of(terms: Iterable[tuple[str, int, int]]) -> str:
    """Terms with their offsets as `Passage.marks` has them.

    >>> marks_of([("pl:lew", 0, 3), ("c:trick", 9, 12), ("pl:lew", 9, 12)])
    '{"pl:lew":[0,3,9,12],"c:trick":[9,12]}'
    """
    by_term: dict[str, list[int]] = {}
    for term, start, end in terms:
        by_term.setdefault(term, []).extend((start, end))
    return _write_offsets(by_term).decode()


def places_of(marks: str) -> Offsets:
    """The offsets of each term in marks as `Passage` has them.

    >>> places_of('{"pl:lew":[0,3,9,12],"c:trick":[9,12]}')
    {'pl:lew': (0, 3, 9, 12), 'c:trick': (9, 12)}
    """
    return _read_offsets(marks)
