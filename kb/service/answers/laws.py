"""Answers about provisions, laws and single records."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from kb.citations.works import Works
from kb.core.errors import NotFoundError
from kb.core.nearest import nearest
from kb.core.stored_records import EditionRecord
from kb.records.counterparts import all_counterparts
from kb.records.lookup import SCHEMA as SHOW_SCHEMA
from kb.records.lookup import ProvisionRecords, find, parse_reference
from kb.records.relations import relations_of
from kb.service.answers.concepts import concepts_of
from kb.service.served_build import JsonAnswer, ServedBuild, WithheldError

#: The shapes are described in kb/schemas/service.json.
LAW_SCHEMA, LAWS_SCHEMA = "kodeks.law/1", "kodeks.laws/1"
RECORD_SCHEMA = "kodeks.record/1"


def provision(
    served: ServedBuild, reference: str, languages: tuple[str, ...], within: str | None, reader: str
) -> JsonAnswer:
    """What a reference names, as `kodeks show --refs --json` prints it, with addresses.

    Raises `InvalidIdError`, `NotFoundError`, `WithheldError`.
    """
    _refuse_withheld(served, reference, within, reader)
    matches = find(served.offered, served.store, reference, languages, within)
    return {
        "schema": SHOW_SCHEMA,
        "found": [_provision_json(served, match, reader) for match in matches],
    }


def _refuse_withheld(served: ServedBuild, reference: str, within: str | None, reader: str) -> None:
    """Raise `WithheldError` if a text that is not exported, or its edition, is asked for."""
    named, id = parse_reference(reference, Works.of(served.corpus.profiles))
    inside = named or within
    for text in served.withheld:
        edition = text.partition("/")[0]
        if inside in (text, edition):
            page = served.page(edition, str(id), reader) or served.page_root(edition, reader)
            raise WithheldError.of(text, page)


def _provision_json(served: ServedBuild, match: ProvisionRecords, reader: str) -> JsonAnswer:
    edition, id = match.edition.id, str(match.id)
    relations = relations_of(served.corpus, served.store, match, served.edges)
    return {
        **match.to_dict(),
        **addresses(served, edition, id, reader),
        "relations": relations.to_dict(),
        "concepts": concepts_of(served, edition, id, reader),
    }


def addresses(served: ServedBuild, edition: str, id: str, reader: str) -> JsonAnswer:
    """What readers call an id, the address of its page, and its permalink."""
    return {
        "name": served.name(edition, id, reader),
        "page": served.page(edition, id, reader),
        "permalink": served.permalink(edition, id),
    }


def record(
    served: ServedBuild, edition: str, id: str, languages: tuple[str, ...], reader: str
) -> JsonAnswer:
    """One id of an edition with its wording in every language, or in those that are asked for."""
    records = served.of_edition(edition)
    if id not in records:
        raise NotFoundError(f"there is no {id} in {edition}", nearest(id, records))
    first = next(iter(records[id].wording.values()))
    shown = _within(records[id], languages)
    if shown is None:
        wanted = ", ".join(languages)
        raise NotFoundError(f"{id} of {edition} is not here in {wanted}", [*records[id].wording])
    return {
        "schema": RECORD_SCHEMA,
        **addresses(served, edition, id, reader),
        "superseded": served.corpus.superseded(served.corpus.edition(edition)),
        "counterparts": all_counterparts(first),
        "record": shown,
    }


def law(
    served: ServedBuild, edition: str, id: str, languages: tuple[str, ...], reader: str
) -> JsonAnswer:
    """A whole law: all its provisions and notes, in every language or in those asked for."""
    by_id = served.of_edition(edition)
    laws = [key for key, record in by_id.items() if record.kind == "law"]
    if id not in laws:
        raise NotFoundError(f"there is no law {id} in {edition}", nearest(id, laws))
    records = [record for key, record in by_id.items() if key == id or key.startswith(f"{id}.")]
    notes = dict.fromkeys(
        note for record in records for words in record.wording.values() for note in words.notes
    )
    shown = [one for record in records if (one := _within(record, languages))]
    if not shown:
        wanted = ", ".join(languages)
        raise NotFoundError(f"law {id} of {edition} is not here in {wanted}", [*by_id[id].wording])
    place = laws.index(id)
    full_ids = [f"{edition}:{record.id}" for record in records]
    citing = dict.fromkeys(
        reference.source
        for full_id in full_ids
        for reference in served.edges.cited_by(full_id)
        if reference.source not in full_ids
    )
    explaining = dict.fromkeys(
        link.section for full_id in full_ids for link in served.edges.explained_in(full_id)
    )
    return {
        "schema": LAW_SCHEMA,
        "edition": edition,
        "id": id,
        **addresses(served, edition, id, reader),
        "superseded": served.corpus.superseded(served.corpus.edition(edition)),
        "titles": served.store.titles(edition).get(id, {}),
        "previous": laws[place - 1] if place else None,
        "next": laws[place + 1] if place + 1 < len(laws) else None,
        "records": shown,
        "notes": [one for note in notes if (one := _within(by_id[note], languages))],
        "concepts": concepts_of(served, edition, id, reader),
        "cited_by": [*citing],
        "explained_in": [*explaining],
    }


def _within(record: EditionRecord, languages: Sequence[str]) -> EditionRecord | None:
    """A record in some languages (in all if none are given); None where it has none of them."""
    if not languages:
        return record
    wording = {code: words for code, words in record.wording.items() if code in languages}
    told = record.told and record.told.within(languages)
    if not wording and not (told and told.words):
        return None
    cites = {code: ids for code, ids in record.cites.items() if code in wording}
    return structs.replace(record, wording=wording, cites=cites, told=told)


def records_of_kind(served: ServedBuild, edition: str, kind: str) -> list[EditionRecord]:
    """The records of an edition that are of a kind (`law`, `bid` …), in the order of the book."""
    return [record for record in served.of_edition(edition).values() if record.kind == kind]


def law_list(served: ServedBuild, edition: str, reader: str) -> list[JsonAnswer]:
    """The laws of an edition with their titles; raises `NotFoundError` for an unknown edition."""
    return [
        {
            "id": law.id,
            **addresses(served, edition, law.id, reader),
            "titles": served.store.titles(edition).get(law.id, {}),
        }
        for law in records_of_kind(served, edition, "law")
    ]
