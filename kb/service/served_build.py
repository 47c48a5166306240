"""One build, open for answering: everything that an answer needs, worked out once."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar

from cachetools import LRUCache

from kb.citations.anchors import citation_name
from kb.core.addresses import Place, edition_root, permalink
from kb.core.errors import KodeksError
from kb.core.ids import ProvisionId, parse_id
from kb.core.nearest import nearest
from kb.core.records import EditionRecord
from kb.core.stored import plain
from kb.corpus.manifest import Corpus, Text
from kb.publishing.parts.book import page_of
from kb.records.alignment import edition_records
from kb.records.cross_references import Citator, citator
from kb.records.glossary import Glossary, glossary
from kb.search.asking.query import Searcher
from kb.service.integrity import copy_changed, discard_if
from kb.service.ruling_task import Build
from kb.service.snapshot import BuildCopy
from kb.storage.store import HeldStore

#: The cache of answers in each worker may have so many bytes; an entry takes some more than its
#: answer, for the question and its place in the table.
_KEPT, _BESIDES = 48_000_000, 1500

#: A JSON object as it is answered.
JsonAnswer = dict[str, Any]

T = TypeVar("T")
P = ParamSpec("P")


class WithheldError(KodeksError):
    """A text that may be read on the site but not exported."""

    exit_code = 3

    @classmethod
    def of(cls, what: str, page: str) -> WithheldError:
        """What is said of a text or an edition, and the page where it can be read."""
        return cls(
            f"the words of {what} may be read on the site, but not exported",
            f"Read them at {page}.",
        )


@dataclass(frozen=True, eq=False)
class ServedBuild:
    """A build with its corpus.

    `shown` is the corpus of the texts that may be published, `offered` of those of them that may be
    exported. `copy` is where its files are, `store` what was read of them.
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
        default_factory=lambda: LRUCache(_KEPT, lambda kept: len(kept) + _BESIDES), repr=False
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
            Searcher.open(corpus, store, shown),
            base.rstrip("/"),
        )
        served.warm()
        if copy.changed:
            raise copy_changed()
        return served

    def warm(self) -> None:
        """Read what answers need before the first is asked for: all but what search looks up."""
        _ = self.edges, self.records, self.glossary, self.places, self.languages
        for edition in {text.edition for text in self.corpus.readable}:
            self.store.titles(edition)
        self.searcher.search("27", self.corpus.published, ("hu",), 1)

    # --- what is there ---------------------------------------------------------------------------

    @property
    def fingerprint(self) -> str:
        """What the build was made of: corpus, code, dependencies."""
        return self.store.fingerprint

    @property
    def build(self) -> Build:
        """Where the copy is, for processes that read it themselves."""
        return Build(self.corpus.home, self.copy.directory, self.copy.written)

    @cached_property
    def modified(self) -> datetime:
        """The corpus date, midnight of the world's time."""
        return datetime.fromisoformat(self.corpus.date).replace(tzinfo=UTC)

    @cached_property
    def withheld(self) -> frozenset[str]:
        """The texts that may be read on the site and are not exported, by id."""
        return frozenset(text.id for text in self.corpus.published if not text.export)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which laws and concepts are called something."""
        return tuple(self.searcher.database.languages)

    @cached_property
    def edges(self) -> Citator:
        """The citator: who cites whom."""
        return citator(self.store, self.corpus.published)

    @cached_property
    def glossary(self) -> Glossary:
        """The concepts."""
        return glossary(self.store)

    @cached_property
    def records(self) -> dict[str, dict[str, EditionRecord]]:
        """Of every edition what is joined over its languages, by id, in the order of the book."""
        found = {}
        for edition in self.offered.editions:
            if texts := self.texts(edition.id):
                records = edition_records(self.store, texts)
                found[edition.id] = {record.id: record for record in records}
        return found

    @cached_property
    def places(self) -> dict[str, dict[str, str]]:
        """The page of everything that is published, by edition and id."""
        found: dict[str, dict[str, str]] = {}
        for text in self.corpus.published:
            pages = found.setdefault(text.edition, {})
            for record in self.store.records(text.id):
                pages.setdefault(record.id, page_of(record))
        return found

    def texts(self, edition: str) -> tuple[Text, ...]:
        """The texts of an edition that may be exported."""
        return tuple(text for text in self.offered.readable if text.edition == edition)

    def of_edition(self, edition: str) -> dict[str, EditionRecord]:
        """The records of an edition by id.

        Raises `NotFoundError` with the nearest editions, `WithheldError` for what is not exported.
        """
        known = self.corpus.edition(edition)
        if edition not in self.records:
            language = self.corpus.page_languages[0]
            raise WithheldError.of(known.id, self.page_root(edition, language))
        return self.records[edition]

    # --- addresses and names ---------------------------------------------------------------------

    def page_language(self, reader: str) -> str:
        """The language of pages for a reader: his own if there are pages in it, else English."""
        languages = self.corpus.page_languages
        return next(code for code in (reader, "en", *languages) if code in languages)

    def page_root(self, edition: str, reader: str) -> str:
        """The address of the first page of an edition."""
        return edition_root(self.base, self.page_language(reader), edition)

    def page(self, edition: str, id: str, reader: str) -> str | None:
        """The address of what has an id on the site; None for what has no page."""
        page = self.places.get(edition, {}).get(id)
        if page is None:
            return None
        return Place(page, id).below(self.page_root(edition, reader))

    def nearest(self, edition: str, id: str) -> list[str]:
        """Ids of an edition that are written most like one that it has not."""
        return nearest(id, self.places.get(edition, ()))

    def full_page(self, full: str, reader: str) -> str:
        """The address of a full id on the site; that of its edition where it has no page."""
        edition, _, id = full.partition(":")
        own = edition.partition("/")[0]
        return self.page(own, id, reader) or self.page_root(own, reader)

    def permalink(self, edition: str, id: str) -> str:
        """The address that leads to a page or to JSON, whichever is wanted."""
        return permalink(self.base, edition, id)

    def name(self, edition: str, id: str, reader: str) -> str:
        """What readers of a language call an id: `27B1(b). szakasz`; else the id itself."""
        local = parse_id(id)
        if not isinstance(local, ProvisionId):
            return id
        return citation_name(local, reader, self.corpus.edition(edition).style)

    # --- answers ---------------------------------------------------------------------------------

    def remembered(self, *asked: Hashable) -> bytes | None:
        """The answer that was given to the same question before, if it is still in the cache."""
        with self._lock:
            return self._answers.get(asked)

    def call(
        self, make: Callable[Concatenate[ServedBuild, P], T], *asked: P.args, **more: P.kwargs
    ) -> T:
        """What `make` makes of the build, whatever it is.

        Raises `BuildError` instead when somebody wrote to what search reads.
        """
        with discard_if(lambda: self.copy.search_changed):
            return make(self, *asked, **more)

    def answer(self, make: Callable[..., JsonAnswer], *asked: Hashable) -> bytes:
        """Answer with what `make` returns, as JSON, and keep the answer in the cache.

        Raises `BuildError` instead of an answer from an index that somebody wrote to.
        """
        made = encoded(self.call(make, *asked))
        if len(made) < _KEPT // 50:
            with self._lock:
                self._answers[make, *asked] = made
        return made


def encoded(value: object) -> bytes:
    """A value as JSON in UTF-8, without blanks; records and concepts may stand at any depth."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain).encode()
