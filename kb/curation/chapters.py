"""The chapters of an edition: as a text prints them, or as we divide it for navigation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from kb.core.errors import CorpusError
from kb.core.stored_records import ChapterRecord, LawRecord
from kb.corpus.corpus import Corpus
from kb.files.typed_toml import TomlTable, read_toml
from kb.storage.store import Store

SCHEMA = "kodeks.chapters/1"


@dataclass(frozen=True)
class Chapter:
    """A chapter, part or section: the ids of its laws in order, with titles by language.

    `ours` says that no text prints this division. `parent` is the id of the chapter (or part)
    that it belongs to, None for a chapter.
    """

    id: str
    laws: tuple[str, ...]
    titles: dict[str, str]
    ours: bool
    parent: str | None

    def title(self, language: str) -> tuple[str, str]:
        """The title in a language, or else in the first that has one, and the language of it."""
        code = language if language in self.titles else next(iter(self.titles))
        return self.titles[code], code


def chapters(corpus: Corpus, store: Store, edition: str) -> tuple[Chapter, ...]:
    """The chapters of an edition that have laws in them, in the order of the book.

    Our own chapters (corpus/curation/chapters) take the place of printed ones; an edition may have
    neither. Raises `CorpusError` when our own leave out a law or have one twice.
    """
    path = corpus.home / "corpus" / "curation" / "chapters" / f"{edition}.toml"
    if path.exists():
        return _curated(path, edition, _laws(corpus, store, edition))
    return _printed(corpus, store, edition)


def _laws(corpus: Corpus, store: Store, edition: str) -> list[str]:
    """The numbers of the laws that the texts of an edition have; appendices have letters."""
    records = (record for text in corpus.texts_of(edition) for record in store.records(text.id))
    laws = {record.id for record in records if isinstance(record, LawRecord)}
    return sorted(filter(str.isdigit, laws), key=int)


def _curated(path: Path, edition: str, laws: list[str]) -> tuple[Chapter, ...]:
    top = read_toml(path)
    top.one_of("schema", {SCHEMA})
    top.one_of("edition", {edition})
    curated = tuple(_chapter(table) for table in top.tables("chapter"))
    top.done()
    covered = [law for chapter in curated for law in chapter.laws]
    if covered != laws:
        wrong = sorted({*covered} ^ {*laws}, key=int)
        wrong = wrong or [law for law in laws if covered.count(law) > 1]
        which = ", ".join(wrong[:5]) or "their order"
        raise CorpusError(f"{path}: every law in one chapter, in order; look at {which}")
    return curated


def _chapter(table: TomlTable) -> Chapter:
    first, last = table.bounds("laws", "law")
    titles = table.table("titles").items()
    laws = tuple(map(str, range(first, last + 1)))
    chapter = Chapter(table.string("id"), laws, titles, True, None)
    table.done()
    return chapter


def _printed(corpus: Corpus, store: Store, edition: str) -> tuple[Chapter, ...]:
    """The chapters of the first text that prints any; a heading holds all up to the next one."""
    for text in corpus.readable:
        if text.edition != edition:
            continue
        by_id: dict[str, Chapter] = {}
        open_ids: list[str] = []
        for record in store.records(text.id):
            if isinstance(record, ChapterRecord):
                id = record.id
                open_ids = [above for above in open_ids if id.startswith(f"{above}.")]
                parent = open_ids[-1] if open_ids else None
                by_id[id] = Chapter(id, (), {text.language: record.heading or ""}, False, parent)
                open_ids.append(id)
            elif isinstance(record, LawRecord):
                for id in open_ids:
                    by_id[id] = replace(by_id[id], laws=(*by_id[id].laws, record.id))
        if by_id:
            return tuple(chapter for chapter in by_id.values() if chapter.laws)
    return ()
