"""The clauses that previews of the browser linker show: static JSON, a file for each law.

`linker/<edition>/<language>/<law>.json` has the law for readers of a language, as
kb/schemas/clauses.json describes:

- `law`, its `name` to them, its `title` with the language that is in
- `languages` in which the edition is published, and in which of them the words here are (`lang`):
  the reader's own, else the first
- `clauses`: the own words of each provision, by id, in the order of the book; those that continue
  after its parts in `after`; `headings`; `tables` names provisions with a table: it is left out
- `older`, where the reader's language has only an older edition: the provisions there that each
  one comes from (`from`), with their words
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.citations.anchors import display_name
from kb.core.stored_records import CaseRecord, LawRecord, ProvisionRecord, RuleRecord
from kb.core.titles import LawTitle
from kb.corpus.manifest import Corpus, Edition, Text
from kb.records.counterparts import counterparts
from kb.storage.store import Store

#: Version of a file of clauses; kb/schemas/clauses.json describes it.
SCHEMA = "kodeks.clauses/1"

#: Where the files are, below the root of the site.
DIRECTORY = "linker"

#: What has a clause of its own.
ClauseRecord = LawRecord | ProvisionRecord | CaseRecord
#: The records of a text by law, in the order of the book.
_Laws = dict[str, list[ClauseRecord]]


def clauses(corpus: Corpus, store: Store) -> Iterator[tuple[str, bytes]]:
    """Every file with its path below the root of the site, for all published codes.

    The same corpus gives the same bytes. No text is in them that may not be published.
    """
    shown = [text for text in corpus.published if text in corpus.lawbooks]
    laws = {text.id: _laws(store, text) for text in shown}
    ids = {text.id for text in shown}
    titles = {edition: store.titles_shown(edition, ids) for edition in _editions(shown)}
    spoken = {code for laws_ in titles.values() for by in laws_.values() for code in by}
    readers = tuple(dict.fromkeys((*corpus.page_languages, *sorted(spoken))))
    for id in titles:
        edition = corpus.edition(id)
        texts = [text for text in shown if text.edition == id]
        for reader in readers:
            text = next((text for text in texts if text.language == reader), texts[0])
            older = None if text.language == reader else _older(corpus, edition, shown, reader)
            for law, records in laws[text.id].items():
                file = _file(edition, reader, law, [text.language for text in texts])
                file["title"] = _title(titles[id][law], reader, text.language)
                file |= {"lang": text.language, **_words(records)}
                if older and (found := _forebears(records, older, laws[older.text.id])):
                    file["older"] = found
                yield f"{DIRECTORY}/{id}/{reader}/{law}.json", _bytes(file)


@dataclass(frozen=True)
class _OlderEdition:
    """An older edition that a reader has in his own language."""

    edition: Edition
    text: Text


def _editions(texts: Sequence[Text]) -> Iterator[str]:
    yield from dict.fromkeys(text.edition for text in texts)


def _laws(store: Store, text: Text) -> _Laws:
    found: _Laws = {}
    for record in store.records(text.id):
        if isinstance(record, RuleRecord | CaseRecord):
            found.setdefault(record.id.partition(".")[0], []).append(record)
    return found


def _title(titles: dict[str, LawTitle], reader: str, language: str) -> dict[str, str]:
    """A law's title in the reader's language, else in that of the words, with its language."""
    code = reader if reader in titles else language
    return {"words": titles[code].words, "lang": code} if code in titles else {}


def _file(edition: Edition, reader: str, law: str, spoken: Sequence[str]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "edition": edition.id,
        "year": edition.year,
        "law": law,
        "name": display_name(law, reader, edition.style),
        "languages": list(spoken),
    }


def _words(records: Sequence[ClauseRecord]) -> dict[str, Any]:
    """What provisions say, by id; a key without anything below it is left out."""
    found = {
        "clauses": {one.id: _own(one) for one in records},
        "after": {
            one.id: one.body[one.resumes :].strip()
            for one in records
            if isinstance(one, RuleRecord) and one.resumes is not None
        },
        "headings": {one.id: one.heading for one in records[1:] if one.heading},
        "tables": [one.id for one in records if isinstance(one, RuleRecord) and one.table],
    }
    return {key: value for key, value in found.items() if value}


def _own(record: ClauseRecord) -> str:
    if isinstance(record, CaseRecord):
        columns = (record.description, record.consequence, record.reason)
        return "\n".join(filter(None, columns))
    return record.body[: record.resumes].strip()


def _older(
    corpus: Corpus, edition: Edition, shown: Sequence[Text], reader: str
) -> _OlderEdition | None:
    """The newest older edition of a work that there is in a language."""
    found = [
        _OlderEdition(older, text)
        for text in shown
        if text.language == reader
        and (older := corpus.edition(text.edition)).work == edition.work
        and older.effective < edition.effective
    ]
    return max(found, key=lambda one: one.edition.effective, default=None)


def _forebears(
    records: Sequence[ClauseRecord], older: _OlderEdition, laws: _Laws
) -> dict[str, Any]:
    """What provisions come from in an older edition, with its words; {} where nothing does."""
    comes = {
        record.id: [
            one.provision
            for one in counterparts(record, older.edition.id)
            if one.provision is not None
        ]
        for record in records
    }
    wanted = dict.fromkeys(id for ids in comes.values() for id in ids)
    known = {r.id: r for law in {id.partition(".")[0] for id in wanted} for r in laws[law]}
    if not wanted:
        return {}
    return {
        "edition": older.edition.id,
        "year": older.edition.year,
        "lang": older.text.language,
        "from": {id: ids for id, ids in comes.items() if ids},
        "clauses": {id: known[id].body for id in wanted},
        "headings": {id: known[id].heading for id in wanted if known[id].heading},
    }


def _bytes(file: dict[str, Any]) -> bytes:
    return json.dumps(file, ensure_ascii=False, separators=(",", ":")).encode()
