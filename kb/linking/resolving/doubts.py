"""Says of a citation that its number may be of an older code, since its document is that old.

site/linker/doubts.js does the same in a browser.
"""

from __future__ import annotations

from dataclasses import dataclass

from kb.linking.cited import Cited, FoundCitation
from kb.linking.dating.dating import Dating
from kb.linking.resolving.index import CitedEdition, Index


@dataclass(frozen=True)
class Doubts:
    """What the date of a document says of its numbers.

    `edition` is the one that they belong to when nothing beside them says which. `code` is the year
    of the older code that they may be of, None where that is no question; `is_stated` says that the
    document names this code, which is not here, so that its year beside a number says no more.
    """

    edition: CitedEdition
    code: str | None = None
    is_stated: bool = False
    old: CitedEdition | None = None

    @classmethod
    def of(cls, index: Index, within: str | None, dating: Dating | None) -> Doubts:
        """The doubts in a document of this date; none where an edition is said to be meant.

        Raises `NotFoundError` if there is no edition or work `within`.
        """
        if within is not None:
            return cls(index.edition(within))
        newest = index.default
        if dating is None or dating.code >= newest.year:
            return cls(newest)
        old = index.of_year(dating.code)
        if dating.is_stated and old:
            return cls(old)
        return cls(newest, dating.code, dating.is_stated, old)

    def without_year(self, located: FoundCitation) -> FoundCitation:
        """A citation without the year of the code that the whole document is of."""
        known = self.is_stated and located.year == self.code
        return located._replace(year=None) if known else located

    def cast(self, located: FoundCitation, cited: Cited) -> Cited:
        """The citation with the doubt, if its number is one of those that nothing says more of."""
        said = located.year is not None or located.sections or cited.edition != self.edition.id
        if self.code is None or said or cited.status not in ("linked", "dangling"):
            return cited
        old = self.old.now if self.old else {}
        then = dict.fromkeys(place for id in cited.targets for place in old.get(id, ()))
        return cited._replace(doubted=self.code, then=tuple(then))
