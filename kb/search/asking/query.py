"""The search itself: citations in a query first, then laws by what its other words mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from msgspec import structs

from kb.core.errors import KodeksError
from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus, Text
from kb.search.asking.citing import cited
from kb.search.asking.games import named_game
from kb.search.asking.led import Leads
from kb.search.asking.plan import EVERYTHING, Plan, Steps, normalised, plan
from kb.search.asking.ranking import (
    WEIGHTS,
    Arrangement,
    NumberArray,
    Ranked,
    Ranker,
    Ranking,
    Weights,
)
from kb.search.asking.results import Hit, Result, Results
from kb.search.asking.scope import Scope
from kb.search.asking.snippets import Snippet
from kb.search.asking.wording import WantedWords, WordingChooser
from kb.search.database import FILE, Database, ResultGroup
from kb.search.passages import ResultKind
from kb.storage.store import Store

#: The longest query that is accepted, in characters.
LONGEST = 2000

#: Under each of the `_FIRST` laws `_SHOWN` provisions are shown at most, under later ones
#: `_SHOWN_LATER`; none that has less than the share `_WORTH_SHOWING` of the best one's score, or
#: less than the share `_WORTH_MORE` of the score of the best one of the next law.
_FIRST, _SHOWN, _SHOWN_LATER, _WORTH_SHOWING, _WORTH_MORE = 3, 3, 1, 0.5, 0.8

#: Of each kind but laws so many results are shown at most, with this share of the best law's score.
_BESIDE, _WORTH_BESIDE = 2, 0.18

#: The share of the best score that the best result of another game must have.
_OTHER_GAME = 0.25

#: How many results are ordered again by how near words stand together; how much that counts.
_CLOSER, _NEAR = 8, 0.3

#: How much there is of a query as a whole (the best score, for so many words) to be sure that
#: something answers it, and to show anything unless a result has every word. A long story may have
#: much besides the words that lead to a law, so that its length counts less than in full.
_SURE, _SHOWABLE, _LENGTH = 4.8, 1.0, 0.75
#: Results behind the best must have this share of its score.
_BEHIND = 0.1

#: How many procedures that lead to a law are named with it at most.
_LEADING = 3

#: The score of what is cited: more than any words give.
_CITED = 100.0


class BadQueryError(KodeksError):
    """A query that is empty or too long; exit code 2."""

    exit_code = 2


@dataclass(frozen=True)
class SearchSettings:
    """How a search is done: its steps and weights, each of which can be switched off."""

    steps: Steps = EVERYTHING
    weights: Weights = WEIGHTS
    near: float = _NEAR
    sure: float = _SURE
    showable: float = _SHOWABLE


@dataclass
class Searcher:
    """A build that is open for searching. Made once, it answers any number of queries."""

    corpus: Corpus
    database: Database
    settings: SearchSettings = field(default_factory=SearchSettings)
    _scopes: dict[tuple[Text, ...], Scope] = field(default_factory=dict, repr=False)
    _rankers: dict[Scope, Ranker] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def open(
        cls, corpus: Corpus, store: Store, titled_by: frozenset[str] | None = None
    ) -> Searcher:
        """Open a checked build; laws have our titles and those of `titled_by`, all for None."""
        return cls(corpus, Database(store.directory / FILE, titled_by))

    def search(
        self, query: str, texts: Sequence[Text], readers: Sequence[str] = (), limit: int = 10
    ) -> Results:
        """Search the texts for words in any inflection and language, or for law numbers.

        `readers` are the languages in which to show what is found, the first that there is; after
        them come those of the query. Each game has up to `limit` laws that words find. A query
        that names its game gets that one alone. What it cites comes first; numbers that no text
        has are searched as words, as they may be points. Laws come with the procedures that lead
        there, in the first language of `readers`, or in one of the query's if there are none.
        Raises `BadQueryError` for an empty or overlong query.
        """
        words = _checked(query)
        games = {text.id: self.corpus.game(text.edition) for text in texts}
        game, wanted, rest = named_game(self.corpus, words)
        if game in games.values():
            texts = [text for text in texts if games[text.id] == game]
        else:  # none of the texts is about it: then it is a word as any other
            game, wanted, rest = None, words, words
        scope = self._scope(tuple(texts))
        citations = cited(rest, scope.resolver, scope.works)
        ids = citations.ids if citations else ()
        asking = self._plan(citations.rest if citations else wanted, readers)
        shown = [*readers, *asking.spoken]
        announced = citations.language if citations else None
        work = citations.work if citations else None
        direct, missing = self._cited(ids, work, announced, scope, shown)
        left_out = citations.left_out if citations else 0
        if direct and not asking.wanted:
            results = tuple(self._with_procedures(direct, _spoken(readers, asking, announced)))
            return Results(words, game, ids, missing, None, results, left_out=left_out)
        if missing and not direct:
            asking = self._plan(wanted, readers)
        ranking = self._ranker(scope).rank(asking, _BEHIND)
        strength = ranking.best * len(ranking.worth) ** _LENGTH
        have = {(result.edition, result.id) for result in direct}
        ranked: list[Result] = []
        if strength >= self.settings.showable or ranking.has_whole:
            ranked = self._ranked(asking, ranking, scope, shown, limit)
        others = [result for result in ranked if (result.edition, result.id) not in have]
        ordered = _by_game((*direct, *others))
        results = tuple(self._with_procedures(ordered, _spoken(readers, asking, announced)))
        sure = strength >= self.settings.sure or bool(direct) or not results
        worth = tuple(ranking.worth)
        return Results(words, game, ids, missing, asking, results, worth, left_out, sure)

    def warm(self, texts: Sequence[Text]) -> None:
        """Read what the first searches of these texts would wait for; for who answers many."""
        scope = self._scope(tuple(texts))
        self._ranker(scope)
        cited("27", scope.resolver, scope.works)  # a number: patterns are compiled when used
        for language in self.database.languages:
            self.database.vocabulary(language)

    @cached_property
    def _arrangement(self) -> Arrangement:
        """The groups of documents: the default work is a family, with what is no rival of it.

        Each of its rivals is another.
        """
        families, database = self.corpus.families, self.database
        sizes = database.family_sizes(families)
        numbers = {name: number for number, name in enumerate(sizes)}
        return Arrangement(
            np.array(database.group_starts, dtype=np.intp),
            np.array([numbers[families[one.edition]] for one in database.groups], dtype=np.intp),
            np.array([*sizes.values()], dtype=np.float64),
        )

    @cached_property
    def _kinds(self) -> dict[tuple[str, ResultKind], int]:
        """A number for each game and kind of result that there are groups of."""
        return {
            key: number
            for number, key in enumerate(dict.fromkeys(map(self._kind, self.database.groups)))
        }

    @cached_property
    def _kinds_of_groups(self) -> NumberArray:
        """The number of the game and kind of each group."""
        kinds = [self._kinds[self._kind(group)] for group in self.database.groups]
        return np.array(kinds, dtype=np.intp)

    def _kind(self, group: ResultGroup) -> tuple[str, ResultKind]:
        return self.corpus.game(group.edition), group.result

    def _ranker(self, scope: Scope) -> Ranker:
        """Ranks what a scope allows; made once for each and kept."""
        if scope not in self._rankers:
            allowed = np.frombuffer(scope.allowed, dtype=np.bool_)
            weights = self.settings.weights
            self._rankers[scope] = Ranker(self.database, self._arrangement, allowed, weights)
        return self._rankers[scope]

    def _scope(self, texts: tuple[Text, ...]) -> Scope:
        """The scope of these texts, computed once and kept."""
        if texts not in self._scopes:
            self._scopes[texts] = Scope(self.corpus, self.database, texts)
        return self._scopes[texts]

    def _plan(self, words: str, readers: Sequence[str]) -> Plan:
        return plan(self.database, words, readers[0] if readers else None, self.settings.steps)

    def _cited(
        self,
        ids: Sequence[ProvisionId],
        work: str | None,
        language: str | None,
        scope: Scope,
        readers: Sequence[str],
    ) -> tuple[list[Result], dict[ProvisionId, tuple[ProvisionId, ...]]]:
        """The cited provisions by law; and those that do not exist, with the nearest that do."""
        wordings = WordingChooser(self.database, scope.texts, WantedWords((), ()), readers)
        laws: dict[tuple[str, str], Result] = {}
        missing: dict[ProvisionId, tuple[ProvisionId, ...]] = {}
        for id in ids:
            documents = scope.cited(id, work, language)
            if not documents:
                missing[id] = scope.nearest(id, work)
            for document in documents:
                hit = Hit(document, _CITED, *wordings.shown(document))
                group = ResultGroup(document.edition, document.id.split(".")[0], "law")
                if law := laws.get((group.edition, group.id)):
                    laws[group.edition, group.id] = structs.replace(law, hits=(*law.hits, hit))
                else:
                    result = self._result(group, _CITED, 1.0, (hit,), readers)
                    laws[group.edition, group.id] = result
        return [*laws.values()], missing

    def _ranked(
        self, asking: Plan, ranking: Ranking, scope: Scope, readers: Sequence[str], limit: int
    ) -> list[Result]:
        """The results that the words of a query find, game by game."""
        terms = ((one.term for one in word.alternatives) for word in asking.wanted)
        wanted = WantedWords(terms, ranking.worth)
        wordings = WordingChooser(self.database, scope.texts, wanted, readers)
        by_game: dict[str, list[tuple[Ranked, ResultGroup]]] = {}
        most = [max(limit, _CLOSER) if kind == "law" else _BESIDE for _, kind in self._kinds]
        for ranked in ranking.first(self._kinds_of_groups, most):
            group = self.database.groups[ranked.group]
            by_game.setdefault(self.corpus.game(group.edition), []).append((ranked, group))
        results: list[Result] = []
        leads = Leads(asking)
        ordered = [
            self._nearer_first(rows, wordings, sum(ranking.worth)) for rows in by_game.values()
        ]
        ordered.sort(key=lambda rows: -rows[0][0].score)
        for rows in ordered:
            if rows[0][0].score >= _OTHER_GAME * ordered[0][0][0].score:
                results += self._of_game(rows, leads, wordings, readers, limit)
        return results

    def _nearer_first(
        self, rows: list[tuple[Ranked, ResultGroup]], wordings: WordingChooser, asked: float
    ) -> list[tuple[Ranked, ResultGroup]]:
        """Put the first results in order again: words that stand together count more."""
        for ranked, _ in rows[:_CLOSER] if self.settings.near else ():
            near = wordings.near(self.database.document(ranked.documents[0][1]))
            ranked.score *= 1 + self.settings.near * near / asked
        return sorted(rows, key=lambda row: -row[0].score)

    def _of_game(
        self,
        rows: Sequence[tuple[Ranked, ResultGroup]],
        leads: Leads,
        wordings: WordingChooser,
        readers: Sequence[str],
        limit: int,
    ) -> list[Result]:
        """Results with what is shown of them: the laws, and what is nearly as good beside them."""
        best = max((ranked.score for ranked, group in rows if group.result == "law"), default=0.0)
        results: list[Result] = []
        laws = 0
        of_next = [ranked.documents[0][0] for ranked, group in rows if group.result == "law"][1:]
        for ranked, group in rows:
            laws += group.result == "law"
            if laws <= limit if group.result == "law" else ranked.score >= _WORTH_BESIDE * best:
                most = _SHOWN if laws <= _FIRST else _SHOWN_LATER
                next_best = of_next[laws - 1] if 0 < laws <= len(of_next) else 0.0
                least = max(_WORTH_SHOWING * ranked.documents[0][0], _WORTH_MORE * next_best)
                hits = self._hits(ranked.documents[:most], least, wordings)
                asked = leads.to(ranked.words)
                result = self._result(group, ranked.score, ranked.covered, hits, readers, asked)
                results.append(result)
        return results

    def _hits(
        self,
        documents: Sequence[tuple[float, int]],
        least: float,
        wordings: WordingChooser,
    ) -> tuple[Hit, ...]:
        """The best of some documents, and the others with at least this score."""
        hits = []
        for at, (score, number) in enumerate(documents):
            if not at or score >= least:
                document = self.database.document(number)
                hits.append(Hit(document, score, *wordings.shown(document)))
        return tuple(hits)

    def _result(
        self,
        group: ResultGroup,
        score: float,
        covered: float,
        hits: tuple[Hit, ...],
        readers: Sequence[str],
        asked: Snippet | None = None,
    ) -> Result:
        titles = self.database.titles(group.edition, group.id) if group.result == "law" else {}
        title = next((titles[code] for code in (*readers, *titles) if code in titles), None)
        game = self.corpus.game(group.edition)
        return Result(
            game, group.result, group.edition, group.id, score, covered, hits, title, asked
        )

    def _with_procedures(
        self, results: Iterable[Result], languages: Sequence[str]
    ) -> Iterator[Result]:
        """The results, laws with the procedures that lead to them or to what is shown of them.

        Those are in the first of the languages that has some.
        """
        for result in results:
            if result.kind == "law":
                ids = [hit.document.id for hit in result.hits]
                leading = (
                    self.database.leading(result.edition, result.id, ids, language, _LEADING)
                    for language in languages
                )
                if procedures := next(filter(None, leading), None):
                    result = structs.replace(result, procedures=tuple(procedures))
            yield result


def _spoken(readers: Sequence[str], asking: Plan, announced: str | None) -> Sequence[str]:
    """The language of who asks: the first of the readers', else those that the query may be in."""
    return readers[:1] or [*asking.spoken, *filter(None, [announced])]


def _by_game(results: Sequence[Result]) -> list[Result]:
    """Group results by game, the game of the best result first."""
    games = list(dict.fromkeys(result.game for result in results))
    return sorted(results, key=lambda result: games.index(result.game))


def _checked(query: str) -> str:
    """The words of a query, normalised."""
    if len(query) > LONGEST:
        raise BadQueryError(
            f"the query has {len(query)} characters, at most {LONGEST} are looked at",
            "Tell what happened in fewer words, or search for a law number.",
        )
    words = normalised(query)
    if not words:
        raise BadQueryError(
            "the query is empty", 'Type words or a law number: kodeks search "27B1b".'
        )
    return words
