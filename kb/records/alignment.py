"""The records of an edition in all its languages, joined by id.

Only texts of one edition are ever joined: in two editions the same number may mean different
things. `kb.records.counterparts` says what corresponds there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.core.orders import merge_orders
from kb.core.record_parts import Kind
from kb.core.stored_records import EditionRecord, StoredRecord
from kb.corpus.corpus import Text
from kb.records.article_parts import parts
from kb.storage.store import Store

#: Version of the JSON Lines of an edition; kb/schemas/edition.json describes them.
EDITION_SCHEMA = "kodeks.edition/1"

#: Kinds whose ids mean the same in every language of an edition. Records of other kinds are
#: numbered text by text: the third paragraphs of two prefaces need not say the same.
JOINED = frozenset({"law", "provision", "definition", "note", "article", "section", "bid", "case"})


@dataclass(frozen=True)
class AlignedRow:
    """An id of an edition, with its record in each text that has it, by the id of the text."""

    id: str
    kind: Kind
    wording: dict[str, StoredRecord]

    @property
    def first(self) -> StoredRecord:
        """The record of the first text that has the id: for what is the same in all languages."""
        return next(iter(self.wording.values()))


def align(store: Store, texts: Sequence[Text]) -> tuple[AlignedRow, ...]:
    """Every joined id of the texts of one edition once, in the order of the book.

    Records of other kinds than `JOINED` are left out: `Store.records` has them. Raises `ValueError`
    when the texts are of several editions.
    """
    if len({text.edition for text in texts}) > 1:
        raise ValueError("texts of several editions cannot be joined by id")
    by_text = {
        text.id: {record.id: record for record in store.records(text.id) if record.kind in JOINED}
        for text in texts
    }
    rows = []
    for id in merge_orders(by_text.values()):
        wording = {text: records[id] for text, records in by_text.items() if id in records}
        rows.append(AlignedRow(id, next(iter(wording.values())).kind, wording))
    return tuple(rows)


def edition_header(edition: str, records: int) -> dict[str, Any]:
    """The header line of the JSON Lines of an edition that has this number of records."""
    return {"schema": EDITION_SCHEMA, "edition": edition, "records": records}


def edition_records(store: Store, texts: Sequence[Text]) -> Iterator[EditionRecord]:
    """The records of an edition, its languages joined by id, in the order of the book.

    A record has its wording and what it cites by language; a language that lacks it is no key. A
    law has its `titles` in every language that has one for it. A section of an article has its
    paragraphs and items as `parts`: each language has its own. A record at which plain words stand
    has these too.
    """
    language = {text.id: text.language for text in texts}
    cited = {text.language: store.references_by_source(text.id) for text in texts}
    inside = {text.language: parts(store.records(text.id)) for text in texts}
    edition = texts[0].edition
    titles = store.titles(edition)
    told = {one.id: one for one in store.plain(edition)}
    for row in align(store, texts):
        below = {code: tuple(sections.get(row.id, ())) for code, sections in inside.items()}
        sources = {code: [row.id, *(part.id for part in below[code])] for code in below}
        cites = {
            code: tuple(
                dict.fromkeys(
                    target
                    for id in sources[code]
                    for reference in by_source.get(id, ())
                    for target in reference.targets
                )
            )
            for code, by_source in cited.items()
        }
        yield EditionRecord(
            edition=edition,
            id=row.id,
            kind=row.kind,
            wording={language[text]: record for text, record in row.wording.items()},
            cites={code: targets for code, targets in cites.items() if targets},
            parts=below if row.kind == "section" else None,
            titles=titles[row.id] if row.kind == "law" else None,
            told=told.get(row.id),
        )
