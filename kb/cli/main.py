"""The command `kodeks`."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from importlib import import_module

from kb.cli.shared import Consoles, app
from kb.cli.terminal.pointing import pointed
from kb.core.errors import KodeksError, PlacedError

#: The modules of the commands, each with its commands, in the order of the help. The commands put
#: themselves on the app when their module is imported: only that of the one that is called, as
#: most of them import a lot.
COMMANDS = {
    "corpus_commands": ("build", "records", "references", "report", "check"),
    "law_commands": ("show", "glossary"),
    "search_commands": ("search", "suggest"),
    "concordance_command": ("concordance",),
    "decide_commands": ("decide", "procedures"),
    "ruling_commands": ("link", "citator"),
    "rulings_commands": ("rulings",),
    "output_commands": ("export", "site", "version"),
    "serve_commands": ("serve",),
    "new_commands": ("new",),
}


def load(arguments: Sequence[str] = ()) -> None:
    """Put the command that arguments call on the app; all commands if they call none of them."""
    modules = {name: module for module, names in COMMANDS.items() for name in names}
    called = next((modules[word] for word in arguments if word in modules), None)
    for module in [called] if called else COMMANDS:
        import_module(f"kb.cli.{module}")


def main() -> None:
    """Run the command line; an error meant for people is printed with its hint, never a trace."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # whatever the locale says
    load(sys.argv[1:])
    try:
        app()
    except KodeksError as error:
        Consoles.err.print(f"error: {error.message}", style="red", soft_wrap=True)
        if isinstance(error, PlacedError):
            Consoles.err.print(pointed(error), soft_wrap=True)
        if error.hint:
            Consoles.err.print(error.hint, soft_wrap=True)
        sys.exit(error.exit_code)
    except OSError as error:
        Consoles.err.print(f"error: {error}", style="red", soft_wrap=True)
        sys.exit(1)
