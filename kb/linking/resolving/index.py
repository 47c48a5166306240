"""The index of what can be cited: all provisions of the editions, and where old ones are today."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from kb.citations.resolver import Resolver
from kb.citations.works import Works
from kb.core.errors import KodeksError, NotFoundError
from kb.core.ids import ProvisionId
from kb.core.nearest import nearest_provisions
from kb.core.stored_records import CaseRecord, RuleRecord, StoredRecord
from kb.corpus.corpus import Corpus, Text
from kb.corpus.profile import Profile, profile_of
from kb.linking.cited import Cited
from kb.linking.finding.named_works import NamedWorks
from kb.records.counterparts import newer_places
from kb.storage.store import Store

SCHEMA = "kodeks.index/2"
_ANEW = "Take linker/index.json of a site that kodeks built."


class BadIndexError(KodeksError):
    """A file that is not an index, or one of another version; exit code 2."""

    exit_code = 2


@dataclass(frozen=True, eq=False)
class CitedEdition:
    """An edition that can be cited: its provisions, and where they stand in the newest one.

    For an older edition `now` has where a provision stands in the newest, the main place first; for
    the newest it is empty.
    """

    id: str
    work: str
    year: str
    profile: Profile
    provisions: frozenset[ProvisionId]
    now: Mapping[ProvisionId, tuple[ProvisionId, ...]] = field(default_factory=dict)

    @cached_property
    def resolver(self) -> Resolver:
        """Resolves the citations of this edition in rulings."""
        return Resolver(self.provisions, in_code=False)

    @cached_property
    def today(self) -> Callable[[tuple[ProvisionId, ...]], tuple[ProvisionId, ...]]:
        """A function from the ends of a range to where all in it stands in the newest edition.

        Each place comes once. Answers are cached as long as the edition is there.
        """

        @lru_cache(maxsize=1024)
        def today(ends: tuple[ProvisionId, ...]) -> tuple[ProvisionId, ...]:
            inside = self.resolver.provisions(ends)
            return tuple(dict.fromkeys(place for id in inside for place in self.now.get(id, ())))

        return today

    @cached_property
    def nearest(self) -> Callable[[ProvisionId], tuple[ProvisionId, ...]]:
        """A function from a missing provision to the one that shares most labels with it, if any.

        It is in the same law if there is that law. Answers are cached as long as the edition is
        there.
        """
        laws: dict[ProvisionId | None, list[ProvisionId]] = {}
        for id in self.provisions:
            laws.setdefault(id.law, []).append(id)
        laws[None] = [*filter(None, laws)]

        @lru_cache(maxsize=4096)
        def nearest(missing: ProvisionId) -> tuple[ProvisionId, ...]:
            law = missing.law if missing.law in self.provisions else None
            return tuple(nearest_provisions(laws.get(law, ()), missing)[:1])

        return nearest


@dataclass(frozen=True)
class Index:
    """All editions that can be cited, by id, newer ones first; and what games are called.

    `games` has the names of each work. `years` are the years of all editions of these works, also
    of those that are not here. `pages` are the languages in which the site has pages.
    `default_work` is the one that numbers belong to when nothing says which. `codes` has for the
    year of each edition of it, also of those that are not here, the first year in which it was in
    force.
    """

    editions: Mapping[str, CitedEdition]
    games: Mapping[str, tuple[str, ...]]
    years: frozenset[str]
    pages: tuple[str, ...]
    codes: Mapping[str, int] = field(default_factory=dict)
    default_work: str = ""

    @classmethod
    def of(cls, corpus: Corpus, store: Store) -> Index:
        """The index of a corpus with its build."""
        editions: dict[str, CitedEdition] = {}
        for edition in sorted(corpus.editions, key=lambda e: e.effective, reverse=True):
            texts = corpus.texts_of(edition.id)
            if edition.about is not None or not texts:
                continue
            newest = corpus.newest(edition.work, corpus.readable)
            now: dict[ProvisionId, tuple[ProvisionId, ...]] = {}
            if newest != edition:
                for record in filter(_is_provision, store.records(texts[0].id)):
                    places = newer_places(record).get(newest.id, [])
                    if ids := [place.provision for place in places if place.provision]:
                        now[ProvisionId.parse(record.id)] = tuple(map(ProvisionId.parse, ids))
            editions[edition.id] = CitedEdition(
                edition.id,
                edition.work,
                edition.year,
                edition.profile,
                frozenset(_cited(store, texts)),
                now,
            )
        default = corpus.default_work
        return cls(
            editions,
            {work.id: work.names for work in corpus.works if work.names},
            frozenset(year for work in corpus.works for year in work.years),
            corpus.page_languages,
            default.in_force,
            default.id,
        )

    def newest(self, work: str) -> CitedEdition | None:
        """The newest edition of a work; None where there is none."""
        return next((edition for edition in self.editions.values() if edition.work == work), None)

    @property
    def default(self) -> CitedEdition:
        """The edition that a number means when nothing says which.

        It is the newest of the default work. Raises `NotFoundError` where that has none.
        """
        edition = self.newest(self.default_work)
        if edition is None:
            raise NotFoundError("there is no code to cite", [*self.editions])
        return edition

    @property
    def has_default(self) -> bool:
        """Whether there is an edition that a number means when nothing says which."""
        return self.newest(self.default_work) is not None

    def provisions(self, cited: Cited) -> tuple[ProvisionId, ...]:
        """All that a citation means: its target, or all provisions of its range.

        They are its targets alone if the edition is not here.
        """
        edition = self.editions.get(cited.edition)
        return edition.resolver.provisions(cited.targets) if edition else cited.targets

    def today(self, cited: Cited) -> tuple[ProvisionId, ...]:
        """Where all that a citation of an older edition means stands today; each place once."""
        if not cited.is_range or not cited.now:
            return cited.now
        return self.editions[cited.edition].today(cited.targets)

    def of_year(self, year: str) -> CitedEdition | None:
        """The edition of this year of the work that numbers belong to; None if it is not here."""
        wanted = (self.default.work, year)
        return next((e for e in self.editions.values() if (e.work, e.year) == wanted), None)

    def edition(self, id: str) -> CitedEdition:
        """The edition with this id, or the newest of the work with this id.

        Raises `NotFoundError` with the ids that there are.
        """
        edition = self.editions.get(id) or self.newest(id)
        if edition is None:
            raise NotFoundError(f"there is no edition {id!r}", [*self.editions])
        return edition

    def main(self, within: str | None) -> str:
        """The work that a document is said to be of, else the default.

        Raises `NotFoundError` as `edition` does.
        """
        return self.edition(within).work if within is not None else self.default_work

    @cached_property
    def works(self) -> NamedWorks:
        """What works are called and cited by, ready to be looked for in a document."""
        sectioned = {
            edition.work for edition in self.editions.values() if edition.profile.is_statute
        }
        profiles = {edition.work: edition.profile for edition in self.editions.values()}
        return NamedWorks(self.games, sectioned, Works.of(profiles), self.default_work)

    def to_json(self) -> dict[str, Any]:
        """The index as plain JSON, for the browser and for people without a checkout."""
        return {
            "schema": SCHEMA,
            "editions": [
                {
                    "id": edition.id,
                    "work": edition.work,
                    "year": edition.year,
                    **edition.profile.to_json(),
                    "provisions": [str(id) for id in sorted(edition.provisions)],
                    "now": {str(id): [*map(str, edition.now[id])] for id in sorted(edition.now)},
                }
                for edition in self.editions.values()
            ],
            "games": {work: [*names] for work, names in self.games.items()},
            "years": sorted(self.years),
            "pages": [*self.pages],
            "codes": dict(sorted(self.codes.items())),
            "default": self.default_work,
        }

    @classmethod
    def from_json(cls, raw: Any) -> Index:
        """The index that `to_json` wrote; raises `BadIndexError` for anything else."""
        try:
            if raw["schema"] != SCHEMA:
                raise BadIndexError(f"this index is {raw['schema']!r}, not {SCHEMA}", _ANEW)
            editions = {edition["id"]: _edition(edition) for edition in raw["editions"]}
            games = {str(work): tuple(map(str, names)) for work, names in raw["games"].items()}
            years, pages = frozenset(map(str, raw["years"])), tuple(map(str, raw["pages"]))
            # An index of an older Kodeks has no codes: then no document is too old for it.
            codes = {str(year): int(since) for year, since in raw.get("codes", {}).items()}
            default = str(raw["default"])
            return cls(editions, games, years, pages, codes, default)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise BadIndexError(f"this is no index of citations: {error}", _ANEW) from None


def _is_provision(record: StoredRecord) -> bool:
    return isinstance(record, RuleRecord | CaseRecord)


def _cited(store: Store, texts: Sequence[Text]) -> Iterator[ProvisionId]:
    """All that can be cited in some texts: provisions, and the cases of a statute."""
    for text in texts:
        for record in filter(_is_provision, store.records(text.id)):
            yield ProvisionId.parse(record.id)


def _edition(raw: Any) -> CitedEdition:
    return CitedEdition(
        str(raw["id"]),
        str(raw["work"]),
        str(raw["year"]),
        profile_of(raw),
        frozenset(map(ProvisionId.parse, raw["provisions"])),
        {
            ProvisionId.parse(id): tuple(map(ProvisionId.parse, places))
            for id, places in raw["now"].items()
        },
    )
