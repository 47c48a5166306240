"""How hard answers are compressed, and from what length on."""

from __future__ import annotations

import gzip

#: What is shorter, in bytes, is not compressed.
FROM = 600

#: How hard it is tried: a level more costs twice the time.
LEVEL = 5


def packed(content: bytes) -> bytes:
    """An answer compressed with gzip; the same content gives the same bytes."""
    return gzip.compress(content, LEVEL, mtime=0)
