"""Compression of answers with gzip: at which level, and from which length on."""

from __future__ import annotations

import gzip

#: Answers with fewer bytes are not compressed.
MINIMUM_SIZE = 600

#: The level of gzip; one level more costs twice the time.
LEVEL = 5


def compressed(content: bytes) -> bytes:
    """An answer compressed with gzip; the same content gives the same bytes."""
    return gzip.compress(content, LEVEL, mtime=0)
