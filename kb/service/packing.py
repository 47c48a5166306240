"""Compression of answers: the level, and the length from which it is worth while."""

from __future__ import annotations

import gzip

#: Shorter answers, in bytes, are not compressed.
FROM = 600

#: The level of gzip; one level more costs twice the time.
LEVEL = 5


def packed(content: bytes) -> bytes:
    """An answer compressed with gzip; the same content gives the same bytes."""
    return gzip.compress(content, LEVEL, mtime=0)
