"""A budget for request bodies: how many bytes of them may wait to be answered."""

from __future__ import annotations

from collections import Counter

from kb.service.fair_queue import Client
from kb.service.problems import ProblemError


class BodyBudget:
    """A limit on the bytes of the bodies in hand: `size` for all clients, `share` for each."""

    def __init__(self, size: int, share: int) -> None:
        self._size, self._share = size, share
        self._reserved: Counter[Client] = Counter()

    def reserve(self, client: Client, length: int) -> None:
        """Reserve bytes, which the caller must `release`.

        Raises `ProblemError` if too few are left. This machine itself (None) has no share.
        """
        if self._reserved.total() + length > self._size:
            raise ProblemError("busy", "too much has been sent that waits to be read")
        if client is not None and self._reserved[client] + length > self._share:
            raise ProblemError("busy", "you have sent much already that waits to be read")
        self._reserved[client] += length

    def release(self, client: Client, length: int) -> None:
        """Give reserved bytes back."""
        self._reserved[client] -= length
        if not self._reserved[client]:
            del self._reserved[client]
