"""The static site: MkDocs builds it beside the old one, which it then replaces.

The root and every language are MkDocs builds of their own from one mkdocs.yml, which asks
$KODEKS_LANGUAGE what to build; they run side by side.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import UTC, datetime
from pathlib import Path

from kb import corpus as manifest
from kb.corpus import Corpus
from kb.errors import BuildError
from kb.opening import open_store
from kb.publishing.book import languages
from kb.steps import Progress, silent

#: What $KODEKS_LANGUAGE may say besides a language: the root and all languages, or the root.
ALL, ROOT = "all", "none"


def site_directory(home: Path) -> Path:
    """Where the built site is."""
    return home / "build" / "site"


def epoch(corpus: Corpus) -> str:
    """The corpus date in seconds: the date of everything in the site, so that bytes are stable."""
    return str(int(datetime.fromisoformat(corpus.date).replace(tzinfo=UTC).timestamp()))


def build_site(home: Path, strict: bool = True, progress: Progress = silent) -> Path:
    """Build the site with MkDocs and return its directory.

    The old site stays until the new one is whole. The dates in it are the corpus date, so that
    the same corpus gives the same bytes. Raises `BuildError` with what MkDocs said, and what
    `kb.opening.open_store` raises when there is no build yet and none can be made.
    """
    corpus = manifest.load(home)
    open_store(corpus, lambda _: None, progress)  # once, before several processes want it
    target = site_directory(home)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".site-", dir=target.parent))
    except OSError as error:
        raise BuildError(f"cannot write {target.parent}: {error.strerror}") from None
    try:
        new = work / "new"
        total = 1 + len(languages(corpus))
        _mkdocs(corpus, ROOT, new, strict)
        progress("pages: root", 1, total)
        build_languages(corpus, new, strict, lambda step, done, _: progress(step, 1 + done, total))
        _replace(target, new, work / "old")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return target


def build_languages(
    corpus: Corpus, directory: Path, strict: bool = True, progress: Progress = silent
) -> None:
    """Build every language into a directory of its own below `directory`.

    Raises `BuildError` with what MkDocs said about the first that failed.
    """
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        running = {
            pool.submit(_mkdocs, corpus, language, directory / language, strict): language
            for language in languages(corpus)
        }
        for done, future in enumerate(as_completed(running), 1):
            future.result()
            progress(f"pages: {running[future]}", done, len(running))


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


def _mkdocs(corpus: Corpus, part: str, directory: Path, strict: bool) -> None:
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": epoch(corpus),
        "NO_MKDOCS_2_WARNING": "1",
        "KODEKS_LANGUAGE": part,
    }
    # Not --quiet: it would hide the warnings that --strict has to count.
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(directory)]
    command += ["--config-file", str(corpus.home / "mkdocs.yml")]
    command += ["--strict"] if strict else []
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if not line.startswith("INFO")]
        raise BuildError("MkDocs failed: " + "\n".join(said).strip())
