"""Draws at random: a source of its own for each ruling, so that none depends on another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")


class Draws:
    """The draws of one ruling.

    Only `Random.random` is used, whose numbers Python promises never to change for a seed.
    """

    def __init__(self, seed: int, number: int) -> None:
        self.next = Random(f"{seed}/{number}").random

    def below(self, bound: int) -> int:
        """A number from 0 to before `bound`."""
        return int(self.next() * bound)

    def between(self, first: int, last: int) -> int:
        """A number from `first` to `last`."""
        return first + int(self.next() * (last - first + 1))

    def chance(self, share: float) -> bool:
        """True in this share of draws."""
        return self.next() < share

    def one(self, things: Sequence[T]) -> T:
        """One of these, each as likely."""
        return things[int(self.next() * len(things))]

    def some(self, things: Sequence[T], count: int) -> list[T]:
        """So many different ones of these, or all if there are not so many."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of these in another order."""
        out = list(things)
        for last in range(len(out) - 1, 0, -1):
            other = int(self.next() * (last + 1))
            out[last], out[other] = out[other], out[last]
        return out


class Weighted(Generic[T]):
    """Things that are drawn as often as their weights say."""

    def __init__(self, weights: Mapping[T, float]) -> None:
        self.things = tuple(weights)
        self._ends = [*accumulate(weights.values())]

    def draw(self, draws: Draws) -> T:
        """One of the things."""
        return self.things[bisect_right(self._ends, draws.next() * self._ends[-1])]
