"""Where other editions have what a record says."""

from __future__ import annotations

from typing import Any


def counterparts(record: dict[str, Any], edition: str) -> list[dict[str, Any]]:
    """What an edition has of a record: [] if nothing is known; an entry may name no provision.

    In a newer edition the main place comes first.
    """
    return [one for one in record.get("counterparts", ()) if one["edition"] == edition]


def newer_places(record: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The counterparts of a record in newer editions, by edition, the main place first."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in record.get("counterparts", ()):
        if one["newer"]:
            found.setdefault(one["edition"], []).append(one)
    return found
