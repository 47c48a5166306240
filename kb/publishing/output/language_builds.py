"""The parts of the site (its root, each language, the documentation) as MkDocs builds them.

Each part is a build of its own from one mkdocs.yml, which reads from $KODEKS_LANGUAGE what to
build. A process makes several builds, one after the other, and reads what all need only once.
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

#: The values of $KODEKS_LANGUAGE besides languages: the whole site, its root alone, and the
#: documentation, which is published in a directory of that name.
ALL, ROOT, DOCS = "all", "none", "docs"


class _Heard(logging.Handler):
    """Keeps the warnings and errors of MkDocs; with `strict` each of them makes a build fail."""

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
    """Build the parts, each into its directory, with the settings in the file `config`.

    `epoch` is the date of all files, in seconds. `address` is that of the site; None: that of the
    settings. Raises `BuildError` with the messages of MkDocs about the first part that failed.
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
    """Build one part; returns the messages of MkDocs if it failed, else "".

    This is for a process of its own, since it changes the environment, and turns off garbage
    collection until the end. Nearly all objects live that long, and to search them again and again
    costs a fifth of the time.
    """
    # These imports are slow, and only these processes need them.
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
