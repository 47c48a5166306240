"""The hashes of files, kept beside what each file looked like when it was read.

To read all files of a corpus, of the program and of a build takes longer than a search. A file that
has the same inode, size and times as when it was hashed has the same content, unless it was written
a moment before: such a file is hashed again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kb.corpus.corpus import hash_file
from kb.files.atomic import write_whole

#: The hash of a file, given its path.
HashOf = Callable[[str], str]

#: Inode, size, times of change, and what the content was.
_SeenFile = tuple[int, int, int, int, str]

#: A file that was written less than this long before it was hashed (nanoseconds) is hashed again:
#: another write would not show in its times where the clock of the disk is coarse.
SETTLED = 2_000_000_000


class KeptHashes:
    """Hashes of files that are kept in a file; whatever is wrong with that file, none are known."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = _read(path)
        self._seen: dict[str, _SeenFile] = {}

    def of(self, path: str) -> str:
        """The SHA-256 of a file in hexadecimal; raises `OSError` when it cannot be read."""
        found = os.stat(path)  # noqa: PTH116  # a thousand times for each command: quicker
        looks = (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        known = self._known.get(path)
        if known is not None and known[:4] == looks:
            self._seen[path] = known
            return known[4]
        now = time.time_ns()
        content = hash_file(path)
        if max(looks[2:]) + SETTLED < now:
            self._seen[path] = (*looks, content)
        return content

    def save(self) -> None:
        """Keep the hashes that were asked for, and no others; where that cannot be, nothing is."""
        if self._seen != self._known:
            with suppress(OSError):
                write_whole(self._path, json.dumps(self._seen).encode())


def _read(path: Path) -> dict[str, _SeenFile]:
    try:
        rows = json.loads(path.read_bytes())
        return {
            name: (int(a), int(b), int(c), int(d), str(e)) for name, (a, b, c, d, e) in rows.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
