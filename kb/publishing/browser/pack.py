"""A pack is many files as one: a browser fetches it at once and unpacks only what it reads.

    magic · length of the index (4 bytes, big-endian) · index · members

The index and every member are gzip streams. A member holds a few files, one after the other. A
line that many files have stands in the index once, and in the members one character of Unicode's
private area stands for it. This halves the pack, since most of a page is the frame of the site.
`site/offline/pack.js` reads packs.
"""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from kb.core.stored import compact_json

MAGIC = b"KP1\n"

#: The characters that stand for shared lines: the code of the first, and how many there are.
_FIRST, _MOST = 0xE000, 6400

#: A line is shared when at least so many files have it, and when it has at least so many bytes.
_FILES, _LENGTH = 8, 6

#: About how many bytes of text a member holds. To read one file, a browser unpacks its member.
_MEMBER = 200_000

_LEVEL = 6

#: A character of the private area in UTF-8.
_PRIVATE = re.compile(rb"\xee|\xef[\x80-\xa3]")


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Make a pack of files, given by path: the same files in the same order give the same bytes.

    A file that is not UTF-8 text, or has characters of the private area, shares no lines.
    """
    plain: list[tuple[str, bytes]] = []
    texts: list[tuple[str, list[bytes]]] = []
    for path, content in files:
        lines = _lines(content)
        if lines is None:
            plain.append((path, content))
        else:
            texts.append((path, lines))
    shared = _shared(lines for _, lines in texts)
    members, packed, at = [], [], 0
    for coded, paths, content in chain(_coded(texts, shared), _plain(plain)):
        stream = gzip.compress(content, _LEVEL, mtime=0)
        members.append({"at": at, "length": len(stream), "coded": coded, "files": paths})
        packed.append(stream)
        at += len(stream)
    index = {"lines": [line.decode() for line in shared], "members": members}
    written = compact_json(index).encode()
    head = gzip.compress(written, _LEVEL, mtime=0)
    return b"".join((MAGIC, len(head).to_bytes(4, "big"), head, *packed))


def _lines(content: bytes) -> list[bytes] | None:
    """The lines of a text that may share them; None for any other file."""
    # To look for one byte is quicker than to look for a pattern.
    if b"\xee" in content or (b"\xef" in content and _PRIVATE.search(content)):
        return None
    try:
        content.decode()
    except UnicodeDecodeError:
        return None
    return content.split(b"\n")


def _shared(texts: Iterable[list[bytes]]) -> dict[bytes, bytes]:
    """The lines to share, with the character that stands for each.

    Where there are too many, those that take the most bytes are chosen.
    """
    count = Counter(chain.from_iterable(map(set, texts)))
    often = [line for line, files in count.items() if files >= _FILES and len(line) >= _LENGTH]
    often.sort(key=lambda line: (-count[line] * len(line), line))
    return {line: chr(_FIRST + at).encode() for at, line in enumerate(often[:_MOST])}


def _coded(
    texts: Iterable[tuple[str, list[bytes]]], shared: dict[bytes, bytes]
) -> Iterator[tuple[bool, list[list[str | int]], bytes]]:
    """Members of texts: whether it is coded, each file's path and number of lines, the content."""
    paths: list[list[str | int]] = []
    held: list[bytes] = []
    size = 0
    for path, lines in texts:
        coded = b"\n".join(map(shared.get, lines, lines))
        paths.append([path, len(lines)])
        held.append(coded)
        size += len(coded)
        if size >= _MEMBER:
            yield True, paths, b"\n".join(held)
            paths, held, size = [], [], 0
    if paths:
        yield True, paths, b"\n".join(held)


def _plain(
    files: Iterable[tuple[str, bytes]],
) -> Iterator[tuple[bool, list[list[str | int]], bytes]]:
    """Members of other files, one in each: the same, with the file's length in bytes."""
    for path, content in files:
        yield False, [[path, len(content)]], content
