"""The shards: files with what search in a browser knows, each fetched when it is needed.

Lists of numbers and of words are strings that compress well; site/search/decoding.js reads them. A
number is one character, whose code is `ZERO` more.

- `documents` of a shard has the documents of each term, with a blank between terms. A number says
  how many documents after the one before it a document stands.
- `values` has for each of these documents, without blanks, how much evidence it has of the term, in
  steps: they stand for its square root, so that little evidence is told as well as much.
- `typical` has for each term, without blanks, how typical it is for each group of its documents, in
  steps too.
- `forms` has a form a line: how many letters it shares with the form before, its other letters, and
  then, each after a blank, its terms: how many letters to take off the form, and which to add.
- `procedures` of a shard of names has for each its id, its title, and twice documents: the laws
  that it covers, and what its steps cite.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from typing import Any

from rapidfuzz.distance import Prefix

from kb.core.errors import BuildError
from kb.core.ids import is_law
from kb.core.stored import compact_json
from kb.corpus.corpus import Corpus, Text
from kb.publishing.parts.book import page_of
from kb.records import searchable
from kb.search.database import FILE, Database, Name
from kb.search.evidence import BYTE_COUNTS, FIELDS
from kb.storage.store import Store

#: The directory of the files at the root of the site.
DIRECTORY = "search"

#: Version of the files.
SCHEMA = "kodeks.shard/4"

#: How many steps evidence of 1 has.
STEPS = 8

#: What is typical in fewer steps tells little: it is left out to save a reader's time.
_TELLING = 5

#: The code of the character that stands for 0: blanks and ends of lines stand for no number.
ZERO = 0x23
#: The highest number; the codes right above are surrogates, which are no characters alone.
_HIGHEST = 0xD7FF - ZERO

#: For each term the evidence that documents have of it: number of the document → steps.
_Postings = dict[str, dict[int, int]]


@dataclass(frozen=True)
class Shards:
    """The files by path below the root of the site, and the file names by the names of shards."""

    files: dict[str, bytes]
    names: dict[str, str]


@dataclass(frozen=True)
class _KeptDocuments:
    """The documents that search in a browser can find.

    `numbers` has their new numbers, without gaps, by those of the database; `groups` has the number
    of the group of each, also by the database's number; `postings` are by the new numbers, and
    `typical` has for each term, by group, how typical it is for it.
    """

    numbers: dict[int, int]
    groups: dict[int, int]
    postings: _Postings
    typical: _Postings


def shards(corpus: Corpus, store: Store) -> Shards:
    """Make all shards; the same build gives the same bytes. Raises `BuildError`."""
    database = Database(store.directory / FILE)
    texts = corpus.published
    kept = _kept(database, {text.id for text in texts})
    concepts = _concepts(database)
    written: dict[str, dict[str, Any]] = {
        "documents": _documents(database, kept, concepts, corpus.families),
        "concepts": _evidence("c", kept),
        "senses": _evidence("s", kept),
    }
    headings = _headings(store, texts)
    for code in database.languages:
        called = _called(corpus, database, code)
        lexicon = database.lexicon(code)
        forms = database.own_forms(code)
        terms = {term for terms in forms.values() for term in terms}
        written |= {
            code: {
                "forms": forms_line(forms),
                "words": _words(lexicon, [f"c:{id}" for id in concepts]),
                **_evidence(code, kept, sorted(terms)),
            },
            f"{code}-names": {
                **_names(database, kept, headings, code),
                "procedures": _procedures(database, kept, called),
            },
            f"{code}-senses": _senses(lexicon),
            f"{code}-situations": _situations(database, called, code),
        }
    return named_shards(written)


def named_shards(written: Mapping[str, Mapping[str, Any]]) -> Shards:
    """The contents of shards as files whose names tell versions apart."""
    files: dict[str, bytes] = {}
    names: dict[str, str] = {}
    for name, content in written.items():
        file = compact_json({"schema": SCHEMA, **content}).encode()
        names[name] = f"{name}-{hashlib.sha256(file).hexdigest()[:12]}.json"
        files[f"{DIRECTORY}/{names[name]}"] = file
    return Shards(files, names)


def _kept(database: Database, texts: set[str]) -> _KeptDocuments:
    """The documents of published `texts` that no newer one replaces, with their evidence."""
    weights = [*BYTE_COUNTS]
    typical_at = FIELDS.index("typical")
    weight_of_typical, weights[typical_at] = weights[typical_at], 0.0
    kept = [
        document.number
        for document in database.documents
        if not database.replaced[document.number] and not texts.isdisjoint(document.texts)
    ]
    numbers = {number: at for at, number in enumerate(kept)}
    starts = database.group_starts
    groups = {number: bisect_right(starts, number) - 1 for number in kept}
    postings: _Postings = {}
    typical: _Postings = {}
    for term in database.terms():
        steps_by_document: dict[int, int] = {}
        typical[term] = {}
        for number, evidence in database.evidence(term):
            if number in numbers:
                value = sum(w * e for w, e in zip(weights, evidence, strict=True))
                if steps := _steps(value):
                    steps_by_document[numbers[number]] = steps
                steps = _steps(weight_of_typical * evidence[typical_at])
                if steps >= _TELLING:
                    typical[term][groups[number]] = steps
        postings[term] = steps_by_document
    return _KeptDocuments(numbers, groups, postings, typical)


def _steps(evidence: float) -> int:
    """How many steps tell so much evidence."""
    return round(sqrt(evidence) * STEPS)


def _documents(
    database: Database,
    kept: _KeptDocuments,
    concepts: Mapping[str, str],
    families: Mapping[str, str],
) -> dict[str, Any]:
    """The shard of the documents by group, and of the concepts with their governing places."""
    documents = [database.documents[number] for number in kept.numbers]
    groups = [
        [*database.groups[group], [[document.kind, document.id] for document in members]]
        for group, members in groupby(documents, lambda document: kept.groups[document.number])
    ]
    return {
        "all": database.family_sizes(families),
        "groups": groups,
        "concepts": [[id, place] for id, place in concepts.items()],
    }


def pages(store: Store, texts: Sequence[Text]) -> dict[str, str]:
    """The pages of records that stand on no law's page, by the first part of their ids.

    It is `{"def": "definitions", "note": …}` or the like.
    """
    by_kind: dict[str, str] = {}
    for text in texts:
        for record in store.records(text.id):
            page = page_of(record)
            if not is_law(page):
                by_kind[record.id.partition(".")[0]] = page
    return dict(sorted(by_kind.items()))


def _concepts(database: Database) -> dict[str, str]:
    """All concepts, each with the place that governs it, or "" where none does."""
    targets = {target for code in database.languages for _, target in database.lexicon(code)}
    others = {target[2:] for target in targets if target.startswith("c:")} - {*database.concepts}
    return database.concepts | dict.fromkeys(sorted(others), "")


def _evidence(
    language: str, kept: _KeptDocuments, terms: Iterable[str] | None = None
) -> dict[str, str]:
    """The postings of the terms that begin with `language` and a colon.

    They come in the order of `terms`, which readers of a language's shard know from its `forms`.
    Without `terms`, as for concepts ("c") and senses ("s"), the shard lists the terms itself.
    """
    prefix = f"{language}:"
    by_term = {
        term[len(prefix) :]: steps
        for term, steps in kept.postings.items()
        if term.startswith(prefix)
    }
    listed = [*by_term] if terms is None else [*terms]
    if missing := by_term.keys() - set(listed):
        raise BuildError(f"terms that no form of {language} has: {sorted(missing)[:3]}")
    rows = [by_term.get(term, {}) for term in listed]
    group_of = [kept.groups[number] for number in kept.numbers]
    named = {} if terms is not None else {"terms": " ".join(listed)}
    return named | {
        "documents": " ".join(gaps(sorted(row)) for row in rows),
        "values": "".join(signs(row[number] for number in sorted(row)) for row in rows),
        "typical": "".join(
            signs(kept.typical[prefix + term].get(group, 0) for group in groups)
            for term, row in zip(listed, rows, strict=True)
            if (groups := dict.fromkeys(group_of[number] for number in sorted(row)))
        ),
    }


def gaps(numbers: Sequence[int]) -> str:
    """Ascending numbers, each as the difference to the one before."""
    return signs(after - before for before, after in zip((-1, *numbers), numbers, strict=False))


def signs(numbers: Iterable[int]) -> str:
    """Numbers as characters; raises `BuildError` when one is too high."""
    listed = [*numbers]
    if max(listed, default=0) > _HIGHEST:
        raise BuildError(f"search has no sign for {max(listed)}", "Write search_shards anew.")
    return "".join(chr(ZERO + number) for number in listed)


def forms_line(forms: Mapping[str, Sequence[str]]) -> str:
    r"""`forms` of a shard, as the module describes it, from forms and the terms of each.

    >>> forms_line({"bid": ["bid"], "bids": ["bid"]})
    '#bid #\n&s $'
    """
    lines = []
    before = ""
    for form, terms in forms.items():
        shared = Prefix.similarity(before, form)
        cut = (_changed(form, term) for term in terms)
        lines.append(" ".join((f"{signs([shared])}{form[shared:]}", *cut)))
        before = form
    return "\n".join(lines)


def _changed(form: str, term: str) -> str:
    """How a form becomes a term: the number of letters to take off, and the letters to add."""
    shared = Prefix.similarity(form, term)
    return f"{signs([len(form) - shared])}{term[shared:]}"


def _words(lexicon: Sequence[tuple[str, str]], targets: Sequence[str]) -> str:
    """The words of each target, with a bar between them, a line for each target."""
    words: dict[str, list[str]] = {target: [] for target in targets}
    for word, target in lexicon:
        if target in words:
            words[target].append(word)
    return "\n".join(map("|".join, words.values()))


def _senses(lexicon: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The shard of a language's words for everyday senses."""
    targets = sorted({target for _, target in lexicon if target.startswith("s:")})
    return {"targets": " ".join(t[2:] for t in targets), "words": _words(lexicon, targets)}


def _headings(store: Store, texts: Sequence[Text]) -> dict[tuple[str, str], dict[str, str]]:
    """The headings of records, by edition and id, then by language in the manifest's order."""
    headings: dict[tuple[str, str], dict[str, str]] = {}
    for text in texts:
        for record in store.records(text.id):
            if heading := searchable.term(record) or record.heading:
                by_language = headings.setdefault((text.edition, record.id), {})
                by_language.setdefault(text.language, heading)
    return headings


def _names(
    database: Database,
    kept: _KeptDocuments,
    headings: Mapping[tuple[str, str], Mapping[str, str]],
    language: str,
) -> dict[str, Any]:
    """The shard of names for readers of a language: titles of laws, headings of other documents.

    A title is `[words, language, origin]`, a heading `[words, language]`; the language is "" where
    it is the reader's, and empty strings at the end are left out.
    """
    titles: dict[str, dict[str, list[str]]] = {}
    by_number: dict[int, list[str]] = {}
    for group in database.groups:
        called = database.titles(group.edition, group.id) if group.result == "law" else {}
        if called:
            name = called.get(language) or next(iter(called.values()))
            title = [name.name, "" if name.language == language else name.language, name.origin]
            titles.setdefault(group.edition, {})[group.id] = _trimmed(title)
    for number, at in kept.numbers.items():
        document = database.documents[number]
        by_language = headings.get((document.edition, document.id), {})
        if document.kind not in ("law", "provision", "case") and by_language:
            code = language if language in by_language else next(iter(by_language))
            by_number[at] = _trimmed([by_language[code], "" if code == language else code])
    return {"titles": titles, "headings": by_number}


def _trimmed(parts: list[str]) -> list[str]:
    while not parts[-1]:
        parts.pop()
    return parts


def _called(corpus: Corpus, database: Database, language: str) -> dict[tuple[str, str], list[Name]]:
    """The names of procedures in a language by edition and id, the title first in each.

    There are none where the language has no pages, and none of what is not published.
    """
    called: dict[tuple[str, str], list[Name]] = {}
    published = {text.edition for text in corpus.published}
    for name in database.names(language) if language in corpus.page_languages else ():
        if name.kind == "procedure" and name.edition in published:
            called.setdefault((name.edition, name.id), []).append(name)
    return called


def _procedures(
    database: Database, kept: _KeptDocuments, called: Mapping[tuple[str, str], Sequence[Name]]
) -> dict[str, list[list[str]]]:
    """The procedures by edition, as the module describes them."""
    endings = {edition: _endings(database, kept, edition) for edition, _ in called}
    rows: dict[str, list[list[str]]] = {edition: [] for edition in endings}
    for (edition, id), [title, *_] in called.items():
        rows[edition].append([id, title.name, *endings[edition].get(id, ("", ""))])
    return rows


def _endings(database: Database, kept: _KeptDocuments, edition: str) -> dict[str, list[str]]:
    """For each procedure of an edition the laws that it covers, and what its steps cite of laws."""
    numbers = {
        database.documents[old].id: new
        for old, new in kept.numbers.items()
        if database.documents[old].edition == edition
        and database.groups[kept.groups[old]].result == "law"
    }
    found: dict[str, tuple[set[int], set[int]]] = {}
    for one in database.endings(edition):
        covered, cited = found.setdefault(one.procedure, (set(), set()))
        if one.id in numbers:
            (covered if one.covers else cited).add(numbers[one.id])
    return {id: [gaps(sorted(documents)) for documents in both] for id, both in found.items()}


def _situations(
    database: Database, called: Mapping[tuple[str, str], Sequence[Name]], language: str
) -> dict[str, Any]:
    """The shard of situations in players' words, each with the place that decides it.

    What happened in a procedure comes here too, as far as it is suggested.
    """
    situations = [name for name in database.names(language) if name.kind == "situation"]
    happened = [name for names in called.values() for name in names[1:]]
    return {
        "situations": [[name.name, name.place] for name in situations],
        "happened": [[name.name, name.place] for name in happened],
    }
