"""Progress of long work: a bar on a terminal, a line a step elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from kb.steps import Progress as Report


@contextmanager
def progress(console: Console) -> Iterator[Report]:
    """A bar on a terminal, one line a step elsewhere; nothing before the first step."""
    if not console.is_terminal:
        yield lambda step, done, total: print(f"[{done}/{total}] {step}", file=sys.stderr)
        return
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console
    )
    tasks: list[TaskID] = []

    def report(step: str, done: int, total: int) -> None:
        if not tasks:
            bar.start()
            tasks.append(bar.add_task(step, total=total))
        bar.update(tasks[0], description=step, completed=done, total=total)

    try:
        yield report
    finally:
        if tasks:
            bar.stop()
