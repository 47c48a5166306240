"""The site's own sources below site/, as the build reads them."""

from __future__ import annotations

from pathlib import Path

from kb.core.errors import CorpusError


def site_file(home: Path, name: str) -> str:
    """Read the text file `name` below `home`/site; raises `CorpusError` when it is not there."""
    path = home / "site" / name
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror}", "Restore the file.") from None
