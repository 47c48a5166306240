"""Functions for ordered things: merging several orders of the same ids, grouping rows by a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

_KeyT = TypeVar("_KeyT")
_RowT = TypeVar("_RowT")


def merge_orders(orders: Iterable[Iterable[str]]) -> list[str]:
    """Merge several orders of mostly the same ids into one list, each id once.

    An id that only a later order has is placed right after the id that precedes it there.

    >>> merge_orders([["1", "2", "3"], ["1", "2", "2a", "3"]])
    ['1', '2', '2a', '3']
    """
    followers: dict[str | None, list[str]] = {None: []}  # id → new ids that come right after it
    for order in orders:
        previous: str | None = None
        for id in order:
            if id not in followers:
                followers[id] = []
                followers[previous].insert(0, id)
            previous = id
    merged: list[str] = []
    pending = list(reversed(followers[None]))
    while pending:
        id = pending.pop()
        merged.append(id)
        pending.extend(reversed(followers[id]))
    return merged


def grouped(rows: Iterable[_RowT], key: Callable[[_RowT], _KeyT]) -> dict[_KeyT, list[_RowT]]:
    """The rows by their key, the keys and the rows of each key in the order in which they come.

    >>> grouped(["27", "27.A", "16.B"], lambda id: id.partition(".")[0])
    {'27': ['27', '27.A'], '16': ['16.B']}
    """
    groups: dict[_KeyT, list[_RowT]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups
