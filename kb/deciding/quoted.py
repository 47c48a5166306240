"""A provision as a ruling quotes it: its name, the law's own words, and our plain words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import field

from kb.citations.anchors import display_name
from kb.core.stored import Stored
from kb.core.stored_records import DefinitionRecord, NoteRecord
from kb.corpus.corpus import Corpus
from kb.storage.store import Store


class Quoted(Stored, frozen=True):
    """A provision with what readers call it, its wording and its plain words, by language."""

    id: str
    name: dict[str, str]
    wording: dict[str, str]
    told: dict[str, str] = field(name="plain")


def quoted(
    corpus: Corpus, store: Store, edition: str, ids: Iterable[str], languages: Sequence[str]
) -> list[Quoted]:
    """Provisions of an edition as they are quoted in some languages, in the order of `ids`.

    The wording is that of the texts that `corpus` has.
    """
    books = {t.language: store.by_id(t.id) for t in corpus.texts_of(edition)}
    plain = {id: told for told in store.plain(edition) for id in told.tells}
    profile = corpus.edition(edition).profile

    def name(id: str, code: str) -> str:
        """What readers of a language call it: a definition goes by its term."""
        own = books.get(code, {}).get(id)
        record = own or next((book[id] for book in books.values() if id in book), None)
        if isinstance(record, DefinitionRecord):
            return record.term if own else record.english
        if isinstance(record, NoteRecord):
            return f"{display_name(record.anchors[0], code, profile)}, {record.marker}"
        return display_name(id, code, profile)

    return [
        Quoted(
            id,
            {code: name(id, code) for code in languages},
            {code: books[code][id].body for code in languages if id in books.get(code, {})},
            {
                code: plain[id].words[code]
                for code in languages
                if id in plain and code in plain[id].words
            },
        )
        for id in ids
    ]
