"""Checks that the words of the lexicon stand where the lexicon says that they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.core.orders import grouped
from kb.core.read_records import Reading, ReadRecord
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus.corpus import Corpus
from kb.curation.concepts.finder import Forms, TermFinder
from kb.curation.concepts.mentions import fields
from kb.files.typed_toml import TomlTable

#: Stands for the place of a word that we know from players and not from our texts.
USAGE = "usage"


class Books:
    """The records that were read, for looking up ids: `records` by text and id.

    `of_edition` has the ids of the texts by edition.
    """

    def __init__(self, corpus: Corpus, readings: Sequence[Reading]) -> None:
        self.records = {
            reading.text: {str(record.id): record for record in reading.records}
            for reading in readings
        }
        self.of_edition = grouped(self.records, lambda text: corpus.text(text).edition)

    def having(self, texts: Iterable[str], id: str) -> list[str]:
        """Those of the texts that were read and have a record with an id."""
        return [text for text in texts if id in self.records.get(text, ())]

    def earlier(self, texts: Sequence[str], ids: Iterable[str]) -> list[str]:
        """The full ids, each once, of what corresponds in older editions to provisions of texts.

        `ids` are the full ids of the provisions; the texts are of one edition.
        """
        earlier: dict[str, None] = {}
        for id in (id.partition(":")[2] for id in ids):
            record = next((self.records[text][id] for text in self.having(texts, id)), None)
            for place in record.counterparts if record else ():
                if not place.newer and place.provision:
                    earlier[f"{place.edition}:{place.provision}"] = None
        return list(earlier)

    def ids(self, texts: Iterable[str], kinds: frozenset[str] | None = None) -> set[str]:
        """The ids of all records of these texts, or of those of some kinds."""
        return {
            id
            for text in texts
            for id, record in self.records.get(text, {}).items()
            if kinds is None or record.kind in kinds
        }


@dataclass(frozen=True)
class Claim:
    """A statement of the lexicon: this word stands in the record `id` of one of these texts.

    `table` is where the lexicon says so.
    """

    table: TomlTable
    language: str
    word: str
    texts: tuple[str, ...]
    id: str


def check_claims(
    books: Books, claims: Sequence[Claim], forms: Mapping[str, Forms], free_order: Sequence[str]
) -> None:
    """Raise `CorpusError` with file and line for a word that does not stand where it should.

    Every record is searched once, for all the words of a language together.
    """
    finders: dict[str, TermFinder] = {}
    standing: dict[tuple[str, str, str], set[str]] = {}
    for code in {claim.language for claim in claims}:
        words = ((claim.word, claim.word) for claim in claims if claim.language == code)
        finders[code] = TermFinder(words, code, forms.get(code), code in free_order)
    for claim in claims:
        for text in claim.texts:
            place = (claim.language, text, claim.id)
            if place not in standing:
                words_of = _english if claim.language == SOURCE_LANGUAGE else _original
                fields_of = words_of(books.records[text][claim.id])
                standing[place] = set().union(*map(finders[claim.language].standing, fields_of))
        if not any(claim.word in standing[claim.language, text, claim.id] for text in claim.texts):
            what = f"does not stand at {claim.texts[0]}:{claim.id}"
            raise claim.table.error(claim.word, what, f'Else say "{USAGE}".')


def _original(record: ReadRecord) -> Iterator[str]:
    """The words of a record in the language of its text."""
    yield from (words for _, words in fields(record))
    yield from (words for words in (record.headword, record.term) if words)
    for table in record.table:
        yield from (words for words in (table.caption, table.note) if words)
        yield from (cell.text for row in table.rows for cell in row)


def _english(record: ReadRecord) -> Iterator[str]:
    """The English terms of a record that translates them."""
    yield from (term for term in (record.english, record.headword) if term)
    yield from (sense.english for sense in record.senses)
