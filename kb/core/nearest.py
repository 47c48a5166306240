"""The nearest names and provisions to one that does not exist, to suggest what was meant."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nsmallest

from rapidfuzz import process

from kb.core.ids import ProvisionId


def nearest(name: str, names: Iterable[str]) -> list[str]:
    """Up to three names that are written most alike, the best first."""
    return [near for near, _, _ in process.extract(name, list(names), limit=3, score_cutoff=50)]


def nearest_hint(name: str, names: Iterable[str]) -> str | None:
    """The hint that names the nearest; None where nothing is near."""
    found = ", ".join(nearest(name, names))
    return f"The nearest: {found}." if found else None


def nearest_provisions(known: Iterable[ProvisionId], id: ProvisionId) -> list[ProvisionId]:
    """Up to three provisions, not deeper, that share the most labels with one that is missing."""
    no_deeper = (other for other in known if other.depth <= id.depth)
    return nsmallest(3, no_deeper, key=lambda other: _distance(id, other))


def _distance(wanted: ProvisionId, other: ProvisionId) -> tuple[int, float, ProvisionId]:
    """How far another provision is: first by the labels shared, then by the next label."""
    pairs = list(zip(wanted.parts, other.parts, strict=False))
    shared = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
    if shared == len(pairs):
        return -shared, 1.5, other  # it contains the other: after the nearest sibling
    a, b = pairs[shared]
    if a.isdigit() and b.isdigit():
        return -shared, abs(int(a) - int(b)), other
    return -shared, abs(ord(a[0]) - ord(b[0])), other
