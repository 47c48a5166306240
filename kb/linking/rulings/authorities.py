"""A table of authorities: what a ruling cites, in the order of the books, and where it does so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.core.ids import ProvisionId
from kb.core.titles import Title
from kb.corpus.manifest import Corpus
from kb.linking.cited import Cited
from kb.linking.documents.ruling import Ruling
from kb.linking.resolving.index import CitedEdition, Index
from kb.linking.writing.citation_json import full_ids, path
from kb.storage.store import Store

SCHEMA = "kodeks.authorities/1"


@dataclass(frozen=True)
class Authority:
    """A provision that is cited, or a law of which only parts are.

    `lines` are those on which it is cited itself, each once, and `count` how often; `total` also
    counts what is below it. `now` is where an older edition's provision stands today.
    """

    id: ProvisionId
    title: Title | None
    lines: tuple[int, ...]
    count: int
    total: int
    now: tuple[ProvisionId, ...]


@dataclass(frozen=True)
class EditionAuthorities:
    """An edition, and what is cited of it: a law before what is below it."""

    edition: str
    title: str
    authorities: tuple[Authority, ...]


@dataclass(frozen=True)
class Unlinked:
    """Words that are cited and lead nowhere; `nearest` and `owner` as in `Cited`."""

    path: str
    quote: str
    edition: str
    lines: tuple[int, ...]
    nearest: tuple[ProvisionId, ...]
    owner: str | None


@dataclass(frozen=True)
class Authorities:
    """All that a ruling cites, and what of it leads nowhere.

    `dangling` does not exist, `foreign` is of other regulations, and of `ambiguous` nothing says
    of which law it is.
    """

    ruling: Ruling
    books: tuple[EditionAuthorities, ...]
    dangling: tuple[Unlinked, ...]
    foreign: tuple[Unlinked, ...]
    ambiguous: tuple[Unlinked, ...]


class ProvisionTitles:
    """What provisions are called in a reader's language."""

    def __init__(self, corpus: Corpus, store: Store, language: str) -> None:
        self._corpus, self._store, self._language = corpus, store, language
        self._known: dict[str, dict[str, Title]] = {}

    def of(self, edition: str, id: ProvisionId) -> Title | None:
        """The title of a law, or the heading of a provision below; None where it has none.

        A law without a title in the reader's language has one in another.
        """
        if edition not in self._known:
            self._known[edition] = self._of_edition(edition)
        return self._known[edition].get(str(id))

    def _of_edition(self, edition: str) -> dict[str, Title]:
        found: dict[str, Title] = {}
        for text in self._corpus.readable:
            if (text.edition, text.language) == (edition, self._language):
                for record in self._store.records(text.id):
                    if record.heading:
                        found[record.id] = Title(record.heading, text.language)
        for law, titles in self._store.titles(edition).items():
            language = self._language if self._language in titles else next(iter(titles), None)
            if language:
                found[law] = Title(titles[language].words, language)
        return found


def authorities(
    ruling: Ruling, cited: Sequence[Cited], index: Index, corpus: Corpus, titles: ProvisionTitles
) -> Authorities:
    """The table of a ruling's citations; editions in the order of the index."""
    linked: dict[str, list[Cited]] = {}
    for one in cited:
        if one.status == "linked":
            linked.setdefault(one.edition, []).append(one)
    books = []
    for edition in index.editions.values():
        if own := linked.get(edition.id):
            rows = tuple(_rows(ruling, own, index, edition, titles))
            books.append(EditionAuthorities(edition.id, corpus.edition(edition.id).title, rows))
    return Authorities(
        ruling,
        tuple(books),
        *(
            _unlinked(ruling, [one for one in cited if one.status == status])
            for status in ("dangling", "foreign", "ambiguous")
        ),
    )


def _rows(
    ruling: Ruling,
    cited: Iterable[Cited],
    index: Index,
    edition: CitedEdition,
    titles: ProvisionTitles,
) -> Iterator[Authority]:
    lines: dict[ProvisionId, list[int]] = {}
    counts: Counter[ProvisionId] = Counter()
    for one in cited:
        line = ruling.line(one.span.start)
        for id in index.provisions(one):
            counts[id] += 1
            own = lines.setdefault(id, [])
            if not own or own[-1] != line:  # they come in the order of the document
                own.append(line)
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
        )


def _unlinked(ruling: Ruling, cited: Iterable[Cited]) -> tuple[Unlinked, ...]:
    """What leads nowhere, in the order of the document; the same words once."""
    lines: dict[tuple[str, str, str | None], list[int]] = {}
    first: dict[tuple[str, str, str | None], Cited] = {}
    for one in cited:
        key = (" ".join(one.quote.split()), one.edition, one.owner)
        first.setdefault(key, one)
        lines.setdefault(key, []).append(ruling.line(one.span.start))
    return tuple(
        Unlinked(
            path(one, ruling.document),
            key[0],
            one.edition,
            tuple(dict.fromkeys(lines[key])),
            one.nearest,
            one.owner,
        )
        for key, one in first.items()
    )


def authorities_json(table: Authorities, index: Index) -> dict[str, Any]:
    """What `kodeks link --to authorities --json` prints: kb/schemas/authorities.json."""
    return {
        "schema": SCHEMA,
        "file": table.ruling.name,
        "title": table.ruling.title,
        "editions": [
            {
                "edition": book.edition,
                "title": book.title,
                "authorities": [_row_json(one, book, index) for one in book.authorities],
            }
            for book in table.books
        ],
        "dangling": [_unlinked_json(one, index) for one in table.dangling],
        "foreign": [_unlinked_json(one, index) for one in table.foreign],
        "ambiguous": [_unlinked_json(one, index) for one in table.ambiguous],
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
    }


def _unlinked_json(one: Unlinked, index: Index) -> dict[str, Any]:
    return {
        "path": one.path,
        "quote": one.quote,
        "edition": one.edition,
        "lines": [*one.lines],
        "nearest": full_ids(index.editions.get(one.edition), one.nearest),
        "owner": one.owner,
    }
