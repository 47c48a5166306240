"""The parts of the site (its root, each language, the documentation) as MkDocs builds them.

Each is a build of its own from one mkdocs.yml, which asks $KODEKS_LANGUAGE what to build. A process
builds several, one after the other, so that what all need is read once.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Mapping
from concurrent.futures import as_completed
from pathlib import Path

from kb.core.addresses import VARIABLE
from kb.core.errors import BuildError
from kb.core.process_pool import process_pool
from kb.core.progress import Progress, silent

#: What $KODEKS_LANGUAGE may say besides a language: the whole site, the root alone, or the
#: documentation, which is published in a directory of that name.
ALL, ROOT, DOCS = "all", "none", "docs"


class _Heard(logging.Handler):
    """Keeps what MkDocs complains of: what it warns of, with `strict`, makes a build fail."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.levelname} - {record.getMessage()}")


def build_parts(
    config: Path,
    parts: Mapping[str, Path],
    epoch: str,
    strict: bool = True,
    address: str | None = None,
    progress: Progress = silent,
) -> None:
    """Build parts, each into its directory, with the settings in `config`.

    `epoch` is the date of everything, in seconds, `address` where the site is going to stand
    unless the settings say. Raises `BuildError` with what MkDocs said about the first that failed.
    """
    surroundings = {"SOURCE_DATE_EPOCH": epoch, "NO_MKDOCS_2_WARNING": "1"}
    surroundings |= {VARIABLE: address} if address else {}
    with process_pool("builds pages") as pool:
        running = {
            pool.submit(
                _build, config, directory, strict, surroundings | {"KODEKS_LANGUAGE": part}
            ): part
            for part, directory in parts.items()
        }
        try:
            for done, future in enumerate(as_completed(running), 1):
                if complaints := future.result():
                    raise BuildError(f"MkDocs failed: {complaints}")
                part = running[future]
                progress(f"pages: {'root' if part == ROOT else part}", done, len(parts))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _build(config: Path, directory: Path, strict: bool, surroundings: Mapping[str, str]) -> str:
    """Build one part; returns what MkDocs complained of if it failed, else "".

    For a process that does nothing else: its environment is set, and its rubbish is collected once,
    at the end. Python would look for it all the time among objects that nearly all stay until
    then, which costs a fifth of the time.
    """
    # Slow to import, and wanted in these processes only.
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    os.environ |= surroundings
    log, heard = logging.getLogger("mkdocs"), _Heard()
    log.addHandler(heard)
    gc.disable()
    try:
        settings = load_config(str(config), site_dir=str(directory), strict=strict)
        settings.plugins.on_startup(command="build", dirty=False)
        try:
            build(settings)
        finally:
            settings.plugins.on_shutdown()
    except MkDocsException as error:
        return "\n".join((*heard.messages, str(error)))
    finally:
        gc.enable()
        gc.collect()
        log.removeHandler(heard)
    return ""
