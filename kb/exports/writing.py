"""Writing a file that people asked for: the old one stays until the new one is whole."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

#: What others may do with a new file: as if it were written plainly.
_READABLE = 0o644


def write_whole(path: Path, content: bytes) -> None:
    """Write a file in one step; raises `OSError` and leaves what was there when that fails."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        partial.chmod(path.stat().st_mode if path.exists() else _READABLE)
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
