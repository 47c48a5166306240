"""The browser of the scripts that need one: the Chromium of this machine, without a window."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser and close it after the block; ends the program when there is none."""
    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("no browser: make chromium (apt-get install chromium)")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []  # root's Chromium has no sandbox
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path, args=arguments) as browser,
    ):
        yield browser
