"""The console that output goes to: coloured or plain, as wide as the terminal."""

from __future__ import annotations

import os
from typing import Any

from rich.console import Console, RenderableType


class Terminal(Console):
    """A console that restyles no words, and breaks lines only where somebody set a width."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, emoji=False, markup=False, **options)

    @property
    def has_width(self) -> bool:
        """Whether there is a width to fit: a terminal's, or one that $COLUMNS asks for."""
        return self.is_terminal or "COLUMNS" in os.environ

    def say(self, what: RenderableType) -> None:
        """Print; lines are broken only to fit a width."""
        self.print(what, soft_wrap=not self.has_width)

    def on_broken_pipe(self) -> None:
        """End well when the reader of a pipe has closed it (`| head`): it has all that it wants."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise SystemExit(0)
