"""Waiting for what a page does. Playwright's own way needs evaluation, which our pages forbid."""

from __future__ import annotations

import time
from contextlib import suppress

from playwright.sync_api import Error, Page

_PATIENCE = 30.0  # seconds
_PAUSE = 20  # milliseconds


def wait_until(page: Page, expression: str, arg: object = None) -> None:
    """Wait until an expression, or a function of `arg`, is true on a page."""
    end = time.monotonic() + _PATIENCE
    while not _is_true(page, expression, arg):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(_PAUSE)


def _is_true(page: Page, expression: str, arg: object) -> bool:
    with suppress(Error):  # the page goes on to another
        return bool(page.evaluate(expression, arg))
    return False
