"""Waiting for what comes about: a condition in general, and what a page does.

Playwright's own way needs evaluation, which our pages forbid.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error, Page

_PATIENCE = 120.0  # seconds; a busy machine is no fault of what is tested
_PAUSE = 20  # milliseconds


def until(condition: Callable[[], object], said: str) -> None:
    """Wait until a condition holds; `said` is what is being waited for."""
    end = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < end, f"it never came about that {said}"
        time.sleep(_PAUSE / 1000)


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
