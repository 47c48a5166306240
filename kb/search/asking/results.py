"""What a search gives: laws with their best provisions, definitions, sections of articles."""

from __future__ import annotations

import msgspec

from kb.core.ids import ProvisionId
from kb.search.asking.plan import Plan
from kb.search.asking.snippets import Snippet
from kb.search.asking.wording import ShownWording
from kb.search.database import FoundDocument, Name
from kb.search.passages import ResultKind


class Hit(msgspec.Struct, frozen=True):
    """A found record: as the reader sees it, and where it matched if in another's words."""

    document: FoundDocument
    score: float
    wording: ShownWording
    matched: ShownWording | None = None


class Result(msgspec.Struct, frozen=True):
    """A law with its best provisions; or a definition, a section of an article, another record.

    `game` is the work whose game it is about, `title` what a law is called in the reader's
    language, or in another where that has no name for it. `covered` is the share of the query
    that it speaks of, `asked` the part of the query that led to it, with its words marked; None
    for what is cited. `procedures` are the titles of those that lead to a law, in the reader's
    language.
    """

    game: str
    kind: ResultKind
    edition: str
    id: str
    score: float
    covered: float
    hits: tuple[Hit, ...]
    title: Name | None = None
    asked: Snippet | None = None
    procedures: tuple[Name, ...] = ()


class Results(msgspec.Struct, frozen=True):
    """Results by game: the game of the best result first, and in each game the best first.

    `game` is the one that the query names, `cited` what it cites, `missing` those citations that
    no text has, with what is near. `plan` is what its words ask for, None for a citation alone;
    `worth` what each wanted word of it counts. `left_out` is how many more provisions it cites.
    Results that are not `sure` are only the nearest that there are: perhaps none answers.
    """

    query: str
    game: str | None
    cited: tuple[ProvisionId, ...]
    missing: dict[ProvisionId, tuple[ProvisionId, ...]]
    plan: Plan | None
    results: tuple[Result, ...]
    worth: tuple[float, ...] = ()
    left_out: int = 0
    sure: bool = True

    @property
    def is_number(self) -> bool:
        """Whether the query is the number of one provision that there is, and nothing else."""
        alone = len(self.cited) == len(self.results) == 1 and not self.missing
        return alone and self.plan is None and len(self.results[0].hits) == 1

    def of(self, kind: ResultKind) -> list[Result]:
        """The results of a kind in their order."""
        return [result for result in self.results if result.kind == kind]
