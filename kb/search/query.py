"""What a person searches, and what is found for it: a citation goes straight to the provision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kb.articles import KINDS, whole_sections
from kb.citations.whole import whole_citation
from kb.corpus import Corpus, Text
from kb.errors import KodeksError
from kb.ids import ProvisionId
from kb.search import fields
from kb.search.analysis import terms
from kb.search.engines.whoosh import WhooshIndex
from kb.search.games import named_game
from kb.search.snippets import Snippet, snippet
from kb.store import Store

#: The longest query that is looked at, in characters.
LONGEST = 400


class BadQueryError(KodeksError):
    """A query that is empty or too long; exit code 2."""

    exit_code = 2


@dataclass(frozen=True)
class Hit:
    """A found record with its heading and the part of its body that shows why.

    `game` is the work whose game it is about.
    """

    game: str
    text: Text
    record: dict[str, Any]
    score: float
    heading: Snippet | None
    body: Snippet


@dataclass(frozen=True)
class Results:
    """Hits by game, and of each game the best first. `game` is the one that the query names.

    `citation` is the provision that the query named and nothing else; `missing` is set instead
    when none of the texts has that provision: the hits are then those of its words.
    """

    query: str
    game: str | None
    citation: ProvisionId | None
    missing: ProvisionId | None
    hits: tuple[Hit, ...]


def search(
    corpus: Corpus, store: Store, query: str, texts: tuple[Text, ...], limit: int
) -> Results:
    """Search the texts for words in any inflection, accented or not, or for a law number.

    A query that names its game gets that game's texts alone, where there are some; any other gets
    up to `limit` hits of each game, that of the best hit first. A citation gives that provision in
    every text that has it, and nothing else; one that no text has is searched as words (`100 pont`
    may be points). Raises `BadQueryError` for an empty or overlong query.
    """
    words = query.strip()
    if not words:
        raise BadQueryError(
            "the query is empty", 'Type words or a law number: kodeks search "27B1b".'
        )
    if len(words) > LONGEST:
        raise BadQueryError(
            f"the query has {len(words)} characters, at most {LONGEST} are looked at"
        )
    games = {text.id: corpus.game(text.edition) for text in texts}
    game, wanted, rest = named_game(corpus, words)
    if game in games.values():
        texts = tuple(text for text in texts if games[text.id] == game)
    else:  # none of the texts is about it: then it is a word as any other
        game, wanted, rest = None, words, words
    by_game = {
        name: [text for text in texts if games[text.id] == name]
        for name in dict.fromkeys(games[text.id] for text in texts)
    }
    cited = whole_citation(rest)
    if cited:
        hits = [
            hit for name, own in by_game.items() for hit in _cited(store, cited, name, own)[:limit]
        ]
        if hits:
            return Results(words, game, cited, None, tuple(hits))
    index = WhooshIndex(store.index)
    groups = [_found(store, index, wanted, name, own, limit) for name, own in by_game.items()]
    groups.sort(key=lambda group: -group[0].score if group else 0)
    return Results(words, game, None, cited, tuple(hit for group in groups for hit in group))


def _found(
    store: Store, index: WhooshIndex, words: str, game: str, texts: Sequence[Text], limit: int
) -> list[Hit]:
    """The hits in the texts of one game, the best first."""
    by_id = {text.id: text for text in texts}
    found = index.find(words, {text.id: text.language for text in texts}, limit)
    needed = {candidate.text for candidate in found}
    records = {
        (text, r["id"]): r for text in needed for r in whole_sections([*store.records(text)])
    }
    return [_hit(game, by_id[c.text], records[c.text, c.id], c.score, words) for c in found]


def _cited(store: Store, id: ProvisionId, game: str, texts: Sequence[Text]) -> list[Hit]:
    return [
        _hit(game, text, record, 1.0, "")
        for text in texts
        for record in store.records(text.id)
        if record["id"] == str(id) and record["kind"] not in KINDS
    ]


def _hit(game: str, text: Text, record: dict[str, Any], score: float, words: str) -> Hit:
    wanted = frozenset(term.text for term in terms(words, text.language))
    heading = fields.title(record)
    return Hit(
        game,
        text,
        record,
        score,
        snippet(heading, text.language, wanted) if heading else None,
        snippet(fields.words(record), text.language, wanted),
    )
