"""A build in memory, with everything that answers need and the answers given before."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from cachetools import LRUCache

from kb.citations.anchors import citation_name
from kb.core.addresses import Place, edition_root, permalink, procedure_page, ruling_page
from kb.core.errors import KodeksError
from kb.core.ids import ProvisionId, parse_id
from kb.core.nearest import nearest
from kb.core.procedures import DECIDE
from kb.core.source_language import SOURCE_LANGUAGE
from kb.core.stored_records import EditionRecord
from kb.corpus.corpus import Corpus, Text
from kb.publishing.parts.book import page_of
from kb.records.alignment import edition_records
from kb.records.cross_references import CrossReferences, cross_references
from kb.records.glossary import Glossary, glossary
from kb.search.asking.query import Searcher
from kb.search.database import FILE, Database
from kb.service.integrity import copy_changed
from kb.service.ruling_task import Build
from kb.service.snapshot import BuildCopy
from kb.storage.store import HeldStore

if TYPE_CHECKING:
    from kb.concordance.occurrences import Concordance

#: How many bytes the cache of answers may take in each worker, and how many an entry takes besides
#: its answer.
_CACHE_SIZE, _ENTRY_SIZE = 48_000_000, 1500

#: A JSON object as it is answered.
JsonAnswer = dict[str, Any]


class WithheldError(KodeksError):
    """Raised for a text that may be read on the site but not exported; exit code 3."""

    exit_code = 3

    @classmethod
    def of(cls, what: str, page: str) -> WithheldError:
        """The error for a text or an edition, with the page where it can be read."""
        return cls(
            f"the words of {what} may be read on the site, but not exported",
            f"Read them at {page}.",
        )


@dataclass(frozen=True, eq=False)
class ServedBuild:
    """A build with its corpus.

    `shown` is the corpus with only the texts that may be published, `offered` with only those that
    may be exported too. `copy` has the files, `store` what was read from them, `base` stands before
    the addresses of pages.
    """

    corpus: Corpus
    shown: Corpus
    offered: Corpus
    copy: BuildCopy
    store: HeldStore
    searcher: Searcher
    base: str
    opened: datetime = field(default_factory=lambda: datetime.now(UTC))
    _answers: LRUCache[Hashable, bytes] = field(
        default_factory=lambda: LRUCache(_CACHE_SIZE, lambda answer: len(answer) + _ENTRY_SIZE),
        repr=False,
    )
    _lock: Lock = field(default_factory=Lock, repr=False)

    @classmethod
    def open(cls, corpus: Corpus, copy: BuildCopy, base: str = "") -> ServedBuild:
        """Open a checked copy of a build; `base` stands before the addresses of pages.

        Raises `BuildError` when somebody writes to the copy meanwhile.
        """
        exported = tuple(text for text in corpus.published if text.export)
        offered = replace(corpus, texts=exported)
        shown = frozenset(text.id for text in exported)
        store = HeldStore(copy.directory, copy.fingerprint, copy.files, shown)
        served = cls(
            corpus,
            replace(corpus, texts=corpus.published),
            offered,
            copy,
            store,
            Searcher(corpus, Database(copy.checked_map(FILE), shown)),
            base.rstrip("/"),
        )
        served.warm()
        if copy.changed:
            raise copy_changed()
        return served

    def warm(self) -> None:
        """Read everything into memory that the first answers would otherwise wait for."""
        _ = self.edges, self.records, self.glossary, self.places, self.languages
        for edition in {text.edition for text in self.corpus.readable}:
            self.store.titles(edition)
        self.searcher.warm(self.corpus.published)

    # --- what is there ---------------------------------------------------------------------------

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the corpus, code and packages that the build was made from."""
        return self.store.fingerprint

    @property
    def build(self) -> Build:
        """The copy, for processes that read it themselves."""
        return Build(self.corpus.home, self.copy.directory, self.copy.written)

    @cached_property
    def modified(self) -> datetime:
        """The corpus date, as midnight UTC."""
        return datetime.fromisoformat(self.corpus.date).replace(tzinfo=UTC)

    @cached_property
    def withheld(self) -> frozenset[str]:
        """The ids of texts that may be read on the site but not exported."""
        return frozenset(text.id for text in self.corpus.published if not text.export)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which laws and concepts have names."""
        return tuple(self.searcher.database.languages)

    @cached_property
    def concordance(self) -> Concordance:
        """The concordance; it is read at the first question.

        Raises `BuildError` when a file of it is damaged.
        """
        from kb.concordance.occurrences import Concordance  # Whoosh takes long to import

        return Concordance.open(self.store)

    @cached_property
    def edges(self) -> CrossReferences:
        """Which provisions cite which, and the articles about them."""
        return cross_references(self.store, self.corpus.published)

    @cached_property
    def glossary(self) -> Glossary:
        """The concepts."""
        return glossary(self.store)

    @cached_property
    def records(self) -> dict[str, dict[str, EditionRecord]]:
        """The records of each exported edition, languages side by side, by edition and id.

        They are in the order of the book.
        """
        by_edition = {}
        for edition in self.offered.editions:
            if texts := self.texts(edition.id):
                records = edition_records(self.store, texts)
                by_edition[edition.id] = {record.id: record for record in records}
        return by_edition

    @cached_property
    def places(self) -> dict[str, dict[str, str]]:
        """The page on which each published record stands, by edition and id."""
        places: dict[str, dict[str, str]] = {}
        for text in self.corpus.published:
            pages = places.setdefault(text.edition, {})
            for record in self.store.records(text.id):
                pages.setdefault(record.id, page_of(record))
        return places

    def texts(self, edition: str) -> tuple[Text, ...]:
        """The texts of an edition that may be exported."""
        return self.offered.texts_of(edition)

    def of_edition(self, edition: str) -> dict[str, EditionRecord]:
        """The records of an edition by id.

        Raises `NotFoundError` with the nearest editions, `WithheldError` for what is not exported.
        """
        id = self.corpus.edition(edition).id
        if edition not in self.records:
            language = self.corpus.page_languages[0]
            raise WithheldError.of(id, self.page_root(edition, language))
        return self.records[edition]

    # --- addresses and names ---------------------------------------------------------------------

    def page_language(self, reader: str) -> str:
        """The language of pages for a reader: the reader's own if pages have it, else English."""
        languages = self.corpus.page_languages
        return next(code for code in (reader, SOURCE_LANGUAGE, *languages) if code in languages)

    def page_root(self, edition: str, reader: str) -> str:
        """The address of the first page of an edition."""
        return edition_root(self.base, self.page_language(reader), edition)

    def page(self, edition: str, id: str, reader: str) -> str | None:
        """The address of a record on the site; None if it has no page."""
        page = self.places.get(edition, {}).get(id)
        if page is None:
            return None
        return Place(page, id).below(self.page_root(edition, reader))

    def procedure_page(self, procedure: str, language: str) -> str | None:
        """The address of a procedure that has words in a language; None if that has no pages."""
        if language not in self.corpus.page_languages:
            return None
        return procedure_page(f"{self.base}/{language}/", procedure)

    def ruling_page(self, id: str, reader: str) -> str:
        """The address of a ruling of the library on the page of rulings."""
        return ruling_page(f"{self.base}/{self.page_language(reader)}/", id)

    def nearest(self, edition: str, id: str) -> list[str]:
        """The ids of an edition that look most like one that it does not have."""
        return nearest(id, self.places.get(edition, ()))

    def full_page(self, full: str, reader: str) -> str:
        """The address of a full id (`rules-2017:27`); that of its edition if it has no page.

        That of a procedure (`rules-2017:decide.claim`) must have words in the reader's language.
        """
        book, _, id = full.partition(":")
        edition = book.partition("/")[0]
        kind, _, name = id.partition(".")
        is_procedure = kind == DECIDE
        page = self.procedure_page(name, reader) if is_procedure else self.page(edition, id, reader)
        return page or self.page_root(edition, reader)

    def permalink(self, edition: str, id: str) -> str:
        """The permalink of a record: it leads to its page or to its JSON, as the client wants."""
        return permalink(self.base, edition, id)

    def name(self, edition: str, id: str, reader: str) -> str:
        """What readers of a language call a provision: `27B1(b). szakasz`; else the id itself."""
        local = parse_id(id)
        if not isinstance(local, ProvisionId):
            return id
        return citation_name(local, reader, self.corpus.edition(edition).profile)

    # --- answers ---------------------------------------------------------------------------------

    def remembered(self, *asked: Hashable) -> bytes | None:
        """The answer that was given to the same question before, if it is still in the cache."""
        with self._lock:
            return self._answers.get(asked)

    def answer(self, make: Callable[..., JsonAnswer], *asked: Hashable) -> bytes:
        """What `make` returns for this build, as JSON; the answer is kept in the cache."""
        answer = encoded(make(self, *asked))
        if len(answer) < _CACHE_SIZE // 50:
            with self._lock:
                self._answers[make, *asked] = answer
        return answer


def encoded(value: object) -> bytes:
    """A value as JSON in UTF-8, without blanks; it may have records and concepts in it.

    These have the same fields as in the files of a build, a record its kind first.
    """
    return msgspec.json.encode(value)
