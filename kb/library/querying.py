"""What a search of rulings asks for: the laws that it names, when, and the words that are left.

The plan of the words is that of the search of laws, so that a question in one language finds
rulings in another. Words that no law has are looked for as rulings have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.citations.grammar import grammar
from kb.citations.whole import whole_citation
from kb.core.errors import KodeksError, NotFoundError
from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.languages.stemming import fold, lower_case
from kb.library.analysis import own_term
from kb.library.query_words import asked_time
from kb.library.ruling_document import CITES, OWN
from kb.library.seam import FacetName, RulingEngine, RulingOrder, RulingQuery, WantedWord
from kb.records.lookup import parse_reference
from kb.search.asking.citing import cited
from kb.search.asking.plan import Plan, QueryWord, normalised, plan
from kb.search.asking.scope import Scope
from kb.search.database import Database

#: The longest query that is accepted, in characters; the most laws that all must be cited.
LONGEST = 2000
MOST_LAWS = 20
#: The most results at once, and how many may be left out first.
MOST, DEEPEST = 100, 10_000

#: The signs that may stand around a law among words.
_AROUND = ",;.:!?"
#: How a word was read that no law has, so that rulings are asked for it.
_STRANGE = frozenset({"unknown", "typo", "kin", "stem"})
_MENDED = frozenset({"typo", "kin"})


class BadRulingQueryError(KodeksError):
    """A search of rulings that cannot be done: too long, a date that is none; exit code 2."""

    exit_code = 2


@dataclass(frozen=True)
class AskedRulings:
    """What somebody asks for, as typed; `laws` must all be cited, of `only` one value each fits."""

    query: str = ""
    laws: tuple[str, ...] = ()
    only: Mapping[FacetName, tuple[str, ...]] = field(default_factory=dict)
    since: str | None = None
    until: str | None = None
    sort: RulingOrder = "relevance"
    limit: int = 10
    offset: int = 0
    reader: str | None = None


@dataclass(frozen=True)
class PlannedRulings:
    """A search that was understood: the query for the engine, and what it says in which words.

    `laws` are the full ids of what must be cited, a group for each law that was named; `missing`
    those of the query that no edition has. `plan` is None where no words are left. `mended` are the
    words that were read as others.
    """

    asked: AskedRulings
    query: RulingQuery
    laws: tuple[tuple[str, ...], ...]
    missing: tuple[ProvisionId, ...]
    plan: Plan | None
    mended: Mapping[str, str]


@dataclass(frozen=True)
class RulingPlanner:
    """Plans searches with what a build knows."""

    corpus: Corpus
    database: Database
    scope: Scope

    @classmethod
    def open(cls, corpus: Corpus, database: Database) -> RulingPlanner:
        """A planner for all texts of a corpus."""
        return cls(corpus, database, Scope(corpus, database, corpus.readable))

    def planned(self, asked: AskedRulings, engine: RulingEngine) -> PlannedRulings:
        """Understand a search. Raises `BadRulingQueryError`, or `NotFoundError` for a law."""
        if len(asked.query) > LONGEST:
            raise BadRulingQueryError(
                f"the query has {len(asked.query)} characters, at most {LONGEST} are looked at",
                "Tell what the rulings are about in fewer words.",
            )
        time = asked_time(normalised(asked.query))
        said = cited(time.rest, self.scope.resolver, self.scope.works)
        groups = [self.law(words) for words in asked.laws[: MOST_LAWS + 1]]
        missing: list[ProvisionId] = []
        for id in said.ids if said else ():
            group = self._meant(id, said.work if said else None, said.language if said else None)
            groups.append(group) if group else missing.append(id)
        if len(groups) > MOST_LAWS:
            raise BadRulingQueryError(f"more than {MOST_LAWS} laws", "Name fewer.")
        alone, rest = self._paths((said.rest if said else time.rest).strip(" ,;"))
        groups += alone
        of_words = plan(self.database, rest, asked.reader) if rest else None
        words = [*self._words(of_words, engine)] if of_words else []
        laws = tuple(dict.fromkeys(groups))
        cites = [tuple(f"{CITES}{id}" for id in group) for group in laws]
        if missing and not words and not cites:  # nobody cites it: else all rulings would be found
            cites = [tuple(f"{CITES}{id}" for id in missing)]
        query = RulingQuery(
            words=tuple(one for one, _ in words),
            laws=tuple(cites),
            only=asked.only,
            since=_bound(asked.since) or time.since,
            until=_bound(asked.until) or time.until,
            sort=asked.sort,
            limit=min(asked.limit, MOST),
            offset=min(asked.offset, DEEPEST),
        )
        mended = {one.typed: read_as for one, read_as in words if read_as}
        return PlannedRulings(asked, query, laws, tuple(missing), of_words, mended)

    def _paths(self, words: str) -> tuple[list[tuple[str, ...]], str]:
        """The laws that stand among words as a path alone, such as 16B, and the other words.

        A path that is a bid as well, or that no edition has, is a word.
        """
        groups: list[tuple[str, ...]] = []
        rest: list[str] = []
        for word in words.split():
            id = whole_citation(word.strip(_AROUND)) if word[:1].isdigit() else None
            is_law = id is not None and id.depth > 1 and int(id.parts[0]) > grammar().levels
            group = self._meant(id, None, None) if id and is_law else ()
            if group:
                groups.append(group)
            else:
                rest.append(word)
        return groups, " ".join(rest)

    def law(self, words: str) -> tuple[str, ...]:
        """The full ids of a law that somebody names: `16B`, `Law 16B`, `rules-1997:16B`.

        With commas they are several of which one must be cited: `rules-2017:16.B,12.C`. Raises
        `NotFoundError` with the nearest if no edition has it.
        """
        named, _, places = words.partition(":")
        if named in {edition.id for edition in self.corpus.editions}:
            found: tuple[str, ...] = ()
            for place in places.split(",")[:MOST_LAWS]:
                edition, id = parse_reference(f"{named}:{place}", self.scope.works)
                if not isinstance(id, ProvisionId):
                    break
                found += self._there(f"{edition}", id)
            else:
                return found
        said = cited(normalised(words), self.scope.resolver, self.scope.works)
        if said is None or not said.ids or said.rest:
            raise NotFoundError(f"{words!r} is no law")
        groups = [self._meant(id, said.work, said.language) for id in said.ids]
        if empty := [id for id, group in zip(said.ids, groups, strict=True) if not group]:
            near = self.scope.nearest(empty[0], said.work)
            raise NotFoundError(
                f"there is no {empty[0].display}", [other.display for other in near]
            )
        return tuple(id for group in groups for id in group)

    def _there(self, edition: str, id: ProvisionId) -> tuple[str, ...]:
        documents = self.database.cited(str(id))
        if edition not in {document.edition for document in documents}:
            raise NotFoundError(f"there is no {id.display} in {edition}")
        return (f"{edition}:{id}",)

    def _meant(self, id: ProvisionId, work: str | None, language: str | None) -> tuple[str, ...]:
        """The full ids in newest editions of a number of a query; () if none has it."""
        documents = self.scope.cited(id, work, language)
        newest = [one for one in documents if one.edition in self.scope.newest]
        return tuple(f"{one.edition}:{one.id}" for one in newest[:1] or documents[:1])

    def _words(
        self, of_words: Plan, engine: RulingEngine
    ) -> Iterator[tuple[WantedWord, str | None]]:
        """The words of a plan, and beside what laws have what only rulings have.

        Each comes with the word as which it was read, if it is a slip of that.
        """
        languages = [code for code, _ in of_words.languages]
        for word in of_words.wanted:
            terms, read_as = word.terms, word.read_as if word.reading == "typo" else None
            if word.reading in _STRANGE:
                own = _own(word, (*languages, *self.database.languages))
                is_theirs = engine.knows(own)
                if is_theirs and word.reading in _MENDED:
                    terms, read_as = {}, None  # no slip: rulings have this very word
                terms = {**dict.fromkeys(own, 1.0), **terms}
            yield WantedWord(word.typed, terms, word.reading == "unknown"), read_as


def _own(word: QueryWord, languages: Sequence[str]) -> list[str]:
    """The terms of a word that no law has, whatever the language of a ruling is."""
    lowered = lower_case(word.typed)
    stemmed = (own_term(lowered, code) for code in dict.fromkeys(languages))
    plain = [f"{OWN}{fold(lowered)}"] if own_term(lowered, "") else []
    return [*dict.fromkeys((*plain, *filter(None, stemmed)))]


def _bound(date: str | None) -> str | None:
    """A date as it was given: 2019, 2019-03 or 2019-03-15. Raises `BadRulingQueryError`."""
    if date is None:
        return None
    time = asked_time(date.strip())
    if time.rest or time.since != date.strip():
        raise BadRulingQueryError(f"{date!r} is no date", "Write 2019, 2019-03 or 2019-03-15.")
    return time.since
