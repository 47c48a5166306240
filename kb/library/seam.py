"""What a library asks of its engine.

The embedded one is kb.library.engines.whoosh_library; kb.library.engines.typesense_library has its
rulings in a cluster; kb.library.engines.choosing says which one a library has.

Analysis and citations are ours: an engine gets each ruling with its terms (`marks`) and what it
cites, and each query as the terms that its words may stand for. Filters, facets, sorting and the
mending of words that no law has are the engine's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Protocol

from kb.library.ruling_document import RulingDocument

if TYPE_CHECKING:  # Whoosh takes long to import
    from kb.concordance.indexed_words import ConcordancePart

RulingOrder = Literal["relevance", "date"]
FacetName = Literal["law", "year", "body", "language", "decision"]

#: What can be counted, in the order in which it is shown.
FACETS: Final[tuple[FacetName, ...]] = ("law", "year", "body", "language", "decision")


@dataclass(frozen=True)
class WantedWord:
    """A word of a query: as typed, and the terms that it may stand for with what each counts.

    `strange` says that neither a law nor a dictionary has it: the engine may mend it by the words
    that rulings alone have.
    """

    typed: str
    terms: Mapping[str, float]
    strange: bool = False


@dataclass(frozen=True)
class RulingQuery:
    """What is asked of a library.

    `laws` are groups of terms of citations: of each group a ruling must have one. Of the values of
    `only` it must have one for each facet; "" stands for a fact that is not known. `since` and
    `until` are ISO dates, months or years, both included.
    """

    words: tuple[WantedWord, ...] = ()
    laws: tuple[tuple[str, ...], ...] = ()
    only: Mapping[FacetName, Sequence[str]] = field(default_factory=dict)
    since: str | None = None
    until: str | None = None
    sort: RulingOrder = "relevance"
    limit: int = 10
    offset: int = 0
    facets: bool = True


@dataclass(frozen=True)
class RulingHit:
    """A ruling that was found; `covered` is the share of the query's words that it has."""

    document: RulingDocument
    score: float
    covered: float


@dataclass(frozen=True)
class FoundRulings:
    """What an engine found: some hits of `total`, and how often each value of each facet is there.

    Values come by how often, "" stands for a fact that is not known. `worth` is what each word of
    the query counts, by how rare it is; `mended` are the words that were read as another.
    """

    hits: tuple[RulingHit, ...]
    total: int
    facets: Mapping[FacetName, Sequence[tuple[str, int]]]
    worth: tuple[float, ...] = ()
    mended: Mapping[str, str] = field(default_factory=dict)
    words: tuple[WantedWord, ...] = ()


class RulingEngine(Protocol):
    """Keeps the documents of a library, and finds them."""

    def replace(self, documents: Iterable[RulingDocument], removed: Collection[str] = ()) -> None:
        """Put documents in, in place of those with their ids, and take ids out.

        Where it breaks off, none or some are written; to write them again does no harm.
        """

    def concorded(self) -> Sequence[ConcordancePart]:
        """The words of all rulings for a concordance; () where there are too many to keep them."""

    def search(self, query: RulingQuery) -> FoundRulings:
        """The rulings that a query asks for."""

    def get(self, id: str) -> RulingDocument | None:
        """The ruling with an id, None if there is none."""

    def similar(self, id: str, limit: int) -> FoundRulings:
        """The rulings that cite the same and are about the same, the best first; no facets."""

    def documents(self) -> Iterable[RulingDocument]:
        """All rulings, without their texts and marks, in the order of their ids."""

    def near(self, id: str) -> list[str]:
        """Ids among which are those that are most like one."""

    def knows(self, terms: Iterable[str]) -> bool:
        """Whether a ruling has one of some terms."""

    @property
    def changes(self) -> int:
        """A number that is another one after every change."""

    def __len__(self) -> int:
        """How many rulings there are."""

    def close(self) -> None:
        """Let go of what is open."""
