"""Lingering close: what a client sends after its last answer is read, and thrown away, in turn.

A connection that is closed while its client still sends loses the answer that the client has not
read yet. To read it costs time, so only one such connection of a worker is read at a time.
"""

from __future__ import annotations

from collections import deque

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: How long until the next connection is read, in seconds, so that reading what nobody needs takes
#: little time from everything else.
_NEXT = 0.005


class DrainQueue:
    """The connections of a worker that got their last answer and still send."""

    def __init__(self) -> None:
        self._waiting: deque[HttpToolsProtocol] = deque()

    def add(self, connection: HttpToolsProtocol) -> None:
        """Stop reading a connection until its turn comes; it may be added again after that."""
        connection.flow.pause_reading()
        self._waiting.append(connection)
        if len(self._waiting) == 1:
            connection.loop.call_later(_NEXT, self._resume_next)

    def _resume_next(self) -> None:
        while self._waiting:
            connection = self._waiting.popleft()
            if not connection.transport.is_closing():
                connection.flow.resume_reading()
                break
        if self._waiting:
            self._waiting[0].loop.call_later(_NEXT, self._resume_next)
