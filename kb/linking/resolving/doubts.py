"""Says of a citation that its number may be of an older code, since its document is that old.

site/linker/doubts.js does the same in a browser.
"""

from __future__ import annotations

from dataclasses import dataclass

from kb.linking.cited import Cited, FoundCitation
from kb.linking.dating.dating import Dating
from kb.linking.resolving.index import CitedEdition, Index

#: Among how many characters on both sides of a citation its year is; finding looks as far.
_BEFORE, _AFTER = 100, 60


@dataclass(frozen=True)
class Doubts:
    """What the date of a document says of its numbers.

    `edition` is the one that they belong to when nothing beside them says which. `code` is the year
    of the older code that they may be of, None where that is no question; `old` is that code if it
    is here.
    """

    index: Index
    edition: CitedEdition
    dating: Dating | None = None
    code: str | None = None
    old: CitedEdition | None = None

    @classmethod
    def of(cls, index: Index, within: str | None, dating: Dating | None) -> Doubts:
        """The doubts in a document of this date; none where an edition is said to be meant.

        Raises `NotFoundError` if there is no edition or work `within`.
        """
        if within is not None:
            return cls(index, index.edition(within))
        newest = index.default
        if dating is None or dating.code >= newest.year:
            return cls(index, newest, dating)
        old = index.of_year(dating.code)
        if dating.is_stated and old:
            return cls(index, old, dating)
        return cls(index, newest, dating, dating.code, old)

    def apart(self, view: str, located: FoundCitation) -> FoundCitation:
        """A citation without a year that is no edition's: that of the date, which stands near.

        Neither is the year of a code said that is not here and that the whole document is of.
        """
        dating, year = self.dating, located.year
        if year is None or dating is None:
            return located
        stated = dating.is_stated and self.old is None and year == self.code
        is_date = dating.source in ("dateline", "title", "end") and year == str(dating.year)
        if stated or (is_date and self._is_near(view, located, dating)):
            return located._replace(year=None)
        return located

    def _is_near(self, view: str, located: FoundCitation, dating: Dating) -> bool:
        """Whether the year beside a citation is no other than that in the date of the document."""
        citation, year = located.citation, str(dating.year)
        first = citation.start - _BEFORE
        others = view[max(first, dating.end) : citation.start] if first < dating.end else year
        return year not in others + view[citation.end : citation.end + _AFTER]

    def cast(self, located: FoundCitation, cited: Cited) -> Cited:
        """The citation with the doubt, if its number is one of those that nothing says more of."""
        said = located.year in self.index.years or located.sections
        if self.code is None or said or cited.edition != self.edition.id:
            return cited
        if cited.status not in ("linked", "dangling"):
            return cited
        old = self.old.now if self.old else {}
        then = dict.fromkeys(place for id in cited.targets for place in old.get(id, ()))
        return cited._replace(doubted=self.code, then=tuple(then))
