"""The table of authorities of a ruling: what it cites, in the order of the books, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.core.ids import ProvisionId
from kb.core.orders import grouped
from kb.core.titles import Title
from kb.corpus.corpus import Corpus
from kb.linking.cited import Cited
from kb.linking.dating.dating import Dating
from kb.linking.documents.ruling import Ruling
from kb.linking.resolving.index import CitedEdition, Index
from kb.linking.writing.citation_json import full_ids, path
from kb.linking.writing.doubt_words import dating_json
from kb.storage.store import Store

SCHEMA = "kodeks.authorities/2"


@dataclass(frozen=True)
class Authority:
    """A provision that is cited, or a law of which only parts are cited.

    `lines` are those on which it is cited itself, each once, `count` is how often it is; `total`
    also counts the citations of its parts. `now` is where a provision of an older edition stands
    today. `doubted` is the year of an older code of which a citation of it may be.
    """

    id: ProvisionId
    title: Title | None
    lines: tuple[int, ...]
    count: int
    total: int
    now: tuple[ProvisionId, ...]
    doubted: str | None = None


@dataclass(frozen=True)
class EditionAuthorities:
    """An edition, and what is cited of it, each law before its parts."""

    edition: str
    title: str
    authorities: tuple[Authority, ...]


@dataclass(frozen=True)
class Unlinked:
    """A citation that leads nowhere, with all lines on which it stands.

    `nearest` and `owner` are as in `Cited`.
    """

    path: str
    quote: str
    edition: str
    lines: tuple[int, ...]
    nearest: tuple[ProvisionId, ...]
    owner: str | None


@dataclass(frozen=True)
class Authorities:
    """All that a ruling cites, and the citations that lead nowhere.

    The provisions of `dangling` do not exist, those of `foreign` are of other regulations, and
    nothing says to which law those of `ambiguous` belong. `dating` says when it was written.
    """

    ruling: Ruling
    books: tuple[EditionAuthorities, ...]
    dangling: tuple[Unlinked, ...]
    foreign: tuple[Unlinked, ...]
    ambiguous: tuple[Unlinked, ...]
    dating: Dating | None = None


class ProvisionTitles:
    """What provisions are called in a reader's language."""

    def __init__(self, corpus: Corpus, store: Store, language: str) -> None:
        self._corpus, self._store, self._language = corpus, store, language
        self._by_edition: dict[str, dict[str, Title]] = {}

    def of(self, edition: str, id: ProvisionId) -> Title | None:
        """The title of a law, or the heading of a provision below one; None where it has none.

        The title of a law is in another language if it has none in the reader's.
        """
        if edition not in self._by_edition:
            self._by_edition[edition] = self._of_edition(edition)
        return self._by_edition[edition].get(str(id))

    def _of_edition(self, edition: str) -> dict[str, Title]:
        by_id: dict[str, Title] = {}
        for text in self._corpus.readable:
            if (text.edition, text.language) == (edition, self._language):
                for record in self._store.records(text.id):
                    if record.heading:
                        by_id[record.id] = Title(record.heading, text.language)
        for law, titles in self._store.titles(edition).items():
            language = self._language if self._language in titles else next(iter(titles), None)
            if language:
                by_id[law] = Title(titles[language].words, language)
        return by_id


def authorities(
    ruling: Ruling,
    cited: Sequence[Cited],
    index: Index,
    corpus: Corpus,
    titles: ProvisionTitles,
    dating: Dating | None = None,
) -> Authorities:
    """The table of a ruling's citations; its editions are in the order of the index."""
    leading = (citation for citation in cited if citation.status == "linked")
    linked = grouped(leading, lambda citation: citation.edition)
    books = []
    for edition in index.editions.values():
        if of_edition := linked.get(edition.id):
            rows = tuple(_rows(ruling, of_edition, index, edition, titles))
            books.append(EditionAuthorities(edition.id, corpus.edition(edition.id).title, rows))
    dangling, foreign, ambiguous = (
        _unlinked(ruling, [citation for citation in cited if citation.status == status])
        for status in ("dangling", "foreign", "ambiguous")
    )
    return Authorities(ruling, tuple(books), dangling, foreign, ambiguous, dating)


def _rows(
    ruling: Ruling,
    cited: Iterable[Cited],
    index: Index,
    edition: CitedEdition,
    titles: ProvisionTitles,
) -> Iterator[Authority]:
    lines: dict[ProvisionId, list[int]] = {}
    counts: Counter[ProvisionId] = Counter()
    doubted: dict[ProvisionId, str] = {}
    for citation in cited:
        line = ruling.line(citation.span.start)
        for id in index.provisions(citation):
            counts[id] += 1
            if citation.doubted:
                doubted[id] = citation.doubted
            lines_of_id = lines.setdefault(id, [])
            if not lines_of_id or lines_of_id[-1] != line:  # citations come in document order
                lines_of_id.append(line)
    totals: Counter[ProvisionId] = Counter()
    for id, count in counts.items():
        for place in (id, *id.ancestors()):
            totals[place] += count
    for id in sorted({*lines, *(id.law for id in lines)}):
        yield Authority(
            id,
            titles.of(edition.id, id),
            tuple(lines.get(id, ())),
            counts[id],
            totals[id],
            tuple(edition.now.get(id, ())),
            doubted.get(id),
        )


def _unlinked(ruling: Ruling, cited: Iterable[Cited]) -> tuple[Unlinked, ...]:
    """The citations as `Unlinked`, in the order of the document; each once, however often made."""
    lines: dict[tuple[str, str, str | None], list[int]] = {}
    first: dict[tuple[str, str, str | None], Cited] = {}
    for citation in cited:
        key = (" ".join(citation.quote.split()), citation.edition, citation.owner)
        first.setdefault(key, citation)
        lines.setdefault(key, []).append(ruling.line(citation.span.start))
    return tuple(
        Unlinked(
            path(citation, ruling.document),
            key[0],
            citation.edition,
            tuple(dict.fromkeys(lines[key])),
            citation.nearest,
            citation.owner,
        )
        for key, citation in first.items()
    )


def authorities_json(table: Authorities, index: Index) -> dict[str, Any]:
    """What `kodeks link --to authorities --json` prints: kb/schemas/authorities.json."""
    return {
        "schema": SCHEMA,
        "file": table.ruling.name,
        "title": table.ruling.title,
        "dating": dating_json(table.dating, table.ruling, index),
        "editions": [
            {
                "edition": book.edition,
                "title": book.title,
                "authorities": [_row_json(row, book, index) for row in book.authorities],
            }
            for book in table.books
        ],
        "dangling": [_unlinked_json(row, index) for row in table.dangling],
        "foreign": [_unlinked_json(row, index) for row in table.foreign],
        "ambiguous": [_unlinked_json(row, index) for row in table.ambiguous],
    }


def _row_json(row: Authority, book: EditionAuthorities, index: Index) -> dict[str, Any]:
    edition = index.editions[book.edition]
    return {
        "id": f"{book.edition}:{row.id}",
        "title": {"words": row.title.words, "language": row.title.language} if row.title else None,
        "lines": [*row.lines],
        "count": row.count,
        "total": row.total,
        "now": full_ids(index.newest(edition.work), row.now),
        "doubted": row.doubted,
    }


def _unlinked_json(row: Unlinked, index: Index) -> dict[str, Any]:
    return {
        "path": row.path,
        "quote": row.quote,
        "edition": row.edition,
        "lines": [*row.lines],
        "nearest": full_ids(index.editions.get(row.edition), row.nearest),
        "owner": row.owner,
    }
