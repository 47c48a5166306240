"""Reads a ruling for the library: its facts, its words with their terms, what it cites."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import msgspec

from kb.citations.anchors import patterns
from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.languages.stemming import fold
from kb.library.analysis import MarkedTerm, RulingAnalyser, marked
from kb.library.redaction import NOTHING, Redactor
from kb.library.ruling_document import CITES, RulingCitation, RulingDocument
from kb.library.ruling_facts import data_of, facts_of, year_of_path
from kb.library.ruling_text import (
    RedactedWords,
    RulingText,
    without_front_matter,
    without_references,
)
from kb.linking.cited import Cited
from kb.linking.dating.dating import dating_of
from kb.linking.dating.lines import head
from kb.linking.documents.ruling import Ruling, format_of
from kb.linking.finding.find import find
from kb.linking.limits import BadDocumentError
from kb.linking.resolving.doubts import Doubts
from kb.linking.resolving.index import Index
from kb.linking.resolving.resolve import resolve
from kb.linking.zones import text_only
from kb.search.database import FILE, Database
from kb.search.passages import marks_of
from kb.storage.store import Store

#: The longest file of a ruling, in bytes.
LONGEST = 2_000_000

#: Under this key front matter has a date; where a path alone has the year, it is read as that.
_DATE = "date"
_SLUG = re.compile("[a-z0-9]+")
#: The letters of an id that come from the name of the file, and those that make it unique.
_NAME, _UNIQUE = 40, 10


@dataclass(frozen=True)
class RulingReader:
    """Reads rulings with what a build knows; one for each process, as it remembers words."""

    index: Index
    analyser: RulingAnalyser
    redactor: Redactor = NOTHING

    @classmethod
    def open(cls, corpus: Corpus, store: Store, redactor: Redactor = NOTHING) -> RulingReader:
        """A reader on a checked build."""
        analyser = RulingAnalyser(Database(store.directory / FILE), store)
        return cls(Index.of(corpus, store), analyser, redactor)

    def read(self, raw: bytes, path: str, key: str) -> RulingDocument:
        """Read a file with its path below the folder, and the key that makes its id unique.

        Raises `BadDocumentError` for what is no ruling that can be read.
        """
        document = without_references(_decoded(raw))
        name = self.redactor.redacted(path)
        ruling = Ruling(name, format_of(path), self.redactor.redacted(document))
        view = text_only(ruling.document, ruling.format)
        if ruling.format == "text":
            view = without_front_matter(view)
        words = RulingText.of(view)
        redacted = RedactedWords.of(words.words, self.redactor)
        text = redacted.words
        data = data_of(ruling)
        dating = dating_of(data, view, self.index.codes)
        if dating is None and (year := year_of_path(name)):
            dating = dating_of({**data, _DATE: year}, view, self.index.codes)
        first = [" ".join(line.text.split()) for line in head(view)]
        facts = facts_of(ruling, text, first, dating, self.index, self.analyser)
        facts = msgspec.structs.replace(
            facts, **{name: self._safe(value) for name, value in _said(facts)}
        )
        language = facts.language if facts.language in patterns() else None
        found = find(view, (language,) if language else (), self.index.works, self.index.main(None))
        cited = resolve(view, found, self.index, None, None, dating)
        old = Doubts.of(self.index, None, dating).old if self.index.has_default else None

        def place(offset: int) -> int:
            return redacted.place(words.place(offset))

        cites = tuple(
            msgspec.structs.replace(
                one, start=place(one.start), end=place(one.end), quote=self._safe(one.quote)
            )
            for one in _citations(cited, self.index, old.id if old else None, ruling)
        )
        lines = words.lines(ruling)
        moved = tuple(
            redacted.place(number) if at % 2 == 0 else number for at, number in enumerate(lines)
        )
        terms = marked(facts.title, text, self.analyser, facts.language)
        apart = len(facts.title) + 1
        for one in cites:
            span = one.start + apart, one.end + apart
            terms += (MarkedTerm(term, *span) for term in sorted(cited_terms(one)))
        return RulingDocument(
            ruling_id(name, key),
            name,
            ruling.format,
            facts,
            text,
            marks_of(dict.fromkeys(terms)),  # where several words mean the same it counts once
            moved,
            cites,
            len(text.split()),
        )

    def _safe(self, value: str) -> str:
        return self.redactor.redacted(value)


def _said(facts: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """The facts that are words, by name."""
    for name in facts.__struct_fields__:
        value = getattr(facts, name)
        if isinstance(value, str):
            yield name, value


def _decoded(raw: bytes) -> str:
    if len(raw) > LONGEST:
        raise BadDocumentError(f"longer than {LONGEST} bytes", "Split it.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadDocumentError(f"not UTF-8 at byte {error.start}", "Save it as UTF-8.") from None
    if not text.strip("\ufeff \t\r\n"):
        raise BadDocumentError("empty")
    return text


def _citations(
    cited: Sequence[Cited], index: Index, old: str | None, ruling: Ruling
) -> Iterator[RulingCitation]:
    """What is cited, in today's numbers; what leads nowhere is left out.

    A number that may be of the code of the document's time is of that, if it is here.
    """
    for one in cited:
        edition, now = one.edition, _today(one, index)
        if one.doubted and one.then and old:
            edition, now = old, _full(index, old, one.then)
        elif one.status != "linked":
            continue
        if not now:
            continue
        yield RulingCitation(
            edition,
            str(one.targets[0]),
            str(one.targets[-1]) if one.is_range else None,
            now,
            " ".join(one.quote.split()),
            ruling.line(one.span.start),
            one.span.start,
            one.span.end,
            one.doubted,
        )


def _today(cited: Cited, index: Index) -> tuple[str, ...]:
    edition = index.editions.get(cited.edition)
    if edition is None or not cited.targets:
        return ()
    if index.newest(edition.work) is edition:
        return _full(index, edition.id, index.provisions(cited))
    return _full(index, edition.id, index.today(cited))


def _full(index: Index, edition: str, ids: Sequence[ProvisionId]) -> tuple[str, ...]:
    """Full ids in the newest edition of the work that an edition is of."""
    newest = index.newest(index.editions[edition].work)
    return tuple(f"{newest.id}:{id}" for id in ids) if newest else ()


def cited_terms(one: RulingCitation) -> set[str]:
    """The terms of a citation: what it means today and what contains that, and what is written."""
    written = {f"{one.edition}:{id}" for id in (one.id, one.last) if id}
    terms: set[str] = set()
    for full in {*one.now, *written}:
        edition, _, local = full.partition(":")
        parts = local.split(".")
        terms.update(
            f"{CITES}{edition}:{'.'.join(parts[:end])}" for end in range(1, len(parts) + 1)
        )
    return terms


def ruling_id(path: str, key: str) -> str:
    """The id of a ruling: the name of its file in plain letters, and a hash of `key`.

    >>> ruling_id("2019/Fałszywy renons.md", "x")
    'falszywy-renons-2d711642b7'
    """
    slug = "-".join(_SLUG.findall(fold(PurePosixPath(path).stem)))[:_NAME].strip("-")
    unique = hashlib.sha256(key.encode()).hexdigest()[:_UNIQUE]
    return f"{slug}-{unique}" if slug else unique
