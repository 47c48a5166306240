"""Where words of the lexicon are said to stand: what was read, and whether they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.core.read_records import Reading, ReadRecord
from kb.corpus.manifest import Corpus
from kb.curation.concepts.finder import Forms, TermFinder
from kb.curation.concepts.mentions import fields
from kb.files.typed_toml import TomlTable

#: The place of a word that we know from players, not from our texts.
USAGE = "usage"
#: In this language the records have terms beside those of their own.
ENGLISH = "en"


class Books:
    """What was read, for looking up ids: texts by edition and language, records by id."""

    def __init__(self, corpus: Corpus, readings: Sequence[Reading]) -> None:
        self.records = {
            reading.text: {str(record.id): record for record in reading.records}
            for reading in readings
        }
        self.of_edition: dict[str, list[str]] = {}
        for text in self.records:
            self.of_edition.setdefault(corpus.text(text).edition, []).append(text)

    def having(self, texts: Iterable[str], id: str) -> list[str]:
        """The texts that have an id, of those that were read."""
        return [text for text in texts if id in self.records.get(text, ())]

    def earlier(self, texts: Sequence[str], ids: Iterable[str]) -> list[str]:
        """Where older editions have these provisions (full ids) of texts of one, each once."""
        found: dict[str, None] = {}
        for id in (id.partition(":")[2] for id in ids):
            record = next((self.records[text][id] for text in self.having(texts, id)), None)
            for one in record.counterparts if record else ():
                if not one.newer and one.provision:
                    found[f"{one.edition}:{one.provision}"] = None
        return list(found)

    def ids(self, texts: Iterable[str], kinds: frozenset[str] | None = None) -> set[str]:
        """All ids of these texts, or those of records of some kinds."""
        return {
            id
            for text in texts
            for id, record in self.records.get(text, {}).items()
            if kinds is None or record.kind in kinds
        }


@dataclass(frozen=True)
class Claim:
    """That a word stands in a record of one of these texts, as a table of the lexicon says."""

    table: TomlTable
    language: str
    word: str
    texts: tuple[str, ...]
    id: str


def check_claims(
    books: Books, claims: Sequence[Claim], forms: Mapping[str, Forms], free_order: Sequence[str]
) -> None:
    """Raise `CorpusError` with file and line for a word that does not stand where it should.

    Every record is looked through once for all the words that are said to stand in it.
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
                words_of = _english if claim.language == ENGLISH else _own
                found = map(
                    finders[claim.language].standing, words_of(books.records[text][claim.id])
                )
                standing[place] = set().union(*found)
        if not any(claim.word in standing[claim.language, text, claim.id] for text in claim.texts):
            what = f"does not stand at {claim.texts[0]}:{claim.id}"
            raise claim.table.error(claim.word, what, f'Else say "{USAGE}".')


def _own(record: ReadRecord) -> Iterator[str]:
    """The words of a record in the language of its text."""
    yield from (words for _, words in fields(record))
    yield from (one for one in (record.headword, record.term) if one)
    for table in record.table:
        yield from (one for one in (table.caption, table.note) if one)
        yield from (cell.text for row in table.rows for cell in row)


def _english(record: ReadRecord) -> Iterator[str]:
    """The English terms that a record renders."""
    yield from (one for one in (record.english, record.headword) if one)
    yield from (sense.english for sense in record.senses)
