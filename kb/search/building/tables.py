"""The tables of the search database, written when the corpus is built: see kb.search.database."""

from __future__ import annotations

import errno
import json
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from kb.languages.term_words import tokens_of
from kb.search.building.documents import SearchDocument
from kb.search.building.wordforms import WordForms
from kb.search.database import BETWEEN, NUMBER, OR, Ending, Name
from kb.search.evidence import FIELDS
from kb.search.form_pages import FormRow, pages
from kb.search.passages import Passage
from kb.search.stopwords import stop_words

_SCHEMA = """
CREATE TABLE forms (folded TEXT, language TEXT, form TEXT, terms TEXT,
  PRIMARY KEY (folded, language, form)) WITHOUT ROWID;
CREATE TABLE further_forms (first TEXT PRIMARY KEY, page BLOB) WITHOUT ROWID;
CREATE TABLE stems (stem TEXT, language TEXT, terms TEXT,
  PRIMARY KEY (stem, language)) WITHOUT ROWID;
CREATE TABLE words (term TEXT, language TEXT, word TEXT, content TEXT, target TEXT,
  PRIMARY KEY (term, language, word, target)) WITHOUT ROWID;
CREATE TABLE groups (number INTEGER PRIMARY KEY, edition TEXT, id TEXT, result TEXT);
CREATE TABLE documents (number INTEGER PRIMARY KEY, edition TEXT, id TEXT, kind TEXT, texts TEXT);
CREATE TABLE postings (term TEXT PRIMARY KEY, documents BLOB, evidence BLOB);
CREATE TABLE passages (number INTEGER PRIMARY KEY, text TEXT, id TEXT, kind TEXT, heading TEXT,
  body TEXT, marks TEXT, plain INT);
CREATE TABLE shown (document INT, rank INT, passage INT,
  PRIMARY KEY (document, rank)) WITHOUT ROWID;
CREATE TABLE successors (text TEXT, old TEXT, rank INT, edition TEXT, id TEXT,
  PRIMARY KEY (text, old, rank, edition, id)) WITHOUT ROWID;
CREATE TABLE names (language TEXT, kind TEXT, edition TEXT, id TEXT, name TEXT, folded TEXT,
  origin TEXT, place TEXT);
CREATE TABLE endings (edition TEXT, id TEXT, covers INT, rank INT, procedure TEXT,
  PRIMARY KEY (edition, id, covers, rank)) WITHOUT ROWID;
CREATE TABLE arrays (name TEXT PRIMARY KEY, content BLOB) WITHOUT ROWID;
CREATE TABLE facts (name TEXT PRIMARY KEY, content TEXT) WITHOUT ROWID;
"""

_INDEXES = """
CREATE INDEX document_ids ON documents (id);
CREATE INDEX name_languages ON names (language);
CREATE INDEX name_ids ON names (id, kind);
"""


def write_database(
    path: Path,
    forms: Mapping[str, WordForms],
    words: Mapping[str, Iterable[tuple[str, str]]],
    documents: Sequence[SearchDocument],
    evidence: Iterable[Mapping[str, bytes]],
    passages: Sequence[Passage],
    names: Iterable[Name],
    endings: Iterable[Ending],
    texts: Sequence[str],
) -> None:
    """Write the whole database; `words` has each word of a language with what it means.

    Documents are numbered in their order, and so are their groups; those of a group stand together.
    `evidence` has for each document the bytes by term. `texts` are all that are searched, in their
    order. Raises `OSError` when it cannot be written: on a full disk.
    """
    try:
        with closing(sqlite3.connect(path)) as db:
            db.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;{_SCHEMA}")
            _write_words(db, forms, words)
            _write_documents(db, documents, texts)
            _write_postings(db, evidence)
            _write_passages(db, documents, passages)
            db.executemany("INSERT INTO names VALUES (?,?,?,?,?,?,?,?)", names)
            db.executemany("INSERT INTO endings VALUES (?,?,?,?,?)", endings)
            stops = {language: sorted(words) for language, words in stop_words().items()}
            facts = {"texts": [*texts], "stops": stops}
            db.executemany(
                "INSERT INTO facts VALUES (?, ?)",
                ((name, json.dumps(fact)) for name, fact in facts.items()),
            )
            db.commit()
            db.executescript(_INDEXES)
    except sqlite3.OperationalError as error:  # SQLite does not say more: it may be out of space
        raise OSError(errno.EIO, str(error), str(path)) from error


def _write_words(
    db: sqlite3.Connection,
    forms: Mapping[str, WordForms],
    words: Mapping[str, Iterable[tuple[str, str]]],
) -> None:
    db.executemany("INSERT INTO forms VALUES (?,?,?,?)", sorted(_form_rows(forms, own=True)))
    db.executemany("INSERT INTO further_forms VALUES (?,?)", pages(_form_rows(forms, own=False)))
    for language, table in forms.items():
        rows = ((stem, language, BETWEEN.join(terms)) for stem, terms in table.stems().items())
        db.executemany("INSERT INTO stems VALUES (?,?,?)", rows)
        db.executemany(
            "INSERT OR IGNORE INTO words VALUES (?,?,?,?,?)",
            sorted(_word_rows(table, words.get(language, ()))),
        )


def _form_rows(forms: Mapping[str, WordForms], own: bool) -> Iterator[FormRow]:
    """The forms that texts and concepts have, or those that are in dictionaries alone."""
    for language, table in forms.items():
        for folded, form, terms in table.rows():
            if (form in table.own) is own:
                yield FormRow(folded, language, form, BETWEEN.join(terms))


def _word_rows(
    table: WordForms, words: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, str, str, str, str]]:
    """A word by every term of every part of it: queries may have them in any order.

    With the terms of each part that is no stop word; of all parts where there are no others.
    """
    stops = stop_words().get(table.language, frozenset())
    for word, target in words:
        tokens = tokens_of(word)
        parts = [table.terms(token) for token in tokens]
        telling = [part for token, part in zip(tokens, parts, strict=True) if token not in stops]
        content = BETWEEN.join(map(OR.join, telling or parts))
        for term in {term for terms in parts for term in terms}:
            yield term, table.language, word, content, target


def _write_documents(
    db: sqlite3.Connection, documents: Sequence[SearchDocument], texts: Sequence[str]
) -> None:
    results = {(d.edition, d.group): d.result for d in documents}
    db.executemany(
        "INSERT INTO groups VALUES (?,?,?,?)",
        ((number, *key, result) for number, (key, result) in enumerate(results.items())),
    )
    db.executemany(
        "INSERT INTO documents VALUES (?,?,?,?,?)",
        (
            (number, d.edition, d.id, d.kind, BETWEEN.join(d.texts))
            for number, d in enumerate(documents)
        ),
    )
    bits = {text: 1 << at for at, text in enumerate(texts)}
    arrays = {
        "texts": (sum(bits[text] for text in d.texts) for d in documents),
        "replaced": (int(d.replaced) for d in documents),
        "groups": _starts(documents),
    }
    for name, values in arrays.items():
        db.execute("INSERT INTO arrays VALUES (?,?)", (name, array(NUMBER, values).tobytes()))
    successors = (
        (older.text, older.id, int(not older.main), d.edition, d.id)
        for d in documents
        for older in d.forebears
    )
    db.executemany("INSERT INTO successors VALUES (?,?,?,?,?)", successors)


def _starts(documents: Sequence[SearchDocument]) -> Iterator[int]:
    """The number of the first document of each group."""
    keys = [(d.edition, d.group) for d in documents]
    return (at for at, key in enumerate(keys) if not at or key != keys[at - 1])


def _write_postings(db: sqlite3.Connection, evidence: Iterable[Mapping[str, bytes]]) -> None:
    """The documents of each term with their evidence, in the order of the terms."""
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__  # each new term gets the next number
    terms, counts, rows = array(NUMBER), array(NUMBER), bytearray()
    for by_term in evidence:
        terms.extend(map(numbers.__getitem__, by_term))
        counts.append(len(by_term))
        rows += b"".join(by_term.values())
    by_number = np.argsort(np.frombuffer(terms, NUMBER), kind="stable")
    documents = np.repeat(np.arange(len(counts), dtype=NUMBER), counts)[by_number]
    kinds = np.frombuffer(rows, np.uint8).reshape(-1, len(FIELDS))[by_number]
    ends = np.cumsum(np.bincount(terms, minlength=len(numbers))).tolist()
    postings = (
        (term, documents[start:end].tobytes(), kinds[start:end].tobytes())
        for term, start, end in sorted(zip(numbers, [0, *ends], ends, strict=False))
    )
    db.executemany("INSERT INTO postings VALUES (?,?,?)", postings)


def _write_passages(
    db: sqlite3.Connection, documents: Sequence[SearchDocument], passages: Sequence[Passage]
) -> None:
    """Passages, and which are shown for a document: its own, our plain words, its forebears'."""
    rows = ((number, *passage) for number, passage in enumerate(passages))
    db.executemany("INSERT INTO passages VALUES (?,?,?,?,?,?,?,?)", rows)
    numbers = {
        (passage.text, passage.id, passage.plain): number for number, passage in enumerate(passages)
    }
    for number, document in enumerate(documents):
        mains_first = sorted(document.forebears, key=lambda older: not older.main)
        places = [(text, document.id, False) for text in document.texts]
        places += [(text, document.told_at, True) for text in document.told_in]
        places += [(older.text, older.id, False) for older in mains_first]
        shown = ((number, rank, numbers[place]) for rank, place in enumerate(places))
        db.executemany("INSERT INTO shown VALUES (?,?,?)", shown)
