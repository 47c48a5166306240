"""What a person searches, and what is found for it: a citation goes straight to the provision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.articles import KINDS, whole_sections
from kb.citations.whole import whole_citation
from kb.corpus import Text
from kb.errors import KodeksError
from kb.ids import ProvisionId
from kb.search import fields
from kb.search.analysis import terms
from kb.search.engines.whoosh import WhooshIndex
from kb.search.snippets import Snippet, snippet
from kb.store import Store

#: The longest query that is looked at, in characters.
LONGEST = 400


class BadQueryError(KodeksError):
    """A query that is empty or too long; exit code 2."""

    exit_code = 2


@dataclass(frozen=True)
class Hit:
    """A found record with its heading and the part of its body that shows why."""

    text: Text
    record: dict[str, Any]
    score: float
    heading: Snippet | None
    body: Snippet


@dataclass(frozen=True)
class Results:
    """Hits, best first. `citation` is the provision that the query named and nothing else.

    `missing` is set instead when none of the texts has that provision; the hits are then those
    of its words.
    """

    query: str
    citation: ProvisionId | None
    missing: ProvisionId | None
    hits: tuple[Hit, ...]


def search(store: Store, query: str, texts: tuple[Text, ...], limit: int) -> Results:
    """Search the texts for words in any inflection, accented or not, or for a law number.

    A citation gives that provision in every text that has it, and nothing else; one that no text
    has is searched as words (`100 pont` may be points). Raises `BadQueryError` for an empty or
    overlong query.
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
    cited = whole_citation(words)
    if cited and (hits := _cited(store, cited, texts)):
        return Results(words, cited, None, tuple(hits[:limit]))
    languages = {text.id: text.language for text in texts}
    by_id = {text.id: text for text in texts}
    found = WhooshIndex(store.index).find(words, languages, limit)
    needed = {candidate.text for candidate in found}
    records = {
        (text, r["id"]): r for text in needed for r in whole_sections([*store.records(text)])
    }
    return Results(
        words,
        None,
        cited,
        tuple(_hit(by_id[c.text], records[c.text, c.id], c.score, words) for c in found),
    )


def _cited(store: Store, id: ProvisionId, texts: tuple[Text, ...]) -> list[Hit]:
    return [
        _hit(text, record, 1.0, "")
        for text in texts
        for record in store.records(text.id)
        if record["id"] == str(id) and record["kind"] not in KINDS
    ]


def _hit(text: Text, record: dict[str, Any], score: float, words: str) -> Hit:
    wanted = frozenset(term.text for term in terms(words, text.language))
    heading = fields.title(record)
    return Hit(
        text,
        record,
        score,
        snippet(heading, text.language, wanted) if heading else None,
        snippet(fields.words(record), text.language, wanted),
    )
