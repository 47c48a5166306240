"""The command line starts fast: it imports the command that is called, and no other."""

from __future__ import annotations

import subprocess
import sys

from kb.cli.main import COMMANDS, load
from kb.cli.shared import app

#: Says which modules are there once a command is ready to run.
_LOADED = "import sys; from kb.cli.main import load; load(sys.argv[1:]); print(*sys.modules)"


def loaded(*arguments: str) -> set[str]:
    command = [sys.executable, "-c", _LOADED, *arguments]
    return {*subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()}


def test_every_command_stands_in_the_table_with_its_module() -> None:
    load()
    by_module: dict[str, set[str]] = {}
    for command in app.registered_commands:
        assert command.callback is not None
        name = command.name or command.callback.__name__
        by_module.setdefault(command.callback.__module__, set()).add(name)
    for group in app.registered_groups:
        [first, *_] = group.typer_instance.registered_commands
        by_module.setdefault(first.callback.__module__, set()).add(group.name)
    assert by_module == {f"kb.cli.{module}": {*names} for module, names in COMMANDS.items()}


def test_a_search_imports_nothing_that_it_does_not_need() -> None:
    modules = loaded("--color", "never", "search", "link")
    assert "kb.cli.search_commands" in modules
    assert "kb.cli.ruling_commands" not in modules
    assert modules.isdisjoint(
        {"whoosh", "fastapi", "kb.linking", "kb.concordance", "kb.storage.decoders", "rapidfuzz"}
    )


def test_a_name_that_is_no_command_is_looked_for_among_all() -> None:
    assert "kb.cli.ruling_commands" in loaded("serach")
    assert "kb.cli.ruling_commands" in loaded("--help")
