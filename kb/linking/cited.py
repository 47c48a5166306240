"""What the linker knows of a citation: where it is, what it means, and how sure that is."""

from __future__ import annotations

from typing import Literal, NamedTuple

from kb.citations.recogniser import Citation
from kb.core.ids import ProvisionId

#: linked: it exists and is linked. dangling: there is no such provision, or no such edition here.
#: foreign: it is one of another regulation. ambiguous: nothing says what it belongs to.
Status = Literal["linked", "dangling", "foreign", "ambiguous"]

#: Why a citation has its status; kb.linking.writing.hover says it in the reader's language.
Reason = Literal[
    "announced",     # a word says that it is a law: Law 27, § 27
    "alone",         # nothing but a citation looks so: 70D1, see 16B
    "relative",      # it depends on the citation before it: point C after Law 70
    "repeated",      # ibid.
    "older",         # of an older edition: `now` says where that stands today
    "no-provision",  # the edition has no such provision: `nearest`
    "no-edition",    # an edition that is not here: 2007
    "other-rules",   # another regulation, named in `owner`
    "no-law",        # a label without a law: point C
]  # fmt: skip


class DocumentSpan(NamedTuple):
    """From `start` to before `end`, in code points of the untouched document."""

    start: int
    end: int


class FoundCitation(NamedTuple):
    """A citation by its words, before it is resolved.

    `paragraph` counts from 0. `year` is that of an edition named beside it, `owner` the other
    regulation that it is of, in small letters; `game` is the work that is named in its paragraph,
    or whose words it has. `sections` says that it is written as sections of statutes are: § 2 (1).
    `own` says that words of that work make it a citation: Article 9.2.
    """

    citation: Citation
    language: str
    paragraph: int
    year: str | None = None
    owner: str | None = None
    game: str | None = None
    sections: bool = False
    own: bool = False


class Cited(NamedTuple):
    """One cited path, or range, of a document, and what it means.

    `span` includes the words that announce it, `core` is the path alone. `targets` are ids of
    `edition`: one, or the first and the last of a range; an edition that is not here is named by
    its year. For an older edition `now` is where its targets stand in the newest; `Index.today` has
    the places of all in a range. `nearest` are provisions that exist, near to a target that does
    not. `confidence` is from 0 to 1. Only what has the status linked gets a link. `doubted` is the
    year of an older code that the number may be of, since the document is of its time; `then` is
    where that number of that code stands today, as far as both are here.
    """

    span: DocumentSpan
    core: DocumentSpan
    quote: str
    language: str
    paragraph: int
    status: Status
    reason: Reason
    confidence: float
    edition: str
    targets: tuple[ProvisionId, ...] = ()
    nearest: tuple[ProvisionId, ...] = ()
    now: tuple[ProvisionId, ...] = ()
    owner: str | None = None
    relative: bool = False
    doubted: str | None = None
    then: tuple[ProvisionId, ...] = ()

    @property
    def is_range(self) -> bool:
        """Whether it is a range: Laws 49–51."""
        return len(self.targets) > 1
