"""The rulings of the site: those of the library that the manifest names, the newest first.

The library reads each file once and keeps what it knows; the pages of every language are made of
that. Our own rulings, Markdown files in site/rulings, are shown as they are written, in every
language; those of other folders as the words that the library knows, in their own language alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from kb.core.addresses import RULINGS, page_below, ruling_page
from kb.core.ids import ProvisionId
from kb.core.progress import Progress, silent
from kb.corpus.corpus import Corpus
from kb.library.folders import LibraryFolder, file_key
from kb.library.library import RulingLibrary, library_folders
from kb.library.redaction import NOTHING, Redactor, read_redactor
from kb.library.ruling_document import CITES, RulingCitation, RulingDocument
from kb.library.ruling_reader import ruling_id
from kb.library.seam import FacetName, FoundRulings, RulingEngine, RulingQuery, WantedWord
from kb.library.state import LibraryPlace
from kb.library.updating import Updater
from kb.linking.resolving.index import Index
from kb.linking.writing.hover import Hover
from kb.publishing.parts.alternates import language_of_others
from kb.publishing.parts.shown_rulings import FOLDER, Shown, anchor, shown_rulings
from kb.search.passages import places_of
from kb.storage.store import Store

#: Up to so many rulings the site has a page for each and searches without the service; of more it
#: lists the newest, and the service answers.
MOST = 3000

_CONCEPT = "c:"


@dataclass(frozen=True)
class PlaceCited:
    """A citation in a ruling, by its number there: the provisions of an edition.

    If that is not the newest of its work, `now` is where the first of them stands today.
    """

    number: int
    edition: str
    ids: tuple[ProvisionId, ...]
    now: tuple[ProvisionId, ...]


@dataclass(frozen=True, eq=False)
class SiteRuling:
    """A ruling of the site with its facts.

    `page` is the language in whose directory its page stands, "" if every language has one, None
    if it has none. `shown` is one of ours for readers of the language of the pages.
    """

    slug: str
    page: str | None
    document: RulingDocument
    cites: tuple[PlaceCited, ...]
    shown: Shown | None = None

    @property
    def title(self) -> str:
        """What it is called, in its own language."""
        return self.shown.ruling.title if self.shown else self.document.facts.title

    @property
    def language(self) -> str:
        """The language of its words, "" where that is not known."""
        return self.shown.ruling.language if self.shown else self.document.facts.language or ""

    @property
    def summary(self) -> str:
        """What it says in a sentence; "" unless it is one of ours."""
        return self.shown.ruling.summary if self.shown else ""

    def href(self, root: str, number: int = 0) -> str:
        """The address of its page, or of a citation on it; `root` leads to the language's pages.

        One that has no page is shown by the page of all.
        """
        if self.page is None:
            return ruling_page(root, self.slug)
        above = f"{root}../{self.page}/" if self.page else root
        return page_below(f"{above}{RULINGS}/", self.slug) + (
            f"#{anchor(number)}" if number else ""
        )


class LawCitation(NamedTuple):
    """A provision that a ruling cites, and the number of the citation there.

    `as_` is the provision's number in an older code if the ruling cites that; else "".
    """

    ruling: SiteRuling
    number: int
    id: ProvisionId
    as_: str


@dataclass(frozen=True, eq=False)
class SiteLibrary:
    """The rulings for the pages of one language, the newest first; `total` is how many there are.

    `rulings` are all, or the newest if there are more than `MOST`: then `engine` counts the others.
    `by_law` has by the full id of each law what rulings cite of it, the newest first; `facets` has
    how many of all have which fact.
    """

    rulings: tuple[SiteRuling, ...] = ()
    by_law: Mapping[str, Sequence[LawCitation]] = field(default_factory=dict)
    total: int = 0
    facets: Mapping[FacetName, Sequence[tuple[str, int]]] = field(default_factory=dict)
    engine: RulingEngine | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all rulings are here."""
        return self.total <= len(self.rulings)

    @cached_property
    def order(self) -> Mapping[SiteRuling, int]:
        """The place of each ruling among all, the newest first."""
        return {ruling: at for at, ruling in enumerate(self.rulings)}

    def count(self, ids: Iterable[str], listed: Collection[SiteRuling]) -> int:
        """How many rulings cite one of some provisions by full ids, of which these are `listed`."""
        if self.is_whole or self.engine is None:
            return len(listed)
        query = RulingQuery(laws=(tuple(f"{CITES}{id}" for id in ids),), limit=1, facets=False)
        return self.engine.search(query).total

    def of_concept(self, id: str) -> tuple[Sequence[SiteRuling], int]:
        """The rulings that have the words of a concept, and how many there are of them."""
        listed = self._by_concept.get(id, ())
        if self.is_whole or self.engine is None:
            return listed, len(listed)
        word = WantedWord(id, {f"{_CONCEPT}{id}": 1.0})
        return listed, self.engine.search(RulingQuery((word,), limit=1, facets=False)).total

    @cached_property
    def _by_concept(self) -> Mapping[str, Sequence[SiteRuling]]:
        found: defaultdict[str, list[SiteRuling]] = defaultdict(list)
        for ruling in self.rulings:
            for term in places_of(ruling.document.marks):
                if term.startswith(_CONCEPT):
                    found[term.removeprefix(_CONCEPT)].append(ruling)
        return found


@dataclass(frozen=True)
class OpenedLibrary:
    """The library as it is read: the engine, its folders, and what replaces names."""

    engine: RulingEngine
    folders: tuple[LibraryFolder, ...]
    redactor: Redactor


def read_library(corpus: Corpus, store: Store, progress: Progress = silent) -> OpenedLibrary | None:
    """Bring the library of the site up to date and open it; None where the site has no rulings.

    A folder that is not there is left out. Raises what `Updater` does.
    """
    folders = tuple(
        folder
        for folder in (library_folders(corpus, ()) if corpus.rulings else ())
        if folder.path.is_dir()
    )
    if not folders:
        return None
    place = LibraryPlace(corpus.home, folders)
    names = place.names_to_replace(corpus.redact)
    Updater(place, corpus, store, names, progress).update()
    redactor = read_redactor(names) if names else NOTHING
    return OpenedLibrary(RulingLibrary.open(corpus, store, place).engine, folders, redactor)


def newest(opened: OpenedLibrary) -> FoundRulings:
    """The newest rulings, as many as the site has pages for, with counts of all."""
    return opened.engine.search(RulingQuery(sort="date", limit=MOST))


def site_library(
    corpus: Corpus, store: Store, index: Index, language: str, hover: Hover
) -> SiteLibrary:
    """The rulings for readers of a language.

    There are none where `index` has no code that they could cite. `hover` gives links their titles.
    Raises `CorpusError` for a ruling of ours that does not say what it is.
    """
    opened = read_library(corpus, store) if index.has_default else None
    if opened is None:
        return SiteLibrary()
    found = newest(opened)
    documents = {hit.document.id: hit.document for hit in found.hits}
    slugs = our_slugs(corpus, opened)
    own = shown_rulings(corpus.home / FOLDER, index, language, hover, opened.redactor)
    shown = {one.ruling.slug: one for one in own} if slugs else {}
    ours = {id: shown[slug] for id, slug in slugs.items()}
    for id in ours.keys() - documents.keys():
        if document := opened.engine.get(id):
            documents[id] = document
    is_whole = found.total <= MOST
    rulings = [
        _our_ruling(ours[id], document, index)
        if id in ours
        else _other_ruling(document, corpus, index, is_whole)
        for id, document in documents.items()
    ]
    rulings.sort(key=lambda one: one.document.facts.date or "", reverse=True)
    return SiteLibrary(
        tuple(rulings), _by_law(rulings, index), found.total, found.facets, opened.engine
    )


def _by_law(rulings: Iterable[SiteRuling], index: Index) -> Mapping[str, Sequence[LawCitation]]:
    """What rulings cite of each law: as they write it, and where that stands today."""
    found: defaultdict[str, list[LawCitation]] = defaultdict(list)
    for ruling in rulings:
        for one in ruling.cites:
            for id in one.ids:
                citation = LawCitation(ruling, one.number, id, "")
                found[f"{one.edition}:{id.law}"].append(citation)
            edition = index.editions.get(one.edition)
            newest = index.newest(edition.work) if edition else None
            if edition is None or newest is None:
                continue
            for id in one.now:
                older = f"{', '.join(id.display for id in one.ids)} ({edition.year})"
                citation = LawCitation(ruling, one.number, id, older)
                found[f"{newest.id}:{id.law}"].append(citation)
    return found


def our_slugs(corpus: Corpus, opened: OpenedLibrary) -> dict[str, str]:
    """The names of our own rulings by their ids, if the manifest names their folder."""
    own = corpus.home / FOLDER
    folder = next((one for one in opened.folders if one.path == own), None)
    names = [path.name for path in sorted(own.glob("*.md"))] if folder else []
    return {
        ruling_id(opened.redactor.redacted(name), file_key(folder, name)): name.removesuffix(".md")
        for name in names
        if folder
    }


def _our_ruling(shown: Shown, document: RulingDocument, index: Index) -> SiteRuling:
    cites = tuple(
        PlaceCited(number, cited.edition, index.provisions(cited), cited.now[:1])
        for number, cited in enumerate(shown.cited, 1)
        if cited.status == "linked"
    )
    return SiteRuling(shown.ruling.slug, "", document, cites, shown)


def _other_ruling(
    document: RulingDocument, corpus: Corpus, index: Index, has_page: bool
) -> SiteRuling:
    cites = tuple(_citing(number, one, index) for number, one in enumerate(document.cites, 1))
    return SiteRuling(document.id, page_of(document, corpus) if has_page else None, document, cites)


def _citing(number: int, one: RulingCitation, index: Index) -> PlaceCited:
    """A citation of a document of the library."""
    edition = index.editions.get(one.edition)
    if edition is None:
        return PlaceCited(number, one.edition, (), ())
    ends = tuple(ProvisionId.parse(id) for id in (one.id, one.last) if id)
    ids = (id for id in edition.resolver.provisions(ends) if id in edition.provisions)
    newest = index.newest(edition.work)
    now: Iterable[ProvisionId] = ()
    if newest and newest is not edition:
        today = (ProvisionId.parse(id.partition(":")[2]) for id in one.now[:1])
        now = (id for id in today if id in newest.provisions)
    return PlaceCited(number, one.edition, tuple(ids), tuple(now))


def page_of(document: RulingDocument, corpus: Corpus) -> str:
    """The language in whose directory the page of a ruling stands: its own, if that has pages."""
    own = document.facts.language or ""
    languages = corpus.page_languages
    return own if own in languages else language_of_others(languages)
