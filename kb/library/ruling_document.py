"""A ruling as a library has it: its facts, its words, and what it cites, ready for any engine."""

from __future__ import annotations

from bisect import bisect_right

from kb.core.stored import Stored

#: The sign with which the term of a cited provision begins: `@rules-2017:16.B`.
CITES = "@"
#: What the term begins with of a word that no law has, so that it has no language: `w:vanderbilt`.
OWN = "w:"


class RulingCitation(Stored, frozen=True):
    """A place where a ruling cites: the provision of `edition`, or the first and `last` of a range.

    `now` are the full ids of what it means in today's numbers, of a range all that is in it.
    `doubted` is the year of an older code that the number may be of; if that is here, `edition` is
    that code and `now` is where its provision stands today. `start` and `end` are places in the
    text of the ruling.
    """

    edition: str
    id: str
    last: str | None
    now: tuple[str, ...]
    quote: str
    line: int
    start: int
    end: int
    doubted: str | None = None


class RulingFacts(Stored, frozen=True):
    """What a ruling says of itself, or what was derived; `derived` says how, by the name of a fact.

    `date` is an ISO date, a month or a year, as much as is known. `decision` is the kind of what
    was decided, or the words of the front matter; `decided` are the words of the ruling. A fact
    that nothing tells is None.
    """

    title: str
    date: str | None
    language: str | None
    event: str | None
    body: str | None
    edition: str | None
    decision: str | None
    decided: str | None
    derived: dict[str, str]

    @property
    def year(self) -> str | None:
        """The year of the date."""
        return self.date[:4] if self.date else None


class RulingDocument(Stored, frozen=True):
    """A ruling that was read. `file` is its path, below the folder as people named that.

    `text` are its words as they are searched and shown, a line for each paragraph. `marks` are
    the offsets of its terms as those of a kb.search.passages.Passage, counted in title, line end
    and text. `lines` are pairs of numbers: from which offset of the text on
    which line of the file stands. `words` is how many words it has.
    """

    id: str
    file: str
    format: str
    facts: RulingFacts
    text: str
    marks: str
    lines: tuple[int, ...]
    cites: tuple[RulingCitation, ...]
    words: int

    @property
    def laws(self) -> tuple[str, ...]:
        """The laws that it cites, by full ids in today's numbers."""
        return tuple(dict.fromkeys(law_of(id) for one in self.cites for id in one.now))

    def line(self, offset: int) -> int:
        """The line of the file on which an offset of the text stands."""
        at = bisect_right(self.lines[::2], offset)
        return self.lines[2 * at - 1] if at else 1


def law_of(id: str) -> str:
    """The full id of the law that a provision belongs to.

    >>> law_of("rules-2017:16.B.1")
    'rules-2017:16'
    """
    edition, _, local = id.partition(":")
    return f"{edition}:{local.split('.')[0]}"
