"""The static site: MkDocs builds a new one, which then takes the place of the old one.

Several processes build its parts; the files for reading without a network are made last.
"""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from kb.core.addresses import site_address
from kb.core.errors import BuildError
from kb.core.progress import Progress, silent
from kb.corpus import manifest
from kb.corpus.corpus import Corpus
from kb.opening import open_store
from kb.publishing.output.language_builds import DOCS, ROOT, build_parts
from kb.publishing.output.offline import put_offline

#: The settings of MkDocs, below a home.
SETTINGS = "mkdocs.yml"


def site_directory(home: Path) -> Path:
    """The directory of the built site."""
    return home / "build" / "site"


def epoch(corpus: Corpus) -> str:
    """The corpus date in seconds; all files of the site have it, so that their bytes are stable."""
    return str(int(datetime.fromisoformat(corpus.date).replace(tzinfo=UTC).timestamp()))


def build_site(
    home: Path, strict: bool = True, progress: Progress = silent, address: str | None = None
) -> Path:
    """Build the site with MkDocs and return its directory.

    The old site stays until the new one is complete. The same corpus gives the same bytes.
    `address` is that of the site; None: that of mkdocs.yml. Raises `BuildError` with the messages
    of MkDocs, `BadAddressError`, and what `kb.opening.open_store` raises when there is no build of
    the corpus and none can be made.
    """
    address = None if address is None else site_address(address)
    corpus = manifest.load(home)
    # The corpus is built and the rulings are read once, for all processes.
    from kb.publishing.parts.site_library import read_library  # serving a site needs no MkDocs

    read_library(corpus, open_store(corpus, lambda _: None, progress), progress)
    target = site_directory(home)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".site-", dir=target.parent))
    except OSError as error:
        raise BuildError(f"cannot write {target.parent}: {error.strerror}") from None
    try:
        new, root = work / "new", work / "root"
        parts = {ROOT: root} | _parts_below(corpus, new)
        total = 1 + len(parts)
        build_parts(
            home / SETTINGS,
            parts,
            epoch(corpus),
            strict,
            address,
            lambda step, done, _: progress(step, done, total),
        )
        for part in root.iterdir():
            part.rename(new / part.name)
        put_offline(corpus, new)
        progress("offline", total, total)
        _replace(target, new, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return target


def build_below(corpus: Corpus, directory: Path, strict: bool = True) -> None:
    """Build every language and the documentation into directories of their own below `directory`.

    Raises `BuildError` with the messages of MkDocs about the first that failed.
    """
    build_parts(corpus.home / SETTINGS, _parts_below(corpus, directory), epoch(corpus), strict)


def _parts_below(corpus: Corpus, directory: Path) -> dict[str, Path]:
    return {part: directory / part for part in (*corpus.page_languages, DOCS)}


def _replace(target: Path, new: Path, old: Path) -> None:
    """Put the new site in the place of the old one; put the old one back if that fails."""
    if target.exists():
        target.rename(old)
    try:
        new.rename(target)
    except OSError as error:
        if old.exists():
            old.rename(target)
        raise BuildError(f"cannot write {target}: {error.strerror}") from None
