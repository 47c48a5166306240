"""The command `kodeks`."""

from __future__ import annotations

import io
import sys

from kb.cli import corpus_commands as corpus
from kb.cli import decide_commands as deciding
from kb.cli import law_commands as laws
from kb.cli import new_commands as adding
from kb.cli import output_commands as outputs
from kb.cli import ruling_commands as rulings
from kb.cli import rulings_commands as library
from kb.cli import serve_commands as serving
from kb.cli.shared import Consoles, app
from kb.core.errors import KodeksError

#: The modules of the commands, which put themselves on the app when they are imported.
COMMANDS = (corpus, laws, deciding, rulings, library, outputs, serving, adding)


def main() -> None:
    """Run the command line; an error meant for people is printed with its hint, never a trace."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")  # whatever the locale says
    try:
        app()
    except KodeksError as error:
        Consoles.err.print(f"error: {error.message}", style="red", soft_wrap=True)
        if error.hint:
            Consoles.err.print(error.hint, soft_wrap=True)
        sys.exit(error.exit_code)
    except OSError as error:
        Consoles.err.print(f"error: {error}", style="red", soft_wrap=True)
        sys.exit(1)
