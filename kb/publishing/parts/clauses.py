"""The clauses that previews in browsers show: static JSON, a file for each law.

`linker/<edition>/<language>/<law>.json` has the law for readers of a language, as
kb/schemas/clauses.json describes:

- `law` is its number, `name` what they call it, `title` its title with the language of that
- `languages` are those of the edition, `lang` is the one that the words here are in: the reader's,
  else the first
- `clauses` has by id, in the order of the book, the words of each provision before its parts,
  `after` those that continue after its parts, `headings` its heading; `tables` lists provisions
  with a table, which is left out
- `plain` has what the law says in our plain words, in the reader's language, by the id that each
  text stands at; one tells all that is below its id and has no text of its own; `remarks` by the
  same ids
- `older` is there where the reader's language has only an older edition: the provisions of that
  which each one comes from (`from`), with their words
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.citations.anchors import display_name
from kb.core.orders import grouped
from kb.core.plain import PlainText
from kb.core.stored import compact_json
from kb.core.stored_records import CaseRecord, LawRecord, ProvisionRecord, RuleRecord
from kb.core.titles import LawTitle
from kb.corpus.corpus import Corpus, Edition, Text
from kb.records.counterparts import counterparts
from kb.storage.store import Store

#: Version of a file of clauses; kb/schemas/clauses.json describes it.
SCHEMA = "kodeks.clauses/1"

#: The directory of the files below the root of the site.
DIRECTORY = "linker"

#: The records that have a clause of their own.
ClauseRecord = LawRecord | ProvisionRecord | CaseRecord
#: The records of a text by law, in the order of the book.
_Laws = dict[str, list[ClauseRecord]]


def clauses(corpus: Corpus, store: Store) -> Iterator[tuple[str, bytes]]:
    """All files with their paths below the root of the site, for the published codes.

    The same corpus gives the same bytes. The files have no text that may not be published.
    """
    shown = [text for text in corpus.published if text in corpus.lawbooks]
    laws = {text.id: _laws(store, text) for text in shown}
    ids = {text.id for text in shown}
    titles = {edition: store.titles_shown(edition, ids) for edition in _editions(shown)}
    spoken = {code for laws_ in titles.values() for by in laws_.values() for code in by}
    readers = tuple(dict.fromkeys((*corpus.page_languages, *sorted(spoken))))
    for id in titles:
        told = grouped(store.plain(id), lambda one: one.id.partition(".")[0])
        edition = corpus.edition(id)
        texts = [text for text in shown if text.edition == id]
        for reader in readers:
            text = next((text for text in texts if text.language == reader), texts[0])
            older = None if text.language == reader else _older(corpus, edition, shown, reader)
            for law, records in laws[text.id].items():
                file = _file(edition, reader, law, [text.language for text in texts])
                file["title"] = _title(titles[id][law], reader, text.language)
                file |= {"lang": text.language, **_words(records)}
                file |= _plain(told.get(law, ()), reader)
                if older and (forebears := _forebears(records, older, laws[older.text.id])):
                    file["older"] = forebears
                yield f"{DIRECTORY}/{id}/{reader}/{law}.json", _bytes(file)


@dataclass(frozen=True)
class _OlderEdition:
    """An older edition with its text in the reader's language."""

    edition: Edition
    text: Text


def _editions(texts: Sequence[Text]) -> Iterator[str]:
    yield from dict.fromkeys(text.edition for text in texts)


def _laws(store: Store, text: Text) -> _Laws:
    rules = (
        record for record in store.records(text.id) if isinstance(record, RuleRecord | CaseRecord)
    )
    return grouped(rules, lambda record: record.id.partition(".")[0])


def _title(titles: dict[str, LawTitle], reader: str, language: str) -> dict[str, str]:
    """A law's title in the reader's language, else in `language`; {} where it has neither."""
    code = reader if reader in titles else language
    return {"words": titles[code].words, "lang": code} if code in titles else {}


def _file(edition: Edition, reader: str, law: str, spoken: Sequence[str]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "edition": edition.id,
        "year": edition.year,
        "law": law,
        "name": display_name(law, reader, edition.profile),
        "languages": list(spoken),
    }


def _words(records: Sequence[ClauseRecord]) -> dict[str, Any]:
    """The words of provisions, by id; a key with nothing below it is left out."""
    words = {
        "clauses": {record.id: _clause(record) for record in records},
        "after": {
            record.id: record.body[record.resumes :].strip()
            for record in records
            if isinstance(record, RuleRecord) and record.resumes is not None
        },
        "headings": {record.id: record.heading for record in records[1:] if record.heading},
        "tables": [
            record.id for record in records if isinstance(record, RuleRecord) and record.table
        ],
    }
    return {key: value for key, value in words.items() if value}


def _plain(told: Sequence[PlainText], reader: str) -> dict[str, Any]:
    """Plain words and remarks in the reader's language; {} where there are none."""
    words = {one.id: one.words[reader] for one in told if reader in one.words}
    remarks = {one.id: one.remarks[reader] for one in told if reader in one.remarks}
    return {key: of for key, of in (("plain", words), ("remarks", remarks)) if of}


def _clause(record: ClauseRecord) -> str:
    """The words of a record before those of its parts."""
    if isinstance(record, CaseRecord):
        columns = (record.description, record.consequence, record.reason)
        return "\n".join(filter(None, columns))
    return record.body[: record.resumes].strip()


def _older(
    corpus: Corpus, edition: Edition, shown: Sequence[Text], reader: str
) -> _OlderEdition | None:
    """The newest of the older editions of a work that are in a reader's language."""
    candidates = [
        _OlderEdition(older, text)
        for text in shown
        if text.language == reader
        and (older := corpus.edition(text.edition)).work == edition.work
        and older.effective < edition.effective
    ]
    return max(candidates, key=lambda older: older.edition.effective, default=None)


def _forebears(
    records: Sequence[ClauseRecord], older: _OlderEdition, laws: _Laws
) -> dict[str, Any]:
    """The provisions of an older edition that these come from; {} where nothing comes from any."""
    sources = {
        record.id: [
            place.provision
            for place in counterparts(record, older.edition.id)
            if place.provision is not None
        ]
        for record in records
    }
    wanted = dict.fromkeys(id for ids in sources.values() for id in ids)
    by_id = {r.id: r for law in {id.partition(".")[0] for id in wanted} for r in laws[law]}
    if not wanted:
        return {}
    return {
        "edition": older.edition.id,
        "year": older.edition.year,
        "lang": older.text.language,
        "from": {id: ids for id, ids in sources.items() if ids},
        "clauses": {id: by_id[id].body for id in wanted},
        "headings": {id: by_id[id].heading for id in wanted if by_id[id].heading},
    }


def _bytes(file: dict[str, Any]) -> bytes:
    return compact_json(file).encode()
