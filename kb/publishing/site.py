"""The static site: MkDocs builds it beside the old one, which it then replaces."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from kb import corpus as manifest
from kb.errors import BuildError


def site_directory(home: Path) -> Path:
    """Where the built site is."""
    return home / "build" / "site"


def build_site(home: Path, strict: bool = True) -> Path:
    """Build the site with MkDocs and return its directory.

    The old site stays until the new one is whole. The dates in it are the corpus date, so that
    the same corpus gives the same bytes. Raises `BuildError` with what MkDocs said.
    """
    target = site_directory(home)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".site-", dir=target.parent))
    except OSError as error:
        raise BuildError(f"cannot write {target.parent}: {error.strerror}") from None
    try:
        new = work / "new"
        _mkdocs(home, new, strict)
        _replace(target, new, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return target


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


def _mkdocs(home: Path, directory: Path, strict: bool) -> None:
    date = datetime.fromisoformat(manifest.load(home).date).replace(tzinfo=UTC)
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": str(int(date.timestamp())),
        "NO_MKDOCS_2_WARNING": "1",
    }
    # Not --quiet: it would hide the warnings that --strict has to count.
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(directory)]
    command += ["--config-file", str(home / "mkdocs.yml")]
    command += ["--strict"] if strict else []
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if not line.startswith("INFO")]
        raise BuildError("MkDocs failed: " + "\n".join(said).strip())
