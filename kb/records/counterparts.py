"""Where other editions have what a record says."""

from __future__ import annotations

from kb.core.record_parts import Counterpart
from kb.core.stored_records import RuleRecord, StoredRecord


def counterparts(record: StoredRecord, edition: str) -> list[Counterpart]:
    """What an edition has of a record: [] if nothing is known; an entry may name no provision.

    In a newer edition the main place comes first.
    """
    return [one for one in all_counterparts(record) if one.edition == edition]


def newer_places(record: StoredRecord) -> dict[str, list[Counterpart]]:
    """The counterparts of a record in newer editions, by edition, the main place first."""
    by_edition: dict[str, list[Counterpart]] = {}
    for counterpart in all_counterparts(record):
        if counterpart.newer:
            by_edition.setdefault(counterpart.edition, []).append(counterpart)
    return by_edition


def all_counterparts(record: StoredRecord) -> tuple[Counterpart, ...]:
    """What other editions have of a record; laws and provisions alone have counterparts."""
    return record.counterparts if isinstance(record, RuleRecord) else ()
