"""The embedded engine: a Whoosh index with a heading and a body field per language.

Whoosh unpickles what it finds in an index directory. Open only a directory whose files were
checked against the build's manifest (kb.store does).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import fields, index, query
from whoosh.analysis import Analyzer, Token

from kb.search.analysis import terms
from kb.search.fields import title, variants, words

#: How much more a word in a heading or a defined term says than one in the body.
_HEADING_WEIGHT = 3.0

#: Share of a document's score that depends on how many of the query's words it has.
_COVERAGE = 0.9

#: What a hit in a kind is worth beside one in a provision: what decides a case comes first.
_KIND_WEIGHT = {
    "definition": 0.9,
    "note": 0.7,
    "example": 0.7,
    "section": 0.7,
    "front": 0.5,
    "chapter": 0.3,
    "bid": 0.5,
    "glossary": 0.3,
}

#: How many times more hits are fetched than wanted, since the weights of kinds reorder them.
_SPARE = 3

#: Kinds that are not searched: their words are those of the provisions they point to, or of the
#: sections below them.
_NOT_SEARCHED = {"index", "article"}


class Candidate(NamedTuple):
    """A record that an engine found: the text and id, and a score that only orders."""

    text: str
    id: str
    score: float


class LanguageAnalyzer(Analyzer):  # type: ignore[misc]  # Whoosh has no type hints
    """Our analysis as Whoosh wants it. Pickled into the index: holds the language alone."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, value: str, **wanted: Any) -> Iterator[Any]:
        """One reused Whoosh token per term, as its filters expect."""
        token = Token(positions=True, chars=True, mode=wanted.get("mode", ""))
        for term in terms(value, self.language):
            token.text, token.pos = term.text, term.position
            token.startchar, token.endchar = term.start, term.end
            token.stopped, token.boost = False, 1.0
            yield token


def write_index(
    directory: Path, records: Iterable[dict[str, Any]], languages: dict[str, str]
) -> None:
    """Index records (as JSON has them, sections whole) into an empty directory.

    `languages` gives the language of each text.
    """
    schema = fields.Schema(
        text=fields.ID(stored=True), id=fields.ID(stored=True), kind=fields.STORED
    )
    for language in sorted(set(languages.values())):
        analyzer = LanguageAnalyzer(language)
        schema.add(f"heading_{language}", fields.TEXT(analyzer=analyzer))
        schema.add(f"body_{language}", fields.TEXT(analyzer=analyzer))
    writer = index.create_in(str(directory), schema).writer()
    for record in records:
        if record["kind"] in _NOT_SEARCHED:
            continue
        language = languages[record["text"]]
        searched = {
            f"heading_{language}": title(record),
            f"body_{language}": " ".join([words(record), *variants(record)]),
        }
        writer.add_document(
            text=record["text"],
            id=record["id"],
            kind=record["kind"],
            **{name: text for name, text in searched.items() if text},
        )
    writer.commit()
    for lock in directory.glob("*_WRITELOCK"):
        lock.unlink()


class WhooshIndex:
    """A checked index, open for reading."""

    def __init__(self, directory: Path) -> None:
        self._index = index.open_dir(str(directory), readonly=True)

    def find(self, query_words: str, texts: dict[str, str], limit: int) -> list[Candidate]:
        """The records of `texts` (id → language) with some of the query's words, best first."""
        wanted = query.Or([query.Term("text", text) for text in texts])
        with self._index.searcher() as searcher:
            hits = searcher.search(
                _any(query_words, set(texts.values())), limit=limit * _SPARE, filter=wanted
            )
            found = [
                Candidate(hit["text"], hit["id"], hit.score * _KIND_WEIGHT.get(hit["kind"], 1.0))
                for hit in hits
            ]
        return sorted(found, key=lambda candidate: -candidate.score)[:limit]

    def terms(self) -> dict[str, int]:
        """Every term by field and the number of records that have it: what the index says."""
        with self._index.reader() as reader:
            return {
                f"{field}:{text.decode()}": int(info.doc_frequency())
                for (field, text), info in reader
            }


def _any(query_words: str, languages: set[str]) -> Any:
    """Any of the words in any of the languages; records with more of them come first."""
    alternatives = []
    for language in sorted(languages):
        positions: dict[int, list[Any]] = {}
        for term in terms(query_words, language):
            positions.setdefault(term.position, []).extend(
                [
                    query.Term(f"heading_{language}", term.text, boost=_HEADING_WEIGHT),
                    query.Term(f"body_{language}", term.text),
                ]
            )
        alternatives.append(
            query.Or([query.Or(same) for same in positions.values()], scale=_COVERAGE)
        )
    return query.Or(alternatives).normalize()
