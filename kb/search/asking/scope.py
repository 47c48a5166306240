"""What a search may find: the documents of some texts, and which edition a citation means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from kb.citations.resolver import Resolver
from kb.citations.works import Works
from kb.core.ids import ProvisionId
from kb.core.nearest import nearest_provisions
from kb.corpus.corpus import Corpus, Text
from kb.search.database import Database, FoundDocument

#: What can be cited.
CITABLE = ("law", "provision", "case")


class Scope:
    """Some texts of a corpus as a search sees them."""

    def __init__(self, corpus: Corpus, database: Database, texts: Sequence[Text]) -> None:
        self._corpus, self._database = corpus, database
        self.texts = tuple(texts)
        self._ids = frozenset(text.id for text in texts)
        self._resolvers: dict[str | None, Resolver] = {}

    @cached_property
    def newest(self) -> frozenset[str]:
        """The newest edition of each work that there is a text of."""
        works = {self._corpus.edition(text.edition).work for text in self.texts}
        return frozenset(self._corpus.newest(work, self.texts).id for work in works)

    @cached_property
    def allowed(self) -> bytes:
        """A byte for each document by its number: 1 where it may be found, else 0.

        What a newer edition has too is found only there, also by the words of the older one.
        """
        mask = sum(1 << self._database.texts.index(text.id) for text in self.texts)
        inside = (bool(bits & mask) for bits in self._database.text_bits)
        if {text.edition for text in self.texts} == self.newest:
            return bytes(inside)
        pairs = zip(inside, self._database.replaced, strict=True)
        return bytes(is_inside and not replaced for is_inside, replaced in pairs)

    @cached_property
    def provisions(self) -> dict[str, list[ProvisionId]]:
        """The provisions of the newest edition of each work, in the order of the book."""
        return {
            edition: sorted(map(ProvisionId.parse, self._database.ids(edition, CITABLE)))
            for edition in dict.fromkeys(text.edition for text in self.texts)
            if edition in self.newest
        }

    @cached_property
    def works(self) -> Works:
        """The works of these texts that are cited by words of their own."""
        here = {self._work(text.edition) for text in self.texts}
        profiles = self._corpus.profiles
        return Works.of({id: profile for id, profile in profiles.items() if id in here})

    def resolver(self, work: str | None = None) -> Resolver:
        """Resolves citations in a query, in the newest edition of a work.

        Without a work it does so in those that a number may mean of which nothing says more.
        """
        if work not in self._resolvers:
            ids = chain.from_iterable(self._of(work).values())
            self._resolvers[work] = Resolver(ids, in_code=False)
        return self._resolvers[work]

    def nearest(self, id: ProvisionId, work: str | None = None) -> tuple[ProvisionId, ...]:
        """What exists near a provision that does not, in the first edition that has provisions."""
        provisions = next(filter(None, self._of(work).values()), [])
        return tuple(nearest_provisions(provisions, id))

    def _of(self, work: str | None) -> dict[str, list[ProvisionId]]:
        """The provisions of a work; without one, of those that no rival of the default is."""
        return {
            edition: provisions
            for edition, provisions in self.provisions.items()
            if (self._work(edition) == work if work else edition not in self._rivals)
        }

    @cached_property
    def _rivals(self) -> frozenset[str]:
        return self._corpus.rivals(text.edition for text in self.texts)

    def _work(self, edition: str) -> str:
        return self._corpus.edition(edition).work

    def cited(self, id: ProvisionId, work: str | None, language: str | None) -> list[FoundDocument]:
        """The documents that a citation means; `language` is that of its words, if it has any.

        It is of `work`, or nothing says so: then a rival of the default work has it only where
        that work has no such number. It means the newest edition of each work. Only where all
        texts of its language are of an older edition it means that one: its provision comes first,
        then where that stands today.
        """
        documents = [*filter(self._citable, self._database.cited(str(id)))]
        if work:
            documents = [one for one in documents if self._work(one.edition) == work]
        ours = [one for one in documents if one.edition not in self._rivals]
        documents = ours or documents
        current = [document for document in documents if document.edition in self.newest]
        older = [document for document in documents if document.edition not in self.newest]
        spoken = {text.edition for text in self.texts if text.language == language}
        meant = [document for document in older if document.edition in spoken]
        if meant and spoken.isdisjoint(self.newest):
            return [*meant, *chain.from_iterable(map(self._now, meant))]
        return current or older

    def _now(self, document: FoundDocument) -> list[FoundDocument]:
        """Where what an older edition has stands in a newer one, the main place first."""
        return [
            new
            for edition, id in self._database.successors(document.texts[0], document.id)
            for new in self._database.cited(id)
            if new.edition == edition and self._citable(new)
        ]

    def _citable(self, document: FoundDocument) -> bool:
        """Whether a document may be cited: a section of an article has no law's number."""
        return document.kind in CITABLE and not self._ids.isdisjoint(document.texts)
