"""The places in other editions that correspond to a record."""

from __future__ import annotations

from kb.core.orders import grouped
from kb.core.record_parts import Counterpart
from kb.core.stored_records import RuleRecord, StoredRecord


def counterparts(record: StoredRecord, edition: str) -> list[Counterpart]:
    """The counterparts of a record in an edition; [] if nobody has said what corresponds there.

    A counterpart without a provision says that the edition has nothing like it. In a newer edition
    the main place comes first.
    """
    return [place for place in all_counterparts(record) if place.edition == edition]


def newer_places(record: StoredRecord) -> dict[str, list[Counterpart]]:
    """The counterparts of a record in newer editions, by edition, the main place first."""
    newer = (place for place in all_counterparts(record) if place.newer)
    return grouped(newer, lambda place: place.edition)


def all_counterparts(record: StoredRecord) -> tuple[Counterpart, ...]:
    """The counterparts of a record in all other editions; only laws and provisions have any."""
    return record.counterparts if isinstance(record, RuleRecord) else ()
