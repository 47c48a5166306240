"""Reads the lexicon of corpus/curation/concepts, what players have words for, and checks it.

It has a file per area: `[revoke]` with the provisions that define and govern it and the entries of
the books that it gathers, then `[revoke.xx]` with its words in a language, the preferred one first,
each with the place in our texts where it stands in this sense, or "usage". `areas.toml` names the
areas, the edition whose provisions they cite, and the texts that their places are in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from kb.core.concepts import Area, Concept, ConceptWord
from kb.core.errors import CorpusError, InvalidIdError
from kb.core.ids import FullId
from kb.core.nearest import nearest_hint
from kb.core.read_records import Reading
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus.corpus import Corpus
from kb.curation.concepts.attestation import USAGE, Books, Claim, check_claims
from kb.curation.concepts.finder import Forms, TermFinder, read_forms
from kb.files.typed_toml import TomlTable, read_toml
from kb.languages.stemming import fold
from kb.languages.term_words import tokens_of

SCHEMA = "kodeks.concept-areas/1"

_DIRECTORY = "corpus/curation/concepts"
_AREAS = "areas.toml"
_FORMS = "forms"
_SLUG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
#: Signs that show that something is a note about a word and not a word.
_NO_WORD = re.compile(r"[()\[\]/;:]")

#: Names that other pages of the site have, so that no concept can have them.
_TAKEN = frozenset({"index", "subject-index"})
#: The kinds of records that may define or govern a concept.
_RULES = frozenset({"law", "provision", "definition", "note", "front", "bid", "case"})

#: The table of words that several concepts of an area have, each with a note.
_SHARED = "shared"


@dataclass(frozen=True)
class Lexicon:
    """All areas and concepts, in the order of their files, and the languages of their words.

    In the languages of `free_order` the two words of a term may change places. `forms` has what
    the stemmer of a language gets wrong.
    """

    languages: tuple[str, ...] = ()
    free_order: tuple[str, ...] = ()
    areas: tuple[Area, ...] = ()
    concepts: tuple[Concept, ...] = ()
    forms: dict[str, Forms] = field(default_factory=dict)

    def finder(self, text: str, language: str) -> TermFinder:
        """A finder of the words of a language, from the areas to which a text belongs."""
        areas = {area.id for area in self.areas if text in area.texts}
        words = (
            (word.text, concept.id)
            for concept in self.concepts
            if concept.area in areas
            for word in concept.words.get(language, ())
        )
        return TermFinder(words, language, self.forms.get(language), language in self.free_order)


def lexicon(corpus: Corpus, readings: Sequence[Reading]) -> Lexicon:
    """The lexicon of a corpus, with every id and place in it checked; empty if it has no lexicon.

    Raises `CorpusError` with file and line for whatever does not fit: an id that does not exist, a
    concept or word that is there twice, a language that is not known, a word that does not stand
    where the file says. Ids of texts that the corpus does not have are left out unchecked.
    """
    directory = corpus.home / _DIRECTORY
    if not directory.is_dir():
        return Lexicon()
    top = read_toml(directory / _AREAS)
    top.one_of("schema", {SCHEMA})
    languages = top.words("languages")
    free_order = top.words("free_order", default=())
    areas = tuple(_area(corpus, table, languages) for table in top.tables("area"))
    top.done()
    _check_areas(top, areas, languages, free_order)
    _check_files(directory, [area.id for area in areas], languages)
    forms = {code: read_forms(directory / _FORMS / f"{code}.tsv") for code in languages}
    books = Books(corpus, readings)
    claims: list[Claim] = []
    concepts: dict[str, Concept] = {}
    for area in areas:
        for concept, table in _AreaFile(directory, area, languages, books, claims).concepts():
            if other := concepts.get(concept.id):
                raise table.error("", f"is a concept of {other.area} already", "Rename one.")
            concepts[concept.id] = concept
    check_claims(books, claims, forms, free_order)
    return Lexicon(languages, free_order, areas, tuple(concepts.values()), forms)


def _area(corpus: Corpus, table: TomlTable, languages: Sequence[str]) -> Area:
    titles = table.table("titles")
    area = Area(
        table.matching("id", _SLUG, "small letters, digits and hyphens"),
        {code: titles.string(code) for code in languages},
        table.one_of("edition", {edition.id for edition in corpus.editions}),
        table.strings("texts"),
    )
    editions = {edition.id for edition in corpus.editions}
    for number, text in enumerate(area.texts):
        edition, _, language = text.partition("/")
        if edition not in editions or language not in languages:
            raise table.error("texts", f"names no text: {text!r}", item=number)
    titles.done()
    table.done()
    return area


def _check_areas(
    top: TomlTable, areas: Sequence[Area], languages: Sequence[str], free_order: Sequence[str]
) -> None:
    """Raise `CorpusError` for an area or language that is named twice, or is none."""
    for number, area in enumerate(areas):
        if area.id in (other.id for other in areas[:number]):
            raise top.tables("area")[number].error("id", f"is there twice: {area.id}")
    for key, codes in (("languages", languages), ("free_order", free_order)):
        for number, code in enumerate(codes):
            if code in codes[:number] or code not in languages:
                raise top.error(key, f"must name each language once, not {code!r}", item=number)


def _check_files(directory: Path, areas: Sequence[str], languages: Sequence[str]) -> None:
    """Raise `CorpusError` at a file that is neither an area's nor a language's table of forms."""
    expected = {directory / f"{area}.toml" for area in areas} | {directory / _AREAS}
    expected |= {directory / _FORMS / f"{code}.tsv" for code in languages}
    files = (path for path in sorted(directory.rglob("*")) if path.is_file())
    for path in files:
        if path not in expected and not path.name.startswith(".") and not path.name.endswith("~"):
            hint = f"{_AREAS} has the areas and the languages."
            raise CorpusError(f"{path}: named after no area or language", hint)


class _AreaFile:
    """Reads and checks one file of the lexicon."""

    def __init__(
        self,
        directory: Path,
        area: Area,
        languages: Sequence[str],
        books: Books,
        claims: list[Claim],
    ) -> None:
        self._top = read_toml(directory / f"{area.id}.toml")
        self._area, self._languages, self._books = area, languages, books
        self._claims = claims
        self._read = [text for text in area.texts if text in books.records]
        self._provisions = books.of_edition.get(area.edition, [])
        self._rules = books.ids(self._provisions, _RULES)
        own_texts = [text for text in area.texts if text.partition("/")[0] == area.edition]
        self._has_edition = bool(own_texts) and {*own_texts} <= {*self._read}
        self._whole = len(self._read) == len(area.texts)

    def concepts(self) -> Iterator[tuple[Concept, TomlTable]]:
        """The concepts in order, each with its table, which later checks need for their errors."""
        shared = self._top.optional_table(_SHARED)
        notes = {code: shared.table(code) for code in shared} if shared else {}
        for code, table in notes.items():
            self._check_language(shared or table, code)
            table.items()
        slugs = [slug for slug in self._top if slug != _SHARED]
        for slug in slugs:
            if not _SLUG.fullmatch(slug) or slug in _TAKEN:
                hint = f"Small letters, digits and hyphens; not {' or '.join(sorted(_TAKEN))}."
                raise self._top.error(slug, "is no slug of a concept", hint)
        for before, slug in pairwise(slugs):
            if slug < before:
                raise self._top.error(slug, f"stands after {before}", "Sort the concepts.")
        owners: dict[tuple[str, str], list[str]] = {}
        for slug in slugs:
            table = self._top.table(slug)
            concept = self._concept(slug, table)
            for code, words in concept.words.items():
                for word in words:
                    self._check_owner(owners, notes, table.table(code), code, word.text, slug)
            yield concept, table
        for code, table in notes.items():
            for noted in table:
                if len(owners.get((code, fold(noted)), ())) < 2:
                    raise table.error(noted, "is not a word of two concepts", "Take it out.")

    def _check_owner(
        self,
        owners: dict[tuple[str, str], list[str]],
        notes: Mapping[str, TomlTable],
        table: TomlTable,
        code: str,
        word: str,
        slug: str,
    ) -> None:
        """Raise `CorpusError` for a word of several concepts of an area without a note why."""
        owning = owners.setdefault((code, fold(word)), [])
        noted = set(map(fold, notes[code])) if code in notes else set()
        if owning and fold(word) not in noted:
            raise table.error(
                word,
                f"is a word of {owning[0]} too",
                f"Say why in [{_SHARED}.{code}], or choose a more exact word.",
            )
        owning.append(slug)

    def _check_language(self, table: TomlTable, code: str) -> None:
        if code not in self._languages:
            languages = ", ".join(self._languages)
            raise table.error(code, "is no language of the lexicon", f"It has {languages}.")

    def _concept(self, slug: str, table: TomlTable) -> Concept:
        defined = self._provisions_of(table, "defined_by")
        governed = self._provisions_of(table, "governed_by")
        gathers = tuple(self._gathered(table))
        if not (table.keys() & {"defined_by", "governed_by", "gathers"}):
            raise table.error("", "leads nowhere: no provision, no entry of a book")
        glosses = table.optional_table("gloss")
        for code in glosses if glosses else ():
            self._check_language(glosses or table, code)
        gloss = glosses.items() if glosses else {}
        codes = [code for code in table if code not in _FIELDS]
        for code in codes:
            self._check_language(table, code)
        for code in gloss:
            if glosses and code in codes:
                raise glosses.error(code, "goes with no words", "Take the words or the gloss out.")
        words = {
            code: tuple(self._words(table.table(code), code))
            for code in self._languages
            if code in codes
        }
        table.done()
        earlier = tuple(self._books.earlier(self._provisions, (*defined, *governed)))
        return Concept(slug, self._area.id, defined, governed, gathers, words, gloss, earlier)

    def _provisions_of(self, table: TomlTable, key: str) -> tuple[str, ...]:
        """The full ids of a list of provisions, without those that only unread texts have."""
        ids = self._distinct(table, key)
        for number, id in enumerate(ids):
            if id not in self._rules and self._has_edition:
                what = f"names no provision of {self._area.edition}: {id!r}"
                raise table.error(key, what, nearest_hint(id, self._rules), item=number)
        return tuple(f"{self._area.edition}:{id}" for id in ids if id in self._rules)

    def _distinct(self, table: TomlTable, key: str) -> tuple[str, ...]:
        """A list of ids, none of them twice; () where there is none."""
        ids = table.strings(key, default=())
        for number, id in enumerate(ids):
            if id in ids[:number]:
                raise table.error(key, f"names {id} twice", item=number)
        return ids

    def _gathered(self, table: TomlTable) -> Iterator[str]:
        """The full ids of entries of the area's texts; of one that several have, those in all."""
        for number, id in enumerate(self._distinct(table, "gathers")):
            having = self._books.having(self._read, id)
            if not having and self._whole:
                what = f"names nothing in the texts of this area: {id!r}"
                ids = self._books.ids(self._read)
                raise table.error("gathers", what, nearest_hint(id, ids), item=number)
            yield from (f"{text}:{id}" for text in having)

    def _words(self, table: TomlTable, code: str) -> Iterator[ConceptWord]:
        words = table.items()
        by_fold: dict[str, str] = {}
        for word, place in words.items():
            if unicodedata.normalize("NFC", word) != word or word != " ".join(word.split()):
                raise table.error(word, "is not written in NFC, or has a blank too many")
            if not tokens_of(word) or _NO_WORD.search(word):
                raise table.error(word, "is not a word: put notes in a comment")
            if twin := by_fold.get(fold(word)):
                raise table.error(word, f"differs from {twin!r} by accent or case only")
            by_fold[fold(word)] = word
            yield ConceptWord(
                word, None if place == USAGE else self._place(table, code, word, place)
            )
        for before, word in pairwise(list(words)[1:]):
            if fold(word) < fold(before):
                raise table.error(
                    word, f"stands after {before!r}", "The preferred first, then by the alphabet."
                )

    def _place(self, table: TomlTable, code: str, word: str, place: str) -> str:
        """The full id of the place where a word stands; unchecked if its text was not read."""
        texts = [t for t in self._area.texts if code in (t.partition("/")[2], SOURCE_LANGUAGE)]
        if not texts:
            raise table.error(word, f"cannot stand at {place!r}: no text is in {code!r}")
        id = place
        if ":" in place:
            try:
                full = FullId.parse(place)
            except InvalidIdError as error:
                raise table.error(word, f"has no place: {error.message}") from None
            texts, id = [text for text in texts if text == full.text], str(full.local)
            if not texts:
                raise table.error(word, f"has a place in no text of this area: {place!r}")
        having = self._books.having(texts, id)
        every = all(text in self._read for text in texts)
        if every and not having:
            ids = self._books.ids(texts)
            raise table.error(word, f"has no place {place!r}", nearest_hint(id, ids))
        if every:
            self._claims.append(Claim(table, code, word, tuple(having), id))
        return f"{(having or texts)[0]}:{id}"


#: The keys that a concept may have besides languages.
_FIELDS = frozenset({"defined_by", "governed_by", "gathers", "gloss"})
