"""Help texts with the examples of this corpus: they are filled in when somebody asks for help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typer.core import TyperGroup

from kb.corpus.examples import examples, filled

#: What of a command or an option people read.
_READ = ("help", "short_help", "epilog", "metavar")


class Program(TyperGroup):
    """The command `kodeks` with all its commands."""

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **other: Any) -> Any:
        """Start the program; only a call for help needs the examples, which are in the manifest."""
        if not args or "--help" in args:
            fill_in(self, examples())
        return super().make_context(info_name, args, *more, **other)


def fill_in(command: Any, by_name: Mapping[str, str]) -> None:
    """Put examples into the texts of a command, its options, and the commands below it."""
    for name in _READ:
        if words := getattr(command, name, None):
            setattr(command, name, filled(words, by_name))
    for part in (*getattr(command, "params", ()), *getattr(command, "commands", {}).values()):
        fill_in(part, by_name)
