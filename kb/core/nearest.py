"""Suggestions for a name or provision that does not exist: those that are nearest to it."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nsmallest

from kb.core.ids import ProvisionId


def nearest(name: str, names: Iterable[str]) -> list[str]:
    """Up to three of `names` that are spelled most like `name`, the best first.

    >>> nearest("bridge-2071", ["ulti-2017", "bridge-2017", "hu"])
    ['bridge-2017', 'ulti-2017']
    """
    # Imported only here: seldom needed, and slow to import.
    from rapidfuzz import process

    return [near for near, _, _ in process.extract(name, list(names), limit=3, score_cutoff=50)]


def nearest_hint(name: str, names: Iterable[str]) -> str | None:
    """The hint of an error that lists the nearest names; None when no name is near."""
    listed = ", ".join(nearest(name, names))
    return f"The nearest: {listed}." if listed else None


def nearest_provisions(provisions: Iterable[ProvisionId], id: ProvisionId) -> list[ProvisionId]:
    """Up to three of the provisions that share the most labels with a missing one, nearest first.

    None of them has more labels than the missing one.
    """
    no_deeper = (other for other in provisions if other.depth <= id.depth)
    return nsmallest(3, no_deeper, key=lambda other: _distance(id, other))


def _distance(wanted: ProvisionId, other: ProvisionId) -> tuple[int, float, ProvisionId]:
    """How far another provision is: first by the labels shared, then by the next label.

    The smaller of two distances is the nearer; equal ones are in the order of the book.
    """
    pairs = list(zip(wanted.parts, other.parts, strict=False))
    shared = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
    if shared == len(pairs):
        return -shared, 1.5, other  # the one contains the other: ranks below the nearest sibling
    a, b = pairs[shared]
    if a.isdigit() and b.isdigit():
        return -shared, abs(int(a) - int(b)), other
    return -shared, abs(ord(a[0]) - ord(b[0])), other
