"""All that a query looks up: one SQLite file, opened only for reading.

Forms of words with their terms, words of concepts and senses, documents by number, which of them
have a term, passages as readers see them, names for suggestions, provisions in which procedures
end.
kb.search.building.tables writes it when the corpus is built.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from mmap import mmap
from pathlib import Path
from typing import Any, Literal, NamedTuple

from kb.languages.stemming import fold, stem
from kb.search.evidence import FIELDS
from kb.search.form_pages import FormRow, rows_in
from kb.search.passages import Passage, ResultKind, ShownPassage

FILE = "search.sqlite3"

#: What stands between the words in a cell, and between the terms that one word may have.
BETWEEN, OR = " ", "|"
#: The type of numbers in arrays: unsigned, 32 bits.
NUMBER = "I"


#: How many answers of each method are kept, those that were asked for last. A document as it is
#: shown may take some tens of kilobytes. Nobody may change what these methods give.
_KEPT = {
    "form": 8192,
    "words": 8192,
    "vocabulary": 64,
    "document": 8192,
    "passages": 1024,
    "successors": 8192,
    "titles": 8192,
    "_spelt_names": 64,
    "_endings_by_id": 64,
    "_procedure_titles": 512,
}


class KnownForm(NamedTuple):
    """A form in a language: whether it stands in our texts, and its terms.

    `exact` are the terms of the form as it is typed, `folded` those of the forms that are written
    so without accents.
    """

    language: str
    own: bool
    exact: tuple[str, ...]
    folded: tuple[str, ...]


class KnownWord(NamedTuple):
    """A word of a concept or sense, and what it means.

    `content` are the terms of each of its parts that is no stop word; of all parts where there are
    no others.
    """

    word: str
    target: str
    content: tuple[frozenset[str], ...]


NameKind = Literal["law", "procedure", "concept", "situation"]


class Name(NamedTuple):
    """The name of a law or of a concept in a language, or the words of a situation.

    A procedure has its title, and may have what happened besides, which comes after the title.
    `folded` is the name in small letters without accents, `origin` the text that calls a law so,
    "" where it is ours; `place` the full id that the name leads to.
    """

    language: str
    kind: NameKind
    edition: str
    id: str
    name: str
    folded: str
    origin: str
    place: str


class Ending(NamedTuple):
    """A law that a procedure covers, or else a provision that one of its steps cites.

    `rank` is the place of the procedure among those of its edition.
    """

    edition: str
    id: str
    covers: bool
    rank: int
    procedure: str


@dataclass(frozen=True)
class FoundDocument:
    """A document and the texts that have it."""

    number: int
    edition: str
    id: str
    kind: str
    texts: tuple[str, ...]


class ResultGroup(NamedTuple):
    """The heading that documents are shown under: a law, a section of a statute, a definition."""

    edition: str
    id: str
    result: ResultKind


_DOCUMENT = "SELECT number, edition, id, kind, texts FROM documents"


class Database:
    """A checked database, open for reading: a file that nobody changes, or its bytes in memory.

    Laws have the titles that are ours and those of texts in `shown`; None shows all titles.
    """

    def __init__(self, source: Path | bytes | mmap, shown: frozenset[str] | None = None) -> None:
        if isinstance(source, Path):
            uri = f"{source.resolve().as_uri()}?mode=ro&immutable=1"
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False)
        else:
            self._db = sqlite3.connect(":memory:", check_same_thread=False)
            self._db.deserialize(source)
        self._shown = shown
        # People say the same words again and again, and the same laws answer them.
        for name, most in _KEPT.items():
            setattr(self, name, lru_cache(most)(getattr(self, name)))

    # --- words -----------------------------------------------------------------------------------

    def form(self, form: str) -> tuple[KnownForm, ...]:
        """Look up a form (in small letters) in every language that has it.

        Where a form is typed with an accent and known so, forms with other accents do not count.
        """
        by_language: dict[str, KnownForm] = {}
        plain = fold(form)
        own = self.own_rows(plain)
        for row in sorted((*own, *self.further_rows(plain))):
            _, language, other, terms = row
            before = by_language.get(language, KnownForm(language, False, (), ()))
            if other == form:
                exact, folded = tuple(terms.split()), before.folded
            else:
                exact = before.exact
                folded = tuple(dict.fromkeys((*before.folded, *terms.split())))
            by_language[language] = KnownForm(language, before.own or row in own, exact, folded)
        if form != plain:
            rows = by_language.values()
            return tuple(row._replace(folded=()) if row.exact else row for row in rows)
        return tuple(by_language.values())

    def own_rows(self, folded: str) -> list[FormRow]:
        """The forms of texts and concepts that are `folded` without their accents, in order."""
        rows = self._db.execute(
            "SELECT * FROM forms WHERE folded = ? ORDER BY language, form", (folded,)
        )
        return [*map(FormRow._make, rows)]

    def further_rows(self, folded: str, /) -> list[FormRow]:
        """The same for forms that are in dictionaries alone."""
        page: tuple[bytes] | None = self._db.execute(
            "SELECT page FROM further_forms WHERE first <= ? ORDER BY first DESC LIMIT 1", (folded,)
        ).fetchone()
        return rows_in(page[0], folded) if page else []

    def own_forms(self, language: str) -> dict[str, tuple[str, ...]]:
        """The forms of a language in texts and concepts with their terms, in their order."""
        rows = self._db.execute(
            "SELECT form, terms FROM forms WHERE language = ? ORDER BY form", (language,)
        )
        return {form: tuple(terms.split()) for form, terms in rows}

    def lexicon(self, language: str) -> list[tuple[str, str]]:
        """The words of concepts and senses of a language with what each means, in their order."""
        rows = self._db.execute(
            "SELECT DISTINCT word, target FROM words WHERE language = ? ORDER BY word, target",
            (language,),
        )
        return [(word, target) for word, target in rows]

    def stems(self, word: str, language: str) -> tuple[str, ...]:
        """The terms of all words of the texts that share a stem with an unknown one.

        `word` is in small letters. Its stem is tried with its accents and without them.
        """
        stem_terms: dict[str, None] = {}
        for form in dict.fromkeys((word, fold(word))):
            row = self._db.execute(
                "SELECT terms FROM stems WHERE stem = ? AND language = ?",
                (fold(stem(form, language)), language),
            ).fetchone()
            stem_terms |= dict.fromkeys(row[0].split() if row else ())
        return tuple(stem_terms)

    def words(self, term: str, language: str) -> Sequence[KnownWord]:
        """The words of concepts and senses of which a part has this term."""
        rows = self._db.execute(
            "SELECT word, target, content FROM words WHERE term = ? AND language = ?"
            " ORDER BY word, target",
            (term, language),
        )
        return tuple(_known_word(*row) for row in rows)

    def vocabulary(self, language: str) -> tuple[list[str], list[str]]:
        """The words of a language in texts and concepts, and the same without accents.

        Numbers are left out.
        """
        rows = self._db.execute(
            "SELECT form, folded FROM forms WHERE language = ? ORDER BY form", (language,)
        )
        words = [(form, folded) for form, folded in rows if form.isalpha()]
        # Most are written without accents: one string for both takes half the memory.
        plain = [form if form == folded else folded for form, folded in words]
        return [form for form, _ in words], plain

    # --- documents -------------------------------------------------------------------------------

    def document(self, number: int) -> FoundDocument:
        """A document by its number."""
        row = self._db.execute(f"{_DOCUMENT} WHERE number = ?", (number,)).fetchone()
        return _document(row)

    @cached_property
    def documents(self) -> list[FoundDocument]:
        """All documents in the order of their numbers."""
        return [_document(row) for row in self._db.execute(f"{_DOCUMENT} ORDER BY number")]

    def family_sizes(self, families: Mapping[str, str]) -> dict[str, int]:
        """How many documents count for how rare a word is, by family; `families` are by edition.

        A rival of the default work counts as many as that has: in a book of thirty provisions no
        word would be rare.
        """
        counts: Counter[str] = Counter()
        for edition, number in self._db.execute(
            "SELECT edition, count(*) FROM documents GROUP BY edition"
        ):
            counts[families[edition]] += number
        home = counts.get("", 0)
        return {family: max(home, counts[family]) for family in sorted({*families.values()})}

    @cached_property
    def groups(self) -> list[ResultGroup]:
        """All groups in the order of their numbers."""
        rows = self._db.execute("SELECT edition, id, result FROM groups ORDER BY number")
        return [*map(ResultGroup._make, rows)]

    def cited(self, id: str) -> list[FoundDocument]:
        """The documents with this id, one for each edition that has it."""
        return [_document(row) for row in self._db.execute(f"{_DOCUMENT} WHERE id = ?", (id,))]

    def ids(self, edition: str, kinds: Sequence[str]) -> list[str]:
        """The ids of the documents of an edition of some kinds, in no order."""
        rows = self._db.execute("SELECT id, kind FROM documents WHERE edition = ?", (edition,))
        return [id for id, kind in rows if kind in kinds]

    def passages(self, document: int) -> tuple[ShownPassage, ...]:
        """A document as readers see it: in every text that has it, in plain words, as it was."""
        rows = self._db.execute(
            "SELECT p.text, p.id, p.kind, p.heading, p.body, p.marks, p.plain FROM shown"
            " JOIN passages p ON p.number = shown.passage WHERE shown.document = ?"
            " ORDER BY shown.rank",
            (document,),
        )
        return tuple(ShownPassage.of(Passage._make(row)) for row in rows)

    def successors(self, text: str, id: str) -> tuple[tuple[str, str], ...]:
        """Where newer editions have what a record says: edition and id, the main place first."""
        rows = self._db.execute(
            "SELECT edition, id FROM successors WHERE text = ? AND old = ? ORDER BY rank",
            (text, id),
        )
        return tuple((edition, id) for edition, id in rows)

    @cached_property
    def texts(self) -> list[str]:
        """All texts that are searched; the bit of the first is 1."""
        texts: list[str] = self._fact("texts")
        return texts

    @cached_property
    def stop_words(self) -> dict[str, frozenset[str]]:
        """The stop words of every language that has a list, in small letters."""
        return {language: frozenset(words) for language, words in self._fact("stops").items()}

    def _fact(self, name: str) -> Any:
        row = self._db.execute("SELECT content FROM facts WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0])

    @cached_property
    def text_bits(self) -> array[int]:
        """For each document the texts that have it, a bit each."""
        return self._array("texts")

    @cached_property
    def replaced(self) -> array[int]:
        """1 for every document that a newer edition has."""
        return self._array("replaced")

    @cached_property
    def group_starts(self) -> array[int]:
        """For each group the number of its first document; those of a group stand together."""
        return self._array("groups")

    def _array(self, name: str) -> array[int]:
        row: tuple[Any] = self._db.execute(
            "SELECT content FROM arrays WHERE name = ?", (name,)
        ).fetchone()
        numbers = array(NUMBER)
        numbers.frombytes(row[0])
        return numbers

    # --- postings --------------------------------------------------------------------------------

    def postings(self, term: str) -> tuple[bytes, bytes]:
        """The numbers of the documents that have a term, in order, each as a `NUMBER`.

        And a byte for each kind of evidence (`kb.search.evidence.FIELDS`), document by document.
        Both are empty for a term that no document has.
        """
        row: tuple[bytes, bytes] | None = self._db.execute(
            "SELECT documents, evidence FROM postings WHERE term = ?", (term,)
        ).fetchone()
        return row or (b"", b"")

    def evidence(self, term: str) -> Iterator[tuple[int, bytes]]:
        """The documents that have a term by their numbers, each with its bytes of evidence."""
        numbers, rows = self.postings(term)
        documents = array(NUMBER, numbers)
        width = len(FIELDS)
        for at, document in enumerate(documents):
            yield document, rows[at * width : (at + 1) * width]

    def terms(self) -> list[str]:
        """All terms that documents have, in their order."""
        return [term for (term,) in self._db.execute("SELECT term FROM postings ORDER BY term")]

    # --- names -----------------------------------------------------------------------------------

    def titles(self, edition: str, law: str) -> Mapping[str, Name]:
        """What a law is called, by language."""
        rows = self._db.execute(
            "SELECT * FROM names WHERE id = ? AND kind = 'law' AND edition = ?", (law, edition)
        )
        return {name.language: name for name in map(Name._make, rows) if self._is_shown(name)}

    def names(self, language: str, beginnings: Sequence[str] = ()) -> list[Name]:
        """The names in a language in which for each of `beginnings` a word begins so.

        These are in small letters without accents, as `folded` is.
        """
        each = " AND instr(' ' || folded, ?)" * len(beginnings)
        rows = self._db.execute(
            f"SELECT * FROM names WHERE language = ?{each}",  # noqa: S608 - question marks alone
            (language, *(f" {beginning}" for beginning in beginnings)),
        )
        return [name for name in map(Name._make, rows) if self._is_shown(name)]

    def names_like(self, language: str, folded: str, least: float) -> list[Name]:
        """The names in a language, situations apart, that are as alike (of 100), likest first."""
        # Imported only here: seldom needed, and slow to import.
        from rapidfuzz import fuzz, process

        rows, spelt = self._spelt_names(language)
        near = process.extract(folded, spelt, scorer=fuzz.ratio, score_cutoff=least, limit=None)
        return [self._name(rows[at]) for _, _, at in near]

    def _spelt_names(self, language: str) -> tuple[list[int], list[str]]:
        """The numbers of the names in a language, situations apart, and how these are spelt."""
        rows = self._db.execute(
            "SELECT rowid, * FROM names WHERE language = ? AND kind <> 'situation'", (language,)
        )
        shown = [
            (number, name.folded)
            for number, *row in rows
            if self._is_shown(name := Name._make(row))
        ]
        return [number for number, _ in shown], [folded for _, folded in shown]

    def _name(self, number: int) -> Name:
        row = self._db.execute("SELECT * FROM names WHERE rowid = ?", (number,)).fetchone()
        return Name._make(row)

    def _is_shown(self, name: Name) -> bool:
        return self._shown is None or not name.origin or name.origin in self._shown

    def endings(self, edition: str) -> list[Ending]:
        """All endings of an edition, by procedure in their order."""
        rows = self._db.execute("SELECT * FROM endings WHERE edition = ? ORDER BY rank", (edition,))
        return [*map(Ending._make, rows)]

    def leading(
        self, edition: str, law: str, ids: Sequence[str], language: str, most: int
    ) -> list[Name]:
        """The titles in a language of the procedures that lead to a law or to some ids of it.

        Those that cover the law come first, then those with a step that cites one of the ids, and
        both in their own order. What has no title in the language is left out.
        """
        by_id = self._endings_by_id(edition)
        called = self._procedure_titles(edition, language)
        leading = [(0, one) for one in by_id.get((law, True), ())]
        leading += [(1, one) for id in ids for one in by_id.get((id, False), ())]
        leading.sort(key=lambda row: (row[0], row[1].rank))
        procedures = dict.fromkeys(one.procedure for _, one in leading)
        return [called[one] for one in procedures if one in called][:most]

    def _endings_by_id(self, edition: str) -> dict[tuple[str, bool], list[Ending]]:
        """The endings of an edition by what they say: of which id, and whether they cover it."""
        by_id: dict[tuple[str, bool], list[Ending]] = {}
        for one in self.endings(edition):
            by_id.setdefault((one.id, bool(one.covers)), []).append(one)
        return by_id

    def _procedure_titles(self, edition: str, language: str) -> dict[str, Name]:
        """The titles of the procedures of an edition in a language; the first name is the title."""
        rows = self._db.execute(
            "SELECT * FROM names WHERE kind = 'procedure' AND edition = ? AND language = ?"
            " ORDER BY rowid DESC",
            (edition, language),
        )
        return {name.id: name for name in map(Name._make, rows)}

    @cached_property
    def concepts(self) -> dict[str, str]:
        """In the order of the lexicon: concepts, each with what first governs or defines it."""
        rows = self._db.execute(
            "SELECT id, place FROM names WHERE kind = 'concept' GROUP BY id ORDER BY min(rowid)"
        )
        return dict(rows)

    @cached_property
    def languages(self) -> list[str]:
        """The languages that have names of laws or concepts."""
        return [code for (code,) in self._db.execute("SELECT DISTINCT language FROM names")]


def _known_word(word: str, target: str, content: str) -> KnownWord:
    return KnownWord(word, target, tuple(map(_part, content.split())))


@lru_cache(65_536)
def _part(terms: str) -> frozenset[str]:
    """The terms of a part of a word; one set for all words that have it."""
    return frozenset(terms.split(OR))


def _document(row: tuple[int, str, str, str, str]) -> FoundDocument:
    number, edition, id, kind, texts = row
    return FoundDocument(number, edition, id, kind, tuple(texts.split()))
