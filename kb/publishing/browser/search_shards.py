"""What search in a browser knows, in files that it fetches when it wants them.

Lists of numbers and of words are strings that compress well: `documents` of a shard has for each
term, with a blank between terms, one character for each document, whose code says how many
documents after the one before it stands; `values` has as many characters for what it says. `forms`
has a form a line: how many letters it shares with the one before, the others, and for each of its
terms how many letters to take off its end and what to put there. site/search/decoding.js reads
them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rapidfuzz.distance import Prefix

from kb.core.errors import BuildError
from kb.corpus.manifest import Corpus, Text
from kb.publishing.parts.book import page_of
from kb.records import searchable
from kb.search.asking.ranking import WEIGHTS
from kb.search.database import FILE, Database
from kb.search.engines.whoosh import INDEX, WhooshIndex
from kb.search.evidence import FIELDS, FULL
from kb.storage.store import Store

#: Where the files are, below the root of the site.
DIRECTORY = "search"

#: Version of the files.
SCHEMA = "kodeks.shard/1"

#: Evidence that counts 1 is so many steps; what counts less than half a step is left out.
STEPS = 30

#: The code of the character that stands for 0; a blank and a line's end stand between things.
ZERO = 0x23
#: Codes from here on are halves of characters.
_HIGHEST = 0xD7FF - ZERO

#: Evidence by term: for each document how much it says, in steps.
_Postings = dict[str, dict[int, int]]


@dataclass(frozen=True)
class Shards:
    """The files by path, and how the script finds them: what each is by what it is called."""

    files: dict[str, bytes]
    names: dict[str, str]


@dataclass(frozen=True)
class _KeptDocuments:
    """What is found: the kept documents by their number, renumbered densely; their groups."""

    numbers: dict[int, int]
    groups: dict[int, int]
    postings: _Postings


def shards(corpus: Corpus, store: Store) -> Shards:
    """All files of search; the same bytes for the same build."""
    database = Database(store.directory / FILE)
    shown = corpus.published
    found = _found(database, WhooshIndex(store.directory / INDEX), {text.id for text in shown})
    concepts = _concepts(database)
    written: dict[str, dict[str, Any]] = {
        "documents": _documents(database, found, concepts),
        "concepts": _evidence("c", found.postings),
        "senses": _evidence("s", found.postings),
    }
    heads = _headings(store, shown)
    for code in database.languages:
        lexicon = database.lexicon(code)
        forms = database.own_forms(code)
        own = {term: True for terms in forms.values() for term in terms}
        written |= {
            code: {
                "forms": forms_line(forms),
                "words": _words(lexicon, [f"c:{id}" for id in concepts]),
                **_evidence(code, found.postings, sorted(own)),
            },
            f"{code}-names": _names(database, found, heads, code),
            f"{code}-senses": _senses(lexicon),
            f"{code}-situations": _situations(database, code),
        }
    files: dict[str, bytes] = {}
    names: dict[str, str] = {}
    for name, content in written.items():
        content = {"schema": SCHEMA, **content}
        file = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        names[name] = f"{name}-{hashlib.sha256(file).hexdigest()[:12]}.json"
        files[f"{DIRECTORY}/{names[name]}"] = file
    return Shards(files, names)


def _found(database: Database, engine: WhooshIndex, shown: set[str]) -> _KeptDocuments:
    """The documents that a search of all texts may find, with what they have of every term."""
    weights = [getattr(WEIGHTS, name) * FULL for name in FIELDS]
    kept = [
        one.number
        for one in database.documents
        if not database.replaced[one.number] and not shown.isdisjoint(one.texts)
    ]
    numbers = {number: at for at, number in enumerate(kept)}
    groups: dict[int, int] = {}
    postings: _Postings = {}
    for term in sorted(engine.terms()):
        own: dict[int, int] = {}
        for group, documents in engine.postings(term):
            for number, said in documents:
                if number in numbers:
                    groups[number] = group
                    value = sum(w * b for w, b in zip(weights, said, strict=True))
                    if steps := round(value * STEPS):
                        own[numbers[number]] = steps
        postings[term] = own
    return _KeptDocuments(numbers, groups, postings)


def _documents(
    database: Database, found: _KeptDocuments, concepts: Mapping[str, str]
) -> dict[str, Any]:
    """The documents by group; the concepts and where they stand."""
    documents = [database.documents[number] for number in found.numbers]
    groups = [
        [*database.groups[group], [[one.kind, one.id] for one in own]]
        for group, own in groupby(documents, lambda one: found.groups[one.number])
    ]
    return {
        "all": len(database.documents),
        "groups": groups,
        "concepts": [[id, place] for id, place in concepts.items()],
    }


def pages(store: Store, texts: Sequence[Text]) -> dict[str, str]:
    """The page of what is on no law's page, by the kind that its id begins with."""
    found: dict[str, str] = {}
    for text in texts:
        for record in store.records(text.id):
            page = page_of(record)
            if not page.isdigit():
                found[record.id.partition(".")[0]] = page
    return dict(sorted(found.items()))


def _concepts(database: Database) -> dict[str, str]:
    """All concepts with the place that governs them, "" where none does."""
    targets = {target for code in database.languages for _, target in database.lexicon(code)}
    others = {target[2:] for target in targets if target.startswith("c:")} - {*database.concepts}
    return database.concepts | dict.fromkeys(sorted(others), "")


def _evidence(
    language: str, postings: _Postings, terms: Iterable[str] | None = None
) -> dict[str, str]:
    """The postings of a language's terms; those of concepts and senses name their terms."""
    prefix = f"{language}:"
    own = {
        term[len(prefix) :]: found for term, found in postings.items() if term.startswith(prefix)
    }
    listed = [*own] if terms is None else [*terms]
    if missing := own.keys() - set(listed):
        raise BuildError(f"terms that no form of {language} has: {sorted(missing)[:3]}")
    rows = [own.get(term, {}) for term in listed]
    named = {} if terms is not None else {"terms": " ".join(listed)}
    return named | {
        "documents": " ".join(_gaps(sorted(row)) for row in rows),
        "values": "".join(_signs(row[number] for number in sorted(row)) for row in rows),
    }


def _gaps(numbers: Sequence[int]) -> str:
    return _signs(after - before for before, after in zip((-1, *numbers), numbers, strict=False))


def _signs(numbers: Iterable[int]) -> str:
    """Numbers as characters."""
    listed = [*numbers]
    if max(listed, default=0) > _HIGHEST:
        raise BuildError(f"search has no sign for {max(listed)}", "Write search_shards anew.")
    return "".join(chr(ZERO + number) for number in listed)


def forms_line(forms: Mapping[str, Sequence[str]]) -> str:
    """Forms with their terms, in the order of the forms: see the module."""
    lines = []
    before = ""
    for form, terms in forms.items():
        shared = Prefix.similarity(before, form)
        cut = (_changed(form, term) for term in terms)
        lines.append(" ".join((f"{_signs([shared])}{form[shared:]}", *cut)))
        before = form
    return "\n".join(lines)


def _changed(form: str, term: str) -> str:
    """How a form becomes a term: the letters to take off, and those to put there."""
    shared = Prefix.similarity(form, term)
    return f"{_signs([len(form) - shared])}{term[shared:]}"


def _words(lexicon: Sequence[tuple[str, str]], targets: Sequence[str]) -> str:
    """The words of each target, with a bar between them, a line for each target."""
    words: dict[str, list[str]] = {target: [] for target in targets}
    for word, target in lexicon:
        if target in words:
            words[target].append(word)
    return "\n".join("|".join(own) for own in words.values())


def _senses(lexicon: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The words of everyday senses."""
    targets = sorted({target for _, target in lexicon if target.startswith("s:")})
    return {"targets": " ".join(t[2:] for t in targets), "words": _words(lexicon, targets)}


def _headings(store: Store, texts: Sequence[Text]) -> dict[tuple[str, str], dict[str, str]]:
    """The heading of each record of an edition, by language, in the manifest's order."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for text in texts:
        for record in store.records(text.id):
            if heading := searchable.term(record) or record.heading:
                by_language = found.setdefault((text.edition, record.id), {})
                by_language.setdefault(text.language, heading)
    return found


def _names(
    database: Database,
    found: _KeptDocuments,
    heads: Mapping[tuple[str, str], Mapping[str, str]],
    language: str,
) -> dict[str, Any]:
    """What laws are called, and what has a heading beside them; in the first language that has it.

    A name is followed by its language where that is not the reader's, a law's by its origin.
    """
    titles: dict[str, dict[str, list[str]]] = {}
    headings: dict[int, list[str]] = {}
    for group in database.groups:
        called = database.titles(group.edition, group.id) if group.result == "law" else {}
        if called:
            name = called.get(language) or next(iter(called.values()))
            own = [name.name, "" if name.language == language else name.language, name.origin]
            titles.setdefault(group.edition, {})[group.id] = _trimmed(own)
    for number, at in found.numbers.items():
        document = database.documents[number]
        by_language = heads.get((document.edition, document.id), {})
        if document.kind not in ("law", "provision", "case") and by_language:
            code = language if language in by_language else next(iter(by_language))
            headings[at] = _trimmed([by_language[code], "" if code == language else code])
    return {"titles": titles, "headings": headings}


def _trimmed(parts: list[str]) -> list[str]:
    while not parts[-1]:
        parts.pop()
    return parts


def _situations(database: Database, language: str) -> dict[str, Any]:
    """What players say, with the place that decides it."""
    own = [name for name in database.names(language) if name.kind == "situation"]
    return {"situations": [[name.name, name.place] for name in own]}
