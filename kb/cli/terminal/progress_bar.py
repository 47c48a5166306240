"""Progress of long work: a bar on a terminal, a line a step elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, Timer
from typing import TYPE_CHECKING

from rich.console import Console

from kb.core.progress import Progress as Report

if TYPE_CHECKING:
    from rich.progress import Progress

#: In seconds: work that takes less is not reported, longer work is not reported more often.
_PATIENCE = 1.0


@contextmanager
def progress(console: Console) -> Iterator[Report]:
    """A bar on a terminal, one line a step elsewhere; nothing before the first step."""
    if not console.is_terminal:
        yield lambda step, done, total: print(f"[{done}/{total}] {step}", file=sys.stderr)
        return
    bars: list[Progress] = []

    def report(step: str, done: int, total: int) -> None:
        if not bars:
            bars.append(_bar(console))
            bars[0].start()
            bars[0].add_task(step)
        bars[0].update(bars[0].task_ids[0], description=step, completed=done, total=total)

    try:
        yield report
    finally:
        for bar in bars:
            bar.stop()


def _bar(console: Console) -> Progress:
    # Imported only here: most commands have nothing to wait for.
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    return Progress(*columns, console=console)


@contextmanager
def patient_progress(console: Console) -> Iterator[Report]:
    """Progress of work that is mostly short: nothing is printed in the first second."""
    with progress(console) as report:
        teller = _Teller(report)
        teller.timer.start()
        try:
            yield teller.step
        finally:
            teller.stop()


class _Teller:
    """Passes the newest step on after `_PATIENCE` seconds, then at most once in as many."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._lock = RLock()
        self._newest: tuple[str, int, int] | None = None
        self._told: float | None = None
        self._stopped = False
        self.timer = Timer(_PATIENCE, self._tell)
        self.timer.daemon = True

    def step(self, step: str, done: int, total: int) -> None:
        with self._lock:
            self._newest = (step, done, total)
            if self._told is not None and time.monotonic() - self._told >= _PATIENCE:
                self._tell()

    def stop(self) -> None:
        self.timer.cancel()
        with self._lock:
            self._stopped = True

    def _tell(self) -> None:
        with self._lock:
            self._told = float("-inf")
            if self._newest and not self._stopped:
                self._told = time.monotonic()
                self._report(*self._newest)
